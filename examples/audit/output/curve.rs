//! Crash points against the exact curve: how many games reach each point, both scales logarithmic.

use std::fmt::Write;

use provably_fair::stats::{Alpha, Ratio, band};

use super::dice::count;
use super::grouped;
use crate::tallies::{BORDERS, Counted};

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 48.0;
const BOTTOM: f64 = 30.0;
/// Four decades each way: 1x to 1000x and a little, 1 to 1 in 10,000.
const DECADES: [f64; 2] = [3.2, 3.6];

/// One point of the curve, and what was counted there.
struct Reached {
    border: u64,
    chance: f64,
    found: f64,
    band: Option<[f64; 2]>,
}

fn reached(counted: &Counted, alpha: Alpha) -> Option<Vec<Reached>> {
    let odds = counted.basis.odds().ok()?;
    let counts = counted.tally.counts();
    let total = counted.tally.total();
    if total == 0 {
        return None;
    }
    let each = alpha
        .runs()
        .checked_mul(u32::try_from(BORDERS.len()).ok()?)
        .and_then(|runs| Alpha::one_in(runs).ok())?;
    let share = |number: u64| count(number) / count(total);
    let points = BORDERS.iter().enumerate().map(|(at, border)| {
        let ways: u128 = odds.weights().get(at + 1..)?.iter().sum();
        let found: u64 = counts.get(at + 1..)?.iter().sum();
        let chance = Ratio::chance(ways, odds.total()).ok()?;
        let band = band(&chance, total, each)
            .ok()
            .map(|band| [share(*band.start()), share(*band.end())]);
        Some(Reached {
            border: *border,
            chance: chance.as_f64(),
            found: share(found),
            band,
        })
    });
    points.collect()
}

fn x(hundredths: f64) -> f64 {
    LEFT + (WIDTH - LEFT - 10.0) * (hundredths / 100.0).log10() / DECADES[0]
}

fn y(share: f64) -> f64 {
    let down = -share.max(1e-9).log10() / DECADES[1];
    8.0 + (HEIGHT - BOTTOM - 8.0) * down.min(1.0)
}

/// The picture; nothing if there is nothing to draw.
pub fn figure(counted: &Counted, alpha: Alpha) -> String {
    let Some(points) = reached(counted, alpha) else {
        return String::new();
    };
    let mut svg = format!(
        "<svg role=\"img\" aria-label=\"Crash points against the exact curve\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\">"
    );
    axes(&mut svg);
    let line: Vec<String> = points
        .iter()
        .map(|point| format!("{:.1},{:.1}", x(count(point.border)), y(point.chance)))
        .collect();
    let _ = write!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1b1f24\" stroke-width=\"1.2\"/>",
        line.join(" ")
    );
    for point in &points {
        mark(&mut svg, point);
    }
    format!(
        "<figure>{svg}</svg><figcaption>How many games reach a point. The line is the rule's exact chance at {} points, the dots \
         what was counted, the grey boxes where all dots lie in all but one of {} honest logs.</figcaption></figure>",
        points.len(),
        grouped(alpha.runs().into())
    )
}

fn mark(svg: &mut String, point: &Reached) {
    let (middle, found) = (x(count(point.border)), y(point.found));
    let [low, high] = point.band.unwrap_or([point.found; 2]);
    let outside = point.found < low || point.found > high;
    let fill = if outside { "#b42318" } else { "#3b6ea8" };
    let _ = write!(
        svg,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"12\" height=\"{:.1}\" fill=\"#c9ced6\" fill-opacity=\".8\"/>\
         <circle cx=\"{middle:.1}\" cy=\"{found:.1}\" r=\"3\" fill=\"{fill}\"><title>{}.{:02}x: {:.4} %, exactly {:.4} %</title></circle>",
        middle - 6.0,
        y(high),
        (y(low) - y(high)).max(1.0),
        point.border / 100,
        point.border % 100,
        100.0 * point.found,
        100.0 * point.chance,
    );
}

fn axes(svg: &mut String) {
    for (hundredths, label) in [
        (100.0, "1x"),
        (200.0, "2x"),
        (500.0, "5x"),
        (1_000.0, "10x"),
        (10_000.0, "100x"),
        (100_000.0, "1000x"),
    ] {
        let at = x(hundredths);
        let _ = write!(
            svg,
            "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"8\" y2=\"{:.1}\" stroke=\"#e4e8ec\"/><text x=\"{at:.1}\" y=\"{:.1}\" \
             text-anchor=\"middle\">{label}</text>",
            HEIGHT - BOTTOM,
            HEIGHT - 12.0
        );
    }
    for (share, label) in [(1.0, "100 %"), (0.1, "10 %"), (0.01, "1 %"), (0.001, "0.1 %")] {
        let at = y(share);
        let _ = write!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#e4e8ec\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{label}</text>",
            WIDTH - 10.0,
            LEFT - 6.0,
            at + 4.0
        );
    }
}
