//! Descriptors of this ruleset: the mode of a Turn and what it still allows (TU-31), the mark of
//! the main strike (TU-48), the cost of charges before an ability is used (TU-56 to TU-84),
//! injuries on a body (TU-214), and Determination Turns as special moments (TU-267).

use grid::{SideId, UnitId};
use rules::Ctx;
use rules::command::Command;

use rules::display::{
    BodyPart, Damage, Indicator, Outlook, Presentation, Price, Profile, Region, Shade, Spotlight,
    TurnGauge, labels,
};
use rules::kit::acts::Repertoire;
use rules::kit::walk::MovementRules;
use rules::path_preview::Remark;
use rules::prompt::Prompt;
use rules::state::{ActRecord, Condition, Unit};
use rules::{Key, Refusal, RuleId, Values};

use super::acts::GUARD;
use super::budget::{self, ABILITY, MIXED, SPLIT};
use super::data::{Ability, Content, Injury, Limb, Tier, by_ability};
use super::movement;
use super::numbers::{
    ATTACKS, DETERMINATION, DETERMINED, GUARDING, HP, Numbers, PREPARE, REACTION, RP,
};
use super::prepared::PREPARED;
use super::reflex::{self, REFLEX};
use super::shield::SHIELD;

impl Presentation for Content {
    fn profile(&self, ctx: Ctx<'_>, unit: UnitId, viewer: Option<SideId>) -> Profile {
        let Some(numbers) = ctx.unit(unit).and_then(|unit| Numbers::of(self, unit)) else {
            return Profile::default();
        };
        let acts = ctx.state.scene.clock.active.contains(&numbers.unit.id());
        let mut turn = acts.then(|| gauge(self, ctx, &numbers));
        if viewer.is_some_and(|side| side != numbers.unit.side()) {
            turn.iter_mut().for_each(|turn| turn.secrets.clear());
        }
        Profile { turn, body: body(self, &numbers), affinities: Vec::new() }
    }

    fn outlook(&self, ctx: Ctx<'_>, command: &Command) -> Outlook {
        let Command::Act { unit, act, with, .. } = command else { return Outlook::default() };
        let prices = ctx.unit(*unit).and_then(|unit| match self.abilities.get(act.as_str()) {
            Some(ability) => prices(self, unit, ability, with),
            None => prices_when_mixed(self, ctx, (unit, act), with),
        });
        Outlook { ladders: Vec::new(), prices: prices.unwrap_or_default() }
    }

    fn answer_prices(&self, ctx: Ctx<'_>, prompt: &Prompt) -> Vec<Vec<Price>> {
        let unit = prompt.unit.and_then(|id| ctx.unit(id));
        let Some(own) = unit.and_then(|unit| Numbers::of(self, unit)) else { return Vec::new() };
        match prompt.about.as_str() {
            SHIELD => vec![vec![reaction_price(own.unit)], Vec::new()],
            REFLEX => {
                let abilities = prompt.choices.iter().map(|c| self.abilities.get(c.id.as_str()));
                let prices = |ability: &Ability| reflex_prices(&own, ability);
                abilities.map(|ability| ability.map_or_else(Vec::new, prices)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn answers(&self, _: Ctx<'_>, prompt: &Prompt) -> Option<[String; 2]> {
        match prompt.about.as_str() {
            DETERMINED => labels("Fight on", "Give in"),
            PREPARED => labels("Carry it out", "Not now"),
            SHIELD => labels("Take the blow", "Stay back"),
            _ => None,
        }
    }

    fn spotlight(&self, ctx: Ctx<'_>) -> Option<Spotlight> {
        let asked = ctx.state.queue.waiting.as_ref().filter(|prompt| prompt.about == *DETERMINED);
        let asked = asked.and_then(|prompt| prompt.unit);
        let unit = match asked {
            Some(unit) => ctx.unit(unit)?,
            None => {
                let mut active = ctx.state.scene.clock.active.iter();
                active.find_map(|id| ctx.unit(*id).filter(|u| u.conditions.has(DETERMINED)))?
            }
        };
        let numbers = Numbers::of(self, unit)?;
        let left = unit.pools.0.value(DETERMINATION);
        let turns = match (left, asked.is_some()) {
            (1, true) => "one Determination Turn is left".to_owned(),
            (1, false) => "its last Determination Turn: then it falls".to_owned(),
            (n, _) => format!("{n} Turns of sheer will are left, then it falls"),
        };
        let lines = vec![
            Remark::new(turns, "TU-276"),
            Remark::new("if healed above 0 HP, it recovers", "TU-277"),
            Remark::new(format!("it dies at {} HP", numbers.death()), "TU-272"),
        ];
        let (title, unit) = ("Determination".to_owned(), unit.id());
        Some(Spotlight { title, unit, lines, chain: Vec::new(), next: Vec::new() })
    }
}

/// The mode of the Turn and what it still allows.
fn gauge(content: &Content, ctx: Ctx<'_>, numbers: &Numbers<'_>) -> TurnGauge {
    let unit = numbers.unit;
    let (ordinary, most) = movement::metres(content, numbers);
    let gone = numbers.gone();
    let attacks = numbers.attacks_used();
    let casts = unit.turn.acts.iter().any(|record| record.class == *ABILITY);
    let mode = if unit.conditions.has(GUARDING) {
        "Guard"
    } else if unit.turn.acts.iter().any(|record| record.class == *PREPARE) {
        "Prepare"
    } else if gone > ordinary {
        "Run"
    } else if numbers.split().is_some() {
        "Mixed Turn"
    } else if casts {
        "Ability Turn"
    } else if attacks > 0 {
        "Attack Turn"
    } else {
        "Open Turn"
    };
    let left = unit.pools.0.value(ATTACKS);
    let attack = budget::check_mode(numbers).and_then(|()| {
        if left <= 0 {
            return Err(Refusal::new("no_attacks", "no Attack is left", "TU-36"));
        }
        numbers.split_for_attack().map(drop)
    });
    let moves = content.at(ctx).may_move(unit);
    let mut indicators = vec![
        lamp("Move", moves, most > gone, format!("{} m left", (most - gone).max(0)), "TU-30"),
        lamp("Attack", attack, true, format!("Attacks left: {left}"), "TU-30"),
    ];
    if numbers.abilities().next().is_some() {
        let any = numbers.abilities().map(|ability| numbers.check_ability(ability));
        let any = any.reduce(|best, next| if best.is_ok() { best } else { next });
        let (used, limit) = (numbers.charges_used(), numbers.limit());
        let text = format!("charges used: {used} of {limit}");
        indicators.push(lamp("Ability", any.unwrap_or(Ok(())), true, text, "TU-57"));
    }
    for (name, act, rule) in [("Guard", GUARD, "TU-141"), ("Prepare", PREPARE, "TU-173")] {
        if let Some(found) = content.act(ctx, unit, act, &Values::none()) {
            indicators.push(lamp(name, found.check_use(), true, "instead of anything else", rule));
        }
    }
    let reacts = unit.pools.0.value(REACTION) > 0;
    let text = if reacts { "one Reaction left in this Round" } else { "the Reaction is used" };
    indicators.push(lamp("Reaction", Ok(()), reacts, text, "TU-184"));
    TurnGauge { mode: mode.to_owned(), indicators, secrets: main_mark(numbers) }
}

/// An indicator, lit unless there is a refusal.
fn lamp(
    name: &str,
    check: Result<(), Refusal>,
    open: bool,
    text: impl Into<String>,
    rule: &'static str,
) -> Indicator {
    match check {
        Ok(()) => Indicator::new(name, open, text, rule),
        Err(refusal) => {
            let remark = Remark { text: refusal.text, rule: refusal.rule };
            Indicator { name: name.to_owned(), lit: false, remark }
        }
    }
}

/// The main strike of the Turn, once chosen (TU-48). Only its own side knows it.
fn main_mark(numbers: &Numbers<'_>) -> Vec<Remark> {
    let (made, main) = numbers.strikes();
    let text = main.map(|main| match main - made {
        1 => "full damage with the next strike".to_owned(),
        n if n > 1 => format!("full damage with strike {main}"),
        _ => "the main strike is made: others deal half".to_owned(),
    });
    text.map(|text| Remark::new(text, "TU-48")).into_iter().collect()
}

/// The cost of using an ability: its charges against the limit, feedback in HP, and Overheat
/// (TU-58, TU-60, TU-80).
fn prices(content: &Content, unit: &Unit, ability: &Ability, with: &Values) -> Option<Vec<Price>> {
    let numbers = Numbers::of(content, unit)?;
    let charges = numbers.charges(ability);
    // The state right after the ability.
    let mut after = unit.clone();
    let mut add = |class: &'static str, act: &Key, amount| {
        after.turn.acts.push(ActRecord { class: Key::of(class), act: act.clone(), amount });
    };
    if let Some(splits) = numbers.split_for_ability(ability).ok().flatten() {
        add(MIXED, &Key::of(MIXED), with.number(SPLIT, *splits.start()));
    }
    add(ABILITY, &ability.id, charges);
    let then = Numbers::of(content, &after)?;
    let (used, limit) = (then.charges_used(), then.limit());
    let (feedback, over) = then.feedback(charges);
    let shade = if over > 0 { Shade::Bad } else { Shade::Plain };
    let text = match over {
        0 => format!("the limit of this Turn is {limit}"),
        n => format!("{n} over the limit of this Turn"),
    };
    let mut all =
        vec![price("Charges", format!("{charges}, then {used} of {limit}"), shade, text, "TU-57")];
    all.extend(feedback_price(unit, feedback, "TU-58"));
    let rounds = by_ability(&content.rules.overheat_rounds, ability.rank);
    if rounds > 0 {
        let plural = if rounds == 1 { "" } else { "s" };
        let text = format!("then abilities of rank {:?} and above cost double", ability.rank);
        all.push(price("Overheat", format!("{rounds} Round{plural}"), Shade::Bad, text, "TU-80"));
    }
    if numbers.fizzles(ability) {
        let text = "a second one of rank A in a Turn".to_owned();
        all.push(price("Fizzles", "no effect".to_owned(), Shade::Bad, text, "TU-78"));
    }
    Some(all)
}

fn price(name: &str, value: String, shade: Shade, text: String, rule: &'static str) -> Price {
    Price { name: name.to_owned(), value, shade, remark: Remark::new(text, rule) }
}

/// The Reaction that an answer uses up (TU-185).
fn reaction_price(unit: &Unit) -> Price {
    let left = unit.pools.0.value(REACTION) - 1;
    let text = "back at the start of each Round".to_owned();
    price("Reaction", format!("1, then {left}"), Shade::Plain, text, "TU-184")
}

/// The cost of a Reaction with an ability: RP, charges of the next Turn, and feedback for those
/// above its limit (TU-189, TU-190).
fn reflex_prices(own: &Numbers<'_>, ability: &Ability) -> Vec<Price> {
    let rp = reflex::rp(own, ability);
    let left = own.unit.pools.0.value(RP) - rp;
    let advance = reflex::advance(own, ability);
    let (charges, text) = (advance.charges, format!("twice the cost of {}", ability.name));
    let mut all = vec![
        reaction_price(own.unit),
        price("RP", format!("{rp}, then {left}"), Shade::Plain, text, "TU-189"),
    ];
    if charges > 0 {
        let text = "taken from the next Turn".to_owned();
        all.push(price("Charges", charges.to_string(), Shade::Plain, text, "TU-190"));
    }
    all.extend(feedback_price(own.unit, advance.hp, "TU-190"));
    all
}

/// The feedback of an act, if any.
fn feedback_price(unit: &Unit, hp: i32, rule: &'static str) -> Option<Price> {
    let now = unit.tracks.0.value(HP);
    let left = now - hp;
    // One that fights on at 0 HP goes below (TU-333).
    let drops = now > 0 && left <= 0;
    let text = if drops { "it drops to 0 HP".to_owned() } else { format!("{left} HP left") };
    (hp > 0).then(|| price("Feedback", format!("{hp} HP"), Shade::Bad, text, rule))
}

/// The cost of an Attack that makes the Turn Mixed: the charges used against the smaller limit, and
/// the feedback for those above it (TU-92).
fn prices_when_mixed(
    content: &Content,
    ctx: Ctx<'_>,
    (unit, act): (&Unit, &Key),
    with: &Values,
) -> Option<Vec<Price>> {
    let numbers = Numbers::of(content, unit)?;
    let found = content.act(ctx, unit, act.as_str(), with)?;
    found.parameters().iter().find(|parameter| parameter.id == *SPLIT)?;
    let attacks = numbers.split_with(with)?;
    let (used, limit) = (numbers.charges_used(), numbers.mixed_limit(attacks));
    let (over, hp) = (numbers.overdue(attacks), numbers.feedback_when_mixed(attacks));
    let shade = if over > 0 { Shade::Bad } else { Shade::Plain };
    let text = format!("Attacks of the Mixed Turn: {attacks}");
    let mut all = vec![price("Charges", format!("{used} of {limit}"), shade, text, "TU-87")];
    all.extend(feedback_price(unit, hp, "TU-92"));
    Some(all)
}

/// The body with its injuries and their effects.
fn body(content: &Content, numbers: &Numbers<'_>) -> Vec<BodyPart> {
    let names = [
        ("Head", Region::Head),
        ("Torso", Region::Torso),
        ("Main arm", Region::RightArm),
        ("Other arm", Region::LeftArm),
        ("Right leg", Region::RightLeg),
        ("Left leg", Region::LeftLeg),
        ("Mind", Region::Mind),
    ];
    let mut parts = names.map(|(name, region)| BodyPart::whole(name, region)).to_vec();
    for condition in &numbers.unit.conditions.0 {
        let Some(injury) = content.injuries.get(condition.id.as_str()) else { continue };
        let limb = condition.part.as_ref().and_then(|part| content.limbs.get(part.as_str()));
        let region = limb.map_or_else(|| region_of(injury), limb_region);
        let damage = match injury.tier {
            _ if limb.is_some() => Damage::Lost,
            Tier::Minor => Damage::Light,
            Tier::Moderate | Tier::Massive => Damage::Heavy,
        };
        if let Some(part) = parts.iter_mut().find(|part| part.region == region) {
            part.hurt(damage, cost(injury, limb, condition));
        }
    }
    parts
}

/// The effect of an injury, e.g. "Dislocated Shoulder (2): ACC -1. Adds up."
fn cost(injury: &Injury, limb: Option<&Limb>, condition: &Condition) -> Remark {
    let times = if condition.size > 1 { format!(" ({})", condition.size) } else { String::new() };
    let text = limb.map_or(&injury.text, |limb| &limb.text);
    let text = format!("{}{times}: {}", injury.name, text.trim_end_matches('.'));
    Remark { text, rule: RuleId::new(injury.rule.as_str()) }
}

fn limb_region(limb: &Limb) -> Region {
    match limb.id.as_str() {
        "main_arm" => Region::RightArm,
        "other_arm" => Region::LeftArm,
        "right_leg" => Region::RightLeg,
        _ => Region::LeftLeg,
    }
}

/// The region of an injury on the figure; mental injuries are beside it.
fn region_of(injury: &Injury) -> Region {
    match injury.id.as_str() {
        "aching_head" | "concussion" | "hazy_vision" | "eye_loss" | "knockout_coma" => Region::Head,
        "dislocated_shoulder" | "torn_muscle" | "muscle_shakes" | "weakened_strength" => {
            Region::RightArm
        }
        "torn_muscles" => Region::LeftArm,
        "broken_leg" => Region::RightLeg,
        "damaged_pelvis" => Region::LeftLeg,
        "beaten_lungs" => Region::Torso,
        _ if injury.spiritual => Region::Mind,
        _ => Region::Torso,
    }
}
