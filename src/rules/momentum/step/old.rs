//! Pending steps as stored by saves of version 2: kinds by name, numbered phases and named values.

mod acts;
#[cfg(test)]
mod tests;

use grid::{Cell, Dir, Hm, Place, UnitId};
use rules::Key;
use rules::command::Target;
use rules::step::UntypedStep;

use super::super::variant_spec::VariantSpec;
use super::{
    Bump, Called, Decider, Descent, Disenchant, Displace, DropOut, Fall, FallPhase, FrameId,
    Hazard, HoldTurn, Instinct, Jump, Land, LeanBack, LeanOut, LoseMount, Push, PushPhase, Quench,
    Release, Reshape, Reveal, RoundEnd, RoundEndPhase, RoundStart, RoundStartPhase, SavePlace,
    Spot, Step, StepIn, Stride, TakeControl, Teleport, TendBleeding, TurnEnd, TurnLoss, TurnStart,
    TurnStartPhase, Unpin, Vanish, Wake, Walk,
};

/// The step; `None` for a kind that the ruleset never had.
pub fn read(step: &UntypedStep) -> Option<Step> {
    let old = Old(step);
    turn(old).or_else(|| way(old)).or_else(|| effect(old)).or_else(|| acts::read(old))
}

/// A stored step and its values.
#[derive(Clone, Copy)]
struct Old<'a>(&'a UntypedStep);

impl<'a> Old<'a> {
    fn kind(self) -> &'a str {
        self.0.kind.as_str()
    }

    /// The number with this name; 0 if it is missing or out of range.
    fn number<N: TryFrom<i64> + Default>(self, name: &str) -> N {
        N::try_from(self.0.scratch.int(name)).unwrap_or_default()
    }

    fn flag(self, name: &str) -> bool {
        self.0.scratch.flag(name)
    }

    fn units(self, name: &str) -> Vec<UnitId> {
        self.0.scratch.units(name).to_vec()
    }

    /// A unit stored as its ID plus 1.
    fn optional_unit(self, name: &str) -> Option<UnitId> {
        u32::try_from(self.0.scratch.int(name) - 1).ok().map(UnitId)
    }

    fn frame(self, name: &str) -> FrameId {
        FrameId(self.number(name))
    }

    fn place(self, x: &str, y: &str) -> Cell {
        Cell::new(self.number(x), self.number(y))
    }

    /// The stored variant.
    fn way(self) -> VariantSpec {
        VariantSpec::parse(self.0.scratch.name("choice").as_str()).unwrap_or_default()
    }

    fn unit(self) -> Option<UnitId> {
        self.0.unit
    }

    fn act(self) -> Key {
        self.0.act.clone()
    }

    fn target(self) -> Option<UnitId> {
        self.0.target_unit()
    }

    fn first(self) -> Option<Target> {
        self.0.targets.first().copied()
    }

    /// The first cell among its targets.
    fn cell(self) -> Option<Cell> {
        self.0.targets.iter().find_map(|target| match target {
            Target::Place(Place::Cell(cell)) => Some(*cell),
            _ => None,
        })
    }
}

fn turn(old: Old<'_>) -> Option<Step> {
    let (slot, phase) = (old.number("slot"), old.0.phase);
    Some(match old.kind() {
        "round_start" => {
            use RoundStartPhase::{Count, Order, Surprise};
            let phase = *[Count, Surprise, Order].get(usize::from(phase))?;
            RoundStart { phase }.into()
        }
        "turn_start" => {
            let phase = match phase {
                0 => TurnStartPhase::Begin,
                1 => TurnStartPhase::Effects {
                    member: old.number("member"),
                    index: old.number("index"),
                    count: old.number("count"),
                },
                2 => TurnStartPhase::Act,
                _ => return None,
            };
            TurnStart { slot, phase }.into()
        }
        "turn_end" => {
            let passes = old.flag("passes").then_some(TurnLoss::Passes);
            let loss = passes.or(old.flag("forced").then_some(TurnLoss::Forced));
            TurnEnd { unit: old.unit()?, loss, stayed: old.number("stayed") }.into()
        }
        "hold" => HoldTurn { unit: old.unit()? }.into(),
        "step_in" => StepIn { slot, last: old.flag("last") }.into(),
        "round_end" => {
            let phase = if phase == 0 { RoundEndPhase::End } else { RoundEndPhase::Judge };
            RoundEnd { phase }.into()
        }
        "tend" => {
            TendBleeding { round_ends: old.flag("round_ends"), helped: old.units("helped") }.into()
        }
        "instinct" => {
            let (moves, stood) = (old.number("moves"), old.flag("stood"));
            Instinct { unit: old.unit()?, moves, stood }.into()
        }
        _ => return None,
    })
}

fn way(old: Old<'_>) -> Option<Step> {
    let unit = old.unit()?;
    Some(match old.kind() {
        "walk" => walk(old, unit).into(),
        "stride" => {
            let (count, ap) = (old.number("times"), old.number("ap"));
            Stride { unit, count, ap, sprint: old.flag("sprint") }.into()
        }
        "fall" => {
            let phase = match old.0.phase {
                0 => FallPhase::Down,
                1 => FallPhase::Hurt { drop: Hm(old.number("drop")), onto: old.units("onto") },
                2 => FallPhase::Ground,
                _ => return None,
            };
            Fall { unit, with: old.optional_unit("with"), phase }.into()
        }
        "leap" => Jump { unit, to: old.cell()?.into(), warned: old.flag("warned") }.into(),
        "lean" => LeanOut { unit, to: old.cell()? }.into(),
        "lean_back" => LeanBack { unit }.into(),
        "push" => push(old, unit)?.into(),
        "teleport" => Teleport { unit, to: old.cell()?.into(), by: old.optional_unit("by") }.into(),
        "displace" => Displace { unit, target: old.target()?, metres: old.number("metres") }.into(),
        _ => return None,
    })
}

fn walk(old: Old<'_>, unit: UnitId) -> Walk {
    let (gone, warned) = (old.0.phase == 1, old.flag("warned"));
    let free = || Spot { cell: old.place("free_x", "free_y"), feet: Hm(old.number("free_feet")) };
    let known = gone && old.0.scratch.get("free_x").is_some();
    Walk {
        unit,
        descent: Descent::from_name(old.0.act.as_str()),
        path: old.0.path.clone(),
        unknown: old.units("unknown"),
        crawls: old.flag("crawls"),
        warned,
        stands: (gone || warned).then(|| old.place("x", "y")),
        free: known.then(free),
        passed: old.units("passed"),
        decider: Decider::Unknown,
    }
}

fn push(old: Old<'_>, unit: UnitId) -> Option<Push> {
    let from = || {
        let [x, y, feet] = old.0.scratch.ints("from") else { return None };
        let cell = Cell::new(i16::try_from(*x).ok()?, i16::try_from(*y).ok()?);
        Some(Spot { cell, feet: Hm(i32::try_from(*feet).ok()?) })
    };
    let dir = usize::try_from(old.0.scratch.int("dir") - 1).ok();
    let phase = match old.0.phase {
        0 => PushPhase::Move,
        1 => PushPhase::Collide {
            from: from()?,
            met: old.units("met"),
            hard: old.flag("hard"),
            wall: old.flag("wall").then(|| old.place("wall_x", "wall_y")),
        },
        2 => PushPhase::Over { from: from()? },
        _ => return None,
    };
    Some(Push {
        unit,
        by: UnitId(old.number("by")),
        metres: old.number("metres"),
        power: old.number("power"),
        dir: dir.and_then(|i| Dir::ALL.get(i)).copied(),
        joins: old.flag("joins").then(|| old.frame("frame")),
        phase,
    })
}

fn effect(old: Old<'_>) -> Option<Step> {
    let unit = old.unit()?;
    Some(match old.kind() {
        "bump" => Bump {
            unit,
            metres: old.number("metres"),
            amount: old.number("amount"),
            mover: old.optional_unit("mover"),
        }
        .into(),
        "hazard" => Hazard { unit, harm: old.number("harm") }.into(),
        "land" => Land { unit, item: old.0.scratch.name("item"), at: old.first()? }.into(),
        "shape" => Reshape { unit }.into(),
        "release" => Release { unit, victim: old.target()? }.into(),
        "come_off" => LoseMount { unit }.into(),
        "unpin" => Unpin { unit, victim: old.target()? }.into(),
        "save_place" => SavePlace { unit, friend: old.target()? }.into(),
        "reveal" => Reveal { unit, gives_away: old.flag("gives_away") }.into(),
        "obey" => TakeControl { unit }.into(),
        "disenchant" => Disenchant { unit, by: old.target()? }.into(),
        "quench" => Quench { unit }.into(),
        "vanish" => Vanish { unit }.into(),
        "drop" => DropOut { unit }.into(),
        "wake" => Wake { unit }.into(),
        "called" => Called { unit }.into(),
        _ => return None,
    })
}
