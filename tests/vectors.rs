//! Every file in `tests/vectors`, by the same runner as `cargo run --example conformance`.

#[path = "../examples/conformance/case.rs"]
mod case;
#[path = "../examples/conformance/runner.rs"]
mod runner;
#[path = "../examples/conformance/schemes/mod.rs"]
mod schemes;

use std::path::Path;

#[test]
fn every_known_answer_holds() {
    let mut lines = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let tally = runner::run(&folder, &mut |line| lines.push(line));
    assert_eq!(tally.failed, 0, "{}", lines.join("\n"));
    assert!(
        tally.passed >= 464,
        "only {} cases ran: {}",
        tally.passed,
        lines.join("\n")
    );
}
