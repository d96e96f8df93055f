//! Attack rolls: ACC against DOD on one d100, for weapons and abilities (TU-36 to TU-46, TU-67 to
//! TU-70, TU-162 to TU-172).

use grid::{
    Body, Diagonals, Eye, FloorAt, Hm, Light, UnitId, are_opposite, bearing, distance,
    hidden_shares,
};
use rules::event::Degree;
use rules::kit::area;
use rules::roll::{Band, Test};
use rules::ruleset::Ctx;
use rules::state::{Status, Unit};
use rules::{Refusal, Sum, Term};

use super::data::{
    Ability, Content, CritThreshold, Delivery, Element, Kind, Mark, Score, SecondaryStage,
    ShieldDod, Weapon,
};
use super::numbers::{FISTS, Numbers};
use super::rulings;
use super::sight::{self, NEAR};

/// Largest height difference at which a reach of 1 m still suffices (TU-38).
const BESIDE: Hm = Hm::metres(1);

/// Range of sight of the blinded, in metres (TU-299).
const TOUCH: u32 = 1;

/// The means of an attack.
#[derive(Clone, Copy)]
pub enum AttackSource<'a> {
    /// A weapon.
    Weapon(&'a Weapon),
    /// An ability.
    Ability(&'a Ability),
}

impl<'a> AttackSource<'a> {
    /// The type of its damage.
    pub fn kind(self) -> Kind {
        match self {
            Self::Weapon(_) => Kind::Phys,
            Self::Ability(ability) => ability.deals.unwrap_or(Kind::Phys),
        }
    }

    /// The element of its damage.
    pub const fn element(self) -> Option<Element> {
        match self {
            Self::Weapon(_) => None,
            Self::Ability(ability) => ability.element,
        }
    }

    /// Whether it bypasses natural defences, and further defences (TU-115).
    pub const fn bypasses(self) -> (bool, bool) {
        match self {
            Self::Weapon(weapon) => (false, weapon.bypasses_armour),
            Self::Ability(ability) => (ability.bypasses, ability.bypasses),
        }
    }

    /// Its additional damage (TU-113).
    pub const fn extra(self) -> Option<(i32, Element)> {
        match self {
            Self::Weapon(weapon) => weapon.extra,
            Self::Ability(_) => None,
        }
    }

    /// Its melee reach and its range, in metres.
    fn spans(self) -> (u8, u8) {
        match self {
            Self::Weapon(weapon) => (weapon.reach, weapon.range),
            Self::Ability(ability) => (0, ability.range.max(1)),
        }
    }

    /// True if it is a single attack on one target, which can be shielded (TU-205, TU-212).
    pub const fn is_single(self) -> bool {
        match self {
            Self::Weapon(_) => true,
            Self::Ability(ability) => matches!(ability.delivery, Delivery::Strike),
        }
    }
}

/// An attack before its roll.
pub struct Roll<'a> {
    /// The attacker.
    pub actor: Numbers<'a>,
    /// The target.
    pub target: Numbers<'a>,
    /// What it is made with.
    pub means: AttackSource<'a>,
    /// ACC in this situation.
    pub acc: Sum,
    /// DOD of the target in this situation.
    pub dod: Sum,
    /// Raw damage (TU-53, TU-71).
    pub raw: Sum,
    /// True if the damage that gets past the defences is halved (TU-51).
    pub halved: bool,
    place: Place,
}

/// An attack of one combatant on another, if it is possible from where they stand. `secondary` is
/// true unless it is the main strike of the Turn.
///
/// # Errors
/// The reason why it is not possible.
pub fn prepare<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    by: (&'a Unit, AttackSource<'a>),
    target: UnitId,
    secondary: bool,
) -> Result<Roll<'a>, Refusal> {
    let no_target = || Refusal::new("no_target", "there is no one to strike", "TU-38");
    let roll = suppose(content, ctx, by, target, secondary).ok_or_else(no_target)?;
    roll.place.check()?;
    Ok(roll)
}

/// Like [`prepare`] without the check of range and sight, for estimates before a move.
pub fn suppose<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    by: (&'a Unit, AttackSource<'a>),
    target: UnitId,
    secondary: bool,
) -> Option<Roll<'a>> {
    let target = ctx.unit(target).filter(|u| u.id() != by.0.id())?;
    of(content, ctx, by, Aimed::at(target.id()), secondary)
}

/// Like [`suppose`], for an attack that one combatant takes in place of another (TU-209): it
/// surprises the taker if it would have surprised the original target (TU-202, TU-341).
pub fn instead<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    by: (&'a Unit, AttackSource<'a>),
    (shielder, of_whom): (UnitId, UnitId),
    secondary: bool,
) -> Option<Roll<'a>> {
    let shielder = ctx.unit(shielder).filter(|u| u.id() != by.0.id())?;
    let aimed = Aimed { aware: of_whom, ..Aimed::at(shielder.id()) };
    of(content, ctx, by, aimed, secondary)
}

/// A strike at the cell of a combatant that the attacker does not see (TU-168). `aimed_at` is
/// the combatant that was in the cell.
pub fn guess<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    by: (&'a Unit, AttackSource<'a>),
    (target, aimed_at): (UnitId, UnitId),
    secondary: bool,
) -> Option<Roll<'a>> {
    let aimed = Aimed { guessed: true, aware: aimed_at, ..Aimed::at(target) };
    of(content, ctx, by, aimed, secondary)
}

/// The attack on one combatant in an area whose origin is this cell, or the attacker if there is
/// none (TU-69).
pub fn in_area<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    by: (&'a Unit, AttackSource<'a>),
    target: UnitId,
    origin: Option<FloorAt>,
) -> Option<Roll<'a>> {
    of(content, ctx, by, Aimed { origin, ..Aimed::at(target) }, false)
}

/// Halves the damage of a strike that is not the main one, rounded up (TU-4).
pub fn halve(damage: &mut Sum) {
    damage.push("not the main strike", -(damage.total() / 2), "TU-47");
}

/// The target of an attack.
struct Aimed {
    at: UnitId,
    /// The centre of an area.
    origin: Option<FloorAt>,
    /// True if it is aimed at the target's cell by guess.
    guessed: bool,
    /// The combatant whose awareness counts: the attack surprises it unless it has spotted the
    /// attacker.
    aware: UnitId,
}

impl Aimed {
    /// Aimed openly at one combatant.
    const fn at(target: UnitId) -> Self {
        Self { at: target, origin: None, guessed: false, aware: target }
    }
}

fn of<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    (actor, means): (&'a Unit, AttackSource<'a>),
    aimed: Aimed,
    secondary: bool,
) -> Option<Roll<'a>> {
    let there = |u: &&Unit| !matches!(u.status, Status::Dead | Status::Gone);
    let target = ctx.unit(aimed.at).filter(there)?;
    let (actor, target) = (Numbers::of(content, actor)?, Numbers::of(content, target)?);
    let bodies = (ctx.field.body(actor.unit.id())?, ctx.field.body(target.unit.id())?);
    let mut place = Place::of(content, ctx, (means, aimed.origin), bodies);
    place.blind = actor.has_mark(Mark::Blind);
    // Units that see in the dark ignore dim light too (TU-167). An unseen target is not dim
    // (TU-361).
    place.dark &= !actor.sheet.dark_sight;
    let unseen = aimed.guessed || place.dark && place.metres > NEAR;
    place.dim &= !actor.sheet.dark_sight && !unseen;
    place.unseen = sight::hides_from(content, ctx, target.unit, actor.unit.side());
    let pair = (actor.unit.id(), target.unit.id());
    if let Some(hidden) = rulings::cover(ctx, pair) {
        place.hidden = (hidden, 0);
    }
    let (mut acc, mut dod) = (actor.acc(), target.dod());
    let aware = ctx.unit(aimed.aware);
    if aware.is_some_and(|aware| sight::surprises(content, ctx, actor.unit, aware)) {
        acc.add("from hiding", content.rules.surprise_acc, "TU-196");
    }
    // A blinded unit has no penalty for guessing on top (TU-299).
    if aimed.guessed && !place.blind {
        acc.add("a guess", content.rules.guess_acc, "TU-168");
    }
    place.tell(content, &target, (&mut acc, &mut dod));
    let mut raw = match means {
        AttackSource::Weapon(weapon) => {
            let mut raw = actor.natural_damage(weapon.id == *FISTS);
            raw.add(weapon.name.to_lowercase(), weapon.damage, "TU-53");
            raw
        }
        AttackSource::Ability(ability) if ability.deals.is_some() => actor.power(ability),
        AttackSource::Ability(_) => Sum::new(),
    };
    let late = content.rules.secondary_stage == SecondaryStage::AfterDefences;
    if secondary && !late {
        halve(&mut raw);
    }
    Some(Roll { actor, target, means, acc, dod, raw, halved: secondary && late, place })
}

/// The relative position of two combatants for a strike.
#[derive(Clone)]
struct Place {
    melee: bool,
    metres: u32,
    seen: bool,
    dark: bool,
    /// Hundredths of the target hidden by hard cover, and by foliage.
    hidden: (u32, u32),
    dim: bool,
    above: bool,
    flanks: bool,
    /// True if the attack comes from the target's rear arc.
    behind: bool,
    gets_there: bool,
    /// True if the attacker is blinded.
    blind: bool,
    /// True if the target is hidden from the attacker.
    unseen: bool,
}

impl Place {
    /// Determines the relative position.
    fn of(
        content: &Content,
        ctx: Ctx<'_>,
        (means, origin): (AttackSource<'_>, Option<FloorAt>),
        (me, them): (&Body, &Body),
    ) -> Self {
        let (board, rules) = (ctx.field.board(), &content.rules);
        let (reach, range) = means.spans();
        let metres = distance(me, them, Diagonals::One).unwrap_or(u32::MAX);
        let seen = sight::has_line(ctx, me, them);
        let limit = BESIDE + Hm::metres(i32::from(reach.max(1)));
        let reach = u32::from(reach);
        let beside = ctx.field.adjacent(me, them, limit);
        let level = (me.feet - them.feet).abs() < limit;
        let melee = reach > 0 && (beside || reach > 1 && metres <= reach && level && seen);
        let light = sight::light(ctx, them);
        // Between adjacent units only obstacles on their common edge give cover (TU-166).
        let open = beside && ctx.field.adjacent_unless(me, them, limit, |_| true);
        // The cover of an area is measured from its origin (TU-166).
        let from = origin.and_then(|at| area::middle(ctx, at)).unwrap_or(Eye::Body(me));
        let (hard, soft) = hidden_shares(board, from, them);
        let share = |part: u32, whole: u32| (100 * part).checked_div(whole).unwrap_or_default();
        let hidden = (share(hard.part, hard.whole), share(soft.part, soft.whole));
        let opposite = |other: &&Body| {
            other.side == me.side
                && other.id != me.id
                && other.armed
                && other.threatens
                && ctx.field.adjacent(other, them, BESIDE + BESIDE)
                && are_opposite(them, me, other)
        };
        Self {
            melee: melee || range == 0,
            metres,
            seen: seen || melee,
            dark: light == Light::Dark,
            hidden: if melee && open { (0, 0) } else { hidden },
            dim: light != Light::Bright,
            above: me.feet - them.feet >= rules.high_ground,
            flanks: melee && ctx.field.bodies().iter().any(|b| opposite(&b)),
            behind: rules.facing && bearing(them, me).is_some_and(|b| b.is_rear()),
            gets_there: melee || metres <= u32::from(range),
            blind: false,
            unseen: false,
        }
    }

    /// Checks range and sight (TU-38, TU-164, TU-167).
    fn check(&self) -> Result<(), Refusal> {
        if !self.seen {
            return Err(Refusal::new("no_sight", "it is not in view", "TU-164"));
        }
        if !self.gets_there {
            return Err(Refusal::new("out_of_range", "it is out of range", "TU-38"));
        }
        if self.unseen {
            return Err(Refusal::new("hidden", "it is hidden", "TU-301"));
        }
        if self.blind && self.metres > TOUCH {
            return Err(Refusal::new("blinded", "it sees no one that far away", "TU-299"));
        }
        if self.dark && self.metres > NEAR {
            return Err(Refusal::new("unseen", "it is too dark to see it there", "TU-167"));
        }
        Ok(())
    }

    /// Applies the position's modifiers to ACC and DOD.
    fn tell(&self, content: &Content, target: &Numbers<'_>, (acc, dod): (&mut Sum, &mut Sum)) {
        let rules = &content.rules;
        // An incapacitated unit is prone as well: its DOD of 0 is a base value (TU-7, TU-269).
        if target.lies() {
            match (self.melee, self.metres <= NEAR) {
                (true, _) => dod.add("prone", rules.prone_melee_dod, "TU-155"),
                (false, false) => dod.add("prone", rules.prone_ranged_dod, "TU-155"),
                (false, true) => {}
            }
        }
        if rules.position_mods {
            match self.hidden {
                (75.., _) => dod.add("most of it covered", rules.cover_most, "TU-163"),
                (50.., _) => dod.add("half covered", rules.cover_half, "TU-163"),
                (_, 50..) => dod.add("behind foliage", rules.cover_half, "TU-165"),
                _ => {}
            }
            for (holds, label, value, rule) in [
                (self.dim, "dim light", rules.dim_acc, "TU-167"),
                (self.above, "from above", rules.height_acc, "TU-169"),
                (self.flanks, "an ally opposite", rules.flank_acc, "TU-170"),
                // Flank and rear count only once.
                (self.behind && !self.flanks, "from behind", rules.rear_acc, "TU-171"),
            ] {
                acc.add(label, if holds { value } else { 0 }, rule);
            }
        }
        for sum in [acc, dod] {
            sum.add("not below 0", -sum.total().min(0), "TU-7");
        }
    }
}

impl<'a> Roll<'a> {
    /// The same attack with other numbers for the target.
    pub fn against<'b>(&self, target: Numbers<'b>) -> Roll<'b>
    where
        'a: 'b,
    {
        let Self { actor, means, acc, dod, raw, halved, place, .. } = self;
        let (acc, dod, raw, place) = (acc.clone(), dod.clone(), raw.clone(), place.clone());
        Roll { actor: *actor, target, means: *means, acc, dod, raw, halved: *halved, place }
    }
}

impl Roll<'_> {
    /// The chance of a critical, in hundredths (TU-42, TU-45, TU-46).
    fn critical(&self, content: &Content, ahead: i32) -> i32 {
        let chance = content.rules.crit_per_point.saturating_mul(ahead.max(0));
        match self.means {
            AttackSource::Ability(_) => chance,
            AttackSource::Weapon(_) if self.actor.has_mark(Mark::Sure) => 100,
            AttackSource::Weapon(_) => self.actor.shifted(Score::Critical, chance),
        }
    }

    /// The bands of the d100: misses at the bottom, criticals at the top (TU-39 to TU-46). `dod` is
    /// that of the original target of a shielded strike; which of the two counts is an option
    /// (TU-209).
    pub fn test(&self, content: &Content, dod: Option<i32>) -> Test {
        let rules = &content.rules;
        let mut against = self.acc.clone();
        for term in self.dod.terms() {
            against.push_term(Term { value: -term.value, ..term.clone() });
        }
        let lower = dod.map_or(0, |dod| self.dod.total().saturating_sub(dod));
        let (label, lower) = match rules.shield_dod {
            ShieldDod::Lower => ("the lower DOD of the two", lower.max(0)),
            ShieldDod::Target => ("the DOD of the original target", lower),
            ShieldDod::Shielder => ("", 0),
        };
        against.add(label, lower, "TU-209");
        let ahead = against.total();
        let missed = ahead.saturating_neg().saturating_mul(rules.miss_per_point).clamp(0, 100);
        let chance = self.critical(content, ahead);
        let from = match rules.crit_threshold {
            _ if chance == 0 => 101,
            CritThreshold::TextLiteral => 100_i32.saturating_sub(chance),
            CritThreshold::ExactPercent => 101_i32.saturating_sub(chance),
        };
        let from = from.max(missed + 1);
        let bands = [
            ("miss", (1, missed), Degree::Failure, "TU-40"),
            ("hit", (missed + 1, from - 1), Degree::Success, "TU-41"),
            ("critical hit", (from, 100), Degree::Critical, "TU-42"),
        ];
        let bands = bands.into_iter().filter(|(_, (from, to), ..)| from <= to);
        let bands = bands.map(|(name, range, degree, rule)| Band::new(name, range, degree, rule));
        Test::of(100, Sum::new(), "ACC over DOD", against).in_bands(bands.collect())
    }
}
