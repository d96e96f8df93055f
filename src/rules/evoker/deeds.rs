//! Acts that no one opposes: getting up, focus, loading, changing Personas, passing on an extra act.

use crate::grid::{Body, UnitId};
use crate::rules::estimate::{ActOutcome, ActSummary};
use crate::rules::event::{Event, EventKind, LayerChange};
use crate::rules::kit::acts::{Act, Label, Use, one_unit};
use crate::rules::kit::{events, turns};
use crate::rules::parameter::{Parameter, Range, Setting};
use crate::rules::ruleset::{Aim, Ctx};
use crate::rules::state::{self, Carrier, Condition, Expiry, Layer, LayerState, Posture};
use crate::rules::{Key, Refusal, Value};

use super::attack;
use super::budget::{self, Price, too_few};
use super::chance;
use super::conditions::{
    BLEEDING, BOUND, BURNING, COVERED, DEFENDING, DESPAIRED, FOCUSED, PROTECTED, until_own_turn,
    until_turn_of,
};
use super::data::{Content, Keyword, Kind, Lasting};
use super::numbers::{AMMO, AP, Arm, HELD, Numbers};
use super::rows::BESIDE;
use super::step::{Aloft, Deed, Doing, Outcome, Plan, Step, Suffer, Woe};
use super::{fate, flight, hurrying};

/// The class of a change of Personas in the history of a turn.
const SWAP: &str = "swap_persona";

/// An unopposed act.
pub enum Plainly<'a> {
    /// Getting up (EV-210).
    Rise,
    /// Going down (EV-210).
    Drop,
    /// Focus (EV-202).
    Focus,
    /// Full Focus (EV-203).
    FullFocus,
    /// Defending itself (EV-189).
    Defend,
    /// Taking the next blow for another (EV-191).
    Protect,
    /// Covering another with this weapon (EV-193).
    Cover(Arm<'a>),
    /// Putting out the fire on it (EV-365).
    Douse,
    /// Shaking off despair (EV-378).
    Rally,
    /// Breaking what a spell has bound (EV-409).
    Strain,
    /// Stopping its fall (EV-121).
    CatchItself,
    /// Staunching Blood Loss (EV-394).
    FirstAid,
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
    pub const fn told(&self) -> (&'static str, &'static str, &'static str, i32, &'static str) {
        match &self.what {
            Plainly::Rise => ("rise", "Rise", "Gets back on its feet.", 1, "EV-210"),
            Plainly::Drop => ("drop", "Go prone", "Lies down.", 1, "EV-210"),
            Plainly::Focus => ("focus", "Focus", "The next test is easier by 10.", 1, "EV-202"),
            Plainly::FullFocus => {
                ("full_focus", "Full Focus", "The next test is easier by 20.", 2, "EV-203")
            }
            Plainly::Defend => {
                ("defend", "Defend", "Evades and resists better until its turn.", 2, "EV-189")
            }
            Plainly::Protect => {
                ("protect", "Protect", "Takes the next blow for a friend beside it.", 2, "EV-191")
            }
            Plainly::Cover(_) => (
                "covering_fire",
                "Covering Fire",
                "A friend evades better until its turn.",
                1,
                "EV-193",
            ),
            Plainly::Douse => ("douse", "Put out", "Tries to put out the fire.", 1, "EV-365"),
            Plainly::Rally => ("rally", "Rally", "Tries to shake off despair.", 1, "EV-378"),
            Plainly::Strain => ("break_bonds", "Break free", "Strains at its bonds.", 1, "EV-409"),
            Plainly::CatchItself => {
                ("catch_itself", "Catch itself", "Tries to stop its fall.", 1, "EV-121")
            }
            Plainly::FirstAid => ("first_aid", "First Aid", "Staunches Blood Loss.", 1, "EV-394"),
            Plainly::Reload(arm) => {
                ("reload", "Reload", "Loads what is empty.", arm.attack.reload, "EV-216")
            }
            Plainly::Swap => (SWAP, "Swap Persona", "Another Persona comes forward.", 0, "EV-219"),
            Plainly::Pass => {
                ("baton_pass", "Baton Pass", "Gives the extra act to a friend.", 0, "EV-334")
            }
        }
    }

    /// What it takes.
    const fn price(&self) -> Price {
        let (_, _, _, ap, _) = self.told();
        let keyword = match self.what {
            Plainly::Defend | Plainly::Protect | Plainly::Cover(_) => Some(Keyword::Defensive),
            _ => None,
        };
        Price { ap, spirit: 0, keyword }
    }

    /// Whom a First Aid could help (EV-394).
    fn patient(&self, target: UnitId) -> Result<(), Refusal> {
        let none = || Refusal::new("no_target", "it is not bleeding", "EV-394");
        let unit = self.ctx.unit(target).filter(|u| u.conditions.has(BLEEDING)).ok_or_else(none)?;
        let bodies = self.ctx.field.body(target).zip(self.ctx.field.body(self.me.unit.id()));
        let near = bodies.is_some_and(|(a, b)| self.ctx.field.adjacent(a, b, BESIDE));
        if !unit.status.is_present() || target != self.me.unit.id() && !near {
            return Err(Refusal::new("out_of_range", "it is not beside it", "EV-394"));
        }
        Ok(())
    }

    /// Another of its side that it can shield or cover (EV-191, EV-193).
    fn friend(&self, id: UnitId) -> Result<UnitId, Refusal> {
        let (_, _, _, _, rule) = self.told();
        let own = self.me.unit.id();
        let friend = self.ctx.unit(id).filter(|u| u.is_active() && id != own);
        if friend.is_none_or(|_| self.ctx.state.are_foes(own, id)) {
            return Err(Refusal::new("no_target", "there is no such friend", rule));
        }
        let bodies = self.ctx.field.body(id).zip(self.ctx.field.body(own));
        let near = bodies.is_some_and(|(a, b)| self.ctx.field.adjacent(a, b, BESIDE));
        if matches!(self.what, Plainly::Protect) && !near {
            return Err(Refusal::new("out_of_range", "it is not beside it", rule));
        }
        Ok(id)
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
        let (_, name, text, _, _) = self.told();
        let cost = self.price().words();
        Label { name: name.to_owned(), text: text.to_owned(), cost, group: "action" }
    }

    fn aim(&self) -> Aim {
        let aimed = matches!(
            self.what,
            Plainly::Pass | Plainly::FirstAid | Plainly::Protect | Plainly::Cover(_)
        );
        if aimed { Aim::Unit } else { Aim::Own }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        let (_, _, _, ap, rule) = self.told();
        let unit = self.me.unit;
        // Despair leaves but one thing to do; a Persona comes forward even then.
        if !matches!(self.what, Plainly::Rally | Plainly::Swap) {
            budget::check(self.ctx, self.me, &self.price())?;
            budget::check_calm(self.me)?;
        }
        if matches!(self.what, Plainly::Rise) && self.me.suffers(Lasting::Cripple, None) {
            return Err(Refusal::new("crippled", "a broken leg does not carry it", "EV-311"));
        }
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
            Plainly::Drop => Doing::Drop,
            Plainly::Focus => Doing::Focus(1),
            Plainly::FullFocus => Doing::Focus(2),
            Plainly::Defend => Doing::Defend,
            Plainly::Protect => {
                let friend = self.friend(one_unit(how.targets, "EV-191")?)?;
                Doing::Protect(friend)
            }
            Plainly::Cover(arm) => {
                let friend = self.friend(one_unit(how.targets, "EV-193")?)?;
                Doing::Cover(friend, arm.key())
            }
            Plainly::Douse => Doing::Try(Woe::Douses),
            Plainly::Rally => Doing::Try(Woe::Rallies),
            Plainly::Strain => Doing::Try(Woe::Strains),
            Plainly::CatchItself => Doing::CatchItself,
            Plainly::FirstAid => {
                let patient = one_unit(how.targets, "EV-394")?;
                self.patient(patient)?;
                Doing::Aid(patient)
            }
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

    fn act_summaries(&self) -> Vec<ActSummary> {
        if matches!(self.what, Plainly::Pass | Plainly::Drop) {
            return Vec::new();
        }
        let span = match self.what {
            Plainly::FirstAid | Plainly::Protect => 1,
            Plainly::Cover(_) => u16::MAX,
            _ => 0,
        };
        let plain = ActSummary::plain(self.key(), self.aim(), span, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, for_friends: true, ..plain }]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        if let (Plainly::FirstAid, Ok(patient)) = (&self.what, one_unit(how.targets, "EV-394")) {
            return vec![ActOutcome { helps: 2, ..ActOutcome::none(patient) }];
        }
        if let (Plainly::Protect | Plainly::Cover(_), Ok(friend)) =
            (&self.what, one_unit(how.targets, "EV-191"))
        {
            let has = |id| self.ctx.unit(friend).is_some_and(|u| u.conditions.has(id));
            let helps = i32::from(!has(PROTECTED) && !has(COVERED));
            return vec![ActOutcome { helps, ..ActOutcome::none(friend) }];
        }
        // A unit that is already focused, or behind a Persona, gains nothing.
        let helps = match self.what {
            Plainly::Swap => 2 * i32::from(self.me.persona().is_none()),
            Plainly::Focus | Plainly::FullFocus => i32::from(!self.me.has(FOCUSED)),
            Plainly::Defend => i32::from(!self.me.has(DEFENDING)),
            Plainly::Douse | Plainly::Rally | Plainly::Strain | Plainly::CatchItself => 3,
            _ => 1,
        };
        vec![ActOutcome { helps, ..ActOutcome::none(self.me.unit.id()) }]
    }
}

/// The unopposed acts that a unit has now, beside loading.
pub fn there<'a>(ctx: Ctx<'a>, me: Numbers<'a>, passes: bool) -> Vec<Plainly<'a>> {
    let unit = me.unit;
    let prone = unit.placement.posture == Posture::Prone;
    let beside = |other: &&crate::rules::state::Unit| other.conditions.has(BLEEDING);
    let friend = |other: &crate::rules::state::Unit| {
        let fits = other.is_active() && other.id() != unit.id();
        fits && !ctx.state.are_foes(unit.id(), other.id())
    };
    let covers = me.arms().into_iter().find(|arm| {
        let held = arm.slot.is_some_and(|slot| HELD.contains(&slot));
        held && arm.attack.kind == Kind::Launched && me.ammo(*arm) != Some(0)
    });
    let covers = covers.filter(|_| me.can("covering_fire") && ctx.state.units.iter().any(friend));
    let all = [
        (prone, Plainly::Rise),
        (!prone, Plainly::Drop),
        (true, Plainly::Focus),
        (true, Plainly::FullFocus),
        (true, Plainly::Defend),
        (ctx.state.units.iter().any(friend), Plainly::Protect),
        (me.has(BURNING), Plainly::Douse),
        (me.has(DESPAIRED), Plainly::Rally),
        (me.has(BOUND), Plainly::Strain),
        (me.has(flight::FALLING), Plainly::CatchItself),
        (ctx.state.units.iter().any(|u| beside(&u)), Plainly::FirstAid),
        (unit.carriers.layers().count() > 1, Plainly::Swap),
        (passes, Plainly::Pass),
    ];
    let there = all.into_iter().filter(|(there, _)| *there).map(|(_, what)| what);
    there.chain(covers.map(Plainly::Cover)).collect()
}

/// A shot that only keeps heads down (EV-193).
fn covers(ctx: Ctx<'_>, me: Numbers<'_>, friend: UnitId, key: &Key) -> Vec<Event> {
    let unit = me.unit;
    let price = Price { ap: 1, spirit: 0, keyword: Some(Keyword::Defensive) };
    let act = (Key::of("covering_fire"), "Covering Fire");
    let mut events = budget::declare(ctx, unit, act, &price, (vec![friend], None), "EV-193");
    let left = me.arm(key).and_then(|arm| me.ammo(arm));
    let shot = left.and_then(|n| {
        EventKind::wear(unit, &Carrier::Item(key.clone()), AMMO, (n - 1).max(0), "Covering Fire")
    });
    events.extend(shot.map(|what| Event::new(what, &["EV-193"])));
    let covered = until_turn_of(COVERED, 0, unit.id());
    events.extend(ctx.unit(friend).map(|u| events::gained(u, covered, "EV-193")));
    events
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
            // Those beside it may strike while it is still down (EV-211).
            events.extend(spent(1, "Rise", "EV-210"));
            let foes = attack::engaged(ctx, unit);
            let chances = chance::by(content, ctx, &foes, unit, false);
            let stand = Deed { doing: Doing::Stand, ..step.clone() };
            return Outcome::after(events, chances, Some(stand.into()));
        }
        Doing::Stand if !unit.is_active() || me.stilled().is_some() => {}
        Doing::Stand => {
            let room = ctx.field.body(unit.id()).and_then(Body::room);
            let support = room.map(|room| ctx.field.support(room, unit.id()));
            let support = support.unwrap_or(unit.placement.support);
            events.push(events::posture(unit, Posture::Standing, support, "EV-210"));
        }
        Doing::Drop => {
            events.extend(spent(1, "Go prone", "EV-210"));
            let support = unit.placement.support;
            events.push(events::posture(unit, Posture::Prone, support, "EV-210"));
        }
        Doing::Defend => {
            let price = Price { ap: 2, spirit: 0, keyword: Some(Keyword::Defensive) };
            let act = (Key::of("defend"), "Defend");
            events = budget::declare(ctx, unit, act, &price, (Vec::new(), None), "EV-189");
            let condition = until_own_turn(DEFENDING, 0, Some(unit.id()));
            events.push(events::gained(unit, condition, "EV-189"));
        }
        Doing::Protect(friend) => {
            let price = Price { ap: 2, spirit: 0, keyword: Some(Keyword::Defensive) };
            let act = (Key::of("protect"), "Protect");
            events = budget::declare(ctx, unit, act, &price, (vec![*friend], None), "EV-191");
            let protected = until_turn_of(PROTECTED, 0, unit.id());
            let friend = ctx.unit(*friend);
            events.extend(friend.map(|u| events::gained(u, protected, "EV-191")));
        }
        Doing::Cover(friend, key) => events.extend(covers(ctx, me, *friend, key)),
        Doing::Try(woe) => {
            events.extend(spent(1, "it tries", "EV-365"));
            return Outcome::then(events, Suffer { unit: unit.id(), woe: *woe }.into());
        }
        Doing::Aid(patient) => {
            events.extend(spent(1, "First Aid", "EV-394"));
            let woe = Woe::Staunches(unit.id());
            return Outcome::then(events, Suffer { unit: *patient, woe }.into());
        }
        Doing::Focus(ap) => {
            let size = unit.conditions.get(FOCUSED).map_or(0, |c| c.size) + ap;
            let lasts = Expiry::Until(Key::of("next_test"));
            let condition = Condition::new(Key::of(FOCUSED), size, None, lasts);
            let condition = condition.with(Key::of("turn"), unit.turn.number.into());
            events.extend(spent(*ap, "Focus", "EV-202"));
            events.push(events::gained(unit, condition, "EV-202"));
        }
        Doing::CatchItself => {
            events.extend(spent(1, "it tries", "EV-121"));
            return Outcome::then(events, Aloft::Catch(unit.id()).into());
        }
        Doing::Hurry => events.extend(hurrying::toggled(unit)),
        Doing::Fate(boon) => return fate::spent(content, ctx, me, *boon),
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
