//! Long jumps over squares, and jumps up (EV-97 to EV-103).

use grid::{Body, Dir, FloorAt, Hm, Room, Site, SupportKind};
use rules::command::Target;
use rules::event::{Event, MoveKind};
use rules::kit::acts::{Act, Label, Use, one_floor};
use rules::kit::line::{straight, through_air};
use rules::kit::walk::MovementRules;
use rules::kit::{area, events};
use rules::oracle::{Oracle, Pause};
use rules::roll::Test;
use rules::ruleset::{Aim, Ctx, Forecast};
use rules::state::{Condition, Expiry, Posture};
use rules::{Key, Refusal, fog};

use super::conditions::unfocus;
use super::data::Content;
use super::names::{AP, HIDDEN, HURRYING, JUMPED, LEG, METRES, RUN_UP};
use super::numbers::Numbers;
use super::paces::{cushioned, effort_mark};
use super::rolling::{self, Rolls};
use super::step::{Leap, Outcome, Plan, Step};
use super::{chance, movement, size, stealth};

/// Metres of run-up that make a leap easier.
const ENOUGH: i64 = 4;
/// Maximum height of what is leapt over (EV-97).
const CLEARS: Hm = Hm::metres(1);
/// Minimum cost of each further jump in a Basic Move, in metres (EV-102).
const AGAIN: i32 = 2;
/// The cost of a leap of one metre, in metres of the Move (EV-97).
const SHORTEST: i32 = 2;
/// Degrees at or below which the leap fails completely (EV-99, EV-103).
const SPOILED: i32 = -4;

/// A possible leap, as far as known before the test.
struct LeapPath {
    /// The rooms over the squares, one for each; the last is the landing.
    rooms: Vec<Room>,
    landing: Site,
}

/// Leaping or jumping up.
pub struct Leaping<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
    /// True if it jumps up rather than far.
    pub up: bool,
}

impl Leaping<'_> {
    const fn rule(&self) -> &'static str {
        if self.up { "EV-101" } else { "EV-97" }
    }

    /// Metres available: the rest of the Move or, if it is less than `least`, a Basic Move for an
    /// action point (EV-57).
    fn metres_left(&self, least: i32) -> i32 {
        let left = self.me.unit.pools.0.value(METRES);
        if self.buys_move(least) { left + self.me.basic_move() } else { left }
    }

    /// Whether it costs an action point, if it needs this many metres.
    fn buys_move(&self, least: i32) -> bool {
        // A second jump needs the rest of its own Basic Move, if there is any (EV-102).
        let pools = &self.me.unit.pools.0;
        let left = pools.value(METRES);
        let spoilt = self.up && self.has_jumped() && left > 0;
        !spoilt && left < least && pools.value(AP) > 0
    }

    /// Metres of the Move that the shortest leap takes: all that are left if it is hindered
    /// otherwise, be it one (EV-69, EV-97).
    fn shortest(&self) -> i32 {
        if self.hampered() { 1 } else { SHORTEST }
    }

    /// Whether anything hinders it besides the leap itself (EV-68, EV-74).
    fn hampered(&self) -> bool {
        let sneaks = self.me.has(HIDDEN) && !self.me.has(HURRYING);
        movement::hampered(self.me) > 0 || sneaks
    }

    /// Distance that needs no test, in metres (EV-97).
    fn free_distance(&self) -> i32 {
        let left = self.metres_left(self.shortest());
        if self.hampered() { 1.min(left) } else { left / 2 }
    }

    /// Whether it has already jumped in this Basic Move (EV-102).
    fn has_jumped(&self) -> bool {
        let unit = self.me.unit;
        unit.conditions.get(JUMPED).is_some_and(|c| c.data.get(LEG) == unit.flags.get(LEG))
    }

    /// Height of the jump with this many degrees (EV-101, EV-103).
    fn jump_height(&self, tested: Option<i32>) -> Hm {
        let base = Hm::metres(1 + size::beyond(self.me.sheet.size).max(0));
        match tested {
            Some(degrees) if degrees <= SPOILED => Hm(base.0 / 2),
            Some(degrees) => Hm(base.0 + degrees.max(0)),
            None => base,
        }
    }

    /// The test of a leap or jump (EV-98, EV-100, EV-103).
    fn test(&self) -> Test {
        let mut mark = effort_mark(self.me, self.ctx, &["leaping", "vaulting"], false);
        let run_up = !self.up && self.me.unit.flags.get(RUN_UP) >= ENOUGH;
        mark.add("run-up", if run_up { 10 } else { 0 }, "EV-100");
        self.me.test("to leap", mark)
    }

    /// Maximum degrees of the test.
    fn max_degrees(&self) -> i32 {
        let mark = self.test().against.total();
        ((mark - 1) / 10).max(0)
    }

    /// The path to a square: straight, over obstacles up to a metre high, onto free ground.
    fn path(&self, to: FloorAt, high: Hm) -> Result<LeapPath, Refusal> {
        let refuse = |code, text: &str| Refusal::new(code, text, self.rule());
        let (ctx, unit) = (self.ctx, self.me.unit);
        let room = ctx.field.body(unit.id()).and_then(Body::room);
        let room = room.ok_or_else(|| refuse("not_on_board", "it is not on the board"))?;
        let stands = matches!(unit.placement.support, SupportKind::Ground | SupportKind::Thing);
        if !stands || unit.placement.posture == Posture::Prone {
            return Err(refuse("no_footing", "it needs ground to push off from"));
        }
        let line = straight(room.cell, to.cell);
        let (dir, squares) = line.ok_or_else(|| refuse("not_straight", "it must be straight"))?;
        let blocked = |_| refuse("blocked", "something is in the way");
        let landing = ctx.field.fits_standing_on(room.at(to.cell, room.feet), to.floor, unit.id());
        let landing = landing.map_err(blocked)?;
        let rise = landing.feet - room.feet;
        if self.up && rise <= self.content.rules.free_rise {
            return Err(refuse("too_low", "that is no higher"));
        }
        if rise > high {
            return Err(refuse("too_high", "it cannot jump that high"));
        }
        let height = room.feet + high.max(rise);
        let from = Room { feet: height, ..room };
        let rooms = through_air(ctx.field, unit.id(), from, (dir, squares));
        let rooms = rooms.ok_or_else(|| refuse("blocked", "something is in the way"))?;
        Ok(LeapPath { rooms, landing })
    }

    /// The path to a square as far as its side knows the board, and whether it requires a test.
    fn check(&self, to: FloorAt) -> Result<(LeapPath, bool), Refusal> {
        let Self { content, me, up, .. } = *self;
        fog::as_seen(self.ctx, me.unit.side(), |ctx| {
            Leaping { content, ctx, me, up }.check_in_truth(to)
        })
    }

    /// Like [`Self::check`], with full knowledge of the board.
    fn check_in_truth(&self, to: FloorAt) -> Result<(LeapPath, bool), Refusal> {
        let most = self.max_degrees();
        if self.up {
            let way = self.path(to, self.jump_height(Some(most)))?;
            let sideways = i32::try_from(way.rooms.len()).unwrap_or(i32::MAX);
            let spoilt = self.has_jumped() && !self.buys_move(sideways);
            let needs = sideways.max(if spoilt { AGAIN } else { 0 });
            if needs > self.metres_left(sideways) {
                let rule = if spoilt { "EV-102" } else { "EV-101" };
                return Err(Refusal::new("too_far", "too few metres are left", rule));
            }
            let high = self.jump_height(None);
            if Hm::metres(sideways) > high.max(Hm::metres(1)) {
                return Err(Refusal::new(
                    "too_far",
                    "a jump is never longer than it is high",
                    "EV-101",
                ));
            }
            let tests = self.rise(&way) > high;
            return Ok((way, tests));
        }
        let way = self.path(to, CLEARS)?;
        let metres = i32::try_from(way.rooms.len()).unwrap_or(i32::MAX);
        let far = self.free_distance();
        if self.metres_left(self.shortest()) < 1 || metres > far + most {
            return Err(Refusal::new("too_far", "the leap is too long", "EV-98"));
        }
        Ok((way, metres > far))
    }

    fn rise(&self, way: &LeapPath) -> Hm {
        way.landing.feet - self.me.unit.placement.feet
    }

    /// Number of squares that it gets along a path, with the degrees of its test if it has made one.
    fn reached(&self, way: &LeapPath, tested: Option<i32>) -> usize {
        let all = way.rooms.len();
        if self.up {
            return if self.rise(way) <= self.jump_height(tested) { all } else { 0 };
        }
        let metres = match tested {
            Some(degrees) if degrees <= SPOILED => 1,
            Some(degrees) => self.free_distance().max(1) + degrees.max(0),
            None => self.free_distance(),
        };
        usize::try_from(metres).unwrap_or(0).min(all)
    }

    /// Its movement through the air over the first `reached` squares of a path. If it falls at the
    /// end, the fall is a step of its own.
    fn flight(&self, from: Room, way: &LeapPath, (reached, falls): (usize, bool)) -> Vec<Event> {
        let mut here = from;
        let rooms = way.rooms.iter().enumerate().take(reached);
        let moves = rooms.map(|(at, room)| {
            let lands = at + 1 == way.rooms.len() && !falls;
            let last = at + 1 == reached;
            let (feet, support) = match (lands, last) {
                (true, _) => (way.landing.feet, way.landing.ground.support),
                // It lands from the height at which it leapt.
                (false, true) => (from.feet, SupportKind::Nothing),
                (false, false) => (room.feet, SupportKind::Nothing),
            };
            let to = Room { feet, ..*room };
            let way = (std::mem::replace(&mut here, to), to);
            events::moved(self.me.unit, way, support, (MoveKind::Leap, 0), self.rule())
        });
        moves.collect()
    }
}

impl Act<Step> for Leaping<'_> {
    fn key(&self) -> Key {
        Key::of(if self.up { "jump_up" } else { "leap" })
    }

    fn label(&self) -> Label {
        let (name, text) = if self.up {
            ("Jump up", "Jumps onto something higher; a test adds half a metre per degree.")
        } else {
            ("Leap", "Jumps over squares, as if hindered; a test adds 1 m per degree.")
        };
        Label { name: name.into(), text: text.into(), cost: "metres".into(), group: "action" }
    }

    fn aim(&self) -> Aim {
        Aim::Cell
    }

    fn check_use(&self) -> Result<(), Refusal> {
        self.content.at(self.ctx).may_move(self.me.unit)
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        let cell = self.me.unit.placement.at.cell()?;
        let high = self.jump_height(Some(self.max_degrees())).metres_ceil();
        let most = if self.up { high } else { self.free_distance() + self.max_degrees() };
        let most = most.clamp(0, 30);
        let mut found = Vec::new();
        for dir in Dir::ALL {
            let mut at = cell;
            for _ in 0..most {
                at = at.step(dir);
                found.push(at);
            }
        }
        Some(area::with_floors(self.ctx.field.board(), found))
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let to = one_floor(how.targets, self.rule())?;
        self.check(to)?;
        Ok(Plan::of(Leap { unit: self.me.unit.id(), to, up: self.up, tested: None }))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let to = one_floor(how.targets, self.rule()).ok();
        let tests = to.and_then(|to| self.check(to).ok()).is_some_and(|(_, tests)| tests);
        tests.then(|| Forecast::new(self.me.unit.id(), self.test())).into_iter().collect()
    }
}

/// A leap or a jump: the test if required, then the movement through the air.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn leap(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Leap,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(me) = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit)) else {
        return nothing;
    };
    let own = Leaping { content, ctx, me, up: step.up };
    let unit = me.unit;
    // Strikes that it provoked by leaving may have stopped it (EV-65, EV-X6).
    let able = unit.is_active() && me.stilled().is_none();
    if !able || unit.placement.posture == Posture::Prone {
        return nothing;
    }
    let Ok((way, tests)) = own.check_in_truth(step.to) else {
        // A unit that its side does not see is in the way; the metres are spent.
        let spent = events::pool(unit, METRES, 0, "something is in the way", own.rule());
        return Ok(Outcome::done(spent.into_iter().collect()));
    };
    let metres = i32::try_from(way.rooms.len()).unwrap_or(i32::MAX);
    if own.buys_move(if step.up { metres } else { own.shortest() }) {
        let bought = movement::bought(content.at(ctx), unit);
        return Ok(Outcome::then(bought, step.clone().into()));
    }
    if tests && step.tested.is_none() {
        let mut test = own.test();
        let Rolls { faces, score, events: before, .. } = rolling::roll(ctx, me, &mut test, oracle)?;
        let context = (if step.up { "jump" } else { "leap" }, unit, None);
        let rule = if step.up { "EV-103" } else { "EV-98" };
        let mut events = before;
        events.push(events::tested(&test, context, faces, rule));
        events.extend(unfocus(unit));
        let tested = if score.passed() { score.degrees } else { -score.degrees.abs() };
        return Ok(Outcome::then(events, Leap { tested: Some(tested), ..step.clone() }.into()));
    }
    let Some(from) = ctx.field.body(unit.id()).and_then(Body::room) else { return nothing };
    let reached = own.reached(&way, step.tested);
    // Leaving enemies must be settled first (EV-59).
    if let Some(end) = reached.checked_sub(1).and_then(|at| way.rooms.get(at))
        && let Some(leave) = chance::leaving_for(
            ctx,
            unit,
            Room { feet: way.landing.feet, ..*end },
            unit.flags.get(LEG),
        )
    {
        return Ok(Outcome::after(Vec::new(), vec![leave], Some(step.clone().into())));
    }
    let mut events = paid(&own, step, reached);
    let drop = from.feet - way.landing.feet;
    let falls = reached < way.rooms.len() || drop > content.rules.free_drop;
    events.extend(own.flight(from, &way, (reached, falls)));
    if reached > 0 && falls {
        events.push(cushioned(unit));
    }
    if reached == 0 {
        events.push(events::note(unit, "does not get up there", own.rule()));
    }
    let body = ctx.field.body(unit.id()).filter(|_| reached > 0);
    let rooms = way.rooms.iter().take(reached);
    let past: Vec<Body> = body
        .into_iter()
        .flat_map(|b| rooms.clone().map(move |r| b.moved(r.cell, r.feet)))
        .collect();
    let looks = stealth::looks_at(content, ctx, unit, &past);
    Ok(Outcome::after(events, looks, None))
}

/// The cost of a leap: two metres of the Move for each metre leapt without a test (EV-97). A jump
/// costs its sideways distance, and any jump after the first the rest of the Move (EV-101, EV-102).
fn paid(own: &Leaping<'_>, step: &Leap, reached: usize) -> Vec<Event> {
    let unit = own.me.unit;
    let left = unit.pools.0.value(METRES);
    let metres = i32::try_from(reached).unwrap_or(0);
    let spoiled = step.tested.is_some_and(|degrees| degrees <= SPOILED);
    let price = match step.up {
        true if own.has_jumped() => left,
        true => metres,
        false if spoiled || own.hampered() => left,
        false => 2 * metres.min(own.free_distance()),
    };
    let mut events: Vec<Event> =
        events::pool(unit, METRES, left - price, "Move", own.rule()).into_iter().collect();
    events.extend(events::flag(unit, RUN_UP, 0, "EV-100"));
    if reached > 0 {
        let leg = unit.flags.get(LEG);
        events.extend(movement::limping(own.me, leg..=leg));
    }
    if step.up {
        let jumped = Condition::new(Key::of(JUMPED), 0, None, Expiry::Battle);
        let jumped = jumped.with(Key::of(LEG), unit.flags.get(LEG));
        events.push(events::gained(unit, jumped, "EV-102"));
    }
    events
}
