//! What the tests of random constants and random code share.

use proptest::test_runner::{Config, RngSeed};

/// `public class T` with one method `static void m()` without code.
pub fn empty() -> Vec<u8> {
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 7];
    for text in ["T", "java/lang/Object", "m", "()V"] {
        bytes.push(1);
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes.extend([7, 0, 1, 7, 0, 2]);
    bytes.extend([0, 0x21, 0, 5, 0, 6, 0, 0, 0, 0, 0, 1, 0, 9, 0, 3, 0, 4, 0, 0, 0, 0]);
    bytes
}

/// The same cases in every run; `PROPTEST_CASES` and `PROPTEST_RNG_SEED` ask for more and for others.
pub fn config() -> Config {
    let default = Config::default();
    let rng_seed = match default.rng_seed {
        RngSeed::Random => RngSeed::Fixed(0),
        chosen => chosen,
    };
    Config { rng_seed, failure_persistence: None, ..default }
}
