//! Where a class goes that no input has: beside the class that needs it, in the same directory or jar.

use std::path::Path;

use crate::inputs::{Inputs, Place, Unit};

/// The unit of a new class, beside `host`, the unit of the class with the internal name `beside`.
pub fn unit(inputs: &Inputs, host: &Unit, beside: &str, name: &str) -> Unit {
    match &host.place {
        Place::File { path, .. } => {
            let path = sibling(path, beside, name);
            Unit { shown: path.display().to_string(), place: Place::File { path, relative: None } }
        }
        Place::Entry { jar, entry } => {
            let jar = &inputs.jars[*jar];
            let entry = entry_name(jar.entry_name(*entry), beside, name);
            Unit { shown: format!("{}!/{entry}", jar.path.display()), place: host.place.clone() }
        }
        place => Unit { shown: format!("{name}.class"), place: place.clone() },
    }
}

/// The name of the new class's entry in a jar, where the other class has the entry `host`.
pub fn entry_name(host: &str, beside: &str, name: &str) -> String {
    let root = host.strip_suffix(&format!("{beside}.class")).unwrap_or_default();
    format!("{root}{name}.class")
}

fn sibling(host: &Path, beside: &str, name: &str) -> std::path::PathBuf {
    let file = format!("{name}.class");
    match host.ends_with(format!("{beside}.class")) {
        true => host.ancestors().nth(beside.matches('/').count() + 1).unwrap_or(Path::new("")).join(file),
        // A file that is not where its package says.
        false => host.with_file_name(file.rsplit('/').next().unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_class_is_put_into_the_root_of_its_host() {
        let path = sibling(Path::new("out/demo/Foo.class"), "demo/Foo", "demo/Foo$Bar");
        assert_eq!(path, Path::new("out/demo/Foo$Bar.class"));
        assert_eq!(sibling(Path::new("demo/Foo.class"), "demo/Foo", "nabla/F"), Path::new("nabla/F.class"));
        assert_eq!(
            sibling(Path::new("x/Foo.class"), "demo/Foo", "demo/Foo$Bar"),
            Path::new("x/Foo$Bar.class")
        );
        let entry = entry_name("META-INF/versions/9/demo/Foo.class", "demo/Foo", "nabla/F");
        assert_eq!(entry, "META-INF/versions/9/nabla/F.class");
    }
}
