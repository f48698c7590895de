//! Every figure of the published counting of dice (Receipt), and of an older public log.

use provably_fair::stats::{
    Alpha, Family, NOT_SHOWN, Odds, Ratio, Tally, chi_square, chi_square_p, furthest, largest, opponent_ahead,
    run_somewhere, share,
};

use crate::off;

/// A table that agrees with every published figure of the count of 438,679 rolls: the six doubles, the lowest cell (3, 4), the
/// highest, the shares of the faces and both statistics. The source's own table is not at hand; this one was found by a
/// seeded local search in Python. Rows are the first die.
const COUNT: [u64; 36] = [
    12053, 12281, 12192, 11981, 12097, 12121, //
    12001, 12244, 12082, 12039, 12172, 12415, //
    12380, 12222, 12209, 11973, 11991, 12214, //
    12202, 12270, 12275, 12163, 12152, 12133, //
    12250, 12321, 12263, 12211, 12063, 12291, //
    12168, 12329, 12278, 12095, 12101, 12447,
];

fn count() -> Tally {
    Tally::of("pairs", &COUNT).unwrap()
}

/// Numerators, denominators: Python fractions, by a Markov chain over the length of the streak and by full sums.
#[test]
fn exact_chances_of_25_rolls() {
    let double = Ratio::double();
    let mean = double.mean(25);
    assert_eq!(mean.to_string(), "25/6");
    assert_eq!(format!("{:.2}", mean.as_f64()), "4.17");
    let runs = [
        (1, "28132264806052748251/28430288029929701376", "98.95 %"),
        (2, "235778395203052919/526486815369068544", "44.78 %"),
        (3, "410636549575913771/4738381338321616896", "8.67 %"),
    ];
    for (run, exact, percent) in runs {
        let chance = run_somewhere(&double, run, 25).unwrap();
        assert_eq!(
            (chance.to_string().as_str(), chance.percent(2).as_str()),
            (exact, percent)
        );
    }
    assert_eq!(run_somewhere(&double, 1, 25), double.at_least_once_in(25));

    let ahead = opponent_ahead(&double, 2, 25).unwrap();
    assert_eq!(
        ahead.to_string(),
        "1058368102186497733170808417069448125/3742042951225759540014535187298779136"
    );
    assert_eq!(ahead.percent(2), "28.28 %");

    let games = run_somewhere(&double, 3, 25).unwrap().at_least_once_in(20).unwrap();
    assert_eq!(games.percent(2), "83.68 %");
    assert_eq!(
        games.to_string(),
        "27241995571008305121330935800634120387657291133439993870997044223110741959265595043804608841573249906080336418154025301706\
         006170235145418432709134204338575159021725089601655976106474861738889257400697071842551655482921174687074093101195998225048\
         017220073141104084114097880785293513557992745156634404036601008144270209485909551975817744128967086671655318231697341049062\
         315151/\
         32553687050529924940022327064252765334085528845763241866742075807229245167752472487284264825974274875608078445029431970658\
         369442834071070007737959196759170909516830740382927526890819761417669639090777049834362819299733472828870202817488065531066\
         478967942294406544449820375720292823679156751946309767349134933295326680449440506968894561334433342371885567435438891494618\
         955776"
    );
}

/// mpmath, 50 digits.
#[test]
fn p_from_a_published_statistic() {
    let pairs = chi_square_p(42.25, 35).unwrap();
    assert!(off(pairs, 0.186_319_985_587_910_84) < 1e-9);
    assert_eq!(format!("{pairs:.2}"), "0.19");
    let faces = chi_square_p(9.62, 5).unwrap();
    assert!(off(faces, 0.086_746_840_173_882_6) < 1e-9);
    assert_eq!(format!("{faces:.2}"), "0.09");
}

#[test]
fn the_counts_as_published() {
    let pairs = count();
    assert_eq!(pairs.total(), 438_679);
    assert_eq!(pairs.to_doubles().unwrap().counts(), [365_500, 73_179]);
    assert_eq!(format!("{:.2}", 100.0 * 73_179.0 / 438_679.0), "16.68");
    assert_eq!(pairs.counts().iter().min(), Some(&COUNT[2 * 6 + 3]));
    let faces = pairs.to_faces().unwrap();
    assert_eq!(
        (faces.total(), faces.counts()),
        (
            877_358,
            [145_779, 146_620, 146_288, 145_657, 145_975, 147_039].as_slice()
        )
    );
    let shares = faces
        .counts()
        .iter()
        .map(|&face| format!("{:.2}", 100.0 * face as f64 / 877_358.0));
    assert_eq!(
        shares.collect::<Vec<_>>(),
        ["16.62", "16.71", "16.67", "16.60", "16.64", "16.76"]
    );
    let sixes = share(&pairs, &Odds::pairs(), 35).unwrap();
    assert_eq!(
        format!("{:.1} {:.2}", sixes.expected, 100.0 * (12_447.0 / sixes.expected - 1.0)),
        "12185.5 2.15"
    );
    assert_eq!(format!("{:.2}", 100.0 * (1.0 - 12_053.0 / sixes.expected)), "1.09");
}

/// The statistics of the table above as Python fractions, their p by mpmath at 50 digits.
#[test]
fn chi_square_of_the_counts() {
    let pairs = chi_square(&count(), &Odds::pairs()).unwrap();
    assert!(off(pairs.statistic, 18_533_627.0 / 438_679.0) < 1e-14);
    assert_eq!((pairs.df, format!("{:.2}", pairs.statistic)), (35, "42.25".into()));
    assert!(off(pairs.p, 0.186_356_097_174_024_37) < 1e-9);
    let faces = chi_square(&count().to_faces().unwrap(), &Odds::faces()).unwrap();
    assert!(off(faces.statistic, 4_219_858.0 / 438_679.0) < 1e-14);
    assert_eq!((faces.df, format!("{:.2}", faces.statistic)), (5, "9.62".into()));
    assert!(off(faces.p, 0.086_764_085_313_084_22) < 1e-9);
    assert!(
        pairs.says().contains("about 19 in 100 honest logs") && faces.says().contains("about 9 in 100 honest logs")
    );
}

/// About 2 in 100 named beforehand (`scipy` binomtest), about 11 in 100 chosen afterwards (long-double convolution).
#[test]
fn the_sixes_named_beforehand_and_chosen_afterwards() {
    let faces = count().to_faces().unwrap();
    let named = share(&faces, &Odds::faces(), 5).unwrap();
    assert!(off(named.p, 0.020_011_533_851_181_422) < 1e-9);
    assert!(named.says().contains("about 2 in 100 honest logs"));
    let chosen = furthest(&faces, &Odds::faces()).unwrap();
    assert_eq!(chosen.share, named);
    assert!((f64::midpoint(chosen.low, chosen.high) - 0.109_259_430_438_479_92).abs() < 1e-12);
    assert!(chosen.high - chosen.low < 3e-10);
    assert!(chosen.says().contains("about 11 in 100 honest logs"));
}

/// About one count of four: exactly 26.9 in 100 (long-double convolution); the normal approximation would say 25.
#[test]
fn the_largest_of_36() {
    let chosen = largest(&count(), &Odds::pairs()).unwrap();
    assert_eq!((chosen.share.category, chosen.share.count), (35, 12_447));
    assert!((f64::midpoint(chosen.low, chosen.high) - 0.268_888_877_384_460_77).abs() < 1e-12);
    assert_eq!((1.0 / chosen.p()).round(), 4.0);
    let named = share(&count(), &Odds::pairs(), 35).unwrap();
    assert!(off(named.p, 0.016_487_791_934_535_059) < 1e-9);
    // Independent cells and a normal tail, as one would do by hand: 1 - (1 - P(Z > 2.4023))^36 = 0.2551 (mpmath).
    let by_hand = 1.0 - (1.0 - chi_square_p(named.z * named.z, 1).unwrap() / 2.0).powi(36);
    assert_eq!(format!("{by_hand:.2}"), "0.26");
}

/// 924,319 doubles in 5,530,616 rolls, from an older public log: mpmath, 60 digits.
#[test]
fn an_older_public_log_and_why_it_proves_nothing() {
    let log = Tally::doubles(924_319, 5_530_616).unwrap();
    let doubles = share(&log, &Odds::doubles(), 1).unwrap();
    assert!(off(doubles.z, 2.909_128_476_790_792_8) < 1e-12);
    assert!(off(doubles.p, 0.003_633_203_821_938_726) < 1e-9);
    assert_eq!(format!("{:.3} {:.4}", doubles.z, doubles.p), "2.909 0.0036");
    let says = doubles.says();
    for words in [
        "alone proves nothing",
        "named before the counting",
        "count a new sample",
        "missing, doubled or selected",
        NOT_SHOWN,
    ] {
        assert!(says.contains(words), "{words}: {says}");
    }
}

/// 16.651 % of 10,593,121 rolls, as published: 1,763,861 doubles give that share (mpmath, 60 digits).
#[test]
fn the_older_count() {
    let log = Tally::doubles(1_763_861, 10_593_121).unwrap();
    let doubles = share(&log, &Odds::doubles(), 1).unwrap();
    assert_eq!(format!("{:.3}", 100.0 * 1_763_861.0 / 10_593_121.0), "16.651");
    assert!(off(doubles.p, 0.171_396_328_671_492_87) < 1e-9 && doubles.z < 0.0);
}

#[test]
fn all_of_it_together_flags_nothing() {
    let pairs = count();
    let faces = pairs.to_faces().unwrap();
    let tests = [
        ("pairs", chi_square(&pairs, &Odds::pairs()).unwrap().p),
        ("faces", chi_square(&faces, &Odds::faces()).unwrap().p),
        ("furthest face", furthest(&faces, &Odds::faces()).unwrap().p()),
        ("largest pair", largest(&pairs, &Odds::pairs()).unwrap().p()),
    ];
    let family = Family::new(Alpha::one_in(100).unwrap(), &tests).unwrap();
    assert_eq!(family.flagged().count(), 0);
    assert!(family.says().contains("no evidence against") && family.says().contains("no proof of them"));
}
