//! The chain that is served last to first.

use super::*;

fn served(kind: Kind, length: u64) -> ServedChain {
    ServedChain::make(kind, length, &ServerSeed::from_bytes(&start(kind, 1))).unwrap()
}

/// The links that are served from here on, with their numbers; the chain must then say that it is played out.
fn rest(served: &mut ServedChain) -> Vec<(u64, Link)> {
    let mut all = Vec::new();
    let length = served.length();
    loop {
        match served.next_game() {
            Ok(live) => all.push((live.number(), live.reveal().link())),
            Err(error) => {
                assert_eq!(error, Exhausted { length });
                assert_eq!(served.next_game().unwrap_err(), error, "it stays so");
                assert_eq!((served.remaining(), served.next_number()), (0, length + 1));
                return all;
            }
        }
    }
}

/// Every length up to 70, so around every square of them: all links, last to first, each kind.
#[test]
fn all_games_are_served_last_to_first() {
    for kind in Kind::ALL {
        for length in 1..=70 {
            let links = slow_chain(kind, &start(kind, 1), usize::try_from(length).unwrap());
            let mut served = served(kind, length);
            assert_eq!(served.chain(), Chain::new(*links.last().unwrap()));
            let expected: Vec<_> = (1..=length).zip(links.iter().rev().skip(1).copied()).collect();
            assert_eq!(rest(&mut served), expected, "{kind} {length}");
        }
    }
}

#[test]
fn a_chain_is_restored_at_any_game() {
    for length in [1, 2, 9, 10, 50] {
        let secret = served(Kind::HexText, length).export_secret();
        let mut fresh = served(Kind::HexText, length);
        let all = rest(&mut fresh);
        for next in 1..=length + 1 {
            let mut restored = ServedChain::restore(&secret, next).unwrap();
            assert_eq!(restored.remaining(), length + 1 - next);
            assert_eq!(
                rest(&mut restored),
                all[usize::try_from(next - 1).unwrap()..],
                "{length} {next}"
            );
        }
    }
}

#[test]
fn a_saved_chain_is_read_strictly() {
    let chain = served(Kind::HexText, 50);
    let secret = chain.export_secret();
    let (_, first) = secret.split_once(" 50 ").unwrap();
    let (start, end) = first.split_once(' ').unwrap();
    let restore = |from: &str, to: &str| ServedChain::restore(&secret.replace(from, to), 1).unwrap_err();
    assert_eq!(restore("served-chain/1", "served-chain/2"), RestoreError::Version);
    assert_eq!(restore("hex-text", "hextext"), RestoreError::Kind);
    assert_eq!(restore("hex-text", "bytes"), RestoreError::OtherChain);
    assert_eq!(
        restore("hex-text", "sha512-bytes"),
        RestoreError::Start(HexError::TooShort { at: 64 })
    );
    for length in ["0", "050", "-50", "", "4294967297", "18446744073709551616"] {
        assert_eq!(
            restore(" 50 ", &format!(" {length} ")),
            RestoreError::Length,
            "{length}"
        );
    }
    assert_eq!(restore(" 50 ", " 51 "), RestoreError::OtherChain);
    assert_eq!(
        restore(start, &start[1..]),
        RestoreError::Start(HexError::TooShort { at: 63 })
    );
    assert_eq!(
        restore(end, &end[1..]),
        RestoreError::Terminating(HexError::TooShort { at: 63 })
    );
    assert_eq!(restore(&start[..2], "ff"), RestoreError::OtherChain);
    assert_eq!(
        restore(end, ""),
        RestoreError::Terminating(HexError::TooShort { at: 0 })
    );
    assert_eq!(restore(&format!(" {end}"), ""), RestoreError::Fields);
    assert_eq!(restore(end, &format!("{end} ")), RestoreError::Fields);
    assert_eq!(ServedChain::restore(&secret, 0).unwrap_err(), RestoreError::GameZero);
    assert_eq!(
        ServedChain::restore(&secret, 52).unwrap_err(),
        RestoreError::Beyond { length: 50 }
    );
    assert_eq!(
        ServedChain::restore(&secret, u64::MAX).unwrap_err(),
        RestoreError::Beyond { length: 50 }
    );
}

#[test]
fn a_chain_that_cannot_be_is_refused() {
    let seed = ServerSeed::from_bytes(&[1; 32]);
    for length in [0, ServedChain::MAX_LENGTH + 1, u64::MAX] {
        assert_eq!(
            ServedChain::make(Kind::Bytes, length, &seed).unwrap_err(),
            ChainError::Length { length }
        );
    }
    for (text, error) in [
        ("no hex", ChainError::SeedNotHex(HexError::Digit { at: 0 })),
        ("abc", ChainError::SeedNotHex(HexError::TooShort { at: 3 })),
        ("", ChainError::SeedLength { expected: 32, found: 0 }),
        ("abcd", ChainError::SeedLength { expected: 32, found: 2 }),
    ] {
        assert_eq!(
            ServedChain::make(Kind::Bytes, 9, &ServerSeed::from_text(text)).unwrap_err(),
            error
        );
    }
    let long = ServerSeed::from_bytes(&[1; 33]);
    let error = ChainError::SeedLength {
        expected: 32,
        found: 33,
    };
    assert_eq!(ServedChain::make(Kind::HexText, 9, &long).unwrap_err(), error);
}

#[test]
fn random_chains_fill_the_whole_start_and_differ() {
    for kind in Kind::ALL {
        let mut asked = 0;
        let one = ServedChain::random_from(kind, 3, |bytes| {
            asked = bytes.len();
            bytes.fill(7);
            Ok::<(), ChainError>(())
        });
        assert_eq!(asked, kind.hash().digest_len());
        let start = kind.link_of(&vec![7; asked]).unwrap();
        assert_eq!(one.unwrap().chain().link(), start.next().next().next());
        let failed = ServedChain::random_from(kind, 3, |_| Err(ChainError::NoRandomness));
        assert_eq!(failed.unwrap_err(), ChainError::NoRandomness);
        let [a, b] = [(); 2].map(|()| ServedChain::random(kind, 3).unwrap().chain());
        assert_ne!(a, b);
    }
}

#[test]
fn secrets_do_not_print() {
    let mut served = served(Kind::HexText, 50);
    let secret = hex::encode(start(Kind::HexText, 1));
    let live = served.next_game().unwrap();
    let printed = format!("{served:?} {live:?} {:?}", provably_fair::chain::LinkRef::from(&live));
    assert!(!printed.contains(&secret[..8]));
    assert!(!printed.contains(&live.reveal().link().to_string()[..8]));
    assert!(printed.contains("next: 2"), "{printed}");
    assert!(served.export_secret().contains(&secret)); // the one way out, by name
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, rng_seed: RngSeed::Fixed(10), ..ProptestConfig::default() })]

    #[test]
    fn links_walk_like_the_slow_loop(which in 0..4_usize, seed: [u8; 32], steps in 0..80_usize, sitting in 1..30_u64) {
        let kind = Kind::ALL[which];
        let start = [seed, seed.map(|byte| !byte)].concat();
        let links = slow_chain(kind, &start[..kind.hash().digest_len()], steps);
        let mut walk = Chain::new(links[steps]).walk(links[0]).unwrap();
        let mut sittings = 0;
        while let Progress::Going { steps } = walk.step(sitting) {
            sittings += 1;
            prop_assert_eq!(steps, sittings * sitting);
            prop_assert_eq!(walk.at(), links[usize::try_from(steps).unwrap()]);
            walk = walk.to_string().parse().unwrap();
        }
        match walk.progress() {
            Progress::Published => prop_assert_eq!(steps, 0),
            progress => prop_assert_eq!(game(progress).number(), u64::try_from(steps).unwrap()),
        }
    }

    #[test]
    fn lists_joined_anywhere_are_the_whole_list(
        which in 0..4_usize,
        broken in proptest::collection::vec((0..24_usize, any::<bool>()), 0..3),
        cuts in proptest::collection::vec(0..=24_usize, 2),
    ) {
        let kind = Kind::ALL[which];
        let mut links = slow_chain(kind, &start(kind, 5), 24);
        links.reverse();
        for (at, forwards) in broken {
            links[at + 1] = if forwards { links[at].next() } else { links[0] };
        }
        let whole = check_list(kind, &links).unwrap();
        // The slow twin: the first neighbours that do not fit.
        let breaks = (1..links.len()).find(|&at| {
            slow_next(kind, links[at].as_bytes()) != links[at - 1].as_bytes()
        });
        prop_assert_eq!(whole.first_break(), breaks.map(|at| u64::try_from(at).unwrap()));
        let (a, b) = (cuts[0].min(cuts[1]), cuts[0].max(cuts[1]));
        let [left, middle, right] =
            [&links[..a], &links[a..b], &links[b..]].map(|part| check_list(kind, part).unwrap());
        prop_assert_eq!(left.join(middle).join(right), whole);
        prop_assert_eq!(left.join(middle.join(right)), whole);
    }

    #[test]
    fn any_chain_is_served_like_the_slow_loop(which in 0..4_usize, length in 1..400_u64, next in 1..400_u64) {
        let kind = Kind::ALL[which];
        let next = next.min(length);
        let links = slow_chain(kind, &start(kind, 1), usize::try_from(length).unwrap());
        let mut restored = ServedChain::restore(&served(kind, length).export_secret(), next).unwrap();
        let expected: Vec<_> = (1..=length).zip(links.iter().rev().skip(1).copied()).skip(usize::try_from(next - 1).unwrap()).collect();
        prop_assert_eq!(rest(&mut restored), expected);
    }

    #[test]
    fn nothing_from_outside_panics(text in "[ -~]{0,40}", saved in "(walk/1|served-chain/1) (bytes|hex-text) [0-9a-f ]{0,200}", next: u64) {
        for kind in Kind::ALL {
            prop_assert!(kind.link(&text).is_err()); // never 64 digits
        }
        prop_assert!(text.parse::<Walk>().is_err());
        prop_assert!(ServedChain::restore(&text, next).is_err());
        if let Ok(walk) = saved.parse::<Walk>() {
            prop_assert_eq!(walk.to_string(), saved.clone());
        }
        prop_assert!(ServedChain::restore(&saved, next).is_err());
    }
}
