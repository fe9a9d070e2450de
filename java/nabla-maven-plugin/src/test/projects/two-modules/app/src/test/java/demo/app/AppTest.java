package demo.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.nablars.api.Differentiable;
import org.junit.jupiter.api.Test;

class AppTest {
    @Test
    void derivativesOfTheOtherModuleAreCompiledAgainst() {
        assertEquals(2.0 * Math.cos(0.5) + 1.0, App.slope(0.5), 1e-15);
    }

    @Test
    void derivativesOfTheModuleAreCompiledAgainst() {
        assertEquals(12.0, App.cube_dx(2.0));
    }

    @Test
    void stubsAreFilledIn() {
        assertEquals(App.slope(0.5), App.steepness(new demo.core.Curve(2.0), 0.5));
        assertEquals(3.0, App.plainSlope(3.0, 5.0));
    }

    @Test
    void testsHaveDerivatives() throws ReflectiveOperationException {
        assertEquals(3.0 * 4.0 + 1.0, (double) AppTest.class.getDeclaredMethod("shifted_dx", double.class).invoke(null, 2.0));
    }

    /** Calls a method of the module, which has no tangent method for it yet. */
    @Differentiable
    static double shifted(double x) {
        return App.cube(x) + x;
    }
}
