//! The referee's panel: rulings in a battle that was set up with a referee.

mod air;
mod form;
mod parts;

use crate::log_text::condition_text;
use crate::names::{Names, capital};
use grid::{Atmosphere, Cell, Dir, Hm, SideId, UnitId};
use rules::ruleset::{Description, PairFact};
use rules::state::{
    Carrier, Judgement, LastAct, LayerState, Meter, Meters, Posture, State, Status, Unit, Until,
};
use rules::{Command, Key};

pub use self::form::{forget, show};

/// The owner of a meter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MeterOf {
    /// A track of the body, which harm lowers.
    Track,
    /// A pool, which is spent.
    Pool,
    /// An item or a layer.
    Carried(Carrier),
}

/// A track, a pool, or a meter of an item or a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueModel {
    /// Its key in commands.
    pub id: Key,
    /// Its name.
    pub name: String,
    /// Current value.
    pub value: i32,
    /// The lowest value that may be ruled.
    pub lowest: i32,
    /// The highest value that may be ruled.
    pub highest: i32,
    /// Its owner.
    pub of: MeterOf,
}

/// A unit as the referee sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyModel {
    /// The unit.
    pub id: UnitId,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: SideId,
    /// Its tracks, then its pools, then meters of its items and layers.
    pub values: Vec<ValueModel>,
    /// Layers that cover it: key, name, state.
    pub layers: Vec<(Key, String, LayerState)>,
    /// Unfinished undertakings: act, name, amount done, amount needed.
    pub begun: Vec<(Key, String, i32, i32)>,
    /// Its conditions in the order gained: key, body part, text.
    pub conditions: Vec<(Key, Option<Key>, String)>,
    /// How it takes part.
    pub status: Status,
    /// Standing or prone.
    pub posture: Posture,
    /// Its facing.
    pub facing: Dir,
    /// The north-west cell of its footprint, on square boards.
    pub cell: Option<Cell>,
}

/// A ruling about two units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuledModel {
    /// The fact.
    pub fact: Key,
    /// The first unit.
    pub from: UnitId,
    /// The second unit.
    pub to: UnitId,
    /// The ruling and its duration, as text.
    pub text: String,
}

/// A fact about a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideFactModel {
    /// The side.
    pub side: SideId,
    /// The fact.
    pub fact: Key,
    /// As text: "Raiders: ambushed from the next round on".
    pub text: String,
    /// Whether it holds.
    pub on: bool,
}

/// The last act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastModel {
    /// As text: "Sword of Ada".
    pub text: String,
    /// The faces of its rolls, in order.
    pub throws: Vec<Vec<u16>>,
}

/// Contents of the panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefereeModel {
    /// The units, by number.
    pub bodies: Vec<BodyModel>,
    /// The unit for which the panel opens: the selected one, or the one due to act.
    pub meant: Option<UnitId>,
    /// The conditions of the ruleset.
    pub conditions: Vec<(Key, String)>,
    /// Body parts that a condition may apply to.
    pub parts: Vec<(Key, String)>,
    /// Facts about pairs that can be ruled on.
    pub facts: Vec<PairFact>,
    /// Current rulings about pairs.
    pub ruled: Vec<RuledModel>,
    /// The sides.
    pub sides: Vec<(SideId, String)>,
    /// Facts about sides that can be ruled on.
    pub side_facts: Vec<SideFactModel>,
    /// The last act; `None` if there was none or it was undone.
    pub last: Option<LastModel>,
    /// The atmosphere over the board.
    pub air: Atmosphere,
    /// True if the battle is over.
    pub over: bool,
}

impl RefereeModel {
    /// What the referee of a battle sees; `None` in a battle without a referee.
    pub fn of(state: &State, description: &Description, names: &Names) -> Option<Self> {
        let referee = Some(&state.scene.referee).filter(|referee| referee.on)?;
        let ruled = |judgement: &Judgement| RuledModel {
            fact: judgement.fact.clone(),
            from: judgement.from,
            to: judgement.to,
            text: ruled(judgement, &description.pair_facts, names),
        };
        let side = |n: usize| u8::try_from(n).ok().map(SideId);
        Some(Self {
            bodies: state.units.iter().map(|unit| body(unit, names)).collect(),
            meant: None,
            conditions: description
                .conditions
                .iter()
                .filter(|entry| !description.states.contains(&entry.id))
                .map(|entry| (entry.id.clone(), entry.name.clone()))
                .collect(),
            parts: description.parts.iter().map(|p| (p.id.clone(), p.name.clone())).collect(),
            facts: description.pair_facts.clone(),
            ruled: referee.judgements.iter().map(ruled).collect(),
            sides: (0..state.scene.sides.len())
                .filter_map(side)
                .map(|side| (side, names.side(side)))
                .collect(),
            side_facts: side_facts(state, description, names),
            last: state
                .last
                .as_ref()
                .map(|last| LastModel { text: last_act(last, names), throws: last.throws.clone() }),
            air: state.scene.board.atmosphere(),
            over: state.scene.verdict.is_some(),
        })
    }
}

/// Every fact about every side.
fn side_facts(state: &State, description: &Description, names: &Names) -> Vec<SideFactModel> {
    let facts = &description.side_facts;
    let sides = state.scene.sides.iter().zip(0..);
    sides
        .flat_map(|(side, number)| {
            facts.iter().map(move |fact| SideFactModel {
                side: SideId(number),
                fact: fact.id.clone(),
                text: format!("{}: {}", names.side(SideId(number)), fact.name),
                on: side.flags.get(fact.id.as_str()) != 0,
            })
        })
        .collect()
}

fn body(unit: &Unit, names: &Names) -> BodyModel {
    let tracks = values(&unit.tracks.0, &MeterOf::Track, "", names);
    let pools = values(&unit.pools.0, &MeterOf::Pool, "", names);
    let items = unit.carriers.items().flat_map(|(slot, meters)| {
        let name = unit.gear.0.get(slot).map_or_else(String::new, |item| names.content(item));
        values(meters, &MeterOf::Carried(Carrier::Item(slot.clone())), &name, names)
    });
    let layers = unit.carriers.layers().flat_map(|layer| {
        let name = names.content(&layer.id);
        values(&layer.meters, &MeterOf::Carried(Carrier::Layer(layer.id.clone())), &name, names)
    });
    BodyModel {
        id: unit.id(),
        name: unit.identity.name.clone(),
        side: unit.side(),
        values: tracks.into_iter().chain(pools).chain(items).chain(layers).collect(),
        layers: unit
            .carriers
            .layers()
            .map(|layer| (layer.id.clone(), capital(&names.content(&layer.id)), layer.state))
            .collect(),
        conditions: unit
            .conditions
            .0
            .iter()
            .map(|condition| {
                let part = condition.part.clone();
                (condition.id.clone(), part, capital(&condition_text(condition, names)))
            })
            .collect(),
        begun: unit
            .undertakings
            .0
            .iter()
            .map(|what| (what.act.clone(), capital(&names.content(&what.act)), what.done, what.of))
            .collect(),
        status: unit.status,
        posture: unit.placement.posture,
        facing: unit.placement.facing,
        cell: unit.placement.at.cell(),
    }
}

/// The meters of a body, or of the named item or layer.
fn values(meters: &Meters, of: &MeterOf, whose: &str, names: &Names) -> Vec<ValueModel> {
    let name = |id: &Key| match whose {
        "" => capital(&names.content(id)),
        _ => format!("{}, {}", capital(whose), names.content(id)),
    };
    let value = |meter: &Meter| ValueModel {
        id: meter.id.clone(),
        name: name(&meter.id),
        value: meter.value,
        lowest: if *of == MeterOf::Track { -meter.max.max(0) } else { 0 },
        highest: meter.max,
        of: of.clone(),
    };
    meters.iter().map(value).collect()
}

/// "High ground, Ada and Bo: the first stands higher, for the battle."
fn ruled(judgement: &Judgement, facts: &[PairFact], names: &Names) -> String {
    let fact = facts.iter().find(|fact| fact.id == judgement.fact);
    let answer = fact.and_then(|fact| fact.answers.iter().find(|a| a.id == judgement.says));
    let name = fact.map_or_else(|| judgement.fact.to_string(), |fact| fact.name.clone());
    let says = answer.map_or_else(|| judgement.says.to_string(), |answer| answer.name.clone());
    let link = if judgement.mutual { "and" } else { "against" };
    let lasts = match judgement.until {
        Until::TurnOf(unit) => format!("for this turn of {}", names.unit(unit)),
        Until::Round(_) => "for this round".to_owned(),
        Until::Battle => "for the battle".to_owned(),
    };
    let (from, to) = (names.unit(judgement.from), names.unit(judgement.to));
    format!("{name}, {from} {link} {to}: {says}, {lasts}.")
}

fn last_act(last: &LastAct, names: &Names) -> String {
    let what = match &last.command {
        Command::Move { .. } => "Move".to_owned(),
        Command::Act { act, .. } => capital(&names.content(act)),
        Command::Face { .. } => "Turning".to_owned(),
        Command::Hold { .. } => "Holding".to_owned(),
        Command::EndTurn { .. } => "End of turn".to_owned(),
        Command::Answer(_) | Command::Policy { .. } | Command::Ruling(_) => "Order".to_owned(),
    };
    match last.command.unit() {
        Some(unit) => format!("{what} of {}", names.unit(unit)),
        None => what,
    }
}

/// Converts metres to the unit of heights.
fn metres(metres: i32) -> Hm {
    Hm::metres(metres.clamp(0, i32::from(i16::MAX)))
}
