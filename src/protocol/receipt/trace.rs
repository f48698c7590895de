//! A receipt's derivation step by step, made by the function that derives.

use alloc::string::String;
use core::fmt;

use super::derive::Message;
use super::{NoDice, Receipt, Rolled};

/// One roll of a receipt, step by step: what was hashed, which bytes counted, and the dice. Made by [`Receipt::trace`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReceiptTrace {
    /// The exact HMAC message.
    pub message: String,
    /// What came out.
    pub rolled: Rolled,
}

impl Receipt {
    /// The derivation of this receipt's dice, step by step. The dice are those that its seed gives, whatever it claims.
    ///
    /// # Errors
    /// [`NoDice`], which an honest HMAC does not come to.
    ///
    /// ```
    /// use provably_fair::protocol::receipt::{Entropy, Id, Receipt, RollSeed, Terms};
    /// let (game, roll, seed) = (Id::new("mat_1").unwrap(), Id::new("rol_1").unwrap(), RollSeed::new([7; 32]));
    /// let terms = Terms::new(game, roll, 1, seed.commitment()).unwrap();
    /// let trace = Receipt::new(terms, Entropy::new([1; 16]), seed, [1, 1]).unwrap().trace().unwrap();
    /// assert_eq!(trace.message, "mat_1:rol_1:1:01010101010101010101010101010101");
    /// assert!(trace.to_string().contains("mod 6 + 1"));
    /// ```
    pub fn trace(&self) -> Result<ReceiptTrace, NoDice> {
        let rolled = self.derive()?;
        let terms = &self.terms;
        let message = Message::new(terms.match_id(), terms.roll_id(), terms.nonce(), self.entropy);
        let mut message: String = message.as_bytes().iter().map(|byte| char::from(*byte)).collect();
        message.extend((0..rolled.retries).map(|_| '+'));
        Ok(ReceiptTrace { message, rolled })
    }
}

impl fmt::Display for ReceiptTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rolled {
            mac, retries, accepted, ..
        } = &self.rolled;
        writeln!(f, "message  {}", self.message)?;
        writeln!(f, "HMAC     {mac}  (SHA-256)")?;
        if *retries > 0 {
            writeln!(
                f,
                "retries  {retries}: fewer than two bytes were below 252, so a + was appended and both faces taken afresh"
            )?;
        }
        for read in accepted {
            let (at, byte, face) = (read.at(), read.byte(), read.face());
            writeln!(f, "byte {at:<3} {byte:02x} = {byte}, mod 6 + 1 = {face}")?;
        }
        Ok(())
    }
}
