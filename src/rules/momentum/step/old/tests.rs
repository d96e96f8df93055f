//! Pending steps in saves of version 2, kind by kind.

use super::super::{
    AdvancedAct, CarryOut, CarryOutPhase, Cast, CastCourse, CastPhase, Feat, FeatPhase, FrameId,
    Handle, Push, PushPhase, Spot, Strike, StrikePhase, Walk,
};
use super::*;
use crate::data::Skill;
use crate::names::{Advanced, Arms, Hand, ManualAction};
use grid::ThingId;
use rules::step::Datum;

const WHO: UnitId = UnitId(2);
const FOE: UnitId = UnitId(5);

fn old(kind: &'static str) -> UntypedStep {
    UntypedStep::new(kind).of(WHO)
}

fn keeps(mut step: UntypedStep, name: &'static str, value: Datum) -> UntypedStep {
    step.scratch.set(Key::of(name), value);
    step
}

fn at_cell(step: UntypedStep) -> UntypedStep {
    step.at(Target::Place(Cell::new(4, 7).into()))
}

#[track_caller]
fn becomes(old: &UntypedStep, new: impl Into<Step>) {
    assert_eq!(read(old), Some(new.into()));
}

/// Every kind keeps its name in files.
#[test]
fn every_kind_is_known_by_its_name() {
    let at = |kind| old(kind).at(Target::Unit(FOE));
    let steps = [
        ("round_start turn_start turn_end hold step_in round_end tend instinct", None),
        ("walk stride fall lean_back push displace", None),
        ("leap lean teleport", Some(Target::Place(Cell::new(4, 7).into()))),
        ("shift_thing", Some(Target::Thing(ThingId(3)))),
        ("bump hazard land shape release come_off unpin save_place reveal obey disenchant", None),
        ("quench vanish drop wake called hide union feat keep_pin react held cast strike", None),
    ];
    let mut count = 0;
    for (kinds, target) in steps {
        for kind in kinds.split(' ') {
            let step = UntypedStep { kind: Key::new(kind), ..at("walk") };
            let step = UntypedStep { targets: target.map_or(step.targets, |t| vec![t]), ..step };
            let read = read(&step).expect(kind);
            assert_eq!(read.name(), kind);
            count += 1;
        }
    }
    for (kind, act) in
        [("basic", "defend"), ("advanced", "grab"), ("hands", "draw_bow"), ("arm", "hold_bow")]
    {
        assert_eq!(read(&at(kind).act(Key::of(act))).expect(kind).name(), kind);
        count += 1;
    }
    assert_eq!(count, 46);
    assert_eq!(read(&at("polka")), None);
    assert_eq!(read(&at("basic").act(Key::of("polka"))), None);
    assert_eq!(read(&at("fall").phase(9)), None);
}

#[test]
fn a_walk_goes_on_where_it_is() {
    let begun = old("walk").act(Key::of("jump")).with("crawls", 1);
    let fresh = Walk { descent: Descent::Jump, crawls: true, ..Walk::new(WHO, Vec::new()) };
    becomes(&begun, fresh.clone());
    let warned = begun.clone().with("warned", 1).with("x", 3).with("y", 4);
    let stands = Some(Cell::new(3, 4));
    becomes(&warned, Walk { warned: true, stands, ..fresh.clone() });
    let gone = warned.phase(1).with("warned", 0).with("free_x", 2).with("free_y", 4);
    let gone = keeps(gone.with("free_feet", -3), "passed", Datum::Units(vec![FOE]));
    let free = Some(Spot { cell: Cell::new(2, 4), feet: Hm(-3) });
    becomes(&gone, Walk { stands, free, passed: vec![FOE], ..fresh });
}

#[test]
fn a_push_keeps_its_source_and_what_it_ran_into() {
    let pushed = old("push").with("metres", 3).with("power", 12).with("by", 5).with("dir", 3);
    let push = Push {
        unit: WHO,
        by: FOE,
        metres: 3,
        power: 12,
        dir: Some(Dir::E),
        joins: None,
        phase: PushPhase::Move,
    };
    becomes(&pushed, push.clone());
    let met = keeps(pushed.phase(1), "from", Datum::Ints(vec![1, 2, -4]));
    let met = met.with("hard", 1).with("wall", 1).with("wall_x", 6).with("wall_y", 2);
    let met = keeps(met.with("joins", 1).with("frame", 8), "met", Datum::Units(vec![UnitId(7)]));
    let from = Spot { cell: Cell::new(1, 2), feet: Hm(-4) };
    let wall = Some(Cell::new(6, 2));
    let phase = PushPhase::Collide { from, met: vec![UnitId(7)], hard: true, wall };
    becomes(&met, Push { joins: Some(FrameId(8)), phase, ..push });
}

#[test]
fn an_attack_keeps_its_way_and_its_roll() {
    let begun = old("strike").act(Key::of("throw_dagger")).at(Target::Unit(FOE));
    let begun = keeps(begun, "choice", Datum::Name(Key::of("nonlethal+cleave+up1")));
    let arms = Arms::Thrown(Key::of("dagger"));
    let way = VariantSpec {
        gentle: true,
        steps: 1,
        maneuver: Some(Key::of("cleave")),
        ..VariantSpec::default()
    };
    let strike = Strike { way, ..Strike::new(WHO, arms, Target::Unit(FOE)) };
    becomes(&begun, strike.clone());
    let guarded = keeps(begun.clone().phase(1), "guard", Datum::Units(vec![UnitId(9)]));
    becomes(&guarded, strike.to(StrikePhase::Roll { guard: Some(UnitId(9)) }));
    let rolled = begun.clone().phase(2).with("face", 11).with("total", 17).with("parried", 2);
    let phase = StrikePhase::Decide { face: 11, total: 17, passed_on: false, parried: 2 };
    becomes(&rolled, strike.to(phase));
    let hits = begun.phase(4).with("critical", 1).with("collision", 3).with("free", 1);
    let strike = Strike { free: true, ..strike };
    becomes(&hits, strike.to(StrikePhase::Damage { critical: true, collision: 3, from: None }));
    let after = hits.phase(5).with("effect", 2).with("lost", 6);
    becomes(&after, strike.to(StrikePhase::After { effect: 2, lost: 6 }));
}

#[test]
fn an_ability_keeps_its_targets_and_its_dice() {
    let begun = at_cell(old("cast").act(Key::of("venom_cloud")));
    let begun = keeps(begun, "choice", Datum::Name(Key::of("up2")));
    let targets = vec![Target::Place(Cell::new(4, 7).into())];
    let (ability, phase) = (Key::of("venom_cloud"), CastPhase::Declare);
    let cast = Cast { unit: WHO, ability, steps: 2, targets, free: false, phase };
    becomes(&begun, cast.clone());
    let thrown = keeps(begun.phase(4), "thrown", Datum::Ints(vec![9, 4]));
    let thrown = keeps(thrown, "targets", Datum::Units(vec![FOE, WHO]));
    let thrown = thrown.with("index", 1).with("effect", 2).with("lost", 5);
    let course = CastCourse { whom: vec![FOE, WHO], thrown: vec![9, 4], index: 1 };
    becomes(&thrown, cast.to(CastPhase::Effects { course, effect: 2, lost: 5 }));
    becomes(&thrown.phase(5), cast.to(CastPhase::End { thrown: vec![9, 4] }));
}

#[test]
fn a_feat_keeps_its_participants() {
    let begun = keeps(old("feat").act(Key::of("feat")), "skill", Datum::Name(Key::of("stealth")));
    let begun = begun.with("number", 18).with("together", 1);
    let feat = Feat {
        unit: WHO,
        feat: None,
        targets: Vec::new(),
        skill: Skill::Stealth,
        number: 18,
        together: true,
        phase: FeatPhase::Pay,
    };
    becomes(&begun, feat.clone());
    let part = || vec![WHO, FOE];
    let joined = keeps(begun.phase(2), "participants", Datum::Units(part()));
    let joined = joined.with("checked", 1).with("fails", 1).with("crits", 0);
    let phase = FeatPhase::Check { part: part(), checked: 1, fails: 1, crits: 0 };
    becomes(&joined, Feat { phase, ..feat });
}

#[test]
fn names_with_parameters_are_read() {
    let gift = old("hands").act(Key::of("give_healing_draught")).at(Target::Unit(FOE));
    let work = ManualAction::Give(Key::of("healing_draught"));
    becomes(&gift, Handle { unit: WHO, work, at: Target::Unit(FOE), free: false });
    let disarm = old("advanced").act(Key::of("disarm")).at(Target::Unit(FOE));
    let disarm = keeps(disarm, "choice", Datum::Name(Key::of("off")));
    let (act, hand) = (Advanced::Disarm, Some(Hand::Off));
    becomes(&disarm, AdvancedAct { unit: WHO, act, target: FOE, dir: None, hand, free: false });
    let held = old("held").act(Key::of("bow_4")).with("armed", 4).at(Target::Unit(FOE));
    let phase = CarryOutPhase::Begin;
    becomes(&held, CarryOut { unit: WHO, armed: 4, by: FOE, later: false, phase });
}
