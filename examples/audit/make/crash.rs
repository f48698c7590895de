//! Games of one chain, in the order of play.

use provably_fair::ServerSeed;
use provably_fair::chain::{CrashRule, Material, Public, ServedChain, Source};
use serde_json::json;

use super::{Chance, Made, MakeError, Maker, object, other_digit};
use crate::crash::rules;
use crate::ids::meant;
use crate::record::Kind;

/// Games of a chain as long as the log.
pub struct Games {
    rule: CrashRule,
    salt: Option<String>,
    terminating: String,
    served: ServedChain,
}

impl Games {
    pub fn new(mut chance: Chance, rule: &str, games: u64) -> Result<Self, MakeError> {
        let rule = meant(rules(), CrashRule::id, rule);
        let rule = rule.map_err(|why| MakeError::usage(format!("--rule: {why}")))?;
        let takes = |material| match rule.digest().source() {
            Source::Hmac { key, message, .. } => key == material || message == material,
            _ => false,
        };
        if takes(Material::Signature) {
            return Err(MakeError::usage(
                "--rule: it takes a signature for each game, which is not made here",
            ));
        }
        let salt = takes(Material::Salt).then(|| chance.hex(64));
        let seed = ServerSeed::from_bytes(&chance.bytes::<32>());
        let made = ServedChain::make(rule.digest().kind(), games.max(1), &seed).map_err(MakeError::usage)?;
        Ok(Self {
            rule,
            salt,
            terminating: made.chain().link().to_string(),
            served: made,
        })
    }
}

impl Maker for Games {
    fn next(&mut self, alter: Option<u64>) -> Result<Made, MakeError> {
        let game = self.served.next_game().map_err(MakeError::usage)?.reveal();
        let public = self.salt.as_deref().map_or(Public::NONE, Public::salt);
        let mut hundredths = self.rule.crash(&game, public).map_err(MakeError::usage)?.hundredths;
        let mut link = game.link().to_string();
        match alter.map(|way| way % 2) {
            None => {}
            Some(0) => hundredths += 1,
            Some(_) => link = other_digit(&link),
        }
        let (scheme, terminating) = (self.rule.id(), &self.terminating);
        let (number, hundredths) = (game.number().to_string(), hundredths.to_string());
        let json = object(
            Kind::Crash,
            &[
                ("scheme", json!(scheme)),
                ("salt", json!(self.salt)),
                ("terminating", json!(terminating)),
                ("number", json!(number)),
                ("link", json!(link)),
                ("hundredths", json!(hundredths)),
            ],
        );
        let salt = self.salt.as_deref().unwrap_or_default();
        let cells = [scheme, salt, terminating, &number, &link, &hundredths]
            .map(str::to_owned)
            .to_vec();
        Ok(Made { json, cells })
    }
}
