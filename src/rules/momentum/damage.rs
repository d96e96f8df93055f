//! The arithmetic of a hit: parts of several types, type modifiers, one defence for the whole
//! (MO-194 to MO-212).

use rules::event::Packet;
use rules::{RuleId, Sum, Term};

use super::data::{Content, DamageOrder, DamageType, Response, TypedDice};
use super::numbers::{Numbers, half};

/// One part of a hit before defences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its damage type.
    pub kind: DamageType,
    /// Its amount, with terms.
    pub sum: Sum,
}

impl Part {
    /// A part with a single term.
    pub fn new(
        kind: DamageType,
        label: impl Into<String>,
        amount: i32,
        rule: &'static str,
    ) -> Self {
        let mut sum = Sum::new();
        sum.push(label, amount, rule);
        Self { kind, sum }
    }

    /// Average of the dice, rounded down; for estimates.
    pub fn usual(typed: TypedDice, rule: &'static str) -> Self {
        Self::new(typed.of, typed.dice.to_string(), half(typed.dice.twice_mean()), rule)
    }
}

/// How much of the defence a hit ignores (MO-205 to MO-207).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ignores {
    /// Nothing.
    Nothing,
    /// Up to this amount.
    UpTo(i32),
    /// All of it that is above 0.
    All,
}

/// A hit before defences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blow {
    /// Its parts, the main one first.
    pub parts: Vec<Part>,
    /// What it ignores.
    pub ignores: Ignores,
    /// Declared non-lethal (MO-181).
    pub gentle: bool,
    /// Declared lethal: Holy damage kills the living as well (MO-239).
    pub deadly: bool,
    /// Index of the part that the defence lowers first; `None` for the attacker's best choice
    /// (MO-439).
    pub first: Option<usize>,
    /// The most damage that gets through; `None` for no maximum (MO-348).
    pub most: Option<i32>,
}

impl Blow {
    /// A hit that ignores nothing, has no maximum and is not declared lethal or non-lethal.
    pub const fn plain(parts: Vec<Part>) -> Self {
        let ignores = Ignores::Nothing;
        Self { parts, ignores, gentle: false, deadly: false, first: None, most: None }
    }
}

/// A hit after defences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wound {
    /// Part by part.
    pub packets: Vec<Packet>,
    /// The total.
    pub total: i32,
    /// True if some lethal damage gets through (MO-241).
    pub lethal: bool,
}

/// A body's response to a damage type (MO-208).
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

/// The defence against a type: Armor, or a DR value instead (MO-194, MO-198, MO-199).
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

/// Applies the target's defences to a hit, and its maximum: steps 5 to 7 of MO-212, and MO-348. The
/// defence lowers the parts in the order chosen by the attacker, or by default in the order that
/// leaves most damage. Of equal orders, one that leaves a lethal part counts, unless the hit was
/// declared non-lethal (MO-202, MO-439).
pub fn resolve(content: &Content, blow: &Blow, target: &Numbers<'_>) -> Wound {
    let mut orders = orders(blow).into_iter();
    let usual = orders.next().unwrap_or_default();
    let mut best = resolve_in(content, blow, target, &usual);
    let worth = |wound: &Wound| (wound.total, wound.lethal);
    for order in orders {
        let wound = resolve_in(content, blow, target, &order);
        if worth(&wound) > worth(&best) {
            best = wound;
        }
    }
    best
}

/// The orders in which a defence may lower the parts of a hit: the smallest first, then each other
/// part first or last.
fn orders(blow: &Blow) -> Vec<Vec<usize>> {
    let mut usual: Vec<usize> = (0..blow.parts.len()).collect();
    usual.sort_by_key(|i| blow.parts.get(*i).map_or(0, |part| part.sum.total().max(0)));
    let without = |part: usize| usual.iter().copied().filter(move |other| *other != part);
    let ahead =
        |part: usize| -> Vec<usize> { std::iter::once(part).chain(without(part)).collect() };
    if let Some(first) = blow.first.filter(|first| *first < blow.parts.len()) {
        return vec![ahead(first)];
    }
    let mut all = vec![usual.clone()];
    if blow.parts.len() > 1 {
        for part in 0..blow.parts.len() {
            all.push(ahead(part));
            all.push(without(part).chain([part]).collect());
        }
    }
    all
}

/// Like [`resolve`], with the order in which the defence lowers the parts.
fn resolve_in(content: &Content, blow: &Blow, target: &Numbers<'_>, order: &[usize]) -> Wound {
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
    subtract((rules.defence_carry, order), blow.ignores, &mut parts, target);
    if rules.damage_order == DamageOrder::ArmorThenType {
        parts.iter_mut().for_each(|p| p.respond(target));
    }
    let lethal = parts.iter().any(|p| p.amount > 0 && is_lethal(p.kind, blow, target));
    if let Some(most) = blow.most {
        let over = parts.iter().map(|p| p.amount).sum::<i32>() - most;
        if let Some(part) = parts.first_mut().filter(|_| over > 0) {
            part.change(format!("at most {most}"), -over, "MO-348");
        }
    }
    let packets: Vec<Packet> = parts
        .into_iter()
        .map(|p| Packet { label: p.kind.label().to_owned(), terms: p.terms, amount: p.amount })
        .collect();
    let total = packets.iter().map(|p| p.amount).sum();
    Wound { packets, total, lethal }
}

/// Applies an object's defences: Armor against the whole, and immunities (MO-165, MO-195, MO-243).
pub fn against_object(
    blow: &Blow,
    armor: i32,
    immune: &dyn Fn(DamageType) -> bool,
) -> (Vec<Packet>, i32) {
    let mut left = match blow.ignores {
        Ignores::Nothing => armor,
        Ignores::UpTo(most) => armor.min((armor - most).max(0)),
        Ignores::All => armor.min(0),
    };
    let mut packets = Vec::new();
    for part in &blow.parts {
        let mut terms = part.sum.terms().to_vec();
        let mut amount = part.sum.total().max(0);
        // A negative Armor adds nothing if there is no damage (MO-196).
        let taken = match amount {
            0 => 0,
            _ if immune(part.kind) => amount,
            _ => left.min(amount),
        };
        if !immune(part.kind) {
            left -= taken;
        }
        if taken != 0 {
            let label = if immune(part.kind) { "immune" } else { "Armor" };
            let rule = RuleId::of(if immune(part.kind) { "MO-243" } else { "MO-194" });
            terms.push(Term { label: label.to_owned(), value: -taken, rule });
            amount -= taken;
        }
        packets.push(Packet { label: part.kind.label().to_owned(), terms, amount });
    }
    let total = packets.iter().map(|p| p.amount).sum();
    (packets, total)
}

/// Non-lethal hits do not kill. Neither does Holy damage to the living, unless declared lethal
/// (MO-183, MO-239, MO-240).
fn is_lethal(kind: DamageType, blow: &Blow, target: &Numbers<'_>) -> bool {
    let spared =
        kind == DamageType::Holy && !target.creature().is(super::data::Trait::NotBiological);
    !blow.gentle && (blow.deadly || !spared)
}

/// Subtracts, once, the lowest defence among the types that still deal damage (MO-195, MO-201 to
/// MO-204).
fn subtract(
    (carry, order): (bool, &[usize]),
    ignores: Ignores,
    parts: &mut [Passing],
    target: &Numbers<'_>,
) {
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
    // The unused rest of the defence carries over to the next part (MO-202).
    let mut left = value;
    for index in order.iter().copied() {
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

/// The damage of a collision, before defences.
pub fn collision(metres: i32, amount: i32) -> Part {
    let mut sum = Sum::new();
    sum.push(format!("collision, {metres} m"), metres, "MO-334");
    sum.add("half", amount - metres, "MO-335");
    Part { kind: DamageType::Physical, sum }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use grid::{Cell, Dir, Hm, SideId, UnitId};
    use rules::Key;
    use rules::kit::book::Rulebook;
    use rules::ruleset::Placing;
    use rules::state::Unit;

    fn unit(role: &'static str, numbers: &[(&'static str, i64)]) -> Unit {
        let placing = Placing {
            id: UnitId(0),
            side: SideId(0),
            role: Key::of(role),
            name: role.into(),
            at: Cell::new(0, 0).into(),
            altitude: Hm::ZERO,
            facing: Dir::N,
            prone: false,
            overrides: numbers.iter().map(|(name, n)| (Key::of(name), *n)).collect(),
            gear: BTreeMap::new(),
            start: Default::default(),
        };
        Content::built_in().enlist(&placing).unwrap()
    }

    fn hit(target: &Unit, parts: &[(DamageType, i32)]) -> Wound {
        let content = Content::built_in();
        let parts = parts.iter().map(|(kind, n)| Part::new(*kind, "dice", *n, "MO-213"));
        let blow = Blow::plain(parts.collect());
        resolve(content, &blow, &Numbers::of(content, target).unwrap())
    }

    /// MO-236: Armor 4, Constitution DR value 6: 9 Poison leave 3.
    #[test]
    fn poison_meets_the_constitution() {
        assert_eq!(hit(&unit("knight", &[]), &[(DamageType::Poison, 9)]).total, 3);
    }

    /// MO-238, MO-242, MO-244: Armor 4 applies to Curse, Spirit and Reality.
    #[test]
    fn most_types_meet_armor() {
        let knight = unit("knight", &[]);
        for kind in [DamageType::Curse, DamageType::Spirit, DamageType::Reality] {
            assert_eq!(hit(&knight, &[(kind, 10)]).total, 6, "{kind}");
        }
    }

    /// MO-243: Will DR value 8 absorbs all of 8 Psychic.
    #[test]
    fn psychic_meets_the_will() {
        assert_eq!(hit(&unit("healer", &[]), &[(DamageType::Psychic, 8)]).total, 0);
    }

    /// MO-239 to MO-241: Holy spares the living unless other damage gets through; it kills the
    /// undead and objects.
    #[test]
    fn holy_spares_the_living() {
        let mage = unit("mage", &[]);
        assert!(!hit(&mage, &[(DamageType::Holy, 9)]).lethal);
        assert!(hit(&mage, &[(DamageType::Physical, 6), (DamageType::Holy, 3)]).lethal);
        assert!(hit(&unit("spirit_wolf", &[]), &[(DamageType::Holy, 9)]).lethal);
    }

    /// MO-397: Armor 4, Constitution DR value 1, immune to Poison: 5 + 5 leave 1, not 4.
    #[test]
    fn an_immune_part_does_not_choose_the_defence() {
        let numbers = [("armor", 4), ("constitution", 10), ("endurance", 1)];
        let parts = [(DamageType::Physical, 5), (DamageType::Poison, 5)];
        assert_eq!(hit(&unit("spirit_wolf", &numbers), &parts).total, 1);
        assert_eq!(hit(&unit("knight", &numbers), &parts).total, 9);
    }

    /// MO-402: 8 Poison and 3 from a collision are one hit, reduced by the lower value 1.
    #[test]
    fn a_joined_collision_has_the_lowest_defence() {
        let numbers = [("armor", 4), ("constitution", 10), ("endurance", 1)];
        let parts = [(DamageType::Poison, 8), (DamageType::Physical, 3)];
        assert_eq!(hit(&unit("knight", &numbers), &parts).total, 10);
    }
}
