//! The questions put to the tallies, corrected together for being several.

use provably_fair::stats::{Alpha, Family, Odds, StatsError, Tally, chi_square, furthest, largest, share};

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
    let named: Vec<(String, f64)> = tests
        .iter()
        .map(|test| (format!("{}, {}", test.subject, test.question), test.p))
        .collect();
    let named: Vec<(&str, f64)> = named.iter().map(|(name, p)| (name.as_str(), *p)).collect();
    let family = Family::new(alpha, &named).ok();
    let lines = family.iter().flat_map(|family| family.lines().map(|line| line.2));
    for (test, holm) in tests.iter_mut().zip(lines.collect::<Vec<f64>>()) {
        test.holm = holm;
    }
    Statistics {
        flagged: family.as_ref().map_or(0, |family| family.flagged().count()),
        says: family.map_or_else(|| "Nothing was counted.".into(), |family| family.says()),
        tests,
        unanswered,
    }
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
    let double = share(&doubles, &Odds::doubles(), 1)?;
    let face = furthest(&faces, &Odds::faces())?;
    let pair = largest(pairs, &Odds::pairs())?;
    let pair_name = format!("{}-{}", pair.share.category / 6 + 1, pair.share.category % 6 + 1);
    let of = |count, expected| format!("{count}, expected {expected:.1}");
    Ok(vec![
        whole(subject, "all 36 pairs", pairs, &Odds::pairs()),
        whole(subject, "all six faces", &faces, &Odds::faces()),
        Ok(test(
            subject,
            "doubles",
            &doubles,
            of(double.count, double.expected),
            double.p,
            double.says(),
        )),
        Ok(test(
            subject,
            "the face furthest off",
            &faces,
            format!(
                "face {}: {}",
                face.share.category + 1,
                of(face.share.count, face.share.expected)
            ),
            face.p(),
            face.says(),
        )),
        Ok(test(
            subject,
            "the highest pair",
            pairs,
            format!("{pair_name}: {}", of(pair.share.count, pair.share.expected)),
            pair.p(),
            pair.says(),
        )),
    ])
}
