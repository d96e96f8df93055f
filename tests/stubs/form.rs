//! Precision: a form ends in the air, and the fall follows automatically (PR-132, PR-271 to PR-275,
//! PR-326 to PR-331, PR-341, PR-394).

use super::*;
use highground::rules::event::{FormChange, MoveKind, Packet};
use highground::rules::state::StoredForm;

/// The typed sheet: whether it flies, and its base maximum health.
struct Shape {
    flies: bool,
    base: i32,
}

fn sheet(kind: &str) -> Sheet {
    let shape = match kind {
        "hawk" => Shape { flies: true, base: 14 },
        _ => Shape { flies: false, base: 34 },
    };
    Sheet::new(Key::new(kind), BTreeMap::new(), Arc::new(shape))
}

/// Unit 1 is a mage in hawk form; `revert` ends the form, `strike` deals 20 damage to it.
struct Precision;

impl Precision {
    /// Damage from an attack or a fall.
    fn hurt(ctx: Ctx<'_>, unit: UnitId, amount: i32, label: &str) -> Vec<Event> {
        let health = ctx.unit(unit).map_or(0, |u| u.tracks.0.value("health"));
        let packets = vec![Packet { label: label.to_owned(), terms: Vec::new(), amount }];
        let act = Key::new(label);
        vec![
            event(EventKind::Hit { act, by: None, target: unit, packets, total: amount }),
            track(ctx, unit, "health", health - amount),
        ]
    }

    fn fall(ctx: Ctx<'_>, unit: UnitId) -> Vec<Event> {
        let Some(faller) = ctx.unit(unit) else { return Vec::new() };
        let at = faller.placement.at;
        let ground = at.cell().and_then(|c| ctx.field.board().tile(c)).map_or(0, |t| t.elevation.0);
        let from = faller.placement.feet;
        // PR-272, in half metres: 10 per metre beyond 5.
        let damage = (5 * (from.0 - ground - 10)).max(0);
        let support = SupportKind::Ground;
        let mut events = vec![event(EventKind::Moved {
            unit,
            from: at,
            to: at,
            from_feet: from,
            to_feet: Hm(ground),
            support,
            manner: MoveKind::Fall,
            cost: 0,
        })];
        if damage > 0 {
            events.extend(Self::hurt(ctx, unit, damage, "fall"));
            let (posture, facing) = (Posture::Prone, faller.placement.facing);
            events.push(event(EventKind::Stance { unit, posture, facing, support }));
        }
        events
    }
}

impl Stub for Precision {
    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<Vec<Step>, Refusal> {
        let Command::Act { act, .. } = command else { return refusal("unknown") };
        let in_form = ctx.unit(UnitId(1)).is_some_and(|u| !u.form.stored.is_empty());
        match act.as_str() {
            "revert" if !in_form => refusal("no_form"),
            "revert" => Ok(vec![Step::new("revert").of(UnitId(1))]),
            _ => Ok(vec![Step::new("strike").of(UnitId(1))]),
        }
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        let mut steps = Vec::new();
        for unit in &ctx.state.units {
            let health = unit.tracks.0.value("health");
            let Some(shape) = unit.form.sheet.get::<Shape>() else { continue };
            let outstanding = unit.tracks.0.get("health").map_or(0, |m| m.max - m.value);
            let is_up = unit.placement.support == SupportKind::Flight;
            // PR-394: the fall comes before the check for death, so that its damage counts.
            if is_up && !(shape.flies && unit.is_active()) {
                steps.push(Step::new("fall").of(unit.id()));
            } else if unit.status == Status::Down && outstanding >= 2 * shape.base {
                steps.push(Step::new("die").of(unit.id()));
            } else if unit.is_active() && health < 0 {
                steps.push(Step::new("faint").of(unit.id()));
            }
        }
        steps
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, _: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let unit = step.unit.unwrap_or_default();
        let Some(who) = ctx.unit(unit) else { return Ok(Outcome::done(Vec::new())) };
        let becomes = |to| {
            let (from, why) = (who.status, String::new());
            event(EventKind::Status { unit, from, to, why })
        };
        Ok(Outcome::done(match step.kind.as_str() {
            "fall" => Self::fall(ctx, unit),
            "faint" => vec![becomes(Status::Down)],
            "die" => vec![becomes(Status::Dead)],
            "strike" => Self::hurt(ctx, unit, 20, "blow"),
            _ => who.form.stored.last().map_or_else(Vec::new, |own| {
                vec![event(EventKind::Form {
                    unit,
                    sheet: own.sheet.clone(),
                    size: own.size,
                    height_cm: own.height_cm,
                    change: FormChange::Restore,
                    tracks: own.tracks.clone(),
                })]
            }),
        }))
    }

    fn revive(&self, unit: &mut Unit) {
        unit.form.sheet = sheet(unit.form.sheet.kind.as_str());
        for stored in &mut unit.form.stored {
            stored.sheet = sheet(stored.sheet.kind.as_str());
        }
    }
}

/// A mage with `health` of 34, flying `metres` above ground at 1 m as a hawk with 14/14.
fn game(health: i32, metres: i32) -> Game<Precision> {
    let mut own = Meters::full([(Key::of("health"), 34)]);
    if let Some(meter) = own.get_mut("health") {
        meter.value = health;
    }
    let mut mage = unit(1, "mage");
    mage.tracks = Tracks(Meters::full([(Key::of("health"), 14)]));
    let stored = StoredForm { sheet: sheet("mage"), size: 1, height_cm: 170, tracks: own };
    mage.form = Form { sheet: sheet("hawk"), size: 1, height_cm: 60, stored: vec![stored] };
    mage.placement.feet = Hm::metres(metres + 1);
    mage.placement.support = SupportKind::Flight;
    let mut game = Game::new(Precision, vec![mage]);
    let board = Arc::make_mut(&mut game.state.scene.board);
    board.tile_mut(Cell::new(1, 3)).expect("a cell of the board").elevation = Hm::metres(1);
    game
}

fn revert() -> Command {
    act(1, "revert", [])
}

#[test]
fn a_form_that_ends_in_the_air_ends_in_a_fall() {
    // PR-341: 9 m, 40 damage to the restored 21.
    let mut game = game(21, 9);
    let (events, _) = game.play(&revert(), []);
    assert_eq!(
        events,
        [
            "#1 form mage",
            "#1 Fall (1,3) to (1,3)",
            "hits #1 for 40",
            "#1 health 21 -> -19",
            "#1 Prone",
            "#1 Down",
        ]
    );
    let mage = game.unit(1);
    assert_eq!((mage.placement.feet, mage.placement.support), (Hm(2), SupportKind::Ground));
    assert_eq!((mage.form.height_cm, mage.form.stored.len()), (170, 0));
    assert_eq!(mage.tracks.0.get("health").map(|m| m.max), Some(34));
    // 53 missing is less than twice 34: alive. The body in the geometry is prone.
    assert_eq!(mage.height_now(), Hm::metres(1));
    assert_eq!(game.refused(&revert()), "no_form");
}

#[test]
fn a_short_fall_does_no_damage() {
    // PR-271: a fall of 5.0 m causes no damage and leaves the mage standing.
    let (events, _) = game(21, 5).play(&revert(), []);
    assert_eq!(events, ["#1 form mage", "#1 Fall (1,3) to (1,3)"]);
}

#[test]
fn a_loaded_battle_restores_its_typed_sheets() {
    let mut loaded = game(21, 9).reloaded();
    let (events, _) = loaded.play(&revert(), []);
    assert_eq!(events.get(3).map(String::as_str), Some("#1 health 21 -> -19"));
}

#[test]
fn a_consequence_can_cause_another() {
    // PR-394: 14 - 20 = -6 at 8 m, the fall's 30 make -36, and 50 missing is twice 14.
    let (events, _) = game(21, 8).play(&act(1, "strike", [1]), []);
    assert_eq!(
        events,
        [
            "hits #1 for 20",
            "#1 health 14 -> -6",
            "#1 Down",
            "#1 Fall (1,3) to (1,3)",
            "hits #1 for 30",
            "#1 health -6 -> -36",
            "#1 Prone",
            "#1 Dead",
        ]
    );
}
