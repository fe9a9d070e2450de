package demo.app;

import demo.core.Curve;
import io.github.nablars.api.Differentiable;
import io.github.nablars.api.Form;

public final class App {
    private App() {
    }

    /** Compiled against the derivative that the other module has already. */
    public static double slope(double t) {
        return new Curve(2.0).value_dt(t);
    }

    @Differentiable(forms = Form.PARTIAL)
    public static double cube(double x) {
        return x * x * x;
    }
}
