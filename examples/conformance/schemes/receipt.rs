//! Receipts, with and without the client's kept record.

use std::fmt::Display;

use provably_fair::hex::HexError;
use provably_fair::mac::Hash;
use provably_fair::protocol::receipt::{EntropyFrom, Id, Kept, Receipt, Terms};
use provably_fair::{Commitment, Verdict};
use serde_json::Value;

use super::super::case::{Case, Checked, Fault, decimal, integer};
use super::core::fared;

pub fn receipt(case: &Case<'_>) -> Checked {
    let read = read(case)?;
    // Asked for in every case, so that a malformed one may have it and no field is left unread.
    let kept = case.given("kept").map(|_| kept(case)).transpose()?;
    let (Ok(receipt), Some(Ok(_)) | None) = (&read, &kept) else {
        return fared(case, "verified", None);
    };
    let kept = kept.and_then(Result::ok);
    let report = receipt.verify(kept.as_ref(), Some(EntropyFrom::Client));
    fared(case, "verified", Some(&report))?;
    if report.first_failure().is_some() {
        return Ok(());
    }
    let verdict = if kept.is_some() {
        Verdict::Verified
    } else {
        Verdict::Consistent
    };
    if report.verdict() != verdict {
        return Err(Fault::new("result", verdict, report.verdict()));
    }
    let rolled = receipt
        .derive()
        .map_err(|error| Fault::new("mac_hex", "a MAC", error))?;
    case.answer_hex("mac_hex", rolled.mac.as_bytes())
}

/// A document, or why it is malformed; a case that is not one is a fault.
type Read<T> = Result<Result<T, String>, Fault>;

fn read(case: &Case<'_>) -> Read<Receipt> {
    let (seed, entropy) = (case.text("server_seed_hex")?, case.text("client_entropy_hex")?);
    let dice = case.list("dice")?.iter().map(integer).collect::<Option<Vec<u8>>>();
    let terms = match terms(case)? {
        Ok(terms) => terms,
        Err(error) => return Ok(Err(error)),
    };
    let make = || {
        let dice = dice.and_then(|dice| <[u8; 2]>::try_from(dice).ok()).ok_or("two dice")?;
        let (seed, entropy) = (seed.parse().map_err(text)?, entropy.parse().map_err(text)?);
        Receipt::new(terms, entropy, seed, dice).map_err(text)
    };
    Ok(make())
}

fn kept(case: &Case<'_>) -> Read<Kept> {
    let inner = case.inner("kept")?;
    let complete = ["match_id", "roll_id", "nonce", "commitment_hex", "client_entropy_hex"]
        .iter()
        .all(|field| inner.given(field).is_some_and(Value::is_string));
    if !complete {
        return Ok(Err("all five are needed".into()));
    }
    let entropy = inner.text("client_entropy_hex")?;
    let terms = terms(&inner)?;
    inner.finish()?;
    Ok(terms.and_then(|terms| Ok(Kept::new(terms, entropy.parse().map_err(text::<HexError>)?))))
}

fn terms(case: &Case<'_>) -> Read<Terms> {
    let (game, roll, nonce) = (case.text("match_id")?, case.text("roll_id")?, case.text("nonce")?);
    let commitment = case.text("commitment_hex")?;
    let make = || {
        let nonce = decimal(nonce).ok_or("a nonce")?;
        let commitment = Commitment::from_hex(Hash::Sha256, commitment).map_err(text)?;
        Terms::new(
            Id::new(game).map_err(text)?,
            Id::new(roll).map_err(text)?,
            nonce,
            commitment,
        )
        .map_err(text)
    };
    Ok(make())
}

fn text<E: Display>(error: E) -> String {
    error.to_string()
}
