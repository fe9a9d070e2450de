//! Damaged class files: everything that reads them answers, with a result or a located error.

mod common;
#[path = "common/exercise.rs"]
mod exercise;
#[path = "common/mutants.rs"]
mod mutants;

use exercise::exercise;
use mutants::Original;
use nabla_classfile::ClassFile;

#[test]
fn mutants_never_panic() {
    let Some(jdk) = common::jdks().pop() else { return };
    let image = common::image(&jdk);
    // Classes of a size like most, so that much is tried in the time.
    let classes: Vec<Vec<u8>> = common::class_names(&image)
        .iter()
        .filter_map(|name| image.find_resource(name).expect("the image is whole"))
        .map(|bytes| bytes.into_owned())
        .filter(|bytes| bytes.len() < 20_000)
        .collect();
    mutants::try_all(
        |random| Original { bytes: &classes[random.below(classes.len())], focus: &[] },
        exercise,
    );
}

/// A frame may repeat 65,535 locals in one byte; the reader must not follow.
#[test]
fn many_repeated_frames_are_refused() {
    let mut bytes = Vec::new();
    bytes.extend([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 8]);
    for text in ["Code", "StackMapTable", "m", "()V", "C"] {
        bytes.push(1);
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend(text.as_bytes());
    }
    // The sixth is the class, the seventh fills.
    bytes.extend([7, 0, 5, 3, 0, 0, 0, 0]);
    bytes.extend([0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 1, 0, 8, 0, 3, 0, 4, 0, 1]);
    let mut frames = vec![0xff, 0xff, 255, 0, 0, 0xff, 0xff];
    frames.extend([0; 65535 + 2]);
    frames.extend([0; 65534]);
    let mut code = vec![0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff];
    code.extend([0; 65535]);
    code.extend([0, 0, 0, 1, 0, 2]);
    code.extend((frames.len() as u32).to_be_bytes());
    code.extend(&frames);
    bytes.extend([0, 1]);
    bytes.extend((code.len() as u32).to_be_bytes());
    bytes.extend(&code);
    bytes.extend([0, 0]);
    let class = ClassFile::read(&bytes).expect("the outside is well-formed");
    let error = class.code(&class.methods[0]).expect_err("the frames are refused");
    assert_eq!(error.kind, nabla_classfile::ErrorKind::Limit, "{error}");
    assert_eq!(error.place.method.as_deref(), Some("m()V"));
}

/// Indices above the constants are ours, for classes that are named in descriptors alone: what is read
/// there must not depend on whether frames were looked at before.
#[test]
fn names_beyond_the_constants_are_refused() {
    let class = |this: u16, above: u16, interface: u16, name: u16, descriptor: u16| {
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 5];
        for text in ["m", "(LOther;)V", "C"] {
            bytes.push(1);
            bytes.extend((text.len() as u16).to_be_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.extend([7, 0, 3, 0, 1]);
        for number in [this, above, 1, interface, 0, 1, 0x401, name, descriptor, 0, 0] {
            bytes.extend(number.to_be_bytes());
        }
        bytes
    };
    ClassFile::read(&class(4, 4, 4, 1, 2)).expect("all of them are constants");
    for damaged in [
        class(65535, 4, 4, 1, 2),
        class(4, 65535, 4, 1, 2),
        class(4, 4, 65535, 1, 2),
        class(4, 4, 4, 65534, 2),
        class(4, 4, 4, 1, 65534),
    ] {
        let error = ClassFile::read(&damaged).expect_err("there is no such constant");
        assert_eq!(error.kind, nabla_classfile::ErrorKind::Malformed, "{error}");
        assert!(error.place.pool_index.is_some(), "{error}");
    }
}
