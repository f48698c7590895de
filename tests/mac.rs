//! HMAC and chain links against RFC 4231, Wycheproof, the `hmac` crate and literals from Python's `hmac` and `hashlib`.

use hmac::{Hmac, KeyInit, Mac};
use provably_fair::mac::{Decimal, Digest, Hash, HmacKey, MacPrefix, link_bytes, link_hex};
use sha2::{Digest as _, Sha256, Sha512};

const HASHES: [Hash; 2] = [Hash::Sha256, Hash::Sha512];

/// The slow twin: the `hmac` crate, keyed afresh.
fn oracle(hash: Hash, key: &[u8], message: &[u8]) -> Vec<u8> {
    match hash {
        Hash::Sha256 => Hmac::<Sha256>::new_from_slice(key)
            .unwrap()
            .chain_update(message)
            .finalize()
            .into_bytes()
            .to_vec(),
        Hash::Sha512 => Hmac::<Sha512>::new_from_slice(key)
            .unwrap()
            .chain_update(message)
            .finalize()
            .into_bytes()
            .to_vec(),
    }
}

fn unhex(text: &str) -> Vec<u8> {
    base16ct::lower::decode_vec(text).unwrap()
}

/// `step * i + first` mod 256, the pattern that the Python literals were made from.
fn pattern(step: u8, first: u8, length: usize) -> Vec<u8> {
    (0..length)
        .scan(first, |byte, _| Some(std::mem::replace(byte, byte.wrapping_add(step))))
        .collect()
}

fn served(round: &MacPrefix, first: u64, count: usize, tail: &[u8]) -> Vec<Digest> {
    let mut digests = Vec::new();
    round.each_counter(first, count, tail, |index, digest| {
        assert_eq!(index, digests.len(), "in order, each once");
        digests.push(digest);
    });
    digests
}

/// RFC 4231, 4.2 to 4.8: key, data, HMAC-SHA-256, HMAC-SHA-512. Case 5 gives the first 128 bits.
#[test]
fn rfc_4231() {
    let long = "aa".repeat(131);
    let hash_key_first =
        "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374";
    let both_long = "5468697320697320612074657374207573696e672061206c6172676572207468616e20626c6f636b2d73697a65206b657920616e642061206c6172676572207468616e20626c6f636b2d73697a6520646174612e20546865206b6579206e6565647320746f20626520686173686564206265666f7265206265696e6720757365642062792074686520484d414320616c676f726974686d2e";
    let cases = [
        (
            &*"0b".repeat(20),
            "4869205468657265",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
            "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
        ),
        (
            "4a656665",
            "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
        ),
        (
            &*"aa".repeat(20),
            &*"dd".repeat(50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
            "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb",
        ),
        (
            "0102030405060708090a0b0c0d0e0f10111213141516171819",
            &*"cd".repeat(50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
            "b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3dba91ca5c11aa25eb4d679275cc5788063a5f19741120c4f2de2adebeb10a298dd",
        ),
        (
            &*"0c".repeat(20),
            "546573742057697468205472756e636174696f6e",
            "a3b6167473100ee06e0c796c2955552b",
            "415fad6271580a531d4179bc891d87a6",
        ),
        (
            &*long,
            hash_key_first,
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
            "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598",
        ),
        (
            &*long,
            both_long,
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
            "e37b6a775dc87dbaa4dfa9f96e5e3ffddebd71f8867289865df5a32d20cdc944b6022cac3c4982b10d5eeb55c3e4de15134676fb6de0446065c97440fa8c6a58",
        ),
    ];
    for (number, (key, data, sha256, sha512)) in (1..).zip(cases) {
        for (hash, tag) in [(Hash::Sha256, sha256), (Hash::Sha512, sha512)] {
            let hex = HmacKey::new(hash, &unhex(key)).mac(&unhex(data)).to_hex();
            let shown = if number == 5 { &hex[..32] } else { &*hex };
            assert_eq!(shown, tag, "case {number}, {}", hash.name());
        }
    }
}

/// 174 tests a hash, 108 of them with a tag that must not come out (see data/README.md).
#[test]
fn wycheproof() {
    let files = [
        (Hash::Sha256, include_str!("data/hmac_sha256_test.json")),
        (Hash::Sha512, include_str!("data/hmac_sha512_test.json")),
    ];
    for (hash, text) in files {
        let file: serde_json::Value = serde_json::from_str(text).unwrap();
        let (mut valid, mut refused) = (0, 0);
        for test in file["testGroups"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|group| group["tests"].as_array().unwrap())
        {
            let field = |name: &str| unhex(test[name].as_str().unwrap());
            let digest = HmacKey::new(hash, &field("key")).mac(&field("msg"));
            let tag = field("tag");
            let holds = digest.as_bytes()[..tag.len()] == *tag;
            match test["result"].as_str().unwrap() {
                "valid" => valid += usize::from(holds),
                "invalid" => refused += usize::from(!holds),
                other => panic!("unknown result {other}"),
            }
        }
        assert_eq!((valid, refused), (66, 108), "{}", hash.name());
    }
}

/// SHA-256 over the MACs of all messages of 0..=300 bytes, by Python: key `7i + 1`, message `13i + 5` mod 256.
#[test]
fn every_key_border_and_every_message_length() {
    #[rustfmt::skip]
    let literals = [
        (0, "80ffd07f5a74f852541314acdd93b814fe84790b27bfb950b571036702ed2e40", "01f275c9e9898dc64f6513fbc1fee9935cb602223a24e03359e86e7753c3df5f"),
        (1, "065573f75babf4e4f3e6f6706134bd11bfa439f4a4050301add0156d2fcab77a", "2d216bb74b5b35499c311eb9d5426b7f8b508e96f29979cdb41686b00e2f211e"),
        (63, "421b7c10d093a79c2037bef9bbacb6baf55ac84c5b3ff2f099befa7079eb8501", "ad5b784958aa91d84d9405ef82d68095d6f3ae7d5f4c7ab6ff54589e8949cf96"),
        (64, "530d77e6036846deebedbbe870468bb5eb83bc0089e1271484ccbc13d092b77e", "0ba2215a59ccb37b2aa00233976d0ae46ac80e0896c3f845147733d32f133e4f"),
        (65, "3bfd8b01b771b80c050d3fa57cd0214b72b02ac5ece1f7a10724343715383e6f", "33e63576fb23848d7e9d5f1add3d1dd9d5d326e043ac64ddc3f6ffe5470c3391"),
        (127, "52a5fa81eee5ff9d9054df429ab417c1a0cf0be24ba8511047a11a9081620f3d", "f42229dc746f923952ee0cf91239066e87bf79a0848a955ced12a01a288d36dd"),
        (128, "6230728e6a15b8b561592252f26be62154d8e3471271f9ca22bec49e632b548c", "82b14740f5fd5ae56665c4bf69d44ce726d53336e2c190c96bc01c196f0c07c3"),
        (129, "a12103b3a609dcbe0ebaad8a7d93437f01a7429b45d020d489b1e780d65e2a5f", "982cc357ba89c918c5697447ff69d72acda2f5e16e5147336dca9623671ae729"),
        (200, "4637fead9e21cfd8575591c14c2c241216988175145d88160f0a345fbcf0ccd0", "756598cc266b5c3b9af1da489403174a69b9b93e7f092faa99a5c706aa908632"),
    ];
    let messages: Vec<Vec<u8>> = (0..=300).map(|length| pattern(13, 5, length)).collect();
    let slices: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
    for (length, sha256, sha512) in literals {
        let raw = pattern(7, 1, length);
        for (hash, literal) in [(Hash::Sha256, sha256), (Hash::Sha512, sha512)] {
            let key = HmacKey::new(hash, &raw);
            let mut all = Sha256::new();
            key.each(&slices, |index, digest| {
                assert_eq!(digest, key.mac(slices[index]), "each, {length} and {index}");
                assert_eq!(
                    digest.as_bytes(),
                    oracle(hash, &raw, slices[index]),
                    "{length} and {index}"
                );
                all.update(digest.as_bytes());
            });
            assert_eq!(all.finalize()[..], unhex(literal), "{}, key of {length}", hash.name());
        }
    }
}

#[test]
fn each_serves_every_count_in_order() {
    let texts: Vec<String> = (0..70).map(|number| format!("message {number}")).collect();
    let messages: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
    for hash in HASHES {
        let key = HmacKey::new(hash, b"seed");
        for count in 0..=messages.len() {
            let mut next = 0;
            key.each(&messages[..count], |index, digest| {
                assert_eq!((index, digest), (next, key.mac(messages[index])));
                next += 1;
            });
            assert_eq!(next, count);
        }
    }
}

#[test]
fn a_prefix_split_anywhere_is_the_whole_message() {
    let message = pattern(29, 3, 270);
    for hash in HASHES {
        let key = HmacKey::new(hash, b"seed");
        for length in [
            0, 1, 54, 55, 56, 57, 63, 64, 65, 111, 112, 118, 119, 120, 127, 128, 129, 191, 192, 193, 270,
        ] {
            let whole = oracle(hash, b"seed", &message[..length]);
            for split in 0..=length {
                let prefix = key.prefix(&message[..split]);
                assert_eq!(
                    prefix.mac(&message[split..length]).as_bytes(),
                    whole,
                    "{split} of {length}"
                );
            }
        }
    }
}

/// Prefixes over every position in a block and tails that end the message in its first, second, third or a later block.
#[test]
fn counters_stand_in_the_message_as_text() {
    let (text, tails) = (pattern(31, 7, 130), [0, 1, 7, 60, 64, 130]);
    for hash in HASHES {
        let key = HmacKey::new(hash, b"seed");
        for prefix in (0..=130).map(|length| &text[..length]) {
            let round = key.prefix(prefix);
            for tail in tails.map(|length| &text[..length]) {
                let digests = served(&round, 98, 4, tail);
                assert_eq!(digests.len(), 4);
                for (counter, digest) in (98..).zip(digests) {
                    let message = [prefix, counter.to_string().as_bytes(), tail].concat();
                    assert_eq!(
                        digest.as_bytes(),
                        oracle(hash, b"seed", &message),
                        "{} {} {counter}",
                        prefix.len(),
                        tail.len()
                    );
                    assert_eq!(round.mac_counter(counter, tail), digest);
                }
            }
        }
    }
}

#[test]
fn counters_cross_every_digit_border() {
    for hash in HASHES {
        let key = HmacKey::new(hash, b"seed");
        for round in [
            key.prefix(b"client-0-"),
            key.prefix(&[b'c'; 40]),
            key.prefix(&[b'c'; 63]),
        ] {
            let borders = (2..20).map(|power| 10_u64.pow(power) - 20);
            for first in borders.chain([0, (1 << 53) - 20, u64::MAX - 39]) {
                for (counter, digest) in (first..=u64::MAX).zip(served(&round, first, 40, b"")) {
                    assert_eq!(digest, round.mac_counter(counter, b""), "{counter}");
                    assert_eq!(digest, round.mac(counter.to_string().as_bytes()), "{counter}");
                }
            }
        }
    }
}

#[test]
fn counters_end_and_do_not_wrap() {
    for hash in HASHES {
        let round = HmacKey::new(hash, b"seed").prefix(b"client-0-");
        for (first, count, expected) in [
            (0, 0, 0),
            (u64::MAX, 0, 0),
            (u64::MAX, 1, 1),
            (u64::MAX, 2, 1),
            (u64::MAX - 1, 2, 2),
            (u64::MAX - 20, 50, 21),
            (u64::MAX - 2, usize::MAX, 3),
        ] {
            let digests = served(&round, first, count, b"");
            assert_eq!(digests.len(), expected, "{first} {count}");
            assert!(!digests.contains(&round.mac_counter(0, b"")), "wrapped at {first}");
        }
    }
}

/// Value stability. HMAC(`seed`, `client-0-` and the counter), by Python.
#[test]
fn value_stability_of_counters() {
    #[rustfmt::skip]
    let literals = [
        (0, "a66abcd48c72b14613b84c74e9c9fec62f50facdcf0ab6b053bcae0464d60636",
            "73b17f918fba0ecb2f8bc11a15bd82cb7578779053a4609702e7cf246e9ecb087c7f4ddb4f4a2d68204986355b2853600d2089d0cca3d2197ca9d1f8bacb08a2"),
        (9, "8b2555877e2af2ecdae8f368240f38724513afdf2b3135efc024739b102f09e6",
            "b55901fb49ffd0fa2fb22bb0cd8b407d1d3bd89f1c2f8f9d389aecee501224375de97195f8482b6e7d3e1ef910ce38ecaf7af41609081af5e532b2682889a6dc"),
        (10, "11fd25d8fb123c9be5584b9216a4af428322df2db8d5bc81656637f7a6356897",
            "855fe5cd4c5cd5140c107c00edf666e8717ba0b434c824d1b2dd6853d64ec95227da74297815c85738cfde70a1ac6bdd8376d8030b3609c91913317251be30d3"),
        (99, "9f4a8692863b07902da22dfb37578b0787fab4967a39ec989b40a25c66407be5",
            "e6eaad896791ab0f37832b248751baea790fba9713c5ae7dcf9a83798a896b1ec854e09ea4ddad21406b21d44a5664d517d34b866bbf7b35aaac93ebb9b2235d"),
        (100, "68ad25abdf72671e68139a7a6d18676297df6fccbe2dbe6560395cabb3c40e63",
            "66506d9848a453dcc31357a01cd464336c3acf50cf19de79e27d050014532f51562c30f40c421a13ecb43deff2abedb04bc3e07d51f58015e26ee5567bfe5995"),
        (9_007_199_254_740_993, "ce18ffffb426bc4957af39b1d1a4ea0ed7030dd51e22a439bb014033dd35c90e",
            "b9c348d4a494021d339152bbb7f62d3491a50f22e3c2110c648ce58c8b5f9970339643146d2fbde7ff7cd30ffe7952410567ebf791e5aeecfcb2b53b5d91f1bb"),
        (u64::MAX, "7621e0ecbb1df7676588d5c577b110a7a9833dc64ca620ffef99df6656290a8f",
            "b6288b63bd79bc88aea86f917816878131adf91bf2a5c8258d022afe4616dbab2dda24db641d436ceb6bd20aa0ae0f50495169075986b8c3a58d4a36fdf5ccd3"),
    ];
    for (counter, sha256, sha512) in literals {
        for (hash, literal) in [(Hash::Sha256, sha256), (Hash::Sha512, sha512)] {
            let round = HmacKey::new(hash, b"seed").prefix(b"client-0-");
            assert_eq!(round.mac_counter(counter, b"").to_hex(), literal);
            assert_eq!(served(&round, counter, 1, b"")[0].to_hex(), literal);
        }
    }
    // A message that ends in its second block, with a tail.
    let round = HmacKey::new(Hash::Sha256, b"seed").prefix(format!("{}-0-", "c".repeat(60)).as_bytes());
    let hex: Vec<String> = served(&round, 9, 2, b"-tail").iter().map(Digest::to_hex).collect();
    assert_eq!(
        hex[0],
        "a785d4af70a0bd5c34f15a25cfabf097bda80dbf201dc2deb627890903e96785"
    );
    assert_eq!(
        hex[1],
        "51c762e0e845d4bc13ba823b353a6b83413b6ee7fcb79efe688a34b61e9f25df"
    );
}

/// Value stability. SHA-256 over the digests of counters 0..1200, by Python.
#[test]
fn value_stability_of_a_long_run() {
    for (hash, literal) in [
        (
            Hash::Sha256,
            "8d98fe0bfbc7451e2681dbf93188c67a9afbf3b1d9c75e32c3ac5c915de73b88",
        ),
        (
            Hash::Sha512,
            "533adb804c48d59219ba8228bb817c8faef191f3bbc05860323e52e28e254dab",
        ),
    ] {
        let mut all = Sha256::new();
        HmacKey::new(hash, b"seed")
            .prefix(b"client-0-")
            .each_counter(0, 1200, b"", |_, digest| all.update(digest.as_bytes()));
        assert_eq!(all.finalize()[..], unhex(literal));
    }
}

/// A key of more than a block and its digest are one key; so are a short key and the same with zeros behind it.
#[test]
fn equal_keys_of_rfc_2104() {
    for hash in HASHES {
        let long = pattern(11, 9, hash.block_len() + 1);
        let fits = &long[..hash.block_len()];
        let mac = |key: &[u8]| HmacKey::new(hash, key).mac(b"client-0-0");
        assert_eq!(mac(&long), mac(hash.digest(&long).as_bytes()));
        assert_ne!(mac(fits), mac(hash.digest(fits).as_bytes()));
        assert_eq!(mac(b"seed"), mac(b"seed\0"));
        assert_ne!(mac(fits), mac(&[fits, b"\0"].concat()));
    }
}

#[test]
fn every_bit_of_key_and_message_counts() {
    let (key, message) = (pattern(17, 2, 70), pattern(19, 4, 130));
    for hash in HASHES {
        let digest = HmacKey::new(hash, &key).mac(&message);
        for bit in 0..key.len() * 8 {
            let mut other = key.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(HmacKey::new(hash, &other).mac(&message), digest, "key bit {bit}");
        }
        for bit in 0..message.len() * 8 {
            let mut other = message.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(HmacKey::new(hash, &key).mac(&other), digest, "message bit {bit}");
        }
        assert_ne!(
            HmacKey::new(hash, &message).mac(&key),
            digest,
            "key and message are not swapped"
        );
    }
}

#[test]
fn what_differs_differs() {
    let key = HmacKey::new(Hash::Sha256, b"seed");
    let round = key.prefix(b"client-0-");
    assert_ne!(round.mac_counter(1, b"0"), round.mac_counter(1, b""));
    assert_eq!(
        round.mac_counter(1, b"0"),
        round.mac_counter(10, b""),
        "no boundary behind the digits"
    );
    assert_ne!(round.mac(b"00"), round.mac_counter(0, b""));
    assert_ne!(round.mac(b"+1"), round.mac_counter(1, b""));
    assert_ne!(key.mac(b"client-0-0"), Hash::Sha256.digest(b"seedclient-0-0"));
    assert_ne!(
        HmacKey::new(Hash::Sha512, b"seed").mac(b"m").first::<32>(),
        key.mac(b"m").first()
    );
    assert_ne!(Digest::Sha256([0; 32]), Digest::Sha512([0; 64]));
}

#[test]
fn decimals() {
    for (value, text) in [
        (0, "0"),
        (9, "9"),
        (10, "10"),
        (9_007_199_254_740_993, "9007199254740993"),
    ] {
        assert_eq!(Decimal::new(value).as_str(), text);
    }
    let borders = (0..20)
        .map(|power| 10_u64.pow(power))
        .flat_map(|power| [power - 1, power, power + 1]);
    let mut state = 1_u64;
    let random = std::iter::repeat_with(|| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state >> (state >> 58)
    });
    for value in borders.chain([u64::MAX]).chain(random.take(10_000)) {
        assert_eq!(Decimal::new(value).as_str(), value.to_string());
        assert_eq!(Decimal::new(value).as_bytes(), value.to_string().as_bytes());
    }
}

/// FIPS 180-4's `abc`, and hex in every form.
#[test]
fn digests() {
    let sha256 = Hash::Sha256.digest(b"abc");
    let sha512 = Hash::Sha512.digest(b"abc");
    assert_eq!(
        sha256.to_hex(),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
    assert_eq!(
        sha512.to_hex(),
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    );
    for (hash, digest) in [(Hash::Sha256, sha256), (Hash::Sha512, sha512)] {
        assert_eq!(digest.to_string(), digest.to_hex());
        assert_eq!(format!("{digest:?}"), digest.to_hex());
        assert_eq!(digest.as_bytes().len(), hash.digest_len());
        assert_eq!(digest.first::<32>(), digest.as_bytes()[..32]);
        assert_eq!(digest.first::<7>(), digest.as_bytes()[..7]);
        assert_eq!(digest.first::<0>(), [0; 0]);
    }
}

#[test]
fn secrets_do_not_print() {
    for hash in HASHES {
        let key = HmacKey::new(hash, b"seed");
        assert_eq!(format!("{key:?}"), format!("HmacKey({}, ..)", hash.name()));
        assert_eq!(
            format!("{:#?}", key.prefix(b"client")),
            format!("MacPrefix({}, ..)", hash.name())
        );
        assert_eq!((key.hash(), key.prefix(b"client").hash()), (hash, hash));
    }
}

/// Literals by Python: one step, and a thousand from 32 zero bytes.
#[test]
fn links() {
    let link: [u8; 32] = pattern(8, 0, 32).try_into().unwrap();
    assert_eq!(
        link_bytes(&link)[..],
        unhex("7f74cd264ce65442239616e93963c3de34c872bf16f3b5bfcaf33e2c661495d3")
    );
    assert_eq!(
        link_hex(&link)[..],
        unhex("a4e9c6a93f71731f910a9a3578e30a1aa222811021e602f11fe13d75ab0d50af")
    );
    assert_ne!(link_hex(&link)[..], Sha256::digest(hex::encode_upper(link))[..]);
    let (mut bytes, mut text) = ([0; 32], [0; 32]);
    for _ in 0..1000 {
        let next = (link_bytes(&bytes), link_hex(&text));
        assert_eq!(next.0[..], Sha256::digest(bytes)[..]);
        assert_eq!(next.1[..], Sha256::digest(hex::encode(text))[..]);
        assert_ne!(next.0, link_hex(&bytes), "the two kinds never meet");
        (bytes, text) = next;
    }
    assert_eq!(
        bytes[..],
        unhex("36c1cb4f826ae42ceba848227e0c5f786178ca9dceca6772e5d728d09c30a2f6")
    );
    assert_eq!(
        text[..],
        unhex("532af3b1c513ea1fe07efafefaa0f41665f3febec7a519726c5a3c2118e51b65")
    );
}
