//! The arithmetic of a hit: parts of several types, type modifiers, one defence for the whole
//! (MO-194 to MO-212).

use crate::rules::event::Packet;
use crate::rules::{RuleId, Sum, Term};

use super::data::{Content, DamageOrder, DamageType, Response};
use super::numbers::{Numbers, half};

/// One part of a hit before the target's defences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its type.
    pub kind: DamageType,
    /// How it came to its number.
    pub sum: Sum,
}

/// How much of the defence a hit ignores (MO-205 to MO-207).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ignores {
    /// Nothing.
    Nothing,
    /// So much of it.
    UpTo(i32),
    /// All that is above 0.
    All,
}

/// A hit before the target's defences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blow {
    /// Its parts, the main one first.
    pub parts: Vec<Part>,
    /// What it ignores.
    pub ignores: Ignores,
    /// Declared non-lethal (MO-181).
    pub gentle: bool,
}

/// A hit after the target's defences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wound {
    /// Part by part.
    pub packets: Vec<Packet>,
    /// All of it.
    pub total: i32,
    /// Some lethal part gets through (MO-241).
    pub lethal: bool,
}

/// What a body does with damage of a type (MO-208).
fn respond(amount: i32, response: Option<Response>) -> i32 {
    match response {
        None => amount,
        Some(Response::Resistant) => half(amount),
        Some(Response::Immune) => 0,
        Some(Response::Vulnerable) => amount + half(amount),
    }
}

const fn word(response: Response) -> &'static str {
    match response {
        Response::Resistant => "resistant",
        Response::Immune => "immune",
        Response::Vulnerable => "vulnerable",
    }
}

/// The defence against a type: Armor, or a DR value in its place (MO-194, MO-198, MO-199).
fn defence(target: &Numbers<'_>, kind: DamageType) -> Sum {
    match kind.defended_by() {
        Some(stat) => target.defense(stat),
        None => target.armor(),
    }
}

/// A part on its way through the defences.
struct Passing {
    kind: DamageType,
    terms: Vec<Term>,
    amount: i32,
}

impl Passing {
    fn change(&mut self, label: String, by: i32, rule: &'static str) {
        if by != 0 {
            self.terms.push(Term { label, value: by, rule: RuleId::of(rule) });
            self.amount += by;
        }
    }

    fn respond(&mut self, target: &Numbers<'_>) {
        if let Some(response) = target.response(self.kind) {
            let after = respond(self.amount, Some(response));
            let label = format!("{} to {}", word(response), self.kind);
            self.change(label, after - self.amount, "MO-208");
        }
    }
}

/// What a hit does to a target: steps 5 to 7 of MO-212.
pub fn resolve(content: &Content, blow: &Blow, target: &Numbers<'_>) -> Wound {
    let rules = &content.rules;
    let mut parts: Vec<Passing> = blow
        .parts
        .iter()
        .map(|part| Passing {
            kind: part.kind,
            terms: part.sum.terms().to_vec(),
            amount: part.sum.total().max(0),
        })
        .collect();
    if rules.damage_order == DamageOrder::TypeThenArmor {
        parts.iter_mut().for_each(|p| p.respond(target));
    }
    subtract(rules.defence_carry, blow.ignores, &mut parts, target);
    if rules.damage_order == DamageOrder::ArmorThenType {
        parts.iter_mut().for_each(|p| p.respond(target));
    }
    let lethal = parts.iter().any(|p| p.amount > 0 && is_lethal(p.kind, blow.gentle, target));
    let packets: Vec<Packet> = parts
        .into_iter()
        .map(|p| Packet { label: p.kind.label().to_owned(), terms: p.terms, amount: p.amount })
        .collect();
    let total = packets.iter().map(|p| p.amount).sum();
    Wound { packets, total, lethal }
}

/// Non-lethal blows, and Holy damage to the living, do not kill (MO-183, MO-239, MO-240).
fn is_lethal(kind: DamageType, gentle: bool, target: &Numbers<'_>) -> bool {
    let spared =
        kind == DamageType::Holy && !target.creature().is(super::data::Trait::NotBiological);
    !gentle && !spared
}

/// The lowest defence among the types that still deal damage, taken off once (MO-195, MO-201 to
/// MO-204).
fn subtract(carry: bool, ignores: Ignores, parts: &mut [Passing], target: &Numbers<'_>) {
    let dealing = parts.iter().filter(|p| p.amount > 0);
    let lowest = dealing.map(|p| (p.kind, defence(target, p.kind))).min_by_key(|(_, d)| d.total());
    let Some((kind, sum)) = lowest else { return };
    let value = match ignores {
        Ignores::Nothing => sum.total(),
        Ignores::UpTo(n) => (sum.total() - n).max(sum.total().min(0)),
        Ignores::All => sum.total().min(0),
    };
    let (name, rule) = match kind.defended_by() {
        Some(super::data::Stat::Constitution) => ("Constitution DR value", "MO-198"),
        Some(_) => ("Will DR value", "MO-199"),
        None => ("Armor", "MO-194"),
    };
    let label = if value == sum.total() {
        name.to_owned()
    } else {
        format!("{name} {}, partly ignored", sum.total())
    };
    // The attacker takes it from the smallest part first: the rest carries over (MO-202).
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|i| parts.get(*i).map_or(0, |p| p.amount));
    let mut left = value;
    for index in order {
        let Some(part) = parts.get_mut(index).filter(|p| p.amount > 0) else { continue };
        if left < 0 {
            part.change(label, -left, "MO-196");
            return;
        }
        let taken = left.min(part.amount);
        part.change(label.clone(), -taken, rule);
        left -= taken;
        if left == 0 || !carry {
            return;
        }
    }
}
