//! Defensive reactions to an attack whose total is known: Dodge, Deflect, Block, and Guardian for
//! an adjacent ally (VG-95 to VG-112, VG-120, VG-121).

use grid::{SideId, UnitId};
use num_traits::{One, Zero};
use rules::Key;
use rules::Sum;
use rules::dice::{Chance, Die, Likelihood, Read, Throw};
use rules::event::{Event, Rolled};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::policy::Policy;
use rules::prompt::{Choice, Prompt};
use rules::roll::Test;
use rules::ruleset::{Ctx, Forecast};
use rules::state::{Condition, Unit};

use super::attack::AttackRoll;
use super::contact;
use super::data::{Moment, Talent};
use super::facing;
use super::initiative;
use super::names::{ANSWERED, DODGE, DURABILITY, GUARDIAN, HEALTH, VIGOR};
use super::numbers::Numbers;

/// A kind of defense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DefenseKind {
    /// With Speed (VG-101).
    Dodge,
    /// With a weapon, with Agility (VG-111).
    Deflect,
    /// With a shield, with Strength (VG-112).
    Block,
    /// For an ally, with Speed (VG-120).
    Guardian,
}

impl DefenseKind {
    /// Its name in events.
    const fn id(self) -> &'static str {
        match self {
            Self::Dodge => DODGE,
            Self::Deflect => "deflect",
            Self::Block => "block",
            Self::Guardian => GUARDIAN,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Dodge => "Dodge",
            Self::Deflect => "Deflect",
            Self::Block => "Block",
            Self::Guardian => "Guardian",
        }
    }

    /// The preview text for an attack met with this defense.
    const fn condition(self) -> &'static str {
        match self {
            Self::Dodge => "if dodged",
            Self::Deflect => "if deflected",
            Self::Block => "if blocked",
            Self::Guardian => "if warded off",
        }
    }

    const fn rule(self) -> &'static str {
        match self {
            Self::Dodge => "VG-101",
            Self::Deflect => "VG-111",
            Self::Block => "VG-112",
            Self::Guardian => "VG-120",
        }
    }
}

/// An attack that beats Guard.
pub struct Incoming<'a> {
    /// The attack.
    pub roll: &'a AttackRoll<'a>,
    /// The attacker.
    pub actor: &'a Unit,
    /// Its total.
    pub total: i32,
}

/// The result of a defense.
#[derive(Default)]
pub struct DefenseResult {
    /// True if the attack has no effect (VG-104).
    pub avoided: bool,
    /// The Armor Rank that a shield lends against it (VG-112).
    pub shield: i32,
    /// The events.
    pub events: Vec<Event>,
}

/// Whether a combatant may react at all: not in its own turn, not while incapacitated (VG-97,
/// VG-110), and with the option not while out of breath (VG-181).
pub fn may_react(ctx: Ctx<'_>, numbers: &Numbers<'_>) -> bool {
    let unit = numbers.unit;
    let acts = ctx.state.scene.clock.active.contains(&unit.id());
    let gasps = numbers.content.rules.winded_blocks_reactions && numbers.is_winded();
    unit.is_active() && !acts && !numbers.is_helpless() && !gasps
}

/// The cost of a defense, in Vigor (VG-68, VG-101).
fn cost(moment: Moment<'_>, numbers: &Numbers<'_>, kind: DefenseKind) -> i32 {
    let rules = &moment.content.rules;
    let full = if kind == DefenseKind::Guardian { rules.guardian_cost } else { rules.defense_cost };
    (full - numbers.defense_discount()).max(0)
}

/// The defenses that a combatant has against an attack, the default first.
fn kinds(moment: Moment<'_>, roll: &AttackRoll<'_>, numbers: &Numbers<'_>) -> Vec<DefenseKind> {
    let Moment { content, ctx } = moment;
    let (unit, attacker) = (numbers.unit, roll.numbers.unit.id());
    let aware = facing::is_aware(ctx, unit.id(), attacker) || content.rules.unaware_may_react;
    // A combatant that answered this attack with a readied act cannot react to it again (VG-96).
    let has_answered = |c: &Condition| c.id == *ANSWERED && c.source == Some(attacker);
    if !may_react(ctx, numbers) || !aware || unit.conditions.0.iter().any(has_answered) {
        return Vec::new();
    }
    let mut all = Vec::new();
    if unit.id() == roll.target.id() {
        all.push(DefenseKind::Dodge);
        if numbers.sheet.has(Talent::Deflect) && roll.melee && numbers.is_armed() {
            all.push(DefenseKind::Deflect);
        }
        if numbers.sheet.has(Talent::Block) && numbers.has_shield() {
            all.push(DefenseKind::Block);
        }
    } else {
        let bodies = ctx.field.body(unit.id()).zip(ctx.field.body(roll.target.id()));
        let beside = bodies.is_some_and(|(a, b)| contact::adjacent(ctx, a, b));
        let ally = unit.side() == roll.target.side() && unit.id() != attacker;
        // A bystander defends only itself (VG-46).
        let guards = numbers.sheet.has(Talent::Guardian) && initiative::takes_part(unit);
        if guards && ally && beside {
            all.push(DefenseKind::Guardian);
        }
    }
    let vigor = unit.pools.0.value(VIGOR);
    all.retain(|kind| vigor >= cost(moment, numbers, *kind));
    all
}

/// The combatants that may react to an attack that beats Guard: allies first, each group in turn
/// order (VG-121, VG-387).
pub fn defenders(moment: Moment<'_>, roll: &AttackRoll<'_>) -> Vec<UnitId> {
    let Moment { content, ctx } = moment;
    let units = ctx.state.units.iter().filter(|u| u.side() == roll.target.side());
    let able = |unit: &&Unit| {
        Numbers::of(content, unit).is_some_and(|n| !kinds(moment, roll, &n).is_empty())
    };
    let mut all: Vec<UnitId> = units.filter(able).map(Unit::id).collect();
    all.sort_by_key(|id| (*id == roll.target.id(), initiative::place_in_order(ctx, *id), *id));
    all
}

/// The roll of a defense (VG-101 to VG-103), including Wounds and other modifiers.
fn test(numbers: &Numbers<'_>, kind: DefenseKind, total: i32) -> Test {
    let mut against = Sum::new();
    against.push("the attack", total, "VG-102");
    let score = match kind {
        DefenseKind::Dodge | DefenseKind::Guardian => numbers.speed(),
        DefenseKind::Deflect => numbers.sheet.agility,
        DefenseKind::Block => numbers.sheet.strength,
    };
    let tally = numbers.tally();
    let mut test = Test::of(20, tally.terms().clone(), "the attack", against).above();
    test.dice.extend(numbers.bonus_dice(score, tally.on_action()));
    test
}

/// Asks one combatant whether it defends, and rolls (VG-96, VG-99).
///
/// # Errors
/// [`Pause`] while dice or a decision are missing.
pub fn defend(
    moment: Moment<'_>,
    attack: &Incoming<'_>,
    by: UnitId,
    oracle: &mut Oracle<'_>,
) -> Result<DefenseResult, Pause> {
    let Moment { content, ctx } = moment;
    let Some(unit) = ctx.unit(by) else { return Ok(DefenseResult::default()) };
    let Some(numbers) = Numbers::of(content, unit) else { return Ok(DefenseResult::default()) };
    let mut kinds = kinds(moment, attack.roll, &numbers);
    if kinds.is_empty() {
        return Ok(DefenseResult::default());
    }
    // A side that always defends takes the defense with the best chance.
    let order = ctx.state.scene.policies.of(commander(ctx, unit), subject(attack, unit).0);
    if order == Policy::Always {
        kinds = best_defense(&numbers, &kinds, attack.total).into_iter().collect();
    }
    let answer = oracle.ask(question(moment, attack, &numbers, &kinds))?;
    let Some(kind) = kinds.get(usize::from(answer.0)).copied() else {
        return Ok(DefenseResult::default());
    };
    let test = test(&numbers, kind, attack.total);
    let (faces, score) = test.roll(oracle)?;
    let left = unit.pools.0.value(VIGOR) - cost(moment, &numbers, kind);
    let mut events: Vec<Event> = Vec::new();
    events.extend(events::pool(unit, VIGOR, left, kind.name(), kind.rule()));
    let averts = Some(attack.roll.target.id());
    let rolled = Rolled { who: Some(unit.id()), averts, ..test.rolled(kind.id(), faces) };
    events.push(events::rolled(rolled, kind.rule()));
    let avoided = score.passed();
    let blocks = !avoided && kind == DefenseKind::Block;
    let shield = if blocks { content.rules.block_rank } else { 0 };
    Ok(DefenseResult { avoided, shield, events })
}

/// A defense of a combatant against an attack.
pub struct DefenseOption {
    /// Its display name, e.g. "Dodge".
    pub name: &'static str,
    /// The Vigor it costs.
    pub cost: i32,
    /// Its chance of success.
    pub chance: Chance,
}

/// The defenses of a combatant against an attack, in the order of the answers (VG-105).
pub fn defense_options(
    moment: Moment<'_>,
    attack: &Incoming<'_>,
    unit: &Unit,
) -> Vec<DefenseOption> {
    let Some(numbers) = Numbers::of(moment.content, unit) else { return Vec::new() };
    let kinds = kinds(moment, attack.roll, &numbers).into_iter();
    kinds
        .map(|kind| DefenseOption {
            name: kind.name(),
            cost: cost(moment, &numbers, kind),
            chance: test(&numbers, kind, attack.total).chance(),
        })
        .collect()
}

/// Whether a defense is worth its Vigor: it has a fair chance and leaves some Vigor, or the hit
/// would probably fell its target.
fn is_wise(
    moment: Moment<'_>,
    attack: &Incoming<'_>,
    numbers: &Numbers<'_>,
    (cost, chance): (i32, Chance),
) -> bool {
    let target = attack.roll.target;
    let left = target.tracks.0.value(DURABILITY).saturating_add(target.tracks.0.value(HEALTH));
    let fells = attack.roll.expected_damage(moment.content) >= left;
    let breath = numbers.unit.pools.0.value(VIGOR) - cost;
    let spare = breath > 0 && chance >= Chance::new(1, 5);
    spare || fells && chance >= Chance::new(1, 20)
}

/// The dice of each defense available to any unit against an attack that hits.
pub fn defense_dice(moment: Moment<'_>, roll: &AttackRoll<'_>) -> Vec<Vec<Die>> {
    let of = |id: UnitId| {
        let numbers = moment.ctx.unit(id).and_then(|unit| Numbers::of(moment.content, unit))?;
        let kinds = kinds(moment, roll, &numbers).into_iter();
        Some(kinds.map(|kind| test(&numbers, kind, 0).dice).collect::<Vec<_>>())
    };
    defenders(moment, roll).into_iter().filter_map(of).flatten().collect()
}

/// How far above the required total the odds distinguish totals. Higher ones are cut off: four dice
/// would have to burst several times, less than one in a million.
pub const DISTINGUISHED_ABOVE: i32 = 90;

/// An attack as shown to players in advance: its chance, and the chance against the target's best
/// defense, if it has one (VG-106).
pub fn forecast(moment: Moment<'_>, roll: AttackRoll<'_>) -> Forecast {
    let past = past_defense(moment, &roll);
    let forecast = Forecast::new(roll.target.id(), roll.test);
    match past {
        Some((words, chance)) => forecast.with_reaction(words, chance),
        None => forecast,
    }
}

/// The chance that an attack hits a target that uses its best defense (VG-106).
fn past_defense(moment: Moment<'_>, roll: &AttackRoll<'_>) -> Option<(&'static str, Likelihood)> {
    let numbers = Numbers::of(moment.content, roll.target)?;
    let guard = roll.test.against.total();
    let kinds = kinds(moment, roll, &numbers);
    let best = kinds.into_iter().max_by_key(|kind| test(&numbers, *kind, guard).chance())?;
    let throw = Throw {
        dice: roll.test.dice.clone(),
        read: Read::Sums {
            from: guard.saturating_add(1),
            to: guard.saturating_add(DISTINGUISHED_ABOVE),
        },
    };
    let branches = throw.branches();
    let hits = branches.ways.into_iter().filter_map(|(chance, faces)| {
        let score = roll.test.score(&faces);
        let avoids = Likelihood::from(test(&numbers, best, score.total).chance());
        score.passed().then(|| chance * avoids.complement())
    });
    let hits: Likelihood = hits.sum();
    Some((best.condition(), hits.widened(branches.rest)))
}

/// The defense with the best chance. Of equal ones the last, because even a failed Block stops
/// something.
fn best_defense(numbers: &Numbers<'_>, kinds: &[DefenseKind], total: i32) -> Option<DefenseKind> {
    kinds.iter().copied().max_by_key(|kind| test(numbers, *kind, total).chance())
}

/// The side that decides for a combatant.
fn commander(ctx: Ctx<'_>, unit: &Unit) -> SideId {
    ctx.state.commander(unit.id()).unwrap_or(unit.side())
}

/// The standing order about a combatant's defense, and its rule.
fn subject(attack: &Incoming<'_>, unit: &Unit) -> (&'static str, &'static str) {
    let own = unit.id() == attack.roll.target.id();
    if own { (DODGE, "VG-99") } else { (GUARDIAN, "VG-120") }
}

/// The question about a defense: the attack, and each defense's cost and chance (VG-105). The
/// default has the best chance, if that is fair and leaves some Vigor.
fn question(
    moment: Moment<'_>,
    attack: &Incoming<'_>,
    numbers: &Numbers<'_>,
    kinds: &[DefenseKind],
) -> Prompt {
    let (unit, total) = (numbers.unit, attack.total);
    let side = commander(moment.ctx, unit);
    let chances: Vec<Chance> =
        kinds.iter().map(|kind| test(numbers, *kind, total).chance()).collect();
    // As in previews, 0 % and 100 % only for exact values.
    let percent = |chance: &Chance| match (chance * 100).round().to_integer() {
        0 if !chance.is_zero() => "under 1 %".to_owned(),
        100 if !chance.is_one() => "over 99 %".to_owned(),
        n => format!("{n} %"),
    };
    let best = best_defense(numbers, kinds, total);
    let best = kinds.iter().position(|kind| Some(*kind) == best).unwrap_or_default();
    let (target, name) = (&attack.roll.target.identity.name, &attack.actor.identity.name);
    let text = match (kinds, chances.as_slice()) {
        ([kind], [chance]) => format!(
            "{name} hits {target} with {total}. {} for {} Vigor? ({})",
            kind.name(),
            cost(moment, numbers, *kind),
            percent(chance),
        ),
        _ => format!("{name} hits {target} with {total}. Which defense?"),
    };
    let (about, rule) = subject(attack, unit);
    let wise = kinds.get(best).zip(chances.get(best)).is_some_and(|(kind, chance)| {
        is_wise(moment, attack, numbers, (cost(moment, numbers, *kind), *chance))
    });
    let mut prompt = Prompt::yes_no("react", side, Some(unit.id()), text, wise, rule);
    if kinds.len() > 1 {
        let all = kinds.iter().zip(&chances).enumerate().map(|(at, (kind, chance))| {
            let cost = cost(moment, numbers, *kind);
            let label = format!("{} ({cost} Vigor, {})", kind.name(), percent(chance));
            Choice::new(if at == 0 { "yes" } else { kind.id() }, label)
        });
        prompt.choices = all.chain([Choice::new("no", "No")]).collect();
        let default = if wise { best } else { kinds.len() };
        prompt.default = u16::try_from(default).unwrap_or_default();
    }
    prompt.about(Key::of(about))
}
