//! Checks of abilities: numbers, names, fitting combinations.

use super::super::ability::{Ability, Base, Need, Timing, Trigger};
use super::super::aim::{Aim, Shape, Span};
use super::super::condition::{Affliction, Counted};
use super::super::effect::{Effect, Lasting};
use super::super::load::Content;
use super::{MAX_SPAN, check_rules};
use rules::Key;
use rules::content::{Reporter, check_texts};

pub(super) fn check_ability(r: &mut Reporter<'_>, content: &Content, ability: &Ability) {
    let id = &ability.id;
    check_texts(r, id, &ability.name, &ability.text);
    check_rules(r, content, id, &ability.rules);
    r.range(id, "energy", ability.energy, 0..=99);
    r.range(id, "precision", ability.precision, -9..=9);
    for packet in &ability.damage {
        if let Base::Fixed(damage) = packet.base {
            r.range(id, "damage", damage, 1..=99);
        }
        r.range(id, "bonus", packet.bonus, -99..=99);
        r.range(id, "potency_bonus", packet.potency_bonus, -99..=99);
    }
    if let Some(healing) = ability.healing {
        r.range(id, "healing", healing.base, 0..=999);
    }
    check_aim(r, id, ability.aim);
    match (ability.timing, ability.prepared) {
        (Timing::Prepared, None) => r.at_entry(id, "a prepared action requires `prepared`"),
        (Timing::Prepared, Some(prepared)) => {
            r.range(id, "uses", i32::from(prepared.uses), 1..=99);
            r.range(id, "lasts_rounds", i32::from(prepared.lasts_rounds), 1..=99);
            match prepared.trigger {
                Trigger::MovesIntoOutWithin(shape) | Trigger::MovesInto(shape) => {
                    check_shape(r, id, shape);
                }
                Trigger::AllyTargeted | Trigger::ResolvedOnMe | Trigger::UsesTechnique => {}
            }
        }
        (_, Some(_)) => {
            r.at_word(id, "prepared", format!("`{id}`: allowed for prepared actions only"))
        }
        (_, None) => {}
    }
    for need in &ability.needs {
        if let Need::Sheet(sheet) = need {
            r.name(id, "creature", sheet.as_str(), content.roster.ids().map(Key::as_str));
        }
    }
    for effect in &ability.effects {
        check_effect(r, content, id, effect);
        if ability.timing != Timing::Prepared {
            let answer = match effect {
                Effect::Counter => "Counter",
                Effect::AddResistance(_) => "AddResistance",
                _ => continue,
            };
            r.at_word(id, answer, format!("`{id}`: allowed for prepared actions only"));
        }
    }
}

fn check_aim(r: &mut Reporter<'_>, id: &Key, aim: Aim) {
    match aim {
        Aim::Actor | Aim::Step => {}
        Aim::One { span, .. } | Aim::Square(span) | Aim::Fixture(span) => check_span(r, id, span),
        Aim::Area { shape, .. } => check_shape(r, id, shape),
    }
}

fn check_shape(r: &mut Reporter<'_>, id: &Key, shape: Shape) {
    let limit = 1..=30;
    match shape {
        Shape::AroundSelf(radius) => r.range(id, "AroundSelf", i32::from(radius), limit),
        Shape::Cone(length) => r.range(id, "Cone", i32::from(length), limit),
        Shape::AroundPoint { radius, span } => {
            r.range(id, "radius", i32::from(radius), 0..=30);
            check_span(r, id, span);
        }
        Shape::Block { side, span } => {
            r.range(id, "side", i32::from(side), limit);
            if side % 2 == 0 {
                r.at_word(id, "side", format!("`{id}`: `side` must be odd to have a middle"));
            }
            check_span(r, id, span);
        }
        Shape::WithinReach(span) => check_span(r, id, span),
    }
}

fn check_span(r: &mut Reporter<'_>, id: &Key, span: Span) {
    match span {
        Span::Weapon | Span::OffHand => {}
        Span::Reach(n) => r.range(id, "Reach", i32::from(n), 1..=10),
        Span::Range(n) => r.range(id, "Range", i32::from(n), 1..=i32::from(MAX_SPAN)),
    }
}

fn check_effect(r: &mut Reporter<'_>, content: &Content, id: &Key, effect: &Effect) {
    match effect {
        Effect::Condition { id: affliction, n, lasts } => {
            check_given(r, content, id, *affliction, *n, *lasts);
        }
        Effect::Transform { form, rounds } => {
            r.name(id, "form", form.as_str(), content.forms.ids().map(Key::as_str));
            r.range(id, "rounds", i32::from(*rounds), 1..=99);
        }
        Effect::Summon(sheet) => {
            r.name(id, "creature", sheet.as_str(), content.roster.ids().map(Key::as_str));
        }
        Effect::BurningGround { amount, rounds, .. } => {
            r.range(id, "amount", *amount, 1..=99);
            r.range(id, "rounds", i32::from(*rounds), 1..=99);
        }
        Effect::Zone { rounds, .. } | Effect::RemoteSense { rounds, .. } => {
            r.range(id, "rounds", i32::from(*rounds), 1..=99);
        }
        Effect::Push(n) => r.range(id, "Push", i32::from(*n), 1..=30),
        Effect::Throw(n) => r.range(id, "Throw", i32::from(*n), 1..=30),
        Effect::Move(n) => r.range(id, "Move", i32::from(*n), 1..=30),
        Effect::AddResistance(n) => r.range(id, "AddResistance", *n, -20..=20),
        Effect::PassNextSave(n) => r.range(id, "PassNextSave", *n, 1..=99),
        Effect::RegainEnergy(n) => r.range(id, "RegainEnergy", *n, 1..=99),
        Effect::End(_)
        | Effect::Prone
        | Effect::Counter
        | Effect::FreeStanding
        | Effect::BreakFree
        | Effect::SwapHands
        | Effect::Reload
        | Effect::Interact
        | Effect::Dismiss
        | Effect::Revert => {}
    }
}

/// Checks that a condition given by an ability is counted and sized as in `conditions.ron`.
fn check_given(
    r: &mut Reporter<'_>,
    content: &Content,
    id: &Key,
    affliction: Affliction,
    n: i32,
    lasts: Lasting,
) {
    let Some(condition) = content.conditions.iter().find(|c| c.id == affliction) else {
        return; // Reported with the conditions.
    };
    let word = format!("{affliction:?}");
    let fits = match condition.counted {
        Counted::Hits => matches!(lasts, Lasting::Hits(1..)),
        Counted::Rounds => matches!(lasts, Lasting::Rounds(1..)),
        Counted::RoundsOrHolder => matches!(lasts, Lasting::Rounds(1..) | Lasting::Holder),
        Counted::Turn => lasts == Lasting::Turn,
        Counted::Battle => lasts == Lasting::Battle,
        Counted::UntilStanding | Counted::UntilHealed | Counted::OneRound => false,
    };
    if !fits {
        let counted = condition.counted;
        r.at_word(id, &word, format!("`{id}`: {word} is counted in {counted:?}, not as {lasts:?}"));
    }
    if condition.magnitude != (n > 0) {
        let rule = if condition.magnitude { "requires `n` of 1 or more" } else { "takes no `n`" };
        r.at_word(id, &word, format!("`{id}`: {word} {rule}"));
    }
}
