//! The derivation as a user-defined function: the library's own receipt, built from columns and derived again.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, StringArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::DataType;
use datafusion::error::Result;
use datafusion::logical_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility};
use provably_fair::protocol::receipt::{Id, Receipt, Terms};

/// The columns of a receipt in the audit's CSV form, in the order of the function's arguments.
pub const COLUMNS: [&str; 8] = [
    "match_id",
    "roll_id",
    "nonce",
    "commitment",
    "entropy",
    "server_seed",
    "die_1",
    "die_2",
];

/// Said of a record that is no receipt.
pub const MALFORMED: &str = "malformed";

/// `receipt(match_id, roll_id, nonce, commitment, entropy, server_seed, die_1, die_2)`: the dice of a receipt that holds,
/// as `5-2`; else the name of the check that failed, or `malformed`.
pub fn receipt() -> ScalarUDF {
    let signature = Signature::any(COLUMNS.len(), Volatility::Immutable);
    ScalarUDF::from(Derivation { signature })
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Derivation {
    signature: Signature,
}

impl ScalarUDFImpl for Derivation {
    fn name(&self) -> &'static str {
        "receipt"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Utf8)
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let columns = ColumnarValue::values_to_arrays(&args.args)?;
        let columns = columns.iter().map(text).collect::<Result<Vec<_>>>()?;
        let rows = 0..columns.first().map_or(0, Array::len);
        let outcomes = rows.map(|row| outcome(&columns, row));
        Ok(ColumnarValue::Array(Arc::new(StringArray::from_iter_values(outcomes))))
    }
}

/// Text, whatever form the file keeps it in. A nonce never passes through a double.
fn text(column: &ArrayRef) -> Result<StringArray> {
    let column = cast(column, &DataType::Utf8)?;
    Ok(StringArray::from(column.to_data()))
}

fn outcome(columns: &[StringArray], row: usize) -> String {
    let Some(receipt) = read(columns, row) else {
        return MALFORMED.to_owned();
    };
    let sealed = receipt.seed().commitment() == receipt.terms().commitment();
    if sealed && receipt.derive().is_ok_and(|rolled| rolled.dice == receipt.dice()) {
        return receipt.dice().to_string();
    }
    // The words are the library's: the check that its report names first.
    let report = receipt.verify(None, None);
    report
        .first_failure()
        .map_or(MALFORMED, |line| line.check.name())
        .to_owned()
}

/// One row as the library's receipt, or nothing if it is none.
fn read(columns: &[StringArray], row: usize) -> Option<Receipt> {
    let cells: Option<Vec<&str>> = columns
        .iter()
        .map(|column| column.is_valid(row).then(|| column.value(row)))
        .collect();
    let [match_id, roll_id, nonce, commitment, entropy, seed, die_1, die_2] = cells?[..] else {
        return None;
    };
    let (match_id, roll_id) = (Id::new(match_id).ok()?, Id::new(roll_id).ok()?);
    let terms = Terms::new(match_id, roll_id, decimal(nonce)?, commitment.parse().ok()?).ok()?;
    let dice = [u8::try_from(decimal(die_1)?).ok()?, u8::try_from(decimal(die_2)?).ok()?];
    Receipt::new(terms, entropy.parse().ok()?, seed.parse().ok()?, dice).ok()
}

/// A number as it is printed: no sign, no leading zero.
fn decimal(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number: &u64| number.to_string() == text)
}
