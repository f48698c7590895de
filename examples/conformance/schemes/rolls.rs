//! Rolls whose HMAC has the server seed as its message: Skin.Club and freebitco.in.

use provably_fair::Revealed;
use provably_fair::mac::Hash;
use provably_fair::protocol::rolls;
use serde_json::json;

use super::super::case::{Case, Checked};

pub fn skin_club(case: &Case<'_>) -> Checked {
    let seed = Revealed::from_text(case.text("server_seed")?);
    if case.has("commitment") {
        let commitment = rolls::skin_club_commitment(&seed, case.text("salt")?);
        case.answer_hex("commitment", commitment.as_bytes())?;
    }
    let roll = rolls::skin_club(&seed, case.text("client_seed")?, case.integer("nonce")?);
    case.answer("expected", &json!(roll))
}

pub fn freebitco_in(case: &Case<'_>) -> Checked {
    let text = case.text("server_seed")?;
    case.answer_hex("commitment", Hash::Sha256.digest(text.as_bytes()).as_bytes())?;
    let roll = rolls::freebitco_in(
        &Revealed::from_text(text),
        case.text("client_seed")?,
        case.integer("nonce")?,
    );
    case.answer("expected", &json!(roll))
}
