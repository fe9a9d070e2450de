//! Messages of exceptions: what is said in them is text, and lost where a parser gives it back.

mod common;

use common::Workplace;

const MODEL: (&str, &str) = (
    "Model.java",
    "import java.io.*;
class Model {
  static class Own extends RuntimeException { Own(String s, Throwable c) { super(s, c); } Own(String s) { super(s); } }
  static double number(String s) { return Double.parseDouble(s); }
  static double thrown(double x) { throw new IllegalStateException(\"\" + x); }
  static double own(double x) { throw new Own(\"\" + x); }
  static double message(double x) { try { throw new IllegalArgumentException(\"\" + x); } catch (IllegalArgumentException e) { return number(e.getMessage()); } }
  static double called(double x) { try { return thrown(x); } catch (IllegalStateException e) { return number(e.getMessage()); } }
  static double localised(double x) { try { return own(x); } catch (Own e) { return number(e.getLocalizedMessage()); } }
  static double text(double x) { try { return own(x); } catch (RuntimeException e) { return number(e.toString().substring(11)); } }
  static double joined(double x) { try { return own(x); } catch (RuntimeException e) { return number((\"\" + e).substring(11)); } }
  static double cause(double x) { return number(new Own(\"w\", new Own(\"\" + x)).getCause().getMessage()); }
  static double suppressed(double x) { Own e = new Own(\"w\"); e.addSuppressed(new Own(\"\" + x)); return number(e.getSuppressed()[0].getMessage()); }
  static double printed(double x) { StringWriter w = new StringWriter(); new Own(\"\" + x).printStackTrace(new PrintWriter(w)); return number(w.toString().substring(11, 14)); }
  static Exception kept;
  static double field(double x) { kept = new Exception(\"\" + x); return number(kept.getMessage()); }
  static double element(double x) { Object[] all = {new Exception(\"\" + x)}; return number(((Exception) all[0]).getMessage()); }
}",
);

#[test]
fn what_a_message_says_is_lost_where_it_is_read_as_a_number() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    let names = "message called localised text joined cause suppressed printed field element";
    for name in names.split(' ') {
        let method = format!("Model.{name}");
        place.run(&["check", "in", "-m", &method]).code(1).says(&["error[NB02"]);
    }
}
