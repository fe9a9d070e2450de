//! What is done with every damaged class file, in the tests and under the fuzzer.

use nabla_ad::{AdError, Lanes, Request, Wrt, candidates, differentiate};
use nabla_classfile::ClassFile;

/// Differentiates all that can be; panics if a fault is ours or what comes out cannot be read.
pub fn exercise(bytes: &[u8]) {
    let Ok(class) = ClassFile::read(bytes) else { return };
    let requests = requests(&class);
    if let Err(AdError::Malformed(_)) = attempt(bytes, &requests) {
        // One method is damaged; the others need not be.
        for request in requests {
            let _ = attempt(bytes, &[request]);
        }
    }
}

/// Asks for the derivatives of everything that can have one.
fn requests(class: &ClassFile<'_>) -> Vec<Request> {
    let eligible = candidates(class).into_iter().filter(|c| c.eligible);
    eligible
        .map(|c| Request {
            method: c.method,
            descriptor: c.descriptor,
            wrt: Wrt::All,
            forms: Vec::new(),
            names: Vec::new(),
            lanes: Lanes::default(),
        })
        .collect()
}

fn attempt(bytes: &[u8], requests: &[Request]) -> Result<(), AdError> {
    let result = differentiate(bytes, requests);
    if let Err(AdError::Bug(text)) = &result {
        panic!("internal error: {text}");
    }
    let report = result?;
    let Some(output) = report.output else { return Ok(()) };
    let class = ClassFile::read(&output).expect("what is written is a class file");
    for derivative in report.methods.iter().flat_map(|m| &m.derivatives) {
        let named = |index, name: &str| class.pool.utf8(index).is_ok_and(|text| text == name);
        let mut methods = class.methods.iter();
        let method = methods
            .find(|m| named(m.name, &derivative.method) && named(m.descriptor, &derivative.descriptor))
            .expect("a reported derivative is in the class");
        assert!(class.code(method).expect("its code can be read").is_some());
    }
    Ok(())
}
