//! Viewing battles at any moment.

use super::play::random_battle;
use super::*;
use crate::replay::ReplayError;

fn open(seed: u64) -> (Playback, Record) {
    let (setup, _, record) = random_battle(seed);
    (Playback::open(record.clone(), setup.rules).unwrap(), record)
}

#[test]
fn every_moment_is_the_recorded_one() {
    let (playback, record) = open(3);
    assert!(record.commands.len() > 40, "long enough to pass kept states");
    assert_eq!((playback.len(), playback.differs()), (record.commands.len(), None));
    assert_eq!(playback.at(0).unwrap().0.hash(), record.start);
    for (i, entry) in record.commands.iter().enumerate() {
        assert_eq!(playback.command(i), Some(&entry.command));
        assert_eq!(playback.at(i + 1).unwrap().0.hash(), entry.hash, "after command {i}");
    }
    assert!(playback.at(playback.len() + 1).is_none());
    assert!(playback.at(usize::MAX).is_none());
}

#[test]
fn rounds_and_events_are_found_where_they_belong() {
    let (playback, _) = open(4);
    for (round, done) in playback.rounds() {
        assert_eq!(playback.at(*done).unwrap().0.scene.clock.round, *round);
        if let Some(before) = done.checked_sub(1) {
            assert!(playback.at(before).unwrap().0.scene.clock.round < *round);
        }
    }
    for event in 0..playback.events().len() {
        let done = playback.after(event);
        assert!(event < playback.told(done));
        assert!(done == 0 || playback.told(done - 1) <= event);
    }
    assert_eq!(playback.after(usize::MAX), playback.len());
}

#[test]
fn a_battle_goes_on_from_any_moment_as_it_was_played() {
    let (playback, record) = open(5);
    let mut app = app(&two_knights(), 1);
    let middle = playback.len() / 2;
    assert!(playback.place(app.world_mut(), middle));
    assert_eq!(app.world().resource::<EventLog>().0.len(), playback.told(middle));
    for entry in &record.commands[middle..] {
        assert_eq!(order(&mut app, entry.command.clone()), None);
        assert_eq!(state(&app).hash(), entry.hash);
    }
    assert_eq!(app.world().resource::<Record>().commands, record.commands);
    assert_eq!(app.world().resource::<EventLog>().0, playback.events());
    assert!(
        !playback.place(app.world_mut(), playback.len() + 1),
        "there is no moment past the end"
    );
    assert!(!playback.place(&mut World::new(), 0), "there is no battle to put there");
}

#[test]
fn a_difference_ends_the_playback_and_is_reported() {
    let (setup, _, mut record) = random_battle(6);
    let place = record.commands.len() / 2;
    record.commands[place].hash ^= 1;
    let playback = Playback::open(record.clone(), setup.rules.clone()).unwrap();
    assert_eq!(playback.len(), place);
    let number = match playback.differs() {
        Some(ReplayError::Outcome { number, .. }) => *number,
        other => panic!("{other:?}"),
    };
    assert_eq!(number, place + 1);
    record.start ^= 1;
    let refused = Playback::open(record, setup.rules);
    assert!(matches!(refused, Err(ReplayError::Start { .. })));
}
