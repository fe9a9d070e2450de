package io.github.nablars;

import java.lang.invoke.MethodHandles.Lookup;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/**
 * Exact derivatives of functions while the program runs: of lambdas, method references and objects.
 *
 * <p>The code of the function is differentiated, not its values: the derivative is code, too, as fast as one written by hand, and is
 * kept for the next function with the same code. What a function reads while it computes – captured values, fields – its derivative
 * reads in the same way; a field that changes later changes the derivative.
 *
 * <p>Each method takes a function of the JDK's type or of a type that is also {@link java.io.Serializable}; a lambda that is passed
 * directly becomes the latter, and is understood without the help of native code. Code in a module that is closed passes its
 * {@link java.lang.invoke.MethodHandles#lookup()} as the first argument.
 *
 * <p>A function that has no derivative is a {@link NotDifferentiableException}; a native library that cannot be loaded a
 * {@link NativeLibraryException}. All methods may be called by any number of threads.
 */
public final class Nabla {
    private Nabla() {}

    /**
     * The derivative of a function of one number.
     *
     * @param f the function
     * @return a function that gives the derivative at its argument
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static DoubleUnaryOperator derivative(DoubleUnaryOperator f) {
        return Unary.derivative(null, Objects.requireNonNull(f, "f"));
    }

    /**
     * The derivative of a function of one number.
     *
     * @param f the function, here of a type that a lambda takes by itself
     * @return a function that gives the derivative at its argument
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static DoubleUnaryOperator derivative(DoubleFunction1 f) {
        return Unary.derivative(null, Objects.requireNonNull(f, "f"));
    }

    /**
     * The derivative of a function of one number.
     *
     * @param caller the caller's privileges, which reach the code of the function
     * @param f the function
     * @return a function that gives the derivative at its argument
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static DoubleUnaryOperator derivative(Lookup caller, DoubleUnaryOperator f) {
        return Unary.derivative(Objects.requireNonNull(caller, "caller"), Objects.requireNonNull(f, "f"));
    }

    /**
     * The derivative of a function of one number.
     *
     * @param caller the caller's privileges, which reach the code of the function
     * @param f the function, here of a type that a lambda takes by itself
     * @return a function that gives the derivative at its argument
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static DoubleUnaryOperator derivative(Lookup caller, DoubleFunction1 f) {
        return Unary.derivative(Objects.requireNonNull(caller, "caller"), Objects.requireNonNull(f, "f"));
    }

    /**
     * The value and the derivative of a function of one number.
     *
     * @param f the function
     * @return a function that gives both
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static ValueAndDerivative valueAndDerivative(DoubleUnaryOperator f) {
        return Unary.valueAndDerivative(null, Objects.requireNonNull(f, "f"));
    }

    /**
     * The value and the derivative of a function of one number.
     *
     * @param f the function, here of a type that a lambda takes by itself
     * @return a function that gives both
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static ValueAndDerivative valueAndDerivative(DoubleFunction1 f) {
        return Unary.valueAndDerivative(null, Objects.requireNonNull(f, "f"));
    }

    /**
     * The value and the derivative of a function of one number.
     *
     * @param caller the caller's privileges, which reach the code of the function
     * @param f the function
     * @return a function that gives both
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static ValueAndDerivative valueAndDerivative(Lookup caller, DoubleUnaryOperator f) {
        return Unary.valueAndDerivative(Objects.requireNonNull(caller, "caller"), Objects.requireNonNull(f, "f"));
    }

    /**
     * The value and the derivative of a function of one number.
     *
     * @param caller the caller's privileges, which reach the code of the function
     * @param f the function, here of a type that a lambda takes by itself
     * @return a function that gives both
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static ValueAndDerivative valueAndDerivative(Lookup caller, DoubleFunction1 f) {
        return Unary.valueAndDerivative(Objects.requireNonNull(caller, "caller"), Objects.requireNonNull(f, "f"));
    }

    /**
     * The partial derivatives of a function of two numbers.
     *
     * @param f the function
     * @return the derivative with respect to the first argument, and that with respect to the second
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static DoubleBinaryOperator[] partials(DoubleBinaryOperator f) {
        return Unary.partials(null, Objects.requireNonNull(f, "f"));
    }

    /**
     * The partial derivatives of a function of two numbers.
     *
     * @param f the function, here of a type that a lambda takes by itself
     * @return the derivative with respect to the first argument, and that with respect to the second
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static DoubleBinaryOperator[] partials(DoubleFunction2 f) {
        return Unary.partials(null, Objects.requireNonNull(f, "f"));
    }

    /**
     * The partial derivatives of a function of two numbers.
     *
     * @param caller the caller's privileges, which reach the code of the function
     * @param f the function
     * @return the derivative with respect to the first argument, and that with respect to the second
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static DoubleBinaryOperator[] partials(Lookup caller, DoubleBinaryOperator f) {
        return Unary.partials(Objects.requireNonNull(caller, "caller"), Objects.requireNonNull(f, "f"));
    }

    /**
     * The partial derivatives of a function of two numbers.
     *
     * @param caller the caller's privileges, which reach the code of the function
     * @param f the function, here of a type that a lambda takes by itself
     * @return the derivative with respect to the first argument, and that with respect to the second
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static DoubleBinaryOperator[] partials(Lookup caller, DoubleFunction2 f) {
        return Unary.partials(Objects.requireNonNull(caller, "caller"), Objects.requireNonNull(f, "f"));
    }

    /**
     * The gradient of a function of an array.
     *
     * @param f the function
     * @return a function that gives the value and the gradient
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static Gradient gradient(ToDoubleFunction<double[]> f) {
        return Arrayed.gradient(null, Objects.requireNonNull(f, "f"));
    }

    /**
     * The gradient of a function of an array.
     *
     * @param f the function, here of a type that a lambda takes by itself
     * @return a function that gives the value and the gradient
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static Gradient gradient(ArrayFunction f) {
        return Arrayed.gradient(null, Objects.requireNonNull(f, "f"));
    }

    /**
     * The gradient of a function of an array.
     *
     * @param caller the caller's privileges, which reach the code of the function
     * @param f the function
     * @return a function that gives the value and the gradient
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static Gradient gradient(Lookup caller, ToDoubleFunction<double[]> f) {
        return Arrayed.gradient(Objects.requireNonNull(caller, "caller"), Objects.requireNonNull(f, "f"));
    }

    /**
     * The gradient of a function of an array.
     *
     * @param caller the caller's privileges, which reach the code of the function
     * @param f the function, here of a type that a lambda takes by itself
     * @return a function that gives the value and the gradient
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static Gradient gradient(Lookup caller, ArrayFunction f) {
        return Arrayed.gradient(Objects.requireNonNull(caller, "caller"), Objects.requireNonNull(f, "f"));
    }

    /**
     * The Jacobian of a function from arrays to arrays.
     *
     * @param f the function
     * @return a function that gives the value and the Jacobian
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static Jacobian jacobian(UnaryOperator<double[]> f) {
        return Arrayed.jacobian(null, Objects.requireNonNull(f, "f"));
    }

    /**
     * The Jacobian of a function from arrays to arrays.
     *
     * @param f the function, here of a type that a lambda takes by itself
     * @return a function that gives the value and the Jacobian
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static Jacobian jacobian(VectorFunction f) {
        return Arrayed.jacobian(null, Objects.requireNonNull(f, "f"));
    }

    /**
     * The Jacobian of a function from arrays to arrays.
     *
     * @param caller the caller's privileges, which reach the code of the function
     * @param f the function
     * @return a function that gives the value and the Jacobian
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static Jacobian jacobian(Lookup caller, UnaryOperator<double[]> f) {
        return Arrayed.jacobian(Objects.requireNonNull(caller, "caller"), Objects.requireNonNull(f, "f"));
    }

    /**
     * The Jacobian of a function from arrays to arrays.
     *
     * @param caller the caller's privileges, which reach the code of the function
     * @param f the function, here of a type that a lambda takes by itself
     * @return a function that gives the value and the Jacobian
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static Jacobian jacobian(Lookup caller, VectorFunction f) {
        return Arrayed.jacobian(Objects.requireNonNull(caller, "caller"), Objects.requireNonNull(f, "f"));
    }

    /**
     * The directional derivative of a function of an array.
     *
     * @param f the function
     * @return a function that gives the value and the derivative in a direction
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static Pushforward pushforward(ToDoubleFunction<double[]> f) {
        return Arrayed.pushforward(null, Objects.requireNonNull(f, "f"));
    }

    /**
     * The directional derivative of a function of an array.
     *
     * @param f the function, here of a type that a lambda takes by itself
     * @return a function that gives the value and the derivative in a direction
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static Pushforward pushforward(ArrayFunction f) {
        return Arrayed.pushforward(null, Objects.requireNonNull(f, "f"));
    }

    /**
     * The directional derivative of a function of an array.
     *
     * @param caller the caller's privileges, which reach the code of the function
     * @param f the function
     * @return a function that gives the value and the derivative in a direction
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static Pushforward pushforward(Lookup caller, ToDoubleFunction<double[]> f) {
        return Arrayed.pushforward(Objects.requireNonNull(caller, "caller"), Objects.requireNonNull(f, "f"));
    }

    /**
     * The directional derivative of a function of an array.
     *
     * @param caller the caller's privileges, which reach the code of the function
     * @param f the function, here of a type that a lambda takes by itself
     * @return a function that gives the value and the derivative in a direction
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static Pushforward pushforward(Lookup caller, ArrayFunction f) {
        return Arrayed.pushforward(Objects.requireNonNull(caller, "caller"), Objects.requireNonNull(f, "f"));
    }

    /**
     * The Hessian of a function of an array.
     *
     * @param f the function
     * @return a function that gives the value, the gradient and the Hessian
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static Hessian hessian(ToDoubleFunction<double[]> f) {
        return Arrayed.hessian(null, Objects.requireNonNull(f, "f"));
    }

    /**
     * The Hessian of a function of an array.
     *
     * @param f the function, here of a type that a lambda takes by itself
     * @return a function that gives the value, the gradient and the Hessian
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static Hessian hessian(ArrayFunction f) {
        return Arrayed.hessian(null, Objects.requireNonNull(f, "f"));
    }

    /**
     * The Hessian of a function of an array.
     *
     * @param caller the caller's privileges, which reach the code of the function
     * @param f the function
     * @return a function that gives the value, the gradient and the Hessian
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static Hessian hessian(Lookup caller, ToDoubleFunction<double[]> f) {
        return Arrayed.hessian(Objects.requireNonNull(caller, "caller"), Objects.requireNonNull(f, "f"));
    }

    /**
     * The Hessian of a function of an array.
     *
     * @param caller the caller's privileges, which reach the code of the function
     * @param f the function, here of a type that a lambda takes by itself
     * @return a function that gives the value, the gradient and the Hessian
     * @throws NotDifferentiableException if there is no derivative
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static Hessian hessian(Lookup caller, ArrayFunction f) {
        return Arrayed.hessian(Objects.requireNonNull(caller, "caller"), Objects.requireNonNull(f, "f"));
    }

    /**
     * A function as a type that has derivatives: one of this package, or one of another library for which there is an
     * {@link io.github.nablars.spi.Adapter} on the class path.
     *
     * @param <T> the wanted type
     * @param type the wanted type
     * @param f the function: an object of the type that the wanted one has derivatives of
     * @return the function with its derivatives
     * @throws NotDifferentiableException if there is no derivative, or no adapter to the type
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static <T> T differentiable(Class<T> type, Object f) {
        Objects.requireNonNull(type, "type");
        return Adapters.adapt(null, type, Objects.requireNonNull(f, "f"));
    }

    /**
     * A function as a type that has derivatives: one of this package, or one of another library for which there is an
     * {@link io.github.nablars.spi.Adapter} on the class path.
     *
     * @param <T> the wanted type
     * @param caller the caller's privileges, which reach the code of the function
     * @param type the wanted type
     * @param f the function: an object of the type that the wanted one has derivatives of
     * @return the function with its derivatives
     * @throws NotDifferentiableException if there is no derivative, or no adapter to the type
     * @throws NativeLibraryException if the native library cannot be used
     */
    public static <T> T differentiable(Lookup caller, Class<T> type, Object f) {
        Objects.requireNonNull(type, "type");
        return Adapters.adapt(Objects.requireNonNull(caller, "caller"), type, Objects.requireNonNull(f, "f"));
    }
}
