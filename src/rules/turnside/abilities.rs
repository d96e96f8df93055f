//! Abilities as acts of their users: their targets, their previews, and their value to the AI
//! (TU-56 to TU-106).

use num_traits::ToPrimitive;

use grid::{Dir, FloorAt, Place, UnitId};
use rules::Target;
use rules::estimate::{ActOutcome, ActSummary};
use rules::fog;
use rules::kit::acts::{Act, Label, Use, one_floor, one_target, one_unit};
use rules::kit::area;
use rules::object::Object;
use rules::parameter::{Parameter, Setting, Value};
use rules::ruleset::{Aim, Ctx, Forecast, Warning};
use rules::state::{Status, Unit};
use rules::{Key, Refusal, RuleId};

use super::aiming;
use super::attack::{self, AttackSource, Roll};
use super::blows::expected;
use super::budget::{SPLIT, split_parameter};
use super::cast;
use super::choices;
use super::data::{self, Content, Delivery, Element, Mark, Score, Trait, by_ability};
use super::numbers::{HP, Numbers};
use super::objects;
use super::reactions::{self, Threat};
use super::step::{Cast, Casting, Plan, Step};
use super::summons;
use super::weighing::{self, Worth};

/// Parameter: the maximum damage that the user allows (TU-75).
const MOST: &str = "damage";
/// Parameter: the chosen element.
const ELEMENT: &str = "element";

/// Value of a summoned unit, in thousandths of its caller's strength.
const SUMMON: i32 = 350;

/// An ability as an available act.
pub struct Ability<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
    /// The user.
    pub numbers: Numbers<'a>,
    /// The ability.
    pub ability: &'a data::Ability,
}

impl<'a> Ability<'a> {
    fn act_summaries(&self) -> AttackSource<'a> {
        AttackSource::Ability(self.ability)
    }

    /// The attack on one target, with damage capped as chosen.
    fn roll(&self, target: UnitId, origin: Option<FloorAt>, most: Option<i32>) -> Option<Roll<'a>> {
        let by = (self.numbers.unit, self.act_summaries());
        let mut roll = attack::in_area(self.content, self.ctx, by, target, origin)?;
        cast::lower(&mut roll.raw, most);
        Some(roll)
    }

    /// The damage cap that the user chose; `None` if it is not below the full damage.
    fn most(&self, how: Use<'_>) -> Option<i32> {
        let all = self.power()?;
        Some(how.with.number(MOST, all)).filter(|most| *most < all)
    }

    /// Raw damage; `None` if it deals none or only 1.
    fn power(&self) -> Option<i32> {
        let power = self.ability.deals.map(|_| self.numbers.power(self.ability).total());
        power.filter(|power| *power > 1)
    }

    fn element(&self, how: Use<'_>) -> Option<Element> {
        let chosen = how.with.name(ELEMENT);
        let named = |element: &Element| chosen.is_none_or(|name| *name == *element.name());
        self.ability.attuned.then(|| Element::ALL.into_iter().find(named)).flatten()
    }

    /// The combatants that it affects, rolled against or helped.
    fn affected(&self, target: Target) -> Vec<UnitId> {
        let (ctx, unit) = (self.ctx, self.numbers.unit);
        match (self.ability.delivery, target) {
            (Delivery::Burst(radius), Target::Place(_) | Target::Floor(_)) => {
                let at = target.floor();
                at.map_or_else(Vec::new, |at| aiming::in_burst(ctx, at, radius))
            }
            (Delivery::Cone(metres), Target::Direction(dir)) => {
                aiming::in_cone(ctx, unit, metres, dir)
            }
            (_, Target::Unit(id)) => vec![id],
            _ => Vec::new(),
        }
    }

    fn check_unit(&self, target: UnitId) -> Result<(), Refusal> {
        let (ctx, unit) = (self.ctx, self.numbers.unit);
        let no_target = |why: &'static str| Refusal::new("no_target", why, "TU-70");
        let there = |u: &&Unit| !matches!(u.status, Status::Dead | Status::Gone);
        let Some(other) = ctx.unit(target).filter(there) else {
            return Err(no_target("there is no one"));
        };
        let friendly = self.ability.delivery == Delivery::Ally;
        if friendly && other.side() != unit.side() {
            return Err(no_target("it helps allies only"));
        }
        if !friendly && target == unit.id() {
            return Err(no_target("it is aimed at others"));
        }
        if self.ability.delivery == Delivery::Strike {
            let by = (unit, self.act_summaries());
            return attack::prepare(self.content, ctx, by, target, false).map(drop);
        }
        aiming::check_line(ctx, &self.numbers, self.ability, target)
    }

    fn check_blink(&self, ctx: Ctx<'_>, at: FloorAt) -> Result<(), Refusal> {
        let body = ctx.field.body(self.numbers.unit.id());
        let room = body.and_then(grid::Body::room);
        let fits = room.is_some_and(|room| {
            let own = self.numbers.unit.id();
            let fits = ctx.field.fits_standing_on(room.at(at.cell, room.feet), at.floor, own);
            // Straight up or down, the floor must be named.
            let elsewhere = |feet| match at.floor {
                Some(_) => (room.cell, room.feet) != (at.cell, feet),
                None => room.cell != at.cell,
            };
            fits.is_ok_and(|site| elsewhere(site.feet))
        });
        if fits { Ok(()) } else { Err(Refusal::new("no_room", "there is no room", "TU-187")) }
    }

    /// The effect on one target (AI estimate). Harm to allies counts as harm to them.
    fn outcome(&self, target: UnitId, origin: Option<FloorAt>) -> Option<ActOutcome> {
        let on = Numbers::of(self.content, self.ctx.unit(target)?)?;
        let plain = match self.ability.delivery {
            Delivery::Shatter(_) => {
                let test = cast::shatter(self.content, &self.numbers, self.ability, &on);
                let chance = (test.chance() * 1000).to_integer().to_i32().unwrap_or_default();
                ActOutcome { chance, ..ActOutcome::none(target) }
            }
            Delivery::Strike | Delivery::Burst(_) | Delivery::Cone(_) => {
                expected(self.content, &self.roll(target, origin, None)?)
            }
            _ => ActOutcome::none(target),
        };
        if self.ability.delivery == Delivery::Summon {
            return Some(ActOutcome { adds: SUMMON, ..ActOutcome::none(target) });
        }
        let mends = if self.ability.heals {
            let missing = on.unit.tracks.0.get(HP).map_or(0, |hp| hp.max - hp.value);
            self.numbers.healing(self.ability).min(missing)
        } else {
            plain.mends
        };
        let gives = self.ability.gives.as_ref();
        let given = gives.filter(|gives| !on.unit.conditions.has(gives.id.as_str()));
        let worth = given.and_then(|gives| {
            let ailment = self.content.ailments.get(gives.id.as_str())?;
            Some(weighing::of_condition(ailment, gives.rounds, &on))
        });
        let Worth { harm, hinders, helps } = worth.unwrap_or_default();
        let harm = plain.harm.saturating_add(harm);
        Some(ActOutcome { mends, harm, hinders, helps, ..plain })
    }

    const fn is_attack(&self) -> bool {
        matches!(
            self.ability.delivery,
            Delivery::Strike | Delivery::Burst(_) | Delivery::Cone(_) | Delivery::Shatter(_)
        )
    }

    /// HP of feedback that using it now would cost, also if it makes the Turn Mixed (TU-60, TU-92).
    fn feedback(&self) -> i32 {
        let charges = self.numbers.charges(self.ability);
        let used = self.numbers.charges_used().saturating_add(charges);
        let splits = self.numbers.split_for_ability(self.ability).ok().flatten();
        let mixed = splits.map(|splits| self.numbers.mixed_limit(*splits.start()));
        let limit = mixed.unwrap_or_else(|| self.numbers.limit());
        let over = used.saturating_sub(limit).max(0);
        self.numbers.feedback_of(over.min(charges))
    }

    /// Checks an object as its target (TU-54).
    fn check_object(&self, target: Target) -> Result<(), Refusal> {
        let none = || Refusal::new("no_target", "it does not strike objects", "TU-54");
        let object = Object::of(target).filter(|_| self.ability.deals.is_some());
        let object = object.ok_or_else(none)?;
        objects::check(self.content, self.ctx, self.numbers.unit, self.act_summaries(), object)
    }

    /// The cell that is its target, if there is room for its effect.
    fn check_cell(&self, how: Use<'_>) -> Result<FloorAt, Refusal> {
        let at = one_floor(how.targets, "TU-67")?;
        if let Delivery::Burst(_) = self.ability.delivery {
            aiming::check_centre(self.ctx, self.numbers.unit, self.ability, at)?;
            return Ok(at);
        }
        let none = || Refusal::new("one_target", "there is no such floor", "TU-67");
        let floor = area::meant(self.ctx, self.numbers.unit.id(), at).ok_or_else(none)?;
        // Without a name it is the floor nearest to where the user is now.
        let at = if at.floor.is_some() { at } else { floor };
        aiming::check_centre(self.ctx, self.numbers.unit, self.ability, at)?;
        // As its side sees the board, so that unseen units stay secret (TU-301).
        fog::as_seen(self.ctx, self.numbers.unit.side(), |ctx| match self.ability.delivery {
            Delivery::Blink => self.check_blink(ctx, at),
            _ => summons::check_room(ctx, &self.numbers, self.ability, at),
        })?;
        Ok(at)
    }
}

impl Act<Step> for Ability<'_> {
    fn key(&self) -> Key {
        self.ability.id.clone()
    }

    fn label(&self) -> Label {
        let data::Ability { name, text, rank, .. } = self.ability;
        let charges = self.numbers.charges(self.ability);
        let rp = by_ability(&self.content.rules.rp_cost, *rank);
        let feedback = match self.feedback() {
            0 => String::new(),
            hp => format!(", feedback {hp} HP"),
        };
        let cost = format!("{charges} charges, {rp} RP{feedback}");
        Label { name: name.clone(), text: text.clone(), cost, group: "ability" }
    }

    fn aim(&self) -> Aim {
        match self.ability.delivery {
            Delivery::Strike | Delivery::Shatter(_) | Delivery::Ally => Aim::Unit,
            Delivery::Burst(_) | Delivery::Blink | Delivery::Summon => Aim::Cell,
            Delivery::Cone(_) => Aim::Direction,
            Delivery::Own | Delivery::Allies(_) => Aim::Own,
        }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        self.numbers.check_ability(self.ability)
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        let range = u16::from(self.ability.range);
        match self.ability.delivery {
            Delivery::Burst(_) | Delivery::Blink | Delivery::Summon => {
                let room =
                    self.ctx.field.body(self.numbers.unit.id()).and_then(grid::Body::room)?;
                let board = self.ctx.field.board();
                let cells = grid::shape::radius(board, room, range);
                if !matches!(self.ability.delivery, Delivery::Burst(_)) {
                    return Some(area::with_floors(board, cells));
                }
                // A burst at a cell alone is on the ground.
                let cells = cells.into_iter().map(|cell| Target::Place(Place::Cell(cell)));
                let above = area::upper_floors(self.ctx, self.numbers.unit.id(), range);
                Some(cells.chain(above).collect())
            }
            Delivery::Cone(_) => Some(Dir::ALL.into_iter().map(Target::Direction).collect()),
            Delivery::Strike if self.ability.deals.is_some() => {
                let units = self.ctx.state.units.iter().map(|unit| Target::Unit(unit.id()));
                let (unit, means) = (self.numbers.unit, self.act_summaries());
                let things = objects::candidates(self.content, self.ctx, unit, means);
                Some(units.chain(things).collect())
            }
            _ => None,
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        let mut all = Vec::new();
        if let Some(power) = self.power() {
            let usual = Value::Number(power);
            let most = Parameter { usual, ..Parameter::number(MOST, "Damage", 1, power) };
            all.push(most.told("Its maximum damage."));
        }
        if self.ability.attuned {
            let setting = |element: Element| Setting {
                id: Key::of(element.name()),
                name: element.name().to_owned(),
                refused: None,
            };
            let usual = Value::Name(Key::of(Element::Fire.name()));
            let elements = Element::ALL.map(setting).to_vec();
            all.push(Parameter::one_of(ELEMENT, "Element", elements, usual));
        }
        let splits = self.numbers.split_for_ability(self.ability).ok().flatten();
        all.extend(splits.map(|splits| split_parameter(&splits, *splits.start())));
        all
    }

    fn area(&self, target: Option<Target>) -> Vec<Place> {
        let cells = match (self.ability.delivery, target) {
            (Delivery::Burst(radius), Some(target)) => {
                let at = target.floor();
                at.map_or_else(Vec::new, |at| area::cells(self.ctx, at, radius.into()))
            }
            (Delivery::Cone(metres), Some(Target::Direction(dir))) => {
                aiming::cone(self.ctx, self.numbers.unit, metres, dir)
            }
            _ => Vec::new(),
        };
        cells.into_iter().map(Place::Cell).collect()
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let unit = self.numbers.unit.id();
        let (mut targets, mut place, mut towards) = (Vec::new(), None, None);
        let mut object = None;
        match self.ability.delivery {
            Delivery::Strike if matches!(how.targets, [Target::Thing(_)] | [Target::Edge(..)]) => {
                let target = one_target(how.targets, "TU-67")?;
                self.check_object(target)?;
                object = Some(target);
            }
            Delivery::Strike | Delivery::Shatter(_) | Delivery::Ally => {
                let target = one_unit(how.targets, "TU-67")?;
                self.check_unit(target)?;
                targets.push(target);
            }
            Delivery::Burst(_) | Delivery::Blink | Delivery::Summon => {
                place = Some(self.check_cell(how)?);
            }
            Delivery::Cone(_) => match one_target(how.targets, "TU-67")? {
                Target::Direction(dir) => towards = Some(dir),
                _ => return Err(Refusal::new("one_target", "choose a direction", "TU-67")),
            },
            Delivery::Own => targets.push(unit),
            Delivery::Allies(metres) => {
                targets = choices::around(self.ctx, &self.numbers, metres);
            }
        }
        let splits = self.numbers.split_for_ability(self.ability)?;
        let split = splits.map(|splits| how.with.number(SPLIT, *splits.start()));
        let (ability, most) = (self.ability.id.clone(), self.most(how));
        let (element, casting) = (self.element(how), Casting::Declare);
        let (prepared, shown) = (false, false);
        let cast = Cast {
            unit,
            ability,
            targets,
            object,
            place,
            towards,
            element,
            most,
            split,
            prepared,
            shown,
            casting,
        };
        // A second A-rank ability fizzles but still costs its price (TU-78).
        let text = "A second A-rank ability in one Turn fizzles.".to_owned();
        let warning = Warning { text, rule: RuleId::of("TU-78") };
        let warnings = self.numbers.fizzles(self.ability).then_some(warning).into_iter().collect();
        Ok(Plan { warnings, ..Plan::of(cast) })
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let Ok(target) = one_target(how.targets, "TU-67") else { return Vec::new() };
        let origin = target.floor();
        let forecast = |id: UnitId| {
            let (content, ctx) = (self.content, self.ctx);
            match self.ability.delivery {
                Delivery::Shatter(_) => {
                    let target = Numbers::of(content, ctx.unit(id)?)?;
                    let test = cast::shatter(content, &self.numbers, self.ability, &target);
                    let (actor, single, cast) = (self.numbers.unit, false, true);
                    let threat = Threat { actor, target, aimed_at: id, roll: None, single, cast };
                    let responses = reactions::responses(content, ctx, &threat);
                    Some(Forecast::new(id, test).with_responses(responses))
                }
                _ if self.is_attack() => {
                    let roll = self.roll(id, origin, self.most(how))?;
                    let responses = reactions::responses(content, ctx, &Threat::of(&roll));
                    let forecast = Forecast::new(id, roll.test(content, None));
                    Some(forecast.with_responses(responses))
                }
                _ => None,
            }
        };
        self.affected(target).into_iter().filter_map(forecast).collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let span = match self.ability.delivery {
            Delivery::Cone(metres) | Delivery::Allies(metres) => metres.into(),
            _ => self.ability.range.into(),
        };
        // The AI does not spend a large part of its HP on feedback.
        let hp = self.numbers.unit.tracks.0.value(HP);
        let open = self.check_use().is_ok() && self.feedback() * 4 <= hp;
        let hostile = self.is_attack();
        let area = matches!(self.ability.delivery, Delivery::Burst(_) | Delivery::Cone(_));
        let plain = ActSummary::plain(self.key(), self.aim(), span, open);
        let leaps = self.ability.delivery == Delivery::Blink;
        let brings = self.ability.delivery == Delivery::Summon;
        let cost = by_ability(&self.content.rules.rp_cost, self.ability.rank);
        vec![ActSummary {
            cost,
            area,
            leaps,
            brings,
            against_foes: hostile,
            for_friends: matches!(self.ability.delivery, Delivery::Ally | Delivery::Allies(_)),
            pushes: self.ability.pushes > 0,
            ..plain
        }]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let affected = match (self.ability.delivery, how.targets) {
            (Delivery::Own | Delivery::Summon, _) => vec![self.numbers.unit.id()],
            (Delivery::Allies(metres), _) => choices::around(self.ctx, &self.numbers, metres),
            (_, [target]) => self.affected(*target),
            _ => Vec::new(),
        };
        let origin = one_floor(how.targets, "TU-67").ok();
        let sure = self
            .ability
            .gives
            .as_ref()
            .and_then(|gives| self.content.ailments.get(gives.id.as_str()));
        // Better criticals are worth nothing without an Attack left to use them.
        let better = |ailment: &data::Ailment| {
            let critical = ailment.effects.iter().any(|effect| effect.on == Score::Critical);
            critical || ailment.marks.contains(&Mark::Sure)
        };
        let idle = sure.is_some_and(better)
            && self.numbers.unit.pools.0.value(super::numbers::ATTACKS) <= 0;
        if idle || self.numbers.fizzles(self.ability) {
            return Vec::new();
        }
        // It may fail, and still costs its price (TU-247).
        let works = match self.numbers.suffers(Trait::Blocked) {
            true => 100 - self.content.rules.blocked_chance,
            false => 100,
        };
        let all = affected.into_iter().filter_map(|id| self.outcome(id, origin));
        let all = all.map(|o| ActOutcome { chance: o.chance * works / 100, ..o });
        // Feedback and Overheat count as harm to the user (TU-58, TU-82).
        let rounds = by_ability(&self.content.rules.overheat_rounds, self.ability.rank);
        let hot = self.numbers.heat_left();
        let (harm, hinders) = (self.feedback(), rounds.saturating_sub(hot).max(0));
        let price = ActOutcome { harm, hinders, ..ActOutcome::none(self.numbers.unit.id()) };
        all.chain((harm > 0 || hinders > 0).then_some(price)).collect()
    }
}
