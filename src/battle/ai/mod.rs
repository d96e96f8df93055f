//! A plain computer opponent: it looks one turn ahead and picks the legal command that promises
//! most, from the odds and numbers of the rules.
//!
//! It knows no ruleset. What acts promise it asks [`crate::rules::Ruleset::weigh`]; where a
//! combatant can go, [`crate::rules::Ruleset::reach`]; and every command it gives has passed the
//! same check as a player's. It works with whole numbers and in the order of the combatants'
//! numbers, and keeps nothing between turns, so that the same battle brings the same commands.
//!
//! One turn goes like this: get up; then the best act from here, or a move to where a better one is
//! possible; further acts as long as they are worth their price; and with nothing left to do one
//! move towards the foes, or out of their way for those who fight from afar. Where no way leads to
//! them, what is in the way is leapt over or broken down.

mod acts;
mod decider;
mod detour;
mod distance_field;
mod positioning;
mod ready;
mod rescue;
mod risk;
mod scoring;
mod search;
#[cfg(test)]
mod tests;
mod view;

use std::cmp::Reverse;
use std::sync::Arc;

use crate::grid::{Board, UnitId};
use crate::rules::engine;
use crate::rules::prompt::{Answer, Prompt};
use crate::rules::ruleset::{Aim, Ruleset};
use crate::rules::state::{Posture, State};
use crate::rules::{Command, fog, odds};

use acts::Idea;
use distance_field::DistanceField;
use risk::Walks;
use view::{LONG_WALK, View};

/// So many commands are given in one turn; more would be a sign of going round in circles.
const MAX_COMMANDS: u8 = 12;

/// How much better a place has to be before it is worth the walk, in thousandths of a life.
const WORTH_THE_WALK: i64 = 4;

/// The plain opponent. One can play any number of combatants and sides.
#[derive(Clone, Debug, Default)]
pub struct Plain {
    turn: Turn,
    roads: DistanceField,
    /// With leaps and breaches.
    detours: DistanceField,
}

/// What was done in the turn under way, to get through it in a finite number of commands.
#[derive(Clone, Debug, Default)]
struct Turn {
    unit: UnitId,
    round: u32,
    number: u32,
    commands: u8,
    moved: bool,
    acted: bool,
    /// The command was part of a way, although it is no move.
    on_the_way: bool,
    /// What the move was made for.
    intent: Option<Command>,
}

impl Plain {
    /// An opponent that has seen nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// An opponent that knows its way about a board already, for battles that begin on it.
    pub fn at_home_on(board: &Arc<Board>) -> Self {
        Self { roads: DistanceField::over(board), ..Self::default() }
    }

    /// What a combatant that may act now does. Always a command that the rules allow, as long as
    /// they allow ending the turn.
    pub fn choose(&mut self, rules: &dyn Ruleset, state: &State, unit: UnitId) -> Command {
        let end = Command::EndTurn { unit };
        let Some(me) = state.unit(unit) else { return end };
        let (round, number) = (state.scene.clock.round, me.turn.number);
        if (self.turn.unit, self.turn.round, self.turn.number) != (unit, round, number) {
            self.turn = Turn { unit, round, number, ..Turn::default() };
        }
        self.turn.commands = self.turn.commands.saturating_add(1);
        if self.turn.commands > MAX_COMMANDS {
            return end;
        }
        let intent = self.turn.intent.take();
        self.turn.on_the_way = false;
        // Who is out of view is not there.
        let hidden = !fog::all_in_view(state);
        let known = hidden.then(|| odds::as_known_by(rules, state, me.side()));
        let state = known.as_ref().unwrap_or(state);
        let command = engine::with_ctx(rules, state, |ctx| {
            let allowed = |command: &Command| engine::check_in(rules, ctx, command).is_ok();
            if let Some(command) = intent.filter(allowed) {
                return Some(command);
            }
            let view = View::new(rules, ctx, unit)?;
            self.decide(&view).filter(allowed)
        });
        match command {
            Some(Command::Move { .. }) => self.turn.moved = true,
            // Getting up belongs to the move.
            Some(Command::Act { .. })
                if !self.turn.on_the_way && me.placement.posture != Posture::Prone =>
            {
                self.turn.acted = true;
            }
            _ => {}
        }
        command.unwrap_or(end)
    }

    /// The answer to a question: what the ruleset's policy says, where there is more than a yes and
    /// a no the choice that hurts the foes most by its exact odds.
    pub fn answer(&mut self, rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
        let policy = engine::policy_answer(rules, state, prompt);
        // There is nobody left to harm after the battle.
        if prompt.choices.len() <= 2 || state.scene.verdict.is_some() {
            return policy;
        }
        let answers = (0..prompt.choices.len()).filter_map(|i| u16::try_from(i).ok()).map(Answer);
        let rated = answers.filter_map(|answer| {
            let harm = scoring::of_answer(rules, state, prompt.side, answer)?;
            Some((harm, answer == policy, Reverse(answer)))
        });
        rated.max().map_or(policy, |(_, _, Reverse(answer))| answer)
    }

    /// What to do next; nothing to end the turn.
    fn decide(&mut self, view: &View<'_>) -> Option<Command> {
        self.act_or_move(view).or_else(|| ready::best(view).map(|idea| idea.command))
    }

    /// The best that can be done at once, or the best move.
    fn act_or_move(&mut self, view: &View<'_>) -> Option<Command> {
        if view.me.placement.posture == Posture::Prone
            && let Some(command) = stand_up(view)
        {
            return Some(command);
        }
        if let Some(command) = rescue::next(view, self.turn.moved) {
            self.turn.on_the_way = true;
            return Some(command);
        }
        let walk = if self.turn.moved { 0 } else { LONG_WALK };
        let ideas = acts::ideas(view, walk);
        let mut here = acts::best(view, view.here(), &ideas);
        if self.turn.acted || self.turn.moved {
            // What is left of the turn may be spent better on what comes later; a walk after it
            // would leave no time for that.
            let now = here.as_ref().map_or(0, |idea| idea.value);
            here = ready::best(view).filter(|idea| idea.value > now).or(here);
        }
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
            if let Some(plan) = positioning::to_act_from(view, walks, &ideas, here.is_some()) {
                let stay =
                    here.as_ref().map_or(0, |idea| positioning::value_here(view, idea.value));
                if here.is_none() || plan.value > stay + WORTH_THE_WALK {
                    self.turn.intent = Some(plan.act);
                    return Some(plan.command);
                }
            }
        }
        if here.as_ref().is_some_and(|idea| is_pressing(view, idea)) {
            return here.map(|idea| idea.command);
        }
        // First nearer to the fight; what else there is to do is done there.
        let roads = positioning::roads_to_the_fight(view, &mut self.roads, &mut self.detours)?;
        if let Some(command) = detour::next(view, &roads) {
            self.turn.on_the_way = true;
            return Some(command);
        }
        let march = if here.is_none() { positioning::march(view, &roads) } else { None };
        let way = march.or_else(|| {
            let walks = walks.unwrap_or_else(|| Walks::of(view));
            positioning::to_wait_at(view, &walks, &roads)
        });
        way.or(here.map(|idea| idea.command))
    }
}

/// True for acts that are done before anything else: against foes, and help that cannot wait.
fn is_pressing(view: &View<'_>, idea: &Idea) -> bool {
    let against = view.means.get(idea.means).is_some_and(|m| m.against_foes);
    against || idea.value >= scoring::PRESSING
}

/// True when looking for a better place is not worth the time: one who fights hand to hand has
/// somebody at hand who is nearly as good as anybody else.
fn is_enough(view: &View<'_>, idea: &Idea, ideas: &[Idea]) -> bool {
    let best = ideas.first().map_or(0, |best| best.value);
    !view.keeps_back && 5 * idea.value >= 4 * best
}

/// A command after which one who lies stands.
fn stand_up(view: &View<'_>) -> Option<Command> {
    let (rules, id) = (view.rules, view.me.id());
    let own = rules.offers(view.ctx, id).into_iter();
    own.filter(|offer| offer.aim == Aim::Own && offer.refused.is_none())
        .map(|offer| acts::act(id, offer.act, Vec::new()))
        .find(|command| {
            let courses = odds::courses(rules, view.ctx.state, command, ()).unwrap_or_default();
            let stands = |state: &State| {
                state.unit(id).is_some_and(|u| u.placement.posture == Posture::Standing)
            };
            courses.iter().any(|course| stands(&course.state))
        })
}
