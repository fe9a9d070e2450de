//! Classes compiled for Java 1.4: their code cannot have a class for a constant, by which a receiver says that
//! its class was known.

mod common;

use common::Workplace;

const MODEL: (&str, &str) = (
    "Model.java",
    "public class Model {
  double side;
  public Model(double side) { this.side = side; }
  public double area() { return side * side; }
  public double scaled(double x) { return side * side * x * x; }
  public static class Disc extends Model {
    public Disc(double radius) { super(radius); }
    public double area() { return 3 * side * side; }
  }
  public static double both(double x) {
    Model[] all = new Model[2];
    all[0] = new Model(x);
    all[1] = new Disc(x);
    double sum = 0;
    for (int i = 0; i < all.length; i++) sum += all[i].area();
    return sum;
  }
  public static double of(Model model, double x) { model.side = x; return model.area(); }
}",
);

const CHECK: (&str, &str) = (
    "Check.java",
    "public class Check {
  static class Unknown extends Model {
    Unknown() { super(1); }
    public double area() { return 0; }
  }
  static void near(double found, double wanted) { if (found != wanted) throw new AssertionError(found); }
  public static void main(String[] none) {
    near(Model.both_dx(3), 24);
    near(Model.of_dx(new Model(0), 3), 6);
    near(new Model(2).scaled_dx(3), 24);
    near(Model.of_dx(new Model.Disc(0), 3), 18);
    try {
      near(Model.of_dx(new Unknown(), 3), 0);
    } catch (UnsupportedOperationException e) {
      if (e.getMessage().startsWith(\"Check$Unknown\")) System.out.println(\"ok\");
    }
  }
}
",
);

#[test]
fn receivers_of_classes_before_java_5_have_derivatives() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    for name in ["in/Model.class", "in/Model$Disc.class"] {
        let mut bytes = std::fs::read(place.path(name)).unwrap();
        bytes[6..8].copy_from_slice(&48_u16.to_be_bytes());
        place.write(name, bytes);
    }
    place
        .run(&["diff", "in", "-q", "-m", "Model.both", "-m", "Model.of", "-m", "Model.scaled", "-d", "out"])
        .code(0);
    place.javac(&[CHECK], "check", "out:in");
    place.java("check:out:in", "Check");
}
