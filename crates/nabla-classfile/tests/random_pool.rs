//! Random constants: each is found where it was put, before and after writing.

#[path = "common/random.rs"]
mod random;

use nabla_classfile::{ClassFile, ConstIndex, Constant};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use random::{config, empty};

/// An entry to add to a pool.
#[derive(Debug, Clone)]
enum Entry {
    Utf8(String),
    Class(String),
    Integer(i32),
    Float(u32),
    Long(i64),
    Double(u64),
    Method(String, String, String),
}

impl Entry {
    fn add(&self, class: &mut ClassFile<'_>) -> nabla_classfile::Result<ConstIndex> {
        let pool = &mut class.pool;
        match self {
            Entry::Utf8(text) => pool.add_utf8(text),
            Entry::Class(name) => pool.add_class(name),
            Entry::Integer(value) => pool.add_integer(*value),
            Entry::Float(bits) => pool.add_float(f32::from_bits(*bits)),
            Entry::Long(value) => pool.add_long(*value),
            Entry::Double(bits) => pool.add_double(f64::from_bits(*bits)),
            Entry::Method(owner, name, descriptor) => pool.add_method(owner, name, descriptor),
        }
    }

    fn is_at(&self, class: &ClassFile<'_>, index: ConstIndex) -> bool {
        let pool = &class.pool;
        match (self, pool.get(index).expect("it was added")) {
            (Entry::Utf8(text), Constant::Utf8(_)) => pool.utf8(index).as_deref() == Ok(text),
            (Entry::Class(name), Constant::Class(_)) => pool.class_name(index).as_deref() == Ok(name),
            (Entry::Integer(value), Constant::Integer(found)) => *value == found,
            (Entry::Float(bits), Constant::Float(found)) => *bits == found,
            (Entry::Long(value), Constant::Long(found)) => *value == found,
            (Entry::Double(bits), Constant::Double(found)) => *bits == found,
            (Entry::Method(owner, name, descriptor), Constant::Method { .. }) => {
                let found = pool.member_ref(index).expect("it was added");
                (&*found.owner, &*found.name, &*found.descriptor) == (owner, name, descriptor)
            }
            _ => false,
        }
    }
}

fn entry() -> impl Strategy<Value = Entry> {
    // Few texts, so that many entries are there already; any text, for its encoding.
    let text = || {
        prop_oneof![select(&["", "a", "T", "(D)V", "\0", "🦀"][..]).prop_map(str::to_owned), any::<String>()]
    };
    prop_oneof![
        text().prop_map(Entry::Utf8),
        text().prop_map(Entry::Class),
        prop_oneof![-1..2_i32, any::<i32>()].prop_map(Entry::Integer),
        any::<u32>().prop_map(Entry::Float),
        any::<i64>().prop_map(Entry::Long),
        any::<u64>().prop_map(Entry::Double),
        (text(), text(), text()).prop_map(|(owner, name, descriptor)| Entry::Method(owner, name, descriptor)),
    ]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn constants_are_found_where_they_were_put(entries in vec(entry(), 0..40)) {
        let bytes = empty();
        let mut class = ClassFile::read(&bytes).unwrap();
        let places: Vec<_> = entries.iter().map(|entry| entry.add(&mut class).unwrap()).collect();
        let length = class.pool.len();
        for (entry, place) in entries.iter().zip(&places) {
            prop_assert_eq!(entry.add(&mut class).unwrap(), *place, "it is there already");
            prop_assert!(entry.is_at(&class, *place));
        }
        prop_assert_eq!(class.pool.len(), length);
        let written = class.write().unwrap();
        prop_assert_eq!(&written[10..bytes.len() - 22], &bytes[10..bytes.len() - 22], "entries keep their numbers");
        let class = ClassFile::read(&written).unwrap();
        for (entry, place) in entries.iter().zip(&places) {
            prop_assert!(entry.is_at(&class, *place), "{:?} at {:?}", entry, place);
        }
    }
}
