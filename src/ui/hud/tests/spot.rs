//! What is told of foes at the end of a way. Expected values are those of the catalogues of the rules.

use crate::grid::{Board, Cell, Hm};
use crate::rules::registry::RulesetId;
use crate::rules::state::Link;
use crate::ui::board::Sees;

use super::fight::{BLUE, RED, fight};
use super::*;

/// PR-171: a Power Strike of a knight at a knight takes 13, with 4 - 1 against Parry 11 (PR-13):
/// 3/10, more on average than a Slash.
#[test]
fn the_best_attacks_both_ways_are_told_with_their_chances() {
    let people = [("knight", BLUE, 0, 0), ("knight", RED, 5, 0), ("knight", RED, 19, 2)];
    let fight = fight(RulesetId::Precision, Board::new(20, 3), &people);
    let spot = fight.spot(4, 0);
    assert_eq!((spot.foes.len(), spot.more), (1, 0), "the third is out of reach of everything");
    let foe = &spot.foes[0];
    let blow = AttackOption { name: "Power Strike".to_owned(), chance: 300, harm: 13 };
    assert_eq!((foe.to.as_ref(), foe.from.as_ref()), (Some(&blow), Some(&blow)));
    assert!(foe.ahead.sees && foe.back.sees);
    assert_eq!(spot.threads()[0].sees, Sees::Both);
    // From three squares off a foe can charge (PR-369: 9 + 4 + 3 - 6); who has just gone there cannot.
    let foe = fight.spot(2, 0).foes.remove(0);
    let charge = AttackOption { name: "Charge".to_owned(), chance: 400, harm: 10 };
    assert_eq!((foe.to, foe.from), (None, Some(charge)));
}

/// PR-208: two armed foes beside one flank it. PR-217: 2 m are high ground. PR-229: a creature in
/// the way is half cover.
#[test]
fn flanking_height_and_cover_are_told_both_ways() {
    let people = [("knight", BLUE, 0, 1), ("knight", BLUE, 6, 1), ("knight", RED, 5, 1)];
    let flanking = fight(RulesetId::Precision, Board::new(9, 3), &people);
    let foe = flanking.spot(4, 1).foes.remove(0);
    assert_eq!(foe.ahead.flanks.as_ref().map(|r| r.rule.as_str()), Some("PR-208"));
    assert_eq!(foe.back.flanks, None);

    let people = [("knight", BLUE, 0, 1), ("knight", RED, 5, 1), ("knight", RED, 5, 2)];
    let flanked = fight(RulesetId::Precision, Board::new(9, 3), &people);
    let spot = flanked.spot(4, 1);
    assert!(spot.foes.iter().all(|foe| foe.back.flanks.is_some() && foe.ahead.flanks.is_none()));

    let mut board = Board::new(12, 1);
    board.tile_mut(Cell::new(1, 0)).unwrap().elevation = Hm::metres(2);
    let people = [("archer", BLUE, 0, 0), ("archer", RED, 9, 0), ("knight", RED, 8, 0)];
    let high = fight(RulesetId::Precision, board, &people);
    let spot = high.spot(1, 0);
    let archer = spot.foes.iter().find(|foe| foe.id == UnitId(1)).unwrap();
    let more: Vec<&str> = archer.ahead.more.iter().map(|r| r.text.as_str()).collect();
    assert_eq!(more, ["high ground"]);
    let low = fight(RulesetId::Precision, Board::new(12, 1), &people).spot(1, 0);
    let archer = low.foes.iter().find(|foe| foe.id == UnitId(1)).unwrap();
    let cover = archer.ahead.cover.as_ref().map(ToString::to_string);
    assert_eq!(cover.as_deref(), Some("half cover: creature in the way [PR-229]"));
    assert_eq!(archer.back.cover, archer.ahead.cover, "it is in the way both ways");
}

/// MO-313: a mage behind a knight has Evasion 17 + 2 = 19, which an archer's +5 meets with 14 or
/// more: 7/20.
#[test]
fn cover_lowers_the_chance_under_the_other_rules() {
    let people = [("archer", BLUE, 0, 0), ("knight", RED, 8, 0), ("mage", RED, 9, 0)];
    let fight = fight(RulesetId::Momentum, Board::new(12, 1), &people);
    let spot = fight.spot(1, 0);
    let mage = spot.foes.iter().find(|foe| foe.id == UnitId(2)).unwrap();
    assert_eq!(mage.to.as_ref().map(|blow| blow.chance), Some(350));
    let cover = mage.ahead.cover.as_ref().map(ToString::to_string);
    assert_eq!(cover.as_deref(), Some("half cover: a creature in the way [MO-313]"));
}

/// MO-125: one who is hidden is told of nowhere.
#[test]
fn foes_that_the_side_does_not_know_of_are_left_out() {
    let people = [("knight", BLUE, 0, 0), ("knight", RED, 5, 0), ("knight", RED, 4, 1)];
    let mut fight = fight(RulesetId::Momentum, Board::new(9, 3), &people);
    assert_eq!(fight.spot(4, 0).foes.len(), 2);
    let link = Link { kind: Key::of("hidden"), to: UnitId(0), data: 0 };
    fight.state.unit_mut(UnitId(2)).unwrap().links.0.push(link);
    let known: Vec<UnitId> = fight.spot(4, 0).foes.iter().map(|foe| foe.id).collect();
    assert_eq!(known, [UnitId(1)]);
}

/// More than six foes are counted.
#[test]
fn six_foes_are_listed_and_the_rest_counted() {
    let mut people = vec![("archer", BLUE, 0, 0)];
    people.extend((0..8).map(|n| ("archer", RED, 4 + n, 2)));
    let fight = fight(RulesetId::Precision, Board::new(16, 5), &people);
    let spot = fight.spot(1, 0);
    assert_eq!((spot.foes.len(), spot.more), (6, 2));
    let danger = |foe: &SpotFoe| foe.from.as_ref().map_or(0, |blow| blow.chance * blow.harm);
    let order: Vec<i32> = spot.foes.iter().map(danger).collect();
    assert!(order.is_sorted_by(|a, b| a >= b), "{order:?}");
}

/// Sixteen a side on the largest of the maps in common use.
#[test]
fn a_crowded_board_is_told_as_any_other() {
    for ruleset in RulesetId::ALL {
        let blue = (0..16).map(|n| ("archer", BLUE, 2 + 2 * n, 30));
        let people: Vec<_> = blue.chain((0..16).map(|n| ("archer", RED, 2 + 2 * n, 36))).collect();
        let fight = fight(ruleset, Board::new(64, 64), &people);
        for y in 20..30 {
            let spot = fight.spot(2, y);
            assert_eq!((spot.foes.len(), spot.more > 0), (6, true), "{ruleset:?} {y}");
        }
    }
}
