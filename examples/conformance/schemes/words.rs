//! Dice of operators that reject: LIQD and Duel 4-byte words, as their auditors published them, Primedice and Just-Dice runs of
//! hex digits.

use std::num::NonZeroU32;

use provably_fair::mac::{Hash, HmacKey};
use provably_fair::scheme::{JUST_DICE_V1, PRIMEDICE_CLASSIC_V1};
use provably_fair::{Commitment, DUEL_DICE_V1, LIQD_DICE_V1, Revealed, Round, Scheme};
use serde_json::json;

use super::super::case::{Case, Checked, Fault};

const TEN_THOUSAND: NonZeroU32 = NonZeroU32::new(10_000).unwrap();

/// The round of a case; a commitment, where one was published, has to open.
pub(super) fn round<T>(
    case: &Case<'_>,
    scheme: Scheme,
    read: impl FnOnce(&Round<'_>) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let seed = Revealed::from_text(case.text("server_seed")?);
    // `commitment_text` only stresses that the seed's text is hashed, which the scheme knows.
    for field in ["commitment", "commitment_text"]
        .into_iter()
        .filter(|field| case.given(field).is_some())
    {
        let commitment = Commitment::from_hex(scheme.sealing().commit_hash(), case.text(field)?);
        let commitment = commitment.map_err(|error| case.wrong(field, &error.to_string()))?;
        let opened = commitment.open(&scheme.sealing(), seed.clone());
        opened.map_err(|error| Fault::new(field, "the seed's", error))?;
    }
    let round = scheme.round(&seed, case.text("client_seed")?, case.integer("nonce")?);
    read(&round.map_err(|error| case.wrong("server_seed", &error.to_string()))?)
}

/// Index 0 of the round.
pub(super) fn roll(case: &Case<'_>, scheme: Scheme, outcomes: NonZeroU32) -> Result<u32, Fault> {
    round(case, scheme, |round| {
        round
            .index(0, outcomes)
            .map_err(|error| Fault::new("expected", "a roll", error))
    })
}

pub fn liqd_dice(case: &Case<'_>) -> Checked {
    let hundredths = roll(case, LIQD_DICE_V1, TEN_THOUSAND)?;
    case.answer("expected", &json!(f64::from(hundredths) / 100.0))
}

pub fn duel_dice(case: &Case<'_>) -> Checked {
    const OUTCOMES: NonZeroU32 = NonZeroU32::new(10_001).unwrap();
    case.answer("expected", &json!(roll(case, DUEL_DICE_V1, OUTCOMES)?))
}

/// One of the two published rolls decodes both seeds from hex, which no scheme does with a client seed: there the digest is
/// made here, and read with the library.
pub fn primedice_classic(case: &Case<'_>) -> Checked {
    case.answer("separator", &json!("-"))?;
    let hundredths = match case.text("key_encoding")? {
        "text" => roll(case, PRIMEDICE_CLASSIC_V1, TEN_THOUSAND)?,
        "hex" => {
            case.answer("client_encoding", &json!("hex"))?;
            let (key, client) = (case.hex("server_seed")?, case.hex("client_seed")?);
            let nonce = case.integer::<u64>("nonce")?.to_string();
            let digest = HmacKey::new(Hash::Sha512, &key).mac(&[&client, b"-".as_slice(), nonce.as_bytes()].concat());
            let run = digest.hex_runs(5).find(|run| *run < 1_000_000);
            run.ok_or_else(|| Fault::new("expected", "a roll", "none"))? % TEN_THOUSAND
        }
        _ => return Err(case.wrong("key_encoding", "text or hex")),
    };
    case.answer("expected", &json!(f64::from(hundredths) / 100.0))
}

pub fn just_dice(case: &Case<'_>) -> Checked {
    const OUTCOMES: NonZeroU32 = NonZeroU32::new(1_000_000).unwrap();
    let ten_thousandths = roll(case, JUST_DICE_V1, OUTCOMES)?;
    case.answer("expected", &json!(f64::from(ten_thousandths) / 10_000.0))
}
