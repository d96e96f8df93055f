//! The current numbers of a combatant.

use grid::{Diagonals, distance, sees};
use rules::dice::Die;
use rules::kit::numbers::numbers;
use rules::roll::{Count, Test};
use rules::ruleset::Ctx;
use rules::state::{Condition, Status, Unit};
use rules::{Key, Sum};

use super::data::{
    Affinity, Ailment, Armour, Attack, Content, Disadvantage, Element, Kind, Lasting, Location,
    Persona, Sheet, Skill, Spell,
};
use super::footing;
use super::names::{
    AMMO, BOTH_HANDS, BURNING, CARRIED, CULTIVATED, DAMNED, DECAYED, DESPAIRED, DIZZY, DROWSED,
    EDGED, ENRAGED, EXHAUSTED, FATED, FIRE_GUARDED, FOCUSED, FROZEN, HELD, INJURED, NUMBED,
    PANICKED, ROW, STRESS, SURPRISED, SWIFT,
};

/// The slot of worn armour.
pub const WORN: &str = "worn";
/// The bonus of rage to the Strength Bonus (EV-379).
const RAGE: i32 = 2;
/// Distance within which panic needs no sight, in metres (EV-382).
const FEAR: u32 = 20;
/// The weapon that every combatant has.
const UNARMED: &str = "unarmed";

/// A score or skill; an untrained unit rolls the skill's fallback (EV-20).
pub fn score(content: &Content, sheet: &Sheet, id: &str) -> i32 {
    rolled_with(content, sheet, id).map_or(0, |(_, number)| number)
}

/// What a unit rolls for a score or skill, and its number (EV-20).
pub fn rolled_with<'c>(content: &'c Content, sheet: &Sheet, id: &str) -> Option<(&'c Key, i32)> {
    back(content, id).find_map(|id| Some((id, *sheet.numbers.get(id)?)))
}

/// A skill and its fallbacks, ending with a score (EV-21).
fn back<'c>(content: &'c Content, id: &str) -> impl Iterator<Item = &'c Key> + use<'c> {
    let first = content.skills.get(id);
    let next = |skill: &&'c Skill| content.skills.get(skill.without.as_ref()?.as_str());
    // Capped at the number of skills: fallbacks may form a cycle.
    let chain = std::iter::successors(first, next).take(content.skills.len());
    chain.map(|skill| &skill.id)
}

/// The Advantages of an extra act passed on at this Social Link rank (EV-337).
pub const fn advantages(rank: i32) -> i32 {
    if rank > 0 { 1 + (rank - 1) / 3 } else { 0 }
}

/// The same test with two dice, one of which counts (EV-385, EV-386).
pub fn twice(test: Test, count: Count) -> Test {
    Test { dice: vec![Die::d(100), Die::d(100)], count, ..test }
}

/// A weapon or Power that a combatant can attack with, and its slot.
#[derive(Clone, Copy, Debug)]
pub struct Arm<'a> {
    /// Its gear slot; `None` for powers and bare hands.
    pub slot: Option<&'static str>,
    /// The weapon or Power.
    pub attack: &'a Attack,
    /// The weapon used by a power of the body.
    pub swung: Option<&'a Attack>,
}

impl<'a> Arm<'a> {
    /// Whether it is a Power rather than a weapon (EV-373).
    pub fn is_power(&self) -> bool {
        self.attack.kind == Kind::Magic || self.attack.swing
    }

    /// The slot of the weapon that strikes; a power of the body swings the one in the main hand.
    fn source(&self) -> Option<&'static str> {
        self.slot.or_else(|| self.swung.map(|_| HELD[0]))
    }

    /// Number of hands that it needs.
    fn hands(&self) -> i32 {
        self.swung.map_or(self.attack.hands, |weapon| weapon.hands)
    }

    /// The hand that uses it; a carried weapon goes into the main hand.
    pub fn hand(&self) -> Option<&'static str> {
        let slot = self.source()?;
        let used = if HELD.contains(&slot) { slot } else { HELD[0] };
        Some(if self.hands() > 1 { BOTH_HANDS } else { used })
    }

    /// Range, in metres.
    pub fn range(&self) -> u8 {
        self.swung.map_or(self.attack.range, |weapon| weapon.range)
    }

    /// Whether a wounding critical hit with it starts Blood Loss (EV-389).
    pub fn bleeds(&self) -> bool {
        self.attack.bleeds || self.swung.is_some_and(|weapon| weapon.bleeds)
    }

    /// Whether it is ready for use: held, or part of its user.
    pub fn is_ready(&self) -> bool {
        self.slot.is_none_or(|slot| HELD.contains(&slot))
    }

    /// Whether it is carried, not held (EV-218).
    pub fn is_carried(&self) -> bool {
        self.slot.is_some_and(|slot| CARRIED.contains(&slot))
    }

    /// The skill for attacking with it (EV-18, EV-127).
    pub fn skill(&self) -> &'static str {
        let kind = self.attack.kind;
        let natural = self.slot.is_none() && self.swung.is_none() && kind == Kind::Melee;
        if natural { "natural" } else { kind.skill() }
    }

    /// Whether shooting it beside enemies gives them an opening (EV-252).
    pub fn gives_opening(&self) -> bool {
        self.attack.kind == Kind::Launched && !self.attack.pistol
    }

    /// Without a swung weapon.
    const fn of(slot: Option<&'static str>, attack: &'a Attack) -> Self {
        Self { slot, attack, swung: None }
    }

    /// Its name in steps.
    pub fn key(&self) -> Key {
        self.slot.map_or_else(|| self.attack.id.clone(), Key::of)
    }
}

numbers!(
    /// A combatant together with the content that its numbers come from.
    Numbers of Content, Sheet
);

impl<'a> Numbers<'a> {
    /// A score or skill.
    pub fn score(&self, id: &str) -> i32 {
        let Some((from, number)) = rolled_with(self.content, self.sheet, id) else { return 0 };
        // A skill that it lacks decays with the score rolled in its place (EV-20, EV-402).
        number - if *from == *"toughness" { self.size(DECAYED) } else { 0 }
    }

    /// The Bonus of a score (EV-15).
    pub fn bonus(&self, id: &str) -> i32 {
        let more = self.sheet.unnatural.get(id).copied().unwrap_or(0);
        let rage = if id == "strength" && self.has(ENRAGED) { RAGE } else { 0 };
        self.score(id).div_euclid(10) + more + rage
    }

    /// Whether it has this condition.
    pub fn has(&self, id: &str) -> bool {
        self.unit.conditions.has(id)
    }

    /// Its conditions with this name, which may come from several sources.
    pub fn each(&self, id: &'static str) -> impl Iterator<Item = &'a Condition> + use<'a> {
        self.unit.conditions.0.iter().filter(move |c| c.id == *id)
    }

    /// Number of its conditions with this name.
    pub fn count(&self, id: &'static str) -> i32 {
        i32::try_from(self.each(id).count()).unwrap_or(i32::MAX)
    }

    /// The size of a condition, those from several sources together; 0 without it (EV-3).
    pub fn size(&self, id: &'static str) -> i32 {
        self.each(id).map(|c| c.size).sum()
    }

    /// Its ailments (EV-356).
    pub fn ailments(&self) -> impl Iterator<Item = (&'a Ailment, &'a Condition)> + use<'a> {
        let content = self.content;
        let all = self.unit.conditions.0.iter();
        all.filter_map(|c| Some((content.ailments.get(c.id.as_str())?, c)))
    }

    /// The ailments that prevent it from acting (EV-360).
    fn stilling(&self) -> impl Iterator<Item = &'a Ailment> + use<'a> {
        self.ailments().map(|(ailment, _)| ailment).filter(|ailment| ailment.stills)
    }

    /// The ailment that prevents it from acting (EV-360).
    pub fn stilled(&self) -> Option<&'a Ailment> {
        self.stilling().next()
    }

    /// The ailment other than despair that prevents it from acting, even from shaking off despair
    /// (EV-360, EV-378).
    pub fn stilled_despite_rally(&self) -> Option<&'a Ailment> {
        self.stilling().find(|ailment| ailment.id != *DESPAIRED)
    }

    /// Whether it cannot defend itself at all (EV-404); by option this includes drowsy units
    /// (EV-371).
    pub fn is_helpless(&self) -> bool {
        let sleeps = self.content.rules.drowsed_helpless && self.has(DROWSED);
        self.unit.status == Status::Down || sleeps
    }

    /// Whether it has this talent (EV-164).
    pub fn can(&self, talent: &str) -> bool {
        self.sheet.talents.iter().any(|known| *known == *talent)
    }

    /// The best of these skills at the moment; of equal ones the first (EV-22).
    pub fn best(&self, ctx: Ctx<'_>, skills: &[&str]) -> Sum {
        let all = skills.iter().rev().map(|skill| self.mark(ctx, skill, None));
        all.max_by_key(Sum::total).unwrap_or_default()
    }

    /// Metres of one Basic Move (EV-55).
    pub fn basic_move(&self) -> i32 {
        self.move_with(self.size(SWIFT))
    }

    /// Metres of one Basic Move if its Agility Bonus were this much higher.
    pub fn move_with(&self, swift: i32) -> i32 {
        (2 * (self.bonus("agility") + swift)).max(1)
    }

    /// The injuries of its body with their locations.
    pub fn injuries(&self) -> impl Iterator<Item = (&'a Location, i64)> + use<'a> {
        let (content, all) = (self.content, &self.unit.conditions.0);
        // Fate makes it ignore some of them (EV-355).
        let numb = move |part: &Option<Key>| all.iter().any(|c| c.id == *NUMBED && c.part == *part);
        let injured = all.iter().filter(move |c| c.id == *INJURED && !numb(&c.part));
        injured.filter_map(move |c| {
            let part = content.locations.get(c.part.as_ref()?.as_str())?;
            Some((part, c.data.get(ROW)))
        })
    }

    /// Whether an injury has this effect on it, in one hand or anywhere (EV-293).
    pub fn suffers(&self, effect: Lasting, hand: Option<&str>) -> bool {
        let here = |part: &Location| {
            hand.is_none_or(|hand| part.hand.as_ref().is_some_and(|own| *own == *hand))
        };
        let does = |part: &Location, row| {
            part.effects.iter().any(|(most, what)| *what == effect && row <= *most)
        };
        self.injuries().any(|(part, row)| here(part) && does(part, row))
    }

    /// Number of legs too injured to carry it (EV-310).
    pub fn lamed(&self) -> i32 {
        let lame = |part: &Location, row| part.lames.is_some_and(|most| row <= most.into());
        i32::try_from(self.injuries().filter(|(part, row)| lame(part, *row)).count()).unwrap_or(0)
    }

    /// The number for one of its tests, without modifiers of the other side: the skill plus
    /// everything that currently makes it easier or harder (EV-3). `hand` is the hand used.
    pub fn mark(&self, ctx: Ctx<'_>, skill: &str, hand: Option<&str>) -> Sum {
        let mut mark = self.mark_anywhere(ctx, skill, hand);
        if self.goes_back(skill, "agility") {
            mark.add("bad footing", -10 * footing::under(ctx, self.unit), "EV-111");
        }
        mark
    }

    /// Whether a skill falls back to a score (EV-21).
    fn goes_back(&self, skill: &str, score: &str) -> bool {
        back(self.content, skill).any(|id| *id == *score)
    }

    /// Like [`Self::mark`], ignoring the ground (EV-111).
    pub fn mark_anywhere(&self, ctx: Ctx<'_>, skill: &str, hand: Option<&str>) -> Sum {
        let mut mark = Sum::new();
        let name = self.content.skills.get(skill).map_or(skill, |s| s.name.as_str());
        mark.push(name, self.score(skill), "EV-3");
        let scores = || back(self.content, skill);
        let hurts = |part: &Location| {
            // Two-handed use suffers from an injury of either arm (EV-304).
            let uses = |own: &Key| hand.is_some_and(|hand| *own == *hand || hand == BOTH_HANDS);
            let by_hand = part.hand.as_ref().is_some_and(uses);
            by_hand || scores().any(|score| part.hinders.contains(score))
        };
        for (part, row) in self.injuries().filter(|(part, _)| hurts(part)) {
            let tens = match self.content.rules.injury_disadvantage {
                Disadvantage::PerLocation => 1,
                Disadvantage::PerRow => 4 - i32::try_from(row.clamp(0, 3)).unwrap_or(3),
            };
            mark.add(format!("injured {}", part.name.to_lowercase()), -10 * tens, "EV-294");
        }
        let over = self.unit.tracks.0.value(STRESS) - self.score("toughness");
        mark.add("fatigued", if over > 0 { -10 } else { 0 }, "EV-395");
        mark.add("exhausted", if over >= EXHAUSTED { -10 } else { 0 }, "EV-396");
        let focus = self.unit.conditions.get(FOCUSED).map_or(0, |c| c.size);
        mark.add("focused", 10 * focus, "EV-202");
        mark.add("fate", if self.has(FATED) { 20 } else { 0 }, "EV-348");
        mark.add("cultivated", 10 * self.count(CULTIVATED), "EV-197");
        mark.add("ambush", if self.ambushes(ctx) { 10 } else { 0 }, "EV-46");
        mark.add("dizzy", if self.has(DIZZY) { -10 } else { 0 }, "EV-367");
        mark.add("panicked", if self.is_afraid(ctx) { -10 } else { 0 }, "EV-382");
        let burns = self.has(BURNING) && scores().any(|score| *score == *"willpower");
        mark.add("burning", if burns { -10 } else { 0 }, "EV-364");
        mark.add("baton pass", 10 * self.baton(ctx), "EV-337");
        mark
    }

    /// The bonuses to its next attack that the attack uses up (EV-197, EV-202, EV-215, EV-348).
    pub fn eased(&self) -> i32 {
        let cultivated = 10 * self.count(CULTIVATED);
        let fate = if self.has(FATED) { 20 } else { 0 };
        10 * self.size(FOCUSED) + fate + cultivated + 10 * self.size(EDGED)
    }

    /// Whether it acts in the first round while an enemy is surprised (EV-46, EV-223).
    fn ambushes(&self, ctx: Ctx<'_>) -> bool {
        let (id, clock) = (self.unit.id(), &ctx.state.scene.clock);
        let now = clock.round == 1 && clock.active.contains(&id) && !self.has(SURPRISED);
        let caught = |unit: &Unit| {
            let is = unit.is_active() && unit.conditions.has(SURPRISED);
            is && ctx.state.are_foes(id, unit.id())
        };
        now && ctx.state.units.iter().any(caught)
    }

    /// Whether the source of its panic is in sight or close (EV-382).
    fn is_afraid(&self, ctx: Ctx<'_>) -> bool {
        let Some(panic) = self.unit.conditions.get(PANICKED) else { return false };
        let source = panic.source.filter(|id| ctx.unit(*id).is_some_and(Unit::is_active));
        let of = |id| ctx.field.body(id);
        let bodies = of(self.unit.id()).zip(source.and_then(of));
        bodies.is_some_and(|(me, it)| {
            let near = distance(me, it, Diagonals::One).is_some_and(|metres| metres <= FEAR);
            near || sees(ctx.field.board(), me, it)
        })
    }

    /// The Advantages of an extra act that was passed on to it (EV-337).
    pub fn baton(&self, ctx: Ctx<'_>) -> i32 {
        // An extra act that it earned itself was not passed on.
        let giver = ctx.state.scene.clock.extra_of(self.unit.id()).and_then(|e| e.chain.last());
        let giver = giver.filter(|id| **id != self.unit.id());
        advantages(giver.and_then(|id| ctx.unit(*id)).map_or(0, |unit| self.link(unit)))
    }

    /// The rank of its Social Link with another (EV-334).
    pub fn link(&self, other: &Unit) -> i32 {
        let Some(theirs) = Numbers::of(self.content, other) else { return 0 };
        let to = |a: &Sheet, b: &Sheet| a.links.get(&b.id).copied();
        to(self.sheet, theirs.sheet).or_else(|| to(theirs.sheet, self.sheet)).unwrap_or(0)
    }

    /// A test against a number (EV-1, EV-2, EV-5).
    pub fn test(&self, label: &str, mark: Sum) -> Test {
        let test = Test::of(100, Sum::new(), label, mark).under();
        let test = test.by_degrees(self.content.rules.scale());
        if self.has(DAMNED) { twice(test, Count::Highest) } else { test }
    }

    /// The Persona that shields it, if any (EV-281).
    pub fn persona(&self) -> Option<&'a Persona> {
        let standing = self.unit.carriers.standing();
        standing.filter_map(|layer| self.content.personas.get(layer.id.as_str())).next()
    }

    /// The effect of an element on it; Normal without a Persona (EV-288, EV-314, EV-323).
    ///
    /// Frozen units keep only weaknesses to blows and missiles (EV-368); a guard turns Weak and
    /// Normal into Resist.
    pub fn affinity(&self, element: Element) -> Affinity {
        let evokes = !self.sheet.personas.is_empty();
        let all = match self.persona() {
            Some(persona) => Some(&persona.affinities),
            None => (!evokes).then_some(&self.sheet.affinities),
        };
        let known = element != Element::Almighty && self.unit.flags.get(element.veil()) == 0;
        let all = all.filter(|_| known);
        let own = all.and_then(|all| all.get(&element)).copied().unwrap_or_default();
        let physical = matches!(element, Element::Melee | Element::Missile);
        let open = matches!(own, Affinity::Weak | Affinity::Normal);
        if open && element == Element::Fire && self.has(FIRE_GUARDED) {
            Affinity::Resist
        } else if own != Affinity::Weak && physical && self.has(FROZEN) {
            Affinity::Normal
        } else {
            own
        }
    }

    /// The fact that a side learns when it finds out the effect of an element, on its active
    /// Persona or on itself; `None` if it has Personas but none is active (EV-200).
    pub fn fact(&self, element: Element) -> Option<Key> {
        match self.persona() {
            Some(persona) => Some(persona.fact(element)),
            None => self.sheet.personas.is_empty().then(|| Key::of(element.fact())),
        }
    }

    /// Whether it has affinities at all, which every side can see: it evokes, or it is a Shadow
    /// (EV-314).
    pub fn has_affinities(&self) -> bool {
        !self.sheet.personas.is_empty() || !self.sheet.affinities.is_empty()
    }

    /// Whether an element has no effect on it, and so does not cause its ailment (EV-324).
    pub fn is_immune(&self, element: Option<Element>) -> bool {
        let spared = |element| {
            let affinity = self.affinity(element);
            matches!(affinity, Affinity::Block | Affinity::Repel | Affinity::Absorb)
        };
        element.is_some_and(spared)
    }

    /// The names of its powers: those of its Persona, then its own.
    fn powers(&self) -> impl Iterator<Item = &'a Key> {
        let lent = self.persona().into_iter().flat_map(|persona| &persona.powers);
        lent.chain(&self.sheet.powers)
    }

    /// Its powers that deal no damage.
    pub fn spells(&self) -> Vec<&'a Spell> {
        self.powers().filter_map(|id| self.content.spells.get(id.as_str())).collect()
    }

    /// Whether it holds this item.
    fn holds(&self, item: &Key) -> bool {
        HELD.iter().any(|slot| self.unit.gear.0.get(*slot) == Some(item))
    }

    /// The armour it wears, if it has the required items.
    pub fn armour(&self) -> Option<&'a Armour> {
        let worn = self.content.armour.get(self.unit.gear.0.get(WORN)?.as_str())?;
        let lacks = worn.with.as_ref().filter(|(item, _)| !self.holds(item));
        lacks.map_or(Some(worn), |(_, left)| self.content.armour.get(left.as_str()))
    }

    /// The highest roll that is a critical hit with this weapon or Power (EV-156).
    pub fn keen(&self, arm: Arm<'_>) -> i32 {
        let swung = arm.swung.map_or(0, |weapon| weapon.keen);
        arm.attack.keen.max(self.sheet.keen).max(swung)
    }

    /// The melee weapon in its main hand.
    fn in_hand(&self) -> Option<&'a Attack> {
        let held = self.unit.gear.0.get(HELD[0])?;
        self.content.weapons.get(held.as_str()).filter(|w| w.kind == Kind::Melee)
    }

    /// Everything it can attack with: powers, held and carried weapons, bare hands.
    pub fn arms(&self) -> Vec<Arm<'a>> {
        self.every_arm().collect()
    }

    fn every_arm(&self) -> impl Iterator<Item = Arm<'a>> {
        let (content, gear) = (self.content, &self.unit.gear.0);
        let powers = self.powers().filter_map(|id| content.powers.get(id.as_str()));
        let powers = powers.filter_map(|attack| {
            let swung = self.in_hand().filter(|_| attack.swing);
            let able = !attack.swing || swung.is_some();
            able.then_some(Arm { slot: None, attack, swung })
        });
        let slots = HELD.into_iter().chain(CARRIED);
        let weapons = slots.filter_map(|slot| {
            let attack = content.weapons.get(gear.get(slot)?.as_str())?;
            Some(Arm::of(Some(slot), attack))
        });
        let free = |attack| Arm::of(None, attack);
        let natural = self.sheet.natural.iter();
        let natural = natural.filter_map(|id| content.weapons.get(id.as_str()));
        let fists = content.weapons.get(UNARMED);
        powers.chain(weapons).chain(natural.chain(fists).map(free))
    }

    /// Its first ready melee weapon that is no Power and fills no area.
    pub fn melee_arm(&self) -> Option<Arm<'a>> {
        let able = |arm: &Arm<'_>| {
            let melee = arm.attack.kind == Kind::Melee && arm.attack.area.is_none();
            arm.is_ready() && !self.is_unfit(*arm) && melee && !arm.is_power()
        };
        self.arms().into_iter().find(able)
    }

    /// The weapons of an attack with everything: held ones, or else natural ones (EV-173). What
    /// fills an area is no blow at one target (EV-137).
    pub fn equipped(&self) -> Vec<Arm<'a>> {
        let arms = self.arms();
        let held = arms.iter().filter(|arm| arm.slot.is_some_and(|s| HELD.contains(&s)));
        let mut held: Vec<Arm<'a>> = held.copied().collect();
        if !held.is_empty() {
            held.retain(|arm| arm.attack.area.is_none());
            return held;
        }
        let grown = |arm: &Arm<'a>| {
            arm.slot.is_none() && arm.swung.is_none() && self.sheet.natural.contains(&arm.attack.id)
        };
        arms.into_iter().filter(grown).collect()
    }

    /// The hands with which it can parry: each alone, or both with a two-handed weapon (EV-304,
    /// EV-307).
    pub fn parrying_hands(&self) -> Vec<Option<&'static str>> {
        let able = |hand: &str| !self.suffers(Lasting::Useless, Some(hand));
        let held = |slot: &str| {
            let item = self.unit.gear.0.get(slot)?;
            self.content.weapons.get(item.as_str())
        };
        let [main, off, ..] = HELD;
        if held(main).is_some_and(|weapon| weapon.hands > 1) {
            let both = able(main) && able(off);
            return both.then_some(Some(BOTH_HANDS)).into_iter().collect();
        }
        let mut hands = Vec::new();
        hands.extend(able(main).then_some(Some(main)));
        let armed = held(off).is_some_and(|weapon| weapon.kind == Kind::Melee);
        hands.extend((armed && able(off)).then_some(Some(off)));
        hands
    }

    /// Whether it has held or natural weapons; a thrown one is gone with the last (EV-236).
    pub fn is_armed(&self) -> bool {
        let gone = |arm: &Arm<'_>| arm.attack.kind == Kind::Thrown && self.ammo(*arm) == Some(0);
        let held = |arm: &Arm<'_>| match arm.slot {
            Some(slot) => HELD.contains(&slot) && !gone(arm),
            None => self.sheet.natural.contains(&arm.attack.id),
        };
        self.every_arm().any(|arm| held(&arm))
    }

    /// The weapon or Power named in a step, even a Power whose Persona is already gone.
    pub fn arm(&self, key: &Key) -> Option<Arm<'a>> {
        let power = || self.content.powers.get(key.as_str());
        let own = self.every_arm().find(|arm| arm.key() == *key);
        own.or_else(|| power().map(|attack| Arm::of(None, attack)))
    }

    /// Whether an injury prevents it from attacking with this: a useless arm, or blindness for
    /// shots (EV-299, EV-307).
    pub fn is_unfit(&self, arm: Arm<'_>) -> bool {
        let lost = |hand: &str| self.suffers(Lasting::Useless, Some(hand));
        let arm_lost = arm.source().is_some_and(|slot| {
            let own = HELD.contains(&slot) && lost(slot);
            own || arm.hands() > 1 && HELD.into_iter().take(2).any(lost)
        });
        arm_lost || arm.attack.kind.is_ballistic() && self.suffers(Lasting::Blind, None)
    }

    /// The shots left in a weapon; `None` for weapons without ammunition.
    pub fn ammo(&self, arm: Arm<'_>) -> Option<i32> {
        let meters = self.unit.carriers.item(arm.slot?)?;
        meters.get(AMMO).map(|meter| meter.value)
    }
}
