//! Prints the table of games: what each spends, and in what order.
//!
//! ```text
//! cargo run --example table
//! cargo run --example table -- --json
//! ```

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use provably_fair::games;
use provably_fair::layout::{Count, Kind, Param, Row, Segment, Shape, Size, Supply};
use provably_fair::pool::Order;
use serde_json::{Value, json};

#[path = "shared/usage.rs"]
mod usage;

/// The table of games: every row's parameters and segments.
#[derive(Parser)]
struct Args {
    /// One JSON array instead of text.
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let args = match usage::parse::<Args>() {
        Ok(args) => args,
        Err(code) => return code,
    };
    let text = if args.json {
        format!("{:#}\n", games::all().map(|row| as_json(&row)).collect::<Value>())
    } else {
        games::all().map(|row| as_text(&row)).collect()
    };
    match io::stdout().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE, // somebody closed the pipe
    }
}

/// Of the column of cursors.
const WIDTH: usize = 20;

fn as_text(row: &Row) -> String {
    let title = format!("{}  ({}; {})", row.id(), row.scheme(), row.about());
    let params = row
        .params()
        .iter()
        .map(|param| format!("  parameter {}: {}", param.name, kind(param)));
    let width = row
        .segments()
        .iter()
        .map(|segment| shape(segment.shape()).len())
        .max()
        .unwrap_or(0);
    let segments = row.segments().iter().map(|segment| {
        let (cursors, shape) = (cursors(row, segment), shape(segment.shape()));
        format!(
            "  {cursors:<WIDTH$}  {:<14}  {shape:<width$}  {}",
            segment.name(),
            segment.what()
        )
    });
    let lines: Vec<String> = std::iter::once(title).chain(params).chain(segments).collect();
    lines.join("\n") + "\n\n"
}

fn as_json(row: &Row) -> Value {
    let params: Vec<Value> = row
        .params()
        .iter()
        .map(|param| json!({ "name": param.name, "is": kind(param) }))
        .collect();
    let segments: Vec<Value> = row
        .segments()
        .iter()
        .map(|segment| {
            json!({
                "name": segment.name(),
                "cursors": cursors(row, segment),
                "shape": shape(segment.shape()),
                "what": segment.what(),
            })
        })
        .collect();
    json!({ "id": row.id(), "scheme": row.scheme(), "about": row.about(), "parameters": params, "segments": segments })
}

fn kind(param: &Param) -> String {
    match param.kind {
        Kind::Size { min, max } => format!("{min} to {max}"),
        Kind::Weights => "a table of weights".into(),
        Kind::Ratio => "a fraction above 0".into(),
        Kind::Hundredths => "hundredths, at least 100".into(),
    }
}

/// First and last cursor; where a parameter decides, how many there are.
fn cursors(row: &Row, segment: &Segment) -> String {
    let first = segment.first();
    let last = |count: u32| first + u64::from(count) - 1;
    match segment.count() {
        Count::Fixed(1) => first.to_string(),
        Count::Fixed(count) => format!("{first} to {}", last(count)),
        Count::Open { max } => format!("{first} to {} at most", last(max)),
        Count::Named { name, times, less } => {
            let factor = if times == 1 {
                String::new()
            } else {
                format!("{times} * ")
            };
            let less = if less == 0 { String::new() } else { format!(" - {less}") };
            let known = row.params().iter().any(|param| param.name == name);
            assert!(known, "a row that compiles has declared its parameters");
            format!("{first} on: {factor}{name}{less}")
        }
    }
}

fn shape(shape: Shape) -> String {
    match shape {
        Shape::Number => "the number".into(),
        Shape::Each { n } => format!("index below {}", size(n)),
        Shape::Weighted { table } => format!("item of {table}"),
        Shape::Pick { from: Supply::Same } => "draw from what the segment before left".into(),
        Shape::Pick {
            from: Supply::Fresh { first, size: n, order },
        } => format!("draw from {} items from {first} on, {}", size(n), name(order)),
        Shape::Pick {
            from:
                Supply::Renewed {
                    first,
                    size: n,
                    order,
                    every,
                    further,
                },
        } => {
            let on = if further == 0 {
                String::new()
            } else {
                format!(" and {further} further on")
            };
            format!(
                "draw from {} items from {first} on, {}, afresh{on} every {}",
                size(n),
                name(order),
                size(every)
            )
        }
    }
}

fn size(size: Size) -> String {
    match size {
        Size::Fixed(size) => size.to_string(),
        Size::Named(name) => name.into(),
    }
}

const fn name(order: Order) -> &'static str {
    match order {
        Order::PoolHop => "pool hop",
        Order::RemoveShift => "remove and shift",
        _ => "another order",
    }
}
