//! `verify ticket`, run in this process. Answers are a ticket that was paid.

use serde_json::Value;

use super::exit;
use super::tests::verify;

const HASH: &str = "--hash=afd12a64bbd5f9b91ad5becfd50aa1ab3a7feb9a3ce6d155a911eb7d31817b57";
const SALT: &str = "--salt=DmDNzZkwlvpyGDLW0jm0";
const BALLS: &str = "--stated=24,21,29,27,22,32,5,23,37,7";
const LAST: &str = "--last-link=395e6e3ed1ee157351d4def67d05a2b6df594b853e5eb1db676f9a92559832fe";

fn ticket(more: &[&str]) -> (u8, String) {
    let line: Vec<&str> = ["ticket", HASH, SALT].into_iter().chain(more.iter().copied()).collect();
    verify(&line, "")
}

#[test]
fn a_ticket_is_drawn_and_compared() {
    assert_eq!(ticket(&[BALLS, LAST]).0, exit::HELD);
    assert_eq!(ticket(&[BALLS, LAST, "--strict"]).0, exit::CONSISTENT);
    let noted = [HASH.replace("--", "--noted-"), SALT.replace("--", "--noted-")];
    let whole = [BALLS, LAST, &noted[0], &noted[1], "--strict", "--json"];
    let (code, text) = ticket(&whole);
    let all: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &all["verdict"]), (exit::HELD, &"verified".into()));
    assert_eq!(all["balls"], serde_json::json!([24, 21, 29, 27, 22, 32, 5, 23, 37, 7]));
    assert_eq!(all["links"].as_array().unwrap().len(), 10);
    let (code, text) = ticket(&["--stated=24,21,29,27,22,32,5,23,7,37", "--trace"]);
    assert_eq!(code, exit::MISMATCH);
    assert!(
        text.contains("FAILED       ball at position 8: expected 37, found 7"),
        "{text}"
    );
    assert!(
        text.contains("same ten balls in another order") && text.contains("  h52      "),
        "{text}"
    );
    assert_eq!(ticket(&[&LAST.replace('9', "8")]).0, exit::MISMATCH);
    assert_eq!(
        verify(&["ticket", &HASH.to_uppercase().replace("--HASH", "--hash"), SALT], "").0,
        exit::MALFORMED
    );
    assert_eq!(verify(&["ticket", &HASH[..70], SALT, "--json"], "").0, exit::MALFORMED);
    assert_eq!(verify(&["ticket", SALT], "").0, exit::USAGE);
    assert_eq!(ticket(&["--last-link=ab"]).0, exit::USAGE);
    // A note is the caller's own: one that cannot be is wrong usage, and never a mismatch.
    for noted in [
        "--noted-hash=00",
        "--noted-hash=",
        &noted[0].replace('a', "g"),
        &format!("{}0", noted[0]),
    ] {
        assert_eq!(ticket(&[BALLS, noted]).0, exit::USAGE, "{noted}");
    }
}
