//! Ids, each a name and a version (`roulette/1`): the one that is meant, and what to say of a text that is none.

/// The one with this id, or the only one of this name. For the command line: a log names the version, or a second one would
/// change what the log says.
pub fn meant<T>(all: impl IntoIterator<Item = T>, id: impl Fn(&T) -> &'static str, text: &str) -> Result<T, String> {
    let mut all: Vec<T> = all.into_iter().collect();
    let versions = all.iter().filter(|one| name(id(one)) == text).count();
    let fits = |one: &T| id(one) == text || (versions == 1 && name(id(one)) == text);
    match all.iter().position(fits) {
        Some(at) => Ok(all.swap_remove(at)),
        None => Err(unknown(all.iter().map(&id), text)),
    }
}

/// Why a text is none of the ids. It is not repeated: what is in a log may be long.
pub fn unknown(ids: impl IntoIterator<Item = &'static str>, text: &str) -> String {
    let ids: Vec<&str> = ids.into_iter().collect();
    let versions: Vec<&str> = ids.iter().copied().filter(|id| name(id) == name(text)).collect();
    let (why, known) = match (&versions[..], text.contains('/')) {
        ([], _) => ("not known", ids),
        (_, false) => ("its version is missing", versions),
        (_, true) => ("no such version", versions),
    };
    let are = if known.len() == 1 { "is" } else { "are" };
    format!("{why}; there {are} {}", known.join(", "))
}

fn name(id: &str) -> &str {
    id.rsplit_once('/').map_or(id, |(name, _)| name)
}
