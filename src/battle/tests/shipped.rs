//! The shipped levels under every available ruleset.

use crate::facts::{FactsPlugin, Inspected, SeenBy};
use std::path::Path;

use super::*;
use crate::autoplay::{Decider, Random, run_recorded};
use crate::replay::replay;
use registry::RulesetId;
use rules::state::Identity;

fn shipped() -> Vec<Level> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths.iter().map(|path| Level::load(path).unwrap()).collect()
}

fn set_up_under(id: RulesetId, level: &Level, seed: u64) -> Setup {
    let choices = Choices { seed, ..Choices::default() };
    Setup::from_level(level, Key::new(id.name()), id.built_in(), choices)
        .unwrap_or_else(|errors| panic!("{}: {}", level.name, errors[0]))
}

/// After every command `commit` compares the state that the events gave the world with the state
/// that the rules computed.
#[test]
fn random_battles_replay() {
    for id in RulesetId::ALL {
        for (level, seed) in shipped().iter().zip(1..) {
            let mut deciders: Vec<Box<dyn Decider>> = Vec::new();
            for side in 0..level.sides.len() as u64 {
                deciders.push(Box::new(Random::seeded(100 * seed + side)));
            }
            let fought = run_recorded(set_up_under(id, level, seed), &mut deciders, 12).unwrap();
            let (report, record) = fought;
            let again = replay(&record, id.built_in()).unwrap();
            assert_eq!(again.state, report.state, "{}", level.name);
        }
    }
}

#[test]
fn facts_are_derived_and_sight_is_mutual() {
    for id in RulesetId::ALL {
        for level in shipped() {
            let mut app = App::new();
            app.add_plugins((BattlePlugin, FactsPlugin));
            begin(app.world_mut(), set_up_under(id, &level, 1)).unwrap();
            let entities = app.world().resource::<UnitEntities>().0.clone();
            app.world_mut().insert_batch(entities.into_values().map(|entity| (entity, Inspected)));
            app.update();
            let world = app.world_mut();
            let mut query = world.query::<(&Mirrored<Identity>, &SeenBy)>();
            let seen: BTreeMap<UnitId, Vec<UnitId>> =
                query.iter(world).map(|(who, by)| (who.id, by.0.clone())).collect();
            let arrive: usize = level.events.iter().map(|event| event.arrive.len()).sum();
            assert_eq!(seen.len() + arrive, level.units().len(), "{}", level.name);
            for (who, by) in &seen {
                assert!(by.iter().all(|other| seen[other].contains(who)), "{}", level.name);
            }
            let covers = world.query::<&Cover>().iter(world).count();
            assert_eq!(covers, level.things.len(), "{}", level.name);
        }
    }
}
