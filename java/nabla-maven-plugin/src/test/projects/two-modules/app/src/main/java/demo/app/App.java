package demo.app;

import demo.core.Curve;
import io.github.nablars.api.DerivativeOf;
import io.github.nablars.api.Differentiable;
import io.github.nablars.api.Form;

public final class App {
    private App() {
    }

    /** Compiled against the derivative that the other module has already. */
    public static double slope(double t) {
        return new Curve(2.0).value_dt(t);
    }

    /** Filled in: the derivative of a class of the other module. */
    @DerivativeOf(value = Curve.class, method = "value", form = Form.PARTIAL)
    public static double steepness(Curve curve, double t) {
        throw new UnsupportedOperationException("filled in by nabla-rs");
    }

    /** Filled in: a derivative that nothing else asks for. */
    @DerivativeOf(method = "plain", form = Form.PARTIAL, wrt = "y")
    public static double plainSlope(double x, double y) {
        throw new UnsupportedOperationException("filled in by nabla-rs");
    }

    static double plain(double x, double y) {
        return x * y;
    }

    @Differentiable(forms = Form.PARTIAL)
    public static double cube(double x) {
        return x * x * x;
    }
}
