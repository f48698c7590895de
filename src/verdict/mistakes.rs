//! Ordinary mistakes that would explain what was stated, tried one after the other: for hints, never for a verdict.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// More mistakes than these that fit do not tell which was made.
const LISTED: usize = 3;

/// What was tried so far. A mistake is known by its computation `C`, what its outcome is a function of: one that comes by two
/// names is tried once and named with both, and the claim's own is no mistake.
pub(crate) struct Mistakes<C> {
    own: Option<C>,
    tried: Vec<(C, bool, String)>,
}

impl<C: PartialEq> Mistakes<C> {
    /// Of a claim with this computation; `None` where it has none.
    pub(crate) const fn new(own: Option<C>) -> Self {
        Self { own, tried: Vec::new() }
    }

    /// Tries a mistake that was not tried before; `fits` says whether it gives what was stated, or nothing if it gives nothing.
    pub(crate) fn add(&mut self, what: String, computation: C, fits: impl FnOnce() -> Option<bool>) {
        if self.own.as_ref() == Some(&computation) {
            return;
        }
        if let Some((.., name)) = self.tried.iter_mut().find(|(same, ..)| *same == computation) {
            // A name that has a part in commas ends with one.
            let (one, other) = (name.trim_end_matches(','), what.trim_end_matches(','));
            *name = format!("{one}, which is also {other},");
        } else if let Some(fits) = fits() {
            self.tried.push((computation, fits, what));
        }
    }

    /// The hints about a stated thing: `result` or `point`.
    pub(crate) fn hints(self, stated: &str) -> Vec<String> {
        let tried = self.tried.len();
        let fitting = self.tried.into_iter().filter(|(_, fits, _)| *fits);
        let fitting: Vec<String> = fitting.map(|(.., what)| what).collect();
        if fitting.len() > LISTED {
            let many = fitting.len();
            return [format!(
                "hint: {many} of {tried} mistakes that were tried would give the stated {stated}, so it does not tell which"
            )]
            .into();
        }
        let fitting = fitting.into_iter();
        fitting
            .map(|what| {
                format!("hint: {what} would give the stated {stated}; one of {tried} mistakes that were tried, and a short one can fit by luck")
            })
            .collect()
    }
}
