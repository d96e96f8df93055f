//! Derived components.

use super::*;
use crate::Mirrored;
use crate::facts::{
    Acting, Airborne, Concealed, CoverFrom, Flanked, Inspected, Prone, Reachable, SeenBy, Supported,
};
use grid::{SupportKind, ThingKind};
use level::Item;
use rules::apply::apply;
use rules::event::{BoardChange, Event, EventKind};
use rules::state::{Placement, Posture, Tracks};

fn entity(app: &App, unit: u32) -> Entity {
    app.world().resource::<UnitEntities>().0[&UnitId(unit)]
}

fn fact<T: Component + Clone>(app: &App, unit: u32) -> Option<T> {
    app.world().get::<T>(entity(app, unit)).cloned()
}

/// Applies events to the world as if an order had caused them.
fn tell(app: &mut App, happenings: Vec<EventKind>) {
    commit(app, happenings);
    app.update();
}

fn commit(app: &mut App, happenings: Vec<EventKind>) {
    let mut state = state(app);
    let events: Vec<Event> = happenings.into_iter().map(|h| Event::new(h, &[])).collect();
    for event in &events {
        apply(&mut state, event);
    }
    let rest = app.world().resource::<CurrentStatus>().0.clone().unwrap();
    let resolved = resources::Resolved { command: None, events, state, rest };
    apply::commit(app.world_mut(), resolved);
}

/// The battle of a level in which every combatant is inspected.
fn app(level: &Level, seed: u64) -> App {
    let mut app = super::app(level, seed);
    let entities = app.world().resource::<UnitEntities>().0.clone();
    app.world_mut().insert_batch(entities.into_values().map(|entity| (entity, Inspected)));
    app.update();
    app
}

#[test]
fn units_that_may_act_know_where_they_can_go() {
    let mut app = app(&two_knights(), 1);
    assert_eq!(fact::<Acting>(&app, 0), Some(Acting));
    assert_eq!(fact::<Reachable>(&app, 0).unwrap().0.stops().len(), 8);
    assert!(fact::<Acting>(&app, 1).is_none() && fact::<Reachable>(&app, 1).is_none());
    order(&mut app, step(0, 2, 1));
    assert_eq!(fact::<Reachable>(&app, 0).unwrap().0.stops().len(), 0);
    order(&mut app, end(0));
    assert!(fact::<Acting>(&app, 0).is_none() && fact::<Reachable>(&app, 0).is_none());
    // East, west (occupied) and the rest around (3, 1): seven are free.
    assert_eq!(fact::<Reachable>(&app, 1).unwrap().0.stops().len(), 7);
}

#[test]
fn two_enemies_on_opposite_sides_press_and_flank() {
    let red = vec![man(Role::Knight, 1, 2), man(Role::Knight, 3, 2), man(Role::Knight, 6, 6)];
    let mut app = app(&yard(vec![man(Role::Knight, 2, 2)], red), 1);
    let flanked = fact::<Flanked>(&app, 0).unwrap();
    assert_eq!(flanked.by, [UnitId(1), UnitId(2)]);
    assert_eq!(flanked.opposite, [(UnitId(1), UnitId(2))]);
    assert_eq!(fact::<Flanked>(&app, 1).unwrap().by, [UnitId(0)]);
    assert_eq!(fact::<Flanked>(&app, 3).unwrap(), Flanked::default());
    // One step north-east: still adjacent to #2, no longer between the two.
    order(&mut app, step(0, 3, 1));
    let flanked = fact::<Flanked>(&app, 0).unwrap();
    assert_eq!((flanked.by.as_slice(), flanked.opposite.as_slice()), (&[UnitId(2)][..], &[][..]));
}

#[test]
fn walls_close_lines_of_sight_in_both_directions() {
    let mut level = two_knights();
    let item = Item::new(ThingKind::Crate);
    level.things.insert(Cell::new(2, 1), item);
    let mut app = app(&level, 1);
    assert_eq!(fact::<SeenBy>(&app, 0).unwrap().0, [UnitId(1)]);
    assert_eq!(fact::<SeenBy>(&app, 1).unwrap().0, [UnitId(0)]);
    // A crate of 1 m in front of a man of 2 m hides part of him.
    let cover = fact::<CoverFrom>(&app, 1).unwrap().0[&UnitId(0)];
    assert!((1..100).contains(&cover.hard) && cover.soft == 0, "{cover:?}");
    let mut covers = app.world_mut().query::<&Cover>();
    let covers: Vec<Cover> = covers.iter(app.world()).copied().collect();
    assert_eq!(covers.len(), 1);
    assert_eq!((covers[0].cell, covers[0].height), (Cell::new(2, 1), Hm::metres(1)));
    // Without the crate there is no cover and no entity. The board is shared with the scene.
    tell(&mut app, vec![EventKind::Board(BoardChange::ThingGone(covers[0].thing))]);
    assert_eq!(fact::<CoverFrom>(&app, 1).unwrap().0[&UnitId(0)], Concealed::default());
    let world = app.world_mut();
    assert_eq!(world.query::<&Cover>().iter(world).count(), 0);
    let board = world.resource::<BattleState>().0.scene.board.clone();
    let ground = world.query::<&Ground>().single(world).unwrap();
    assert!(Arc::ptr_eq(&ground.0, &board));
}

#[test]
fn units_out_of_the_fight_see_no_enemy() {
    use rules::state::Status;
    let mut app = app(&two_knights(), 1);
    let (unit, why) = (UnitId(1), String::new());
    let (from, to) = (Status::Active, Status::Down);
    tell(&mut app, vec![EventKind::Status { unit, from, to, why }]);
    assert_eq!(fact::<SeenBy>(&app, 0).unwrap(), SeenBy::default());
    assert_eq!(fact::<CoverFrom>(&app, 0).unwrap(), CoverFrom::default());
}

#[test]
fn posture_and_altitude_follow_the_placement() {
    let flyer = level::Unit { altitude: Hm::metres(3), ..man(Role::Beast, 5, 5) };
    let mut app = app(&yard(vec![man(Role::Knight, 1, 1)], vec![flyer]), 1);
    assert_eq!(fact::<Airborne>(&app, 1), Some(Airborne { altitude: Hm::metres(3) }));
    let flying = Supported { by: SupportKind::Flight, drop: Hm::metres(3) };
    assert_eq!(fact::<Supported>(&app, 1), Some(flying));
    assert!(fact::<Airborne>(&app, 0).is_none() && fact::<Prone>(&app, 0).is_none());
    let stance = |unit, posture, support| EventKind::Stance {
        unit: UnitId(unit),
        posture,
        facing: Dir::N,
        support,
    };
    tell(
        &mut app,
        vec![
            stance(0, Posture::Prone, SupportKind::Ground),
            stance(1, Posture::Standing, SupportKind::Nothing),
        ],
    );
    assert_eq!(fact::<Prone>(&app, 0), Some(Prone));
    // It has stopped flying, but has not fallen yet.
    assert_eq!(fact::<Supported>(&app, 1).unwrap().by, SupportKind::Nothing);
    assert_eq!(fact::<Airborne>(&app, 1), Some(Airborne { altitude: Hm::metres(3) }));
    let place = fact::<Mirrored<Placement>>(&app, 1).unwrap();
    tell(
        &mut app,
        vec![
            stance(0, Posture::Standing, SupportKind::Ground),
            EventKind::Moved {
                unit: UnitId(1),
                from: place.at,
                to: place.at,
                from_feet: place.feet,
                to_feet: Hm::ZERO,
                support: SupportKind::Ground,
                manner: rules::event::MoveKind::Fall,
                cost: 0,
            },
        ],
    );
    assert!(fact::<Airborne>(&app, 1).is_none() && fact::<Prone>(&app, 0).is_none());
    assert_eq!(
        fact::<Supported>(&app, 1),
        Some(Supported { by: SupportKind::Ground, drop: Hm::ZERO })
    );
}

#[test]
fn only_what_changed_counts_as_changed() {
    let mut app = app(&two_knights(), 1);
    app.world_mut().clear_trackers();
    let (unit, id, why) = (UnitId(1), Key::of("health"), String::new());
    commit(&mut app, vec![EventKind::Track { unit, id, from: 10, to: 7, why }]);
    let harmed = app.world().entity(entity(&app, 1));
    assert!(harmed.get_ref::<Mirrored<Tracks>>().unwrap().is_changed());
    assert!(!harmed.get_ref::<Mirrored<Placement>>().unwrap().is_changed());
    let other = app.world().entity(entity(&app, 0));
    assert!(!other.get_ref::<Mirrored<Tracks>>().unwrap().is_changed());
    let world = app.world_mut();
    let (ground, _) = world.query::<(Entity, &Ground)>().single(world).unwrap();
    assert!(!world.entity(ground).get_ref::<Ground>().unwrap().is_changed());
}

#[test]
fn only_inspected_combatants_have_dear_facts() {
    let mut app = app(&two_knights(), 1);
    let first = entity(&app, 0);
    app.world_mut().entity_mut(first).remove::<Inspected>();
    app.update();
    assert_eq!(fact::<Acting>(&app, 0), Some(Acting));
    assert!(fact::<Reachable>(&app, 0).is_none() && fact::<SeenBy>(&app, 0).is_none());
    assert!(fact::<Flanked>(&app, 0).is_none() && fact::<Supported>(&app, 0).is_none());
    assert!(fact::<SeenBy>(&app, 1).is_some());
}

#[test]
fn unattended_battles_have_no_entities() {
    let mut app = App::new();
    app.add_plugins(BattlePlugin);
    app.insert_resource(Headless::default());
    begin(app.world_mut(), set_up(&two_knights(), 1)).unwrap();
    app.update();
    assert!(!app.world().contains_resource::<UnitEntities>());
    assert_eq!(app.world_mut().query::<&BattleEntity>().iter(app.world()).count(), 0);
}
