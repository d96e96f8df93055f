//! The basis of abilities: the Key Attribute, prices and power, Shattering and Protection (TU-6,
//! TU-15 to TU-18, TU-71 to TU-76, TU-94 to TU-103).

use rules::Sum;

use super::data::{
    Ability, Content, Delivery, Element, Kind, Mark, Rank, Score, Severity, Weapon, by_ability,
    by_rank,
};
use super::numbers::{MAIN, Numbers};

/// Maximum range in metres without a cut in damage, and with the smaller cut (TU-72).
const MIDDLING: u8 = 15;
const LONG: u8 = 30;

/// How an element affects a creature (TU-102 to TU-106, TU-112).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementEffect {
    /// Normally.
    Plain,
    /// It takes half as much again.
    Weak,
    /// Half.
    Resists,
    /// Not at all.
    Immune,
    /// It heals instead.
    Absorbs,
}

impl<'a> Numbers<'a> {
    /// The rank of a mental attribute.
    fn mental(&self, kind: Kind) -> Rank {
        match kind {
            Kind::Phys => Rank::F,
            Kind::Wil => self.sheet.wil,
            Kind::Int => self.sheet.int,
            Kind::Ego => self.sheet.ego,
        }
    }

    /// The Key Attribute of the sheet (TU-6).
    pub fn natural_key(&self) -> Rank {
        self.mental(self.sheet.key)
    }

    /// The current Key Attribute (TU-66, TU-302).
    pub fn key(&self) -> Rank {
        if self.has_mark(Mark::Hollow) { Rank::F } else { self.natural_key() }
    }

    /// The charge limit of a plain Ability Turn (TU-57, TU-310).
    pub fn charge_limit(&self) -> i32 {
        let limit = by_rank(&self.content.rules.charges, self.key());
        if self.fatigue() >= 4 { (limit - 1).max(0) } else { limit }
    }

    /// Its abilities; none with a natural Key Attribute of F (TU-65).
    pub fn abilities(&self) -> impl Iterator<Item = &'a Ability> + use<'a> {
        let able = self.natural_key() > Rank::F;
        let (content, sheet) = (self.content, self.sheet);
        sheet
            .abilities
            .iter()
            .filter(move |_| able)
            .filter_map(|id| content.abilities.get(id.as_str()))
    }

    /// The ability with this ID, if it has it.
    pub fn ability(&self, id: &str) -> Option<&'a Ability> {
        self.abilities().find(|ability| ability.id == *id)
    }

    /// A natural mental defence (TU-15), after injuries.
    pub fn mental_defence(&self, kind: Kind) -> i32 {
        let value = by_rank(&self.content.rules.natural_mental_defence, self.mental(kind));
        self.injured_mind(kind, value).max(0)
    }

    /// Natural defence against a type of damage (TU-107).
    pub fn defence_against(&self, kind: Kind) -> i32 {
        match kind {
            Kind::Phys => self.natural_defence(),
            _ => self.mental_defence(kind),
        }
    }

    /// Further defence against a type of damage (TU-111).
    pub fn further_against(&self, kind: Kind) -> i32 {
        match kind {
            Kind::Phys => self.further_defence(),
            _ => self.usable().map(|armour| armour.mind).sum(),
        }
    }

    /// Protection of a mental defence against an ability of this element (TU-96, TU-102, TU-103).
    pub fn protection(&self, kind: Kind, element: Option<Element>) -> Sum {
        let mut sum = Sum::new();
        sum.push(kind.name(), self.mental(kind).value(), "TU-96");
        sum.add("natural mental defence", self.mental_defence(kind), "TU-96");
        for armour in self.usable() {
            sum.add(armour.name.to_lowercase(), armour.protection, "TU-96");
        }
        let total = sum.total();
        match element.map(|element| (element, self.takes(element))) {
            Some((element, ElementEffect::Weak)) => {
                sum.add(format!("weak to {}", element.name()), -(total / 2), "TU-102");
            }
            Some((element, ElementEffect::Resists)) => {
                sum.add(format!("resists {}", element.name()), (total + 1) / 2, "TU-103");
            }
            _ => {}
        }
        sum
    }

    /// Shattering with an ability (TU-95, TU-264).
    pub fn shattering(&self, ability: &Ability) -> Sum {
        let mut sum = Sum::new();
        let rank = by_ability(&self.content.rules.ability_rank_score, ability.rank);
        sum.push("rank of the ability", rank, "TU-95");
        sum.push("Key Attribute", self.key().value(), "TU-95");
        self.hurt(Score::Shattering, &mut sum);
        sum
    }

    /// Raw damage of an ability (TU-71 to TU-74, TU-235, TU-264).
    pub fn power(&self, ability: &Ability) -> Sum {
        let rules = &self.content.rules;
        let mut sum = Sum::new();
        let rank = by_ability(&rules.ability_rank_score, ability.rank);
        sum.push("rank of the ability", rules.damage_per_rank * rank, "TU-71");
        sum.push("Key Attribute", self.key().value(), "TU-71");
        let held =
            |(slot, weapon): &(&str, &Weapon)| *slot == MAIN && self.can_hold(weapon).is_ok();
        if let Some((_, weapon)) = self.weapons().find(held) {
            sum.add(weapon.name.to_lowercase(), weapon.focus, "TU-71");
        }
        for (label, cut, rule) in cuts(self.content, ability) {
            let cut = cut.max(1 - sum.total()).min(0);
            sum.add(label, cut, rule);
        }
        self.hurt(Score::Power, &mut sum);
        sum
    }

    /// The HP that an ability restores, or the size of the ward it gives (TU-76).
    pub fn healing(&self, ability: &Ability) -> i32 {
        let rules = &self.content.rules;
        let rank = by_ability(&rules.ability_rank_score, ability.rank);
        rules.heal_per_rank * rank + self.key().value()
    }

    /// How an element affects it.
    pub fn takes(&self, element: Element) -> ElementEffect {
        let drinks = |c: &&rules::state::Condition| {
            let ailment = self.content.ailments.get(c.id.as_str());
            ailment.is_some_and(|ailment| ailment.marks.contains(&Mark::Absorbs))
                && c.size == element as i32 + 1
        };
        if self.unit.conditions.0.iter().any(|c| drinks(&c)) {
            ElementEffect::Absorbs
        } else if self.sheet.immune.contains(&element) {
            ElementEffect::Immune
        } else if self.sheet.weak.contains(&element) {
            ElementEffect::Weak
        } else if self.sheet.resists.contains(&element) {
            ElementEffect::Resists
        } else {
            ElementEffect::Plain
        }
    }

    /// Damage of an element that it is weak to or resists, rounded up (TU-4, TU-112).
    pub fn factored(&self, taking: ElementEffect, damage: i32) -> i32 {
        let [weak, resists] = self.content.rules.element_factor;
        let hundredths = match taking {
            ElementEffect::Weak => weak,
            ElementEffect::Resists => resists,
            _ => return damage,
        };
        let part = (i64::from(damage) * i64::from(hundredths) + 99).div_euclid(100);
        i32::try_from(part).unwrap_or(i32::MAX)
    }

    /// Duration of an ability's condition on this holder, in rounds (TU-32, TU-104 to TU-106).
    pub fn lasting(&self, ability: &Ability, rounds: u16) -> (u16, &'static str) {
        let bare = ability.deals.is_none() && !matches!(ability.delivery, Delivery::Shatter(_));
        let taking = ability.element.filter(|_| bare).map(|element| self.takes(element));
        match taking {
            Some(ElementEffect::Weak) => (rounds + rounds.div_ceil(2), "TU-104"),
            Some(ElementEffect::Resists) => (rounds.div_ceil(2).max(1), "TU-105"),
            _ => (rounds, "TU-32"),
        }
    }
}

/// The damage cuts of an ability for its range and effects (TU-72 to TU-74).
fn cuts(content: &Content, ability: &Ability) -> Vec<(&'static str, i32, &'static str)> {
    let rules = &content.rules;
    let mut cuts = Vec::new();
    if ability.range > LONG {
        cuts.push(("very long range", rules.cut_beyond, "TU-72"));
    } else if ability.range > MIDDLING {
        cuts.push(("long range", rules.cut_long, "TU-72"));
    }
    match ability.delivery {
        Delivery::Burst(radius) => {
            cuts.push(("wide", rules.cut_per_radius * i32::from(radius), "TU-73"));
        }
        Delivery::Cone(_) => cuts.push(("wide", rules.cut_cone, "TU-73")),
        _ => {}
    }
    let given = ability.gives.as_ref().and_then(|gives| content.ailments.get(gives.id.as_str()));
    match given.map(|ailment| ailment.severity) {
        Some(Some(Severity::Serious | Severity::Grave)) => {
            cuts.push(("serious effect", rules.cut_serious, "TU-74"));
        }
        Some(_) => cuts.push(("light effect", rules.cut_light, "TU-74")),
        None => {}
    }
    if ability.pushes > 0 {
        cuts.push(("pushes", rules.cut_serious, "TU-74"));
    }
    if ability.bypasses {
        cuts.push(("goes past defences", rules.cut_serious, "TU-74"));
    }
    cuts
}
