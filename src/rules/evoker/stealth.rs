//! Stealth: hiding, sneaking, searching and finding, opening doors silently (EV-74 to EV-81, EV-87,
//! EV-88).

use grid::{Body, Eye, UnitId, hidden_shares, sees, sound_path};
use rules::estimate::{ActOutcome, ActSummary};
use rules::event::Event;
use rules::kit::acts::{Act, Label, Use};
use rules::kit::events;
use rules::kit::walk::Walk;
use rules::oracle::{Oracle, Pause};
use rules::roll::Test;
use rules::ruleset::{Aim, Ctx, Forecast};
use rules::state::{Condition, Expiry, Unit};
use rules::{Key, Refusal, Sum, fog};

use super::act_text::ActText;
use super::budget::{self, Price};
use super::conditions::unfocus;
use super::data::{Content, Lasting, Moment};
use super::hiding::{ends, hides, suspected};
use super::names::{AP, DISTRACTED, HIDDEN, LEG, LOOKED, LURKING, QUIET, STRUCK_ROUND, SUSPECTED};
use super::numbers::Numbers;
use super::rolling::{self, Rolls};
use super::step::{Outcome, Plan, Sneak, Step};
use super::{life, modifiers};

/// The class of a search in the history of a turn.
const SEARCH: &str = "search";
/// Distance that the noise of a door carries, in metres (EV-87).
const NOISE: u32 = 20;

/// How well the enemies of a unit could see it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum View {
    None,
    Covered,
    Open,
}

/// Whether an injury has blinded it (EV-299).
fn is_blind(content: &Content, unit: &Unit) -> bool {
    Numbers::of(content, unit).is_some_and(|me| me.suffers(Lasting::Blind, None))
}

/// How well one unit sees another: openly, past cover or leaves, or not at all (EV-75, EV-79).
fn view(content: &Content, ctx: Ctx<'_>, from: &Unit, of: &Unit) -> View {
    let body = ctx.field.body(of.id());
    body.map_or(View::None, |body| view_of(content, ctx, from, body))
}

/// Like [`view`], for a body at any place.
fn view_of(content: &Content, ctx: Ctx<'_>, from: &Unit, b: &Body) -> View {
    let board = ctx.field.board();
    // Blinded units see nothing (EV-299).
    let own = ctx.field.body(from.id()).filter(|_| !is_blind(content, from));
    let Some(a) = own.filter(|a| sees(board, *a, b)) else { return View::None };
    let soft = hidden_shares(board, a, b).1;
    let hard = modifiers::cover(&content.rules, ctx, Eye::Body(a), b);
    let covered = hard > 0 || soft.at_least_percent(50);
    if covered { View::Covered } else { View::Open }
}

/// The enemies of a unit that are able to act.
fn foes<'a>(ctx: Ctx<'a>, unit: &Unit) -> impl Iterator<Item = &'a Unit> + use<'a> {
    let id = unit.id();
    ctx.state.units.iter().filter(move |u| u.is_active() && ctx.state.are_foes(id, u.id()))
}

fn worst_view(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> View {
    foes(ctx, unit).map(|foe| view(content, ctx, foe, unit)).max().unwrap_or(View::None)
}

/// Effects that end with a turn: stealth in plain view, and a blow from hiding (EV-51, EV-79).
pub fn at_turn_end(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
    let over = |id| events::relieved(unit, id, "its turn is over", "EV-79");
    let mut events: Vec<Event> = [LURKING, QUIET].into_iter().filter_map(over).collect();
    if unit.conditions.has(HIDDEN) && worst_view(content, ctx, unit) == View::Open {
        events.extend(ends(unit, "it stands in the open", "EV-79"));
    }
    events
}

/// Searches for a hidden walker on its way: each enemy whose view it enters and that has not looked
/// in this Move looks immediately (EV-78).
pub fn looks(content: &Content, ctx: Ctx<'_>, walk: &Walk) -> Vec<Step> {
    let unit = ctx.unit(walk.unit).filter(|_| walk.at.is_some());
    let body = ctx.field.body(walk.unit).cloned();
    unit.map_or_else(Vec::new, |unit| looks_at(content, ctx, unit, &Vec::from_iter(body)))
}

/// Like [`looks`], for any kind of movement.
pub fn looks_at(content: &Content, ctx: Ctx<'_>, unit: &Unit, way: &[Body]) -> Vec<Step> {
    if !unit.conditions.has(HIDDEN) {
        return Vec::new();
    }
    let leg = unit.flags.get(LEG);
    let looked = |foe: UnitId| {
        let all = unit.conditions.0.iter().filter(|c| c.id == *LOOKED);
        all.into_iter().any(|c| c.source == Some(foe) && c.data.get(LEG) == leg)
    };
    let new = foes(ctx, unit).filter(|foe| !looked(foe.id()));
    let sees = |foe: &Unit, body: &Body| view_of(content, ctx, foe, body) != View::None;
    let seeing = new.filter(|foe| way.iter().any(|body| sees(foe, body)));
    seeing.map(|foe| Sneak::Look { unit: unit.id(), by: foe.id() }.into()).collect()
}

/// The noise of a door: enemies close enough to hear it have reason to search (EV-87), unless it
/// was opened quietly (EV-88).
pub fn noise(ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
    if !unit.conditions.has(HIDDEN) {
        return Vec::new();
    }
    if let Some(quiet) = events::relieved(unit, QUIET, "the door is open", "EV-88") {
        return vec![quiet];
    }
    let hears = |foe: &Unit| {
        let bodies = ctx.field.body(foe.id()).zip(ctx.field.body(unit.id()));
        bodies.is_some_and(|(a, b)| {
            let metres = ctx.field.distance(foe.id(), unit.id(), grid::Diagonals::One);
            let path = sound_path(ctx.field.board(), Eye::Body(b), Eye::Body(a));
            let open = path.is_some_and(|p| !p.silenced && p.stone_cm == 0);
            metres.is_some_and(|m| m <= NOISE) && open
        })
    };
    let heard = foes(ctx, unit).any(hears);
    heard.then(|| suspected(unit, "EV-87")).into_iter().collect()
}

/// The test of stealth (EV-75).
fn stealth(ctx: Ctx<'_>, me: Numbers<'_>) -> Test {
    me.test("to hide", me.mark(ctx, "stealth", None))
}

/// The test of a searcher (EV-77).
fn search_test(ctx: Ctx<'_>, me: Numbers<'_>) -> Test {
    let mut mark: Sum = me.mark(ctx, "awareness", None);
    mark.add("distracted", -10 * me.size(DISTRACTED), "EV-184");
    me.test("to find", mark)
}

/// Hidden enemies that a unit has reason to search for, wherever they are (EV-77).
fn suspects<'a>(ctx: Ctx<'a>, unit: &Unit) -> impl Iterator<Item = &'a Unit> {
    let id = unit.id();
    let hides = move |u: &&Unit| {
        let suspected = u.conditions.has(HIDDEN) && u.conditions.has(SUSPECTED);
        suspected && life::lives(u) && ctx.state.are_foes(id, u.id())
    };
    ctx.state.units.iter().filter(hides)
}

/// The suspects that a search can find: at least partly in view, or close enough to be heard.
fn quarry<'a>(content: &Content, ctx: Ctx<'a>, unit: &Unit) -> Vec<&'a Unit> {
    let there = suspects(ctx, unit);
    there.filter(|u| view(content, ctx, unit, u) != View::None || near(ctx, unit, u)).collect()
}

/// Whether it is close enough to be heard.
fn near(ctx: Ctx<'_>, unit: &Unit, other: &Unit) -> bool {
    let metres = ctx.field.distance(unit.id(), other.id(), grid::Diagonals::One);
    metres.is_some_and(|m| m <= NOISE)
}

/// An act of stealth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StealthAct {
    /// Hiding (EV-75).
    Hide,
    /// Searching (EV-77).
    Search,
    /// Opening the next door silently (EV-88).
    Quiet,
}

/// An act of stealth of a combatant.
pub struct Sneaking<'a> {
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
    /// The act of stealth.
    pub what: StealthAct,
}

impl StealthAct {
    /// Its texts.
    pub const fn text(self) -> ActText {
        match self {
            Self::Hide => ActText::new("hide", "Hide", "Enemies cannot choose it.", "EV-75"),
            Self::Search => ActText::new(SEARCH, "Search", "Looks for hidden enemies.", "EV-77"),
            Self::Quiet => ActText::new(
                "quiet_door",
                "Quiet hands",
                "The next door it opens makes no noise.",
                "EV-88",
            ),
        }
    }

    /// Its cost, in action points.
    const fn ap(self) -> i32 {
        match self {
            Self::Hide | Self::Quiet => 1,
            Self::Search => 0,
        }
    }
}

impl Sneaking<'_> {
    fn price(&self) -> Price {
        Price::of(self.what.ap(), None)
    }
}

/// A unit's acts of stealth now.
pub fn available(ctx: Ctx<'_>, me: Numbers<'_>) -> Vec<StealthAct> {
    let hidden = me.has(HIDDEN);
    let all = [
        (!hidden, StealthAct::Hide),
        (suspects(ctx, me.unit).next().is_some(), StealthAct::Search),
        (hidden && !me.has(QUIET), StealthAct::Quiet),
    ];
    all.into_iter().filter(|(there, _)| *there).map(|(_, what)| what).collect()
}

impl Act<Step> for Sneaking<'_> {
    fn key(&self) -> Key {
        self.what.text().key()
    }

    fn label(&self) -> Label {
        self.what.text().label(self.price().words(), "action")
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_use(&self) -> Result<(), Refusal> {
        budget::check(self.ctx, self.me, &self.price())?;
        budget::check_calm(self.me)?;
        let unit = self.me.unit;
        // Enemies that its side does not see may still prevent it.
        let content = self.me.content;
        let plain = |ctx: Ctx<'_>| worst_view(content, ctx, unit) == View::Open;
        if self.what == StealthAct::Hide && fog::as_seen(self.ctx, unit.side(), plain) {
            return Err(Refusal::new("in_view", "an enemy sees it plainly", "EV-75"));
        }
        let searched = unit.turn.acts.iter().any(|record| record.class == *SEARCH);
        if self.what == StealthAct::Search && searched {
            return Err(Refusal::new("searched", "it has searched in this turn", "EV-77"));
        }
        Ok(())
    }

    fn plan(&self, _: Use<'_>) -> Result<Plan, Refusal> {
        let unit = self.me.unit.id();
        Ok(Plan::of(match self.what {
            StealthAct::Hide => Sneak::Hide(unit),
            StealthAct::Search => Sneak::Search(unit),
            StealthAct::Quiet => Sneak::Quiet(unit),
        }))
    }

    fn forecast(&self, _: Use<'_>) -> Vec<Forecast> {
        match self.what {
            StealthAct::Hide => {
                vec![Forecast::new(self.me.unit.id(), stealth(self.ctx, self.me))]
            }
            StealthAct::Search => {
                // Whether any is close enough stays unknown.
                let all = suspects(self.ctx, self.me.unit);
                all.map(|u| Forecast::new(u.id(), search_test(self.ctx, self.me))).collect()
            }
            StealthAct::Quiet => Vec::new(),
        }
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        if self.what != StealthAct::Search {
            return Vec::new();
        }
        let plain = ActSummary::plain(self.key(), Aim::Own, 0, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, for_friends: true, ..plain }]
    }

    fn estimate(&self, _: Use<'_>) -> Vec<ActOutcome> {
        let found = suspects(self.ctx, self.me.unit).count();
        let helps = i32::try_from(found).unwrap_or_default().min(3);
        vec![ActOutcome { helps, ..ActOutcome::none(self.me.unit.id()) }]
    }
}

/// Hiding, searching, or looking at a unit that sneaks past.
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn sneak(
    Moment { content, ctx }: Moment<'_>,
    step: &Sneak,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let of = |id| ctx.unit(id).and_then(|unit| Numbers::of(content, unit));
    let (Sneak::Hide(id) | Sneak::Search(id) | Sneak::Quiet(id) | Sneak::Look { unit: id, .. }) =
        *step;
    let Some(me) = of(id) else { return Ok(Outcome::done(Vec::new())) };
    Ok(Outcome::done(match *step {
        Sneak::Hide(_) => hide(ctx, me, oracle)?,
        Sneak::Quiet(_) => quieten(me.unit),
        Sneak::Search(_) => search(content, ctx, me, oracle)?,
        Sneak::Look { by, .. } => match of(by).filter(|_| me.has(HIDDEN)) {
            Some(watcher) => look(ctx, watcher, me, oracle)?,
            None => Vec::new(),
        },
    }))
}

/// Pays an action point for an act of stealth.
fn pay(unit: &Unit, name: &str, rule: &'static str) -> Option<Event> {
    events::pool(unit, AP, unit.pools.0.value(AP) - 1, name, rule)
}

/// A unit hides (EV-75).
fn hide(ctx: Ctx<'_>, me: Numbers<'_>, oracle: &mut Oracle<'_>) -> Result<Vec<Event>, Pause> {
    let unit = me.unit;
    let mut test = stealth(ctx, me);
    let Rolls { faces, score, events: before, .. } = rolling::roll(ctx, me, &mut test, oracle)?;
    let mut events: Vec<Event> = pay(unit, "Hide", "EV-213").into_iter().chain(before).collect();
    events.push(events::tested(&test, ("hide", unit, None), faces, "EV-75"));
    events.extend(unfocus(unit));
    if score.passed() {
        events.push(hides(unit, score.degrees, "EV-75"));
        // A unit that attacked in the last round is searched for (EV-77).
        let struck = unit.flags.get(STRUCK_ROUND);
        let round = i64::from(ctx.state.scene.clock.round);
        if struck > 0 && round - struck <= 1 {
            events.push(suspected(unit, "EV-77"));
        }
    }
    Ok(events)
}

/// A unit prepares to open its next door silently (EV-88).
fn quieten(unit: &Unit) -> Vec<Event> {
    let quiet = Condition::new(Key::of(QUIET), 0, None, Expiry::Battle);
    let gained = events::gained(unit, quiet, "EV-88");
    pay(unit, "Quiet hands", "EV-88").into_iter().chain([gained]).collect()
}

/// A unit searches for hidden enemies (EV-77).
fn search(
    content: &Content,
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let unit = me.unit;
    let mut test = search_test(ctx, me);
    let Rolls { faces, score, events: before, .. } = rolling::roll(ctx, me, &mut test, oracle)?;
    let mut events = vec![budget::recorded(unit, SEARCH, "EV-77")];
    events.extend(before);
    events.push(events::tested(&test, (SEARCH, unit, None), faces, "EV-77"));
    events.extend(unfocus(unit));
    for hider in quarry(content, ctx, unit) {
        let needed = hider.conditions.get(HIDDEN).map_or(0, |c| c.size);
        if score.passed() && score.degrees > needed {
            events.extend(ends(hider, "it was found", "EV-77"));
        }
    }
    Ok(events)
}

/// An enemy looks at a hidden unit that moves through its view (EV-78).
fn look(
    ctx: Ctx<'_>,
    watcher: Numbers<'_>,
    hider: Numbers<'_>,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let (unit, by) = (hider.unit, watcher.unit);
    let mut test = search_test(ctx, watcher);
    let Rolls { faces, score, events: mut all, .. } =
        rolling::roll(ctx, watcher, &mut test, oracle)?;
    all.push(events::tested(&test, ("look", by, Some(unit.id())), faces, "EV-78"));
    all.extend(unfocus(by));
    if score.passed() && score.degrees > hider.size(HIDDEN) {
        all.extend(ends(unit, "it was seen", "EV-78"));
    } else {
        let looked = Condition::new(Key::of(LOOKED), 0, Some(by.id()), Expiry::Battle);
        let looked = looked.with(Key::of(LEG), unit.flags.get(LEG));
        all.push(events::afflicted(unit, looked, None, "EV-78"));
    }
    Ok(all)
}
