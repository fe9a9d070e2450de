//! Kotlin and Scala with their libraries on the class path: thousands of the classes there are functions, and
//! none of those that a program has nothing to do with may spoil the calls of its own.

mod common;

use common::Workplace;
use nabla_filetest::compilers::{Compiler, Compilers, Run};
use nabla_filetest::jdk;
use std::path::PathBuf;

const KOTLIN: &str = "
package demo
import kotlin.math.*

fun root(f: (Double) -> Double, start: Double): Double {
    var x = start
    repeat(40) { x -= f(x) / (2 * x) }
    return x
}
fun length(a: Double, b: Double): Double { val c = a * a + b * b; return root({ it * it - c }, 2.0) }

infix fun ((Double) -> Double).then(g: (Double) -> Double): (Double) -> Double = { g(this(it)) }
fun composed(a: Double): Double { val square = { x: Double -> x * x }; return (square then ::sin then { it + a })(a) }

class Vec(val x: Double, val y: Double) { val norm get() = sqrt(x * x + y * y) }
fun norms(a: Double, b: Double): Double = listOf(Vec(a, b), Vec(b, b)).sumOf { it.norm }

interface Priced { fun price(r: Double): Double }
data class Fixed(val p: Double) : Priced { override fun price(r: Double) = p * r }
data class Bond(val coupon: Double, val years: Int) : Priced {
    override fun price(r: Double) = (1..years).sumOf { coupon * exp(-r * it) }
}
class Book(val parts: List<Priced>) { fun value(r: Double) = parts.sumOf { it.price(r) } }
fun book(r: Double, c: Double): Double = Book(listOf(Fixed(c), Bond(c, 3))).value(r)
";

const SCALA: &str = "
package demo
trait Base { val k: Double = 2.0; def f(x: Double): Double = x * k }
trait Squared extends Base { override def f(x: Double): Double = super.f(x) * x }
trait Sine extends Base { override def f(x: Double): Double = math.sin(super.f(x)) }
class First extends Base with Sine with Squared
class Second extends Base with Squared with Sine

object Functions:
  def loops(a: Double, b: Double): Double =
    var s = 0.0
    for i <- 1 to 3; j <- 0 until i do s += math.pow(a, i) * math.cos(b * j)
    s
  def mixed(a: Double): Double = First().f(a)
  def mixedOtherwise(a: Double): Double = Second().f(a)
";

const CHECK: (&str, &str) = (
    "Check.java",
    "import demo.*;
public class Check {
  static void near(String what, double found, double expected) {
    if (!(Math.abs(found - expected) <= 1e-12 * Math.max(1, Math.abs(expected)))) {
      throw new AssertionError(what + \": \" + found + \", expected \" + expected);
    }
  }
  public static void main(String[] none) {
    double a = 0.7, b = 1.3;
    near(\"length by a\", KotlinKt.length_da(a, b), a / Math.hypot(a, b));
    near(\"length by b\", KotlinKt.length_db(a, b), b / Math.hypot(a, b));
    near(\"composed\", KotlinKt.composed_da(a), 2 * a * Math.cos(a * a) + 1);
    near(\"norms by a\", KotlinKt.norms_da(a, b), a / Math.hypot(a, b));
    near(\"norms by b\", KotlinKt.norms_db(a, b), b / Math.hypot(a, b) + Math.sqrt(2));
    double byRate = b, byCoupon = a;
    for (int t = 1; t <= 3; t++) {
      byRate -= t * b * Math.exp(-a * t);
      byCoupon += Math.exp(-a * t);
    }
    near(\"book by rate\", KotlinKt.book_dr(a, b), byRate);
    near(\"book by coupon\", KotlinKt.book_dc(a, b), byCoupon);
    double loops = 0;
    for (int i = 1; i <= 3; i++) for (int j = 0; j < i; j++) loops += i * Math.pow(a, i - 1) * Math.cos(b * j);
    near(\"loops by a\", Functions$.MODULE$.loops_da(a, b), loops);
    near(\"mixed\", Functions$.MODULE$.mixed_da(a), 2 * a * Math.cos(2 * a) + Math.sin(2 * a));
    near(\"mixed otherwise\", Functions$.MODULE$.mixedOtherwise_da(a), 4 * a * Math.cos(2 * a * a));
    System.out.println(\"ok\");
  }
}",
);

/// Puts the class files of a source into the directory that is named as the language; the jars that they need.
fn compiled(place: &Workplace, compiler: Compiler, file: &str, source: &str) -> Vec<PathBuf> {
    let jdks = jdk::find();
    let compilers = Compilers::fetch(&jdks[0]).unwrap_or_else(|problem| panic!("NOT RUN: {problem}"));
    place.write(file, source);
    let into = place.path(file.split('.').next().unwrap());
    let run = Run { release: 17, sources: vec![place.path(file)], into };
    compilers.compile(compiler, &[run], &place.path("scratch")).unwrap();
    compilers.libraries(compiler)
}

fn joined(paths: &[Vec<PathBuf>]) -> String {
    let texts: Vec<_> = paths.iter().flatten().map(|path| path.to_string_lossy()).collect();
    texts.join(":")
}

#[test]
fn functions_of_libraries_do_not_spoil_those_of_the_program() {
    let place = Workplace::new();
    let kotlin = compiled(&place, Compiler::Kotlin, "Kotlin.kt", KOTLIN);
    let scala = compiled(&place, Compiler::Scala, "Scala.scala", SCALA);
    let all = joined(&[kotlin, scala]);
    // Kotlin's with Scala's library, too, of which it uses nothing.
    let pattern = ["-m", "demo.KotlinKt.*"];
    let common = ["diff", "-q", "--form", "partial", "-d", "out", "-cp", &all];
    place.run(&[&common[..], &["Kotlin"], &pattern].concat()).code(0);
    place.run(&[&common[..], &["Scala", "-m", "demo.Functions$.*"]].concat()).code(0);
    let class_path = format!("out:Kotlin:Scala:{all}");
    place.javac(&[CHECK], "check", &class_path);
    place.java(&format!("check:{class_path}"), "Check");
}
