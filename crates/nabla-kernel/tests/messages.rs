//! Requests and answers as bytes: good ones, damaged ones, and classes that cannot be had.

use nabla_classfile::ClassFile;
use nabla_kernel::wire::{Reader, Tag};
use nabla_kernel::{Classes, answer};

/// Gives these bytes for every class.
struct Always(Option<Vec<u8>>);

impl Classes for Always {
    fn class(&mut self, _name: &str) -> Option<Vec<u8>> {
        self.0.clone()
    }
}

fn text(message: &mut Vec<u8>, text: &str) {
    message.extend((text.len() as u32).to_be_bytes());
    message.extend(text.as_bytes());
}

fn request(kind: &str, owner: &str, method: &str, descriptor: &str, home: &str) -> Vec<u8> {
    let mut message = Vec::new();
    for part in [kind, owner, method, descriptor] {
        text(&mut message, part);
    }
    message.push(1);
    text(&mut message, home);
    // No classes are known, and none comes along.
    message.extend([0; 8]);
    message
}

fn sine() -> Vec<u8> {
    request("derivative", "java/lang/Math", "sin", "(D)D", "demo/Home")
}

#[test]
fn a_rule_becomes_a_kernel_at_home() {
    let answer = answer(&sine(), &mut Always(None));
    let mut reader = Reader::new(&answer);
    assert_eq!(reader.byte(), Ok(Tag::Kernel as u8));
    assert_eq!(reader.text().as_deref(), Ok("()V"));
    // Not dispatched, no effects, no classes known.
    for _ in 0..3 {
        assert_eq!(reader.count(), Ok(0));
    }
    assert_eq!(reader.count(), Ok(1));
    // Its home, and its name.
    assert_eq!(reader.text().as_deref(), Ok("demo/Home"));
    assert_eq!(reader.text().as_deref(), Ok("demo/Home"));
    let class = ClassFile::read(reader.bytes().unwrap()).unwrap();
    assert_eq!(class.name().unwrap(), "demo/Rule$Nabla");
    let interfaces = class.interfaces.iter().map(|&i| class.pool.class_name(i).unwrap().into_owned());
    assert_eq!(interfaces.collect::<Vec<_>>(), ["java/util/function/DoubleUnaryOperator"]);
    assert_eq!(reader.count(), Ok(0));
    assert_eq!(reader.finish(), Ok(()));
}

#[test]
fn every_damaged_request_is_a_fault() {
    let good = sine();
    for length in 0..good.len() {
        assert_eq!(answer(&good[..length], &mut Always(None))[0], Tag::Fault as u8, "{length}");
    }
    let long = [&good[..], &[0]].concat();
    assert_eq!(answer(&long, &mut Always(None))[0], Tag::Fault as u8);
    let unknown = request("integral", "java/lang/Math", "sin", "(D)D", "demo/Home");
    assert_eq!(answer(&unknown, &mut Always(None))[0], Tag::Fault as u8);
}

#[test]
fn a_class_that_is_missing_is_refused_and_a_damaged_one_is_malformed() {
    let request = request("derivative", "demo/Foo", "value", "(D)D", "");
    let missing = answer(&request, &mut Always(None));
    assert_eq!(missing[0], Tag::Refused as u8);
    assert!(String::from_utf8_lossy(&missing).contains("NB0601"));
    let damaged = answer(&request, &mut Always(Some(vec![0xca, 0xfe, 0xba, 0xbe, 0, 0])));
    assert_eq!(damaged[0], Tag::Malformed as u8);
}

#[test]
fn what_the_jdk_captured_itself_is_refused() {
    let request = request("derivative", "java/util/Foo", "lambda$0", "(DD)D", "demo/Home");
    let refused = answer(&request, &mut Always(None));
    assert_eq!(refused[0], Tag::Refused as u8);
    assert!(String::from_utf8_lossy(&refused).contains("NB0601"));
}

#[test]
fn a_signature_that_does_not_fit_is_refused() {
    for descriptor in ["()D", "(Ljava/lang/Double;)D", "(D)Ljava/lang/Double;", "(D", "nonsense"] {
        let request = request("derivative", "demo/Foo", "value", descriptor, "");
        let refused = answer(&request, &mut Always(None));
        assert_eq!(refused[0], Tag::Refused as u8, "{descriptor}");
        assert!(String::from_utf8_lossy(&refused).contains("NB0605"), "{descriptor}");
    }
}
