//! A simple computer opponent. It looks one turn ahead and picks the most promising legal command,
//! using the odds and numbers of the rules.
//!
//! It knows no ruleset. [`rules::Ruleset::estimate`] estimates acts for it,
//! [`rules::Ruleset::reach`] says where a combatant can go, and every command it gives has passed
//! the same check as a player's. It uses integers only, processes combatants by number and
//! remembers nothing between turns, so the same battle always yields the same commands.
//!
//! In a turn it first gets up, then uses the best act from here or moves to where a better one is
//! possible. It keeps acting while acts are worth their cost. With nothing left to do it moves
//! towards the foes, or away from them if it fights at range. Where no path leads to them it leaps
//! over the obstacle or breaks it down.

mod acts;
mod answering;
mod belief;
mod choices;
mod conduct;
mod decider;
mod detour;
pub mod distance_field;
mod drag;
mod duty;
mod hatches;
mod luck;
mod memory;
mod must;
mod options;
mod parley;
mod planner;
mod playout;
mod position_value;
mod positioning;
mod promise;
mod ready;
mod reasons;
mod rescue;
mod risk;
mod scoring;
mod search;
mod shortlist;
mod side_plan;
mod skill;
mod standing;
#[cfg(test)]
mod tests;
mod toll;
mod tuning;
mod turn;
mod view;
mod walk;

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use grid::{Board, Cell, Hm, UnitId};
use rules::engine;
use rules::estimate::ActSummary;
use rules::prompt::Answer;
use rules::ruleset::{Ctx, Ruleset};
use rules::state::{Posture, State, Unit};
use rules::{Command, Key, odds};

pub use crate::skill::Skill;
pub use memory::Memory;
pub(super) use must::due;
pub use planner::Planner;
pub use promise::{Effect, Outlook, Promise, Reply};
pub use side_plan::SidePlan;
pub use tuning::{Depth, Tuning};

use acts::Candidate;
use distance_field::{DistanceField, Limits};
use duty::Duty;
use hatches::Hatches;
use must::{go_on, stand_up};
use parley::Parley;
use positioning::Way;
use risk::Walks;
use turn::Turn;
use view::{Handicap, LONG_WALK, View};

/// Maximum commands per turn; more would suggest an endless loop.
const MAX_COMMANDS: u8 = 12;

/// Maximum number of steps followed to weigh all answers to a question.
const ANSWER_STEPS: usize = 240;

/// True for a combatant that fights at range, or mainly supports its own side.
pub fn keeps_back(rules: &dyn Ruleset, ctx: Ctx<'_>, unit: UnitId) -> bool {
    View::new(rules, ctx, unit).is_some_and(|view| view.keeps_back)
}

/// The simple opponent. One instance can play any number of combatants and sides.
#[derive(Clone, Debug)]
pub struct SimpleAi {
    turn: Turn,
    /// Maximum number of steps followed to weigh the answers to a question.
    answer_steps: usize,
    /// The states passed to it already contain only what its side knows.
    state_is_filtered: bool,
    /// How it plays below its ability.
    habits: Handicap,
    /// What the combatant's side has agreed on.
    plan: SidePlan,
    /// The weights of its decisions.
    tuning: Arc<Tuning>,
    /// Acts that it never uses.
    banned: Vec<Key>,
    /// The last answers that it compared, best first.
    rated: Vec<Answer>,
    /// Distance fields on foot, by what stops walkers.
    on_foot: BTreeMap<Limits, DistanceField>,
    /// The distance field with leaps and breaches.
    detours: DistanceField,
    hatches: Hatches,
}

impl Default for SimpleAi {
    fn default() -> Self {
        Self::thinking(ANSWER_STEPS)
    }
}

impl SimpleAi {
    /// An opponent without a cached distance field.
    pub fn new() -> Self {
        Self::default()
    }

    /// An opponent with the distances of a board already cached, for battles that start on this
    /// board under these rules.
    pub fn prepared_for(board: &Arc<Board>, rules: &dyn Ruleset) -> Self {
        let mut on_foot = DistanceField::default();
        let limits = Limits::under(rules);
        on_foot.limit(limits);
        on_foot.precompute(board);
        Self { on_foot: BTreeMap::from([(limits, on_foot)]), ..Self::default() }
    }

    /// An opponent that follows at most about this number of steps to weigh the answers to a
    /// question.
    pub fn thinking(answer_steps: usize) -> Self {
        Self {
            turn: Turn::default(),
            answer_steps,
            state_is_filtered: false,
            habits: Handicap::default(),
            plan: SidePlan::default(),
            tuning: Tuning::built_in(),
            banned: Vec::new(),
            rated: Vec::new(),
            on_foot: BTreeMap::new(),
            detours: DistanceField::default(),
            hatches: Hatches::default(),
        }
    }

    /// An opponent with a beginner's habits.
    pub fn beginning() -> Self {
        Self { habits: Handicap::BEGINNER, ..Self::default() }
    }

    /// The same opponent with other weights.
    #[must_use]
    pub fn tuned(self, tuning: Arc<Tuning>) -> Self {
        Self { tuning, ..self }
    }

    /// An opponent for states that contain only what its side knows, such as those of playouts.
    fn for_filtered_state() -> Self {
        Self { state_is_filtered: true, ..Self::default() }
    }

    /// An opponent that never uses these acts, to measure their worth.
    pub fn without_acts(acts: impl IntoIterator<Item = Key>) -> Self {
        Self { banned: acts.into_iter().collect(), ..Self::default() }
    }

    /// The command for a combatant that may act now. Always legal.
    pub fn choose(&mut self, rules: &dyn Ruleset, state: &State, unit: UnitId) -> Command {
        let end = Command::EndTurn { unit };
        let Some(me) = state.unit(unit) else { return end };
        self.recall(me, state.scene.clock.round);
        self.turn.commands = self.turn.commands.saturating_add(1);
        if self.turn.commands > MAX_COMMANDS {
            return end;
        }
        let intent = self.turn.intent.take();
        self.turn.on_the_way = false;
        // Units out of view, and anything it has not learned or found, do not exist for the
        // opponent.
        let known = (!self.state_is_filtered).then(|| odds::as_known_by(rules, state, me.side()));
        let state = known.as_ref().unwrap_or(state);
        let command = engine::with_ctx(rules, state, |ctx| {
            let allowed = |command: &Command| engine::check_in(rules, ctx, command).is_ok();
            if let Some(command) = intent.filter(allowed) {
                return Some(command);
            }
            let mut view = View::new(rules, ctx, unit)?;
            view.habits = self.habits;
            view.tuning = Arc::clone(&self.tuning);
            view.agree_on(self.plan);
            view.summaries.retain(|summary| !self.banned.contains(&summary.act));
            let command = self.decide(&view).filter(|command| view.allows(command));
            command.or_else(|| due(rules, ctx, unit))
        });
        let command = command.unwrap_or(end);
        self.turn.note(me, &command);
        command
    }

    /// Forgets the last turn if this is a new one. Returns true if so.
    fn recall(&mut self, me: &Unit, round: u32) -> bool {
        let (unit, number) = (me.id(), me.turn.number);
        let is_new = (self.turn.unit, self.turn.round, self.turn.number) != (unit, round, number);
        if is_new {
            self.turn = Turn { unit, round, number, ..Turn::default() };
        }
        is_new
    }

    /// The next command; `None` ends the turn.
    fn decide(&mut self, view: &View<'_>) -> Option<Command> {
        if matches!(view.duty, Duty::Walk(_)) {
            // On patrol, before it notices a foe.
            let lies = view.me.placement.posture == Posture::Prone;
            let up = if lies { stand_up(view) } else { None };
            return up.or_else(|| self.walk_to(view, &view.duty.ends(view.room)));
        }
        let readied = LazyCell::new(|| ready::best(view));
        match Parley::of(view) {
            Parley::FightOn => {}
            Parley::Say(command) => return Some(command),
            Parley::Over => return None,
            Parley::Leave(exits) => {
                if exits.iter().any(|(cell, _)| *cell == view.room.cell) {
                    return self.stay(view, &readied);
                }
                let way = self.walk_to(view, &exits);
                if way.is_some() {
                    return way;
                }
            }
        }
        let command = self.act_or_move(view, &readied);
        command.or_else(|| readied.as_ref().map(|idea| idea.command.clone()))
    }

    /// The best act available now, or the best move; `readied` is the best act to ready.
    fn act_or_move(
        &mut self,
        view: &View<'_>,
        readied: &impl Deref<Target = Option<Candidate>>,
    ) -> Option<Command> {
        if view.me.placement.posture == Posture::Prone
            && let Some(command) = stand_up(view)
        {
            return Some(command);
        }
        if let Some(command) = go_on(view) {
            return Some(command);
        }
        let ends = view.duty.ends(view.room);
        if !ends.is_empty() {
            return self.walk_to(view, &ends).or_else(|| self.stay(view, readied));
        }
        if view.duty == Duty::Hold {
            return self.stay(view, readied);
        }
        // A side that does not contest a zone that is about to fall has lost.
        let lost = duty::about_to_fall(view.ctx.state, view.me, view.room);
        let cells: Vec<(Cell, Option<Hm>)> =
            lost.into_iter().flatten().filter_map(|place| Some((place.cell()?, None))).collect();
        if !cells.is_empty()
            && !view.duty.binds()
            && let Some(command) = self.walk_to(view, &cells)
        {
            return Some(command);
        }
        if !view.duty.binds()
            && let Some(command) = rescue::next(view, self.turn.moved)
        {
            self.turn.on_the_way = true;
            return Some(command);
        }
        let walk = if self.turn.moved { 0 } else { LONG_WALK };
        let ideas = acts::ideas(view, walk);
        let here = self.best_here(view, &ideas, readied);
        let settled = match &here {
            Some(idea) => is_enough(view, idea, &ideas) && !risk::is_in_danger(view),
            None => view.is_well_placed(),
        };
        if self.turn.moved || settled {
            return here.map(|idea| idea.command);
        }
        let mut walks = None;
        if ideas.iter().any(|idea| idea.at.is_some()) {
            let walks = walks.insert(Walks::of(view));
            if let Some(plan) = positioning::plan_act(view, walks, &ideas, here.is_some()) {
                let stay =
                    here.as_ref().map_or(0, |idea| positioning::value_here(view, idea.value));
                if here.is_none() || plan.value() > stay + view.tuning.places.gain {
                    self.turn.intent = Some(plan.act);
                    return Some(plan.walk.command(view));
                }
            }
        }
        if here.as_ref().is_some_and(|idea| is_pressing(view, idea)) {
            return here.map(|idea| idea.command);
        }
        let stays = view.duty.binds() && view.foes().next().is_none();
        if stays || view.plan.awaits {
            return here.map(|idea| idea.command);
        }
        // Close in first; everything else is done there.
        let limits = limits(view);
        let on_foot = self.on_foot.entry(limits).or_default();
        on_foot.limit(limits);
        self.detours.limit(limits);
        self.hatches.limit(limits);
        let (hatches, detours) = (&mut self.hatches, &mut self.detours);
        let Way { distances, opens } = positioning::way_to_fight(view, on_foot, hatches, detours)?;
        if !view.duty.binds()
            && let Some(command) = opens.or_else(|| detour::next(view, &distances))
        {
            self.turn.on_the_way = true;
            return Some(command);
        }
        let idle = here.as_ref().is_none_or(|idea| is_at_helpless_foe(view, idea));
        let marches = idle && !view.duty.binds();
        let march = if marches { positioning::march(view, &distances) } else { None };
        let way = march.or_else(|| {
            let walks = walks.unwrap_or_else(|| Walks::of(view));
            positioning::waiting_move(view, &walks, &distances)
        });
        way.or(here.map(|idea| idea.command))
    }

    /// The best act from here, or the best to ready if the unit has moved or acted.
    fn best_here(
        &self,
        view: &View<'_>,
        ideas: &[Candidate],
        readied: &impl Deref<Target = Option<Candidate>>,
    ) -> Option<Candidate> {
        let here = acts::best(view, view.here(), ideas);
        if !self.turn.acted && !self.turn.moved {
            return here;
        }
        // The rest of the turn may be better spent on a later act that walking now would leave no
        // time for.
        let now = here.as_ref().map_or(0, |idea| idea.value);
        (**readied).clone().filter(|idea| idea.value > now).or(here)
    }

    /// The best act of a unit that does not leave its place.
    fn stay(
        &self,
        view: &View<'_>,
        readied: &impl Deref<Target = Option<Candidate>>,
    ) -> Option<Command> {
        self.best_here(view, &acts::ideas(view, 0), readied).map(|idea| idea.command)
    }

    /// A move towards these places, unless the unit has already moved this turn.
    fn walk_to(&mut self, view: &View<'_>, ends: &[(Cell, Option<Hm>)]) -> Option<Command> {
        if self.turn.moved {
            return None;
        }
        let limits = limits(view);
        let on_foot = self.on_foot.entry(limits).or_default();
        on_foot.limit(limits);
        let from = (view.room.cell, view.room.feet);
        let board = &view.ctx.state.scene.board;
        let distances = on_foot.to(board, None, ends.iter().copied(), from);
        conduct::nearer(view, &distances)
    }
}

/// What stops a unit on foot under the rules.
fn limits(view: &View<'_>) -> Limits {
    let climb = view.rules.longest_climb(view.ctx, view.me.id());
    let size = if climb.is_some() { view.room.size } else { 1 };
    Limits { size, climb, ..Limits::under(view.rules) }
}

/// True for acts to do before anything else: attacks, and urgent help.
fn is_pressing(view: &View<'_>, idea: &Candidate) -> bool {
    is_attack(view, idea) || idea.value >= view.tuning.acts.pressing
}

/// True for acts that harm foes that are in the fight.
fn is_attack(view: &View<'_>, idea: &Candidate) -> bool {
    let harms = |m: &ActSummary| m.against_foes && !m.hampers;
    view.summaries.get(idea.summary).is_some_and(harms) && !is_at_helpless_foe(view, idea)
}

/// True for acts on a foe that lies helpless.
fn is_at_helpless_foe(view: &View<'_>, idea: &Candidate) -> bool {
    let target = idea.command.first_target();
    target.is_some_and(|id| view.other(id).is_some_and(|other| other.foe && !other.active))
}

/// True when searching for a better position is not worth the time: a melee fighter has a foe in
/// reach that is nearly as good a target as any other.
fn is_enough(view: &View<'_>, idea: &Candidate, ideas: &[Candidate]) -> bool {
    let best = ideas.first().map_or(0, |best| best.value);
    // A unit that only helps or guards is not in a fight yet, unless a friend lies helpless.
    let target = idea.command.first_target().and_then(|id| view.other(id));
    let rescues = target.is_some_and(|other| !other.foe && !other.active);
    (rescues || is_attack(view, idea)) && !view.keeps_back && 5 * idea.value >= 4 * best
}
