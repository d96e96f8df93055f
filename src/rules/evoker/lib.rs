//! EVOKER: opposed d100 tests with degrees, hit locations, wounds by severity, Personas that bear
//! them, extra acts for exploiting a weakness. Rule IDs start with `EV-`.

mod act_text;
mod acts;
mod aftermath;
mod aftershocks;
mod all_out;
mod allowance;
mod ambush;
mod analysing;
mod areas;
mod attack;
mod attack_acts;
mod attack_events;
mod authority;
mod bands;
mod breath;
mod budget;
mod card;
mod chance;
mod charging;
mod clock;
mod closing;
mod compulsion;
mod conditions;
mod covering;
pub mod data;
mod delaying;
mod display;
mod effects;
mod extra_acts;
mod falling;
mod fate;
mod fate_moments;
mod fixtures;
mod flight;
mod footing;
mod gripping;
mod handling;
mod hands;
mod harm;
mod hiding;
mod hurrying;
mod leaping;
mod life;
mod locks;
mod losses;
mod modifiers;
mod mounts;
mod movement;
mod names;
mod numbers;
mod objects;
mod paces;
mod plain;
mod restraints;
mod rolling;
mod scoring;
mod sheet;
mod size;
mod skill_use;
mod smoke;
mod spells;
mod stealth;
mod step;
mod stress;
mod strike;
mod suffering;
mod summoning;
mod surroundings;
mod tracks;
mod tricks;
mod unopposed;
mod unopposed_steps;
mod volley;
mod wounds;

use grid::{Body, Feature, Room, SideId, SupportKind, UnitId};

use rules::Key;
use rules::command::{Command, Refusal};
use rules::display::{Presentation, SlotRemark};
use rules::estimate::{Breach, Watch};
use rules::event::Event;
use rules::fitness::Life;
use rules::fog;
use rules::kit::book::{self, ByBook, Rulebook};
use rules::kit::falls;
use rules::kit::walk::{self, Going, Walk};
use rules::object::Object;
use rules::oracle::{Oracle, Pause};
use rules::path_preview::{Relation, Remark};
use rules::policy::Policy;
use rules::ruleset::{
    Aftermath, Ctx, Description, Entry, Fact, Placing, Plan, SetUpError, SheetNumber,
};
use rules::start::StartFact;
use rules::state::{Slot, State, Unit};

use data::{Content, Moment, Sheet};
use movement::NextStep;
use names::{AP, BOUND, DRIVEN, ENRAGED, GRAPPLED, METRES, RUN_UP_WALK};
use numbers::Numbers;
use step::{Fall, Outcome, Step};

/// The ruleset with its content.
pub type Evoker = ByBook<Content>;

impl Content {
    /// Whether a unit stops walking: its turn was interrupted, an ailment prevents it from acting,
    /// it is held or bound, or rage leaves it no way but its own (EV-207, EV-360, EV-381, EV-408,
    /// EV-409).
    fn halts(&self, ctx: Ctx<'_>, step: &Walk) -> bool {
        let me = ctx.unit(step.unit).and_then(|unit| Numbers::of(self, unit));
        let driven =
            |me: Numbers<'_>| me.unit.flags.get(DRIVEN) != 0 || step.manner == *RUN_UP_WALK;
        let stopped = |me: Numbers<'_>| {
            let held = me.has(GRAPPLED) || me.has(BOUND);
            held || me.stilled().is_some() || me.has(ENRAGED) && !driven(me)
        };
        extra_acts::is_broken_into(ctx, step.unit) || me.is_some_and(stopped)
    }

    /// The next step of a walk, or what comes before it.
    fn walk(&self, ctx: Ctx<'_>, step: &Walk) -> Outcome {
        if self.halts(ctx, step) {
            let unit = ctx.unit(step.unit);
            let room = ctx.field.body(step.unit).and_then(Body::room);
            let back = unit.zip(room).map_or_else(Vec::new, |at| {
                walk::go_back(&self.gait(ctx), ctx, at, step.at, step.free)
            });
            return Outcome::done(back);
        }
        let next = NextStep::of(self, ctx, step);
        if let Some(leave) = next.as_ref().and_then(|next| chance::leaving(ctx, next)) {
            return Outcome::after(Vec::new(), vec![leave], Some(step.clone().into()));
        }
        let looks = stealth::looks(self, ctx, step);
        if !looks.is_empty() {
            return Outcome::after(Vec::new(), looks, Some(step.clone().into()));
        }
        if let Some(effort) = next.and_then(|next| hurrying::due(self, step, &next)) {
            return Outcome::then(Vec::new(), effort.into());
        }
        match walk::stride(&self.gait(ctx), ctx, step) {
            Going::Over(events) => Outcome::done(events),
            Going::On(stride) => {
                let mut events = stride.events;
                let opens = !stride.facts.leaves().is_empty();
                events.extend(
                    ctx.unit(step.unit)
                        .filter(|_| opens)
                        .into_iter()
                        .flat_map(|u| stealth::noise(ctx, u)),
                );
                Outcome::then(events, stride.walk.into())
            }
        }
    }
}

impl Rulebook for Content {
    type Creature = Sheet;
    type MovementRules<'a> = Moment<'a>;

    const STARTS: &'static [StartFact] =
        &[StartFact::Initiative, StartFact::Surprised, StartFact::Hidden, StartFact::Joins];
    const REFRESHED: &'static [&'static str] = &[AP, METRES];
    const REDACTS: bool = true;

    fn roles(&self) -> Vec<&str> {
        self.roles.ids().map(Key::as_str).collect()
    }

    fn sheet_of(&self, role: &str) -> Option<Sheet> {
        self.filling(role).cloned()
    }

    fn numbers(&self, creature: &Sheet) -> Vec<SheetNumber> {
        sheet::changeable(self, creature)
    }

    fn change(&self, creature: &mut Sheet, name: &Key, value: i64) -> Result<(), SetUpError> {
        sheet::change(self, creature, name, value)
    }

    fn footprint(&self, role: &str) -> Option<u8> {
        self.sheet_of(role).map(|sheet| size::footprint(sheet.size))
    }

    fn place(&self, creature: Sheet, placing: &Placing) -> Result<Unit, SetUpError> {
        sheet::place(self, creature, placing)
    }

    fn life(&self, description: &Description, unit: &Unit) -> Life {
        life::life(description, unit)
    }

    fn plan(&self, ctx: Ctx<'_>, command: &Command) -> Result<Plan<Step>, Refusal> {
        book::plan(self, ctx, command, ("a turn cannot be delayed", "EV-36"))
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        Ok(match step {
            Step::RoundStart(_) => clock::round_start(self.at(ctx), oracle)?,
            Step::TurnStart(step) => clock::turn_start(self, ctx, step),
            Step::TurnEnd(step) => clock::turn_end(self, ctx, step),
            Step::RoundEnd(_) => clock::round_end(self, ctx),
            Step::Ending(_) => clock::ending(ctx),
            Step::Walk(step) => self.walk(ctx, step),
            Step::Effort(step) => hurrying::effort(self, ctx, step, oracle)?,
            Step::Sneak(step) => stealth::sneak(Moment { content: self, ctx }, step, oracle)?,
            Step::Ride(step) => mounts::ride(ctx, step),
            Step::Air(step) => breath::air(self, ctx, step, oracle)?,
            Step::Aloft(step) => flight::aloft(self, ctx, step, oracle)?,
            Step::Leap(step) => leaping::leap(self, ctx, step, oracle)?,
            Step::Fall(step) => falling::fall(self.at(ctx), step, oracle)?,
            Step::UnopposedAct(step) => unopposed_steps::carry_out(self, ctx, step),
            Step::Assault(step) => strike::assault(self, ctx, step),
            Step::Rush(step) => charging::rush(self, ctx, step),
            Step::Rouse(step) => authority::rouse(self, ctx, step, oracle)?,
            Step::Strike(step) => strike::strike(self, ctx, step, oracle)?,
            Step::Blast(step) => areas::blast(self, ctx, step, oracle)?,
            Step::Volley(step) => volley::volley(self, ctx, step, oracle)?,
            Step::Batter(step) => objects::batter(self, ctx, step, oracle)?,
            Step::Handle(step) => handling::handle(self, ctx, step, oracle)?,
            Step::Analyse(step) => analysing::analyse(self, ctx, step),
            Step::Wait(step) => delaying::wait(self, ctx, step, oracle)?,
            Step::Drive(step) => compulsion::drive(self, ctx, step, oracle)?,
            Step::FateUndoes(step) => fate_moments::undo(self, ctx, step, oracle)?,
            Step::Recovery(step) => aftermath::recover(self, ctx, step, oracle)?,
            Step::Land(step) => wounds::land(self, ctx, step, oracle)?,
            Step::Cast(step) => spells::cast(self, ctx, step, oracle)?,
            Step::Trick(step) => tricks::trick(self, ctx, step, oracle)?,
            Step::Shove(step) => tricks::shove(self, ctx, step, oracle)?,
            Step::Chance(step) => chance::chance(self, ctx, step, oracle)?,
            Step::Leave(step) => chance::leave(self, ctx, step, oracle)?,
            Step::AllOut(step) => all_out::all_out(self, ctx, step, oracle)?,
            Step::Suffer(step) => suffering::suffer(self, ctx, step, oracle)?,
        })
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        // Only conscious units cling.
        let clings = |unit: &Unit, support| match support {
            SupportKind::Flight => flight::holds(self, unit),
            _ => support == SupportKind::Grip && unit.is_active(),
        };
        let falling = falls::falling(ctx, clings);
        let falls = falling.map(|unit| Fall { unit, fell: None }.into());
        falls
            .chain(mounts::unseated(ctx))
            .chain(flight::tumbling(ctx))
            .chain(breath::quenched(ctx))
            .chain(suffering::loose_grips(self, ctx))
            .collect()
    }

    fn window(&self, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
        let mut all = aftershocks::window(self, ctx, step, events);
        all.extend(fate_moments::window(self, ctx, events));
        all.extend(delaying::window(self, ctx, step, events));
        all
    }

    fn aftermath_steps(&self, ctx: Ctx<'_>) -> Vec<Step> {
        aftermath::steps(ctx)
    }

    fn aftermath(&self, ctx: Ctx<'_>) -> Vec<Aftermath> {
        aftermath::aftermath(ctx)
    }

    fn redact(&self, known: &mut State, side: SideId) {
        analysing::veil(self, known, side);
    }

    fn supports(&self, feature: Feature) -> bool {
        matches!(feature, Feature::Weather | Feature::Haze | Feature::Airless | Feature::Miasma)
    }

    fn feature_remark(&self, feature: Feature) -> Option<Remark> {
        let (text, rule) = match feature {
            Feature::Weather => ("Targets out in it are harder to hit by 10", "EV-237"),
            Feature::Haze => ("Targets in it are harder to hit by 10", "EV-238"),
            Feature::Miasma => {
                ("Stress each round, except for units with an active Persona", "EV-406")
            }
            _ => return None,
        };
        Some(Remark::new(text, rule))
    }

    fn has_locks(&self) -> bool {
        true
    }

    fn relation(&self, ctx: Ctx<'_>, from: UnitId, to: UnitId) -> Relation {
        modifiers::relation(&self.rules, ctx, from, to)
    }

    fn order_remarks(&self, ctx: Ctx<'_>, slot: &Slot) -> Vec<SlotRemark> {
        card::order_remarks(ctx, slot)
    }

    fn breach(&self, ctx: Ctx<'_>, unit: UnitId, object: Object) -> Option<Breach> {
        let unit = ctx.unit(unit)?;
        let picks = Numbers::of(self, unit).and_then(|me| locks::breach(ctx, me, object));
        let breaks = objects::breach(self, ctx, unit, object);
        // Of equally fast ways, the quiet one.
        picks.into_iter().chain(breaks).min_by_key(|breach| breach.uses)
    }

    fn watches(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Watch> {
        chance::watches(self, ctx, unit)
    }

    fn set_off(&self, ctx: Ctx<'_>, unit: UnitId, to: Room) -> Vec<Watch> {
        chance::set_off(self, ctx, unit, to)
    }

    fn usual_policy(&self, about: &Key) -> Policy {
        let quiet = [names::REROLL, names::EASIER, names::BLOCK, names::TECHNICAL, names::TIE];
        let mut quiet = quiet.into_iter().chain([names::EVADE]).chain(fate_moments::names());
        if quiet.any(|id| *about == *id) { Policy::Never } else { Policy::Ask }
    }

    fn for_people(&self) -> Vec<Key> {
        let rolls = [names::REROLL, names::BLOCK].into_iter();
        rolls.chain(fate_moments::names()).map(Key::of).collect()
    }

    fn for_computers(&self) -> Vec<Key> {
        // Asking about every test would take more time than it is worth.
        fate_moments::worthwhile().chain([names::BLOCK]).map(Key::of).collect()
    }

    fn body(&self, unit: &Unit) -> Body {
        mounts::body(unit)
    }

    fn perceives(&self, ctx: Ctx<'_>, viewer: UnitId, target: UnitId) -> bool {
        let hides = ctx.unit(target).is_some_and(|unit| unit.conditions.has(names::HIDDEN));
        let friends = !ctx.state.are_foes(viewer, target);
        (!hides || friends) && fog::in_line(ctx, viewer, target)
    }

    fn presentation(&self) -> &dyn Presentation {
        self
    }

    fn askable(&self, _: Ctx<'_>, _: SideId) -> Vec<Entry> {
        let all = [
            (names::CHANCE, "Chance Attacks", "Make every possible Chance Attack."),
            (names::LEAVE, "Leaving melee", "Test skill to get away, or pay an action point."),
            (names::FOLLOW, "Going along", "Follow a held unit that you push."),
            (names::STEM, "Stemming blood", "Spend an action point on its own Blood Loss."),
            (names::SPREAD, "Bursts", "Who gets the extra wounds of a Burst."),
            (names::DELAYED, "Delayed acts", "Carry out a delayed act at every moment for it."),
            (names::READING, "Battle Reading", "Make a foe that was read roll again."),
            (names::REROLL, "Fate: rolling again", "Spend Fate to roll a lost test again."),
            (names::EASIER, "Fate: easier tests", "Spend Fate before a test is rolled."),
            (names::BLOCK, "Fate: Heavy Wounds", "Spend Fate to block a Heavy Wound."),
            (names::TECHNICAL, "Technical Hits", "Choose the ailment that a hit makes use of."),
            (names::TIE, "Ties of initiative", "Go first after winning a tie."),
            (names::EVADE, "Evading", "Choose how to evade, in place of the best skill."),
        ];
        let entry = |(id, name, text): (&'static str, &str, &str)| Entry {
            id: Key::of(id),
            name: name.to_owned(),
            text: text.to_owned(),
        };
        all.into_iter().chain(fate_moments::ORDERS).map(entry).collect()
    }

    fn describe(&self) -> Description {
        card::describe(self)
    }

    fn card(&self, ctx: Ctx<'_>, unit: &Unit) -> Vec<Fact> {
        card::card(self, ctx, unit)
    }
}
