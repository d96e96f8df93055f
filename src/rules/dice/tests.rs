use std::collections::BTreeMap;

use proptest::prelude::*;

use super::read::digits;
use super::*;

fn ways(throw: &Throw) -> Vec<(Likelihood, Vec<u16>)> {
    let branches = throw.branches();
    assert!(branches.rest.is_zero(), "{throw:?}");
    branches.ways
}

fn chances(throw: &Throw) -> Vec<Chance> {
    ways(throw).into_iter().filter_map(|(chance, _)| chance.exact()).collect()
}

fn throw(dice: &[Die], read: Read) -> Throw {
    Throw { dice: dice.to_vec(), read }
}

#[test]
fn one_die_against_a_target_number() {
    // d10, 7 or more: 6/10 below, 4/10 at or over.
    assert_eq!(chances(&Throw::one(10, 7)), [Chance::new(6, 10), Chance::new(4, 10)]);
    assert_eq!(chances(&Throw::one(10, 1)), [Chance::new(1, 1)]);
    assert_eq!(chances(&Throw::one(10, 11)), [Chance::new(1, 1)]);
}

#[test]
fn bursting_sums_match_the_hand_count() {
    // VG-23: d20 + 2 bursting d10 against 16 succeeds with 753/1000. VG-24: 2d8 437/640, 2d6
    // 1309/2160, 2d12 3509/4320.
    for (sides, part, whole) in [(10, 753, 1000), (8, 437, 640), (6, 1309, 2160), (12, 3509, 4320)]
    {
        let dice = [Die::d(20), Die::bursting(sides), Die::bursting(sides)];
        let hit = Chance::new(part, whole);
        let both = chances(&throw(&dice, Read::Sum(vec![17])));
        assert_eq!(both, [Chance::new(1, 1) - hit, hit]);
    }
}

#[test]
fn bursts_are_read_with_the_sum() {
    // VG-195: at least one of two bursting d10 bursts with 19/100; VG-357: one d4 with 1/4.
    let read = |cuts: &[i32], most| Read::SumAndBursts { cuts: cuts.to_vec(), most };
    let two = throw(&[Die::d(8), Die::bursting(10), Die::bursting(10)], read(&[], 1));
    assert_eq!(chances(&two), [Chance::new(81, 100), Chance::new(19, 100)]);
    let one = throw(&[Die::bursting(4)], read(&[], 1));
    assert_eq!(chances(&one), [Chance::new(3, 4), Chance::new(1, 4)]);
    // A d4 against 7: 1, 2 and 3 come without a burst; 5, 6 and all others with at least one.
    let both = throw(&[Die::bursting(4)], read(&[7], 1));
    assert_eq!(chances(&both), [Chance::new(3, 4), Chance::new(1, 8), Chance::new(1, 8)]);
    // Number of bursts: 5 to 7 have one, with 3/16; everything above 8 has more, with 1/16.
    let often = throw(&[Die::bursting(4)], read(&[7], 2));
    let wanted = [(3, 4, 0), (1, 8, 1), (1, 16, 1), (1, 16, 2)];
    let found: Vec<_> = ways(&often)
        .into_iter()
        .map(|(chance, faces)| (chance, bursts_in(&often.dice, &faces)))
        .collect();
    assert_eq!(found, wanted.map(|(part, whole, n)| (Likelihood::of(part, whole), n)));
}

#[test]
fn a_die_may_burst_only_once() {
    // VG-20, `Once`: 20 with 1/100 and nothing above; the highest face itself is never the total.
    let once = |cuts: &[i32]| chances(&throw(&[Die::bursting_once(10)], Read::Sum(cuts.to_vec())));
    let tenth = Chance::new(1, 10);
    assert_eq!(once(&[10]), [tenth * 9, tenth]);
    assert_eq!(once(&[11, 20, 21]), [tenth * 9, Chance::new(9, 100), Chance::new(1, 100)]);
    let highest = throw(&[Die::bursting_once(10)], Read::Highest(vec![20]));
    assert_eq!(chances(&highest), [Chance::new(99, 100), Chance::new(1, 100)]);
    let die = throw(&[Die::bursting_once(10)], Read::Faces);
    assert!(die.admits(&[20]) && !die.admits(&[10]) && !die.admits(&[21]));
    let mut dice = Dice::seeded(1);
    assert!((0..2_000).all(|_| die.admits(&dice.throw(&die))));
}

#[test]
fn advantage_reads_the_highest_die() {
    let two = [Die::d(20), Die::d(20)];
    let quarter = Chance::new(1, 4);
    assert_eq!(chances(&throw(&two, Read::Highest(vec![11]))), [quarter, quarter * 3]);
    assert_eq!(chances(&throw(&two, Read::Lowest(vec![11]))), [quarter * 3, quarter]);
}

#[test]
fn the_best_dice_are_kept() {
    let four = [Die::d(6); 4];
    let read = Read::HighestOf { keep: 3, cuts: vec![4, 18] };
    // 3 only with four ones; 18 with three sixes and any fourth die: 4 * 5 + 1.
    let wanted = [1, 1296 - 22, 21].map(|n| Chance::new(n, 1296));
    assert_eq!(chances(&throw(&four, read)), wanted);
    let read = Read::LowestOf { keep: 3, cuts: vec![4, 18] };
    let wanted = [21, 1296 - 22, 1].map(|n| Chance::new(n, 1296));
    assert_eq!(chances(&throw(&four, read)), wanted);
}

#[test]
fn digits_of_one_die() {
    let d100 = [Die::d(100)];
    let read = |tens, units, doubles, cuts: &[i32]| {
        let read = Read::Digits { tens, units, doubles, cuts: cuts.to_vec() };
        chances(&throw(&d100, read))
    };
    // 11, 22 ... 99 and 00.
    assert_eq!(read(false, false, true, &[]), [Chance::new(9, 10), Chance::new(1, 10)]);
    assert_eq!(read(true, false, false, &[]), [Chance::new(1, 10); 10]);
    assert_eq!(read(false, true, false, &[]), [Chance::new(1, 10); 10]);
    // A hit on 45 or less; on a miss the ones digit gives the direction: 46 to 49 give 6 to 9 a
    // second time.
    assert_eq!(read(false, true, false, &[46]).len(), 20);
    assert_eq!(read(true, true, false, &[]).len(), 100);
    // EV-153: 63 has 6 and 3, 8 has 0 and 8, 100 shows 00.
    let of = |face| digits(Die::d(100), face);
    assert_eq!([of(63), of(8), of(100)], [(6, 3), (0, 8), (0, 0)]);
    assert_eq!(digits(Die::d(20), 20), (2, 0));
}

/// The signed results of two opposed tests (EV-5 to EV-12): twice the attacker's degrees minus
/// twice the defender's, with a failure of the defender one below 0.
fn opposed(attack: i32, evasion: i32) -> Read {
    let degrees = |target: i32, score: fn(i32) -> i32| -> Vec<(i32, i32)> {
        let faces = (1..=target.min(100)).filter(|face| (target - face) % 10 == 9 || *face == 1);
        faces.map(|face| (face, score((target - face) / 10))).collect()
    };
    let mut left = degrees(attack, |d| 2 * d);
    // EV-149: 96 or more always misses.
    left.push(((attack + 1).min(96), -1_000));
    let mut right = degrees(evasion, |d| 2 * d);
    right.push((evasion + 1, -1));
    Read::Opposed {
        first: 1,
        left: Scale::Steps { below: -1_000, from: left },
        right: Scale::Steps { below: -1, from: right },
        cuts: vec![1],
        alone: None,
    }
}

/// EV-149: a fumble is not evaded.
#[test]
fn the_first_die_may_decide_alone() {
    let mut read = opposed(104, 40);
    if let Read::Opposed { cuts, .. } = &mut read {
        cuts.insert(0, -500);
    }
    let throw = throw(&[Die::d(100), Die::d(100)], read).alone_from(96);
    assert!(throw.admits(&[95, 5]) && throw.admits(&[96]));
    assert!(!throw.admits(&[95]) && !throw.admits(&[96, 5]));
    let fallen: Vec<usize> = ways(&throw).iter().map(|(_, faces)| faces.len()).collect();
    assert_eq!(fallen, [1, 2, 2]);
    assert_eq!(chances(&throw)[0], Chance::new(1, 20));
}

#[test]
fn opposed_tests_are_one_throw() {
    // EV-13: 50 against 40, 70 against 40, 40 against 50, 58 against 58.
    for (attack, evasion, wins) in [(50, 40, 4000), (70, 40, 6000), (40, 50, 2600), (58, 58, 3836)]
    {
        let throw = throw(&[Die::d(100), Die::d(100)], opposed(attack, evasion));
        let win = Chance::new(wins, 10_000);
        assert_eq!(chances(&throw), [Chance::new(1, 1) - win, win], "{attack} {evasion}");
    }
    // One die higher than the other: 15 of 36.
    let (left, right) = (Scale::Sum, Scale::Sum);
    let read = |cuts| Read::Opposed {
        first: 1,
        left: left.clone(),
        right: right.clone(),
        cuts,
        alone: None,
    };
    let more = throw(&[Die::d(6), Die::d(6)], read(vec![1]));
    assert_eq!(chances(&more), [Chance::new(21, 36), Chance::new(15, 36)]);
    // A tie of two bursting d10: 1/100 for each face but the last, and again after two bursts:
    // 9/100 * 100/99.
    let draw = throw(&[Die::bursting(10), Die::bursting(10)], read(vec![0, 1])).branches();
    let even = Likelihood::of(1, 11);
    let total: Likelihood = draw.ways.iter().map(|(chance, _)| *chance).sum();
    assert!(total.widened(draw.rest).agrees(Likelihood::ONE));
    assert!(draw.ways[1].0.widened(draw.rest).agrees(even), "{draw:?}");
    assert!(draw.rest.is_negligible());
}

#[test]
fn sums_beyond_what_is_followed_are_left_out() {
    // VG-23 again: every total above 16 matters to a dodging target.
    let dice = [Die::d(20), Die::bursting(10), Die::bursting(10)];
    let branches = throw(&dice, Read::Sums { from: 17, to: 60 }).branches();
    assert_eq!(branches.ways.len(), 1 + 44);
    assert_eq!(branches.ways[0].0, Likelihood::of(247, 1000));
    let total: Likelihood = branches.ways.iter().map(|(chance, _)| *chance).sum();
    assert_eq!(total + branches.rest, Likelihood::ONE);
    assert!(!branches.rest.is_zero() && branches.rest.thousandths() == 0);
    for (i, (_, faces)) in branches.ways.iter().enumerate().skip(1) {
        assert_eq!(usize::from(faces.iter().sum::<u16>()), 16 + i);
    }
}

#[test]
fn dice_are_fair_enough_and_repeat() {
    let throw = Throw::face(10);
    let mut dice = Dice::seeded(3);
    let mut counts = [0u32; 10];
    for _ in 0..100_000 {
        let face = dice.throw(&throw)[0];
        assert!(throw.admits(&[face]));
        counts[usize::from(face) - 1] += 1;
    }
    // The standard deviation is 95; 6 of them bound a fair die with near certainty.
    assert!(counts.iter().all(|c| c.abs_diff(10_000) < 570), "{counts:?}");
    let (mut a, mut b) = (Dice::seeded(9), Dice::seeded(9));
    assert!((0..100).all(|_| a.throw(&throw) == b.throw(&throw)));
}

#[test]
fn saved_dice_continue_the_same() {
    let throw = Throw { dice: vec![Die::d(20), Die::bursting(6)], read: Read::Sum(vec![11]) };
    let mut dice = Dice::seeded(5);
    for _ in 0..50 {
        let text = ron::to_string(&dice).expect("dice can be written as text");
        let bytes = postcard::to_allocvec(&dice).expect("and as bytes");
        let mut from_text: Dice = ron::from_str(&text).expect("and read");
        let mut from_bytes: Dice = postcard::from_bytes(&bytes).expect("and read");
        assert_eq!(from_text, dice);
        let faces = dice.throw(&throw);
        assert_eq!(from_text.throw(&throw), faces);
        assert_eq!(from_bytes.throw(&throw), faces);
    }
}

#[test]
fn dice_of_old_saves_do_not_stop_bursting() {
    let die: Die = ron::from_str("(sides: 10, bursts: true)").expect("a die");
    assert_eq!(die, Die::bursting(10));
}

/// How a read interprets faces: the results that odds must distinguish.
fn told(throw: &Throw, faces: &[u16]) -> (usize, Vec<i32>) {
    let sum = |faces: &[u16]| -> i32 { faces.iter().copied().map(i32::from).sum() };
    let band = |cuts: &[i32], value: i32| cuts.partition_point(|cut| *cut <= value);
    let sorted = || {
        let mut sorted = faces.to_vec();
        sorted.sort_unstable();
        sorted
    };
    let die = |face: Option<&u16>| face.copied().map_or(0, i32::from);
    match &throw.read {
        Read::Faces => (0, faces.iter().copied().map(i32::from).collect()),
        Read::Each(cuts) => {
            let bands = faces.iter().map(|face| band(cuts, i32::from(*face)) as i32);
            (0, bands.collect())
        }
        Read::Sum(cuts) => (band(cuts, sum(faces)), Vec::new()),
        Read::Highest(cuts) => (band(cuts, die(sorted().last())), Vec::new()),
        Read::Lowest(cuts) => (band(cuts, die(sorted().first())), Vec::new()),
        Read::Sums { from, .. } => (0, vec![sum(faces).max(from - 1)]),
        Read::SumAndBursts { cuts, most } => {
            let bursts = bursts_in(&throw.dice, faces).min(usize::from(*most));
            (band(cuts, sum(faces)), vec![bursts as i32])
        }
        Read::HighestOf { keep, cuts } => {
            let kept: Vec<u16> = sorted().into_iter().rev().take((*keep).into()).collect();
            (band(cuts, sum(&kept)), Vec::new())
        }
        Read::LowestOf { keep, cuts } => {
            let kept: Vec<u16> = sorted().into_iter().take((*keep).into()).collect();
            (band(cuts, sum(&kept)), Vec::new())
        }
        Read::Digits { tens, units, doubles, cuts } => {
            let (ten, unit) = digits(throw.dice[0], faces[0]);
            let on = |wanted: bool, digit: u16| if wanted { i32::from(digit) } else { -1 };
            let double = i32::from(*doubles && ten == unit);
            (band(cuts, die(faces.first())), vec![on(*tens, ten), on(*units, unit), double])
        }
        Read::Opposed { first, left, right, cuts, .. } => {
            let (own, other) = faces.split_at((*first).into());
            (band(cuts, left.score(sum(own)) - right.score(sum(other))), Vec::new())
        }
    }
}

/// Every combination of faces of plain dice, by how a read interprets it.
fn counted(throw: &Throw) -> BTreeMap<(usize, Vec<i32>), u128> {
    let every = Throw { dice: throw.dice.clone(), read: Read::Faces };
    let mut counts = BTreeMap::new();
    for (_, faces) in ways(&every) {
        *counts.entry(told(throw, &faces)).or_insert(0) += 1;
    }
    counts
}

fn cuts() -> impl Strategy<Value = Vec<i32>> {
    proptest::collection::btree_set(-2..30, 0..5).prop_map(|set| set.into_iter().collect())
}

fn read() -> impl Strategy<Value = Read> {
    let scale = || {
        let steps = proptest::collection::btree_map(0..20, -5..9, 0..4);
        prop_oneof![
            Just(Scale::Sum),
            (-5..5, steps)
                .prop_map(|(below, from)| Scale::Steps { below, from: from.into_iter().collect() })
        ]
    };
    prop_oneof![
        cuts().prop_map(Read::Each),
        cuts().prop_map(Read::Sum),
        cuts().prop_map(Read::Highest),
        cuts().prop_map(Read::Lowest),
        (-2..12).prop_map(|from| Read::Sums { from, to: 60 }),
        (0u8..4, cuts()).prop_map(|(keep, cuts)| Read::HighestOf { keep, cuts }),
        (0u8..4, cuts()).prop_map(|(keep, cuts)| Read::LowestOf { keep, cuts }),
        (any::<[bool; 3]>(), cuts()).prop_map(|([tens, units, doubles], cuts)| Read::Digits {
            tens,
            units,
            doubles,
            cuts
        }),
        (1u8..3, scale(), scale(), cuts()).prop_map(|(first, left, right, cuts)| Read::Opposed {
            first,
            left,
            right,
            cuts,
            alone: None
        }),
    ]
}

fn die() -> impl Strategy<Value = Die> {
    let sides = prop::sample::select(vec![2_u16, 3, 4, 6, 8, 10, 12, 20, 100, 1000]);
    (sides, 0..3).prop_map(|(sides, kind)| match kind {
        0 => Die::d(sides),
        1 => Die::bursting(sides),
        _ => Die::bursting_once(sides),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// Plain dice: the branches match counting every combination, and their faces represent them.
    #[test]
    fn branches_are_what_counting_gives(
        sides in proptest::collection::vec(2_u16..9, 2..4),
        read in read(),
    ) {
        let throw = Throw { dice: sides.iter().map(|n| Die::d(*n)).collect(), read };
        let whole: u128 = sides.iter().map(|n| u128::from(*n)).product();
        let found: Vec<((usize, Vec<i32>), Likelihood)> =
            ways(&throw).into_iter().map(|(chance, faces)| {
                assert!(throw.admits(&faces), "{faces:?}");
                (told(&throw, &faces), chance)
            }).collect();
        let count = found.len();
        let found: BTreeMap<_, _> = found.into_iter().collect();
        prop_assert_eq!(found.len(), count, "each result comes once");
        let wanted: BTreeMap<_, _> =
            counted(&throw).into_iter().map(|(k, n)| (k, Likelihood::of(n, whole))).collect();
        prop_assert_eq!(found, wanted);
    }

    /// Bursting dice: results of few-sided dice match counting die by die.
    #[test]
    fn bursts_are_counted_with_the_sum(
        sides in prop::sample::select(vec![2_u16, 3, 4, 6]),
        count in 1_usize..3,
        cuts in cuts(),
        most in 0_u16..4,
        once in any::<bool>(),
    ) {
        let die = Die { sides, bursts: true, once };
        let throw = Throw { dice: vec![die; count], read: Read::SumAndBursts { cuts, most } };
        // Every die separately, as far as it makes a difference.
        let single: Vec<(Likelihood, u16)> = (1..=60_u16)
            .filter(|face| throw_one(die).admits(&[*face]))
            .map(|face| {
                let n = u128::from(sides);
                let again = u32::try_from(die.bursts_in(face.into())).unwrap();
                (Likelihood::of(1, n.pow(again + 1)), face)
            })
            .collect();
        let mut wanted: BTreeMap<(usize, Vec<i32>), Likelihood> = BTreeMap::new();
        let mut all: Vec<(Likelihood, Vec<u16>)> = vec![(Likelihood::ONE, Vec::new())];
        for _ in 0..count {
            all = all.iter().flat_map(|(chance, faces)| single.iter().map(|(share, face)| {
                (*chance * *share, faces.iter().copied().chain([*face]).collect())
            })).collect();
        }
        for (chance, faces) in all {
            *wanted.entry(told(&throw, &faces)).or_insert(Likelihood::ZERO) += chance;
        }
        let missing = wanted.values().copied().sum::<Likelihood>().complement();
        for (chance, faces) in ways(&throw) {
            prop_assert!(throw.admits(&faces));
            let known = wanted.get(&told(&throw, &faces)).copied().unwrap_or(Likelihood::ZERO);
            prop_assert!(known.widened(missing).agrees(chance), "{faces:?} {known} {chance}");
        }
    }

    /// At any size nothing overflows, the total is 1, and the faces fit.
    #[test]
    fn chances_of_many_bursting_dice_do_not_overflow(
        dice in proptest::collection::vec(die(), 1..12),
        cuts in proptest::collection::btree_set(1..1_500, 1..6),
        most in 0_u16..3,
    ) {
        let cuts: Vec<i32> = cuts.into_iter().collect();
        let reads = [
            Read::Sum(cuts.clone()),
            Read::SumAndBursts { cuts: cuts.clone(), most },
            Read::Highest(cuts.clone()),
            Read::Lowest(cuts),
        ];
        for read in reads {
            let throw = Throw { dice: dice.clone(), read };
            let branches = throw.branches();
            let total: Likelihood = branches.ways.iter().map(|(chance, _)| *chance).sum();
            let total = total + branches.rest;
            prop_assert!(total.agrees(Likelihood::ONE), "{:?}: {total}", throw.read);
            prop_assert!(total.complement().is_negligible());
            for (chance, faces) in &branches.ways {
                prop_assert!(throw.admits(faces), "{faces:?}");
                prop_assert!(chance.high().numer() <= chance.high().denom());
                prop_assert!(chance.high() - chance.low() < Chance::new(1, 1 << 50));
            }
        }
    }
}

fn throw_one(die: Die) -> Throw {
    Throw { dice: vec![die], read: Read::Faces }
}

#[test]
fn three_d8_and_three_bursting_d4_at_1500_points() {
    let dice = [[Die::d(8); 3], [Die::bursting(4); 3]].concat();
    let throw = throw(&dice, Read::Sum((7..=1_500).collect()));
    let branches = throw.branches();
    let total: Likelihood = branches.ways.iter().map(|(chance, _)| *chance).sum();
    assert!(total.agrees(Likelihood::ONE) && total.complement().is_negligible(), "{total}");
    // The lowest, 6, needs three ones of each.
    let lowest = Likelihood::of(1, 8 * 8 * 8 * 4 * 4 * 4);
    assert!(branches.ways[0].0.agrees(lowest));
}
