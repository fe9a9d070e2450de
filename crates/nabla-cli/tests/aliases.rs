//! An array that is passed and that a field or an object holds too, as it is or as a row: what is stored
//! through the one name is seen through the other, or the derivative throws.

mod common;

use common::Workplace;

const ROWS: (&str, &str) = (
    "Rows.java",
    "class Rows {
  double[] own = {1, 2};
  double[][] rows = {own};
  double element(double[] y, double x) { own[0] = x; return y[0] * x; }
  double row(double[] y, double x) { rows[0][0] = x; return y[0] * x; }
  double back(double[] y, double x) { y[0] = x; return rows[0][0] * x; }
}",
);

/// Nobody calls `view`, but who does could read the fields' arrays: so does what gets an array out of an object.
const SEEN: (&str, &str) = (
    "Seen.java",
    "class Seen {
  double[] own = {1, 2};
  static double[] common = {1, 2};
  double element(double[] y, double x) { own[0] = x; return y[0] * x; }
  static double ofClass(double[] y, double x) { common[0] = x; return y[0] * x; }
  double asked(double[] y, Object o, double x) { own[0] = x; return y[0] * x * ((double[]) o).length; }
  Object[] view() { return new Object[] {own, common}; }
}",
);

/// What an object gives is not known to be an array that is passed.
const OBJECTS: (&str, &str) = (
    "Objects.java",
    "import java.util.List;
import java.util.function.Supplier;
class Objects {
  double[] own = {1, 2};
  Object any = own;
  static double object(Object o, double[] y, double x) { y[0] = x; return ((double[]) o)[0] * x; }
  static double into(Object o, double[] y, double x) { ((double[]) o)[0] = x; return y[0] * x; }
  static double called(Object o, double[] y, double x) { set(y, x); return first(o) * x; }
  static double has(Object[] o, double[] y, double x) { y[0] = x; return first(o[1]) * x; }
  static <T> double listed(List<T> o, double[] y, double x) { y[0] = x; return ((double[]) o.get(0))[0] * x; }
  static double supplied(Supplier<double[]> o, double[] y, double x) { y[0] = x; return o.get()[0] * x; }
  static double intoSupplied(Supplier<double[]> o, double[] y, double x) { o.get()[0] = x; return y[0] * x; }
  static double suppliedRow(Supplier<double[][]> o, double[] y, double x) { y[0] = x; return o.get()[0][0] * x; }
  static double assigned(Supplier<double[]> o, double[] y, double x) {
    y[0] = x;
    y = new double[1];
    return o.get()[0] * x;
  }
  static double looped(Supplier<double[]> o, double[] y, double x) {
    double sum = 0;
    for (int i = 0; i < 2; i++) {
      y[0] = x;
      sum += o.get()[0] * x / 2;
    }
    return sum;
  }
  static double advanced(java.util.Iterator<?> o, double[] y, double x) {
    y[0] = x;
    while (o.hasNext()) o.next();
    return y[0] * x;
  }
  static double buffered(java.nio.DoubleBuffer o, double[] y, double x) { y[0] = x; return o.get(0) * x; }
  static double applied(java.util.function.IntToDoubleFunction o, double[] y, double x) {
    y[0] = x;
    return o.applyAsDouble(0) * x;
  }
  static double put(java.nio.DoubleBuffer o, double[] y, double x) { o.put(0, x); return y[0] * x; }
  double field(double[] y, double x) { y[0] = x; return ((double[]) any)[0] * x; }
  private static double set(double[] y, double x) { return y[0] = x; }
  private static double first(Object o) { return ((double[]) o)[0]; }
}",
);

/// It knows nothing of `Objects`, and nothing there knows it.
const WRITER: (&str, &str) = (
    "Writer.java",
    "class Writer implements java.util.Iterator<Object> {
  double[] into;
  boolean done;
  public boolean hasNext() { return !done; }
  public Object next() { done = true; into[0] = 1; return null; }
}",
);

/// What each gradient of a test is; all are of the function x * x.
const TELL: (&str, &str) = (
    "Tell.java",
    "import java.nio.file.*;
import java.util.*;
class Tell {
  interface Call { void into(double[] gradient); }
  static final List<String> told = new ArrayList<>();
  static void tell(String name, Call call) {
    double[] gradient = new double[3];
    try {
      call.into(gradient);
      told.add(name + ' ' + Arrays.toString(gradient));
    } catch (IllegalStateException e) {
      told.add(name + ' ' + e.getMessage());
    }
  }
  static void compare() throws java.io.IOException {
    boolean same = told.equals(Files.readAllLines(Path.of(\"expected\")));
    System.out.println(same ? \"ok\" : String.join(System.lineSeparator(), told));
  }
}",
);

const FIELDS: (&str, &str) = (
    "Fields.java",
    "class Fields extends Tell {
  public static void main(String[] none) throws java.io.IOException {
    Rows rows = new Rows();
    Seen seen = new Seen();
    tell(\"element\", g -> rows.element_grad(rows.own, 3, g));
    tell(\"row\", g -> rows.row_grad(rows.rows[0], 3, g));
    tell(\"back\", g -> rows.back_grad(rows.rows[0], 3, g));
    double[] t = {0};
    rows.row_jvp(rows.rows[0], 3, new double[2], 1, t);
    told.add(\"jvp \" + t[0]);
    tell(\"seen\", g -> seen.element_grad(seen.own, 3, g));
    tell(\"asked\", g -> seen.asked_grad(seen.own, new double[1], 3, g));
    tell(\"ofClass\", g -> Seen.ofClass_grad(Seen.common, 3, g));
    tell(\"another\", g -> seen.element_grad(new double[] {5, 6}, 3, g));
    compare();
  }
}",
);

const FOREIGN: (&str, &str) = (
    "Foreign.java",
    "import java.util.List;
class Foreign extends Tell {
  static <T> java.util.function.Supplier<T> gives(T array) {
    return new java.util.function.Supplier<T>() { public T get() { return array; } };
  }
  public static void main(String[] none) throws java.io.IOException {
    double[] y = {1, 2};
    double[] z = {5, 6};
    double[][] rows = {y};
    tell(\"object\", g -> Objects.object_grad(y, y, 3, g));
    tell(\"into\", g -> Objects.into_grad(y, y, 3, g));
    tell(\"called\", g -> Objects.called_grad(y, y, 3, g));
    tell(\"has\", g -> Objects.has_grad(new Object[] {z, y}, y, 3, g));
    tell(\"listed\", g -> Objects.listed_grad(List.of(y), y, 3, g));
    tell(\"supplied\", g -> Objects.supplied_grad(gives(y), y, 3, g));
    tell(\"intoSupplied\", g -> Objects.intoSupplied_grad(gives(y), y, 3, g));
    tell(\"suppliedRow\", g -> Objects.suppliedRow_grad(gives(new double[][] {y}), y, 3, g));
    tell(\"assigned\", g -> Objects.assigned_grad(gives(y), y, 3, g));
    tell(\"looped\", g -> Objects.looped_grad(gives(y), y, 3, g));
    Objects objects = new Objects();
    tell(\"field\", g -> objects.field_grad(objects.own, 3, g));
    Writer writer = new Writer();
    writer.into = y;
    tell(\"buffered\", g -> Objects.buffered_grad(java.nio.DoubleBuffer.wrap(y), y, 3, g));
    tell(\"read only\", g -> Objects.buffered_grad(java.nio.DoubleBuffer.wrap(y).asReadOnlyBuffer(), y, 3, g));
    java.nio.DoubleBuffer direct = java.nio.ByteBuffer.allocateDirect(8).asDoubleBuffer().put(0, 5);
    tell(\"read only itself\", g -> Objects.buffered_grad(direct.asReadOnlyBuffer(), y, 3, g));
    tell(\"applied\", g -> Objects.applied_grad(i -> y[i], y, 3, g));
    tell(\"appliedRow\", g -> Objects.applied_grad(i -> rows[i][i], y, 3, g));
    tell(\"applied to another\", g -> Objects.applied_grad(i -> z[i], y, 3, g));
    tell(\"put\", g -> Objects.put_grad(java.nio.DoubleBuffer.wrap(y), y, 3, g));
    tell(\"other buffer\", g -> Objects.buffered_grad(java.nio.DoubleBuffer.allocate(2).put(0, 5), y, 3, g));
    tell(\"no buffer\", g -> { try { Objects.buffered_grad(null, y, 3, g); } catch (NullPointerException e) { g[2] = 1; } });
    tell(\"advanced\", g -> Objects.advanced_grad(writer, y, 3, g));
    tell(\"another object\", g -> Objects.object_grad(z, y, 3, g));
    tell(\"another array\", g -> Objects.intoSupplied_grad(() -> z, new double[] {5, 6}, 3, g));
    compare();
  }
}",
);

fn not_followed(class: &str, what: &str, read: &str) -> String {
    format!("{class}: {what}, and the derivative through `{read}` is not followed (nabla-rs)")
}

#[test]
fn what_is_stored_through_a_field_is_seen_in_a_parameter_or_told() {
    let place = Workplace::new();
    place.javac(&[ROWS, SEEN], "in", "");
    place.run(&["diff", "in", "-m", "Rows.*", "-m", "Seen.*", "--form", "jvp,grad", "-d", "out"]).code(0);
    place.javac(&[TELL, FIELDS], "tell", "out:in");
    let expected = [
        "element [0.0, 0.0, 6.0]".to_owned(),
        "row [0.0, 0.0, 6.0]".to_owned(),
        "back [0.0, 0.0, 6.0]".to_owned(),
        "jvp 6.0".to_owned(),
        format!("seen {}", not_followed("Seen", "`own` and `y` are one array", "y")),
        format!("asked {}", not_followed("Seen", "`own` and `y` are one array", "y")),
        format!("ofClass {}", not_followed("Seen", "`common` and `y` are one array", "y")),
        "another [3.0, 0.0, 5.0]".to_owned(),
    ];
    place.write("expected", expected.join("\n"));
    place.java("tell:out:in", "Fields");
}

#[test]
fn an_array_that_an_object_gives_and_that_is_passed_is_told() {
    let place = Workplace::new();
    place.javac(&[OBJECTS, WRITER], "in", "");
    place.run(&["diff", "in", "-m", "Objects.*", "--form", "grad", "-d", "out"]).code(0);
    place.javac(&[TELL, FOREIGN], "tell", "out:in");
    let told = |name: &str, one: &str, other: &str, read: &str| {
        let what = format!("`{one}` and `{other}` are one array");
        format!("{name} {}", not_followed("Objects", &what, read))
    };
    let expected = [
        told("object", "y", "o", "o"),
        told("into", "an object", "y", "y"),
        told("called", "y", "o", "o"),
        format!("has {}", not_followed("Objects", "`y` is a row of `o`", "o")),
        told("listed", "y", "get()", "get()"),
        told("supplied", "y", "get()", "get()"),
        told("intoSupplied", "get()", "y", "y"),
        format!("suppliedRow {}", not_followed("Objects", "`y` is a row of `get()`", "get()")),
        told("assigned", "y", "get()", "get()"),
        told("looped", "y", "get()", "get()"),
        told("field", "y", "an object", "an object"),
        told("buffered", "y", "o", "o"),
        format!("read only {}", not_followed("Objects", "`o` is read-only, and may show `y`", "o")),
        "read only itself [0.0, 0.0, 5.0]".to_owned(),
        format!("applied {}", not_followed("Objects", "`y` is an array that `o` captured", "o")),
        format!("appliedRow {}", not_followed("Objects", "`y` is an array that `o` captured", "o")),
        "applied to another [0.0, 0.0, 5.0]".to_owned(),
        told("put", "y", "o", "o"),
        "other buffer [0.0, 0.0, 5.0]".to_owned(),
        "no buffer [0.0, 0.0, 1.0]".to_owned(),
        told("advanced", "y", "o.into", "o.into"),
        "another object [0.0, 0.0, 5.0]".to_owned(),
        "another array [3.0, 0.0, 5.0]".to_owned(),
    ];
    place.write("expected", expected.join("\n"));
    place.java("tell:out:in", "Foreign");
}

/// An object has what its class and those above declare; two objects of other classes may hold one array.
const SOURCES: (&str, &str) = (
    "Sources.java",
    "class Sources {
  interface Source { double get(); }
  static class One implements Source {
    double[] one;
    public double get() { return one[0]; }
  }
  static class Below extends One {
    double[] below;
    public double get() { return below[0]; }
  }
  static class Other implements Source {
    double[] other;
    public double get() { return other[0]; }
  }
  static class Middle extends One {}
  static class Far extends Middle implements Source {
    double[] far;
    public double get() { return far[0]; }
  }
  static double far(Source both, double x) { ((One) both).one[0] = x; return both.get() * x; }
  static double two(One into, Source from, double x) { into.one[0] = x; return from.get() * x; }
  static double own(Below both, double x) { both.one[0] = x; return both.get() * x; }
}",
);

const HELD: (&str, &str) = (
    "Held.java",
    "class Held extends Tell {
  public static void main(String[] none) throws java.io.IOException {
    double[] y = {1, 2};
    Sources.One one = new Sources.One();
    Sources.Other other = new Sources.Other();
    Sources.Below below = new Sources.Below();
    one.one = other.other = below.one = below.below = y;
    tell(\"two\", g -> Sources.two_grad(one, other, 3, g));
    tell(\"below\", g -> Sources.two_grad(below, below, 3, g));
    tell(\"own\", g -> Sources.own_grad(below, 3, g));
    tell(\"same\", g -> Sources.two_grad(one, one, 3, g));
    Sources.Far far = new Sources.Far();
    far.one = far.far = y;
    tell(\"far\", g -> Sources.far_grad(far, 3, g));
    other.other = new double[] {5, 6};
    tell(\"another\", g -> Sources.two_grad(one, other, 3, g));
    compare();
  }
}",
);

#[test]
fn an_array_that_two_objects_or_two_fields_hold_is_told() {
    let place = Workplace::new();
    place.javac(&[SOURCES], "in", "");
    // What extends a class that is not at hand may extend any by it.
    std::fs::remove_file(place.path("in/Sources$Middle.class")).unwrap();
    place.run(&["diff", "in", "-m", "Sources.*", "--form", "grad", "-d", "out"]).code(0);
    place.javac(&[SOURCES], "in", "");
    place.javac(&[TELL, HELD], "tell", "out:in");
    let told = |name: &str, one: &str, other: &str| {
        let what = format!("`{one}` and `{other}` are one array");
        format!("{name} {}", not_followed("Sources", &what, other))
    };
    let expected = [
        told("two", "into.one", "from.other"),
        told("below", "into.one", "into.below"),
        told("own", "both.one", "both.below"),
        "same [6.0, 0.0, 0.0]".to_owned(),
        told("far", "both.one", "both.far"),
        "another [5.0, 0.0, 0.0]".to_owned(),
    ];
    place.write("expected", expected.join("\n"));
    place.java("tell:out:in", "Held");
}

/// Objects among others hold an array that is passed.
const AMONG: (&str, &str) = (
    "Among.java",
    "import java.util.*;
import java.util.function.DoubleUnaryOperator;
class Among {
  static class Curve { double[] p; Curve(double[] p) { this.p = p; } double at(double t) { return p[0] * t; } }
  static class Table { double[][] rows; Table(double[][] rows) { this.rows = rows; } }
  List<Curve> own = new ArrayList<>();
  static Map<String, Curve> common = new HashMap<>();
  static double listed(List<Curve> o, double[] y, double x) { y[0] = x; return o.get(0).at(2); }
  static double looped(Collection<Curve> o, double[] y, double x) { y[0] = x; double s = 0; for (Curve c : o) s += c.at(2); return s; }
  static double mapped(Map<String, Curve> o, double[] y, double x) { y[0] = x; return o.get(\"a\").at(2); }
  static double array(Curve[] o, double[] y, double x) { y[0] = x; return o[0].at(2); }
  static double deep(List<List<Curve>> o, double[] y, double x) { y[0] = x; return o.get(0).get(0).at(2); }
  static double row(List<Table> o, double[] y, double x) { y[0] = x; return o.get(0).rows[0][0] * 2; }
  static double functions(List<DoubleUnaryOperator> o, double[] y, double x) { y[0] = x; return o.get(0).applyAsDouble(2); }
  double held(double[] y, double x) { y[0] = x; return own.get(0).at(2); }
  static double ofClass(double[] y, double x) { y[0] = x; return common.get(\"a\").at(2); }
}",
);

const AMONG_CHECK: (&str, &str) = (
    "AmongCheck.java",
    "import java.util.*;
class AmongCheck {
  interface Call { double get(); }
  static void throwsOne(Call call) {
    try {
      System.out.println(\"no exception: \" + call.get());
    } catch (IllegalStateException e) {
      if (!e.getMessage().contains(\"is not followed (nabla-rs)\")) throw e;
    }
  }
  static void zero(double slope) { if (slope != 0) throw new AssertionError(slope); }
  public static void main(String[] none) {
    double[] y = {1, 2}, other = {1, 2};
    List<Among.Curve> list = List.of(new Among.Curve(other), new Among.Curve(y));
    throwsOne(() -> Among.listed_dx(list, y, 3));
    throwsOne(() -> Among.looped_dx(new HashSet<>(list), y, 3));
    throwsOne(() -> Among.mapped_dx(Map.of(\"a\", list.get(1)), y, 3));
    throwsOne(() -> Among.array_dx(new Among.Curve[] {list.get(1)}, y, 3));
    throwsOne(() -> Among.deep_dx(List.of(list), y, 3));
    throwsOne(() -> Among.row_dx(List.of(new Among.Table(new double[][] {other, y})), y, 3));
    java.util.function.DoubleUnaryOperator f = t -> y[0] * t;
    throwsOne(() -> Among.functions_dx(List.of(f), y, 3));
    Among among = new Among();
    among.own.add(list.get(1));
    throwsOne(() -> among.held_dx(y, 3));
    Among.common.put(\"a\", list.get(1));
    throwsOne(() -> Among.ofClass_dx(y, 3));
    // Other arrays, none, and what is no collection of the program's.
    double[] apart = {1, 2};
    zero(Among.listed_dx(list, apart, 3));
    zero(Among.looped_dx(list, apart, 3));
    zero(Among.mapped_dx(Map.of(\"a\", list.get(1)), apart, 3));
    zero(Among.deep_dx(List.of(list), apart, 3));
    zero(Among.row_dx(List.of(new Among.Table(new double[][] {other, y})), apart, 3));
    zero(among.held_dx(apart, 3));
    zero(Among.ofClass_dx(apart, 3));
    System.out.println(\"ok\");
  }
}",
);

/// Differentiates a class by `x` alone, and runs a program that checks what comes of it.
fn check(program: (&str, &str), methods: &str, check: (&str, &str)) {
    let place = Workplace::new();
    place.javac(&[program], "in", "");
    place.run(&["diff", "in", "-q", "-m", methods, "--wrt", "x", "--form", "partial", "-d", "out"]).code(0);
    place.javac(&[check], "check", "out:in");
    place.java("check:out:in", check.0.trim_end_matches(".java"));
}

#[test]
fn arrays_that_objects_among_others_hold() {
    check(AMONG, "Among.*", AMONG_CHECK);
}

/// Two fields may hold one array, as their class shows; who sets the third says nothing of it.
const THREE: (&str, &str) = (
    "Three.java",
    "class Three {
  static class Leaf { double[] held = new double[2]; }
  static Leaf leaf = new Leaf();
  static double[] third = {1, 2};
  double[] own = leaf.held;
  double through(double x) { own[0] += x; return leaf.held[0] * x; }
  static void reset() { third = new double[] {leaf.held[0], third[0]}; }
  double both(double x) { third[1] = x; own[0] += x; return leaf.held[0] * leaf.held[1]; }
}",
);

const THREE_CHECK: (&str, &str) = (
    "ThreeCheck.java",
    "class ThreeCheck {
  static void is(double wanted, double found) { if (wanted != found) throw new AssertionError(found + \", not \" + wanted); }
  public static void main(String[] none) {
    Three three = new Three();
    is(3, three.through_dx(3) / 2);
    Three.third = three.own;
    three.own[0] = 0;
    is(3, three.through_dx(3) / 2);
    three.own[0] = 0;
    is(3, three.both_dx(3) / 2);
    Three.third = Three.leaf.held = three.own = new double[2];
    is(3, three.both_dx(3) / 2);
    System.out.println(\"ok\");
  }
}",
);

#[test]
fn what_three_fields_hold_has_one_tangent_array() {
    check(THREE, "Three.*", THREE_CHECK);
}

/// Constants are stored into an array of independents, by its other name.
const WRITTEN: (&str, &str) = (
    "Written.java",
    "import java.util.Arrays;
class Written {
  double[] own = {1, 2};
  static double parameter(double[] y, double[] s) { s[0] = 5; return y[0] * s[0]; }
  static double filled(double[] y, double[] s) { Arrays.fill(s, 5); return y[0] * s[0]; }
  static double copied(double[] y, double[] s) { System.arraycopy(new double[] {5}, 0, s, 0, 1); return y[0] * s[0]; }
  static double called(double[] y, double[] s) { set(s); return y[0] * s[0]; }
  private static double set(double[] y) { return y[0] = 5; }
  static double row(double[] y, double[][] s) { s[1][0] = 5; return y[0] * s[1][0]; }
  double field(double[] y) { own[0] *= 2; return y[0] * own[0]; }
  static double read(double[] y, double[] s) { return y[0] * s[1]; }
}",
);

const WRITTEN_TELL: (&str, &str) = (
    "WrittenTell.java",
    "class WrittenTell extends Tell {
  public static void main(String[] none) throws java.io.IOException {
    Written written = new Written();
    double[] y = {3, 2};
    tell(\"parameter\", g -> Written.parameter_grad(y, y, g));
    tell(\"filled\", g -> Written.filled_grad(y, y, g));
    tell(\"copied\", g -> Written.copied_grad(y, y, g));
    tell(\"called\", g -> Written.called_grad(y, y, g));
    tell(\"row\", g -> Written.row_grad(y, new double[][] {{1}, y}, g));
    tell(\"field\", g -> written.field_grad(written.own, g));
    tell(\"read\", g -> Written.read_grad(y, y, g));
    tell(\"others\", g -> Written.parameter_grad(y, new double[2], g));
    tell(\"another\", g -> written.field_grad(y, g));
    compare();
  }
}",
);

#[test]
fn constants_that_are_stored_through_another_name_are_told() {
    let place = Workplace::new();
    place.javac(&[WRITTEN], "in", "");
    place.run(&["diff", "in", "-q", "-m", "Written.*", "--wrt", "y", "--form", "grad", "-d", "out"]).code(0);
    place.javac(&[TELL, WRITTEN_TELL], "tell", "out:in");
    let told = |name: &str, what: &str, read: &str| format!("{name} {}", not_followed("Written", what, read));
    let expected = [
        told("parameter", "`y` and `s` are one array", "s"),
        told("filled", "`y` and `s` are one array", "s"),
        told("copied", "`y` and `s` are one array", "s"),
        told("called", "`y` and `s` are one array", "s"),
        told("row", "`y` is a row of `s`", "s"),
        told("field", "`y` and `own` are one array", "own"),
        "read [2.0, 0.0, 0.0]".to_owned(),
        "others [5.0, 0.0, 0.0]".to_owned(),
        "another [2.0, 0.0, 0.0]".to_owned(),
    ];
    place.write("expected", expected.join("\n"));
    place.java("tell:out:in", "WrittenTell");
}
