//! Damaged class files: everything that reads them answers, with a result or a located error.
//!
//! `NABLA_MUTANTS` says how many are tried, 20,000 if unset.

mod common;

use nabla_classfile::{ClassFile, ConstIndex, recode, relocate_class};

/// splitmix64: the mutants are the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// Reads all there is to read.
fn exercise(bytes: &[u8]) {
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

#[test]
fn mutants_never_panic() {
    let Some(jdk) = common::jdks().pop() else { return };
    let image = common::image(&jdk);
    let names = common::class_names(&image);
    let count =
        std::env::var("NABLA_MUTANTS").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000_usize);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let work = |thread: usize| {
        let mut random = Random(thread as u64);
        for number in (thread..count).step_by(threads) {
            // A class a size like most, so that much is tried in the time.
            let original = loop {
                let name = &names[random.below(names.len())];
                let bytes =
                    image.find_resource(name).expect("the image is whole").expect("the name is there");
                if bytes.len() < 20_000 {
                    break bytes;
                }
            };
            let mutant = mutate(&mut random, &original);
            let result = std::panic::catch_unwind(|| exercise(&mutant));
            if result.is_err() {
                let path = std::env::temp_dir().join(format!("nabla-mutant-{number}.class"));
                std::fs::write(&path, &mutant).expect("it can be written");
                panic!("mutant {number} panics: see {}", path.display());
            }
        }
    };
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || work(thread));
        }
    });
    println!("{count} mutants");
}

/// One to four changes: a byte, a pair of bytes to a telling value, a cut, a hole, a repetition.
fn mutate(random: &mut Random, original: &[u8]) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        match random.below(10) {
            0..4 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.next() as u8;
                }
            }
            4..6 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
            6..8 => {
                const TELLING: [u16; 8] = [0, 1, 0x7fff, 0x8000, 0xffff, 0xfffe, 0xff, 0x100];
                let value = TELLING[random.below(TELLING.len())].to_be_bytes();
                for (byte, new) in bytes.iter_mut().skip(at).zip(value) {
                    *byte = new;
                }
            }
            8 => {
                let end = (at + random.below(16)).min(bytes.len());
                bytes.drain(at..end);
            }
            _ if random.below(2) == 0 => bytes.truncate(at),
            _ => {
                let end = (at + random.below(64)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
        }
    }
    bytes
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
