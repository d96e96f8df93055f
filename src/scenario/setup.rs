//! From a scenario to the state of a battle before its first round.

mod carriers;

use std::collections::BTreeMap;

use files::Problem;
use grid::{Board, Body, Cell, Field, Hm, Obstacle, Place, Room, SideId, SupportKind, UnitId};
use level::Level;
use rules::Key;
use rules::enlist::enlist;
use rules::ruleset::{Placing, Ruleset};
use rules::start::{StartCondition, StartFact};
use rules::state::Arrival;
use rules::state::{
    Flags, Fog, Goal, Known, Meter, Posture, Scene, Secrets, Side, State, Status, Unit,
};

use super::board::{Drawn, draw};
use super::conditions::condition_of;
use super::errors::{ContentError, MAX_METER, suggestion};
use super::file::Scenario;
use super::model::{KnowledgeDraft, UnitDraft};
use super::names::Names;

/// A combatant to be placed on the board.
struct Recruit<'a> {
    letter: String,
    placing: Placing,
    conditions: Vec<StartCondition>,
    draft: Option<&'a UnitDraft>,
}

impl<'a> Recruit<'a> {
    /// A combatant as the file states it.
    fn of_file(letter: &str, unit: &'a UnitDraft, id: UnitId, at: Cell, side: SideId) -> Self {
        let placing = Placing {
            id,
            side,
            role: Key::new(&unit.role),
            name: letter.to_owned(),
            at: at.into(),
            altitude: unit.altitude.0,
            facing: unit.facing,
            prone: unit.prone,
            overrides: unit.numbers.iter().map(|(k, v)| (Key::new(k), *v)).collect(),
            gear: unit.gear.iter().map(|(k, v)| (Key::new(k), Key::new(v))).collect(),
            start: unit.start.clone(),
        };
        let conditions = Vec::new();
        Self { letter: letter.to_owned(), placing, conditions, draft: Some(unit) }
    }
}

/// The battle before its first round, and the names of its combatants.
///
/// # Errors
/// Everything that is wrong with the board and the combatants, each with its position.
pub fn set_up(scenario: &Scenario, rules: &dyn Ruleset) -> Result<(State, Names), Vec<Problem>> {
    let draft = &scenario.draft;
    let mut secrets = Vec::new();
    let Drawn { board, marks } = match &scenario.level {
        Some(level) => {
            let (board, hidden) = level.board_in_play();
            secrets = hidden;
            Drawn { board, marks: BTreeMap::new() }
        }
        None => draw(&scenario.file, draft, &scenario.places)?,
    };
    let mut problems = Vec::new();
    let recruits = recruits(scenario, &marks, &mut problems);
    problems.extend(strange_letters(scenario, &marks));
    let letters = recruits.iter().map(|r| r.letter.clone()).collect();
    let names = Names::new(letters, sides(scenario));
    let placed = place_all(scenario, rules, &board, &recruits, &names, &mut problems);
    if !problems.is_empty() {
        return Err(problems);
    }
    let sides = names.sides().map(|name| Side {
        name: name.to_owned(),
        ambush: ambushes(scenario, name),
        flags: side_flags(scenario, name),
    });
    let sides = sides.collect();
    let mut scene = Scene::new(board, sides, vec![Goal::LastStanding]);
    scene.arrivals = placed.arrivals;
    scene.secrets = Secrets::new(secrets);
    scene.referee.on = draft.referee;
    if draft.hidden || scenario.level.as_ref().is_some_and(|level| level.hidden_information) {
        scene.fog = Fog::over_all();
    }
    for stated in &draft.knowledge {
        let known = known(rules, stated, &names)
            .map_err(|error| vec![scenario.problem("knowledge", error.to_string())])?;
        scene.knowledge.keep(&known);
    }
    Ok((State::new(scene, placed.units, 0), names))
}

/// The combatants of the level, followed by those of the file in its order. Adds the problems of
/// those that lack a position or a side.
fn recruits<'a>(
    scenario: &'a Scenario,
    marks: &BTreeMap<char, Cell>,
    problems: &mut Vec<Problem>,
) -> Vec<Recruit<'a>> {
    let draft = &scenario.draft;
    let mut recruits = Vec::new();
    if let Some(level) = &scenario.level {
        recruits.extend(of_level(level, draft.ruleset.name()));
    }
    for (letter, unit) in &draft.units.0 {
        let mark = letter.chars().next().filter(|_| letter.chars().count() == 1);
        let cell = unit.at.or_else(|| mark.and_then(|c| marks.get(&c).copied()));
        let side = draft.sides.iter().position(|s| *s == unit.side);
        let id = UnitId(u32::try_from(recruits.len()).unwrap_or(u32::MAX));
        let (Some(cell), Some(side)) = (cell, side.and_then(|s| u8::try_from(s).ok())) else {
            let (text, help) = match cell {
                None => (
                    format!("`{letter}` has no position: it is neither in the rows nor has `at`"),
                    None,
                ),
                Some(_) => {
                    let sides = draft.sides.iter().map(String::as_str);
                    (format!("there is no side `{}`", unit.side), suggestion(&unit.side, sides))
                }
            };
            problems.push(scenario.unit_problem(letter, text, help));
            continue;
        };
        recruits.push(Recruit::of_file(letter, unit, id, cell, SideId(side)));
    }
    recruits
}

/// The problems of letters in the rows that name no combatant.
fn strange_letters(scenario: &Scenario, marks: &BTreeMap<char, Cell>) -> Vec<Problem> {
    let units = &scenario.draft.units.0;
    let strange =
        marks.keys().filter(|mark| units.iter().all(|(letter, _)| *letter != mark.to_string()));
    let problem = |mark: &char| {
        let text = format!("no unit has the letter {mark}, which is in the rows");
        scenario.problem("rows", text)
    };
    strange.map(problem).collect()
}

/// The combatants on the board, and those that join later.
#[derive(Default)]
struct Placed {
    units: Vec<Unit>,
    arrivals: Vec<Arrival>,
}

/// Creates all combatants and puts them on the board one after the other. Adds the problems of
/// those that cannot be created or have no room.
fn place_all(
    scenario: &Scenario,
    rules: &dyn Ruleset,
    board: &Board,
    recruits: &[Recruit<'_>],
    names: &Names,
    problems: &mut Vec<Problem>,
) -> Placed {
    let mut placed = Placed::default();
    let joins = rules.describe().starts.contains(&StartFact::Joins);
    let mut field = Field::new(board, Vec::<Body>::new());
    for recruit in recruits {
        let out = recruit.placing.start.out_of_bounds();
        if let Some((what, allowed)) = out {
            let text = format!("{what} is out of bounds; allowed: {allowed}");
            problems.push(scenario.unit_problem(&recruit.letter, text, None));
        }
        match place(rules, &field, recruit, names) {
            Ok(unit) if recruit.placing.start.is_late() && joins => {
                placed.arrivals.push(Arrival { round: recruit.placing.start.joins, unit });
            }
            Ok(unit) => {
                field = field.with_body(rules.body(&unit));
                placed.units.push(unit);
            }
            Err(error) => {
                problems.push(scenario.unit_problem(&recruit.letter, error.to_string(), None));
            }
        }
    }
    placed
}

/// The knowledge that the file states.
fn known(
    rules: &dyn Ruleset,
    draft: &KnowledgeDraft,
    names: &Names,
) -> Result<Known, ContentError> {
    let by = names.observer(&draft.by)?;
    let of = names.unit_id(&draft.of);
    let of = of.ok_or_else(|| ContentError::no_combatant(&draft.of))?;
    let all = &rules.describe().facts;
    for fact in &draft.facts {
        if all.iter().all(|entry| entry.id != **fact) {
            let allowed = all.iter().map(|entry| entry.id.to_string()).collect();
            return Err(ContentError::NoFact { fact: fact.clone(), allowed });
        }
    }
    let facts = draft.facts.iter().map(|fact| Key::new(fact)).collect();
    Ok(Known { by, of, awareness: draft.awareness, facts })
}

fn sides(scenario: &Scenario) -> Vec<String> {
    match &scenario.level {
        Some(level) => level.sides.iter().map(|s| s.name.clone()).collect(),
        None => scenario.draft.sides.clone(),
    }
}

fn ambushes(scenario: &Scenario, side: &str) -> bool {
    let of_level =
        || scenario.level.iter().flat_map(|l| &l.sides).any(|s| s.name == side && s.ambush);
    scenario.draft.ambush.iter().any(|s| s == side) || of_level()
}

fn side_flags(scenario: &Scenario, side: &str) -> Flags {
    let mut flags = Flags::default();
    for (id, value) in scenario.draft.side_flags.get(side).into_iter().flatten() {
        flags.set(Key::new(id), *value);
    }
    flags
}

/// The combatants of a level; scenarios use their names there.
fn of_level<'a>(level: &Level, ruleset: &str) -> Vec<Recruit<'a>> {
    let placed = level.units().into_iter().zip(0u32..);
    placed
        .map(|(unit, number)| Recruit {
            letter: unit.name.clone(),
            draft: None,
            placing: Placing {
                id: UnitId(number),
                side: unit.side,
                role: unit.role.key(),
                name: unit.name,
                at: Place::Cell(unit.cell),
                altitude: unit.altitude,
                facing: unit.facing,
                prone: false,
                overrides: unit.overrides.get(ruleset).cloned().unwrap_or_default(),
                gear: unit.gear.get(ruleset).cloned().unwrap_or_default(),
                start: unit.start,
            },
            conditions: unit.conditions.get(ruleset).cloned().unwrap_or_default(),
        })
        .collect()
}

/// Creates a combatant and puts it on the board as the scenario says.
fn place(
    rules: &dyn Ruleset,
    field: &Field<'_>,
    recruit: &Recruit<'_>,
    names: &Names,
) -> Result<Unit, ContentError> {
    let mut unit = enlist(rules, &recruit.placing, &recruit.conditions)?;
    if let Some(draft) = recruit.draft {
        adjust(rules, &mut unit, draft, names)?;
    }
    let altitude = recruit.placing.altitude;
    let body = rules.body(&unit);
    stand(field, &mut unit, altitude, body)?;
    Ok(unit)
}

/// Sets feet and support: on the ground, or at this altitude above it, in flight or on a deck.
fn stand(field: &Field<'_>, unit: &mut Unit, altitude: Hm, body: Body) -> Result<(), Obstacle> {
    let cell = unit.placement.at.cell().ok_or(Obstacle::NotOnBoard)?;
    let (size, height, id) = (unit.form.size, unit.height_now(), unit.id());
    let site = field.site(cell, size, height, id)?;
    let feet = site.feet + altitude;
    let room = Room { cell, size, feet, height };
    // Fallen units may share a cell with others.
    if unit.status == Status::Active
        && let Some(obstacle) = field.with_body(body).blocker(room, id)
    {
        return Err(obstacle);
    }
    unit.placement.feet = feet;
    let aloft = || match field.support(room, id) {
        SupportKind::Nothing => SupportKind::Flight,
        deck => deck,
    };
    unit.placement.support = if altitude > Hm::ZERO { aloft() } else { site.ground.support };
    Ok(())
}

fn adjust(
    rules: &dyn Ruleset,
    unit: &mut Unit,
    draft: &UnitDraft,
    names: &Names,
) -> Result<(), ContentError> {
    for (id, value) in &draft.now {
        let meter = match unit.tracks.0.get_mut(id) {
            Some(track) => Some(track),
            None => unit.pools.0.get_mut(id),
        };
        let Some(meter) = meter else {
            let allowed = names_of(unit.tracks.0.iter().chain(unit.pools.0.iter()));
            return Err(ContentError::NoMeterToSet { meter: id.clone(), allowed });
        };
        meter.value = checked(id, *value)?;
    }
    carriers::set(rules, unit, draft)?;
    for (act, begun) in &draft.progress {
        unit.undertakings.keep(&carriers::undertaking(rules, act, begun, names)?);
    }
    if let Some(name) = &draft.summoner {
        let id = names.unit_id(name).ok_or_else(|| ContentError::NoSummoner(name.clone()))?;
        if id == unit.id() {
            return Err(ContentError::OwnSummoner);
        }
        unit.identity.maker = Some(id);
    }
    unit.status = draft.status;
    if matches!(draft.status, Status::Down | Status::Dead) {
        unit.placement.posture = Posture::Prone;
    }
    for condition in &draft.conditions {
        let condition = condition_of(rules, unit.id(), condition, names)?;
        unit.conditions.0.push(condition);
    }
    for (id, value) in &draft.flags {
        unit.flags.set(Key::new(id), *value);
    }
    Ok(())
}

/// The value of a meter, if one can have it.
fn checked(meter: &str, value: i32) -> Result<i32, ContentError> {
    match (-MAX_METER..=MAX_METER).contains(&value) {
        true => Ok(value),
        false => Err(ContentError::MeterValue { meter: meter.to_owned(), value }),
    }
}

/// The names of meters, for messages.
fn names_of<'a>(meters: impl Iterator<Item = &'a Meter>) -> Vec<String> {
    meters.map(|m| m.id.to_string()).collect()
}
