//! Whole battles with the mouse alone: the whole game runs without a window and receives only
//! movements and clicks of the pointer, on the board and on panels.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::app::{App, Plugin};
use highground::app::{Begin, Options, headless};
use highground::battle::ai::SimpleAi;
use highground::battle::{BattleState, Controller, Record};
use highground::grid::{Cell, Place, UnitId};
use highground::registry::RulesetId;
use highground::rules::ruleset::Ruleset;
use highground::rules::state::State;
use highground::rules::{Command, Key, Target};
use highground::script::{Outcome, Script, ScriptPlugin, Spot, Step, go_on_with};
use highground::settings::{Settings, Speed};
use highground::ui::interaction::{Mode, TurnState};
use highground::ui::{CurrentNotice, Panels, Selection};

use super::by_hand::{Course, battles};

/// Most frames of one step.
const FRAMES: usize = 2_000;

/// Most decisions of a battle.
const DECISIONS: usize = 1_200;

/// A player with a mouse and no keyboard, who plays both sides.
struct Clicker {
    app: App,
    rules: Arc<dyn Ruleset>,
    /// Why steps failed since the last command.
    faults: Vec<String>,
    /// Clicks so far.
    clicks: usize,
}

impl Clicker {
    fn new(ruleset: RulesetId, level: &str) -> Self {
        let level = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("levels/{level}.ron"));
        let options = Options {
            levels: vec![level.clone()],
            rulesets: vec![(ruleset, ruleset.built_in())],
            begin: Begin::Battle(level),
            seats: vec![Controller::Human, Controller::Human],
            seed: Some(1),
            ..Options::default()
        };
        let mut app = headless(&options, |_| Box::new(SimpleAi::new())).unwrap();
        let outcome = Outcome::default();
        let script = Script { steps: vec![(0, Step::WaitIdle)] };
        let plugin = ScriptPlugin { script, pictures: PathBuf::new(), outcome: outcome.clone() };
        plugin.build(&mut app);
        let settings = Settings { speed: Speed::Instant, ..Settings::default() };
        app.insert_resource(settings.motion()).insert_resource(settings);
        let mut clicker = Self { app, rules: ruleset.built_in(), faults: Vec::new(), clicks: 0 };
        assert!(clicker.finish(&outcome), "the battle does not begin");
        clicker
    }

    /// Runs frames until the steps are done; false if one of them failed.
    fn finish(&mut self, outcome: &Outcome) -> bool {
        for _ in 0..FRAMES {
            self.app.update();
            match outcome.get() {
                Some(Ok(())) => return true,
                Some(Err(error)) => {
                    self.faults.push(error.to_string());
                    return false;
                }
                None => {}
            }
        }
        self.faults.push("the steps never end".to_owned());
        false
    }

    /// Takes steps one after the other; false if one of them failed.
    fn take(&mut self, steps: Vec<Step>) -> bool {
        let is_click = |step: &&Step| matches!(step, Step::Click(_) | Step::RightClick(_));
        self.clicks += steps.iter().filter(is_click).count();
        let outcome = Outcome::default();
        let script = Script { steps: steps.into_iter().map(|step| (0, step)).collect() };
        go_on_with(self.app.world_mut(), script, outcome.clone());
        self.finish(&outcome)
    }

    /// Clicks a widget and lets the game react.
    fn press(&mut self, name: &str) -> bool {
        self.take(vec![Step::Click(Spot::Widget(name.to_owned())), Step::Wait(2)])
    }

    /// Clicks a cell and lets the game react. Looks from above where something hides it.
    fn point(&mut self, cell: Cell) -> bool {
        let steps = || vec![Step::Click(Spot::Cell(cell)), Step::Wait(2)];
        if self.take(steps()) {
            return true;
        }
        let glide = 40;
        self.press("From above");
        let done = self.take([vec![Step::Wait(glide)], steps()].concat());
        self.press("From above");
        self.take(vec![Step::Wait(glide)]);
        done
    }

    fn table(&self) -> &Selection {
        self.app.world().resource::<Selection>()
    }

    fn state(&self) -> &State {
        &self.app.world().resource::<BattleState>().0
    }

    fn commands(&self) -> usize {
        self.app.world().resource::<Record>().commands.len()
    }

    /// Answers questions as the computer would, and takes the seat when asked.
    fn answer(&mut self, advice: &mut SimpleAi) {
        for _ in 0..60 {
            if self.app.world().resource::<Panels>().recap.is_some() {
                self.press("Close");
            }
            match self.table().options.stand {
                TurnState::Asked { .. } => {
                    let state = self.state().clone();
                    let Some(prompt) = state.queue.waiting.clone() else { return };
                    let answer = advice.answer(&*self.rules, &state, &prompt);
                    let choice = prompt.choices.get(usize::from(answer.0));
                    let choice = choice.or(prompt.choices.first()).unwrap().clone();
                    let shown = self.app.world().resource::<Panels>().prompt.as_ref();
                    let shown = shown.and_then(|p| p.choices.get(usize::from(answer.0)));
                    let label = shown.map_or(choice.label.clone(), |shown| shown.label.clone());
                    let on_board = choice.place.and_then(Place::cell);
                    let before = self.commands();
                    if !on_board.is_some_and(|cell| self.point(cell)) || self.commands() == before {
                        let faults = self.faults.clone();
                        assert!(self.press(&label), "no answer {choice:?}: {faults:?}");
                    }
                }
                TurnState::HandOver => {
                    self.press("I'm ready");
                }
                TurnState::Waiting => {
                    self.take(vec![Step::WaitIdle]);
                }
                TurnState::Acting | TurnState::Over => return,
            }
        }
        panic!("questions never end: {:?}", self.state().queue.waiting);
    }

    /// Chooses an act: by its tile, or in the list behind *More*.
    fn choose(&mut self, act: &Key) -> bool {
        let table = self.table();
        let Some(offer) = table.options.offer(act).cloned() else { return false };
        if table.hand.tiles(&table.options).iter().any(|tile| tile.act == *act) {
            return self.press(&offer.name);
        }
        self.press("More");
        for _ in 0..8 {
            let table = self.table();
            if table.hand.open_group(&table.options) == Some(&offer.group) {
                return self.press(&offer.name);
            }
            self.press(&group_name(&offer.group));
        }
        false
    }

    /// True if the act is aimed and not carried out yet.
    fn aims(&self, act: &Key) -> bool {
        matches!(&self.table().hand.mode, Mode::Aiming { act: aimed, .. } if aimed == act)
    }

    /// Where a target lies on the board.
    fn place_of(&self, target: &Target, actor: UnitId) -> Option<Cell> {
        let state = self.state();
        let at = |unit: UnitId| state.unit(unit)?.placement.at.cell();
        match target {
            Target::Unit(unit) | Target::Part(unit, _) => at(*unit),
            Target::Place(_) | Target::Floor(_) => target.cell(),
            Target::Edge(at) => Some(at.cell),
            Target::Thing(thing) => state.scene.board.thing(*thing).map(|thing| thing.cell),
            Target::Direction(dir) => {
                let (x, y) = dir.delta();
                at(actor).map(|cell| cell.offset(2 * x, 2 * y))
            }
        }
    }

    /// Gives a command with the mouse; false if none came of it.
    fn follow(&mut self, command: &Command) -> bool {
        let before = self.commands();
        match command {
            Command::Move { path, .. } => {
                if let Some(end) = path.last().and_then(|point| point.cell()) {
                    self.press("Move");
                    self.point(end);
                }
            }
            Command::Act { unit, act, targets, choice, .. } => {
                if self.choose(act) {
                    let offer = self.table().options.offer(act).cloned();
                    let way = offer.into_iter().flat_map(|offer| offer.variants);
                    if let Some(way) = way.into_iter().find(|way| way.choice == *choice)
                        && self.table().hand.way != *choice
                    {
                        self.press(&way.name);
                    }
                    for target in targets {
                        if self.aims(act)
                            && let Some(cell) = self.place_of(target, *unit)
                        {
                            self.point(cell);
                        }
                    }
                    for _ in 0..3 {
                        if self.commands() == before && self.aims(act) {
                            self.press("Do it");
                        }
                    }
                }
            }
            _ => self.end(),
        }
        if self.commands() == before {
            let notice = &self.app.world().resource::<CurrentNotice>().0;
            let mode = &self.table().hand.mode;
            let hovered = self.table().hand.hovered;
            self.faults.push(format!("{notice:?}, {mode:?}, {hovered:?}"));
            self.let_go();
        }
        self.commands() > before
    }

    /// Cancels what is being aimed.
    fn let_go(&mut self) {
        let beside = self.table().options.actor_at;
        for _ in 0..3 {
            if self.table().hand.mode == Mode::Idle && self.table().hand.group.is_none() {
                return;
            }
            let Some(cell) = beside else { return };
            self.take(vec![Step::RightClick(Spot::Cell(cell)), Step::Wait(2)]);
        }
    }

    /// Ends the turn.
    fn end(&mut self) {
        let before = self.commands();
        for _ in 0..3 {
            if self.commands() > before || self.table().options.stand != TurnState::Acting {
                return;
            }
            self.press("End turn");
        }
    }
}

/// The heading of a part of the turn in the list of all acts.
fn group_name(group: &Key) -> String {
    let words = group.as_str().replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Plays a level from its first turn to its result, every command given with the mouse. Follows the
/// computer's advice; where the mouse fails, the turn ends.
fn play_to_the_end(ruleset: RulesetId, level: &str) {
    let mut course = Course::new(ruleset, level);
    let mut clicker = Clicker::new(ruleset, level);
    let mut advice = SimpleAi::new();
    for _ in 0..DECISIONS {
        clicker.answer(&mut advice);
        if clicker.table().options.stand != TurnState::Acting {
            break;
        }
        let state = clicker.state().clone();
        let Some(actor) = clicker.table().options.actor else { break };
        let command = advice.choose(&*clicker.rules, &state, actor);
        course.advised += 1;
        clicker.faults.clear();
        if clicker.follow(&command) {
            course.followed += 1;
        } else {
            course.failed.push(format!("{command:?}: {}", clicker.faults.join("; ")));
            clicker.end();
        }
    }
    let clicks = format!("{} clicks", clicker.clicks);
    course.end(clicker.state(), &clicks);
}

battles! {
    precision: Precision: [], [bridge, hollow_road];
    momentum: Momentum: [], [bridge, hollow_road];
    vigor: Vigor: [bridge], [hollow_road, keep, quarry];
    turnside: Turnside: [], [bridge, hollow_road, keep, quarry];
    evoker: Evoker: [], [bridge, hollow_road, keep, quarry];
}
