package demo.app;

import demo.lib.Apart;
import demo.lib.Curve;

/** Compiles against the derivative that the other project's classes get. */
public final class App {
    private App() {
    }

    public static void main(String[] arguments) {
        System.out.println(Apart.name() + " " + new Curve(2.0).value_dt(5.0));
    }
}
