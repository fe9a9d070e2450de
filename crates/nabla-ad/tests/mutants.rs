//! Damaged class files: what cannot be differentiated is malformed or refused, never our fault, and
//! what comes out is a class file.

#[path = "../../nabla-classfile/tests/common/mod.rs"]
mod common;
#[path = "common/exercise.rs"]
mod exercise;
#[path = "../../nabla-classfile/tests/common/mutants.rs"]
mod mutants;

use std::ops::Range;

use exercise::exercise;
use mutants::Original;
use nabla_ad::candidates;
use nabla_classfile::ClassFile;

/// A class with something to differentiate, and where the code of that lies.
struct Numeric {
    bytes: Vec<u8>,
    code: Vec<Range<usize>>,
}

impl Numeric {
    /// None if nothing can be differentiated.
    fn new(bytes: Vec<u8>) -> Option<Numeric> {
        let class = ClassFile::read(&bytes).expect("a class of the JDK is well-formed");
        let eligible = candidates(&class).into_iter().filter(|c| c.eligible);
        let names: Vec<(String, String)> = eligible.map(|c| (c.method, c.descriptor)).collect();
        let mut code = Vec::new();
        for method in &class.methods {
            let utf8 = |index| class.pool.utf8(index).expect("a name").into_owned();
            let (name, descriptor) = (utf8(method.name), utf8(method.descriptor));
            if names.contains(&(name, descriptor))
                && let Some(attribute) = class.attribute(&method.attributes, "Code")
            {
                let start = attribute.bytes.as_ptr() as usize - bytes.as_ptr() as usize;
                code.push(start..start + attribute.bytes.len());
            }
        }
        if code.is_empty() { None } else { Some(Numeric { bytes, code }) }
    }
}

#[test]
fn mutants_are_never_our_fault() {
    let Some(jdk) = common::jdks().pop() else { return };
    let image = common::image(&jdk);
    let classes: Vec<Numeric> = common::class_names(&image)
        .iter()
        .filter_map(|name| image.find_resource(name).expect("the image is whole"))
        .filter(|bytes| bytes.len() < 20_000)
        .filter_map(|bytes| Numeric::new(bytes.into_owned()))
        .collect();
    println!("{} classes with methods that can be differentiated", classes.len());
    mutants::try_all(
        |random| {
            let class = &classes[random.below(classes.len())];
            Original { bytes: &class.bytes, focus: &class.code }
        },
        exercise,
    );
}
