//! Jumps over gaps and onto ledges, as part of movement (TU-151).

use grid::{Body, Diagonals, Dir, FloorAt, Hm, Room, Site, SupportKind};
use rules::command::Target;
use rules::estimate::ActSummary;
use rules::event::MoveKind;
use rules::kit::acts::{Act, Label, Use, one_floor};
use rules::kit::line::{straight, through_air};
use rules::kit::walk::MovementRules;
use rules::kit::{area, events};
use rules::ruleset::{Aim, Ctx};
use rules::state::{Posture, Unit};
use rules::{Key, Refusal, Waypoint, fog};

use super::data::{Content, Mark};
use super::harm;
use super::holds::held_by;
use super::movement::{metres, run_warning, went};
use super::numbers::{HALTS, Numbers};
use super::step::{Jump, Outcome, Plan, Step};
use super::triggers;

/// The act of jumping.
pub const JUMP: &str = "jump";

/// The rooms of a jump, one for each metre, and its landing.
struct JumpPath {
    rooms: Vec<Room>,
    landing: Site,
}

/// A jump in a straight line (TU-151).
pub struct Jumping<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
    /// The unit.
    pub numbers: Numbers<'a>,
}

impl Jumping<'_> {
    /// Metres to the landing cell: a gap of at most 1 + STR, plus the cell beyond it.
    const fn far(&self) -> i32 {
        self.numbers.sheet.str.value() + 2
    }

    /// The highest ledge: half a metre for each point of STR.
    const fn high(&self) -> Hm {
        Hm(self.numbers.sheet.str.value())
    }

    /// The jump as its side sees the board, so that unseen units stay secret.
    fn way_as_seen(&self, to: FloorAt) -> Result<JumpPath, Refusal> {
        let Self { content, numbers, .. } = *self;
        fog::as_seen(self.ctx, numbers.unit.side(), |ctx| Jumping { content, ctx, numbers }.way(to))
    }

    fn way(&self, to: FloorAt) -> Result<JumpPath, Refusal> {
        let refuse = |code, text: &str| Refusal::new(code, text, "TU-151");
        let (ctx, unit) = (self.ctx, self.numbers.unit);
        let room = ctx.field.body(unit.id()).and_then(Body::room);
        let room = room.ok_or_else(|| refuse("not_on_board", "it is not on the board"))?;
        let line = straight(room.cell, to.cell);
        let (dir, cells) = line.ok_or_else(|| refuse("not_straight", "a jump is straight"))?;
        let allowed = metres(self.content, &self.numbers).1;
        let left = self.numbers.sheet.fly.map_or(allowed, |_| self.numbers.on_foot());
        if held_by(unit).is_some() {
            return Err(refuse("holds", "it holds another unit"));
        }
        if i32::from(cells) > self.far() {
            return Err(refuse("too_far", "it cannot jump that far"));
        }
        if self.numbers.gone() + i32::from(cells) > left {
            return Err(Refusal::new("too_far", "no Movement is left for it", "TU-145"));
        }
        let blocked = |_| refuse("blocked", "something is in the way");
        let landing = ctx.field.fits_standing_on(room.at(to.cell, room.feet), to.floor, unit.id());
        let landing = landing.map_err(blocked)?;
        let rise = landing.feet - room.feet;
        if rise > self.high() {
            return Err(refuse("too_high", "it cannot jump that high"));
        }
        let feared = self.content.at(ctx).feared(&self.numbers);
        let height = room.feet + rise.max(Hm::ZERO);
        let from = Room { feet: height, ..room };
        let rooms = through_air(ctx.field, unit.id(), from, (dir, cells));
        let rooms = rooms.ok_or_else(|| refuse("blocked", "something is in the way"))?;
        // No step closer to a unit that it fears (TU-303).
        let steps = std::iter::once(&from).chain(&rooms).zip(&rooms);
        let nearer = |own: &Room| {
            let gap = |room: &Room| own.distance(room, Diagonals::One);
            steps.clone().any(|(from, to)| gap(to) < gap(from))
        };
        if feared.iter().any(nearer) {
            return Err(Refusal::new(
                "frightened",
                "it is too frightened to move closer",
                "TU-303",
            ));
        }
        Ok(JumpPath { rooms, landing })
    }
}

impl Act<Step> for Jumping<'_> {
    fn key(&self) -> Key {
        Key::of(JUMP)
    }

    fn label(&self) -> Label {
        let text = "Leaps over a gap or onto a ledge, in a straight line.".to_owned();
        Label { name: "Jump".into(), text, cost: "1 m for each metre".into(), group: "move" }
    }

    fn aim(&self) -> Aim {
        Aim::Cell
    }

    fn check_use(&self) -> Result<(), Refusal> {
        let unit = self.numbers.unit;
        self.content.at(self.ctx).may_move(unit)?;
        let stands = matches!(unit.placement.support, SupportKind::Ground | SupportKind::Thing);
        let bound = self.numbers.has_mark(Mark::Bound);
        if !stands || unit.placement.posture == Posture::Prone || bound {
            return Err(Refusal::new("no_footing", "it has to stand on firm ground", "TU-151"));
        }
        Ok(())
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        let cell = self.numbers.unit.placement.at.cell()?;
        let along = |dir: Dir| {
            let mut at = cell;
            (0..self.far()).map(move |_| {
                at = at.step(dir);
                at
            })
        };
        let cells = Dir::ALL.into_iter().flat_map(along).collect();
        Some(area::with_floors(self.ctx.field.board(), cells))
    }

    /// A jump across ground that cannot be walked.
    fn act_summaries(&self) -> Vec<ActSummary> {
        let span = u16::try_from(self.far()).unwrap_or_default();
        let plain = ActSummary::plain(self.key(), Aim::Cell, span, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, leaps: true, ..plain }]
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let to = one_floor(how.targets, "TU-151")?;
        let metres = i32::try_from(self.way_as_seen(to)?.rooms.len()).unwrap_or_default();
        let warnings = run_warning(&self.numbers, metres).into_iter().collect();
        let jump = Jump { unit: self.numbers.unit.id(), to, answered: false, from: None };
        Ok(Plan { warnings, ..Plan::of(jump) })
    }
}

/// Whether a prepared action has felled the jumper before it left, or knocked it down or away
/// (TU-345).
fn is_stopped(unit: &Unit, step: &Jump) -> bool {
    let moved = step.from.is_some_and(|from| unit.placement.at.cell() != Some(from));
    let floored = unit.placement.posture == Posture::Prone;
    step.answered && (moved || floored || unit.flags.get(HALTS) != 0)
}

/// Carries out a jump. A jump that ends lower than it began becomes a fall. A unit unknown to the
/// jumper's side stops the jump before its cell (TU-154).
pub fn jump(content: &Content, ctx: Ctx<'_>, step: &Jump) -> Outcome {
    let nothing = || Outcome::done(Vec::new());
    if let Some(unit) = ctx.unit(step.unit).filter(|unit| is_stopped(unit, step)) {
        return Outcome::done(events::flag(unit, HALTS, 0, "TU-345").into_iter().collect());
    }
    let unit = ctx.unit(step.unit).filter(|u| u.is_active());
    let Some(numbers) = unit.and_then(|u| Numbers::of(content, u)) else { return nothing() };
    let jumping = Jumping { content, ctx, numbers };
    let Ok(way) = jumping.way_as_seen(step.to) else { return nothing() };
    let unit = numbers.unit;
    // Enemies may have prepared for its departure (TU-174).
    let first = way.rooms.first().filter(|_| !step.answered);
    let first = first.map(|room| Waypoint::new(room.cell, None));
    let answers =
        first.map(|to| triggers::leaving(content, ctx, step.unit, to)).unwrap_or_default();
    if !answers.is_empty() {
        let from = unit.placement.at.cell();
        let again = Jump { answered: true, from, ..step.clone() };
        return Outcome::after(Vec::new(), answers, Some(again.into()));
    }
    let Some(mut here) = ctx.field.body(unit.id()).and_then(Body::room) else { return nothing() };
    let (from, last) = (here.feet, way.rooms.len());
    let falls = from - way.landing.feet > content.rules.free_step;
    // Units in the way at the jump's height, or at its landing.
    let meets = |(at, room): (usize, &Room)| {
        let lands = at + 1 == last && !falls;
        let down = Room { feet: way.landing.feet, ..*room };
        let blocked = |room: Room| ctx.field.blocker(room, unit.id()).is_some();
        blocked(*room) || lands && blocked(down)
    };
    let stopped = way.rooms.iter().enumerate().position(meets);
    let metres = stopped.map_or(last, |at| at + 1);
    let gone = numbers.gone() + i32::try_from(metres).unwrap_or_default();
    let mut events = went(&numbers, gone, "TU-151");
    for (at, room) in way.rooms.iter().enumerate().take(stopped.unwrap_or(last)) {
        let (feet, support) = match (at + 1 == last, falls) {
            (true, false) => (way.landing.feet, way.landing.ground.support),
            (true, true) => (from, SupportKind::Nothing),
            (false, _) => (room.feet, SupportKind::Nothing),
        };
        let to = Room { feet, ..*room };
        events.push(events::moved(unit, (here, to), support, (MoveKind::Leap, 1), "TU-151"));
        here = to;
    }
    if stopped.is_some() {
        events.push(events::note(unit, "jumps into someone unseen", "TU-154"));
        return Outcome::done(events);
    }
    // The landing may hurt, or be slippery (TU-120, TU-153).
    let landed = if falls { Vec::new() } else { harm::arrives(ctx, unit, here) };
    Outcome::after(events, landed, None)
}
