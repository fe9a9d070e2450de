//! The budgets of reading and recoding: all classes of java.base on one thread.
//! Parsing has 15 ms for the 6,445 classes of JDK 17, recoding 250 ms.
//! `scripts/compare-asm` runs this beside the same work done by ASM.

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use nabla_classfile::{ClassFile, recode};

fn java_base(criterion: &mut Criterion) {
    for jdk in common::jdks() {
        let image = common::image(&jdk);
        let names = common::class_names(&image);
        let base = names.iter().filter(|name| name.starts_with("/java.base/"));
        let classes: Vec<Vec<u8>> = base
            .filter_map(|name| image.find_resource(name).ok().flatten())
            .map(|bytes| bytes.into_owned())
            .collect();
        let name = jdk.file_name().unwrap_or_default().to_string_lossy();
        let mut group = criterion.benchmark_group(format!("{name}, {} classes of java.base", classes.len()));
        group.sample_size(20);
        group.bench_function("parse", |bencher| {
            bencher.iter(|| {
                for class in &classes {
                    black_box(ClassFile::read(class).expect("a class of the JDK is well-formed"));
                }
            });
        });
        group.bench_function("copy", |bencher| {
            bencher.iter(|| {
                for class in &classes {
                    let class = ClassFile::read(class).expect("a class of the JDK is well-formed");
                    black_box(class.write().expect("what was read can be written"));
                }
            });
        });
        group.bench_function("decode", |bencher| {
            bencher.iter(|| {
                for class in &classes {
                    let class = ClassFile::read(class).expect("a class of the JDK is well-formed");
                    for method in &class.methods {
                        black_box(class.code(method).expect("its code is well-formed"));
                    }
                }
            });
        });
        group.bench_function("recode", |bencher| {
            bencher.iter(|| {
                for class in &classes {
                    black_box(recode(class).expect("a class of the JDK is well-formed"));
                }
            });
        });
        group.finish();
    }
}

criterion_group!(benches, java_base);
criterion_main!(benches);
