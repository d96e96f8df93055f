use std::collections::{BTreeMap, BTreeSet};

use grid::{Board, Cell, Dir, FloorAt, Hm, Place, SideId, SupportKind, UnitId};
use registry::RulesetId;
use rules::command::{Command, Target};
use rules::dice::Die;
use rules::event::{Against, Degree, Event, EventKind, MoveKind, Packet, Rolled};
use rules::ruleset::{Placing, Ruleset};
use rules::state::{Posture, Scene, State, Status};
use rules::{Key, RuleId, SharedRuleset, Term};
use sound::{Footing, Sound};
use ui::names::Names;

use super::*;

const ADA: UnitId = UnitId(0);
const BO: UnitId = UnitId(1);
const CY: UnitId = UnitId(2);

/// Ada the knight is next to Bo the brute, an enemy; Cy the archer is far away.
struct Stage {
    rules: SharedRuleset,
    state: State,
    order: Option<Command>,
    names: Names,
    shown: BTreeSet<UnitId>,
    unseen: BTreeSet<UnitId>,
    viewer: Option<SideId>,
    memory: Memory,
}

impl Stage {
    fn new() -> Self {
        let rules = RulesetId::Precision.built_in();
        let place = |id: UnitId, role: &'static str, side: u8, x: i16| {
            let placing = Placing {
                id,
                side: SideId(side),
                role: Key::of(role),
                name: role.to_owned(),
                at: Place::Cell(Cell::new(x, 2)),
                altitude: Hm(0),
                facing: Dir::E,
                prone: false,
                overrides: BTreeMap::new(),
                gear: BTreeMap::new(),
                start: Default::default(),
            };
            rules.enlist(&placing).unwrap()
        };
        let units =
            vec![place(ADA, "knight", 0, 1), place(BO, "brute", 1, 2), place(CY, "archer", 0, 9)];
        let scene = Scene::new(Board::new(12, 6), Vec::new(), Vec::new());
        let state = State::new(scene, units, 1);
        let names = Names::of(&state, &*rules);
        let mut memory = Memory::default();
        memory.settle(&state);
        Self {
            rules,
            state,
            order: None,
            names,
            shown: [ADA, BO, CY].into(),
            unseen: BTreeSet::new(),
            viewer: Some(SideId(0)),
            memory,
        }
    }

    fn show(&mut self, what: Vec<EventKind>) -> Score {
        self.show_events(what.into_iter().map(|what| Event::new(what, &[])).collect(), false)
    }

    fn show_events(&mut self, events: Vec<Event>, reduced: bool) -> Score {
        let rules: &dyn Ruleset = &*self.rules;
        let view = View {
            rules,
            state: &self.state,
            order: self.order.as_ref(),
            names: &self.names,
            viewer: self.viewer,
            shown: &self.shown,
            unseen: &self.unseen,
            reduced,
        };
        compose(&events, &view, &mut self.memory)
    }
}

fn moved(unit: UnitId, from: (i16, i32), to: (i16, i32), manner: MoveKind) -> EventKind {
    EventKind::Moved {
        unit,
        from: Place::Cell(Cell::new(from.0, 2)),
        to: Place::Cell(Cell::new(to.0, 2)),
        from_feet: Hm(from.1),
        to_feet: Hm(to.1),
        support: SupportKind::Ground,
        manner,
        cost: 1,
    }
}

fn declared(unit: UnitId, act: &'static str, target: UnitId) -> EventKind {
    EventKind::Declared {
        act: Key::of(act),
        name: act.to_owned(),
        unit,
        targets: vec![target],
        place: None,
    }
}

fn rolled(who: UnitId, target: UnitId, degree: Degree) -> EventKind {
    EventKind::Rolled(Rolled {
        who: Some(who),
        purpose: Key::of("precision"),
        target: Some(target),
        dice: vec![Die::d(10)],
        faces: vec![7],
        terms: vec![Term { label: "weapon".into(), value: 2, rule: RuleId::of("PR-9") }],
        total: 9,
        against: Some(Against { label: "Parry".into(), terms: Vec::new(), value: 8 }),
        degree,
        needs: Some(6),
        ..Rolled::default()
    })
}

fn hit(by: UnitId, target: UnitId, total: i32) -> EventKind {
    let packet = Packet { label: "main".into(), terms: Vec::new(), amount: total };
    EventKind::Hit { act: Key::of("slash"), by: Some(by), target, packets: vec![packet], total }
}

/// Kinds of cues by start time, without words.
fn kinds(score: &Score) -> Vec<&'static str> {
    let kind = |cue: &Cue| match cue.kind {
        CueKind::Turn(_) => "turn",
        CueKind::Step { .. } => "step",
        CueKind::Face { .. } => "face",
        CueKind::Lunge { .. } => "lunge",
        CueKind::Loose { .. } => "loose",
        CueKind::Fly { .. } => "fly",
        CueKind::Burst { .. } => "burst",
        CueKind::Flinch { .. } => "flinch",
        CueKind::Dodge { .. } => "dodge",
        CueKind::Drop { .. } => "drop",
        CueKind::GetUp(_) => "get up",
        CueKind::Appear { .. } => "appear",
        CueKind::Vanish(_) => "vanish",
        CueKind::Roll(_) => "roll",
        CueKind::Word { .. } | CueKind::Noise => "",
    };
    score.cues.iter().map(kind).filter(|kind| !kind.is_empty()).collect()
}

fn words(score: &Score) -> Vec<&str> {
    let word = |cue: &'_ Cue| matches!(cue.kind, CueKind::Word { .. });
    let words = score.cues.iter().filter(|cue| word(cue));
    words
        .filter_map(|cue| match &cue.kind {
            CueKind::Word { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect()
}

fn at<'a>(score: &'a Score, wanted: &dyn Fn(&CueKind) -> bool) -> &'a Cue {
    score.cues.iter().find(|cue| wanted(&cue.kind)).unwrap()
}

#[test]
fn steps_follow_each_other_without_a_gap_and_climbing_takes_longer() {
    let score = Stage::new().show(vec![
        moved(ADA, (1, 0), (3, 0), MoveKind::Walk),
        moved(ADA, (3, 0), (4, 2), MoveKind::Walk),
        moved(ADA, (4, 2), (5, 2), MoveKind::Walk),
    ]);
    assert_eq!(kinds(&score), ["step", "step", "step"]);
    let [a, b, c] = &score.cues[..] else { panic!("{score:?}") };
    assert_eq!((a.end(), b.end(), c.end()), (b.at, c.at, score.length));
    assert!(b.takes > a.takes && a.takes == c.takes);
    assert_eq!(a.sound, Some(Sound::Step(Footing::Grass)));
}

#[test]
fn an_attack_rolls_then_strikes_then_hurts() {
    let score = Stage::new().show(vec![
        declared(ADA, "slash", BO),
        rolled(ADA, BO, Degree::Success),
        hit(ADA, BO, 9),
    ]);
    assert_eq!(kinds(&score), ["roll", "lunge", "flinch"]);
    assert_eq!(words(&score), ["slash", "-9"]);
    let roll = at(&score, &|a| matches!(a, CueKind::Roll(_)));
    let lunge = at(&score, &|a| matches!(a, CueKind::Lunge { .. }));
    let flinch = at(&score, &|a| matches!(a, CueKind::Flinch { .. }));
    assert!(lunge.at >= roll.at + ROLLING, "the dice stop before the blow");
    assert!(flinch.at > lunge.at && flinch.at < lunge.end(), "the blow lands during the lunge");
    assert_eq!((lunge.sound, flinch.sound), (Some(Sound::Swing), Some(Sound::HitFlesh)));
    assert!(score.length >= flinch.at);
    let CueKind::Roll(model) = &roll.kind else { panic!() };
    assert_eq!((model.kept, model.added, model.total), (7, 2, 9));
    assert_eq!(model.against.as_deref(), Some("Parry 8"));
}

#[test]
fn a_miss_is_dodged_and_hurts_no_unit() {
    let score =
        Stage::new().show(vec![declared(ADA, "slash", BO), rolled(ADA, BO, Degree::Failure)]);
    assert_eq!(kinds(&score), ["roll", "lunge", "dodge"]);
    assert_eq!(words(&score), ["slash", "miss"]);
}

#[test]
fn arrows_and_bolts_fly_before_they_arrive() {
    for (act, missile) in
        [("loose", Missile::Arrow), ("fire_lance", Missile::Bolt(rules::look::Force::Fire))]
    {
        let mut stage = Stage::new();
        let score = stage.show(vec![
            declared(CY, act, BO),
            rolled(CY, BO, Degree::Success),
            hit(CY, BO, 4),
        ]);
        let fly = at(&score, &|a| matches!(a, CueKind::Fly { .. }));
        let flinch = at(&score, &|a| matches!(a, CueKind::Flinch { .. }));
        assert!(fly.end() <= flinch.at, "{act}");
        assert!(
            matches!(fly.kind, CueKind::Fly { missile: m, missed: false, .. } if m == missile),
            "{act}: {:?}",
            fly.kind
        );
    }
}

#[test]
fn an_act_aimed_at_an_upper_floor_is_shown_there() {
    let mut stage = Stage::new();
    let (cell, material, climb) = (Cell::new(4, 2), grid::Material::Wood, grid::Climb::Unmarked);
    let mut board = Board::new(12, 6);
    assert!(board.add_deck(cell, grid::Deck { top: Hm(6), material, climb }));
    stage.state.scene.board = board.into();
    let place = Some(Place::Cell(cell));
    let (act, name) = (Key::of("fire_lance"), "fire_lance".to_owned());
    let declared = EventKind::Declared { act: act.clone(), name, unit: CY, targets: vec![], place };
    let floor = FloorAt::new(cell, Hm(6));
    for (target, shown) in
        [(Target::Floor(floor), floor), (Target::Place(cell.into()), cell.into())]
    {
        let (targets, choice, with) = (vec![target], Key::default(), Default::default());
        stage.order = Some(Command::Act { unit: CY, act: act.clone(), targets, choice, with });
        stage.memory = Memory::default();
        let score = stage.show(vec![declared.clone()]);
        let burst = at(&score, &|kind| matches!(kind, CueKind::Burst { .. }));
        assert!(
            matches!(&burst.kind, CueKind::Burst { cells, .. } if *cells == [shown]),
            "{burst:?}"
        );
        let to = Anchor::Floor(shown);
        let fly = at(&score, &|kind| matches!(kind, CueKind::Fly { .. }));
        assert!(matches!(&fly.kind, CueKind::Fly { to: aimed, .. } if *aimed == to), "{fly:?}");
    }
}

#[test]
fn an_act_that_a_question_interrupts_continues_in_the_next_order() {
    let mut stage = Stage::new();
    let first = stage.show(vec![declared(ADA, "slash", BO)]);
    assert_eq!(kinds(&first), [] as [&str; 0]);
    let second = stage.show(vec![rolled(ADA, BO, Degree::Success), hit(ADA, BO, 3)]);
    assert_eq!(kinds(&second), ["roll", "lunge", "flinch"]);
    let third = stage.show(vec![EventKind::TurnBegan { unit: BO, round: 1 }, hit(ADA, BO, 2)]);
    assert_eq!(kinds(&third), ["turn", "flinch"], "a turn ends the acts in progress");
}

#[test]
fn a_felled_unit_falls_first_and_gets_up_once() {
    let mut stage = Stage::new();
    let stance = |posture| EventKind::Stance {
        unit: BO,
        posture,
        facing: Dir::W,
        support: SupportKind::Ground,
    };
    let down = stage.show(vec![stance(Posture::Prone)]);
    assert_eq!(kinds(&down), ["face", "drop"]);
    assert_eq!(down.length, down.cues.iter().map(Cue::end).max().unwrap());
    assert_eq!(kinds(&stage.show(vec![stance(Posture::Prone)])), ["face"], "already prone");
    assert_eq!(kinds(&stage.show(vec![stance(Posture::Standing)])), ["face", "get up"]);
    let dead = EventKind::Status {
        unit: BO,
        from: Status::Active,
        to: Status::Dead,
        why: "a blow".into(),
    };
    let score = stage.show(vec![dead]);
    assert!(score.cues.iter().any(|c| c.kind == CueKind::Drop { unit: BO, out: true }));
    assert_eq!(words(&score), ["dead"]);
}

#[test]
fn hidden_units_leave_no_trace() {
    let mut stage = Stage::new();
    stage.shown.remove(&BO);
    stage.unseen.insert(BO);
    let score = stage.show(vec![
        EventKind::TurnBegan { unit: BO, round: 1 },
        moved(BO, (2, 0), (3, 0), MoveKind::Walk),
        declared(BO, "slash", ADA),
        rolled(BO, ADA, Degree::Failure),
        moved(ADA, (1, 0), (2, 0), MoveKind::Walk),
    ]);
    assert_eq!(kinds(&score), ["step"], "only Ada's act");
    assert!(score.cues.iter().all(|cue| cue.kind.unit() == Some(ADA)), "{score:?}");
    let score = stage.show(vec![hit(BO, ADA, 5)]);
    assert_eq!(kinds(&score), ["flinch"], "the wound is visible, the attacker is not");
    assert!(matches!(
        at(&score, &|a| matches!(a, CueKind::Flinch { .. })).kind,
        CueKind::Flinch { by: None, .. }
    ));
}

#[test]
fn events_for_other_sides_leave_no_trace() {
    let mut stage = Stage::new();
    let secret = Event {
        seen_by: Some(vec![SideId(1)]),
        ..Event::new(moved(BO, (2, 0), (3, 0), MoveKind::Walk), &[])
    };
    assert_eq!(stage.show_events(vec![secret.clone()], false), Score::default());
    stage.viewer = Some(SideId(1));
    assert_eq!(kinds(&stage.show_events(vec![secret], false)), ["step"]);
}

#[test]
fn a_unit_coming_into_view_appears_where_its_path_began() {
    let mut stage = Stage::new();
    stage.shown.remove(&BO);
    let score = stage.show(vec![moved(BO, (5, 1), (4, 1), MoveKind::Walk)]);
    assert_eq!(kinds(&score), ["appear", "step"]);
    let appear = CueKind::Appear { unit: BO, at: (Cell::new(5, 2), Hm(1)) };
    assert!(score.cues.iter().any(|cue| cue.kind == appear));
}

#[test]
fn reduced_motion_keeps_steps_words_and_sounds_without_lunges_and_shaking() {
    let events = vec![
        Event::new(moved(ADA, (1, 0), (2, 0), MoveKind::Walk), &[]),
        Event::new(declared(ADA, "slash", BO), &[]),
        Event::new(rolled(ADA, BO, Degree::Success), &[]),
        Event::new(hit(ADA, BO, 9), &[]),
    ];
    let full = Stage::new().show_events(events.clone(), false);
    let calm = Stage::new().show_events(events, true);
    assert_eq!(kinds(&calm), ["step", "roll"]);
    assert_eq!(words(&calm), words(&full));
    let sounds = |score: &Score| score.cues.iter().filter_map(|c| c.sound).collect::<Vec<_>>();
    assert_eq!(sounds(&calm), sounds(&full));
    assert_eq!(calm.length, full.length);
}

#[test]
fn words_over_a_unit_follow_each_other_without_delaying_the_battle() {
    let score = Stage::new().show(vec![hit(ADA, BO, 3), hit(ADA, BO, 4)]);
    let moments: Vec<Ms> = score
        .cues
        .iter()
        .filter(|c| matches!(c.kind, CueKind::Word { .. }))
        .map(|c| c.at)
        .collect();
    assert!(moments[1] >= moments[0] + 300, "{moments:?}");
    let last = score.cues.iter().map(Cue::end).max().unwrap();
    assert!(score.length < last, "the battle continues while words fade");
}

#[test]
fn carried_units_move_with_their_carrier() {
    let score = Stage::new().show(vec![
        moved(ADA, (1, 0), (2, 0), MoveKind::Walk),
        moved(BO, (2, 0), (3, 0), MoveKind::Carried),
    ]);
    let [a, b] = &score.cues[..] else { panic!("{score:?}") };
    assert_eq!(a.at, b.at);
}

#[test]
fn bookkeeping_is_not_shown() {
    let note = EventKind::Note { unit: None, text: String::new() };
    assert_eq!(Stage::new().show(vec![note]), Score::default());
}
