//! Ids: a name, a slash and a version. The version is the rule's own, not the crate's.

/// Whether an id is a name, a slash and a version from 1 on: what makes it possible to change a rule without changing its values.
#[allow(clippy::indexing_slicing, reason = "const iteration; the index is below the length")]
pub(crate) const fn is_versioned(id: &str) -> bool {
    let id = id.as_bytes();
    let mut digits = 0;
    while digits < id.len() && id[id.len() - 1 - digits].is_ascii_digit() {
        digits += 1;
    }
    digits > 0 && digits + 1 < id.len() && id[id.len() - 1 - digits] == b'/' && id[id.len() - digits] != b'0'
}

#[cfg(test)]
mod tests {
    use super::is_versioned;

    #[test]
    fn an_id_ends_in_its_version() {
        for id in ["cursor/1", "a/10", "a/b/2", "x-y_z/99"] {
            assert!(is_versioned(id), "{id}");
        }
        for id in [
            "",
            "cursor",
            "cursor/",
            "/1",
            "1",
            "cursor/0",
            "cursor/01",
            "cursor/1a",
            "cursor/v1",
            "cursor 1",
        ] {
            assert!(!is_versioned(id), "{id}");
        }
    }
}
