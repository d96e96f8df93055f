//! The events of a level as events of a battle.

use std::collections::BTreeMap;

use grid::{Hm, Place, UnitId};
use level::{Level, LevelEvent, When};
use rules::Key;
use rules::state::story::{Cause, Change, Chapter, Recruit, Story};
use rules::state::{Goal, Unit};
use rules::story::RECRUIT;

/// The events of a level. `recruits` are the units that arrive with them, `goals` the goals that
/// each event sets.
pub(super) fn of(level: &Level, recruits: Vec<Unit>, goals: Vec<Vec<Goal>>) -> Story {
    let placements = level.units();
    let numbers: BTreeMap<&str, UnitId> =
        placements.iter().map(|p| p.name.as_str()).zip((0..).map(UnitId)).collect();
    let altitude = |unit: &Unit| {
        placements.get(unit.id().0 as usize).map_or(Hm::ZERO, |placement| placement.altitude)
    };
    let mut recruits: BTreeMap<String, Unit> =
        recruits.into_iter().map(|unit| (unit.identity.name.clone(), unit)).collect();
    let mut chapter = |(event, goals): (&LevelEvent, Vec<Goal>)| {
        let mut arrive = Vec::new();
        for mut unit in event.arrive.iter().filter_map(|name| recruits.remove(name)) {
            let mut places = vec![unit.placement.at];
            places.extend(event.at.iter().flat_map(|region| places_of(level, region)));
            unit.flags.set(Key::of(RECRUIT), 1);
            arrive.push(Recruit { altitude: altitude(&unit), unit, places });
        }
        Chapter {
            when: event.when.iter().filter_map(|when| cause(level, &numbers, when)).collect(),
            all: event.all,
            happened: None,
            text: event.tell.clone(),
            told: event.to,
            recruits: arrive,
            changes: changes(level, event),
            goals,
        }
    };
    let chapters = level.events.iter().zip(goals).map(&mut chapter).collect();
    Story { chapters, waiting: Vec::new() }
}

fn changes(level: &Level, event: &LevelEvent) -> Vec<Change> {
    let doors = |region: &Option<String>, open| {
        let places = region.as_ref().map(|region| places_of(level, region).collect());
        places.map(|places| Change::Doors { places, open })
    };
    let doors = [doors(&event.open, true), doors(&event.close, false)];
    let weather = event.weather.map(Change::Weather);
    let light = event.light.map(|light| Change::Light(light.light()));
    doors.into_iter().chain([weather, light]).flatten().collect()
}

/// `None` if the cause names something that does not exist, which never happens in a level that was
/// read.
fn cause(level: &Level, numbers: &BTreeMap<&str, UnitId>, when: &When) -> Option<Cause> {
    Some(match when {
        When::Round { number } => Cause::Round((*number).into()),
        When::Enters { region, side } => {
            Cause::Enters { side: *side, places: places_of(level, region).collect() }
        }
        When::UnitFalls { unit } => {
            Cause::Falls { units: vec![*numbers.get(unit.as_str())?], count: 1 }
        }
        When::SideFalls { side, units: count } => {
            let own = level.units().into_iter().zip((0..).map(UnitId));
            let own = own.filter(|(placement, _)| placement.side == *side);
            Cause::Falls { units: own.map(|(_, id)| id).collect(), count: (*count).into() }
        }
        When::Opens { region } => Cause::Opens { places: places_of(level, region).collect() },
        When::After { event, rounds } => Cause::After {
            chapter: level.events.iter().position(|other| other.name == *event)?,
            rounds: (*rounds).into(),
        },
    })
}

fn places_of<'a>(level: &'a Level, region: &str) -> impl Iterator<Item = Place> + use<'a> {
    level.regions.get(region).into_iter().flatten().copied().map(Place::Cell)
}
