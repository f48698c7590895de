//! Pictures of counts: the six by six map of deviations, and bars of categories with their bands.

use std::fmt::Write;

use provably_fair::stats::{Alpha, Odds, Share, Tally, band, share};

use super::grouped;
use crate::tallies::Counted;

/// The most categories that are drawn as bars.
const BARS: usize = 64;
/// The side of a square of the map.
const CELL: u32 = 52;
/// Where the bars begin, and how far they reach.
const MIDDLE: f64 = 130.0;
const HALF: f64 = 105.0;

/// The map of the pairs and the bars of the faces.
pub fn figures(pairs: &Tally, alpha: Alpha) -> String {
    let faces = pairs.to_faces().ok().map(|faces| {
        let bars = bars(&faces, &Odds::faces(), 1, alpha);
        format!(
            "<figure>{bars}<figcaption>Faces: each bar is a count less its expected count, the grey box where all six lie in all \
             but one of {} honest logs.</figcaption></figure>",
            grouped(alpha.runs().into())
        )
    });
    format!(
        "<figure>{}<figcaption>The 36 ordered pairs: per cent above or below the expected count, and below it how many \
         standard deviations that is. Colours end at 3.5.</figcaption></figure>{}",
        map(pairs),
        faces.unwrap_or_default()
    )
}

/// The bars of another tally, if there are not too many.
pub fn categories(counted: &Counted, alpha: Alpha) -> String {
    let Ok(odds) = counted.basis.odds() else {
        return String::new();
    };
    if counted.tally.counts().len() > BARS {
        return String::new();
    }
    let bars = bars(&counted.tally, &odds, 0, alpha);
    format!(
        "<figure>{bars}<figcaption>Each bar is a count less its expected count, the grey box where all lie in all but one of \
         {} honest logs.</figcaption></figure>",
        grouped(alpha.runs().into())
    )
}

fn map(pairs: &Tally) -> String {
    let mut svg = format!(
        "<svg role=\"img\" aria-label=\"Map of the 36 pairs\" width=\"{0}\" height=\"{0}\" viewBox=\"0 0 {0} {0}\">",
        26 + 6 * CELL
    );
    for face in 0..6 {
        let middle = 26 + face * CELL + CELL / 2;
        let _ = write!(
            svg,
            "<text x=\"{middle}\" y=\"16\" text-anchor=\"middle\">{}</text>",
            face + 1
        );
        let _ = write!(svg, "<text x=\"10\" y=\"{}\">{}</text>", middle + 4, face + 1);
    }
    for category in 0..36 {
        if let Ok(found) = share(pairs, &Odds::pairs(), category) {
            square(&mut svg, category, &found);
        }
    }
    svg + "</svg>"
}

/// One pair's square: how far off it is, in per cent and in standard deviations.
fn square(svg: &mut String, category: u32, found: &Share) {
    let (row, column) = (category / 6, category % 6);
    let (x, y) = (26 + column * CELL, 26 + row * CELL);
    let off = signed(100.0 * (count(found.count) / found.expected - 1.0), 2);
    let z = signed(found.z, 1);
    let _ = write!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{}\" stroke=\"#fff\"><title>{}-{}: {}, expected \
         {:.1}</title></rect><text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{off}</text><text class=\"small\" \
         x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{z} sd</text>",
        colour(found.z),
        row + 1,
        column + 1,
        grouped(found.count),
        found.expected,
        y + 25,
        y + 39,
        middle = x + CELL / 2,
    );
}

/// A number with its sign, unless so many decimals show nothing but zeros: then there is nothing to have one.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    if text.bytes().any(|byte| byte.is_ascii_digit() && byte != b'0') {
        return text;
    }
    text.replace(['+', '-'], "")
}

/// Orange above, blue below, white where expected; light enough for the text on it.
fn colour(z: f64) -> String {
    let part = (z.abs() / 3.5).min(1.0);
    let [r, g, b] = if z > 0.0 {
        [240.0, 140.0, 60.0]
    } else {
        [90.0, 150.0, 230.0]
    };
    let mix = |full: f64| 246.0 + (full - 246.0) * part;
    format!("rgb({:.0},{:.0},{:.0})", mix(r), mix(g), mix(b))
}

/// Bars about the expected counts, with the bands of all categories together.
fn bars(tally: &Tally, odds: &Odds, first: u32, alpha: Alpha) -> String {
    let Some(all) = deviations(tally, odds, alpha) else {
        return String::new();
    };
    let reach = all
        .iter()
        .flatten()
        .fold(1.0_f64, |reach, value| reach.max(value.abs()));
    let step = (320.0 / count(all.len() as u64)).clamp(7.0, 52.0);
    let width = 40.0 + step * count(all.len() as u64);
    let mut svg = format!(
        "<svg role=\"img\" aria-label=\"Bars of {}\" width=\"{width:.0}\" height=\"262\" viewBox=\"0 0 {width:.0} 262\">",
        tally.name()
    );
    for ((label, deviation), at) in (first..).zip(all).zip(0_u64..) {
        bar(&mut svg, label, deviation, reach, 36.0 + step * count(at), step);
    }
    let _ = write!(
        svg,
        "<line x1=\"34\" x2=\"{width:.0}\" y1=\"{MIDDLE}\" y2=\"{MIDDLE}\" stroke=\"#1b1f24\"/><text class=\"small\" x=\"0\" \
         y=\"{:.0}\">{reach:+.0}</text><text class=\"small\" x=\"0\" y=\"{:.0}\">0</text><text class=\"small\" x=\"0\" \
         y=\"{:.0}\">-{reach:.0}</text></svg>",
        MIDDLE - HALF + 4.0,
        MIDDLE + 4.0,
        MIDDLE + HALF + 4.0,
    );
    svg
}

/// Each category's count and both ends of its band, less the expected count.
fn deviations(tally: &Tally, odds: &Odds, alpha: Alpha) -> Option<Vec<[f64; 3]>> {
    let counts = tally.counts();
    // Bonferroni: each band is narrower by as many as there are.
    let together = alpha.runs().checked_mul(u32::try_from(counts.len()).ok()?)?;
    let together = Alpha::one_in(together).ok()?;
    let each = (0..).zip(counts).filter_map(|(category, found)| {
        let chance = odds.chance(category)?;
        let expected = chance.as_f64() * count(tally.total());
        let band = band(&chance, tally.total(), together).ok()?;
        Some([*found, *band.start(), *band.end()].map(|value| count(value) - expected))
    });
    Some(each.collect())
}

/// One category's bar over the grey box of its band.
fn bar(svg: &mut String, label: u32, [found, low, high]: [f64; 3], reach: f64, x: f64, step: f64) {
    let y = |value: f64| MIDDLE - HALF * value / reach;
    let (top, bottom) = (y(found.max(0.0)), y(found.min(0.0)));
    let fill = if found < low || found > high {
        "#b42318"
    } else {
        "#3b6ea8"
    };
    let _ = write!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#dfe3e8\"/><rect x=\"{:.1}\" y=\"{top:.1}\" \
         width=\"{:.1}\" height=\"{:.1}\" fill=\"{fill}\"><title>{label}: {}</title></rect>",
        y(high),
        step - 2.0,
        y(low) - y(high),
        x + 0.25 * step,
        0.5 * step - 1.0,
        (bottom - top).max(0.5),
        signed(found, 1),
    );
    if step > 12.0 || label % 5 == 0 {
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"255\" text-anchor=\"middle\">{label}</text>",
            x + step / 2.0 - 1.0
        );
    }
}

/// A count as a double, for drawing.
#[allow(clippy::cast_precision_loss, reason = "a picture")]
pub const fn count(n: u64) -> f64 {
    n as f64
}
