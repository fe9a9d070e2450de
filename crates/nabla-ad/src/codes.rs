//! Refusals and warnings: a code, the message, the advice, and the long text of `explain`.

/// One row of the table.
pub struct CodeText {
    /// `NB0203`.
    pub code: &'static str,
    /// The message; `{}` stands for what it speaks of.
    pub message: &'static str,
    /// What the user can do.
    pub help: &'static str,
    /// The long text.
    pub long: &'static str,
}

macro_rules! codes {
    ($($name:ident $code:literal $message:literal, help $help:literal, $long:literal;)*) => {
        $(#[doc = $message] pub const $name: &CodeText = &CodeText { code: $code, message: $message, help: $help, long: $long };)*
        /// All codes, in order.
        pub const ALL: &[&CodeText] = &[$($name),*];
    };
}

codes! {
    NO_INDEPENDENT "NB0101" "`{}` has no `double` or `float` parameter to differentiate with respect to",
        help "select a method that takes numbers, or name an array of arrays of them with `--wrt`",
        "A derivative needs an independent: a parameter of type double or float. This method has none, so there is nothing to differentiate with respect to.";
    NO_DEPENDENT "NB0102" "`{}` has no result of numbers",
        help "select a method that returns numbers, or writes them into an array that it is passed",
        "A derivative needs a dependent: a result of type double or float or an array of them, or for a method that returns nothing an array parameter into which it writes.";
    NO_CODE "NB0103" "`{}` is abstract or native: it has no bytecode",
        help "select the methods that implement it",
        "nabla-rs differentiates bytecode. An abstract or native method has none; an implementation in another class can be selected there.";
    CONSTRUCTOR "NB0104" "`{}` is a constructor or an initialiser",
        help "select a method that returns a number",
        "Constructors and class initialisers return nothing that could be differentiated.";
    NAME_TAKEN "NB0105" "the class already has a method `{}`",
        help "choose another name with `--name`, or `--refresh` to replace derivatives generated before",
        "The derivative would have the name and descriptor of a method that is already there. Either the class already carries derivatives (then --refresh replaces them), or the name is the user's own (then --name FORM=TEMPLATE gives another one; the methods of `structure` have the names that their interfaces give, so that form has to be left out).";
    UNKNOWN_INDEPENDENT "NB0106" "`{}` is not a `double` or `float` parameter of the method",
        help "name a parameter that is not annotated `@Inactive`, or give its zero-based index; names are there if the class was compiled with `-g` or `-parameters`",
        "An entry of --wrt names no scalar parameter of the method, or one that is annotated @Inactive. Parameter names are known only if the class file carries them; indices always work. The receiver does not count. An entry `this.k` names a field of the object, its own or an inherited one that the class may read, which must be of a number or an array of numbers, neither static nor @Inactive; the forms `field` and `structure` take none.";
    TOO_LARGE "NB0107" "the derivative of `{}` is longer, or takes more arguments, than a method can have",
        help "split the method, or choose fewer forms with `--form`: a partial derivative takes no more arguments than the method, and `grad` one more",
        "The class-file format limits a method to 65535 bytes and to arguments of 255 slots (a double takes two), and a class to 65535 constants. The derivative, or the tangent method of a callee, would not fit, even without the parts of it that can become methods of their own.";
    SUBROUTINE "NB0108" "`{}` uses the `jsr` and `ret` instructions of Java 5 and older",
        help "recompile it with `-target 6` or newer",
        "Subroutines inside a method, which compilers up to Java 5 used for finally, cannot be expressed in class files of version 51 and newer and are not followed.";
    NO_FORM "NB0109" "none of the forms asked for is one for `{}`",
        help "use `grad`, `hess`, `hvp` or, by parameters that are numbers, `partial` for a result that is a number, `jac` or `csr` for one that is an array, `jvp` and `field` for either",
        "A partial derivative, a gradient and a Hessian are those of a number, a Jacobian matrix is that of an array of numbers; `partial` needs an independent that is a number itself.";
    STATE "NB0110" "`{}` would be run more than once, and it may change what outlives a call",
        help "use `grad` without `--lanes N`, or take the change of the field or array out of the method",
        "A Hessian is computed row by row, each with a run of the method, and its product with a direction with one run beside that for the value. `--lanes N` computes a gradient or Jacobian in as many runs as it takes. A method that stores into an object or array that it did not make itself, or calls code that may, may compute something else in the next run, and the object would be left with the state of several runs.";
    EARLIER "NB0111" "the class has a tangent method of `{}` already, by an earlier run that followed other fields or calls",
        help "differentiate both methods in one run, or start from the class as it was compiled",
        "What a run adds to a class is used by later runs where it is what they would add themselves. Here it is not: which fields are active depends on all methods that a run selects, and the tangent method that is there keeps other tangents than this run's. The method is then differentiated apart, with tangent methods of other names; not so in a program so large that it would take long, and there it is refused.";
    SECOND "NB0112" "the second derivative of `{}` goes through what its first one keeps in objects",
        help "have one field alone hold each array of active values, and leave fields with arrays out of `--wrt`, or take differences of `grad`",
        "For `hess` and `hvp` the first derivative is differentiated again as it was written. Numbers in fields and arrays that one field holds are followed there; what looks up the tangent arrays of those that several may hold, or that a field named by --wrt holds, and functions whose tangent methods are called as objects, is not.";
    TWICE "NB0113" "`{}` is named twice among the independents",
        help "name each parameter once, by its name or by its index",
        "Two entries of --wrt, or of an annotation's wrt, are the same parameter or field: both by its name, or one by the name and the other by the index. A tangent method would take two tangents of it, and a gradient have two places for it, where the list is taken as it stands; it is more likely that another parameter was meant.";
    CALL "NB0201" "the result depends on an independent through a call of `{}`, for which no rule is known",
        help "inline the callee, keep active values out of the call, or say what the derivative of a static function of numbers is, with `@Derivative` or `--rules`",
        "An active value is passed to a method whose result reaches the result of the selected method. Its derivative is not known, and leaving it out would make the derivative wrong.";
    ARRAY "NB0202" "an active value goes through an array that is not followed",
        help "use `double[]`, keep it out of collections and of objects without source, and do not hold it as `Object`",
        "An array of numbers is followed through locals, parameters, results, fields and other arrays of numbers. One that is held as an object, or that code without bytecode gets hold of, is not: it may be read and written without its tangents, and the derivative would be wrong.";
    FIELD "NB0203" "an active value goes through field `{}`, which is not followed",
        help "have no code store to it that is not followed, and nothing that is lost before, or keep the value in local variables",
        "A tangent is kept beside a field in the class that declares it. The class of this field is not at hand or cannot be changed, or what is stored there depends on an independent in a way that is lost before, or code that is not followed calls a method that stores it: a function, or `compareTo`, `equals`, `hashCode` or `toString` of an object that remembers what it computed when a sort or a collection asked first. It reaches the result, and leaving its tangent out would make the derivative wrong.";
    BITS "NB0204" "the result depends on an independent through `{}`, where the derivative is lost",
        help "express the computation with arithmetic and functions of `Math`",
        "Bits and text of a number carry no derivative. Such a value reaches the result, and leaving its tangent out would make the derivative wrong.";
    BOX "NB0205" "an active value goes in a box through `{}`, where it is not followed",
        help "keep it in a `double` or `double[]`, or in a variable, parameter, result or field of type `Double`",
        "The tangent of a Double or Float travels beside it through local variables, parameters, results and fields of its own type, and through the functions of the program that take and return it. In a collection, a stream, an array of objects or a field of another type it is an object like any other: what comes back from there has no tangent. It reaches the result, and leaving its tangent out would make the derivative wrong.";
    TOO_MUCH "NB0206" "the result depends on an independent through `{}`, which leads to more code than is followed",
        help "leave jars that the program does not use out of the inputs and the class path, or keep active values out of calls that may run most of a library",
        "A call that the receiver decides may run each class that has the method, and these may call others: in a large library one call may lead to most of it. What one selected method takes to be analysed has a bound, far above what the methods of libraries of mathematics take. Where it is reached, the methods that are not settled by then, because they lead to one another, are not followed: what they give is not known, and leaving its tangent out would make the derivative wrong.";
    INDEPENDENT_UNUSED "NB0301" "the result does not depend on `{}`",
        help "leave it out with `--wrt`",
        "No value computed from this parameter reaches the result: the partial derivative is zero everywhere.";
    ONLY_COMPARED "NB0302" "the result depends on `{}` only through comparisons or casts: its derivative is 0",
        help "if the result does change with it, as in a bisection or a table look-up, derive it by hand",
        "The parameter decides which branch is taken or which element is read, but no arithmetic leads from it to the result. The exact derivative of such code is zero wherever it exists, although the result may follow the parameter in steps: a root found by bisection, a value looked up in a table. The slope such code stands for cannot be found by differentiating it.";
    EQUALITY "NB0303" "it is asked whether an active value is equal to another",
        help "make sure that both branches have the same derivative there, and that none gives what an earlier call computed",
        "The derivative is that of the branch taken. A branch that is taken at a single point only, such as `x == 0 ? 1 : Math.sin(x) / x`, gives its own derivative there, which need not be the limit of the other's. One that gives what an earlier call has kept for the same argument, such as `if (x == lastX) return last`, gives a constant: what an object or a class holds when the derivative is called does not depend on its arguments, and the derivative is 0. Differentiate the method that computes it, without the cache.";
    CAST "NB0304" "the derivative is lost at a conversion to an integer",
        help "if the integer is meant to follow the independent, there is no derivative to find",
        "An integer changes in steps: where it is constant its derivative is zero, and where it jumps there is none. What is computed from it, or looked up by it, is treated as constant. The conversion may be in a method that is called there.";
    NEVER_COMPILED "NB0305" "`{}` is longer than 8000 bytes, which no parts could be taken out of: HotSpot only interprets it",
        help "split the method, or run with `-XX:-DontCompileHugeMethods`",
        "HotSpot never compiles a method of more than 8000 bytes of bytecode; it runs many times slower. Parts of a derivative that is so long become methods of their own, `nabla$part$…`, cut where few values are alive. Here too much of it is not made of such parts: a part is entered at its beginning and left at its end, holds no lock, and passes on at most some hundred values. The derivative is right.";
    NOT_UNROLLED "NB0306" "`{}` has its directions in lanes, for they cannot be unrolled",
        help "drop `--lanes unrolled`, or take fields and arrays of active numbers, and calls that a receiver decides, out of the method",
        "With --lanes unrolled each tangent is as many locals as there are directions. That is so of gradients by parameters that are numbers, of methods whose active values are local variables alone, as are those of the methods that they call, each of which is the only one that the call can reach. The derivative is right.";
    THROWS "NB0307" "the derivative throws where it meets `{}`, and nothing else leads to the result",
        help "select fewer methods, or leave classes that the program does not use out of the inputs and the class path",
        "The class of a receiver decides which body a call runs, and this body cannot be followed for what it is given: it is refused, or what another method does to fields or functions is why. A derivative that meets it throws an exception that names it, rather than give a wrong number. Of the other bodies that the calls may run none leads from the independent to the result, so the derivative is 0 wherever it does not throw. Where a call returns objects that are a `Double` in one class and something else in another, such as `R` of a generic visitor, neither is followed: give each kind of result an interface of its own, or a method that returns a `double`.";
    UNREACHABLE "NB0401" "a companion class cannot reach {}",
        help "drop `--detached`: the derivatives are then added to a copy of the class itself",
        "With --detached the derivatives go into a companion class in the same package. It reaches what the package reaches: not private fields and methods (of the class or its nest), not protected members inherited from another package, no method by way of `super`, none that the class of the receiver decides among several, no lock of a synchronized method, and no tangent that the class itself would have to hold. The derivative would fail in the JVM. Without --detached the derivatives are added to a copy of the class, which reaches everything its methods reach.";
    UNKNOWN_ACCESS "NB0402" "it is not known whether a companion class can reach {}",
        help "put the class on the class path with `-cp`, or drop `--detached`",
        "With --detached the derivatives go into a companion class, which cannot reach private members of the nest, nor protected ones inherited from another package. Whether a member is one of these stands in the class that declares it, and that class, or one on the way to it, was not found among the inputs, on the class path or in the JDK.";
    STUB_CLASS "NB0501" "the class `{}`, whose derivative this stub is to call, was not found",
        help "name it as an input, or give it with `--class-path`",
        "A method annotated @DerivativeOf gets a call of a derivative as its body. The class that the annotation names is neither among the inputs nor on the class path.";
    STUB_TARGET "NB0502" "no derivative of `{}` has the parameters and the result of this stub",
        help "declare the parameters of the method, then those that the form adds, and the form's result; for an instance method, a static stub takes the receiver first",
        "A stub is called as the derivative is: for PARTIAL it has the parameters of the method, for JVP also a tangent for each independent and a double[] that receives the tangent of the result, for GRAD, JAC, CSR and HESS the arrays that these write into, for HVP a direction for each independent and the array. A stub of an instance method is static with the receiver as its first parameter, or, in the same class, an instance method itself. A class of the class path has to carry the derivative already.";
    STUB_INDEPENDENT "NB0503" "the stub does not say by which parameter of `{}` to differentiate",
        help "name one with `wrt`",
        "A partial derivative belongs to one independent. The method has several, and the annotation names none or more than one.";
    STUB_FORM "NB0504" "the form `{}` is not available",
        help "`PARTIAL`, `JVP`, `GRAD`, `JAC`, `CSR`, `HESS` and `HVP` are",
        "The annotation @DerivativeOf names a form of derivative that a stub cannot have: what computes with number types of a library is called as the overload that it is, in code compiled after it was made.";
    STUB_ACCESS "NB0505" "the derivative of `{}` cannot be called from the class of the stub",
        help "put the stub into the class that declares the method, or make the method accessible",
        "A derivative has the access flags of its method. That of a private method is called only from its own class (or its nest), that of a package-private or protected one only from its package.";
    RULE_FORM "NB0506" "this cannot be the derivative of `{}`",
        help "make it static, with the parameters of that static method, a tangent for each `double` and `float` among them, and a `double[]` for the tangent of the result",
        "A method annotated @Derivative is called in place of differentiating another one. It has the form of a jvp of that method, which must be static, with parameters of type double, float or int and a result of type double or float; a descriptor that the annotation gives must be the one that follows.";
    FIELD_FUNCTION "NB0701" "`{}` has no counterpart in Hipparchus' `CalculusFieldElement`",
        help "use the functions of the interface, such as `sqrt`, `exp`, `pow` and `atan2`, or the forms that do not need it",
        "The form field replaces numbers by elements of a field, and functions by the methods of the interface that all such number types implement. This function has no method there, and its code computes with the bits of a double, which an element does not have.";
    FIELD_FLOAT "NB0702" "an active `float` has no counterpart among the number types of a field",
        help "compute with `double`",
        "The form field replaces active doubles by elements of a field. A float rounds after every operation, which elements do not do: the result would not be what the method computes.";
    FIELD_OBJECT "NB0703" "an active value is held by an object: `{}`",
        help "keep active values in local variables, parameters and arrays, or use `jvp`, `grad` or `hess`",
        "The form field replaces active doubles by elements of a field. A field of an object, and a constructor's parameter, has the type double in its class; an element cannot be stored there.";
    FIELD_CALL "NB0704" "`{}` is given an active value that cannot be an element of a field there",
        help "call the function itself and not through a lambda, keep arrays of active values out of code without source, or use `jvp`, `grad` or `hess`",
        "The form field calls a version of each callee that computes with elements. A function that is passed as an object has an interface whose method takes doubles, and code that is not followed takes arrays of doubles: neither can be given elements.";
    FIELD_ARRAY "NB0705" "an array of arrays of active values is made or copied in a way that has no counterpart for a field",
        help "use arrays of rank one or two, and copy them row by row",
        "The form field makes arrays of elements by the library's own means, which fill them with zeros: vectors, and matrices made in one step or row by row.";
    STRUCTURE "NB0706" "`{}` is not the `value` that a library's interface for functions asks of the class",
        help "select that method, and give the library with `--class-path` where a super class implements the interface",
        "The form structure makes a class that implements UnivariateFunction, of Hipparchus or of Commons Math 3, implement UnivariateDifferentiableFunction, and so with UnivariateVectorFunction, UnivariateMatrixFunction, MultivariateFunction and MultivariateVectorFunction. This class implements none of them, or the method is another one.";
    FIELD_BOX "NB0707" "an active value is held by a box, which an element does not fit into",
        help "use the primitive type",
        "The form field replaces active doubles by elements of a field. A Double holds a double, and code that is given one expects no other number type.";
    CODE_NOT_FOUND "NB0601" "the code of `{}` cannot be found",
        help "pass a lambda, a method reference or an object of a class of your own",
        "The run time differentiates the code behind a function. Of a dynamic proxy, of a hidden class that is no lambda, and of a class whose class file neither its class loader nor the JVM gives away, there is none to be had. A lambda of a type that is also Serializable always tells what it calls.";
    CLOSED "NB0602" "`{}` is closed to the run time",
        help "pass MethodHandles.lookup() as the first argument, or open the package to the module io.github.nablars.runtime",
        "The derivative is defined beside the class that has the code, so that it reaches what that reaches. In a named module this takes the privileges of the module: the caller's lookup, or a package that is open to the run time.";
    NO_ADAPTER "NB0603" "there is no adapter to `{}`",
        help "put the jar with the adapter on the class path, such as nabla-hipparchus",
        "Nabla.differentiable makes a function fit the types of a library. Which types there are depends on the adapters on the class path.";
    DAMAGED_CLASS "NB0604" "a class file is damaged: {}",
        help "compile the class anew",
        "The bytes that the class loader gives for a class cannot be read as a class file.";
    UNFIT "NB0605" "`{}` does not take and return `double` or `double[]` itself",
        help "pass a lambda that calls it",
        "A function's own method must take its arguments and give its result as numbers, not as boxes or other numbers: a method reference to one that does not hides a conversion. A lambda that calls the method shows it.";
    CAPTURED_ARRAY "NB0606" "`{}` writes what depends on its argument into an array that it captured",
        help "keep such values in local variables, or in an array of its own",
        "What a function leaves behind in an array that it captured has a derivative, too, for which the caller of the function has no place.";
    SHARED_MEMORY "NB0607" "`{}` is called within another function, and values may travel between the two through memory",
        help "pass values between functions as arguments and results",
        "A function that another one captured, found in a field or composed is differentiated by itself when it is met. What it captured and reads is constant then, so that a value which depends on the argument must not reach it, or leave it, through an array, a field or an object of the JDK such as a collection.";
    UNKNOWN_FUNCTION "NB0608" "the class of `{}` was not known when the derivative was made that calls it",
        help "make the derivative when the function holds the object, or use a lambda",
        "A function calls another one, which is an object of a class that did not hang from it when its derivative was made. Such an object may have been made of the argument, which is not followed.";
}

/// The same as `UNKNOWN_INDEPENDENT`, of an entry `this.k`.
pub const UNKNOWN_FIELD: &CodeText = &CodeText {
    message: "`{}` is no number, and no array of numbers, that the method's class may read in its object",
    help: "name a field that is not static, not `@Inactive` and not private to a class above, of type `double`, `float` or an array of them; the forms `field` and `structure`, and static methods, take none",
    ..*UNKNOWN_INDEPENDENT
};

/// Of a method that calls one whose tangent method has no code to differentiate again.
pub const SECOND_OF_CALL: &CodeText = &CodeText {
    message: "`{}` calls another function, whose second derivative would be needed",
    help: "call the method itself, or take differences of the first derivative",
    ..*SECOND
};

/// The long text of a code.
pub fn explain(code: &str) -> Option<&'static str> {
    ALL.iter().find(|c| c.code == code).map(|c| c.long)
}
