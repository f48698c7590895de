//! The questions put to the tallies, corrected together for being several.

use provably_fair::stats::{Alpha, Family, Odds, Share, StatsError, Tally, chi_square, furthest, largest, share};

use crate::tallies::{Basis, Tallies};

/// One answer.
#[derive(Debug, PartialEq)]
pub struct Test {
    /// What was counted.
    pub subject: String,
    /// What was asked.
    pub question: &'static str,
    pub counted: u64,
    pub answer: String,
    pub p: f64,
    /// p corrected for the number of questions.
    pub holm: f64,
    /// What it shows and what it does not.
    pub says: String,
}

/// Every answer, and what they come to together.
#[derive(Debug, PartialEq)]
pub struct Statistics {
    pub tests: Vec<Test>,
    pub flagged: usize,
    pub says: String,
    /// What could not be answered, and why.
    pub unanswered: Vec<String>,
}

/// Puts all questions. Their number does not depend on the answers.
pub fn statistics(tallies: &Tallies, alpha: Alpha) -> Statistics {
    let mut tests = Vec::new();
    let mut unanswered = Vec::new();
    for (name, counted) in tallies.iter() {
        let asked = match counted.basis {
            Basis::Pairs => pairs(name, &counted.tally),
            _ => counted
                .basis
                .odds()
                .map(|odds| vec![whole(name, "all categories", &counted.tally, &odds)]),
        };
        for asked in asked.unwrap_or_else(|error| vec![Err(format!("{name}: {error}"))]) {
            match asked {
                Ok(test) => tests.push(test),
                Err(why) => unanswered.push(why),
            }
        }
    }
    let (flagged, says) = correct(&mut tests, alpha);
    Statistics {
        tests,
        flagged,
        says,
        unanswered,
    }
}

/// Corrects the answers for being several: how many are flagged, and what they come to together.
fn correct(tests: &mut [Test], alpha: Alpha) -> (usize, String) {
    let named: Vec<(String, f64)> = tests
        .iter()
        .map(|test| (format!("{}, {}", test.subject, test.question), test.p))
        .collect();
    let named: Vec<(&str, f64)> = named.iter().map(|(name, p)| (name.as_str(), *p)).collect();
    let Ok(family) = Family::new(alpha, &named) else {
        return (0, "Nothing was counted.".into());
    };
    for (test, line) in tests.iter_mut().zip(family.lines()) {
        test.holm = line.2;
    }
    (family.flagged().count(), family.says())
}

/// An answer, or why there is none.
type Asked = Result<Test, String>;

/// Chi-square, if every category is expected at least once: below that its p means nothing.
fn whole(subject: &str, question: &'static str, tally: &Tally, odds: &Odds) -> Asked {
    let found = chi_square(tally, odds).map_err(|error| format!("{subject}, {question}: {error}"))?;
    if found.least_expected < 1.0 {
        let (total, least) = (found.total, found.least_expected);
        return Err(format!(
            "{subject}, {question}: only {total} counted, {least:.3} expected in the rarest"
        ));
    }
    let answer = format!("chi-square {:.2} with {} degrees of freedom", found.statistic, found.df);
    Ok(test(subject, question, tally, answer, found.p, found.says()))
}

fn test(subject: &str, question: &'static str, tally: &Tally, answer: String, p: f64, says: String) -> Test {
    Test {
        subject: subject.into(),
        question,
        counted: tally.total(),
        answer,
        p,
        holm: p,
        says,
    }
}

/// Pairs of dice: all pairs, all faces, doubles, and the two that were chosen by their counts.
fn pairs(subject: &str, pairs: &Tally) -> Result<Vec<Asked>, StatsError> {
    let none = |_| StatsError::Empty;
    let (faces, doubles) = (pairs.to_faces().map_err(none)?, pairs.to_doubles().map_err(none)?);
    Ok(vec![
        whole(subject, "all 36 pairs", pairs, &Odds::pairs()),
        whole(subject, "all six faces", &faces, &Odds::faces()),
        Ok(of_doubles(subject, &doubles)?),
        Ok(of_furthest_face(subject, &faces)?),
        Ok(of_highest_pair(subject, pairs)?),
    ])
}

fn of_doubles(subject: &str, doubles: &Tally) -> Result<Test, StatsError> {
    let found = share(doubles, &Odds::doubles(), 1)?;
    Ok(test(
        subject,
        "doubles",
        doubles,
        counted(&found),
        found.p,
        found.says(),
    ))
}

fn of_furthest_face(subject: &str, faces: &Tally) -> Result<Test, StatsError> {
    let found = furthest(faces, &Odds::faces())?;
    let answer = format!("face {}: {}", found.share.category + 1, counted(&found.share));
    let (p, says) = (found.p(), found.says());
    Ok(test(subject, "the face furthest off", faces, answer, p, says))
}

fn of_highest_pair(subject: &str, pairs: &Tally) -> Result<Test, StatsError> {
    let found = largest(pairs, &Odds::pairs())?;
    let [first, second] = [found.share.category / 6, found.share.category % 6].map(|face| face + 1);
    let answer = format!("{first}-{second}: {}", counted(&found.share));
    let (p, says) = (found.p(), found.says());
    Ok(test(subject, "the highest pair", pairs, answer, p, says))
}

fn counted(share: &Share) -> String {
    format!("{}, expected {:.1}", share.count, share.expected)
}
