//! What screens show of this ruleset: its lists, a combatant's card, and how rolls stand.

use crate::grid::UnitId;
use crate::rules::command::{Command, Target};
use crate::rules::fitness::{Bound, Mark, Meaning};
use crate::rules::ruleset::{
    Ctx, Description, Entry, Fact, Forecast, Listing, MeterSpec, ReferenceRow, RoleSpec,
};
use crate::rules::state::Unit;
use crate::rules::{Key, Sum};

use super::abilities::{self, Cast};
use super::acts;
use super::advanced::{self, Advanced};
use super::attack::Attack;
use super::basic::Basic;
use super::budget::Budget;
use super::data::{Affliction, Aim, Content, DamageType, Kind, Sheet, Stat, Trait};
use super::defense;
use super::hidden;
use super::manner::Manner;
use super::position::Position;
use super::roll::Roll;
use super::sheet::{AP, NM, RP, TEMPORARY, VITALITY, WP};
use super::special::Special;

/// What the ruleset has.
pub fn describe(content: &Content) -> Description {
    let entry = |id: &Key, name: &str, text: &str| Entry {
        id: id.clone(),
        name: name.to_owned(),
        text: text.to_owned(),
    };
    let unconscious = Mark::new("unconscious", Bound::Value(0), "MO-247").ending();
    let vitality = MeterSpec::track(Key::of(VITALITY), "Vitality").with(unconscious);
    let temporary = MeterSpec::track(Key::of(TEMPORARY), "Temporary Vitality");
    let meter = |id, name: &str| MeterSpec::pool(Key::of(id), name);
    Description {
        name: "Momentum".into(),
        summary: "One d20 against Evasion or as a Defense Roll; three action points a turn, two \
                  reaction points a round, and Narrative Momentum for great feats."
            .into(),
        tracks: vec![vitality, temporary.meaning(Meaning::Passing)],
        pools: vec![
            meter(AP, "Action Points"),
            meter(RP, "Reaction Points"),
            meter(NM, "Narrative Momentum"),
            meter(WP, "Power"),
        ],
        roles: content.roster.iter().filter(|s| is_role(s)).map(|s| role(content, s)).collect(),
        acts: Basic::ALL
            .iter()
            .map(|b| entry(&b.act(), b.name(), b.text()))
            .chain(Advanced::ALL.iter().map(|a| entry(&a.act(), a.name(), a.text())))
            .chain(acts::OTHERS.iter().map(|o| entry(&Key::of(o.act), o.name, o.text)))
            .chain(content.abilities.iter().map(|a| entry(&a.id, &a.name, &a.text)))
            .chain(Special::all(content).map(|s| entry(&s.act(), s.name(), s.text())))
            .collect(),
        weapons: content.weapons.iter().map(|w| entry(&w.id, &w.name, &w.text)).collect(),
        others: vec![
            Listing {
                title: "Armour and shields".into(),
                entries: content
                    .armour
                    .iter()
                    .map(|a| entry(&a.id, &a.name, &a.text))
                    .chain(content.shields.iter().map(|s| entry(&s.id, &s.name, &s.text)))
                    .collect(),
            },
            Listing {
                title: "Items".into(),
                entries: content.items.iter().map(|i| entry(&i.id, &i.name, &i.text)).collect(),
            },
            Listing {
                title: "Features".into(),
                entries: content.features.iter().map(|f| entry(&f.id, &f.name, &f.text)).collect(),
            },
            Listing {
                title: "Damage types".into(),
                entries: DamageType::ALL.iter().map(|kind| damage_type(content, *kind)).collect(),
            },
            Listing {
                title: "What befalls things".into(),
                entries: content
                    .statuses()
                    .iter()
                    .filter(|s| s.id.befalls_things())
                    .map(|s| entry(&s.id.key(), &s.name, "Things can have it too."))
                    .collect(),
            },
        ],
        states: [Affliction::Prone, Affliction::Unconscious].map(|a| a.key()).into(),
        pair_facts: Vec::new(),
        side_facts: Vec::new(),
        feats: super::cinematic::listed(content),
        skills: super::data::Skill::ALL
            .iter()
            .map(|skill| Entry {
                id: Key::of(skill.field()),
                name: skill.label().to_owned(),
                text: content.skill(*skill).map_or_else(String::new, |s| s.text.clone()),
            })
            .collect(),
        conditions: content
            .statuses()
            .iter()
            .map(|s| entry(&s.id.key(), &s.name, &s.text))
            .collect(),
        starts: super::Momentum::STARTS.to_vec(),
        facing: false,
        blank_turns: false,
        reference: content
            .reference
            .rows()
            .map(|r| ReferenceRow {
                id: r.id.to_string(),
                title: r.title.clone(),
                text: r.text.clone(),
            })
            .collect(),
        ..Description::default()
    }
}

/// A damage type with what resists it where an effect names nothing else, what takes the place of
/// Armor, and the Status Effect it leaves (MO-198, MO-199, MO-227, MO-262).
fn damage_type(content: &Content, kind: DamageType) -> Entry {
    let stat = kind.resisted_by();
    let mut text =
        format!("Usually resisted by {} and {}", stat.label(), stat.defense_skill().label());
    match kind.defended_by() {
        Some(stat) => text.push_str(&format!("; the {} DR value in place of Armor", stat.label())),
        None => text.push_str("; reduced by Armor"),
    }
    let left = content.statuses().iter().find(|s| s.element == Some(kind));
    if let Some(status) = left {
        text.push_str(&format!("; leaves {}", status.name));
    }
    text.push('.');
    Entry { id: Key::of(kind.label()), name: kind.label().to_owned(), text }
}

fn is_role(sheet: &Sheet) -> bool {
    ![Trait::Summon, Trait::Mount, Trait::Object, Trait::Civilian]
        .iter()
        .any(|t| sheet.traits.contains(t))
}

fn role(content: &Content, sheet: &Sheet) -> RoleSpec {
    let mut numbers: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, value: String| numbers.push((name.to_owned(), value));
    add("level", sheet.level.to_string());
    for stat in Stat::ALL {
        add(&stat.label().to_lowercase(), sheet.stats.of(*stat).to_string());
    }
    add("movement", sheet.movement.to_string());
    if let Some(fly) = sheet.fly {
        add("fly", fly.to_string());
    }
    let size = content.size(sheet.size).map_or(1, |s| s.footprint);
    RoleSpec { id: sheet.id.clone(), name: sheet.name.clone(), size, numbers }
}

/// The numbers worth showing on a combatant's card.
pub fn card(content: &Content, ctx: Ctx<'_>, id: UnitId) -> Vec<Fact> {
    let position = Position { content, ctx };
    let (Some(numbers), Some(unit)) = (position.numbers(id), ctx.unit(id)) else {
        return Vec::new();
    };
    let plain = |label: &str, value: String| Fact { label: label.into(), value, terms: Vec::new() };
    let summed = |label: &str, sum: &Sum| Fact {
        label: label.to_owned(),
        value: sum.total().to_string(),
        terms: sum.terms().to_vec(),
    };
    let creature = numbers.creature();
    let entry = &creature.entry;
    let mut facts = vec![
        plain("Level", entry.level.to_string()),
        plain("Leading Stats", format!("{}, {}", creature.primary, creature.secondary)),
        summed("Evasion", &numbers.evasion()),
        summed("Armor", &numbers.armor()),
        summed("Initiative", &numbers.initiative()),
        plain("DR Power", numbers.power().to_string()),
    ];
    if let Some(budget) = Budget::of(content, unit) {
        let (spent, metres) = (budget.spent(), budget.metres());
        let label = if budget.flies() { "Flight" } else { "Movement" };
        facts.push(plain(label, format!("{} m ({spent} of {metres})", budget.basic())));
        for (label, left, pool) in
            [("AP to spend", budget.ap(), AP), ("RP to spend", numbers.rp_left(), RP)]
        {
            // Fewer than there are, where something takes them away.
            if left < unit.pools.0.value(pool) {
                facts.push(plain(label, left.to_string()));
            }
        }
        if budget.attacks() > 0 {
            facts.push(plain("Attacks paid for", budget.attacks().to_string()));
        }
    }
    for stat in Stat::ALL {
        facts.push(summed(&format!("{stat} DR"), &numbers.defense(*stat)));
    }
    facts.push(plain("Dies at", numbers.dies_at().to_string()));
    if hidden::hides(unit) {
        let foes = ctx.state.units.iter().filter(|u| hidden::is_hidden(unit, u.id()));
        let names: Vec<&str> = foes.map(|u| u.identity.name.as_str()).collect();
        facts.push(plain("Hidden from", names.join(", ")));
    }
    facts
}

fn contests(
    position: Position<'_>,
    act: Advanced,
    actor: &Unit,
    targets: &[Target],
) -> Vec<Forecast> {
    let Some(Target::Unit(id)) = targets.first() else { return Vec::new() };
    let them = position.ctx.unit(*id).filter(|u| u.status.is_present());
    let contest = advanced::contest(act).zip(them);
    let stands = contest.map(|(contest, them)| contest.forecast(position, actor, them));
    stands.into_iter().collect()
}

/// How the rolls of an act would stand, one per target that is rolled against.
pub fn forecast(content: &Content, ctx: Ctx<'_>, command: &Command) -> Vec<Forecast> {
    let Command::Act { unit, act, targets, choice, .. } = command else { return Vec::new() };
    let position = Position { content, ctx };
    if let Some(Special::Feat(feat)) = Special::find(content, act.as_str()) {
        return ctx.unit(*unit).and_then(|u| feat.forecast(position, u)).into_iter().collect();
    }
    let advanced = Advanced::from_name(act.as_str());
    if let Some((act, actor)) = advanced.zip(ctx.unit(*unit)) {
        return contests(position, act, actor, targets);
    }
    let Ok(manner) = Manner::parse(content, choice.as_str()) else { return Vec::new() };
    if let Some(cast) = Cast::find(position, *unit, act.as_str(), manner.steps) {
        return of_cast(&cast, targets);
    }
    // What the attacker's side does not know of is left out (MO-125).
    let side = ctx.unit(*unit).map(Unit::side).unwrap_or_default();
    hidden::as_known(ctx, side, |ctx| {
        let position = Position { content, ctx };
        let Some(attack) = Attack::find(position, *unit, act.as_str()) else { return Vec::new() };
        let attack = attack.made(manner);
        let aimed = units(targets).filter(|id| position.is_target(*id));
        aimed.map(|id| stands(id, &attack.roll(id), Some((2, 20)))).collect()
    })
}

fn units(targets: &[Target]) -> impl Iterator<Item = UnitId> {
    targets.iter().filter_map(|t| match t {
        Target::Unit(id) => Some(*id),
        _ => None,
    })
}

fn stands(target: UnitId, roll: &Roll, faces: Option<(i32, i32)>) -> Forecast {
    let (low, high) = faces.unwrap_or((1, 21));
    Forecast::new(target, roll.test().within(low, high))
}

/// The Defense Rolls against an Ability.
fn of_cast(cast: &Cast<'_>, targets: &[Target]) -> Vec<Forecast> {
    let Kind::Defense { stat, .. } = cast.ability.kind else { return Vec::new() };
    let position = cast.position;
    let mut whom = abilities::affected(cast, targets.first().copied());
    if let Aim::One { .. } = cast.ability.aim {
        whom = units(targets).collect();
    }
    let rolls = whom.into_iter().filter_map(|id| {
        let power = ("DR Power", cast.numbers.power());
        let from = abilities::origin(cast, targets.first().copied());
        let roll = defense::stands(position, position.ctx.unit(id)?, stat, power, from, None)?;
        Some(stands(id, &roll, None))
    });
    rolls.collect()
}
