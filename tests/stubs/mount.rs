//! Momentum: a miss passes with the same roll to a mount (MO-114, MO-376) or to the body in front
//! (MO-316 to MO-318).

use super::*;
use highground::rules::dice::{Die, Likelihood, Read};
use highground::rules::odds;
use highground::rules::state::Link;

/// Attacks have this bonus. Bites use the lower of two dice, because they are at a disadvantage
/// against climbers (MO-112).
struct Momentum {
    bonus: i32,
    /// Evasion of each unit.
    evasion: Vec<(u32, i32)>,
}

impl Momentum {
    fn evasion(&self, unit: UnitId) -> i32 {
        self.evasion.iter().find(|(id, _)| *id == unit.0).map_or(0, |(_, e)| *e)
    }

    /// Next target of a miss: what the target climbs on, or the unit directly in front of it.
    fn next_in_line(ctx: Ctx<'_>, step: &Step) -> Option<UnitId> {
        let target = ctx.unit(step.target_unit()?)?;
        if let Some(link) = target.links.0.iter().find(|l| l.kind == "climb") {
            return Some(link.to);
        }
        let (from, at) = (ctx.unit(step.unit?)?.placement.at.cell()?, target.placement.at.cell()?);
        let towards = Dir::towards(i32::from(from.x - at.x), i32::from(from.y - at.y))?;
        ctx.field.bodies_in(at.step(towards)).map(|b| b.id).find(|id| Some(*id) != step.unit)
    }

    /// Applies a kept face to a target.
    fn strike(&self, ctx: Ctx<'_>, step: &Step, target: UnitId) -> (Vec<Event>, bool) {
        let face = i32::try_from(step.scratch.int("face")).unwrap_or_default();
        let (total, evasion) = (face + self.bonus, self.evasion(target));
        let hits = face != 1 && (total >= evasion || face == 20);
        let mut events = vec![event(EventKind::Rolled(Rolled {
            target: Some(target),
            dice: vec![Die::d(20)],
            faces: vec![u16::try_from(face).unwrap_or_default()],
            total,
            degree: if hits { Degree::Success } else { Degree::Failure },
            needs: Some(evasion - self.bonus),
            ..blank_roll(step.unit, step.act.clone(), evasion)
        }))];
        if hits {
            events.push(track(ctx, target, "health", 13));
        }
        (events, hits)
    }
}

impl Stub for Momentum {
    fn check(&self, _ctx: Ctx<'_>, command: &Command) -> Result<Vec<Step>, Refusal> {
        let Command::Act { unit, act, targets, .. } = command else { return refusal("unknown") };
        let mut step = Step::new("attack").of(*unit).act(act.clone());
        step.targets.clone_from(targets);
        Ok(vec![step])
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let Some(target) = step.target_unit() else { return Ok(Outcome::done(Vec::new())) };
        if step.phase == 1 {
            // The miss has reached the second target: no new roll, and it passes only once.
            return Ok(Outcome::done(self.strike(ctx, step, target).0));
        }
        let other = Self::next_in_line(ctx, step);
        // Odds must distinguish what each of the two needs, and a natural 1.
        let mut cuts: Vec<i32> = [Some(target), other]
            .into_iter()
            .flatten()
            .map(|id| (self.evasion(id) - self.bonus).clamp(2, 20))
            .chain([2, 20])
            .collect();
        cuts.sort_unstable();
        cuts.dedup();
        let low = step.act == "bite";
        let read = if low { Read::Lowest(cuts) } else { Read::Sum(cuts) };
        let faces = oracle.roll(Throw { dice: vec![Die::d(20); if low { 2 } else { 1 }], read })?;
        let face = faces.into_iter().min().map_or(0, i64::from);
        let step = step.clone().with("face", face);
        let (mut events, hits) = self.strike(ctx, &step, target);
        match other.filter(|_| !hits && face != 1) {
            Some(to) => {
                let act = step.act.clone();
                events.push(event(EventKind::Redirected { act, from: target, to }));
                let mut passed = step.phase(1);
                passed.targets = vec![Target::Unit(to)];
                Ok(Outcome::then(events, passed))
            }
            None => Ok(Outcome::done(events)),
        }
    }
}

/// A scout (Evasion 16) on the back of a drake with this Evasion, which bites it at +8.
fn climbed(evasion: i32) -> Game<Momentum> {
    let mut scout = unit(1, "scout");
    let drake = unit(2, "drake");
    scout.placement.at = drake.placement.at;
    scout.placement.support = SupportKind::Body;
    scout.links.0.push(Link { kind: Key::of("climb"), to: drake.id(), data: 0 });
    let rules = Momentum { bonus: 8, evasion: vec![(1, 16), (2, evasion)] };
    Game::new(rules, vec![scout, drake])
}

fn bite() -> Command {
    act(2, "bite", [1])
}

/// The unit that was hurt.
fn hurt(state: &State) -> Option<u32> {
    state.units.iter().find(|u| u.tracks.0.value("health") < 20).map(|u| u.id().0)
}

#[test]
fn the_same_roll_hits_the_mount() {
    let (events, _) = climbed(15).play(&bite(), [12, 7]);
    assert_eq!(
        events,
        [
            "rolled bite 15 against 16: Failure",
            "bite redirected #1 to #2",
            "rolled bite 15 against 15: Success",
            "#2 health 20 -> 13",
        ]
    );
    // 6 misses both, and it does not pass to a third target.
    let (events, _) = climbed(15).play(&bite(), [6, 20]);
    assert_eq!(
        events,
        [
            "rolled bite 14 against 16: Failure",
            "bite redirected #1 to #2",
            "rolled bite 14 against 15: Failure",
        ]
    );
}

#[test]
fn a_natural_1_does_not_pass() {
    // 1 + 8 would reach Evasion 9.
    let (events, _) = climbed(9).play(&bite(), [1, 20]);
    assert_eq!(events, ["rolled bite 9 against 16: Failure"]);
}

#[test]
fn odds_follow_the_roll_to_both_targets() {
    // MO-112: 169/400 hit the scout. The lower die is exactly 7 in (14*14 - 13*13)/400.
    let game = climbed(15);
    let chances = odds::distribution(&game.rules, &game.state, &bite(), hurt).expect("odds");
    let expected = [
        (None, Likelihood::of(204, 400)),
        (Some(1), Likelihood::of(169, 400)),
        (Some(2), Likelihood::of(27, 400)),
    ];
    assert_eq!(chances, BTreeMap::from(expected));
}

#[test]
fn odds_of_a_shot_past_a_knight() {
    // MO-316: archer +5, mage 19 behind knight 14: 7/20 and 5/20.
    let mut mage = unit(4, "mage");
    mage.placement.at = Place::Cell(Cell::new(3, 3));
    let rules = Momentum { bonus: 5, evasion: vec![(2, 14), (4, 19)] };
    let game = Game::new(rules, vec![unit(1, "archer"), unit(2, "knight"), mage]);
    let shot = act(1, "shot", [4]);
    let chances = odds::distribution(&game.rules, &game.state, &shot, hurt).expect("odds");
    let expected =
        [(None, 8), (Some(2), 5), (Some(4), 7)].map(|(who, n)| (who, Likelihood::of(n, 20)));
    assert_eq!(chances, BTreeMap::from(expected));
}
