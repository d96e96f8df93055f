//! Strikes with a weapon as an act: at units, objects and cells (TU-36 to TU-54, TU-168).

use num_traits::ToPrimitive;

use grid::{Body, Cell, Place, shape};
use rules::Target;
use rules::estimate::{ActOutcome, ActSummary};
use rules::event::Degree;
use rules::kit::acts::{Act, Label, Use, one_target, one_unit};
use rules::kit::area;
use rules::object::Object;
use rules::parameter::Parameter;
use rules::ruleset::{Aim, Ctx, Forecast};
use rules::{Key, Refusal};

use super::attack::{self, AttackSource, Roll};
use super::budget::check_mode;
use super::data::{Content, Weapon};
use super::harm;
use super::mixed::{and_feedback, split_parameters};
use super::numbers::{ATTACKS, Numbers};
use super::objects;
use super::reactions::{self, Threat};
use super::sight;
use super::step::{Batter, Blow, Lunge, Plan, Step, Strike};
use super::strike;

/// Parameter: the strike of the Turn that deals full damage, from 1 (TU-48).
const MAIN_STRIKE: &str = "main";
/// Cells within this number of metres are listed for guesses; farther ones can still be named.
const MOST_GUESS: u16 = 8;

/// Strikes with one weapon (TU-36).
pub struct Blows<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
    /// The unit.
    pub numbers: Numbers<'a>,
    /// The weapon and its slot.
    pub held: (&'static str, &'a Weapon),
}

impl Blows<'_> {
    fn means(&self) -> AttackSource<'_> {
        AttackSource::Weapon(self.held.1)
    }

    /// The strikes that are left in this Turn, with the Attacks of a split that makes it Mixed.
    fn strikes_left(&self, split: Option<i32>) -> i32 {
        let all = self.numbers.unit.pools.0.value(ATTACKS);
        split.map_or(all, |attacks| attacks - self.numbers.attacks_used())
    }

    /// Checks a guessed target cell: within reach or range, in line, and with no visible unit
    /// (TU-168).
    fn check_guess(&self, place: Place) -> Result<Cell, Refusal> {
        let (ctx, own) = (self.ctx, self.numbers.unit);
        let none = || Refusal::new("no_target", "there is no open space", "TU-168");
        let cell = place.cell().ok_or_else(none)?;
        let board = ctx.field.board();
        let open = board.tile(cell).is_some_and(|tile| !tile.is_solid());
        let (metres, seen) = area::away(ctx, own.id(), cell).filter(|_| open).ok_or_else(none)?;
        let span = self.held.1.reach.max(self.held.1.range);
        if metres == 0 || metres > u32::from(span) {
            return Err(Refusal::new("out_of_range", "it is out of range", "TU-38"));
        }
        if !seen && !sight::has_line_to(ctx, own.id(), cell.into()) {
            return Err(Refusal::new("no_sight", "it is not in view", "TU-164"));
        }
        let means = self.means();
        let known = |body: &Body| {
            let by = (own, means);
            attack::prepare(self.content, ctx, by, body.id, false).is_ok()
        };
        if ctx.field.bodies_in(cell).any(known) {
            return Err(Refusal::new("in_view", "choose the unit in view there instead", "TU-168"));
        }
        Ok(cell)
    }
}

impl Act<Step> for Blows<'_> {
    fn key(&self) -> Key {
        self.held.1.id.clone()
    }

    fn label(&self) -> Label {
        let Weapon { name, text, .. } = self.held.1;
        let (name, text, cost) = (name.clone(), text.clone(), self.numbers.attack_cost());
        Label { name, text, cost, group: "attack" }
    }

    fn aim(&self) -> Aim {
        Aim::Unit
    }

    fn check_use(&self) -> Result<(), Refusal> {
        check_mode(&self.numbers)?;
        if self.numbers.unit.pools.0.value(ATTACKS) <= 0 {
            return Err(Refusal::new("no_attacks", "no Attack is left", "TU-36"));
        }
        self.numbers.split_for_attack()?;
        strike::check_weapon(&self.numbers, self.held)
    }

    fn parameters(&self) -> Vec<Parameter> {
        let splits = self.numbers.split_for_attack().ok().flatten();
        let most = self.strikes_left(splits.map(|splits| *splits.end()));
        let first = self.numbers.strikes().1.is_none() && most > 1;
        let main = || Parameter::number(MAIN_STRIKE, "Full damage with strike", 1, most);
        let main = first.then(|| main().told("Only this strike of the turn does full damage."));
        main.into_iter().chain(split_parameters(&self.numbers)).collect()
    }

    /// Units, objects, and nearby cells that may hold an unseen unit.
    fn candidates(&self) -> Option<Vec<Target>> {
        let (ctx, unit) = (self.ctx, self.numbers.unit);
        let mut all: Vec<Target> = ctx.state.units.iter().map(|u| Target::Unit(u.id())).collect();
        all.extend(objects::candidates(self.content, ctx, unit, self.means()));
        let room = ctx.field.body(unit.id()).and_then(Body::room)?;
        let far = u16::from(self.held.1.reach.max(self.held.1.range)).min(MOST_GUESS);
        let cells = shape::radius(ctx.field.board(), room, far).into_iter();
        all.extend(cells.map(|cell| Target::Place(cell.into())));
        Some(all)
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let target = one_target(how.targets, "TU-36")?;
        let split = self.numbers.chosen_split(how)?;
        // Where only one strike is possible, it is the main one (TU-50).
        let most = self.strikes_left(split).max(1);
        let chosen = how.with.number(MAIN_STRIKE, 1).min(most);
        let main = self.numbers.strikes().1.unwrap_or(chosen);
        let follows = |step: Step| Ok(and_feedback(&self.numbers, split, Plan::of(step)));
        let (unit, weapon) = (self.numbers.unit.id(), self.held.1.id.clone());
        if let Some(object) = Object::of(target) {
            objects::check(self.content, self.ctx, self.numbers.unit, self.means(), object)?;
            let declared = false;
            return follows(Batter { unit, object: target, weapon, main, split, declared }.into());
        }
        if let Target::Place(place) = target {
            let cell = self.check_guess(place)?;
            return follows(Lunge { unit, cell, weapon, main, split, declared: false }.into());
        }
        let target = one_unit(how.targets, "TU-36")?;
        let by = (self.numbers.unit, self.means());
        attack::prepare(self.content, self.ctx, by, target, false)?;
        let strike = Strike {
            unit,
            target,
            weapon,
            main,
            split,
            shielded: None,
            prepared: false,
            answered: None,
            guessed: None,
            blow: Blow::Declare,
        };
        follows(strike.into())
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let forecast = |target| {
            let by = (self.numbers.unit, self.means());
            let (made, main) = self.numbers.strikes();
            let secondary = made + 1 != main.unwrap_or(how.with.number(MAIN_STRIKE, 1));
            let roll = attack::prepare(self.content, self.ctx, by, target, secondary)?;
            let responses = reactions::responses(self.content, self.ctx, &Threat::of(&roll));
            let forecast = Forecast::new(target, roll.test(self.content, None));
            Ok(forecast.with_responses(responses))
        };
        one_unit(how.targets, "TU-36").and_then(forecast).into_iter().collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let span = u16::from(self.held.1.reach.max(self.held.1.range));
        vec![ActSummary::plain(self.key(), Aim::Unit, span, self.check_use().is_ok())]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let Ok(target) = one_unit(how.targets, "TU-36") else { return Vec::new() };
        let (made, main) = self.numbers.strikes();
        let secondary = made + 1 != main.unwrap_or(1);
        let by = (self.numbers.unit, AttackSource::Weapon(self.held.1));
        let roll = attack::suppose(self.content, self.ctx, by, target, secondary);
        let Some(roll) = roll else { return Vec::new() };
        [expected(self.content, &roll)].into_iter().chain(self.numbers.attack_price()).collect()
    }
}

/// The average effect of an attack (AI estimate).
pub fn expected(content: &Content, roll: &Roll<'_>) -> ActOutcome {
    let test = roll.test(content, None);
    let (mut chance, mut sum) = (0, 0);
    for (band, share) in test.band_chances().into_iter().filter(|(b, _)| b.degree.succeeded()) {
        let share = (share * 1000).to_integer().to_i32().unwrap_or_default();
        let damage = roll.damage(content, band.degree == Degree::Critical);
        chance += share;
        sum += share * (damage.total() - damage.healed);
    }
    let average = sum / chance.max(1);
    let harm = harm::worth(roll.target.unit, average.max(0));
    let mends = (-average).max(0);
    ActOutcome { chance, harm, mends, ..ActOutcome::none(roll.target.unit.id()) }
}
