//! Acts that no one opposes: getting up, focus, loading, changing Personas, passing on an extra act.

use crate::grid::Body;
use crate::rules::event::{Event, EventKind, LayerChange};
use crate::rules::kit::acts::{Act, Label, Use, one_unit};
use crate::rules::kit::{events, turns};
use crate::rules::parameter::{Parameter, Range, Setting};
use crate::rules::ruleset::{Aim, Ctx};
use crate::rules::state::{self, Carrier, Condition, Expiry, Layer, LayerState, Posture};
use crate::rules::weigh::{ActOutcome, ActSummary};
use crate::rules::{Key, Refusal, Value};

use super::data::Content;
use super::numbers::{AMMO, AP, Arm, FOCUSED, Numbers};
use super::step::{Deed, Doing, Outcome, Plan, Step};

/// The class of a change of Personas in the history of a turn.
const SWAP: &str = "swap_persona";

/// The refusal for lack of `what`.
pub fn too_few(what: &'static str, rule: &'static str) -> Refusal {
    Refusal::new(what, format!("too few {} are left", what.replace('_', " ")), rule)
}

/// An unopposed act.
pub enum Plainly<'a> {
    /// Getting up (EV-210).
    Rise,
    /// Focus (EV-202).
    Focus,
    /// Loading this weapon (EV-216).
    Reload(Arm<'a>),
    /// Another Persona (EV-219).
    Swap,
    /// Passing on a One More (EV-334).
    Pass,
}

/// One of them, as an act of a combatant.
pub struct Plain<'a> {
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
    /// Which.
    pub what: Plainly<'a>,
}

impl Plain<'_> {
    /// Its name, what players read of it, what it costs, the rule.
    const fn told(&self) -> (&'static str, &'static str, &'static str, i32, &'static str) {
        match &self.what {
            Plainly::Rise => ("rise", "Rise", "Gets back on its feet.", 1, "EV-210"),
            Plainly::Focus => ("focus", "Focus", "The next test is easier by 10.", 1, "EV-202"),
            Plainly::Reload(arm) => {
                ("reload", "Reload", "Loads what is empty.", arm.attack.reload, "EV-216")
            }
            Plainly::Swap => (SWAP, "Swap Persona", "Another Persona comes forward.", 0, "EV-219"),
            Plainly::Pass => {
                ("baton_pass", "Baton Pass", "Gives the extra act to a friend.", 0, "EV-334")
            }
        }
    }

    /// Its Personas that could come forward.
    fn others(&self) -> impl Iterator<Item = &Layer> {
        let layers = self.me.unit.carriers.layers();
        layers.filter(|layer| layer.state == LayerState::Recalled)
    }
}

impl Act<Step> for Plain<'_> {
    fn key(&self) -> Key {
        Key::of(self.told().0)
    }

    fn label(&self) -> Label {
        let (_, name, text, ap, _) = self.told();
        let cost = if ap > 0 { format!("{ap} AP") } else { "free".to_owned() };
        Label { name: name.to_owned(), text: text.to_owned(), cost, group: "action" }
    }

    fn aim(&self) -> Aim {
        if matches!(self.what, Plainly::Pass) { Aim::Unit } else { Aim::Own }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        let (_, _, _, ap, rule) = self.told();
        let unit = self.me.unit;
        if unit.pools.0.value(AP) < ap.max(i32::from(matches!(self.what, Plainly::Pass))) {
            return Err(too_few("action_points", rule));
        }
        let swapped = || unit.turn.deeds.iter().any(|deed| deed.class == *SWAP);
        if matches!(self.what, Plainly::Swap) && (swapped() || self.others().next().is_none()) {
            return Err(Refusal::new("no_swap", "no other Persona can come forward now", rule));
        }
        Ok(())
    }

    fn parameters(&self) -> Vec<Parameter> {
        let names = self.others().map(|layer| layer.id.clone());
        let settings = names.map(|id| Setting { name: id.to_string(), id, refused: None });
        let settings: Vec<Setting> = settings.collect();
        let usual = settings.first().map(|first| Value::Name(first.id.clone()));
        let usual = usual.filter(|_| matches!(self.what, Plainly::Swap));
        let persona = |usual| Parameter {
            id: Key::of("persona"),
            name: "Persona".to_owned(),
            range: Range::OneOf(settings),
            usual,
        };
        usual.map(persona).into_iter().collect()
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let unit = self.me.unit.id();
        let doing = match &self.what {
            Plainly::Rise => Doing::Rise,
            Plainly::Focus => Doing::Focus,
            Plainly::Reload(arm) => Doing::Reload(arm.key()),
            Plainly::Swap => {
                let first = || self.others().next().map(|layer| layer.id.clone());
                let named = how.with.name("persona").cloned();
                Doing::Swap(named.or_else(first).unwrap_or_default())
            }
            Plainly::Pass => {
                let to = one_unit(how.targets, "EV-334")?;
                let slot = self.ctx.state.scene.clock.slot_of_acting(unit);
                let friend = self.ctx.unit(to).filter(|u| u.is_active());
                let friend = friend.filter(|_| !self.ctx.state.are_foes(unit, to));
                if friend.is_none_or(|u| self.me.link(u) < 1) {
                    let text = "only to a friend with a Social Link";
                    return Err(Refusal::new("no_link", text, "EV-334"));
                }
                if slot.is_none_or(|slot| !slot.may_pass_to(to)) {
                    let text = "it has had this act already";
                    return Err(Refusal::new("had_it", text, "EV-339"));
                }
                Doing::Pass(to)
            }
        };
        Ok(Plan::of(Deed { unit, doing }))
    }

    fn means(&self) -> Vec<ActSummary> {
        if matches!(self.what, Plainly::Pass) {
            return Vec::new();
        }
        let plain = ActSummary::plain(self.key(), Aim::Own, 0, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, for_friends: true, ..plain }]
    }

    fn weigh(&self, _: Use<'_>) -> Vec<ActOutcome> {
        // A unit that is already focused, or behind a Persona, gains nothing.
        let helps = match self.what {
            Plainly::Swap => 2 * i32::from(self.me.persona().is_none()),
            Plainly::Focus => i32::from(!self.me.unit.conditions.has(FOCUSED)),
            _ => 1,
        };
        vec![ActOutcome { helps, ..ActOutcome::none(self.me.unit.id()) }]
    }
}

/// Carries out an unopposed act.
pub fn deed(content: &Content, ctx: Ctx<'_>, step: &Deed) -> Outcome {
    let Some(me) = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit)) else {
        return Outcome::done(Vec::new());
    };
    let unit = me.unit;
    let spent = |ap, why, rule| events::pool(unit, AP, unit.pools.0.value(AP) - ap, why, rule);
    let layer = |id: &Key, to, why: &str| {
        let (id, change, why) = (id.clone(), LayerChange::State(to), why.to_owned());
        Event::new(EventKind::Layer { unit: unit.id(), id, change, why }, &["EV-219"])
    };
    let mut events: Vec<Event> = Vec::new();
    match &step.doing {
        Doing::Rise => {
            let room = ctx.field.body(unit.id()).and_then(Body::room);
            let support = room.map(|room| ctx.field.support(room, unit.id()));
            let support = support.unwrap_or(unit.placement.support);
            events.extend(spent(1, "Rise", "EV-210"));
            events.push(events::posture(unit, Posture::Standing, support, "EV-210"));
        }
        Doing::Focus => {
            let size = unit.conditions.get(FOCUSED).map_or(0, |c| c.size) + 1;
            let lasts = Expiry::Until(Key::of("next_test"));
            let condition = Condition::new(Key::of(FOCUSED), size, None, lasts);
            let condition = condition.with(Key::of("turn"), unit.turn.number.into());
            events.extend(spent(1, "Focus", "EV-202"));
            events.push(events::gained(unit, condition, "EV-202"));
        }
        Doing::Reload(key) => {
            let Some(arm) = me.arm(key) else { return Outcome::done(events) };
            let full = EventKind::wear(
                unit,
                &Carrier::Item(key.clone()),
                AMMO,
                arm.attack.ammo,
                "it is loaded",
            );
            events.extend(spent(arm.attack.reload, "Reload", "EV-216"));
            events.extend(full.map(|what| Event::new(what, &["EV-216"])));
        }
        Doing::Swap(to) => {
            let (class, act) = (Key::of(SWAP), Key::of(SWAP));
            events.push(events::deed(unit, state::Deed { class, act, amount: 0 }, None, "EV-219"));
            let standing = unit.carriers.standing().map(|l| &l.id);
            events.extend(standing.map(|id| layer(id, LayerState::Recalled, "it steps back")));
            events.push(layer(to, LayerState::On, "it comes forward"));
        }
        Doing::Pass(to) => events.extend(turns::pass(ctx, unit.id(), *to, "EV-334")),
    }
    Outcome::done(events)
}
