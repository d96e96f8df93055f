//! Descriptors of this ruleset: keyword indicators (EV-30), the body with armour and injuries by
//! location (EV-131, EV-293), affinities as far as they are known (EV-314), and the chain of One
//! More and Baton Pass as a special moment (EV-325 to EV-340).

use grid::{SideId, UnitId};
use rules::Ctx;
use rules::display::{
    Affinity as Shown, BodyPart, Damage, Indicator, Presentation, Profile, Region, Shade,
    Spotlight, Successor, TurnGauge, labels,
};
use rules::kit::acts::{self, Repertoire};
use rules::path_preview::Remark;
use rules::prompt::Prompt;
use rules::state::{Observer, Slot, Unit};
use rules::{Key, Values};

use super::data::{Affinity, Content, Element, Keyword, Lasting, Location};
use super::names::{
    ALL_OUT, AP, BLOCK, CHANCE, DELAYED, EASIER, FOLLOW, INJURED, METRES, ONE_MORE, READING,
    REROLL, ROW, STAGGERED, STEM, TIE, WARDED,
};
use super::numbers::{Numbers, advantages};

/// The act that passes an extra act on.
const PASS: &str = "baton_pass";

impl Presentation for Content {
    fn profile(&self, ctx: Ctx<'_>, unit: UnitId, viewer: Option<SideId>) -> Profile {
        let Some(numbers) = ctx.unit(unit).and_then(|unit| Numbers::of(self, unit)) else {
            return Profile::default();
        };
        let acts = ctx.state.scene.clock.active.contains(&numbers.unit.id());
        let turn = acts.then(|| gauge(ctx, numbers));
        let affinities = affinities(ctx, numbers, viewer);
        Profile { turn, body: body(self, numbers), affinities }
    }

    fn answers(&self, _: Ctx<'_>, prompt: &Prompt) -> Option<[String; 2]> {
        match (prompt.about.as_str(), prompt.kind.as_str()) {
            (FOLLOW, _) => labels("Go along", "Let go"),
            (TIE, _) => labels("Go first", "Go second"),
            (CHANCE, _) => labels("Attack", "Let it pass"),
            (DELAYED, _) => labels("Carry it out", "Wait"),
            (REROLL, _) => labels("Spend Fate, roll again", "Keep the roll"),
            (EASIER, _) => labels("Spend Fate", "Roll as it is"),
            (BLOCK, _) => labels("Spend Fate", "Suffer the wound"),
            (READING, _) => labels("Make it roll again", "Let the roll stand"),
            (STEM, _) => labels("Stem the blood", "Let it bleed"),
            (_, "spend") => labels("Spend Fate", "Keep Fate"),
            _ => None,
        }
    }

    fn spotlight(&self, ctx: Ctx<'_>) -> Option<Spotlight> {
        let clock = &ctx.state.scene.clock;
        let slot = clock.slots.get(clock.running()?)?;
        let extra = slot.extra.as_ref().filter(|extra| extra.name == *ONE_MORE)?;
        let unit = ctx.unit(*slot.members.first()?)?;
        let numbers = Numbers::of(self, unit)?;
        let title = if extra.chain.is_empty() { "One More" } else { "Baton Pass" };
        let mut lines = vec![Remark::new("one action or one Move", "EV-328")];
        let baton = numbers.baton(ctx);
        if baton > 0 {
            lines.push(Remark::new(format!("easier by {}", 10 * baton), "EV-337"));
        }
        lines.extend(knocked_down(self, ctx, unit));
        let next = successors(self, ctx, numbers, slot);
        let (title, unit, chain) = (title.to_owned(), unit.id(), extra.chain.clone());
        Some(Spotlight { title, unit, lines, chain, next })
    }
}

/// An indicator for each keyword, dark once used in this turn (EV-30, EV-32).
fn gauge(ctx: Ctx<'_>, numbers: Numbers<'_>) -> TurnGauge {
    let unit = numbers.unit;
    let extra = ctx.state.scene.clock.extra_of(unit.id());
    let mode = extra
        .map_or("Turn", |extra| if extra.chain.is_empty() { "One More" } else { "Baton Pass" });
    let able = numbers.stilled().is_none() && unit.pools.0.value(AP) > 0;
    let keyword = |(name, keyword): (&str, Keyword)| {
        let used = extra.is_none() && unit.turn.acts.iter().any(|d| d.class == *keyword.id());
        let text = match (used, able) {
            (true, _) => keyword.refusal().1,
            (false, true) => "once per turn",
            (false, false) if numbers.stilled().is_some() => "it cannot act",
            (false, false) => "no action point is left",
        };
        Indicator::new(name, able && !used, text, "EV-30")
    };
    let keywords = [
        ("Attack", Keyword::Attack),
        ("Hex", Keyword::Hex),
        ("Trick", Keyword::Trick),
        ("Restore", Keyword::Restoration),
        ("Augment", Keyword::Augment),
        ("Defend", Keyword::Defensive),
    ];
    let metres = unit.pools.0.value(METRES);
    let moves = Indicator::new("Move", metres > 0, format!("{metres} m left"), "EV-27");
    let indicators = [moves].into_iter().chain(keywords.map(keyword)).collect();
    TurnGauge { mode: mode.to_owned(), indicators, secrets: Vec::new() }
}

/// The staggered enemies, and whether that allows an All Out Attack (EV-340).
fn knocked_down(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> Vec<Remark> {
    let foes = ctx.state.units.iter().filter(|foe| {
        foe.is_active()
            && ctx.state.are_foes(unit.id(), foe.id())
            && ctx.state.sees(unit.side(), foe)
    });
    let (down, up): (Vec<&Unit>, Vec<&Unit>) = foes.partition(|foe| foe.conditions.has(STAGGERED));
    let names: Vec<&str> = down.iter().map(|foe| foe.identity.name.as_str()).collect();
    let mut lines = Vec::new();
    if !names.is_empty() {
        lines.push(Remark::new(format!("staggered: {}", names.join(", ")), "EV-326"));
    }
    let all_out = content.act(ctx, unit, ALL_OUT, &Values::none()).map(|act| act.check_use());
    match all_out {
        Some(Ok(())) => lines.push(Remark::new("All Out Attack is open", "EV-340")),
        Some(Err(_)) if !down.is_empty() && !up.is_empty() => {
            let text = match up.len() {
                1 => "All Out Attack once the last one is staggered".to_owned(),
                n => format!("All Out Attack once {n} more are staggered"),
            };
            lines.push(Remark::new(text, "EV-340"));
        }
        _ => {}
    }
    lines
}

/// Friends that the extra act may be passed to, and the bonus for each (EV-334, EV-337).
fn successors(
    content: &Content,
    ctx: Ctx<'_>,
    numbers: Numbers<'_>,
    slot: &Slot,
) -> Vec<Successor> {
    let own = numbers.unit.id();
    let targets = acts::targets(content, ctx, (own, &Key::of(PASS)), &Values::none());
    let units = targets.into_iter().filter_map(|target| target.unit());
    let units = units.filter(|id| slot.may_pass_to(*id)).filter_map(|id| ctx.unit(id));
    units
        .map(|unit| {
            let rank = numbers.link(unit);
            let text = format!("rank {rank}: easier by {}", 10 * advantages(rank));
            Successor { unit: unit.id(), remark: Remark::new(text, "EV-337") }
        })
        .collect()
}

/// The body by location: the armour of each part, and its injuries.
fn body(content: &Content, numbers: Numbers<'_>) -> Vec<BodyPart> {
    let toughness = numbers.bonus("toughness");
    let part = |place: &Location| {
        let points = numbers.armour().and_then(|a| a.points.get(place.covered)).copied();
        let armour = points.unwrap_or(0) + toughness + numbers.size(WARDED);
        let mut part = BodyPart {
            armour: Some(armour),
            ..BodyPart::whole(&place.name, region_of(place.id.as_str()))
        };
        let here =
            numbers.unit.conditions.0.iter().filter(|c| {
                c.id == *INJURED && c.part.as_ref().is_some_and(|part| *part == place.id)
            });
        for injury in here {
            let row = injury.data.get(ROW);
            let damage = match row {
                ..=0 => Damage::Lost,
                1 => Damage::Heavy,
                _ => Damage::Light,
            };
            part.hurt(damage, Remark::new(cost(content, place, row), "EV-293"));
        }
        part
    };
    content.locations.iter().map(part).collect()
}

/// The effect of an injury, e.g. "Agility harder by 10; cannot stand".
fn cost(content: &Content, place: &Location, row: i64) -> String {
    let mut parts: Vec<String> = Vec::new();
    if !place.hinders.is_empty() {
        let name = |id: &Key| content.skills.get(id.as_str()).map(|skill| skill.name.as_str());
        let scores: Vec<&str> = place.hinders.iter().filter_map(name).collect();
        parts.push(format!("{} harder by 10", scores.join(", ")));
    }
    if place.hand.is_some() {
        parts.push("tests with this hand are harder by 10".to_owned());
    }
    if place.lames.is_some_and(|most| row <= i64::from(most)) {
        parts.push("hindered wherever it goes".to_owned());
    }
    let effects = place.effects.iter().filter(|(most, _)| row <= *most);
    parts.extend(effects.filter_map(|(_, effect)| lasting(*effect)).map(str::to_owned));
    parts.dedup();
    parts.join("; ")
}

/// A lasting effect in words; `None` for immediate effects.
const fn lasting(effect: Lasting) -> Option<&'static str> {
    match effect {
        Lasting::Blind => Some("blind"),
        Lasting::Bruise => Some("one more wound whenever it is wounded"),
        Lasting::Useless => Some("the arm can do nothing"),
        Lasting::Cripple => Some("cannot stand"),
        Lasting::Strain => Some("using the hand costs Stress"),
        Lasting::Weak => Some("drops what it holds when an attack or parry fails"),
        Lasting::Crack => Some("failed tests cost Stress"),
        Lasting::Puncture => Some("Stress makes it bleed again"),
        Lasting::Limp => Some("walking costs Stress"),
        Lasting::Bleed | Lasting::Stun | Lasting::Confuse | Lasting::Drop | Lasting::Fell => None,
    }
}

fn region_of(place: &str) -> Region {
    match place {
        "head" => Region::Head,
        "left_arm" => Region::LeftArm,
        "right_arm" => Region::RightArm,
        "left_leg" => Region::LeftLeg,
        "right_leg" => Region::RightLeg,
        _ => Region::Torso,
    }
}

/// The effect of each element on a combatant, as far as the viewing side knows; empty if all
/// elements affect it equally (EV-288, EV-314, EV-323).
fn affinities(ctx: Ctx<'_>, numbers: Numbers<'_>, viewer: Option<SideId>) -> Vec<Shown> {
    let evokes = !numbers.sheet.personas.is_empty();
    if evokes && numbers.persona().is_none() || !numbers.has_affinities() {
        return Vec::new();
    }
    let id = numbers.unit.id();
    let known = |element: Element| {
        let fact = numbers.fact(element).unwrap_or_default();
        let learned = |side| ctx.state.has_learned(Observer::Side(side), id, fact.as_str());
        viewer.is_none_or(learned)
    };
    let shown = |(element, name): (Element, &str)| {
        let (shade, text, rule) = match numbers.affinity(element) {
            Affinity::Weak => (Shade::Bad, "weak", "EV-316"),
            Affinity::Normal => (Shade::Plain, "normal", "EV-317"),
            Affinity::Resist => (Shade::Good, "resists", "EV-318"),
            Affinity::Block => (Shade::Good, "blocks", "EV-319"),
            Affinity::Repel => (Shade::Good, "repels", "EV-320"),
            Affinity::Absorb => (Shade::Good, "absorbs", "EV-322"),
        };
        let effect = known(element).then(|| (shade, Remark::new(text, rule)));
        Shown { name: name.to_owned(), effect }
    };
    ELEMENTS.into_iter().map(shown).collect()
}

/// The elements that can have an affinity, with their names.
pub const ELEMENTS: [(Element, &str); 10] = [
    (Element::Melee, "Melee"),
    (Element::Missile, "Missile"),
    (Element::Fire, "Fire"),
    (Element::Ice, "Ice"),
    (Element::Wind, "Wind"),
    (Element::Electricity, "Electricity"),
    (Element::Nuclear, "Nuclear"),
    (Element::Psychic, "Psychic"),
    (Element::Bless, "Bless"),
    (Element::Curse, "Curse"),
];
