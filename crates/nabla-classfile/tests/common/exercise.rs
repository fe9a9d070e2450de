//! What is done with every damaged class file, in the tests and under the fuzzer.

use nabla_classfile::{ClassFile, ConstIndex, recode, relocate_class};

/// Reads all there is to read, and writes it; panics if what is read is not what is written.
pub fn exercise(bytes: &[u8]) {
    let _ = recode(bytes);
    let _ = relocate_class(bytes);
    let Ok(mut class) = ClassFile::read(bytes) else { return };
    assert_eq!(class.write().as_deref(), Ok(bytes), "what is read is written back");
    let _ = class.name();
    for index in 0..=class.pool.len() {
        let index = ConstIndex(index);
        let _ = class.pool.get(index);
        let _ = class.pool.utf8(index);
        let _ = class.pool.class_name(index);
        let _ = class.pool.member_ref(index);
        let _ = class.pool.name_and_type(index);
    }
    for (index, method) in class.methods.iter().enumerate() {
        let _ = class.method_parameters(index);
        if let Ok(Some(code)) = class.code(method) {
            for insn in 0..code.insns.len() {
                let _ = code.line_at(insn);
            }
        }
    }
    let _ = class.bootstrap_methods();
    let _ = class.add_nest_member("some/Member");
    let _ = class.pool.add_method("some/Owner", "name", "(Lsome/Type;)V");
    let _ = class.write();
}
