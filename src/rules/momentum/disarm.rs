//! Knocking something out of a hand (MO-119, MO-120).

use rules::Key;
use rules::RuleId;
use rules::event::{BoardChange, Event};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Choice, Prompt};
use rules::state::{Lying, Unit};

use super::decider;
use super::gear;
use super::names::Hand;
use super::position::Position;

/// Prompt kind: which hand drops its item.
const WHAT: &str = "disarm_what";

/// The items a combatant can drop, each with the hand that holds it. Natural weapons never drop.
pub fn items(position: Position<'_>, unit: &Unit) -> Vec<(Hand, Key)> {
    let held = Hand::ALL.into_iter();
    let held = held.filter_map(|hand| Some((hand, unit.gear.0.get(hand.slot())?.clone())));
    held.filter(|(_, item)| gear::can_fall(position.content, item)).collect()
}

/// One item falls: as the command says, or as the attacker answers. It ends on the target's square,
/// unless the attacker has a free hand to take it at once.
///
/// # Errors
/// [`Pause`] while the answer is missing.
pub fn run(
    position: Position<'_>,
    (unit, target): (&Unit, &Unit),
    hand: Option<Hand>,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let items = items(position, target);
    let named = items.iter().position(|(of, _)| Some(*of) == hand);
    let at = match (named, items.len()) {
        (Some(at), _) => at,
        (None, 0 | 1) => 0,
        (None, _) => {
            let name = |item: &Key| gear::name(position.content, item);
            let choices = items.iter().map(|(of, item)| Choice::new(of.slot(), name(item)));
            let answer = oracle.ask(Prompt {
                kind: Key::of(WHAT),
                about: Key::default(),
                side: decider::of(position.ctx.state, unit),
                unit: Some(unit.id()),
                text: format!("What does {} drop?", target.identity.name),
                choices: choices.collect(),
                default: 0,
                rule: RuleId::of("MO-119"),
            })?;
            usize::from(answer.0)
        }
    };
    let Some((from, item)) = items.get(at) else { return Ok(Vec::new()) };
    let mut events = gear::lay_down(target, from.slot(), "MO-119");
    let lies = target.placement.drop_point();
    if let (Some(hand), Some(at)) = (gear::hand_for(position, unit, item), lies) {
        let taken = BoardChange::Taken(Lying::new(item.clone(), at));
        events.push(events::board(taken, "MO-120"));
        events.push(gear::change(unit, hand, item, "MO-120"));
    }
    Ok(events)
}
