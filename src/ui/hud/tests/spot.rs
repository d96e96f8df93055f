//! Enemies shown for the end of a path. Expected values come from the rule catalogues.

use crate::board::Sees;
use grid::{Board, Cell, Dir, Edge, EdgeKind, Hm};
use registry::RulesetId;
use rules::state::Link;

use super::fight::{BLUE, RED, fight};
use super::*;

/// PR-171: a knight's Power Strike at a knight does 13, with 4 - 1
/// against Parry 11 (PR-13): 3/10, more on average than a Slash.
#[test]
fn the_best_attacks_both_ways_are_shown_with_chances() {
    let people = [("knight", BLUE, 0, 0), ("knight", RED, 5, 0), ("knight", RED, 19, 2)];
    let fight = fight(RulesetId::Precision, Board::new(20, 3), &people);
    let spot = fight.spot(4, 0);
    assert_eq!((spot.foes.len(), spot.more), (1, 0), "the third is out of reach");
    let foe = &spot.foes[0];
    let blow = AttackOption { name: "Power Strike".to_owned(), chance: 300, harm: 13 };
    assert_eq!((foe.to.as_ref(), foe.from.as_ref()), (Some(&blow), Some(&blow)));
    assert!(foe.ahead.sees && foe.back.sees);
    assert_eq!(spot.threads()[0].sees, Sees::Both);
    // From three squares away an enemy can charge (PR-369: 9 + 4 +
    // 3 - 6); a unit that has just moved there cannot.
    let foe = fight.spot(2, 0).foes.remove(0);
    let charge = AttackOption { name: "Charge".to_owned(), chance: 400, harm: 10 };
    assert_eq!((foe.to, foe.from), (None, Some(charge)));
}

/// PR-208: two armed enemies adjacent to a unit flank it. PR-217: 2
/// m is high ground. PR-229: a creature in the way is half cover.
#[test]
fn flanking_height_and_cover_are_shown_both_ways() {
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

/// MO-313: a mage behind a knight has Evasion 17 + 2 = 19; an
/// archer's +5 hits it with 14 or more: 7/20.
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

/// VG-300, EV-414: a low wall gives cover. EV-228: 2 m is high ground.
#[test]
fn every_move_shows_cover_and_height_where_they_count() {
    let people = [("archer", BLUE, 0, 0), ("archer", RED, 9, 0)];
    let open = Board::new(12, 1);
    let mut walled = open.clone();
    assert!(walled.set_edge(Cell::new(9, 0), Dir::W, Some(Edge::new(EdgeKind::LowWall))));
    let mut high = open.clone();
    high.tile_mut(Cell::new(1, 0)).unwrap().elevation = Hm::metres(2);
    let ahead = |ruleset, board: &Board| {
        fight(ruleset, board.clone(), &people).spot(1, 0).foes.remove(0).ahead
    };
    for ruleset in [RulesetId::Vigor, RulesetId::Evoker] {
        assert_eq!(ahead(ruleset, &open).cover, None, "{ruleset:?}");
        let cover = ahead(ruleset, &walled).cover.expect("the wall is in between").text;
        assert!(cover.ends_with("cover"), "{ruleset:?}: {cover}");
    }
    let more = ahead(RulesetId::Evoker, &high).more;
    assert_eq!(more.iter().map(ToString::to_string).collect::<Vec<_>>(), ["high ground [EV-228]"]);
}

/// MO-125: a hidden unit is shown nowhere.
#[test]
fn unknown_foes_are_left_out() {
    let people = [("knight", BLUE, 0, 0), ("knight", RED, 5, 0), ("knight", RED, 4, 1)];
    let mut fight = fight(RulesetId::Momentum, Board::new(9, 3), &people);
    assert_eq!(fight.spot(4, 0).foes.len(), 2);
    let link = Link { kind: Key::of("hidden"), to: UnitId(0), data: 0 };
    fight.state.unit_mut(UnitId(2)).unwrap().links.0.push(link);
    let known: Vec<UnitId> = fight.spot(4, 0).foes.iter().map(|foe| foe.id).collect();
    assert_eq!(known, [UnitId(1)]);
}

/// Enemies beyond the first six are counted.
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

/// Sixteen units a side on the largest map in common use.
#[test]
fn a_crowded_board_works_like_any_other() {
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
