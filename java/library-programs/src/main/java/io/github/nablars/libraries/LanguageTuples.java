package io.github.nablars.libraries;

import kotlin.Pair;
import kotlin.Triple;
import scala.Function0;
import scala.Function1;
import scala.None$;
import scala.Option;
import scala.Some;
import scala.Tuple2;
import scala.util.Either;
import scala.util.Left;
import scala.util.Right;

/** The tuples and options of Kotlin and Scala, as their compilers use them: numbers are boxes in fields of type Object. */
public final class LanguageTuples {
    private LanguageTuples() {}

    private static Pair<Double, Double> waves(double x) {
        return new Pair<>(Math.sin(x), Math.cos(x));
    }

    /** {@code val (s, c) = waves(x)}. */
    public static double pair(double x) {
        Pair<Double, Double> waves = waves(x);
        return waves.component1() * waves.getSecond();
    }

    public static double triple(double x) {
        Triple<String, Double, Pair<Double, Integer>> t = new Triple<>("abc", x * x, new Pair<>(x, 2));
        return t.getFirst().length() * t.getSecond() * t.getThird().getFirst() * t.getThird().getSecond();
    }

    public static double tuple(double x) {
        Tuple2<Object, Object> t = new Tuple2<>(x * x, "ab");
        return (Double) t._1() * ((String) t.swap()._1()).length();
    }

    @SuppressWarnings("unchecked")
    private static Option<Double> root(double x) {
        return x > 0 ? new Some<>(Math.sqrt(x)) : (Option<Double>) (Option<?>) None$.MODULE$;
    }

    public static double option(double x) {
        Function0<Double> one = () -> 1.0;
        Function1<Double, Double> cube = r -> r * r * r;
        return root(x).map(cube).getOrElse(one) + root(-x).map(cube).getOrElse(one);
    }

    public static double either(double x) {
        Either<String, Double> e = x > 0 ? new Right<>(x * x) : new Left<>("negative");
        return e instanceof Right ? ((Right<String, Double>) e).value() * x : 0;
    }
}
