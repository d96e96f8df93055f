//! Abilities without an attack roll, as acts (MO-352 to MO-356).

use crate::acting::{HeldResult, HeldUse, Hold, TargetKind};
use crate::step::{Cast as CastStep, CastPhase, Plan, Step};
use grid::Place;
use rules::command::Target;
use rules::estimate::{ActOutcome, ActSummary};
use rules::kit::acts::{Act, Label, Use};
use rules::oracle::Pause;
use rules::parameter::Parameter;
use rules::ruleset::{self, Forecast};
use rules::state::Unit;
use rules::{Key, Refusal};

use super::super::abilities::{self, AWAY, Cast};
use super::super::data::{Ability, Aim, Effect, Kind};
use super::super::defense;
use super::super::mind;
use super::super::position::Position;
use super::super::sheet::VITALITY;
use super::super::variant_spec::VariantSpec;
use super::super::variants::{self, ChosenVariant, power_cost};
use super::scoring::{helped, resisted};

/// Value of a summon to its side, in thousandths of its owner.
const SUMMON_VALUE: i32 = 500;

/// How an Ability is aimed.
const fn aim_of(ability: &Ability) -> ruleset::Aim {
    match ability.aim {
        Aim::One { .. } | Aim::Fallen { .. } => ruleset::Aim::Unit,
        Aim::Own | Aim::Around { .. } => ruleset::Aim::Own,
        Aim::Square { .. } | Aim::Line(_) | Aim::Cone(_) | Aim::Spot(_) => ruleset::Aim::Cell,
    }
}

/// The step of using an Ability.
fn step(cast: &Cast<'_>, targets: Vec<Target>, free: bool) -> Step {
    let (unit, ability, steps) = (cast.unit().id(), cast.ability.id.clone(), cast.steps);
    CastStep { unit, ability, steps, targets, free, phase: CastPhase::Declare }.into()
}

/// The Ability as upcast by a command; `None` if there is no such variant.
fn upcast<'a>(cast: &Cast<'a>, how: Use<'_>) -> Option<Cast<'a>> {
    let content = cast.position.content;
    let manner = ChosenVariant::chosen(content, how.choice.as_str(), how.with).ok()?;
    Some(Cast { steps: manner.steps, ..*cast })
}

/// Maximum range, metres.
const fn span(ability: &Ability) -> u16 {
    match ability.aim {
        Aim::Own => 0,
        Aim::One { range, .. }
        | Aim::Fallen { range, .. }
        | Aim::Square { range, .. }
        | Aim::Around { range, .. } => range,
        Aim::Line(n) | Aim::Cone(n) | Aim::Spot(n) => n,
    }
}

impl Act<Step> for Cast<'_> {
    fn key(&self) -> Key {
        self.ability.id.clone()
    }

    fn label(&self) -> Label {
        let Ability { name, text, ap, .. } = self.ability;
        let cost = format!("{ap} AP, {} WP", power_cost(self.ability, self.steps));
        Label { name: name.clone(), text: text.clone(), cost, group: "ability" }
    }

    fn aim(&self) -> ruleset::Aim {
        aim_of(self.ability)
    }

    fn check_moment(&self) -> Result<(), Refusal> {
        mind::check_drawn(self.position.content, self.position.ctx, self.unit())
    }

    fn check_use(&self) -> Result<(), Refusal> {
        Cast::check_use(self)
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        Some(abilities::candidates(self))
    }

    fn check_target(&self, target: Target) -> Result<(), Refusal> {
        abilities::check_aim(self, &[target])
    }

    fn parameters(&self) -> Vec<Parameter> {
        variants::upcast_parameter(&self.numbers, self.ability).into_iter().collect()
    }

    fn area(&self, target: Option<Target>) -> Vec<Place> {
        abilities::cells(self, target).into_iter().map(Place::Cell).collect()
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        if *how.choice == *AWAY && self.travels() && how.targets.is_empty() {
            let away = Target::Place(self.check_away()?.into());
            return Ok(Plan::of(step(self, vec![away], false)));
        }
        let manner = ChosenVariant::chosen(self.position.content, how.choice.as_str(), how.with)?;
        if manner != (ChosenVariant { steps: manner.steps, ..ChosenVariant::default() }) {
            let text = "this Ability can only be upcast";
            return Err(Refusal::new("no_such_variant", text, "MO-354"));
        }
        let cast = Cast { steps: manner.steps, ..*self };
        cast.check_use()?;
        abilities::check_aim(&cast, how.targets)?;
        let mut plan = Plan::of(step(&cast, how.targets.to_vec(), false));
        plan.warnings.extend(abilities::warning(&cast, how.targets.first().copied()));
        Ok(plan)
    }

    /// The targets' Defense Rolls.
    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let Kind::Defense { stat, .. } = self.ability.kind else { return Vec::new() };
        let (position, first) = (self.position, how.targets.first().copied());
        let Some(cast) = upcast(self, how) else { return Vec::new() };
        let whom = match self.ability.aim {
            Aim::One { .. } => how.targets.iter().filter_map(Target::unit).collect(),
            _ => abilities::known_affected(&cast, first),
        };
        let power = ("DR Power", self.numbers.power());
        let from = abilities::origin(&cast, first);
        let rolls = whom.into_iter().filter_map(|id| {
            let target = position.ctx.unit(id)?;
            let roll = defense::build_roll(position, target, stat, power, from, None)?;
            let (least, most) = defense::faces_that_decide(position.content);
            Some(Forecast::new(id, roll.test().within(least, most)).by_target())
        });
        rolls.collect()
    }

    /// One summary per variant. The value of an Ability that moves its user depends on where the
    /// turn continues.
    fn act_summaries(&self) -> Vec<ActSummary> {
        let ability = self.ability;
        if self.travels() {
            return Vec::new();
        }
        let brings = ability.summons().is_some();
        let friendly = !ability.is_harmful();
        let area = !matches!(ability.aim, Aim::Own | Aim::One { .. } | Aim::Fallen { .. });
        let open = Cast::check_use(self).is_ok();
        let plain = ActSummary {
            cost: power_cost(ability, 0),
            area: area && !brings,
            against_foes: !friendly,
            for_friends: friendly,
            pushes: ability.effects.iter().any(|e| matches!(e, Effect::Push { .. })),
            brings,
            ..ActSummary::plain(self.key(), self.aim(), span(ability), open)
        };
        let most = if open { variants::most_steps(&self.numbers, ability) } else { 0 };
        let casts = (1..=most).map(|steps| Cast { steps, ..*self });
        let casts = casts.filter(|cast| cast.check_use().is_ok());
        let ways: Vec<ActSummary> = casts
            .map(|cast| ActSummary {
                with: VariantSpec { steps: cast.steps, ..VariantSpec::default() }.values(),
                cost: power_cost(ability, cast.steps),
                is_variant: true,
                ..plain.clone()
            })
            .collect();
        std::iter::once(plain).chain(ways).collect()
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let (position, first) = (self.position, how.targets.first().copied());
        if *how.choice == *AWAY {
            return vec![ActOutcome {
                helps: escape_value(self),
                ..ActOutcome::none(self.unit().id())
            }];
        }
        let Some(cast) = upcast(self, how) else { return Vec::new() };
        if self.ability.summons().is_some() {
            return vec![ActOutcome { adds: SUMMON_VALUE, ..ActOutcome::none(self.unit().id()) }];
        }
        let whom = match (self.ability.aim, first) {
            (Aim::Own, _) => vec![self.unit().id()],
            (Aim::One { .. } | Aim::Fallen { .. }, Some(Target::Unit(id))) => vec![id],
            _ => abilities::known_affected(&cast, first),
        };
        let harmful = self.ability.is_harmful();
        let targets = whom.into_iter().filter_map(|id| position.ctx.unit(id));
        targets.map(|t| if harmful { resisted(&cast, t) } else { helped(&cast, t) }).collect()
    }
}

/// Summary of escaping with it, for AI scoring.
pub fn away(cast: &Cast<'_>) -> Option<ActSummary> {
    let open = || escape_value(cast) > 0 && cast.check_use().is_ok() && cast.check_away().is_ok();
    cast.travels().then(|| ActSummary {
        choice: Key::of(AWAY),
        cost: power_cost(cast.ability, 0),
        against_foes: false,
        for_friends: true,
        ..ActSummary::plain(cast.key(), ruleset::Aim::Own, 0, open())
    })
}

/// Value of escaping for a ranged unit with adjacent enemies; higher if it is weak.
fn escape_value(cast: &Cast<'_>) -> i32 {
    let (position, unit) = (cast.position, cast.unit());
    let adjacent =
        known_foes(position, unit).filter(|foe| position.is_adjacent(foe.id(), unit.id()));
    let weak = unit.tracks.0.get(VITALITY).is_some_and(|m| 2 * m.value < m.max);
    let adjacent = i32::try_from(adjacent.count()).unwrap_or_default();
    if weak { 3 * adjacent } else { adjacent }
}

/// The active enemies whose position a unit knows.
pub fn known_foes<'a>(
    position: Position<'a>,
    unit: &Unit,
) -> impl Iterator<Item = &'a Unit> + use<'a> {
    let (me, state) = (unit.id(), position.ctx.state);
    let all = state.units.iter().filter(|u| u.is_active());
    all.filter(move |u| state.are_foes(me, u.id()) && position.knows(me, u.id()))
}

impl Hold for Cast<'_> {
    fn held_price(&self) -> i32 {
        self.ability.ap
    }

    fn whom(&self) -> TargetKind {
        match self.ability.aim {
            Aim::Spot(_) => TargetKind::Spot,
            _ if self.ability.is_harmful() => TargetKind::Foe,
            _ => TargetKind::Friend,
        }
    }

    fn spots(&self) -> Vec<Target> {
        let mut all = abilities::targets(self);
        all.retain(|spot| self.serves(*spot));
        all
    }

    fn serves(&self, spot: Target) -> bool {
        abilities::check_aim(self, &[spot]).is_ok()
    }

    fn meant_for(&self, at: grid::UnitId) -> Option<Vec<Target>> {
        let floor = rules::kit::area::under(self.position.ctx, at);
        let targets: Vec<Target> = match self.ability.aim {
            Aim::One { .. } | Aim::Fallen { .. } => vec![Target::Unit(at)],
            Aim::Own | Aim::Around { .. } => Vec::new(),
            // Lines and cones begin at their user, whatever floor the target is on.
            Aim::Line(_) | Aim::Cone(_) => {
                floor.map(|at| Target::Place(at.cell.into())).into_iter().collect()
            }
            Aim::Square { .. } | Aim::Spot(_) => floor.map(Target::from).into_iter().collect(),
        };
        let area = matches!(
            self.ability.aim,
            Aim::Around { .. } | Aim::Line(_) | Aim::Cone(_) | Aim::Square { .. }
        );
        // An area has to include the target, and hidden units set nothing off (MO-125).
        let includes = || {
            let point = targets.first().copied();
            self.position.knows(self.unit().id(), at)
                && abilities::affected(self, point).contains(&at)
        };
        let meant = !area || includes();
        (meant && abilities::check_aim(self, &targets).is_ok()).then_some(targets)
    }

    fn carry_out(&self, how: HeldUse<'_>) -> Result<HeldResult, Pause> {
        Ok(HeldResult::Runs(step(self, how.targets, true)))
    }
}
