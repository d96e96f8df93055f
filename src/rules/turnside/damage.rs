//! The damage of an attack that hits: defences, element, additional damage, criticals (TU-107 to
//! TU-118).

use rules::Sum;

use super::attack::{Roll, halve};
use super::data::{Content, Element};
use super::mind::ElementEffect;
use super::numbers::Numbers;

/// Damage after everything that reduces it.
pub struct Damage {
    /// The main part.
    pub main: Sum,
    /// Additional damage and its element (TU-113).
    pub extra: Option<(Element, Sum)>,
    /// HP restored by an absorbed element (TU-112).
    pub healed: i32,
}

impl Damage {
    /// The total damage, in HP.
    pub fn total(&self) -> i32 {
        self.main.total() + self.extra.as_ref().map_or(0, |(_, sum)| sum.total())
    }
}

impl Roll<'_> {
    /// The damage after defences (TU-109 to TU-116).
    pub fn damage(&self, content: &Content, critical: bool) -> Damage {
        let rules = &content.rules;
        let mut main = self.raw.clone();
        let kind = self.means.kind();
        let (past_natural, past_further) = self.means.bypasses();
        // Zero damage stays zero (TU-116).
        let least = rules.min_after_natural.min(main.total());
        if past_natural {
            main.push("goes past natural defence", 0, "TU-115");
        } else {
            let natural = self.target.defence_against(kind);
            less(&mut main, ("natural defence", natural), least, "TU-110");
        }
        if past_further {
            main.push("goes past armour", 0, "TU-115");
        } else {
            let further = self.target.further_against(kind);
            less(&mut main, ("armour", further), rules.min_after_armour, "TU-111");
        }
        if self.halved {
            halve(&mut main);
        }
        let mut healed = by_element(&self.target, self.means.element(), &mut main);
        let mut extra = self.means.extra().map(|(amount, element)| {
            let mut sum = Sum::new();
            sum.push(format!("additional {}", element.name()), amount, "TU-113");
            healed += by_element(&self.target, Some(element), &mut sum);
            (element, sum)
        });
        if critical {
            main.add("critical: doubled", main.total(), "TU-114");
            if let Some((_, sum)) = &mut extra {
                sum.add("critical: doubled", sum.total(), "TU-114");
            }
        }
        Damage { main, extra, healed }
    }
}

/// Subtracts a defence, with a minimum for what is left.
fn less(sum: &mut Sum, (label, defence): (&str, i32), least: i32, rule: &'static str) {
    let stopped = defence.min((sum.total() - least).max(0));
    sum.add(label, -stopped, rule);
}

/// Applies the element to the damage; returns the HP that it restores instead (TU-112).
fn by_element(target: &Numbers<'_>, element: Option<Element>, sum: &mut Sum) -> i32 {
    let Some(element) = element else { return 0 };
    let (total, name) = (sum.total(), element.name());
    match target.takes(element) {
        ElementEffect::Plain => 0,
        taking @ (ElementEffect::Weak | ElementEffect::Resists) => {
            let how = if taking == ElementEffect::Weak { "weak to" } else { "resists" };
            sum.add(
                format!("{how} {name}"),
                target.factored(taking, total).saturating_sub(total),
                "TU-112",
            );
            0
        }
        ElementEffect::Immune => {
            sum.add(format!("immune to {name}"), -total, "TU-112");
            0
        }
        ElementEffect::Absorbs => {
            sum.add(format!("absorbs {name}"), -total, "TU-112");
            total
        }
    }
}
