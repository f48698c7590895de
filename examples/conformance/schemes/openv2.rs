//! Tickets of `OPENv2`, and the randomness of drand rounds.

use provably_fair::protocol::openv2::{MESSAGE, Purchase, drand_randomness};
use provably_fair::{Revealed, hex};
use serde_json::json;

use super::super::case::{Case, Checked, Fault};

/// N bytes of a message of another program's, from `at` on.
fn part<const N: usize>(message: &[u8; MESSAGE], at: usize) -> [u8; N] {
    core::array::from_fn(|i| message[at + i])
}

/// The published message, taken apart by the layout and put together again by the library, gives the ticket.
pub fn ticket(case: &Case<'_>) -> Checked {
    let template: [u8; MESSAGE] = case.bytes("message_template")?;
    let purchase = Purchase {
        epoch: u32::from_le_bytes(part(&template, 6)),
        user_key: part(&template, 10),
        nonce: u64::from_le_bytes(part(&template, 42)),
        pack: part(&template, 50),
        client_seed_hash: part(&template, 90),
        drand_round: u64::from_le_bytes(part(&template, 122)),
        randomness: part(&template, 130),
    };
    if purchase.message(0, 0) != template {
        return Err(case.wrong("message_template", &hex::encode(&purchase.message(0, 0))));
    }
    let secret = Revealed::from_text(case.text("server_secret")?);
    let ticket = purchase.ticket(&secret, 0, case.integer("draw_index")?);
    case.answer(
        "expected",
        &json!(ticket.map_err(|error| Fault::new("server_secret", "hex", error))?),
    )
}

pub fn randomness(case: &Case<'_>) -> Checked {
    case.text("chain")?; // whose signature this is, no derivation can show
    case.integer::<u64>("round")?;
    case.answer_hex("expected", &drand_randomness(&case.hex("signature")?))
}
