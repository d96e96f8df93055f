//! Fate Points spent as acts of a unit's own turn (EV-347, EV-348, EV-350, EV-351, EV-353 to
//! EV-355).

pub use super::step::FateUse;
use rules::estimate::{ActOutcome, ActSummary};
use rules::event::{Event, EventKind, LayerChange};
use rules::kit::acts::{Act, Label, Use};
use rules::kit::events;
use rules::parameter::{Parameter, Setting};
use rules::ruleset::{Aim, Ctx};
use rules::state::{Carrier, Layer, LayerState, Meter, Unit};
use rules::{Key, Refusal};

use super::act_text::ActText;
use super::budget::too_few;
use super::conditions::{until_next_test, until_own_turn};
use super::names::{EXERTION, FATE, FATED, NUMBED, RISEN, SPIRIT, STAGGERED, WOUNDS};
use super::numbers::Numbers;
use super::step::{Outcome, Plan, Step, UnopposedAct, UnopposedKind};
use super::{allowance, plain};

/// Parameter: what the point is spent on.
const ON: &str = "on";

/// All uses, in action bar order.
pub const ALL: [FateUse; 6] = [
    FateUse::Test,
    FateUse::Wounds,
    FateUse::Ailment,
    FateUse::Persona,
    FateUse::Spirit,
    FateUse::Injury,
];

impl FateUse {
    /// Its texts.
    pub const fn text(self) -> ActText {
        match self {
            Self::Test => ActText::new(
                "fate_test",
                "Fate: a test",
                "The next test is easier by 20.",
                "EV-348",
            ),
            Self::Wounds => ActText::new(
                "fate_wounds",
                "Fate: wounds",
                "Restores Light Wounds of the body.",
                "EV-350",
            ),
            Self::Ailment => ActText::new(
                "fate_ailment",
                "Fate: ailment",
                "Ends one of its own ailments.",
                "EV-351",
            ),
            Self::Persona => ActText::new(
                "fate_persona",
                "Fate: Persona",
                "Revives a broken Persona with one wound left.",
                "EV-353",
            ),
            Self::Spirit => {
                ActText::new("fate_spirit", "Fate: Spirit", "Restores Spirit.", "EV-354")
            }
            Self::Injury => ActText::new(
                "fate_injury",
                "Fate: injury",
                "Ignores its worst injury until its turn.",
                "EV-355",
            ),
        }
    }
}

/// A use of Fate as an act of a combatant.
pub struct FateAct<'a> {
    /// Its owner.
    pub me: Numbers<'a>,
    /// Its kind.
    pub fate_use: FateUse,
}

impl FateAct<'_> {
    /// Whether it would have any effect now.
    pub fn is_of_use(&self) -> bool {
        let unit = self.me.unit;
        let lacks = |meter: Option<&Meter>| meter.is_some_and(|meter| meter.value < meter.max);
        match self.fate_use {
            FateUse::Test => !self.me.has(FATED),
            FateUse::Wounds => lacks(unit.tracks.0.get(WOUNDS[0])) || self.persona_lacks(),
            FateUse::Ailment => self.me.ailments().next().is_some(),
            FateUse::Persona => self.broken().next().is_some(),
            FateUse::Injury => self.me.injuries().next().is_some(),
            FateUse::Spirit => self.pools().next().is_some(),
        }
    }

    /// Whether its active Persona has lost Light Wounds.
    fn persona_lacks(&self) -> bool {
        let standing = self.me.unit.carriers.standing().next();
        let light = standing.and_then(|layer| layer.meters.get(WOUNDS[0]));
        light.is_some_and(|meter| meter.value < meter.max)
    }

    /// Its broken Personas (EV-353).
    fn broken(&self) -> impl Iterator<Item = &Layer> {
        self.me.unit.carriers.layers().filter(|layer| layer.state == LayerState::Broken)
    }

    /// The power pools that are not full (EV-354).
    fn pools(&self) -> impl Iterator<Item = &'static str> {
        let unit = self.me.unit;
        let powers = !self.me.sheet.personas.is_empty() || !self.me.sheet.powers.is_empty();
        let lacks = move |id: &&str| {
            let meter = unit.pools.0.get(id);
            powers && meter.is_some_and(|meter| meter.value < meter.max)
        };
        [SPIRIT, EXERTION].into_iter().filter(lacks)
    }

    /// What the point can be spent on, the default first: names and display names.
    pub fn objects(&self) -> Vec<(Key, String)> {
        match self.fate_use {
            FateUse::Wounds => {
                let light = self.me.unit.tracks.0.get(WOUNDS[0]);
                let body = light.is_some_and(|meter| meter.value < meter.max);
                let all = [(body, "body", "Body"), (self.persona_lacks(), "persona", "Persona")];
                let there = all.into_iter().filter(|(there, ..)| *there);
                there.map(|(_, id, name)| (Key::of(id), name.to_owned())).collect()
            }
            FateUse::Injury => {
                // The worst first.
                let mut all: Vec<_> = self.me.injuries().collect();
                all.sort_by_key(|(_, row)| *row);
                all.into_iter().map(|(part, _)| (part.id.clone(), part.name.clone())).collect()
            }
            FateUse::Ailment => {
                // Ailments that prevent acting go first.
                let mut all: Vec<_> = self.me.ailments().map(|(ailment, _)| ailment).collect();
                all.sort_by_key(|ailment| !ailment.stills);
                all.into_iter().map(|a| (a.id.clone(), a.name.clone())).collect()
            }
            FateUse::Spirit => {
                let name = |id: &str| if id == SPIRIT { "Spirit" } else { "Exertion" };
                self.pools().map(|id| (Key::of(id), name(id).to_owned())).collect()
            }
            FateUse::Persona => {
                let name = |id: &Key| {
                    let persona = self.me.content.personas.get(id.as_str());
                    persona.map_or_else(|| id.to_string(), |persona| persona.name.clone())
                };
                self.broken().map(|layer| (layer.id.clone(), name(&layer.id))).collect()
            }
            FateUse::Test => Vec::new(),
        }
    }
}

impl Act<Step> for FateAct<'_> {
    fn key(&self) -> Key {
        self.fate_use.text().key()
    }

    fn label(&self) -> Label {
        self.fate_use.text().label("1 Fate".to_owned(), "fate")
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_use(&self) -> Result<(), Refusal> {
        if self.me.unit.pools.0.value(FATE) < 1 {
            return Err(too_few("fate", "EV-347"));
        }
        if !self.is_of_use() {
            return Err(Refusal::new(
                "no_need",
                "it would have no effect now",
                self.fate_use.text().rule,
            ));
        }
        Ok(())
    }

    fn parameters(&self) -> Vec<Parameter> {
        let setting = |(id, name)| Setting { id, name, refused: None };
        let settings: Vec<Setting> = self.objects().into_iter().map(setting).collect();
        plain::one_of(ON, "On", settings).into_iter().collect()
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let all = self.objects();
        let named = how.with.name(ON).filter(|id| all.iter().any(|(known, _)| known == *id));
        let on = named.cloned().or_else(|| all.first().map(|(id, _)| id.clone()));
        Ok(Plan::of(UnopposedAct {
            unit: self.me.unit.id(),
            doing: UnopposedKind::Fate(self.fate_use, on),
        }))
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        // Points are saved for serious harm: wounds, and ailments that prevent acting.
        let wise = match self.fate_use {
            FateUse::Wounds => self.me.unit.tracks.0.value(WOUNDS[0]) == 0,
            FateUse::Ailment => self.me.stilled().is_some(),
            FateUse::Persona => self.me.persona().is_none(),
            FateUse::Test | FateUse::Spirit | FateUse::Injury => false,
        };
        let plain = ActSummary::plain(self.key(), Aim::Own, 0, self.check_use().is_ok());
        let summary = ActSummary { against_foes: false, for_friends: true, ..plain };
        wise.then_some(summary).into_iter().collect()
    }

    fn estimate(&self, _: Use<'_>) -> Vec<ActOutcome> {
        let none = ActOutcome::none(self.me.unit.id());
        vec![match self.fate_use {
            FateUse::Wounds => ActOutcome { mends: 10 * self.me.bonus("realisation"), ..none },
            FateUse::Persona => ActOutcome { mends: 10, ..none },
            _ => ActOutcome { helps: 3, ..none },
        }]
    }
}

/// The Persona in play, if Light Wounds are restored to it rather than to the body.
fn persona<'a>(unit: &'a Unit, on: Option<&Key>) -> Option<&'a Layer> {
    unit.carriers.standing().next().filter(|_| on.is_some_and(|on| *on == *"persona"))
}

/// The most Light Wounds that a Fate Point can restore to this: no more than are lost (EV-350).
pub fn restorable(me: Numbers<'_>, on: Option<&Key>) -> i32 {
    let light = match persona(me.unit, on) {
        Some(layer) => layer.meters.get(WOUNDS[0]),
        None => me.unit.tracks.0.get(WOUNDS[0]),
    };
    let lost = light.map_or(0, |meter| meter.max.saturating_sub(meter.value));
    me.bonus("realisation").min(lost)
}

/// Fate made the test easier, so the result does not depend on the roll alone (EV-348).
pub fn easier(unit: &Unit) -> Event {
    events::gained(unit, until_next_test(FATED, 1, None), "EV-348")
}

/// A Fate Point is spent.
pub fn spent(ctx: Ctx<'_>, me: Numbers<'_>, (fate_use, on): (FateUse, Option<&Key>)) -> Outcome {
    let unit = me.unit;
    let rule = fate_use.text().rule;
    let mut events: Vec<Event> =
        events::pool(unit, FATE, unit.pools.0.value(FATE) - 1, "Fate", "EV-347")
            .into_iter()
            .collect();
    match fate_use {
        FateUse::Test => events.push(easier(unit)),
        FateUse::Wounds => events.extend(restored(me, on)),
        FateUse::Ailment => events.extend(recovered(ctx, me, on)),
        FateUse::Persona => events.extend(revived(unit, on)),
        FateUse::Injury => {
            let worst = me.injuries().find(|(part, _)| on.is_none_or(|on| part.id == *on));
            events.extend(worst.map(|(part, _)| {
                let numbed = until_own_turn(NUMBED, 0, None).of_part(part.id.clone());
                events::gained(unit, numbed, rule)
            }));
        }
        FateUse::Spirit => {
            let pool = on.map_or(SPIRIT, Key::as_str);
            let to = unit.pools.0.get(pool).map_or(0, |meter| filled(me, meter));
            events.extend(events::pool(unit, pool, to, "Fate", rule));
        }
    }
    Outcome::done(events)
}

/// A meter raised by the Realisation Bonus, up to its maximum (EV-350, EV-354).
fn filled(me: Numbers<'_>, meter: &Meter) -> i32 {
    meter.value.saturating_add(me.bonus("realisation")).min(meter.max)
}

/// Light Wounds are restored (EV-350).
fn restored(me: Numbers<'_>, on: Option<&Key>) -> Option<Event> {
    let unit = me.unit;
    let Some(layer) = persona(unit, on) else {
        let to = unit.tracks.0.get(WOUNDS[0]).map_or(0, |meter| filled(me, meter));
        return events::track(unit, WOUNDS[0], to, "Fate", "EV-350");
    };
    let to = layer.meters.get(WOUNDS[0]).map_or(0, |meter| filled(me, meter));
    let on = Carrier::Layer(layer.id.clone());
    let wear = EventKind::wear(unit, &on, WOUNDS[0], to, "Fate");
    wear.map(|what| Event::new(what, &["EV-350"]))
}

/// An ailment ends; a unit that it has kept from acting in its own turn gets the turn back
/// (EV-351).
fn recovered(ctx: Ctx<'_>, me: Numbers<'_>, on: Option<&Key>) -> Vec<Event> {
    let (unit, rule) = (me.unit, FateUse::Ailment.text().rule);
    let chosen = me.ailments().find(|(ailment, _)| on.is_none_or(|on| ailment.id == *on));
    let Some((ailment, condition)) = chosen else { return Vec::new() };
    let mut events = vec![events::relieved_of(unit, condition, "Fate", rule)];
    let turn = allowance::regained(ctx, me, &events, ("Fate", rule));
    // It was staggered all the same (EV-325).
    let acts = ctx.state.scene.clock.active.contains(&unit.id());
    let rises = ailment.id == *STAGGERED && !acts;
    events.extend(rises.then(|| events::flag(unit, RISEN, 1, rule)).flatten());
    events.extend(turn);
    events
}

/// A broken Persona revives with its last wound (EV-353).
fn revived(unit: &Unit, on: Option<&Key>) -> Vec<Event> {
    let rule = FateUse::Persona.text().rule;
    let meant =
        |layer: &&Layer| layer.state == LayerState::Broken && on.is_none_or(|on| layer.id == *on);
    let Some(layer) = unit.carriers.layers().find(meant) else { return Vec::new() };
    let on = Carrier::Layer(layer.id.clone());
    let wear = EventKind::wear(unit, &on, WOUNDS[2], 1, "Fate");
    let (id, why) = (layer.id.clone(), "Fate revives it".to_owned());
    let stands = unit.carriers.standing().next().is_some();
    let to = if stands { LayerState::Recalled } else { LayerState::On };
    let change = LayerChange::State(to);
    let what = EventKind::Layer { unit: unit.id(), id, change, why };
    wear.into_iter().chain([what]).map(|what| Event::new(what, &[rule])).collect()
}
