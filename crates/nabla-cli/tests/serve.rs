//! `serve --stdio`: the version, a request and its answer, questions in between, and how it ends.

mod common;

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

use common::Workplace;

fn serve() -> Child {
    Command::new(env!("CARGO_BIN_EXE_nabla-rs"))
        .args(["serve", "--stdio"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn behind_length(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_be_bytes()[..], bytes].concat()
}

/// The derivative of a static method of one number.
fn request(owner: &str, method: &str, home: &str) -> Vec<u8> {
    let mut message = Vec::new();
    for text in ["derivative", owner, method, "(D)D"] {
        message.extend(behind_length(text.as_bytes()));
    }
    message.push(1);
    message.extend(behind_length(home.as_bytes()));
    // No classes are known, and none comes along.
    message.extend([0; 8]);
    behind_length(&message)
}

fn receive(child: &mut Child) -> Vec<u8> {
    let out = child.stdout.as_mut().unwrap();
    let mut length = [0; 4];
    out.read_exact(&mut length).unwrap();
    let mut message = vec![0; u32::from_be_bytes(length) as usize];
    out.read_exact(&mut message).unwrap();
    message
}

fn version(child: &mut Child) -> [u8; 4] {
    let mut version = [0; 4];
    child.stdout.as_mut().unwrap().read_exact(&mut version).unwrap();
    version
}

#[test]
fn requests_are_answered_until_the_input_ends() {
    let place = Workplace::with_foo();
    let mut child = serve();
    assert_eq!(version(&mut child), [0, 0, 0, 3]);
    let mut input = child.stdin.take().unwrap();
    input.write_all(&request("java/lang/Math", "sin", "demo/Home")).unwrap();
    assert_eq!(receive(&mut child)[0], 1);

    input.write_all(&request("demo/Foo", "value", "")).unwrap();
    let asked = receive(&mut child);
    assert_eq!((asked[0], &asked[5..]), (5, &b"demo/Foo"[..]));
    let foo = std::fs::read(place.path("classes/demo/Foo.class")).unwrap();
    input.write_all(&[1]).unwrap();
    input.write_all(&behind_length(&foo)).unwrap();
    assert_eq!(receive(&mut child)[0], 1);

    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn an_input_that_breaks_off_is_an_error() {
    let mut child = serve();
    version(&mut child);
    let mut input = child.stdin.take().unwrap();
    input.write_all(&[0, 0, 1, 0, 7]).unwrap();
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(3));
}

#[test]
fn without_stdio_it_is_a_usage_error() {
    Workplace::new().run(&["serve"]).code(2);
}
