//! Checks of a scenario file that go beyond its syntax: letters, sides, acts, rule IDs.

use std::collections::BTreeSet;

use files::Problem;
use level::{MAX_SIDES, MIN_SIDES};
use rules::parameter::{Range, Setting};
use rules::ruleset::{Offer, Ruleset};
use rules::state::State;
use rules::{Key, Value as Parameter, engine};

use super::errors::suggestion;
use super::expect::Expected;
use super::file::Scenario;
use super::model::{Do, StepDraft};
use super::names::Names;
use super::odds::OddsLine;
use super::scalar::Aim;
use super::value::Value;

/// Everything that is wrong with a scenario under its ruleset.
pub fn check(scenario: &Scenario, rules: &dyn Ruleset) -> Vec<Problem> {
    let mut problems = Vec::new();
    let draft = &scenario.draft;
    if draft.rules.is_empty() {
        problems
            .push(scenario.problem("rules", "a scenario must name the rules it shows".to_owned()));
    }
    let known: BTreeSet<&str> = rules.describe().reference.iter().map(|r| r.id.as_str()).collect();
    for rule in draft.rules.iter().filter(|r| !known.contains(r.as_str())) {
        problems.push(scenario.problem("rules", format!("there is no rule `{rule}`")));
    }
    if draft.level.is_none() && draft.rows.is_empty() {
        problems.push(scenario.problem("rows", "a scenario needs `rows` or a `level`".to_owned()));
    }
    problems.extend(wrong_sides(&draft.sides).map(|text| scenario.problem("sides", text)));
    for side in draft.ambush.iter().filter(|s| scenario.level.is_none() && !draft.sides.contains(s))
    {
        problems.push(scenario.problem("ambush", format!("there is no side `{side}`")));
    }
    for side in draft.side_flags.keys().filter(|s| !draft.sides.contains(s)) {
        problems.push(scenario.problem("side_flags", format!("there is no side `{side}`")));
    }
    match super::setup::set_up(scenario, rules) {
        Err(found) => problems.extend(found),
        Ok((state, names)) => {
            let acts = acts(rules, &state);
            let checker = Checker { scenario, names: &names, rules, acts: &acts };
            if let Some(start) = &draft.start {
                checker.unit(start, None, &mut problems);
            }
            checker.odds(&draft.opening.odds, None, &mut problems);
            for (i, step) in draft.steps.iter().enumerate() {
                checker.step(i, step, false, &mut problems);
            }
            for (i, step) in draft.aftermath.iter().enumerate() {
                checker.step(draft.steps.len() + i, step, i == 0, &mut problems);
            }
        }
    }
    problems
}

/// What is wrong with the list of sides.
fn wrong_sides(sides: &[String]) -> Option<String> {
    let allowed = MIN_SIDES..=MAX_SIDES;
    if !allowed.contains(&sides.len()) {
        let found = sides.len();
        return Some(format!("there are {found} sides; allowed: {MIN_SIDES} to {MAX_SIDES}"));
    }
    let mut seen = BTreeSet::new();
    let twice = sides.iter().find(|side| !seen.insert(*side))?;
    Some(format!("the side `{twice}` is listed twice"))
}

/// The acts that commands may name.
struct Acts {
    names: BTreeSet<String>,
    /// The options of their parameters: act, parameter, option.
    settings: BTreeSet<(Key, Key, Key)>,
}

impl Acts {
    fn add(&mut self, offer: Offer) {
        for parameter in offer.parameters {
            let Range::OneOf(settings) = parameter.range else { continue };
            let option = |s: Setting| (offer.act.clone(), parameter.id.clone(), s.id);
            self.settings.extend(settings.into_iter().map(option));
        }
        self.names.insert(offer.act.to_string());
    }

    /// Whether there is an act of that name, also under an old name.
    fn contains(&self, rules: &dyn Ruleset, act: &str) -> bool {
        let Some((act, with)) = rules.named(&Key::new(act)) else {
            return self.names.contains(act);
        };
        self.names.contains(act.as_str())
            && with.iter().all(|(id, value)| match value {
                Parameter::Name(name) => {
                    self.settings.contains(&(act.clone(), id.clone(), name.clone()))
                }
                Parameter::Number(_) | Parameter::Direction(_) => true,
            })
    }
}

/// The names of all acts that any combatant could use: those that the ruleset lists, and those
/// offered with any of a combatant's gear in any of its hands.
fn acts(rules: &dyn Ruleset, state: &State) -> Acts {
    let listed = rules.describe().acts.iter().map(|a| a.id.to_string());
    let mut acts = Acts { names: listed.collect(), settings: BTreeSet::new() };
    let mut add = |state: &State| {
        for unit in &state.units {
            let offers = engine::with_ctx(rules, state, |ctx| rules.offers(ctx, unit.id()));
            for offer in offers {
                acts.add(offer);
            }
        }
    };
    add(state);
    let items = |s: &State| s.units.iter().map(|u| u.gear.0.len()).max().unwrap_or_default();
    for turn in 1..items(state) {
        let mut state = state.clone();
        for unit in &mut state.units {
            let held: Vec<_> = unit.gear.0.values().cloned().collect();
            let shifted = held.iter().cycle().skip(turn);
            for (slot, item) in unit.gear.0.values_mut().zip(shifted) {
                slot.clone_from(item);
            }
            unit.placement.posture = rules::state::Posture::Standing;
        }
        add(&state);
    }
    // Getting up is offered only to prone units, lying down only to standing ones.
    let mut lying = state.clone();
    for unit in &mut lying.units {
        unit.placement.posture = rules::state::Posture::Prone;
    }
    add(&lying);
    acts
}

struct Checker<'a> {
    scenario: &'a Scenario,
    names: &'a Names,
    rules: &'a dyn Ruleset,
    acts: &'a Acts,
}

impl Checker<'_> {
    fn unit(&self, name: &str, step: Option<usize>, problems: &mut Vec<Problem>) {
        // `#5` and the like are combatants that are summoned later.
        if self.names.unit_id(name).is_none() {
            let text = format!("there is no combatant `{name}`");
            let help = suggestion(name, self.names.units());
            problems.push(self.scenario.step_problem(step, text, help));
        }
    }

    fn side(&self, name: &str, step: Option<usize>, problems: &mut Vec<Problem>) {
        if self.names.side_id(name).is_none() {
            let text = format!("there is no side `{name}`");
            let help = suggestion(name, self.names.sides());
            problems.push(self.scenario.step_problem(step, text, help));
        }
    }

    fn act(&self, act: &str, step: Option<usize>, problems: &mut Vec<Problem>) {
        if !self.acts.contains(self.rules, act) {
            let help = suggestion(act, self.acts.names.iter().map(String::as_str));
            let text = format!("no combatant here has an act `{act}`");
            problems.push(self.scenario.step_problem(step, text, help));
        }
    }

    /// One step; `begins` is true for the first step of the aftermath.
    fn step(&self, i: usize, step: &StepDraft, begins: bool, problems: &mut Vec<Problem>) {
        let at = Some(i);
        if step.command.is_some() && step.preview.is_some() {
            let text = "a step has `do` or `preview`, not both".to_owned();
            problems.push(self.scenario.step_problem(at, text, None));
        }
        let idle = step.command.is_none() && step.preview.is_none();
        if begins && !(idle && step.refused.is_none() && step.odds.is_empty()) {
            let text =
                "the first step of an aftermath has no command: the aftermath begins automatically";
            problems.push(self.scenario.step_problem(at, text.to_owned(), None));
        } else if idle
            && !begins
            && (step.refused.is_some() || !step.odds.is_empty() || !step.dice.is_empty())
        {
            let text = "dice, odds and refusals need a command: `do` or `preview`".to_owned();
            problems.push(self.scenario.step_problem(at, text, None));
        }
        let acts = |command: &Do| {
            matches!(command, Do::Act(..) | Do::Acts(..) | Do::Variant(..) | Do::Use(..))
        };
        if !step.with.is_empty() && !step.command.iter().chain(&step.preview).any(acts) {
            let text = "`with` sets the parameters of an act, and this step has none".to_owned();
            problems.push(self.scenario.step_problem(at, text, None));
        }
        if !step.then.is_empty() && step.odds.is_empty() {
            let text = "`then` is only for `odds`, and this step states none".to_owned();
            problems.push(self.scenario.step_problem(at, text, None));
        }
        for command in step.command.iter().chain(&step.preview).chain(&step.then) {
            let (who, act, on) = match command {
                Do::Act(who, act, Aim::Unit(on) | Aim::Part(on, _))
                | Do::Variant(who, act, _, Aim::Unit(on) | Aim::Part(on, _)) => {
                    (Some(who), Some(act), Some(on))
                }
                Do::Acts(who, act, list) => {
                    for aim in list {
                        if let Aim::Unit(on) | Aim::Part(on, _) = aim {
                            self.unit(on, at, problems);
                        }
                    }
                    (Some(who), Some(act), None)
                }
                Do::Act(who, act, _) | Do::Variant(who, act, _, _) | Do::Use(who, act) => {
                    (Some(who), Some(act), None)
                }
                Do::Move(who, _)
                | Do::Climb(who, _)
                | Do::Jump(who, _)
                | Do::Walk(who, _)
                | Do::Face(who, _)
                | Do::Hold(who)
                | Do::End(who)
                | Do::Until(who) => (Some(who), None, None),
                Do::Answer(_) | Do::Policy(..) => (None, None, None),
                Do::Ruling(ruling) => {
                    ruling.units().into_iter().for_each(|name| self.unit(name, at, problems));
                    (None, None, None)
                }
            };
            who.into_iter().chain(on).for_each(|name| self.unit(name, at, problems));
            if let Some(act) = act.filter(|_| step.refused.as_deref() != Some("no_such_act")) {
                self.act(act, at, problems);
            }
        }
        for side in step.command.iter().chain(&step.preview).filter_map(Do::side) {
            self.side(side, at, problems);
        }
        for side in step.question.iter().filter_map(|q| q.side.as_ref()) {
            self.side(side, at, problems);
        }
        for name in step.question.iter().filter_map(|q| q.of.as_ref()) {
            self.unit(name, at, problems);
        }
        self.odds(&step.odds, at, problems);
        for name in step.check.iter().flat_map(|c| c.names()) {
            self.unit(name, at, problems);
        }
        for expected in step.expect.iter().chain(&step.never) {
            self.expected(expected, at, problems);
        }
    }

    /// The combatants that the odds refer to.
    fn odds(&self, lines: &[OddsLine], step: Option<usize>, problems: &mut Vec<Problem>) {
        for outcome in lines.iter().flat_map(|l| [Some(&l.of), l.given.as_ref()]).flatten() {
            self.unit(outcome.name(), step, problems);
        }
    }

    fn expected(&self, expected: &Expected, step: Option<usize>, problems: &mut Vec<Problem>) {
        for (name, value) in expected.values() {
            match (name, value) {
                ("by" | "of" | "who", Value::Text(name)) => self.unit(&name, step, problems),
                // Wear applies to a slot or a layer, not to a unit.
                ("on", Value::Text(_)) if expected.kind() == "wear" => {}
                ("on", Value::Text(name)) => self.unit(&name, step, problems),
                ("on", Value::List(names)) => {
                    names.iter().for_each(|name| self.unit(name, step, problems));
                }
                ("is", Value::List(names)) => {
                    names.iter().for_each(|name| self.unit(name, step, problems));
                }
                _ => {}
            }
        }
    }
}
