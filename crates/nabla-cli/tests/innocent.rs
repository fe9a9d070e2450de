//! Implementations of an interface that can be followed are, whatever another one does to fields they share.

mod common;

use common::Workplace;

const CURVE: (&str, &str) = (
    "demo/Curve.java",
    r#"
package demo;

public interface Curve {
    double value(double x);
}
"#,
);

const POLYNOMIAL: (&str, &str) = (
    "demo/Polynomial.java",
    r#"
package demo;

public class Polynomial implements Curve {
    private final double[] coefficients;

    public Polynomial(double... coefficients) {
        this.coefficients = coefficients.clone();
    }

    @Override
    public double value(double x) {
        double sum = 0;
        for (int i = coefficients.length; i-- > 0;) {
            sum = sum * x + coefficients[i];
        }
        return sum;
    }

    /** What becomes of the coefficients then is not followed. */
    double greatest() {
        return java.nio.DoubleBuffer.wrap(coefficients).get(0);
    }
}
"#,
);

const SINE: (&str, &str) = (
    "demo/Sine.java",
    r#"
package demo;

public class Sine implements Curve {
    @Override
    public double value(double x) {
        return Math.sin(x);
    }
}
"#,
);

const MEMO: (&str, &str) = (
    "demo/Memo.java",
    r#"
package demo;

public class Memo implements Curve {
    private final Polynomial polynomial;
    private double last;

    public Memo(Polynomial polynomial) {
        this.polynomial = polynomial;
    }

    @Override
    public double value(double x) {
        last = polynomial.value(x);
        return last;
    }
}
"#,
);

const GUILTY: (&str, &str) = (
    "demo/Guilty.java",
    r#"
package demo;

public class Guilty implements Curve {
    @Override
    public double value(double x) {
        return new Polynomial(x, 1).greatest();
    }
}
"#,
);

const PRICE: (&str, &str) = (
    "demo/Price.java",
    r#"
package demo;

public class Price {
    private final Curve curve;

    public Price(Curve curve) {
        this.curve = curve;
    }

    /** Of a curve that stores what it computes. */
    public static Price remembering(double... coefficients) {
        return new Price(new Memo(new Polynomial(coefficients)));
    }

    public double at(double x) {
        return curve.value(x) * Math.sin(x);
    }
}
"#,
);

const MAIN: (&str, &str) = (
    "Main.java",
    r#"
import demo.*;

public class Main {
    public static void main(String[] args) {
        double x = 2;
        // p(x) = 1 + 2 x + 3 x^2: p(2) = 17 and p'(2) = 14.
        double expected = 14 * Math.sin(x) + 17 * Math.cos(x);
        for (Price price : new Price[] {new Price(new Polynomial(1, 2, 3)), Price.remembering(1, 2, 3)}) {
            double found = price.at_dx(x);
            if (!(Math.abs(found - expected) < 1e-13)) {
                throw new AssertionError(found + " is not " + expected);
            }
        }
        try {
            new Price(new Guilty()).at_dx(x);
        } catch (UnsupportedOperationException e) {
            if (e.getMessage().contains("demo.Guilty")) {
                System.out.println("ok");
            }
        }
    }
}
"#,
);

#[test]
fn a_class_is_followed_though_another_exposes_its_field() {
    let place = Workplace::new();
    place.javac(&[CURVE, POLYNOMIAL, SINE, MEMO, GUILTY, PRICE], "classes", "");
    place.run(&["diff", "classes", "-m", "demo.Price.at"]).code(0);
    place.javac(&[MAIN], "main", "nabla-out:classes");
    place.java("main:nabla-out:classes", "Main");
}
