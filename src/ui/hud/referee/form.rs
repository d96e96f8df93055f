//! The referee's panel on screen: input fields, and buttons that issue rulings.

use std::collections::BTreeMap;

use crate::intent::{Intent, Panel, Tool};
use crate::names::capital;
use crate::theme;
use bevy_egui::egui;
use grid::{AltitudeBand, Atmosphere, Cell, Dir, Place, UnitId};
use rules::referee::{Lasts, MAX_ALTITUDE, MOST, Ruling};
use rules::state::{Awareness, Condition, Expiry, LayerState, Observer, Posture, Status};
use rules::{Command, Key};
use settings::Action;

use super::parts::{asks, choice, number};
use super::{BodyModel, LastModel, MeterOf, RefereeModel, metres};

/// Highest face that can be entered for a die. The die's own sides limit it further.
const HIGHEST_FACE: i32 = 100;

const STATUSES: [(Status, &str); 5] = [
    (Status::Active, "In the fight"),
    (Status::Down, "Down"),
    (Status::Dead, "Dead"),
    (Status::Gone, "Left the board"),
    (Status::Surrendered, "Surrendered"),
];
const POSTURES: [(Posture, &str); 2] = [(Posture::Standing, "Standing"), (Posture::Prone, "Prone")];
const LASTS: [(Lasts, &str); 3] =
    [(Lasts::Turn, "this turn"), (Lasts::Round, "this round"), (Lasts::Battle, "the battle")];
const ENDS: [&str; 3] = ["with the battle", "after rounds", "after its own turns"];

/// Input not ruled yet. Kept by the panel between frames.
#[derive(Clone, Debug, Default)]
struct RulingInput {
    body: usize,
    /// Values that differ from the current ones, by owner and key.
    values: BTreeMap<(MeterOf, Key), i32>,
    condition: usize,
    size: i32,
    /// The body part, from 1; 0 for the whole body.
    part: usize,
    ends: usize,
    times: i32,
    place: Option<(i32, i32)>,
    altitude: i32,
    fact: usize,
    answer: usize,
    other: usize,
    /// Awareness of the first unit towards the other.
    aware: usize,
    lasts: usize,
    throw: usize,
    /// The dice as rolled, and as they should be.
    faces: (Vec<u16>, Vec<u16>),
    air: Option<Atmosphere>,
    winner: usize,
    rounds: i32,
}

/// Id under which the draft is stored.
fn place() -> egui::Id {
    egui::Id::new("referee's draft")
}

/// Discards the draft when the panel is closed.
pub fn forget(ctx: &egui::Context) {
    ctx.data_mut(|data| data.remove::<RulingInput>(place()));
}

/// Shows the panel.
pub fn show(ui: &mut egui::Ui, model: &RefereeModel) -> Vec<Intent> {
    let id = place();
    let mut draft: RulingInput = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| {
        let meant = model.bodies.iter().position(|body| Some(body.id) == model.meant);
        RulingInput { body: meant.unwrap_or_default(), ..RulingInput::default() }
    });
    let mut rulings = Vec::new();
    let mut close = false;
    ui.horizontal(|ui| {
        ui.heading("Referee");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let button =
                ui.add(egui::Button::new("Close").shortcut_text(theme::key(ui, Action::Referee)));
            close = theme::named(button, "Close").clicked();
        });
    });
    let height = (ui.available_height() - 10.0).max(160.0);
    egui::ScrollArea::vertical().id_salt("referee").max_height(height).show(ui, |ui| {
        ui.label(theme::faded("Every ruling is logged and recorded."));
        let names: Vec<String> = model.bodies.iter().map(|body| body.name.clone()).collect();
        ui.horizontal(|ui| {
            ui.label("Combatant");
            if choice(ui, "Combatant", &mut draft.body, &names) {
                draft.values.clear();
                draft.place = None;
            }
        });
        if let Some(body) = model.bodies.get(draft.body) {
            show_values(ui, body, &mut draft, &mut rulings);
            show_conditions(ui, model, body, &mut draft, &mut rulings);
            show_stance(ui, body, &mut draft, &mut rulings);
            ui.separator();
            show_pair(ui, model, body, &names, &mut draft, &mut rulings);
        }
        ui.separator();
        show_last(ui, model.last.as_ref(), &mut draft, &mut rulings);
        ui.separator();
        super::air::show(ui, model.air, &mut draft.air, &mut rulings);
        show_sides(ui, model, &mut rulings);
        show_end(ui, model, &mut draft, &mut rulings);
    });
    ui.data_mut(|data| data.insert_temp(id, draft));
    let mut intents: Vec<Intent> =
        rulings.into_iter().map(|ruling| Intent::Order(Command::Ruling(ruling))).collect();
    if close {
        intents.push(Intent::Panel(Panel::Toggle(Tool::Referee)));
    }
    intents
}

fn show_values(
    ui: &mut egui::Ui,
    body: &BodyModel,
    draft: &mut RulingInput,
    rulings: &mut Vec<Ruling>,
) {
    egui::Grid::new("values").num_columns(3).show(ui, |ui| {
        for value in &body.values {
            let key = (value.of.clone(), value.id.clone());
            let mut to = draft.values.get(&key).copied().unwrap_or(value.value);
            ui.label(format!("{} {} / {}", value.name, value.value, value.highest));
            ui.horizontal(|ui| number(ui, &value.name, &mut to, value.lowest..=value.highest));
            if to == value.value {
                draft.values.remove(&key);
            } else {
                draft.values.insert(key.clone(), to);
            }
            if asks(ui, to != value.value, "Set", &format!("Set {}", value.name)) {
                draft.values.remove(&key);
                let (unit, id) = (body.id, value.id.clone());
                rulings.push(match value.of.clone() {
                    MeterOf::Track => Ruling::Track { unit, id, to },
                    MeterOf::Pool => Ruling::Pool { unit, id, to },
                    MeterOf::Carried(on) => Ruling::Wear { unit, on, id, to },
                });
            }
            ui.end_row();
        }
    });
    for (id, name, state) in &body.layers {
        ui.horizontal(|ui| {
            ui.label(name);
            for to in [LayerState::On, LayerState::Recalled, LayerState::Broken] {
                let pick = ui.selectable_label(*state == to, to.words());
                let pick = theme::named(pick, &format!("{name} is {}", to.words()));
                if pick.clicked() && *state != to {
                    rulings.push(Ruling::Layer { unit: body.id, id: id.clone(), to });
                }
            }
        });
    }
}

fn show_conditions(
    ui: &mut egui::Ui,
    model: &RefereeModel,
    body: &BodyModel,
    draft: &mut RulingInput,
    rulings: &mut Vec<Ruling>,
) {
    for (act, name, done, of) in &body.begun {
        ui.horizontal(|ui| {
            ui.label(format!("{name} {done} / {of}"));
            if asks(ui, true, "Restart", &format!("{name}: restart")) {
                rulings.push(Ruling::Progress { unit: body.id, act: act.clone(), done: 0 });
            }
            let next = done.saturating_add(1);
            if asks(ui, next < *of, "Advance", &format!("{name}: advance")) {
                rulings.push(Ruling::Progress { unit: body.id, act: act.clone(), done: next });
            }
        });
    }
    for (id, part, name) in &body.conditions {
        ui.horizontal(|ui| {
            ui.label(name);
            if asks(ui, true, "End", &format!("End {name}")) {
                let (unit, condition, part) = (body.id, id.clone(), part.clone());
                rulings.push(Ruling::Relieve { unit, condition, part });
            }
        });
    }
    let names: Vec<String> = model.conditions.iter().map(|c| c.1.clone()).collect();
    ui.horizontal(|ui| {
        choice(ui, "Condition", &mut draft.condition, &names);
        ui.label("number");
        number(ui, "Number", &mut draft.size, 0..=i32::from(MOST));
        if !model.parts.is_empty() {
            let parts = model.parts.iter().map(|(_, name)| name.clone());
            let parts: Vec<String> =
                std::iter::once("whole body".to_owned()).chain(parts).collect();
            ui.label("of");
            choice(ui, "Part", &mut draft.part, &parts);
        }
    });
    ui.horizontal(|ui| {
        ui.label("ends");
        choice(ui, "Ends", &mut draft.ends, &ENDS.map(str::to_owned));
        if draft.ends > 0 {
            draft.times = draft.times.max(1);
            number(ui, "Times", &mut draft.times, 1..=i32::from(MOST));
        }
        let chosen = model.conditions.get(draft.condition);
        if asks(ui, chosen.is_some(), "Add", "Add condition")
            && let Some((id, _)) = chosen
        {
            let times = u16::try_from(draft.times).unwrap_or(1);
            let expiry = match draft.ends {
                1 => Expiry::Rounds(times),
                2 => Expiry::TurnEnds { of: body.id, left: times },
                _ => Expiry::Battle,
            };
            let part = draft.part.checked_sub(1).and_then(|n| model.parts.get(n));
            let condition = Condition {
                part: part.map(|(part, _)| part.clone()),
                ..Condition::new(id.clone(), draft.size, None, expiry)
            };
            rulings.push(Ruling::Afflict { unit: body.id, condition });
        }
    });
}

fn show_stance(
    ui: &mut egui::Ui,
    body: &BodyModel,
    draft: &mut RulingInput,
    rulings: &mut Vec<Ruling>,
) {
    let unit = body.id;
    let mut pick = |ui: &mut egui::Ui, chosen: bool, text: &str, ruling: Ruling| {
        if ui.selectable_label(chosen, text).clicked() && !chosen {
            rulings.push(ruling);
        }
    };
    ui.horizontal_wrapped(|ui| {
        for (to, text) in STATUSES {
            pick(ui, body.status == to, text, Ruling::Status { unit, to });
        }
    });
    ui.horizontal(|ui| {
        for (to, text) in POSTURES {
            pick(ui, body.posture == to, text, Ruling::Posture { unit, to });
        }
    });
    ui.horizontal(|ui| {
        ui.label("Facing");
        for to in Dir::ALL {
            pick(ui, body.facing == to, &format!("{to:?}"), Ruling::Facing { unit, to });
        }
    });
    let Some(at) = body.cell else { return };
    let (mut x, mut y) = draft.place.unwrap_or((i32::from(at.x), i32::from(at.y)));
    let most = i32::from(i16::MAX);
    ui.horizontal(|ui| {
        ui.label(format!("At {at}; cell"));
        number(ui, "Column", &mut x, 0..=most);
        number(ui, "Row", &mut y, 0..=most);
    });
    draft.place = Some((x, y)).filter(|to| *to != (i32::from(at.x), i32::from(at.y)));
    ui.horizontal(|ui| {
        ui.label("metres above ground");
        number(ui, "Metres above ground", &mut draft.altitude, 0..=MAX_ALTITUDE.whole_metres());
        for band in AltitudeBand::ALL {
            if asks(ui, true, &capital(band.name()), &format!("Altitude: {}", band.name())) {
                draft.altitude = band.altitude().whole_metres();
            }
        }
        if asks(ui, true, "Place", "Place")
            && let (Ok(x), Ok(y)) = (i16::try_from(x), i16::try_from(y))
        {
            let (at, altitude) = (Place::Cell(Cell { x, y }), metres(draft.altitude));
            rulings.push(Ruling::Place { unit, at, altitude });
        }
    });
}

fn show_pair(
    ui: &mut egui::Ui,
    model: &RefereeModel,
    body: &BodyModel,
    names: &[String],
    draft: &mut RulingInput,
    rulings: &mut Vec<Ruling>,
) {
    for ruled in &model.ruled {
        ui.horizontal_wrapped(|ui| {
            ui.label(&ruled.text);
            if asks(ui, true, "Clear ruling", "Clear ruling") {
                let (fact, from, to) = (ruled.fact.clone(), ruled.from, ruled.to);
                rulings.push(Ruling::Revoke { fact, from, to });
            }
        });
    }
    let facts: Vec<String> = model.facts.iter().map(|fact| fact.name.clone()).collect();
    ui.horizontal(|ui| {
        if choice(ui, "Fact", &mut draft.fact, &facts) {
            draft.answer = 0;
        }
        ui.label(format!("of {} to", body.name));
        choice(ui, "Other combatant", &mut draft.other, names);
    });
    let other: Option<UnitId> = model.bodies.get(draft.other).map(|other| other.id);
    let foe = model.bodies.get(draft.other).filter(|other| other.side != body.side);
    if let Some(foe) = foe {
        ui.horizontal(|ui| {
            ui.label(&body.name);
            let words = Awareness::ALL.map(|to| to.words().to_owned());
            choice(ui, "Awareness", &mut draft.aware, &words);
            ui.label(&foe.name);
            if asks(ui, true, "Set", "Set awareness")
                && let Some(to) = Awareness::ALL.get(draft.aware)
            {
                let by = Observer::Unit(body.id);
                rulings.push(Ruling::Awareness { by, of: foe.id, to: *to });
            }
        });
    }
    let Some(fact) = model.facts.get(draft.fact) else { return };
    let answers: Vec<String> = fact.answers.iter().map(|answer| answer.name.clone()).collect();
    ui.horizontal(|ui| {
        choice(ui, "Answer", &mut draft.answer, &answers);
        ui.label("for");
        choice(ui, "How long", &mut draft.lasts, &LASTS.map(|(_, text)| text.to_owned()));
    });
    let answer = fact.answers.get(draft.answer);
    if asks(ui, other != Some(body.id), "Rule", "Rule")
        && let (Some(answer), Some(to)) = (answer, other)
    {
        let lasts = LASTS.get(draft.lasts).map(|(lasts, _)| *lasts).unwrap_or_default();
        let (fact, says) = (fact.id.clone(), answer.id.clone());
        rulings.push(Ruling::Judge { fact, from: body.id, to, says, lasts });
    }
}

fn show_last(
    ui: &mut egui::Ui,
    last: Option<&LastModel>,
    draft: &mut RulingInput,
    rulings: &mut Vec<Ruling>,
) {
    let Some(last) = last else {
        ui.label(theme::faded("No last action to undo or change."));
        return;
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(format!("Last action: {}", last.text));
        if asks(ui, true, "Undo", "Undo the last action") {
            rulings.push(Ruling::Cancel);
        }
    });
    let listed: Vec<String> = (1..)
        .zip(&last.throws)
        .map(|(n, faces)| {
            let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
            format!("Roll {n}: {}", faces.join(", "))
        })
        .collect();
    if draft.throw >= listed.len() {
        draft.throw = 0;
    }
    let Some(fell) = last.throws.get(draft.throw) else { return };
    ui.horizontal_wrapped(|ui| {
        choice(ui, "Roll", &mut draft.throw, &listed);
        if draft.faces.0 != *fell {
            draft.faces = (fell.clone(), fell.clone());
        }
        for (n, face) in (1..).zip(&mut draft.faces.1) {
            let mut shows = i32::from(*face);
            number(ui, &format!("Die {n}"), &mut shows, 0..=HIGHEST_FACE);
            *face = u16::try_from(shows).unwrap_or_default();
        }
        if asks(ui, draft.faces.1 != *fell, "Change dice", "Force the dice")
            && let Ok(roll) = u16::try_from(draft.throw)
        {
            rulings.push(Ruling::Force { roll, faces: draft.faces.1.clone() });
        }
    });
}

fn show_sides(ui: &mut egui::Ui, model: &RefereeModel, rulings: &mut Vec<Ruling>) {
    for known in &model.side_facts {
        if ui.selectable_label(known.on, &known.text).clicked() {
            let (side, fact) = (known.side, known.fact.clone());
            rulings.push(Ruling::Side { side, fact, on: !known.on });
        }
    }
}

fn show_end(
    ui: &mut egui::Ui,
    model: &RefereeModel,
    draft: &mut RulingInput,
    rulings: &mut Vec<Ruling>,
) {
    let won = model.sides.iter().map(|(_, name)| format!("winner: {name}"));
    let results: Vec<String> = std::iter::once("a draw".to_owned()).chain(won).collect();
    ui.horizontal(|ui| {
        choice(ui, "Result", &mut draft.winner, &results);
        if asks(ui, !model.over, "End the battle", "End the battle") {
            let side = draft.winner.checked_sub(1).and_then(|n| model.sides.get(n));
            let winner = side.map(|(side, _)| *side);
            rulings.push(Ruling::End { winner, why: String::new() });
        }
    });
    ui.horizontal(|ui| {
        ui.label("Extra rounds");
        number(ui, "Extra rounds", &mut draft.rounds, 0..=i32::from(MOST));
        let button = ui.button("Continue battle").on_hover_text(
            "For this number of rounds after the current one, the battle does not end by \
             goals or by the last side standing. 0: until the referee ends it.",
        );
        if button.clicked() {
            let rounds = u16::try_from(draft.rounds).unwrap_or_default();
            rulings.push(Ruling::Extend { rounds });
        }
    });
}
