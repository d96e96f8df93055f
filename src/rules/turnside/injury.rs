//! Injuries: tier by a d100, entry by a d6, details of some by a d4 or d3 (TU-214 to TU-257).

use rules::event::Event;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::roll::Table;
use rules::state::{Condition, Expiry, Posture, Unit};
use rules::{Key, RuleId};

use super::data::{BandOrder, Content, Injury, Kind, Limb, Overflow, Tier, Trait};
use super::numbers::{DETERMINATION, Numbers, track};

/// Flag: number of Minor injuries of a combatant in the current Turn (TU-221).
pub const MINOR_NOW: &str = "minor_now";
/// Flag: number of worse injuries in the current Turn (TU-221).
pub const WORSE_NOW: &str = "worse_now";

/// Bands of the d100 for a hit of this damage: the worst tier at the bottom, the lightest cut off
/// at 100, or the other way round by option (TU-215 to TU-218). `None` if the hit cannot injure.
fn tiers(content: &Content, damage: i32) -> Option<Table<Option<Tier>>> {
    let rules = &content.rules;
    let chance =
        |(per, chance): (&i32, &i32)| chance.saturating_mul(damage / (*per).max(1)).min(100);
    let mut chances = rules.injury_per.iter().zip(&rules.injury_chance).map(chance);
    let mut next = || chances.next().unwrap_or_default();
    let (minor, moderate, massive) = (next(), next(), next());
    let mut tiers = [(massive, Tier::Massive), (moderate, Tier::Moderate), (minor, Tier::Minor)];
    if rules.injury_band_order == BandOrder::LightestFirst {
        tiers.reverse();
    }
    let widths = tiers.map(|(width, tier)| (width, Some(tier)));
    (minor + moderate + massive > 0).then(|| Table::stacked(100, widths, None))
}

/// Rolls on a table and returns the entry together with its roll event.
fn draw<T: Clone>(
    table: &Table<T>,
    (purpose, unit, rule): (&'static str, &Unit, &'static str),
    words: impl Fn(&T) -> (String, RuleId),
    oracle: &mut Oracle<'_>,
) -> Result<(Option<T>, Event), Pause> {
    let faces = oracle.roll(table.throw())?;
    let entry = table.row(&faces).map(|row| row.entry.clone());
    Ok((entry, events::drawn(table, (purpose, unit), faces, words, rule)))
}

/// Whether another injury of a tier fits the limit of the current Turn: one Massive or Moderate
/// with one Minor, or two Minor (TU-221).
fn fits(unit: &Unit, tier: Tier) -> bool {
    let (minor, worse) = (unit.flags.get(MINOR_NOW), unit.flags.get(WORSE_NOW));
    match tier {
        Tier::Minor => minor + worse < 2,
        Tier::Moderate | Tier::Massive => worse == 0 && minor < 2,
    }
}

/// The tier of an injury within the limit of the Turn: an injury over the limit is dropped, or
/// replaced by a lighter one that still fits (TU-223).
fn within(content: &Content, unit: &Unit, tier: Tier) -> Option<Tier> {
    let lighter: &[Tier] = match tier {
        _ if content.rules.injury_overflow == Overflow::Discard => &[],
        Tier::Massive => &[Tier::Moderate, Tier::Minor],
        Tier::Moderate => &[Tier::Minor],
        Tier::Minor => &[],
    };
    std::iter::once(&tier).chain(lighter).copied().find(|tier| fits(unit, *tier))
}

/// Rolls the injury caused by one hit of this damage.
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn suffer(
    content: &Content,
    victim: &Numbers<'_>,
    (damage, kind): (i32, Kind),
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let unit = victim.unit;
    let Some(tiers) = tiers(content, damage) else { return Ok(Vec::new()) };
    let words = |tier: &Option<Tier>| {
        let name = tier.map_or("no injury", |tier| match tier {
            Tier::Minor => "minor injury",
            Tier::Moderate => "moderate injury",
            Tier::Massive => "massive injury",
        });
        (name.to_owned(), RuleId::of("TU-217"))
    };
    let (tier, rolled) = draw(&tiers, ("injury", unit, "TU-217"), words, oracle)?;
    let mut events = vec![rolled];
    let Some(tier) = tier.flatten().and_then(|tier| within(content, unit, tier)) else {
        return Ok(events);
    };
    let spiritual = kind != Kind::Phys;
    let list = content.injuries.iter().filter(|i| i.tier == tier && i.spiritual == spiritual);
    let list = Table::stacked(6, list.map(|injury| (1, Some(injury))), None);
    let words = |injury: &Option<&Injury>| {
        injury.map_or_else(|| (String::new(), RuleId::of("TU-220")), |i| named(&i.name, &i.rule))
    };
    let (injury, rolled) = draw(&list, ("which_injury", unit, "TU-220"), words, oracle)?;
    events.push(rolled);
    let Some(injury) = injury.flatten() else { return Ok(events) };
    let now = if tier == Tier::Minor { MINOR_NOW } else { WORSE_NOW };
    events.extend(events::flag(unit, now, unit.flags.get(now) + 1, "TU-221"));
    events.extend(inflict(content, victim, injury, oracle)?);
    Ok(events)
}

fn named(name: &str, rule: &Key) -> (String, RuleId) {
    (name.to_owned(), RuleId::new(rule.as_str()))
}

/// A lower maximum reduces unspent Determination Turns too (TU-278).
fn less_will(
    content: &Content,
    unit: &Unit,
    condition: &Condition,
    known: Option<usize>,
) -> Option<Event> {
    let mut hurt = unit.clone();
    if known.is_none() {
        hurt.conditions.0.push(condition.clone());
    }
    weak_willed(content, &hurt)
}

/// Caps the Determination Turns of a unit that begins the battle with such an injury (TU-278).
pub fn weak_willed(content: &Content, unit: &Unit) -> Option<Event> {
    let most = Numbers::of(content, unit)?.most_determination();
    let left = unit.pools.0.value(DETERMINATION);
    let why = "it has fewer Determination Turns";
    (left > most).then(|| events::pool(unit, DETERMINATION, most, why, "TU-278")).flatten()
}

/// Inflicts one injury and rolls its details (TU-224, TU-252, TU-255, TU-257).
fn inflict(
    content: &Content,
    victim: &Numbers<'_>,
    injury: &Injury,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let unit = victim.unit;
    let mut events = Vec::new();
    let id = injury.id.clone();
    let mut condition = Condition::new(id, 0, None, Expiry::Battle);
    if injury.marks.contains(&Trait::Limb) {
        let limbs = content.limbs.iter().map(|limb| (1, Some(limb)));
        let limbs = Table::stacked(4, limbs, None);
        let words =
            |limb: &Option<&Limb>| named(limb.map_or("", |limb| limb.name.as_str()), &injury.rule);
        let (limb, rolled) = draw(&limbs, ("which_limb", unit, "TU-255"), words, oracle)?;
        events.push(rolled);
        condition.part = limb.flatten().map(|limb| limb.id.clone());
    }
    if injury.marks.contains(&Trait::PicksMind) {
        let minds = Table::stacked(3, Kind::MINDS.map(|kind| (1, kind)), Kind::Wil);
        let words = |kind: &Kind| named(kind.name(), &injury.rule);
        let (kind, rolled) = draw(&minds, ("which_mind", unit, "TU-237"), words, oracle)?;
        events.push(rolled);
        condition.part = kind.map(|kind| Key::of(kind.part()));
    }
    if injury.marks.contains(&Trait::Breathless) {
        condition.expiry = Expiry::Slots { of: unit.id(), left: victim.breath() };
    }
    let counts = [(Trait::Gaping, "TU-257"), (Trait::Coma, "TU-260")];
    if let Some((_, rule)) = counts.into_iter().find(|(mark, _)| injury.marks.contains(mark)) {
        let turns = Table::stacked(3, [1, 2, 3].map(|n| (1, n)), 1);
        let words = |n: &u16| (format!("Turns left: {n}"), RuleId::of(rule));
        let (left, rolled) = draw(&turns, ("turns_left", unit, rule), words, oracle)?;
        events.push(rolled);
        condition.expiry = Expiry::Slots { of: unit.id(), left: left.unwrap_or(1) };
    }
    let same = |c: &Condition| c.id == condition.id && c.part == condition.part;
    let known = unit.conditions.0.iter().position(same);
    // An injury from before the battle may come without a size: it counts once.
    let before = known.and_then(|at| unit.conditions.0.get(at)).map_or(0, |c| c.size.max(1));
    if known.is_some() && !injury.stacks {
        return Ok(events);
    }
    if injury.stacks {
        condition.size = before + 1;
    }
    let loses_last = condition.part.as_ref().is_some_and(|part| {
        content.limbs.get(part.as_str()).is_some_and(|limb| !limb.arm && victim.lost(false) == 1)
    });
    events.extend(less_will(content, unit, &condition, known));
    events.push(events::afflicted(unit, condition, known, "TU-220"));
    let meter = track(injury.tier);
    let count = unit.tracks.0.value(meter) + 1;
    events.extend(events::track(unit, meter, count, &injury.name, "TU-214"));
    if injury.marks.contains(&Trait::Floored) || loses_last {
        events.push(events::posture(unit, Posture::Prone, unit.placement.support, "TU-252"));
    }
    Ok(events)
}
