//! Steps as stored in saves of version 2: a name, numbered phases and named values.

use grid::{Cell, Hm, UnitId};
use rules::Key;
use rules::state::Posture;
use rules::step::{Datum, FrameId, Scratch, StepData, UntypedStep};

use super::Step;
use super::acts::{
    Act, ActPhase, Cause, Free, FreeAct, Guard, Handle, How, Prepare, React, Rush, Setting,
    cell_of, unit_of,
};
use super::bodies::{Fade, Return, TakeForm, Vanish, Wake};
use super::moves::{
    CarefulStep, ChangePosture, Down, Drag, Fall, Grant, LastSquare, Leap, LetGo, LoseGrip,
    MoveNow, Spot, Walk,
};
use super::rounds::{
    Leave, RoundEnd, RoundEndPhase, RoundStart, RoundStartPhase, Talk, TurnEnd, TurnEnds,
    TurnStart, TurnStartPhase,
};

impl StepData for Step {
    fn name(&self) -> &str {
        Self::name(self)
    }

    fn is_same_task(&self, other: &Self) -> bool {
        Self::is_same_task(self, other)
    }

    fn from_untyped(old: UntypedStep) -> Option<Self> {
        let Some(unit) = old.unit else { return of_the_battle(&old) };
        let (scratch, ability) = (&old.scratch, old.act.clone());
        let cell = || old.targets.iter().find_map(cell_of);
        let target = || old.targets.iter().find_map(unit_of);
        Some(match old.kind.as_str() {
            "turn_start" => TurnStart { unit, phase: turn_start(&old)? }.into(),
            "turn_end" => TurnEnd { unit, why: turn_ends(scratch) }.into(),
            "walk" => Self::Walk(walk(&old)?),
            "fall" => Fall { unit, down: old.phase > 0 }.into(),
            "posture" => {
                let up = old.act == *"stand_up";
                let to = if up { Posture::Standing } else { Posture::Prone };
                ChangePosture { unit, to }.into()
            }
            "leap" => Leap { unit, ability, to: cell()?.into() }.into(),
            "careful_step" => CarefulStep { unit, ability, to: cell()? }.into(),
            "move_now" => MoveNow { unit, points: number(scratch, "points")? }.into(),
            "drag" => Drag { unit, ability, target: target()? }.into(),
            "let_go" => LetGo { unit }.into(),
            "hold_ends" => LoseGrip { unit }.into(),
            "act" => Self::Act(act(&old)?),
            "rush" => {
                let end = if old.phase > 0 { Some(cell_from(scratch, "")?) } else { None };
                Rush { unit, ability, target: target()?, end }.into()
            }
            "prepare" => {
                let watched = cell().map(Setting::Watch);
                let setting = watched.or(target().map(Setting::Guard)).unwrap_or(Setting::Plain);
                Prepare { unit, ability, setting }.into()
            }
            "react" => Self::React(react(&old)?),
            "handle" => Handle { unit, ability, target: *old.targets.first()? }.into(),
            "free" => Free { unit, act: FreeAct::of(old.act.as_str())? }.into(),
            "fade" => Fade { unit }.into(),
            "wake" => Wake { unit }.into(),
            "take_form" => {
                let rounds = number(scratch, "rounds")?;
                let (form, forced) = (ability, scratch.flag("forced_form"));
                TakeForm { unit, form, by: target().unwrap_or(unit), rounds, forced }.into()
            }
            "return_from_form" => Return { unit }.into(),
            "vanish" => Vanish { unit }.into(),
            _ => return None,
        })
    }
}

/// Steps that belong to no unit.
fn of_the_battle(old: &UntypedStep) -> Option<Step> {
    Some(match old.kind.as_str() {
        "round_start" => {
            let phase = match old.phase {
                0 => RoundStartPhase::Announce,
                1 => RoundStartPhase::Deaths,
                _ => RoundStartPhase::Order,
            };
            RoundStart { phase }.into()
        }
        "round_end" => {
            let phase = match old.phase {
                0 => RoundEndPhase::Announce,
                1 => RoundEndPhase::Deaths { slot: number(&old.scratch, "index")? },
                2 => RoundEndPhase::Expire,
                _ => RoundEndPhase::Close,
            };
            RoundEnd { phase }.into()
        }
        "leave" => Leave { slot: number(&old.scratch, "index")? }.into(),
        "talk" => Talk.into(),
        _ => return None,
    })
}

/// A named number; 0 if missing, `None` if it is of another kind.
fn number<T: TryFrom<i64>>(scratch: &Scratch, name: &str) -> Option<T> {
    T::try_from(scratch.int(name)).ok()
}

/// A cell stored under names with this prefix.
fn cell_from(scratch: &Scratch, name: &str) -> Option<Cell> {
    let part = |axis: &str| number(scratch, &format!("{name}{axis}"));
    Some(Cell::new(part("x")?, part("y")?))
}

/// A place stored under names with this prefix, if any.
fn spot(scratch: &Scratch, name: &str) -> Option<Spot> {
    scratch.get(&format!("{name}x"))?;
    let feet = Hm(number(scratch, &format!("{name}feet"))?);
    Some(Spot { cell: cell_from(scratch, name)?, feet })
}

fn frame(scratch: &Scratch) -> Option<FrameId> {
    number(scratch, "frame").map(FrameId)
}

fn turn_start(old: &UntypedStep) -> Option<TurnStartPhase> {
    Some(match old.phase {
        0 => TurnStartPhase::Begin,
        1 => TurnStartPhase::Hits { next: number(&old.scratch, "index")? },
        2 => TurnStartPhase::Ground,
        _ => TurnStartPhase::Ready,
    })
}

fn turn_ends(scratch: &Scratch) -> TurnEnds {
    match (scratch.flag("take_form"), scratch.flag("forced")) {
        (true, _) => TurnEnds::Transformed,
        (_, true) => TurnEnds::Unable,
        _ => TurnEnds::Done,
    }
}

fn walk(old: &UntypedStep) -> Option<Walk> {
    let scratch = &old.scratch;
    let grant = match scratch.get("granted") {
        Some(_) => {
            let points = number(scratch, "granted")?;
            Some(Grant { points, spent: number(scratch, "granted_spent")? })
        }
        None => None,
    };
    let last = if old.phase > 0 {
        let (free, behind) = (spot(scratch, "free_"), spot(scratch, "behind_"));
        let own_turn = scratch.flag("own_turn");
        Some(LastSquare { to: cell_from(scratch, "")?, free, behind, own_turn })
    } else {
        None
    };
    Some(Walk {
        unit: old.unit?,
        path: old.path.clone(),
        down: Down::of(old.act.as_str()),
        crawls: scratch.flag("crawls"),
        grant,
        last,
    })
}

fn act(old: &UntypedStep) -> Option<Act> {
    let scratch = &old.scratch;
    let how = match (scratch.flag("as_reaction"), scratch.flag("prepaid")) {
        (true, _) => How::Answering(frame(scratch)?),
        (_, true) => How::Rushed,
        _ => How::Chosen,
    };
    let mut act = Act::new(old.unit?, old.act.clone(), old.targets.clone(), how);
    act.phase = match old.phase {
        0 => ActPhase::Declare,
        1 => ActPhase::Targets { next: number(scratch, "next")? },
        _ => ActPhase::Place,
    };
    act.countered = scratch.flag("countered");
    act.guards = scratch.iter().filter_map(|(name, by)| guard(name, by)).collect();
    Some(act)
}

fn guard(name: &Key, by: &Datum) -> Option<Guard> {
    let target = UnitId(name.as_str().strip_prefix("guarded_")?.parse().ok()?);
    match by {
        Datum::Int(by) => Some(Guard { target, by: i8::try_from(*by).ok()? }),
        _ => None,
    }
}

fn react(old: &UntypedStep) -> Option<React> {
    let scratch = &old.scratch;
    let by = scratch.units("caused_by").first();
    Some(React {
        unit: old.unit?,
        armed: number(scratch, "armed")?,
        target: old.targets.iter().find_map(unit_of)?,
        frame: frame(scratch)?,
        cause: by.map(|by| Cause { ability: scratch.name("cause"), by: *by }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Dir, EdgeAt};
    use rules::command::{Target, Waypoint};
    use rules::step;

    const KNIGHT: UnitId = UnitId(3);
    const BRUTE: UnitId = UnitId(5);

    fn old(kind: &'static str) -> UntypedStep {
        UntypedStep::new(kind).of(KNIGHT)
    }

    fn key(name: &'static str) -> Key {
        Key::of(name)
    }

    fn at_cell(x: i16, y: i16) -> Target {
        Target::Place(Cell::new(x, y).into())
    }

    /// A step from a save of version 2 becomes this step, and a new save of it is read back
    /// unchanged.
    #[track_caller]
    fn becomes(old: UntypedStep, new: impl Into<Step>) {
        let (name, new) = (old.kind.clone(), new.into());
        assert_eq!(name, *new.name());
        for step in [step::Step::new(old), step::Step::new(new.clone())] {
            let mut bytes = Vec::new();
            ciborium::into_writer(&step, &mut bytes).unwrap();
            let mut read: step::Step = ciborium::from_reader(bytes.as_slice()).unwrap();
            read.read::<Step>().unwrap();
            assert_eq!(read.get(), Some(&new), "{name}");
        }
    }

    #[test]
    fn rounds() {
        let old = UntypedStep::new;
        becomes(old("round_start"), RoundStart { phase: RoundStartPhase::Announce });
        becomes(old("round_start").phase(1), RoundStart { phase: RoundStartPhase::Deaths });
        becomes(old("round_start").phase(2), RoundStart { phase: RoundStartPhase::Order });
        becomes(old("round_end"), RoundEnd { phase: RoundEndPhase::Announce });
        let deaths = old("round_end").phase(1).with("index", 4);
        becomes(deaths, RoundEnd { phase: RoundEndPhase::Deaths { slot: 4 } });
        becomes(old("round_end").phase(2), RoundEnd { phase: RoundEndPhase::Expire });
        becomes(old("round_end").phase(3), RoundEnd { phase: RoundEndPhase::Close });
        becomes(old("leave").with("index", 2), Leave { slot: 2 });
        becomes(old("talk"), Talk);
    }

    #[test]
    fn turns() {
        let begins = |phase| TurnStart { unit: KNIGHT, phase };
        becomes(old("turn_start"), begins(TurnStartPhase::Begin));
        let hits = old("turn_start").phase(1).with("left", 3).with("index", 1);
        becomes(hits, begins(TurnStartPhase::Hits { next: 1 }));
        becomes(old("turn_start").phase(2), begins(TurnStartPhase::Ground));
        becomes(old("turn_start").phase(3), begins(TurnStartPhase::Ready));
        let ends = |why| TurnEnd { unit: KNIGHT, why };
        becomes(old("turn_end"), ends(TurnEnds::Done));
        becomes(old("turn_end").with("forced", 1), ends(TurnEnds::Unable));
        let transformed = old("turn_end").with("forced", 1).with("take_form", 1);
        becomes(transformed, ends(TurnEnds::Transformed));
    }

    #[test]
    fn moves() {
        let unit = KNIGHT;
        let path = vec![Waypoint::from(Cell::new(2, 1))];
        let begun =
            UntypedStep { path: path.clone(), ..old("walk").act("climb").with("crawls", 1) };
        let walk = Walk { unit, path, down: Down::Climb, crawls: true, grant: None, last: None };
        becomes(begun, walk.clone());
        let walked = old("walk").phase(1).with("granted", 6).with("granted_spent", 2);
        let walked = walked.with("x", 4).with("y", 7).with("own_turn", 1);
        let walked = walked.with("free_x", 3).with("free_y", 7).with("free_feet", -5);
        let stride = LastSquare { to: Cell::new(4, 7), free: None, behind: None, own_turn: true };
        let free = Some(Spot { cell: Cell::new(3, 7), feet: Hm(-5) });
        let (path, down, crawls) = (Vec::new(), Down::Easiest, false);
        let grant = Some(Grant { points: 6, spent: 2 });
        let last = Some(LastSquare { free, ..stride });
        becomes(walked.clone(), Walk { unit, path, down, crawls, grant, last });
        let dragging = walked.with("behind_x", 2).with("behind_y", 8).with("behind_feet", 1);
        let behind = Some(Spot { cell: Cell::new(2, 8), feet: Hm(1) });
        let last = Some(LastSquare { free, behind, ..stride });
        becomes(dragging, Walk { path: Vec::new(), down, crawls, grant, last, ..walk });
        becomes(old("fall"), Fall { unit, down: false });
        becomes(old("fall").phase(1), Fall { unit, down: true });
        let standing = ChangePosture { unit, to: Posture::Standing };
        becomes(old("posture").act("stand_up"), standing);
        becomes(old("posture").act("go_prone"), ChangePosture { unit, to: Posture::Prone });
        let (ability, to) = (key("jump"), Cell::new(5, 5));
        let leap = old("leap").act("jump").at(at_cell(5, 5));
        becomes(leap, Leap { unit, ability: ability.clone(), to: to.into() });
        let careful = old("careful_step").act("jump").at(at_cell(5, 5));
        becomes(careful, CarefulStep { unit, ability: ability.clone(), to });
        becomes(old("move_now").with("points", 3), MoveNow { unit, points: 3 });
        let drag = old("drag").act("jump").at(Target::Unit(BRUTE));
        becomes(drag, Drag { unit, ability, target: BRUTE });
        becomes(old("let_go"), LetGo { unit });
        becomes(old("hold_ends"), LoseGrip { unit });
    }

    #[test]
    fn acts() {
        let (unit, ability) = (KNIGHT, key("bash"));
        let targets = vec![Target::Unit(BRUTE), at_cell(1, 2)];
        let with_targets = |old: UntypedStep| old.act("bash").at(targets[0]).at(targets[1]);
        let act = |how| Act::new(unit, ability.clone(), targets.clone(), how);
        becomes(with_targets(old("act")), act(How::Chosen));
        let prepaid = with_targets(old("act")).phase(2).with("next", 1).with("prepaid", 1);
        becomes(prepaid, Act { phase: ActPhase::Place, ..act(How::Rushed) });
        let mut answer = with_targets(old("act")).phase(1).with("as_reaction", 1).with("frame", 9);
        answer = answer.with("next", 1).with("countered", 1);
        answer.scratch.set(Key::new("guarded_5"), Datum::Int(2));
        let phase = ActPhase::Targets { next: 1 };
        let guards = vec![Guard { target: BRUTE, by: 2 }];
        let answered = act(How::Answering(FrameId(9)));
        becomes(answer, Act { phase, countered: true, guards, ..answered });
        let rush = old("rush").act("bash").at(targets[0]);
        let target = BRUTE;
        becomes(rush.clone(), Rush { unit, ability: ability.clone(), target, end: None });
        let end = Some(Cell::new(6, 2));
        let rush = rush.phase(1).with("x", 6).with("y", 2);
        becomes(rush, Rush { unit, ability: ability.clone(), target, end });
        let handle =
            old("handle").act("bash").at(Target::Edge(EdgeAt::ground(Cell::new(1, 1), Dir::E)));
        let target = Target::Edge(EdgeAt::ground(Cell::new(1, 1), Dir::E));
        becomes(handle, Handle { unit, ability, target });
        for act in FreeAct::ALL {
            becomes(old("free").act(act.id()), Free { unit, act });
        }
    }

    #[test]
    fn prepared_actions() {
        let (unit, ability) = (KNIGHT, key("overwatch"));
        let prepare = |setting| Prepare { unit, ability: ability.clone(), setting };
        let plain = old("prepare").act("overwatch");
        becomes(plain.clone(), prepare(Setting::Plain));
        becomes(plain.clone().at(at_cell(1, 2)), prepare(Setting::Watch(Cell::new(1, 2))));
        becomes(plain.at(Target::Unit(BRUTE)), prepare(Setting::Guard(BRUTE)));
        let react = old("react").act("overwatch").at(Target::Unit(BRUTE));
        let react = react.with("armed", 12).with("frame", 40);
        let answer = React { unit, armed: 12, target: BRUTE, frame: FrameId(40), cause: None };
        becomes(react.clone(), answer.clone());
        let mut caused = react;
        caused.scratch.set(key("cause"), Datum::Name(key("bash")));
        caused.scratch.set(key("caused_by"), Datum::Units(vec![BRUTE]));
        let cause = Some(Cause { ability: key("bash"), by: BRUTE });
        becomes(caused, React { cause, ..answer });
    }

    #[test]
    fn bodies() {
        let unit = KNIGHT;
        becomes(old("fade"), Fade { unit });
        becomes(old("wake"), Wake { unit });
        let form = old("take_form").act("bear").at(Target::Unit(BRUTE));
        let form = form.with("rounds", 3).with("forced_form", 1);
        let (by, rounds, forced) = (BRUTE, 3, true);
        becomes(form, TakeForm { unit, form: key("bear"), by, rounds, forced });
        becomes(old("return_from_form"), Return { unit });
        becomes(old("vanish"), Vanish { unit });
    }

    #[test]
    fn what_is_unknown_is_told() {
        for step in [
            old("waltz"),
            UntypedStep::new("walk"),
            old("leap"),
            old("move_now").with("points", 1 << 20),
            old("round_start"),
        ] {
            let name = step.kind.to_string();
            let mut bytes = Vec::new();
            ciborium::into_writer(&step, &mut bytes).unwrap();
            let mut read: step::Step = ciborium::from_reader(bytes.as_slice()).unwrap();
            assert_eq!(read.read::<Step>(), Err(step::StepError::Unreadable(name)));
        }
    }
}
