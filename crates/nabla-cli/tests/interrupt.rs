//! A run that a signal ends leaves nothing new, half or temporary.
#![cfg(unix)]

mod common;

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::Workplace;

fn start(place: &Workplace, args: &[&str]) -> Child {
    let program = assert_cmd::cargo::cargo_bin("nabla-rs");
    let mut command =
        Command::new(if cfg!(target_os = "linux") { "env".as_ref() } else { program.as_path() });
    // A test in the background of a shell has inherited that it ignores some signals.
    if cfg!(target_os = "linux") {
        command.arg("--default-signal=INT,HUP").arg(&program);
    }
    command
        .current_dir(place.path("."))
        .env("TMPDIR", place.path("tmp"))
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn send(signal: &str, process: u32) -> bool {
    let mut kill = Command::new("kill");
    kill.args([signal, &process.to_string()]).stderr(Stdio::null()).status().unwrap().success()
}

/// Waits for a condition; false if the process ended or a minute passed before it held.
fn wait_until(child: &mut Child, condition: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while !condition() {
        if child.try_wait().unwrap().is_some() || start.elapsed() > Duration::from_secs(60) {
            return false;
        }
        std::thread::sleep(Duration::from_micros(200));
    }
    true
}

fn has_temporary(directory: &Path) -> bool {
    let Ok(mut entries) = fs::read_dir(directory) else { return false };
    entries.any(|entry| entry.unwrap().file_name().to_string_lossy().starts_with(".nabla-"))
}

/// A jar that takes a while to write.
fn large_jar(place: &Workplace) {
    place.write("classes/large.bin", vec![7; 96 << 20]);
    let output = Command::new(common::jdk_tool("jar"))
        .current_dir(place.path("classes"))
        .args(["-0", "-c", "-f", "../large.jar", "demo", "large.bin"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::remove_file(place.path("classes/large.bin")).unwrap();
}

/// Runs until a signal has hit in the middle of writing: a run may be faster than the test.
fn interrupted_while_writing(place: &Workplace, args: &[&str], watched: &str, signal: (&str, i32)) {
    let names = |place: &Workplace| place.snapshot().into_keys().collect::<Vec<_>>();
    let before = names(place);
    for _ in 0..40 {
        let mut child = start(place, args);
        let seen = wait_until(&mut child, || has_temporary(&place.path(watched)));
        send(signal.0, child.id());
        let status = child.wait().unwrap();
        if seen && status.signal() == Some(signal.1) && !place.path("out/large.jar").exists() {
            assert_eq!(names(place), before);
            return;
        }
        assert!(status.success() || status.signal() == Some(signal.1), "{status}");
        let _ = fs::remove_file(place.path("out/large.jar"));
        let _ = fs::remove_dir(place.path("out"));
    }
    panic!("no run was hit while it wrote");
}

#[test]
fn a_signal_while_writing_leaves_nothing() {
    let place = Workplace::with_foo();
    fs::create_dir(place.path("tmp")).unwrap();
    large_jar(&place);
    let args = ["diff", "large.jar", "-m", "value", "-d", "out"];
    for signal in [("-TERM", 15), ("-INT", 2), ("-HUP", 1)] {
        interrupted_while_writing(&place, &args, "out", signal);
    }
    // What is there already stays what it was.
    let jar = fs::metadata(place.path("large.jar")).unwrap().len();
    fs::create_dir(place.path("out")).unwrap();
    place.write("out/kept", "kept");
    interrupted_while_writing(&place, &args, "out", ("-TERM", 15));
    assert_eq!(fs::metadata(place.path("large.jar")).unwrap().len(), jar);
}

/// As under `nohup`: what was to be ignored is not heeded.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_signal_stays_ignored() {
    let place = Workplace::with_foo();
    fs::create_dir(place.path("tmp")).unwrap();
    large_jar(&place);
    for _ in 0..40 {
        let mut child = Command::new("env")
            .arg("--ignore-signal=HUP")
            .arg(assert_cmd::cargo::cargo_bin("nabla-rs"))
            .current_dir(place.path("."))
            .args(["diff", "large.jar", "-m", "value", "-d", "out", "-q"])
            .spawn()
            .unwrap();
        let seen = wait_until(&mut child, || has_temporary(&place.path("out")));
        send("-HUP", child.id());
        assert!(child.wait().unwrap().success());
        assert!(place.path("out/large.jar").exists());
        if seen {
            return;
        }
        fs::remove_file(place.path("out/large.jar")).unwrap();
    }
    panic!("no run was hit while it wrote");
}

#[test]
fn a_signal_while_verifying_ends_the_jvm() {
    let place = Workplace::new();
    fs::create_dir(place.path("tmp")).unwrap();
    let source = "class Endless { static double f(double x) { while (x != 0) x = x * x + 1; return x; } }";
    place.compile("Endless.java", source);
    let java = common::jdk_tool("java").display().to_string();
    let script = format!("#!/bin/sh\necho $$ > jvm.new\nmv jvm.new jvm\nexec {java} \"$@\"\n");
    place.write("java.sh", script);
    fs::set_permissions(place.path("java.sh"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let java = place.path("java.sh").display().to_string();
    let mut child = start(&place, &["verify", "classes", "-m", "f", "--java", &java]);
    assert!(wait_until(&mut child, || place.path("jvm").exists()));
    let jvm: u32 = fs::read_to_string(place.path("jvm")).unwrap().trim().parse().unwrap();
    assert!(send("-TERM", child.id()));
    assert_eq!(child.wait().unwrap().signal(), Some(15));
    let start = Instant::now();
    while send("-0", jvm) {
        assert!(start.elapsed() < Duration::from_secs(10), "the JVM is still there");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(fs::read_dir(place.path("tmp")).unwrap().count(), 0);
}
