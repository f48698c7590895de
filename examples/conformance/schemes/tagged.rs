//! `TAGGED_V1`: one opened roll with one draw a case.

use std::num::NonZeroU32;

use provably_fair::protocol::tagged::{Claim, Header, Kept, Opened, Seat, TaggedError};
use provably_fair::{Commitment, Revealed, hex};
use serde_json::Value;

use super::super::case::{Case, Checked, Fault};
use super::core::fared;

pub fn tagged(case: &Case<'_>) -> Checked {
    let cursor = case.decimal("cursor")?;
    let claim = NonZeroU32::new(case.integer("n")?).ok_or_else(|| case.wrong("n", "1 or more"))?;
    let index = case.integer("index")?;
    let label = case.text("label")?;
    let opened = header(case)?.and_then(|header| {
        let draws = vec![Claim::new(label, cursor, claim, index)?];
        Ok((header, draws))
    });
    let commitment: Commitment = case
        .text("commitment_hex")?
        .parse()
        .map_err(|_| case.wrong("commitment_hex", "hex"))?;
    let seed = Revealed::from_text(case.text("server_seed_hex")?);
    let entropies = entropies(case, "entropies_hex")?;
    let opened = opened.and_then(|(header, draws)| Opened::new(header, commitment, seed, entropies, draws));
    if let (Ok(opened), true) = (&opened, case.has("message_hex")) {
        let round = opened.round();
        let draws = round
            .as_ref()
            .map_err(|error| *error)
            .and_then(|round| round.draws(label));
        let draws = draws.map_err(|error| Fault::new("message_hex", "a draw", error))?;
        case.answer_hex("message_hex", &draws.message(cursor, 0))?;
        case.answer_hex("digest_hex", draws.draw(cursor, claim).digest.as_bytes())?;
    }
    let report = opened.map(|opened| opened.verify(&Kept::none()));
    fared(case, "valid", report.as_ref().ok())
}

fn header(case: &Case<'_>) -> Result<Result<Header, TaggedError>, Fault> {
    let sources = case.texts("seat_sources")?;
    let seats = entropies(case, "seat_randoms_hex")?.into_iter().zip(&sources);
    let seats = seats.map(|(random, source)| match *source {
        "client" => Some(Seat::client(random)),
        "operator" => Some(Seat::operator(random)),
        _ => None,
    });
    let seats: Option<Vec<Seat>> = seats.collect();
    let seats = seats.ok_or_else(|| case.wrong("seat_sources", "client or operator each"))?;
    let (roll, nonce) = (case.decimal("roll")?, case.decimal("nonce")?);
    let header = Header::new(
        case.text("match_id")?,
        &seats,
        roll,
        nonce,
        case.bytes("configuration_hex")?,
    );
    let scheme = case.text("scheme_id")?;
    Ok(header.and_then(|header| header.with_scheme(scheme)))
}

fn entropies(case: &Case<'_>, field: &str) -> Result<Vec<[u8; 16]>, Fault> {
    let bytes = case.list(field)?.iter().map(Value::as_str);
    let bytes = bytes.map(|text| hex::decode_array(text?).ok());
    bytes
        .collect::<Option<_>>()
        .ok_or_else(|| case.wrong(field, "16 bytes of hex each"))
}
