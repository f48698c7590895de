//! The quick reading of receipts takes what the definition takes, and nothing else.

use provably_fair::document;
use provably_fair::protocol::receipt::Receipt;

use super::{GOOD, made};
use crate::receipt::{quick, read};

#[test]
fn canonical_texts_are_read_quickly() {
    let log = made(&["300"]);
    for line in log
        .lines()
        .chain(GOOD.lines().filter(|line| line.contains("receipt-dice/1")))
    {
        assert_eq!(quick(line), Some(document::read::<Receipt>(line).unwrap()));
    }
}

#[test]
fn every_byte_altered_reads_alike() {
    let line = GOOD.lines().next().unwrap();
    let mut refused = 0;
    for at in 0..line.len() {
        for byte in b"\0 \"09aAgFz,:]}\\\x7f" {
            let mut bytes = line.as_bytes().to_vec();
            bytes[at] = *byte;
            let text = String::from_utf8(bytes).unwrap();
            let defined = document::read::<Receipt>(&text);
            assert_eq!(quick(&text), defined.clone().ok(), "{text}");
            assert_eq!(read(&text).is_ok(), defined.is_ok());
            refused += u32::from(defined.is_err());
        }
    }
    assert!(refused > 3_000, "{refused}");
}

#[test]
fn cut_extended_and_doubled_texts_read_alike() {
    let line = GOOD.lines().next().unwrap();
    for at in 0..line.len() {
        let (head, tail) = line.split_at(at);
        for text in [
            head.to_owned(),
            tail.to_owned(),
            format!("{head}0{tail}"),
            format!("{head}\u{e9}{tail}"),
            format!("{head}{line}"),
        ] {
            assert_eq!(
                quick(&text),
                document::read::<Receipt>(&text)
                    .ok()
                    .filter(|_| text != line || at == 0),
                "{text}"
            );
        }
    }
}
