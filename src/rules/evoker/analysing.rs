//! Analysing enemies, and hiding facts that sides have not learned (EV-200, EV-201).

use grid::SideId;
use rules::estimate::{ActOutcome, ActSummary};
use rules::event::{Event, EventKind};
use rules::kit::acts::{Act, Label, Use, one_unit};
use rules::ruleset::{Aim, Ctx};
use rules::state::{Observer, State, Unit};
use rules::{Key, Refusal};

use super::budget::{self, Price};
use super::data::{Affinity, Content, Element, Kind};
use super::names::{DEEP, VEILED};
use super::numbers::Numbers;
use super::step::{Analyse, Outcome, Plan, Step};
use super::{attack, life};

/// The talent that allows both analyses.
const NAVIGATOR: &str = "navigator";
/// The ranks that allow them, one each.
const RANKS: [i32; 2] = [4, 7];
/// Range of an analysis, in metres.
const SIGHT: u8 = 200;
/// The facts learned besides affinities.
const MORE: [&str; 2] = ["arcana", "personality"];
const PRICE: Price = Price::of(1, None);

/// One of the two analyses as an act of a combatant.
pub struct Analysing<'a> {
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
    /// True for the deeper one (EV-201).
    pub deep: bool,
}

/// The analyses that its talent or rank allows, each with its depth; evokers see both, whatever
/// their rank.
pub fn available(me: Numbers<'_>) -> impl Iterator<Item = bool> {
    let knows = me.sheet.rank > 0 || me.can(NAVIGATOR);
    [false, true].into_iter().filter(move |_| knows)
}

impl Analysing<'_> {
    const fn rule(&self) -> &'static str {
        if self.deep { "EV-201" } else { "EV-200" }
    }
}

impl Act<Step> for Analysing<'_> {
    fn key(&self) -> Key {
        Key::of(if self.deep { "advanced_analysis" } else { "analyse" })
    }

    fn label(&self) -> Label {
        let (name, text) = if self.deep {
            ("Advanced Analysis", "Its affinities, wounds, scores and traits are known.")
        } else {
            ("Analyse Target", "Its affinities are known.")
        };
        Label { name: name.into(), text: text.into(), cost: PRICE.words(), group: "action" }
    }

    fn aim(&self) -> Aim {
        Aim::Unit
    }

    fn check_use(&self) -> Result<(), Refusal> {
        budget::check(self.ctx, self.me, &PRICE)?;
        budget::check_calm(self.me)?;
        let [plain, deep] = RANKS;
        let needs = if self.deep { deep } else { plain };
        if self.me.sheet.rank < needs && !self.me.can(NAVIGATOR) {
            return Err(Refusal::new("no_rank", "its rank is too low", self.rule()));
        }
        Ok(())
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let target = one_unit(how.targets, self.rule())?;
        let none = || Refusal::new("no_target", "there is no such foe", self.rule());
        let unit = self.ctx.unit(target).filter(|u| life::lives(u)).ok_or_else(none)?;
        if !self.ctx.state.are_foes(self.me.unit.id(), target) {
            return Err(none());
        }
        attack::reaches(self.ctx, self.me.unit, (Kind::Magic, SIGHT), unit)?;
        Ok(Plan::of(Analyse { unit: self.me.unit.id(), target, deep: self.deep }))
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        if self.deep || self.me.persona().is_none() {
            return Vec::new();
        }
        vec![ActSummary::plain(self.key(), Aim::Unit, SIGHT.into(), self.check_use().is_ok())]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        // Worthwhile if the enemy may have affinities that its side does not know yet.
        let Ok(target) = one_unit(how.targets, "EV-200") else { return Vec::new() };
        let Some(unit) = self.ctx.unit(target) else { return Vec::new() };
        let own = self.me.unit;
        let Some(numbers) = Numbers::of(self.me.content, unit) else { return Vec::new() };
        let side = Observer::Side(own.side());
        let facts = Element::ALL.iter().filter_map(|element| numbers.fact(*element));
        let unknown = facts.filter(|fact| !self.ctx.state.has_learned(side, target, fact.as_str()));
        let hinders = i32::from(numbers.has_affinities() && unknown.count() > 6);
        vec![ActOutcome { hinders, ..ActOutcome::none(target) }]
    }
}

/// A unit analyses a foe: its side learns facts about it (EV-200, EV-201).
pub fn analyse(content: &Content, ctx: Ctx<'_>, step: &Analyse) -> Outcome {
    let Some(me) = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit)) else {
        return Outcome::done(Vec::new());
    };
    let side = me.unit.side();
    let (act, rule) = if step.deep {
        ((Key::of("advanced_analysis"), "Advanced Analysis"), "EV-201")
    } else {
        ((Key::of("analyse"), "Analyse Target"), "EV-200")
    };
    let at = (vec![step.target], None);
    let mut events = budget::declare(ctx, me.unit, act, &PRICE, at, rule);
    let target = ctx.unit(step.target).and_then(|unit| Numbers::of(content, unit));
    let elements = Element::ALL.iter().filter_map(|element| target?.fact(*element));
    let deep = DEEP.into_iter().filter(|_| step.deep);
    let facts = elements.chain(MORE.into_iter().chain(deep).map(Key::of));
    let learned = EventKind::learned(ctx.state, Observer::Side(side), step.target, facts);
    events.extend(
        learned.map(|what| Event { seen_by: Some(vec![side]), ..Event::new(what, &[rule]) }),
    );
    Outcome::done(events)
}

/// Hides affinities of enemies that a side has neither seen in effect nor analysed.
pub fn veil(content: &Content, known: &mut State, side: SideId) {
    let ids: Vec<_> = known.units.iter().map(Unit::id).collect();
    for id in ids {
        let foe = known.of_side(side).any(|own| known.are_foes(own.id(), id));
        if !foe {
            continue;
        }
        let by = Observer::Side(side);
        let learned = |fact: &str| known.has_learned(by, id, fact);
        let Some(unit) = known.unit(id) else { continue };
        let numbers = Numbers::of(content, unit).filter(Numbers::has_affinities);
        let Some(numbers) = numbers else { continue };
        let hides = |fact: Option<Key>| fact.is_none_or(|fact| !learned(fact.as_str()));
        let own = Element::ALL.iter().filter(|element| hides(numbers.fact(**element)));
        let mut veils: Vec<Key> = own.map(|element| Key::of(element.veil())).collect();
        for layer in unit.carriers.layers() {
            let Some(persona) = content.personas.get(layer.id.as_str()) else { continue };
            let all = Element::ALL.iter().filter(|e| hides(Some(persona.fact(**e))));
            veils.extend(all.map(|element| persona.veil(*element)));
        }
        veils.extend(DEEP.iter().all(|fact| !learned(fact)).then(|| Key::of(VEILED)));
        let Some(unit) = known.units.iter_mut().find(|unit| unit.id() == id) else { continue };
        for veil in veils {
            unit.flags.set(veil, 1);
        }
    }
}

/// An affinity in words, before the name of the element.
pub const fn words(affinity: Affinity) -> &'static str {
    match affinity {
        Affinity::Weak => "weak to",
        Affinity::Normal => "unaffected by",
        Affinity::Resist => "resists",
        Affinity::Block => "blocks",
        Affinity::Repel => "repels",
        Affinity::Absorb => "absorbs",
    }
}
