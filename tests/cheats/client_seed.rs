//! What became of the client's seed of a round.

use super::*;

#[test]
fn a_client_seed_that_was_changed_fails_against_the_note() {
    let roulette = games::ROULETTE.with(&[]).unwrap();
    let seal = CURSOR_V1.sealing().digest(&Revealed::from_text("server")).unwrap();
    let verify = |noted: &str, played: &str| {
        let claim = RoundClaim::new(CURSOR_V1, roulette.clone(), Revealed::from_text("server"), played, 0);
        let spun = claim.deal().unwrap().items("pocket")[0].to_string();
        let note = RoundNote::none().commitment(seal).client_seed(noted).nonce(0);
        let note = note.settings(CURSOR_V1, &roulette);
        claim.commitment(seal).stated(&[&spun]).unwrap().verify(&note)
    };
    // (what the player noted, what was played)
    let cases = [
        (" caf\u{e9} ", "caf\u{e9}", "trimmed"),
        ("caf\u{e9}\n", "caf\u{e9}", "a line end taken off"),
        (
            "caf\u{e9}",
            "cafe\u{301}",
            "re-encoded: the same letters in the other normal form",
        ),
        ("caf\u{e9}", "caf\u{c3}\u{a9}", "re-encoded: its UTF-8 read as Latin-1"),
        ("caf\u{e9}", "caf\u{fffd}", "re-encoded: bytes lost"),
        ("paypal", "p\u{430}ypal", "a look-alike: Cyrillic a"),
        ("seed-1", "seed\u{2010}1", "a look-alike: another hyphen"),
        ("Lucky", "lucky", "case folded"),
        ("a", "a\u{200b}", "something invisible added"),
        ("caf\u{e9}", "", "dropped"),
        ("1", "01", "a number made of it"),
    ];
    for (noted, played, why) in cases {
        let report = verify(noted, played);
        let failed = report
            .report()
            .lines()
            .iter()
            .filter(|line| matches!(line.finding, Finding::Failed { .. }));
        let checks: Vec<Check> = failed.map(|line| line.check).collect();
        assert_eq!(checks, [Check::NotedClientSeed], "{why}");
        assert_eq!(verify(noted, noted).verdict(), Verdict::Verified, "{why}");
    }
}
