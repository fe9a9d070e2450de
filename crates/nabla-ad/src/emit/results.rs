//! What throws where a row of the result arrays is an array that further runs of the method read: they
//! would find what an earlier run has left there.

use super::apart::rows_apart;
use super::arrays::reference;
use super::lanes::assemble::assemble;
use super::ours::MARK;
use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::output::{add_static, has_method};
use crate::signature::Signature;
use nabla_classfile::ClassFile;

const OBJECT: &str = "Ljava/lang/Object;";
const OBJECTS: &str = "[Ljava/lang/Object;";
const TEXT: &str = "Ljava/lang/String;";

/// The instructions, as text, that compare the rows of the result in this local with the parameters.
pub fn results_apart(
    class: &mut ClassFile,
    signature: &Signature,
    result: u16,
    called: &str,
) -> Result<Vec<String>, AdError> {
    let name = class.name()?.replace('/', ".");
    let mut lines = Vec::new();
    for (i, parameter) in signature.parameters.iter().enumerate() {
        let Some(kind) = ArrayKind::of(&parameter.descriptor).filter(|kind| !kind.float) else { continue };
        rows_apart(class)?;
        let given = if kind.rank == 1 { OBJECT } else { OBJECTS };
        if kind.rank > 1 {
            each_apart(class)?;
        }
        let slot = parameter.slot;
        let label = signature.label(i);
        lines.push(format!("aload {result}; aload {slot}"));
        lines.push(format!(
            "text {name}: a row of `{called}` is `{label}` or one of its rows, which every run of the method reads{MARK}"
        ));
        lines.push(format!("invokestatic this.nabla$apart ({OBJECTS}{given}{TEXT})V"));
    }
    Ok(lines)
}

/// Adds the method that throws if a row of the second array is one of the first.
fn each_apart(class: &mut ClassFile) -> Result<(), AdError> {
    let descriptor = format!("({OBJECTS}{OBJECTS}{TEXT})V");
    reference(class, "nabla$apart", &descriptor)?;
    if has_method(class, "nabla$apart", &descriptor) {
        return Ok(());
    }
    let one = format!("invokestatic this.nabla$apart ({OBJECTS}{OBJECT}{TEXT})V");
    let each = format!("invokestatic this.nabla$apart {descriptor}");
    let lines = [
        "aload 1; ifnull end; iconst_0; istore 3".to_owned(),
        "next:".to_owned(),
        "iload 3; aload 1; arraylength; if_icmpge end".to_owned(),
        format!("aload 1; iload 3; aaload; astore 4 {OBJECT}"),
        format!("aload 4; instanceof {OBJECTS}; ifeq row"),
        format!("aload 0; aload 4; checkcast {OBJECTS}; aload 2; {each}; goto step"),
        "row:".to_owned(),
        format!("aload 0; aload 4; aload 2; {one}"),
        "step:".to_owned(),
        "iinc 3 1; goto next".to_owned(),
        "end:".to_owned(),
        "return".to_owned(),
    ];
    let types = [OBJECTS, OBJECTS, TEXT].map(str::to_owned);
    let code = assemble(class, &types, lines.iter())?;
    add_static(class, "nabla$apart", &descriptor, &code)
}
