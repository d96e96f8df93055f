//! Messages of the level to the player at the table.

use rules::{Event, EventKind};

use super::notice::Notice;

/// The messages among these events, as one notice. `afresh` if the events are the whole battle, for
/// a player who has just sat down: then only the messages since the last turn.
pub(super) fn of(events: &[Event], afresh: bool) -> Option<Notice> {
    let ended = |event: &Event| matches!(event.what, EventKind::TurnEnded { .. });
    let from = match afresh {
        true => events.iter().rposition(ended).unwrap_or_default(),
        false => 0,
    };
    let texts = events.iter().skip(from).filter_map(|event| match &event.what {
        EventKind::Story { text, .. } if !text.is_empty() => Some(text.as_str()),
        _ => None,
    });
    let texts: Vec<&str> = texts.collect();
    (!texts.is_empty()).then(|| Notice::told(texts.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::UnitId;

    #[test]
    fn messages_are_told_together_and_old_ones_not_again() {
        let story =
            |text: &str| Event::new(EventKind::Story { chapter: 0, text: text.to_owned() }, &[]);
        let ended = Event::new(EventKind::TurnEnded { unit: UnitId(1), why: None }, &[]);
        let events = [story("Horns."), ended, story(""), story("Rain."), story("Night.")];
        let text = |afresh| of(&events, afresh).map(|notice| notice.text);
        assert_eq!(text(false).as_deref(), Some("Horns.\nRain.\nNight."));
        assert_eq!(text(true).as_deref(), Some("Rain.\nNight."));
        assert_eq!(of(&events[1..3], false), None, "an event without words tells nothing");
    }
}
