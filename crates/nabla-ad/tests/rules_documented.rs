//! `docs/rules.md` is what the table says.

use std::path::Path;

#[test]
fn the_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    let expected = nabla_ad::rules::markdown();
    if std::env::var_os("NABLA_BLESS").is_some() {
        std::fs::write(&path, &expected).expect("docs/rules.md can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "docs/rules.md is stale: NABLA_BLESS=1 writes it anew");
}
