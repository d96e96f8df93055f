//! Unopposed acts: getting up, focus, defence, attempts to end effects, changing Personas, passing on
//! an extra act.

use grid::UnitId;
use rules::command::Target;
use rules::estimate::{ActOutcome, ActSummary};
use rules::kit::acts::{Act, Label, Use, one_unit};
use rules::parameter::{Parameter, Setting};
use rules::ruleset::{Aim, Ctx, Each, Several};
use rules::state::{Layer, LayerState, Posture, Unit};
use rules::{Key, Refusal, Value};

use super::act_text::ActText;
use super::budget::{self, Price, too_few};
use super::data::{Keyword, Kind, Lasting};
use super::names::{
    AP, BESIDE, BLEEDING, BURNING, COVERED, DEFENDING, DESPAIRED, FALLING, FOCUSED, HELD, METRES,
    PANICKED, PROTECTED, RALLY, SWAP_PERSONA,
};
use super::numbers::{Arm, Numbers};
use super::step::{EffectMoment, Plan, Step, UnopposedAct, UnopposedKind};
use super::{extra_acts, hiding, life, restraints, scoring};

/// Value of one easier test, in thousandths of a helper.
const SMALL: i32 = 45;
/// The parameter for using the Move in place of an action point.
const MOVE: &str = "move";
/// The parameter that names the Persona to change to.
const PERSONA: &str = "persona";

/// The unopposed acts that a combatant can choose from.
pub enum UnopposedOption<'a> {
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
    /// Breaking a spell's bonds (EV-409).
    Strain,
    /// Stopping its fall (EV-121).
    CatchItself,
    /// Staunching Blood Loss (EV-394).
    FirstAid,
    /// Shaking off panic (EV-384).
    CalmDown,
    /// Another Persona (EV-219).
    Swap,
    /// Passing on a One More (EV-334).
    Pass,
}

impl UnopposedOption<'_> {
    /// Whether it can be delayed (EV-204).
    pub const fn is_delayable(&self) -> bool {
        matches!(
            self,
            Self::Rise
                | Self::Drop
                | Self::Focus
                | Self::FullFocus
                | Self::Defend
                | Self::Protect
                | Self::Cover(_)
                | Self::FirstAid
        )
    }
}

/// An unopposed act of a combatant.
pub struct Unopposed<'a> {
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
    /// Its kind.
    pub what: UnopposedOption<'a>,
}

impl Unopposed<'_> {
    /// Its texts.
    const fn text(&self) -> ActText {
        match &self.what {
            UnopposedOption::Rise => {
                ActText::new("rise", "Rise", "Gets back on its feet.", "EV-210")
            }
            UnopposedOption::Drop => ActText::new("drop", "Go prone", "Lies down.", "EV-210"),
            UnopposedOption::Focus => {
                ActText::new("focus", "Focus", "The next test is easier by 10.", "EV-202")
            }
            UnopposedOption::FullFocus => {
                ActText::new("full_focus", "Full Focus", "The next test is easier by 20.", "EV-203")
            }
            UnopposedOption::Defend => ActText::new(
                "defend",
                "Defend",
                "Evades and resists better until its turn.",
                "EV-189",
            ),
            UnopposedOption::Protect => ActText::new(
                "protect",
                "Protect",
                "Takes the next hit for a friend beside it.",
                "EV-191",
            ),
            UnopposedOption::Cover(_) => ActText::new(
                "covering_fire",
                "Covering Fire",
                "A friend evades better until its turn.",
                "EV-193",
            ),
            UnopposedOption::Douse => {
                ActText::new("douse", "Put out", "Tries to put out the fire.", "EV-365")
            }
            UnopposedOption::Rally => {
                ActText::new(RALLY, "Rally", "Tries to shake off despair.", "EV-378")
            }
            UnopposedOption::Strain => {
                ActText::new("break_bonds", "Break free", "Tries to break its bonds.", "EV-409")
            }
            UnopposedOption::CatchItself => {
                ActText::new("catch_itself", "Catch itself", "Tries to stop its fall.", "EV-121")
            }
            UnopposedOption::FirstAid => {
                ActText::new("first_aid", "First Aid", "Staunches Blood Loss.", "EV-394")
            }
            UnopposedOption::CalmDown => ActText::new(
                "calm_down",
                "Calm down",
                "Shakes off panic with its whole Move and an action.",
                "EV-384",
            ),
            UnopposedOption::Swap => {
                ActText::new(SWAP_PERSONA, "Swap Persona", "Switches to another Persona.", "EV-219")
            }
            UnopposedOption::Pass => ActText::new(
                "baton_pass",
                "Baton Pass",
                "Gives the extra act to a friend.",
                "EV-334",
            ),
        }
    }

    /// Its cost in action points.
    const fn ap(&self) -> i32 {
        match &self.what {
            UnopposedOption::FullFocus | UnopposedOption::Defend | UnopposedOption::Protect => 2,
            UnopposedOption::Swap => self.me.content.rules.persona_swap_ap,
            UnopposedOption::Pass => 0,
            UnopposedOption::Rise
            | UnopposedOption::Drop
            | UnopposedOption::Focus
            | UnopposedOption::Cover(_)
            | UnopposedOption::Douse
            | UnopposedOption::Rally
            | UnopposedOption::Strain
            | UnopposedOption::CatchItself
            | UnopposedOption::FirstAid
            | UnopposedOption::CalmDown => 1,
        }
    }

    /// Its cost in action points, and its keyword.
    fn price(&self) -> Price {
        let keyword = match self.what {
            UnopposedOption::Defend | UnopposedOption::Protect | UnopposedOption::Cover(_) => {
                Some(Keyword::Defensive)
            }
            _ => None,
        };
        Price::of(self.ap(), keyword)
    }

    /// Checks that First Aid could help a unit (EV-394).
    fn patient(&self, target: UnitId) -> Result<(), Refusal> {
        let none = || Refusal::new("no_target", "it is not bleeding", "EV-394");
        let bleeds = |u: &&Unit| is_bleeding(self.ctx, self.me.unit, u);
        self.ctx.unit(target).filter(bleeds).ok_or_else(none)?;
        let bodies = self.ctx.field.body(target).zip(self.ctx.field.body(self.me.unit.id()));
        let near = bodies.is_some_and(|(a, b)| self.ctx.field.adjacent(a, b, BESIDE));
        if target != self.me.unit.id() && !near {
            return Err(Refusal::new("out_of_range", "it is not beside it", "EV-394"));
        }
        Ok(())
    }

    /// Another unit of its side that it can shield or cover; unconscious units cannot evade, but
    /// can be shielded (EV-191, EV-193).
    fn friend(&self, id: UnitId) -> Result<UnitId, Refusal> {
        let rule = self.text().rule;
        let own = self.me.unit.id();
        let shields = matches!(self.what, UnopposedOption::Protect);
        let able = |u: &Unit| u.is_active() || shields && life::lives(u);
        let friend = self.ctx.unit(id).filter(|u| able(u) && id != own);
        if friend.is_none_or(|_| self.ctx.state.are_foes(own, id)) {
            return Err(Refusal::new("no_target", "there is no such friend", rule));
        }
        let bodies = self.ctx.field.body(id).zip(self.ctx.field.body(own));
        let near = bodies.is_some_and(|(a, b)| self.ctx.field.adjacent(a, b, BESIDE));
        if matches!(self.what, UnopposedOption::Protect) && !near {
            return Err(Refusal::new("out_of_range", "it is not beside it", rule));
        }
        Ok(id)
    }

    /// Whether the Move can be used instead of an action point (EV-365, EV-409).
    const fn moves_too(&self) -> bool {
        matches!(self.what, UnopposedOption::Douse | UnopposedOption::Strain)
    }

    /// How it tries to break free.
    fn escape(&self) -> EffectMoment {
        restraints::escape(self.me).unwrap_or(EffectMoment::Strains)
    }

    /// Whether its Move is still whole.
    fn whole_move(&self) -> bool {
        self.me.unit.pools.0.value(METRES) >= self.me.basic_move()
    }

    /// Whether it is paid for with the Move.
    fn by_moving(&self, how: Use<'_>) -> bool {
        let usual = i32::from(self.me.unit.pools.0.value(AP) < 1);
        self.whole_move() && how.with.number(MOVE, usual) > 0
    }

    /// Whether it acts outside its own turn: in an act that was passed on to it, or that it has
    /// earned by a delayed one (EV-332, EV-335).
    fn is_out_of_turn(&self) -> bool {
        let extra = self.ctx.state.scene.clock.extra_of(self.me.unit.id());
        let waits =
            |unit: &Unit| unit.is_active() && extra_acts::is_broken_into(self.ctx, unit.id());
        let mut all = self.ctx.state.units.iter();
        extra.is_some_and(|extra| !extra.chain.is_empty() || all.any(waits))
    }

    /// Its other Personas, which could become active.
    fn others(&self) -> impl Iterator<Item = &Layer> {
        let layers = self.me.unit.carriers.layers();
        layers.filter(|layer| layer.state == LayerState::Recalled)
    }
}

impl Act<Step> for Unopposed<'_> {
    fn key(&self) -> Key {
        self.text().key()
    }

    fn label(&self) -> Label {
        self.text().label(self.price().words(), "action")
    }

    fn aim(&self) -> Aim {
        match &self.what {
            UnopposedOption::Cover(arm) if arm.attack.burst > 1 => {
                let most = u8::try_from(arm.attack.burst).unwrap_or(u8::MAX);
                Aim::Several(Several { of: Each::Unit, least: 1, most, each: 1 })
            }
            UnopposedOption::Pass
            | UnopposedOption::FirstAid
            | UnopposedOption::Protect
            | UnopposedOption::Cover(_) => Aim::Unit,
            _ => Aim::Own,
        }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        let rule = self.text().rule;
        let unit = self.me.unit;
        // In despair only one act is possible, besides changing Personas.
        if matches!(self.what, UnopposedOption::Rally) {
            budget::check_able(self.me, self.me.stilled_despite_rally())?;
        }
        if !matches!(self.what, UnopposedOption::Rally | UnopposedOption::Swap) {
            let moving = self.moves_too() && unit.pools.0.value(AP) < 1 && self.whole_move();
            let price = if moving { Price::of(0, None) } else { self.price() };
            budget::check(self.ctx, self.me, &price)?;
            budget::check_calm(self.me)?;
            if moving {
                return Ok(());
            }
        }
        if matches!(self.what, UnopposedOption::Protect | UnopposedOption::Cover(_)) {
            budget::check_helper(self.me)?;
        }
        let rallied = || unit.turn.acts.iter().any(|record| record.class == *RALLY);
        if matches!(self.what, UnopposedOption::Rally) && rallied() {
            return Err(Refusal::new("rallied", "only one try per turn", "EV-378"));
        }
        if matches!(self.what, UnopposedOption::CalmDown) && !self.whole_move() {
            return Err(Refusal::new("moved", "it takes a whole Move", "EV-384"));
        }
        if matches!(self.what, UnopposedOption::Rise) && self.me.suffers(Lasting::Cripple, None) {
            return Err(Refusal::new("crippled", "it cannot stand on a broken leg", "EV-311"));
        }
        let ap = match self.what {
            UnopposedOption::Pass => 1,
            UnopposedOption::Swap => self.ap(),
            _ => budget::needed(self.ctx, self.me, self.ap()),
        };
        if unit.pools.0.value(AP) < ap {
            return Err(too_few("action_points", rule));
        }
        if matches!(self.what, UnopposedOption::Swap) && self.is_out_of_turn() {
            return Err(Refusal::new("out_of_turn", "only in its own turn", rule));
        }
        let swaps = unit.turn.acts.iter().filter(|record| record.class == *SWAP_PERSONA).count();
        let most = usize::try_from(self.me.content.rules.persona_swaps).unwrap_or(0);
        if matches!(self.what, UnopposedOption::Swap)
            && (swaps >= most || self.others().next().is_none())
        {
            return Err(Refusal::new("no_swap", "no other Persona is available", rule));
        }
        Ok(())
    }

    fn parameters(&self) -> Vec<Parameter> {
        if self.moves_too() {
            let usual = i32::from(self.me.unit.pools.0.value(AP) < 1);
            let most = i32::from(self.whole_move());
            let with_move = Parameter::number(MOVE, "With the Move", usual.min(most), most);
            return vec![with_move.told("Spends the whole Move instead of an Action Point.")];
        }
        let settings = self.others().map(|layer| {
            let persona = self.me.content.personas.get(layer.id.as_str());
            let name = persona.map_or_else(|| layer.id.to_string(), |known| known.name.clone());
            Setting { id: layer.id.clone(), name, refused: None }
        });
        let settings: Vec<Setting> = settings.collect();
        let usual = settings.first().map(|first| Value::Name(first.id.clone()));
        let usual = usual.filter(|_| matches!(self.what, UnopposedOption::Swap));
        let persona = |usual| Parameter::one_of(PERSONA, "Persona", settings, usual);
        usual.map(persona).into_iter().collect()
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let unit = self.me.unit.id();
        let doing = match &self.what {
            UnopposedOption::Rise => UnopposedKind::Rise,
            UnopposedOption::Drop => UnopposedKind::Drop,
            UnopposedOption::Focus => UnopposedKind::Focus(1),
            UnopposedOption::FullFocus => UnopposedKind::Focus(2),
            UnopposedOption::Defend => UnopposedKind::Defend,
            UnopposedOption::Protect => {
                let friend = self.friend(one_unit(how.targets, "EV-191")?)?;
                UnopposedKind::Protect(friend)
            }
            UnopposedOption::Cover(arm) => {
                self.aim().check(how.targets)?;
                let ids = how.targets.iter().filter_map(Target::unit);
                let friends = ids.map(|id| self.friend(id)).collect::<Result<Vec<_>, _>>()?;
                UnopposedKind::Cover(friends, arm.key())
            }
            UnopposedOption::Douse if self.by_moving(how) => {
                UnopposedKind::TryMoving(EffectMoment::Douses)
            }
            UnopposedOption::Strain if self.by_moving(how) => {
                UnopposedKind::TryMoving(self.escape())
            }
            UnopposedOption::CalmDown => UnopposedKind::CalmDown,
            UnopposedOption::Douse => UnopposedKind::Try(EffectMoment::Douses),
            UnopposedOption::Rally => UnopposedKind::Try(EffectMoment::Rallies),
            UnopposedOption::Strain => UnopposedKind::Try(self.escape()),
            UnopposedOption::CatchItself => UnopposedKind::CatchItself,
            UnopposedOption::FirstAid => {
                let patient = one_unit(how.targets, "EV-394")?;
                self.patient(patient)?;
                UnopposedKind::Aid(patient)
            }
            UnopposedOption::Swap => {
                let first = || self.others().next().map(|layer| layer.id.clone());
                let named = how.with.name(PERSONA).cloned();
                UnopposedKind::Swap(named.or_else(first).unwrap_or_default())
            }
            UnopposedOption::Pass => {
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
                UnopposedKind::Pass(to)
            }
        };
        Ok(Plan::of(UnopposedAct { unit, doing }))
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        // Acts worth less than half of their price are not considered.
        if matches!(self.what, UnopposedOption::Drop | UnopposedOption::FullFocus) {
            return Vec::new();
        }
        let span = match self.what {
            UnopposedOption::FirstAid | UnopposedOption::Protect => 1,
            UnopposedOption::Cover(_) | UnopposedOption::Pass => u16::MAX,
            _ => 0,
        };
        let plain = ActSummary::plain(self.key(), self.aim(), span, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, for_friends: true, ..plain }]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        if let (UnopposedOption::FirstAid, Ok(patient)) =
            (&self.what, one_unit(how.targets, "EV-394"))
        {
            return vec![ActOutcome { helps: 2, ..ActOutcome::none(patient) }];
        }
        if let (UnopposedOption::Protect | UnopposedOption::Cover(_), Ok(friend)) =
            (&self.what, how.targets.first().and_then(Target::unit).ok_or(()))
        {
            // Only for an active friend: enemies attack units that are still up.
            let gains = |u: &Unit| {
                u.is_active() && !u.conditions.has(PROTECTED) && !u.conditions.has(COVERED)
            };
            let adds = if self.ctx.unit(friend).is_some_and(gains) { SMALL } else { 0 };
            return vec![ActOutcome { adds, ..ActOutcome::none(friend) }];
        }
        if let (UnopposedOption::Pass, Ok(friend)) = (&self.what, one_unit(how.targets, "EV-334")) {
            return scoring::passed_on(self.ctx, self.me, friend);
        }
        let none = ActOutcome::none(self.me.unit.id());
        if matches!(self.what, UnopposedOption::Swap) {
            let first = self.others().next().map(|layer| &layer.id);
            let gain = scoring::swap(self.ctx, self.me, how.with.name(PERSONA).or(first));
            // Only half of an added value counts; a small gain counts as none.
            let adds = if gain >= SMALL { 2 * gain } else { 0 };
            return vec![ActOutcome { adds, ..none }];
        }
        // One easier test is worth little, and a focused unit gains nothing.
        let small = match self.what {
            UnopposedOption::Focus => Some(!self.me.has(FOCUSED)),
            UnopposedOption::Defend => Some(!self.me.has(DEFENDING)),
            _ => None,
        };
        if let Some(gains) = small {
            return vec![ActOutcome { adds: if gains { SMALL } else { 0 }, ..none }];
        }
        let helps = match self.what {
            UnopposedOption::Douse
            | UnopposedOption::Rally
            | UnopposedOption::Strain
            | UnopposedOption::CatchItself
            | UnopposedOption::CalmDown => 3,
            _ => 1,
        };
        vec![ActOutcome { helps, ..none }]
    }
}

/// Whether a unit is bleeding, as far as this one sees (EV-80, EV-394).
fn is_bleeding(ctx: Ctx<'_>, by: &Unit, other: &Unit) -> bool {
    let seen = ctx.state.sees(by.side(), other) && hiding::check_seen(ctx, by, other).is_ok();
    seen && life::lives(other) && other.conditions.has(BLEEDING)
}

/// The unopposed acts that a unit has now, except loading.
pub fn available<'a>(ctx: Ctx<'a>, me: Numbers<'a>, passes: bool) -> Vec<UnopposedOption<'a>> {
    let unit = me.unit;
    let prone = unit.placement.posture == Posture::Prone;
    let alive = |other: &Unit| {
        let fits = life::lives(other) && other.id() != unit.id();
        fits && !ctx.state.are_foes(unit.id(), other.id())
    };
    let friend = |other: &Unit| other.is_active() && alive(other);
    let covers = me.arms().into_iter().find(|arm| {
        let held = arm.slot.is_some_and(|slot| HELD.contains(&slot));
        held && arm.attack.kind == Kind::Launched && me.ammo(*arm) != Some(0)
    });
    let covers = covers.filter(|_| me.can("covering_fire") && ctx.state.units.iter().any(friend));
    let all = [
        (prone, UnopposedOption::Rise),
        (!prone, UnopposedOption::Drop),
        (true, UnopposedOption::Focus),
        (true, UnopposedOption::FullFocus),
        (true, UnopposedOption::Defend),
        (ctx.state.units.iter().any(alive), UnopposedOption::Protect),
        (me.has(BURNING), UnopposedOption::Douse),
        (me.has(DESPAIRED), UnopposedOption::Rally),
        (restraints::is_restrained(me), UnopposedOption::Strain),
        (me.has(PANICKED), UnopposedOption::CalmDown),
        (me.has(FALLING), UnopposedOption::CatchItself),
        (ctx.state.units.iter().any(|u| is_bleeding(ctx, unit, u)), UnopposedOption::FirstAid),
        (unit.carriers.layers().count() > 1, UnopposedOption::Swap),
        (passes, UnopposedOption::Pass),
    ];
    let there = all.into_iter().filter(|(there, _)| *there).map(|(_, what)| what);
    there.chain(covers.map(UnopposedOption::Cover)).collect()
}
