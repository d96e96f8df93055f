//! The cost of a feat, and the Burst of a unit that cannot pay in points (MO-137, MO-138, MO-151,
//! MO-156 to MO-163).

use rules::Refusal;
use rules::event::Event;
use rules::state::{Status, Unit};

use super::super::budget::Budget;
use super::super::data::{Content, FeatureEffect};
use super::super::health::pool;
use super::super::marks::RP_GIVEN;
use super::super::numbers::Numbers;
use super::super::sheet::{AP, NM, RP};

/// A combatant's part in a feat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A Cinematic Action alone.
    Action,
    /// Starts a cooperative action.
    Starter,
    /// It joins a feat.
    Joiner,
    /// A Cinematic Reaction.
    Reaction,
}

impl Kind {
    const fn acts(self) -> bool {
        matches!(self, Self::Action | Self::Starter)
    }

    const fn shares(self) -> bool {
        matches!(self, Self::Starter | Self::Joiner)
    }
}

/// The cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Narrative Momentum.
    pub nm: i32,
    /// AP.
    pub ap: i32,
    /// RP.
    pub rp: i32,
    /// A Burst: paid in NM instead of points.
    pub burst: bool,
    acts: bool,
}

/// NM after reductions from features (MO-163).
fn reduced(content: &Content, numbers: &Numbers<'_>, nm: i32) -> i32 {
    let features = &numbers.creature().features;
    let less: i32 = features
        .iter()
        .map(|f| match f {
            FeatureEffect::CheaperCinematics(n) => *n,
            _ => 0,
        })
        .sum();
    let free = features.contains(&FeatureEffect::FreeCinematics);
    let least = if free { 0 } else { content.cinematics.costs.least };
    (nm - less).max(least.min(nm))
}

/// The current cost of a part in a feat.
///
/// # Errors
/// If it cannot pay.
pub fn price(content: &Content, unit: &Unit, kind: Kind) -> Result<Price, Refusal> {
    let costs = &content.cinematics.costs;
    let refuse = |code, text: String, rule| Err(Refusal::new(code, text, rule));
    let numbers = Numbers::of(content, unit);
    let budget = Budget::of(content, unit);
    let (Some(numbers), Some(budget), Some(_)) = (numbers, budget, unit.pools.0.get(NM)) else {
        return refuse("no_nm", "it has no Narrative Momentum".into(), "MO-135");
    };
    let helpless = unit.status != Status::Active;
    if helpless && !(unit.status == Status::Down && content.rules.burst_while_unconscious) {
        return refuse("unconscious", "it is unconscious".into(), "MO-162");
    }
    let (need, left, most, used) = if kind.acts() {
        (costs.ap, budget.ap(), numbers.most_ap(), budget.has_paid())
    } else {
        let left = numbers.rp_left();
        let given = i32::try_from(unit.flags.get(RP_GIVEN)).unwrap_or_default();
        (costs.rp, left, numbers.most_rp(), unit.pools.0.value(RP) < given)
    };
    // Points that a condition kept it from getting count as a penalty, even if it is over.
    let burst = left < need;
    let what = if kind.acts() { "AP" } else { "RP" };
    if burst && used && most >= need {
        let rule = if kind.acts() { "MO-161" } else { "MO-138" };
        return refuse("no_points", format!("costs {need} {what}, {left} left"), rule);
    }
    if burst && used {
        let rule = if kind.acts() { "MO-157" } else { "MO-158" };
        return refuse("burst_used", format!("it has already used {what}"), rule);
    }
    let nm = match (burst, kind.shares()) {
        (false, false) => costs.alone,
        (false, true) => costs.together,
        (true, false) => costs.burst,
        (true, true) => costs.burst_together,
    };
    let nm = reduced(content, &numbers, nm);
    let have = unit.pools.0.value(NM);
    if have < nm {
        let text = format!("costs {nm} Narrative Momentum, {have} left");
        return refuse("no_nm", text, if burst { "MO-156" } else { "MO-137" });
    }
    let points = if burst { 0 } else { need };
    let (ap, rp) = if kind.acts() { (points, 0) } else { (0, points) };
    Ok(Price { nm, ap, rp, burst, acts: kind.acts() })
}

impl Price {
    /// The cost in words: "2 RP, 3 NM".
    pub fn words(&self) -> String {
        let parts = [(self.ap, "AP"), (self.rp, "RP"), (self.nm, "NM")];
        let parts = parts.into_iter().filter(|(n, _)| *n > 0).map(|(n, of)| format!("{n} {of}"));
        let parts: Vec<String> = parts.collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }

    /// Pays the cost. A Burst forfeits the remaining points (MO-160).
    pub fn pay(&self, content: &Content, unit: &Unit, what: &str) -> Vec<Event> {
        let forfeits = self.burst && content.rules.burst_forfeits;
        let id = if self.acts { AP } else { RP };
        let value = unit.pools.0.value(id);
        let to = if forfeits { 0 } else { value - self.ap - self.rp };
        let rule = if self.burst { "MO-160" } else { "MO-137" };
        let mut events = Vec::new();
        if self.acts && self.ap > 0 {
            events.extend(super::super::budget::pay(unit, self.ap, what, rule));
        } else {
            events.extend(pool(unit, id, to, what, rule));
        }
        let nm = unit.pools.0.value(NM) - self.nm;
        events.extend(pool(unit, NM, nm, what, if self.burst { "MO-156" } else { "MO-137" }));
        events
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use grid::{Cell, Dir, Hm, SideId, UnitId};
    use rules::Key;
    use rules::kit::book::Rulebook;
    use rules::ruleset::Placing;

    /// MO-163: a reduction of three leaves 1 of 3, 1 of 2 and 3 of 6; with Hand of Fate 0, 0 and 3.
    #[test]
    fn reductions_stop_at_one_unless_a_feature_says_so() {
        let mut content = Content::built_in().clone();
        let costs = |content: &Content| {
            let placing = Placing {
                id: UnitId(0),
                side: SideId(0),
                role: Key::of("captain"),
                name: "Captain".into(),
                at: Cell::new(0, 0).into(),
                altitude: Hm::ZERO,
                facing: Dir::N,
                prone: false,
                overrides: BTreeMap::new(),
                gear: BTreeMap::new(),
                start: Default::default(),
            };
            let unit = content.enlist(&placing).unwrap();
            let numbers = Numbers::of(content, &unit).unwrap();
            [3, 2, 6].map(|nm| reduced(content, &numbers, nm))
        };
        assert_eq!(costs(&content), [2, 1, 5]);
        let mut roster: Vec<_> = content.roster.iter().cloned().collect();
        let mut with = |features: &[&'static str]| {
            let captain = roster.iter_mut().find(|s| s.id == *"captain").unwrap();
            captain.features = features.iter().map(|f| Key::of(f)).collect();
            content.roster = rules::content::Shelf::new(roster.clone());
            costs(&content)
        };
        assert_eq!(with(&["heroic_flair", "grand_gesture"]), [1, 1, 3]);
        assert_eq!(with(&["heroic_flair", "grand_gesture", "hand_of_fate"]), [0, 0, 3]);
    }
}
