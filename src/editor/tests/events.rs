//! Edits of events, and how they follow edits of what they refer to.

use std::collections::BTreeMap;

use crate::{Draft, Edit, EditError, UnitAt};
use grid::{Cell, Dir, Hm, SideId, Terrain};
use level::{Level, LevelEvent, Role, SideColour, Unit, When};

#[test]
fn events_follow_what_they_name() {
    let mut draft = Draft::new(Level::blank("Test", 12, 10, Terrain::Grass));
    let knight = |x| Unit {
        role: Role::Knight,
        at: Cell::new(x, 1),
        facing: Dir::E,
        altitude: Hm::ZERO,
        name: None,
        overrides: BTreeMap::new(),
        start: Default::default(),
        conduct: Default::default(),
        conditions: Default::default(),
        gear: Default::default(),
    };
    draft.apply(Edit::AddZone("yard".to_owned())).unwrap();
    draft.apply(Edit::AddSide { name: "Gold".to_owned(), colour: SideColour::Gold }).unwrap();
    draft.apply(Edit::AddUnit { side: 2, unit: knight(1) }).unwrap();
    let add = |event| Edit::AddEvent(Box::new(event));
    let first = LevelEvent {
        name: "first".to_owned(),
        at: Some("yard".to_owned()),
        arrive: vec!["Knight".to_owned()],
        to: Some(SideId(2)),
        ..LevelEvent::new(When::Enters { region: "yard".to_owned(), side: Some(SideId(2)) })
    };
    draft.apply(add(first.clone())).unwrap();
    let after = |event: &str| When::After { event: event.to_owned(), rounds: 1 };
    draft.apply(add(LevelEvent::new(after("first")))).unwrap();
    let third = LevelEvent {
        when: vec![after("first"), When::Round { number: 4 }],
        all: true,
        ..LevelEvent::new(after("first"))
    };
    draft.apply(add(third)).unwrap();
    // Names change everywhere.
    draft.apply(Edit::RenameZone { from: "yard".to_owned(), to: "court".to_owned() }).unwrap();
    draft.apply(Edit::AddUnit { side: 2, unit: knight(2) }).unwrap();
    let renamed = LevelEvent { name: "dawn".to_owned(), ..draft.level().events[0].clone() };
    draft.apply(Edit::ChangeEvent(0, Box::new(renamed))).unwrap();
    let events = draft.level().events.clone();
    assert_eq!(
        events[0].when,
        [When::Enters { region: "court".to_owned(), side: Some(SideId(2)) }]
    );
    assert_eq!(
        (events[0].at.as_deref(), &events[0].arrive[..]),
        (Some("court"), &["Knight 1".to_owned()][..])
    );
    assert_eq!((&events[1].when[0], &events[2].when[0]), (&after("dawn"), &after("dawn")));
    // Removing an earlier side changes the numbers of later ones.
    draft.apply(Edit::RemoveSide(0)).unwrap();
    assert_eq!(draft.level().events[0].to, Some(SideId(1)));
    draft.apply(Edit::RemoveUnits(vec![UnitAt { side: 1, unit: 0 }])).unwrap();
    assert_eq!(draft.level().events[0].arrive, Vec::<String>::new());
    draft.undo();
    assert_eq!(draft.level().events[0].arrive, ["Knight 1"]);
    // Without the zone the first event loses its only cause, and the second one is removed with it.
    draft.apply(Edit::RemoveZone("court".to_owned())).unwrap();
    let left: Vec<&[When]> = draft.level().events.iter().map(|event| &event.when[..]).collect();
    assert_eq!(left, [&[When::Round { number: 4 }][..]]);
    assert!(!draft.level().events[0].all);
    draft.undo();
    assert_eq!(draft.level().events.len(), 3);
    draft.apply(Edit::MoveEvent { from: 0, to: 2 }).unwrap();
    assert_eq!(draft.level().events[2].name, "dawn");
    let wrong = LevelEvent::new(after("dusk"));
    assert_eq!(draft.apply(add(wrong)), Err(EditError::NoSuchEventName("dusk".to_owned())));
}
