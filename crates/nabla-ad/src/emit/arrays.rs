//! Synthetic methods for arrays that come without a tangent array: zeros of the same shape, and
//! the choice of one tangent array where two references are one array.

use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::emit::lanes;
use crate::emit::rows;
use crate::emit::width::Width;
use crate::output::{add_static, has_method};
use nabla_classfile::{
    ClassFile, Code, CodeAttribute, ConstIndex, Frame, Insn, Label, Opcode, VerificationType,
};

/// The method `nabla$like(a)`: a new tangent array of zeros for `a`, or null for null.
pub fn like(class: &mut ClassFile, kind: ArrayKind, width: Width) -> Result<ConstIndex, AdError> {
    let array = kind.descriptor();
    if kind.rank > 1 {
        rows::share(class)?;
    }
    if width == Width::Lanes {
        return lanes::support(class, "like", &format!("({array}){}", width.array(kind).descriptor()));
    }
    let descriptor = format!("({array}){array}");
    if !has_method(class, "nabla$like", &descriptor) {
        let code = like_body(class, kind)?;
        add_static(class, "nabla$like", &descriptor, &code)?;
    }
    reference(class, "nabla$like", &descriptor)
}

/// The method `nabla$shared(tangent, a, b, tangentOfB)`: the tangent array of `b` if `a` is `b` and
/// there is one, else `tangent`.
pub fn shared(class: &mut ClassFile, kind: ArrayKind, width: Width) -> Result<ConstIndex, AdError> {
    let (array, tangent) = (kind.descriptor(), width.array(kind).descriptor());
    let descriptor = format!("({tangent}{array}{array}{tangent}){tangent}");
    if !has_method(class, "nabla$shared", &descriptor) {
        let insns = vec![
            Insn::Local(Opcode::Aload, 1),
            Insn::Local(Opcode::Aload, 2),
            Insn::Branch(Opcode::IfAcmpne, Label(0)),
            Insn::Local(Opcode::Aload, 3),
            Insn::Branch(Opcode::Ifnull, Label(0)),
            Insn::Local(Opcode::Aload, 3),
            Insn::Op(Opcode::Areturn),
            Insn::Local(Opcode::Aload, 0),
            Insn::Op(Opcode::Areturn),
        ];
        let array = VerificationType::Object(class.pool.add_class(&array)?);
        let tangent = VerificationType::Object(class.pool.add_class(&tangent)?);
        let frame = Frame { locals: vec![tangent, array, array, tangent], stack: vec![] };
        let code = with_frames(class, insns, vec![7], vec![frame], 4)?;
        add_static(class, "nabla$shared", &descriptor, &code)?;
    }
    reference(class, "nabla$shared", &descriptor)
}

/// The reference to a static method of the class itself, which may be an interface.
pub fn reference(class: &mut ClassFile, name: &str, descriptor: &str) -> Result<ConstIndex, AdError> {
    let owner = class.name()?.into_owned();
    Ok(if class.access & 0x0200 != 0 {
        class.pool.add_interface_method(&owner, name, descriptor)?
    } else {
        class.pool.add_method(&owner, name, descriptor)?
    })
}

fn like_body<'a>(class: &mut ClassFile<'a>, kind: ArrayKind) -> Result<Code<'a>, AdError> {
    let array = class.pool.add_class(&kind.descriptor())?;
    let object = VerificationType::Object(array);
    let null = [
        Insn::Local(Opcode::Aload, 0),
        Insn::Branch(Opcode::Ifnonnull, Label(0)),
        Insn::Op(Opcode::AconstNull),
        Insn::Op(Opcode::Areturn),
        Insn::Local(Opcode::Aload, 0),
        Insn::Op(Opcode::Arraylength),
    ];
    let mut insns = null.to_vec();
    let at_copy = Frame { locals: vec![object], stack: vec![] };
    let Some(row) = kind.row() else {
        insns.extend([Insn::NewArray(if kind.float { 6 } else { 7 }), Insn::Op(Opcode::Areturn)]);
        return with_frames(class, insns, vec![4], vec![at_copy], 1);
    };
    let element = class.pool.add_class(&row.descriptor())?;
    let like_row = like(class, row, Width::One)?;
    let share = rows::share(class)?;
    // for (int i = 0; i < a.length; i++) t[i] = like(a[i]); rows(a, t);
    insns.extend([
        Insn::Type(Opcode::Anewarray, element),
        Insn::Local(Opcode::Astore, 1),
        Insn::Op(Opcode::Iconst0),
        Insn::Local(Opcode::Istore, 2),
        Insn::Local(Opcode::Iload, 2),
        Insn::Local(Opcode::Aload, 0),
        Insn::Op(Opcode::Arraylength),
        Insn::Branch(Opcode::IfIcmpge, Label(2)),
        Insn::Local(Opcode::Aload, 1),
        Insn::Local(Opcode::Iload, 2),
        Insn::Local(Opcode::Aload, 0),
        Insn::Local(Opcode::Iload, 2),
        Insn::Op(Opcode::Aaload),
        Insn::Invoke(Opcode::Invokestatic, like_row),
        Insn::Op(Opcode::Aastore),
        Insn::Iinc(2, 1),
        Insn::Branch(Opcode::Goto, Label(1)),
        Insn::Local(Opcode::Aload, 0),
        Insn::Local(Opcode::Aload, 1),
        Insn::Invoke(Opcode::Invokestatic, share),
        Insn::Local(Opcode::Aload, 1),
        Insn::Op(Opcode::Areturn),
    ]);
    let looping = Frame { locals: vec![object, object, VerificationType::Integer], stack: vec![] };
    with_frames(class, insns, vec![4, 10, 23], vec![at_copy, looping.clone(), looping], 3)
}

/// Code with these labels, and a frame at each.
pub fn with_frames<'a>(
    class: &mut ClassFile<'a>,
    insns: Vec<Insn>,
    labels: Vec<u32>,
    frames: Vec<Frame>,
    max_locals: u16,
) -> Result<Code<'a>, AdError> {
    let name = class.pool.add_utf8("StackMapTable")?;
    let numbered = frames.into_iter().enumerate().map(|(i, frame)| (Label(i as u32), frame));
    let mut rows: Vec<(Label, Frame)> = numbered.collect();
    rows.sort_by_key(|(label, _)| labels[label.0 as usize]);
    Ok(Code {
        max_stack: 6,
        max_locals,
        offsets: vec![0; insns.len()],
        insns,
        labels,
        handlers: Vec::new(),
        attributes: vec![CodeAttribute::Frames { name, rows }],
    })
}
