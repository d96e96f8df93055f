//! The result screen.

use crate::intent::{Go, Guide, Intent, Page, PageAction};
use crate::names::Names;
use crate::theme;
use battle::statistics::{Statistics, UnitStats};
use bevy_egui::egui;
use grid::SideId;
use rules::Event;
use rules::house::RuleOption;
use rules::ruleset::{Aftermath, Ruleset};
use rules::state::{State, Status};
use settings::Action;

use super::battle_stats::StatsModel;
use super::prompt::PromptModel;

/// Size of the result, in points.
const LARGE: f32 = 34.0;
/// Height of the buttons below the table, in points.
const BUTTONS: f32 = 34.0;

/// Width of a question of the aftermath, in points.
const QUESTION: f32 = 300.0;

/// How a battle ended for the player at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The only player's side won.
    Victory,
    /// Another side won against the only player.
    Defeat,
    /// No side won.
    Draw,
    /// A side won in a battle of several players, or of computers only.
    Won(SideId, String),
}

impl Ending {
    /// The headline.
    fn words(&self) -> String {
        match self {
            Self::Victory => "Victory".to_owned(),
            Self::Defeat => "Defeat".to_owned(),
            Self::Draw => "Draw".to_owned(),
            Self::Won(_, name) => format!("Winner: {name}"),
        }
    }
}

/// A unit after the battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRow {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: SideId,
    /// Its final status.
    pub status: &'static str,
    /// Value and maximum of its tracks: "12 / 52". Each with its name if there are several.
    pub left: String,
    /// What happens to it after the battle; `None` under rulesets that do not say.
    pub after: Option<Outlook>,
}

/// What happens to a unit after the battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// In a word or two: "rested".
    pub fate: String,
    /// What it then has left: "Health 52 of 52, Energy 16 of 16".
    pub left: String,
    /// The rule.
    pub rule: String,
}

/// Contents of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultModel {
    /// How it ended.
    pub ending: Ending,
    /// Why it is over.
    pub why: String,
    /// How many rounds it took.
    pub rounds: u32,
    /// Units that stood out, and how: "Most damage: Brute, 93".
    pub stood_out: Vec<String>,
    /// Column heading for the tracks: the name of the track if there is only one.
    pub track: String,
    /// The units, by number.
    pub rows: Vec<ResultRow>,
    /// The house rules of the battle: "Flank bonus: 2".
    pub house_rules: Vec<String>,
    /// The battle statistics.
    pub stats: StatsModel,
}

impl ResultModel {
    /// The result of a battle with its events and the ruleset's aftermath, for the side of the only
    /// player, if there is exactly one; `None` until it is over.
    pub fn of(
        state: &State,
        (events, aftermath): (&[Event], &[Aftermath]),
        rules: &dyn Ruleset,
        names: &Names,
        player: Option<SideId>,
    ) -> Option<Self> {
        let verdict = state.scene.verdict.as_ref()?;
        let description = rules.describe();
        let stats = StatsModel::of(&Statistics::of(events, state, description), state, names);
        let mut bodies = description.tracks.iter().filter(|spec| spec.meaning.is_life());
        let (first, sole) = (bodies.next(), bodies.next().is_none());
        let rows = state.units.iter().map(|unit| {
            let fitness = rules.fitness(unit);
            let parts = fitness.told().filter(|part| part.meaning.is_life());
            let left = parts.map(|part| {
                let name = if sole { String::new() } else { format!("{} ", part.name) };
                format!("{name}{} / {}", part.value, part.max)
            });
            ResultRow {
                name: unit.identity.name.clone(),
                side: unit.side(),
                status: match unit.status {
                    Status::Active => "in the fight",
                    Status::Down => "down",
                    Status::Dead => "dead",
                    Status::Gone => "left the board",
                    Status::Surrendered => "surrendered",
                },
                left: left.collect::<Vec<_>>().join(", "),
                after: aftermath.iter().find(|a| a.unit == unit.id()).map(|a| after(a, names)),
            }
        });
        Some(Self {
            ending: match (verdict.winner, player) {
                (None, _) => Ending::Draw,
                (Some(side), None) => Ending::Won(side, names.side(side)),
                (Some(side), Some(own)) if side == own => Ending::Victory,
                (Some(_), Some(_)) => Ending::Defeat,
            },
            why: verdict.why.clone(),
            rounds: state.scene.clock.round,
            stood_out: stood_out(&stats),
            track: match first {
                Some(spec) if sole => spec.name.clone(),
                Some(_) => "Left".to_owned(),
                None => String::new(),
            },
            rows: rows.collect(),
            house_rules: rules.house_rules().changes().map(RuleOption::words).collect(),
            stats,
        })
    }
}

/// What happens to a unit, and the rule.
fn after(aftermath: &Aftermath, names: &Names) -> Outlook {
    let meters = aftermath.tracks.iter().chain(&aftermath.pools);
    let meters = meters.map(|(id, value, max)| format!("{} {value} of {max}", names.content(id)));
    Outlook {
        fate: aftermath.fate.words().to_owned(),
        left: meters.collect::<Vec<_>>().join(", "),
        rule: aftermath.rule.to_string(),
    }
}

/// The units with the highest statistics, one for each kind that occurred.
fn stood_out(stats: &StatsModel) -> Vec<String> {
    let units = || stats.rows.iter().filter(|row| !row.whole_side);
    let most = |what: &str, unit: &str, of: fn(&UnitStats) -> i64| {
        // Ties go to the first.
        let best = units().rev().max_by_key(|row| of(&row.stats))?;
        let much = of(&best.stats);
        (much > 0).then(|| format!("{what}: {}, {much}{unit}", best.name))
    };
    [
        most("Most damage", "", |stats| stats.dealt),
        most("Most foes felled", "", |stats| i64::from(stats.felled)),
        most("Most healing", "", |stats| stats.healed),
        most("Furthest moved", " m", |stats| i64::from(stats.moved)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Shows in large type how the battle ended, and why.
pub fn show_headline(ui: &mut egui::Ui, model: &ResultModel) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let colour = match model.ending {
        Ending::Victory | Ending::Won(..) => theme::BRASS,
        Ending::Defeat => theme::RUST,
        Ending::Draw => theme::PARCHMENT,
    };
    ui.vertical_centered(|ui| {
        let words = model.ending.words();
        let headline = egui::RichText::new(&words).size(LARGE).color(colour);
        ui.add(egui::Label::new(headline).truncate());
        let rounds = if model.rounds == 1 { "round" } else { "rounds" };
        let why = crate::names::capital(&model.why);
        let why = format!("{why} after {} {rounds}.", model.rounds);
        ui.add(egui::Label::new(why).truncate());
    });
}

/// Shows the outcome, beside any pending question of the aftermath. `lesson` is the intent of the
/// main button after a lesson.
pub fn show(
    ui: &mut egui::Ui,
    model: &ResultModel,
    question: Option<&PromptModel>,
    lesson: Option<&Intent>,
) -> Vec<Intent> {
    let mut intents = Vec::new();
    let Some(question) = question else { return show_outcome(ui, model, lesson) };
    ui.horizontal_top(|ui| {
        let height = ui.available_height();
        let below = egui::Layout::top_down(egui::Align::Min);
        ui.allocate_ui_with_layout(egui::vec2(QUESTION, height), below, |ui| {
            ui.set_width(QUESTION);
            let area = egui::ScrollArea::vertical().id_salt("question").auto_shrink([false, false]);
            area.show(ui, |ui| intents.extend(super::prompt::show(ui, question)));
        });
        ui.separator();
        ui.vertical(|ui| intents.extend(show_outcome(ui, model, lesson)));
    });
    intents
}

/// Shows who stood out, the units, the statistics and the buttons for what to do next.
fn show_outcome(ui: &mut egui::Ui, model: &ResultModel, lesson: Option<&Intent>) -> Vec<Intent> {
    let mut intents = Vec::new();
    let id = egui::Id::new("page of the result");
    let mut stats = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    ui.horizontal(|ui| {
        for (page, name) in [(false, "Units"), (true, "Statistics")] {
            theme::named(ui.selectable_value(&mut stats, page, name), name);
        }
        ui.separator();
        ui.add(egui::Label::new(model.stood_out.join("     ")).truncate());
    });
    ui.data_mut(|data| data.insert_temp(id, stats));
    let height = (ui.available_height() - BUTTONS).max(80.0);
    let area = egui::ScrollArea::both().max_height(height).auto_shrink([false, false]);
    area.show(ui, |ui| {
        if stats {
            intents.extend(super::battle_stats::show(ui, &model.stats));
        } else {
            combatants(ui, model);
        }
        if !model.house_rules.is_empty() {
            ui.label(theme::faded(format!("House rules: {}", model.house_rules.join("; "))));
        }
    });
    ui.horizontal(|ui| {
        match lesson {
            None => {
                if main_button(ui, "Rematch", "Rematch") {
                    intents.push(Intent::Go(Go::Rematch));
                }
            }
            Some(next) => after_lesson(ui, next, &mut intents),
        }
        if ui.button("Watch replay").clicked() {
            intents.push(Intent::WatchFromStart(None));
        }
        if lesson.is_none() && theme::named(ui.button("Save"), "Save this battle").clicked() {
            intents.push(Intent::PageAction(PageAction::Open(Page::Saves)));
        }
        if ui.button("Main menu").clicked() {
            intents.push(Intent::Go(Go::Menu));
        }
    });
    intents
}

/// Shows the button that the confirm key presses.
fn main_button(ui: &mut egui::Ui, text: &str, name: &str) -> bool {
    let key = theme::key(ui, Action::Confirm);
    let text = if key.is_empty() { text.to_owned() } else { format!("{text} ({key})") };
    theme::named(ui.add(egui::Button::new(text).selected(true)), name).clicked()
}

/// Shows the choices after a lesson: `next` first.
fn after_lesson(ui: &mut egui::Ui, next: &Intent, intents: &mut Vec<Intent>) {
    let choices = [
        (Intent::Guide(Guide::Next), "Read on", "Read on"),
        (Intent::Go(Go::Lessons), "Back to the lessons", "Back to the lessons"),
        (Intent::Go(Go::Rematch), "Play it again", "Play the lesson again"),
    ];
    for (intent, text, name) in choices {
        let chosen = if *next == intent {
            main_button(ui, text, name)
        } else {
            // There may be nothing left to read.
            let offered = intent != Intent::Guide(Guide::Next);
            offered && theme::named(ui.button(text), name).clicked()
        };
        if chosen {
            intents.push(intent);
        }
    }
}

fn combatants(ui: &mut egui::Ui, model: &ResultModel) {
    let grid = egui::Grid::new("result").num_columns(5).striped(true).spacing([18.0, 4.0]);
    grid.show(ui, |ui| {
        for head in ["", "Name", "", model.track.as_str(), "Aftermath"] {
            ui.label(theme::faded(head));
        }
        ui.end_row();
        for row in &model.rows {
            theme::side_mark(ui, row.side, 16.0);
            ui.label(&row.name);
            ui.label(theme::faded(row.status));
            ui.label(&row.left);
            match &row.after {
                Some(after) => {
                    let whole = format!("{}\nRule {}", after.left, after.rule);
                    ui.label(&after.fate).on_hover_text(whole)
                }
                None => ui.label(""),
            };
            ui.end_row();
        }
    });
}
