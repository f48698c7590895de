//! The kinds of chain, and how a link is read.

use super::*;

/// Value stability: what 0, 1, 2, ... hashes to after 1, 2 and 1000 steps under each kind.
#[test]
fn every_kind_keeps_its_values() {
    let stable = [
        (
            Kind::Bytes,
            1,
            "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
        ),
        (
            Kind::Bytes,
            2,
            "2f287b4d3d4910f6cada9e1bd1b4648099e8c52c81aa4a6aebfa6fc86f19834e",
        ),
        (
            Kind::Bytes,
            1000,
            "45cd0d40a72c806c4b78bbeca7a52d9fa6f25751fea57cf1564e7b70b9519db4",
        ),
        (
            Kind::HexText,
            1,
            "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b",
        ),
        (
            Kind::HexText,
            2,
            "6ad11908f3afcea64cd243156045f8ec0e5174b519597633e1ab1c4c18b56a1a",
        ),
        (
            Kind::HexText,
            1000,
            "0b1af0c4382d3c0fe448fd60d243f760ffe479a71c27cd9a31006ed466e60e40",
        ),
        (
            Kind::Sha512Bytes,
            1,
            "ee4320ebaf3fdb4f2c832b137200c08e235e0fa7bbd0eb1740c7063ba8a0d151da77e003398e1714a955d475b05e3e950b639503b452ec185de4229bc4873949",
        ),
        (
            Kind::Sha512Bytes,
            2,
            "04334e23057a6e2dcfe8c4880ff16b72252fb0f0f50c94091c65365b1251571ddf9b466685e52801e42ac2f570a32111e7ec8f5e27f56c6d07f5b86a57d7417f",
        ),
        (
            Kind::Sha512Bytes,
            1000,
            "54076a02961ec3fc10a01a03acf705d18b8a07bdcffcb5b600b37883d6ffdceb604f7aab9947cceb6f52fb14b1fe993c4fee1c5559fc42e09005eac2d1dfde33",
        ),
        (
            Kind::Sha512HexText,
            1,
            "396fe51622104350b7abe3d326500cce62bd6d7bdfe253482189ad8e3df26e3a64df6e9908bc8f0519cf9b1c47b417b0f59e5d7cd577e6251715f2ac878fe8f1",
        ),
        (
            Kind::Sha512HexText,
            2,
            "7136faadd7e84197ebf4e8f27072688a3cbc4ce37ec4b15ef68cca81c5a7da716921a7ba6dfa8ebd3bda344de96331c1448755ce430a2e32e9cf0ae7121fb2ee",
        ),
        (
            Kind::Sha512HexText,
            1000,
            "da2f0205f4f177d4252ce72acf7405bee29ed7370c152144584007350a5bf9b49539a5ea3c8635c609beb332b6d84362165d8401e94436886eac3420b1488832",
        ),
    ];
    for (kind, steps, end) in stable {
        let start = kind.link_of(&start(kind, 0)).unwrap();
        let chain = Chain::new(kind.link(end).unwrap());
        assert_eq!(game(chain.check(start, steps).unwrap()).number(), steps, "{kind}");
        assert_eq!(
            chain.check(start, steps - 1),
            Ok(Progress::Going { steps: steps - 1 }),
            "{kind}"
        );
    }
}

/// The chain of bytes is hashed in place; a loop over the function of one step says the same.
#[test]
fn a_chain_in_place_is_the_loop_over_one_step() {
    let mut link = [7; 32];
    let mut walk = Chain::new(Link::Bytes([0; 32])).walk(Link::Bytes(link)).unwrap();
    for steps in 1..=300 {
        link = provably_fair::mac::link_bytes(&link);
        assert_eq!(walk.step(1), Progress::Going { steps });
        assert_eq!(walk.at(), Link::Bytes(link));
    }
    let mut at_once = Chain::new(Link::Bytes([0; 32])).walk(Link::Bytes([7; 32])).unwrap();
    assert_eq!(at_once.step(300), Progress::Going { steps: 300 });
    assert_eq!(at_once.at(), Link::Bytes(link));
}

#[test]
fn names_are_read_back_and_nothing_else_is() {
    for kind in Kind::ALL {
        assert_eq!(Kind::from_name(kind.name()), Some(kind));
        assert_eq!(kind.other().other(), kind);
        assert_ne!(kind.other(), kind);
        assert_eq!(kind.other().hash(), kind.hash());
    }
    for name in ["", "Bytes", "hex_text", "hex", "hex-text ", "sha256-bytes"] {
        assert_eq!(Kind::from_name(name), None, "{name}");
    }
}

/// A damaged link is an error with its place, never a shorter link: odd, short, long, prefixed, spaced, other hash.
#[test]
fn a_link_is_read_strictly() {
    let good = "ab".repeat(32);
    assert_eq!(Kind::Bytes.link(&good.to_uppercase()), Kind::Bytes.link(&good));
    let short = good[..63].to_string();
    let long = format!("{good}a");
    let newline = format!("{good}\n");
    let prefixed = format!("0x{}", &good[..62]);
    for (text, error) in [
        (short.as_str(), HexError::TooShort { at: 63 }),
        ("", HexError::TooShort { at: 0 }),
        (&long, HexError::TooLong { at: 64 }),
        (&newline, HexError::TooLong { at: 64 }),
        (&prefixed, HexError::Digit { at: 1 }),
    ] {
        for kind in [Kind::Bytes, Kind::HexText] {
            assert_eq!(kind.link(text), Err(error), "{text}");
        }
    }
    assert_eq!(Kind::Sha512Bytes.link(&good), Err(HexError::TooShort { at: 64 }));
    assert_eq!(Kind::HexText.link(&good.repeat(2)), Err(HexError::TooLong { at: 64 }));
    assert_eq!(Kind::Sha512HexText.link_of(&[0; 63]), None);
    assert_eq!(Kind::HexText.link_of(&[0; 33]), None);
}
