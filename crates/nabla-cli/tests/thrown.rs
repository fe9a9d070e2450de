//! Where nothing leads to the result but a body that throws in place of its tangent, a warning says so.

mod common;

use common::Workplace;

/// One visitor's results are boxes of `float`, the other's are objects: what `accept` gives is neither for sure.
const TREE: (&str, &str) = (
    "Tree.java",
    "public class Tree {
  interface Visitor<R> { R leaf(double value); R product(Node left, Node right); }
  interface Node { <R> R accept(Visitor<R> visitor); }
  record Leaf(double value) implements Node {
    public <R> R accept(Visitor<R> visitor) { return visitor.leaf(value); }
  }
  record Product(Node left, Node right) implements Node {
    public <R> R accept(Visitor<R> visitor) { return visitor.product(left, right); }
  }
  static class Value implements Visitor<Float> {
    public Float leaf(double value) { return (float) (value * value); }
    public Float product(Node left, Node right) { return left.accept(this) * right.accept(this); }
  }
  static class Copy implements Visitor<Node> {
    public Node leaf(double value) { return new Leaf(value); }
    public Node product(Node left, Node right) { return new Product(left.accept(this), right.accept(this)); }
  }
  public static double value(double x, double y) { return new Product(new Leaf(x), new Leaf(x * y)).accept(new Value()); }
}",
);

const CHECK: (&str, &str) = (
    "Check.java",
    "public class Check {
  public static void main(String[] none) {
    try {
      double derivative = Tree.value_dx(2, 3);
      throw new AssertionError(derivative);
    } catch (UnsupportedOperationException e) {
      if (!e.getMessage().contains(\"Tree$Leaf.accept\")) throw e;
    }
    System.out.println(\"ok\");
  }
}",
);

#[test]
fn what_throws_is_a_warning() {
    let place = Workplace::new();
    place.javac(&[TREE], "in", "");
    place.run(&["diff", "in", "-m", "Tree.value", "-d", "out"]).code(0).says(&[
        "warning[NB0307]: the derivative throws where it meets `Tree$Leaf.accept`",
        "called from `Tree.value` (Tree.java:18)",
    ]);
    place.javac(&[CHECK], "check", "out:in");
    place.java("check:out:in", "Check");
}
