//! What a Turn still allows: its mode, Attacks, charges, and the split of a Mixed Turn (TU-30,
//! TU-31, TU-56 to TU-66, TU-78, TU-80 to TU-93).

use std::ops::RangeInclusive;

use rules::event::Event;
use rules::kit::events;
use rules::parameter::{Parameter, Value};
use rules::ruleset::Ctx;
use rules::state::{ActRecord, Condition, Expiry, Unit};
use rules::{Key, Refusal};

use super::ailments;
use super::data::{Ability, Mark, MixedMinRank, Overheat, Rank, Trait, by_ability, by_rank};
use super::numbers::{
    ADVANCE, ATTACKS, GUARDING, HP, MANOEUVRE, Numbers, OVERHEATED, PREPARE, RP, SKILL, STRIKE,
    TEND, UNDRESS,
};

/// Turn history: an ability; the amount is its charges.
pub const ABILITY: &str = "ability";
/// Turn history: charges above the limit whose feedback is already paid.
pub const OVER: &str = "over";
/// Turn history: charges above the limit of a prepared ability, paid for when it is carried out
/// (TU-179).
pub const OWED: &str = "owed";
/// The act named as the source of damage for charges above the limit (TU-58).
pub const FEEDBACK: &str = "feedback";
/// Turn history: the number of Attacks in the split of a Mixed Turn (TU-87).
pub const MIXED: &str = "mixed";
/// Condition data: the Turn in which overheating began (TU-81).
pub const SINCE: &str = "since";

/// Refuses an action after guarding or running in the same Turn, and after any movement with a
/// fractured body (TU-31, TU-141, TU-148, TU-254).
///
/// # Errors
/// The reason why it cannot act.
pub fn check_mode(numbers: &Numbers<'_>) -> Result<(), Refusal> {
    let gone = numbers.gone();
    if numbers.has_mark(Mark::Helpless) {
        return Err(Refusal::new("stunned", "it is stunned", "TU-297"));
    }
    if numbers.unit.conditions.has(GUARDING) {
        return Err(Refusal::new("guards", "it guards in this Turn", "TU-143"));
    }
    let done = |class: &str| numbers.unit.turn.acts.iter().any(|record| record.class == *class);
    if done(PREPARE) {
        return Err(Refusal::new("has_prepared", "it has prepared an action", "TU-173"));
    }
    if done(TEND) {
        return Err(Refusal::new("tends", "it tends a patient in this Turn", "TU-285"));
    }
    if done(UNDRESS) {
        return Err(Refusal::new("undressed", "taking armour off takes the whole Turn", "TU-253"));
    }
    if numbers.has_run() {
        return Err(Refusal::new("has_run", "it has run in this Turn", "TU-148"));
    }
    if gone > 0 && numbers.suffers(Trait::OneThing) {
        return Err(Refusal::new("one_thing", "it has moved in this Turn", "TU-254"));
    }
    Ok(())
}

impl Numbers<'_> {
    fn amounts(&self, class: &'static str) -> impl Iterator<Item = i32> {
        let acts = self.unit.turn.acts.iter();
        acts.filter(move |record| record.class == *class).map(|record| record.amount)
    }

    /// Attacks used in this Turn.
    pub fn attacks_used(&self) -> i32 {
        let others = self.amounts(SKILL).chain(self.amounts(MANOEUVRE));
        let count = self.amounts(STRIKE).chain(others).count();
        i32::try_from(count).unwrap_or(i32::MAX)
    }

    /// True if it has used an Attack or an ability in this Turn.
    pub fn has_acted(&self) -> bool {
        let others = self.amounts(ABILITY).chain(self.amounts(PREPARE));
        let others = others.chain(self.amounts(TEND)).chain(self.amounts(UNDRESS));
        self.attacks_used() > 0 || others.count() > 0
    }

    /// Charges used in this Turn.
    pub fn charges_used(&self) -> i32 {
        self.amounts(ABILITY).chain(self.amounts(ADVANCE)).fold(0, i32::saturating_add)
    }

    /// The Attacks in the split of a Mixed Turn; `None` if the Turn is not Mixed.
    pub fn split(&self) -> Option<i32> {
        self.amounts(MIXED).next()
    }

    /// The points of a Mixed Turn (TU-86).
    pub fn points(&self) -> i32 {
        (self.attacks() + self.charge_limit() + 1) / 2
    }

    /// The charge limit of this Turn (TU-57, TU-87, TU-353, TU-354).
    pub fn limit(&self) -> i32 {
        self.split().map_or_else(|| self.charge_limit(), |attacks| self.mixed_limit(attacks))
    }

    /// The charge limit of a Mixed Turn with this many Attacks (TU-87, TU-88).
    pub fn mixed_limit(&self, attacks: i32) -> i32 {
        self.points().saturating_sub(attacks).clamp(0, self.charge_limit())
    }

    /// Charges of abilities used in this Turn that are above the limit only once the Turn is Mixed
    /// with this many Attacks (TU-59, TU-92).
    pub fn overdue(&self, attacks: i32) -> i32 {
        let cast = self.amounts(ABILITY).fold(0, i32::saturating_add);
        let used = self.charges_used();
        let over = |limit: i32| cast.min(used.saturating_sub(limit).max(0));
        over(self.mixed_limit(attacks)) - over(self.charge_limit())
    }

    /// The possible numbers of Attacks in the split if the Turn becomes Mixed with at least this
    /// many (TU-87, TU-88, TU-91).
    fn splits(&self, attacks: i32) -> RangeInclusive<i32> {
        let points = self.points();
        attacks.max(points - self.charge_limit())..=self.attacks().min(points)
    }

    /// The highest rank of abilities in a Mixed Turn (TU-89).
    fn mixed_rank(&self) -> Rank {
        let rank = Rank::of(self.key().value() - 1);
        let floor = self.content.rules.mixed_min_rank == MixedMinRank::E;
        if floor { rank.max(Rank::E) } else { rank }
    }

    /// The possible splits if using an ability now makes the Turn Mixed; `None` if it does not.
    ///
    /// # Errors
    /// Why a Mixed Turn does not allow the ability.
    pub fn split_for_ability(
        &self,
        ability: &Ability,
    ) -> Result<Option<RangeInclusive<i32>>, Refusal> {
        if self.attacks_used() == 0 && self.split().is_none() {
            return Ok(None);
        }
        if self.mixed_rank() < ability.rank {
            let text = "its rank is too high for a Mixed Turn";
            return Err(Refusal::new("mixed_rank", text, "TU-89"));
        }
        if self.split().is_some() { Ok(None) } else { self.may_mix(self.attacks_used()).map(Some) }
    }

    /// The possible splits if using an Attack now makes the Turn Mixed; `None` if it does not.
    ///
    /// # Errors
    /// Why the Turn cannot become Mixed.
    pub fn split_for_attack(&self) -> Result<Option<RangeInclusive<i32>>, Refusal> {
        let abilities = self.unit.turn.acts.iter().filter(|record| record.class == *ABILITY);
        let ranks = abilities.filter_map(|record| self.content.abilities.get(record.act.as_str()));
        let Some(highest) = ranks.map(|ability| ability.rank).max() else { return Ok(None) };
        if self.split().is_some() {
            return Ok(None);
        }
        if self.mixed_rank() < highest {
            let text = "the ability it has used has too high a rank for a Mixed Turn";
            return Err(Refusal::new("mixed_rank", text, "TU-91"));
        }
        self.may_mix(1).map(Some)
    }

    fn may_mix(&self, attacks: i32) -> Result<RangeInclusive<i32>, Refusal> {
        if self.suffers(Trait::OneThing) {
            return Err(Refusal::new("one_thing", "it has acted in this Turn", "TU-254"));
        }
        let splits = self.splits(attacks);
        if splits.is_empty() {
            return Err(Refusal::new("no_split", "too many Attacks are used", "TU-91"));
        }
        Ok(splits)
    }

    /// The number of charges that an ability uses now (TU-56, TU-81, TU-84).
    pub fn charges(&self, ability: &Ability) -> i32 {
        self.heated_charges(ability, self.is_hot(ability))
    }

    /// Like [`Self::charges`], for a Reaction variation, without its additional charge (TU-190).
    pub fn charges_in_advance(&self, ability: &Ability) -> i32 {
        self.heated_charges(ability, self.is_hot_in_advance(ability))
    }

    fn heated_charges(&self, ability: &Ability, hot: bool) -> i32 {
        let charges = by_rank(&self.content.rules.charges, ability.rank);
        let doubles = self.content.rules.overheat == Overheat::DoubleCharges;
        if doubles && hot { charges * 2 } else { charges }
    }

    /// Whether an Overheat entry affects an ability. One that began in this Turn affects only its
    /// own rank (TU-81).
    fn is_hot(&self, ability: &Ability) -> bool {
        let own = ability.rank.value();
        self.heats().any(|(rank, now)| if now { own == rank } else { own >= rank })
    }

    /// Like [`Self::is_hot`], for a Reaction, which does not belong to the Turn in which an entry
    /// began (TU-79, TU-190).
    fn is_hot_in_advance(&self, ability: &Ability) -> bool {
        self.heats().any(|(rank, _)| ability.rank.value() >= rank)
    }

    /// Its Overheat entries: the value of the rank, and whether the entry began in this Turn.
    fn heats(&self) -> impl Iterator<Item = (i32, bool)> {
        let entries = self.unit.conditions.0.iter().filter(|c| c.id == *OVERHEATED);
        let now = i64::from(self.unit.turn.number);
        entries.map(move |c| (c.size, c.data.get(SINCE) == now))
    }

    /// The number of its own Turns after this one in which Overheat still applies (TU-83).
    pub fn heat_left(&self) -> i32 {
        let entries = self.unit.conditions.0.iter().filter(|c| c.id == *OVERHEATED);
        let left = entries.filter_map(|c| match c.expiry {
            Expiry::TurnEnds { left, .. } => Some(i32::from(left) - 1),
            _ => None,
        });
        left.max().unwrap_or(0).max(0)
    }

    /// Checks whether it can use an ability at all now (TU-17, TU-31, TU-63, TU-81).
    ///
    /// # Errors
    /// The reason why it cannot.
    pub fn check_ability(&self, ability: &Ability) -> Result<(), Refusal> {
        let rules = &self.content.rules;
        check_mode(self)?;
        if self.suffers(Trait::OneThing) && self.attacks_used() > 0 {
            return Err(Refusal::new("one_thing", "it has struck in this Turn", "TU-254"));
        }
        if self.unit.pools.0.value(RP) < by_ability(&rules.rp_cost, ability.rank) {
            return Err(Refusal::new("no_rp", "not enough Resource Points are left", "TU-17"));
        }
        self.check_heat(ability)?;
        self.split_for_ability(ability).map(drop)
    }

    /// Whether Overheat or the charge limit rule an ability out (TU-63, TU-81).
    ///
    /// # Errors
    /// The reason why it cannot be used.
    pub fn check_heat(&self, ability: &Ability) -> Result<(), Refusal> {
        let (used, limit) = (i64::from(self.charges_used()), i64::from(self.limit()));
        self.check_limit(self.is_hot(ability), used, limit)
    }

    /// Like [`Self::check_heat`], for a Reaction, whose charges come from the next Turn (TU-190).
    ///
    /// # Errors
    /// The reason why it cannot be used.
    pub fn check_heat_in_advance(&self, ability: &Ability) -> Result<(), Refusal> {
        let taken = self.unit.flags.get(ADVANCE);
        self.check_limit(self.is_hot_in_advance(ability), taken, i64::from(self.charge_limit()))
    }

    fn check_limit(&self, hot: bool, used: i64, limit: i64) -> Result<(), Refusal> {
        let rules = &self.content.rules;
        if hot && rules.overheat == Overheat::Block {
            return Err(Refusal::new("overheated", "it is overheated", "TU-81"));
        }
        if rules.stop_at_limit && used >= limit {
            return Err(Refusal::new("no_charges", "the charge limit is reached", "TU-63"));
        }
        Ok(())
    }

    /// Whether a second A-rank ability in the same Turn fizzles (TU-78, TU-355).
    pub fn fizzles(&self, ability: &Ability) -> bool {
        let used = self.unit.turn.acts.iter().filter(|record| record.class == *ABILITY);
        let ranks = used.filter_map(|record| self.content.abilities.get(record.act.as_str()));
        ability.rank == Rank::A && ranks.filter(|a| a.rank == Rank::A).count() > 0
    }

    /// HP of feedback for the ability just used, and the charges over the limit that it pays for.
    /// `charges` are the ability's charges, which the Turn's sum already includes (TU-58 to TU-60).
    pub fn feedback(&self, charges: i32) -> (i32, i32) {
        let over = self.over(self.charges_used(), charges);
        (self.feedback_of(over), over)
    }

    /// Feedback for a prepared ability: its charges were used in the Turn in which it was prepared,
    /// under the limit of that Turn (TU-179, TU-354).
    pub fn feedback_owed(&self) -> (i32, i32) {
        let over = self.amounts(OWED).fold(0, i32::saturating_add);
        (self.feedback_of(over), over)
    }

    /// How many of the last `charges` are above the limit when the Turn's total is `used`.
    pub fn over(&self, used: i32, charges: i32) -> i32 {
        charges.min(used.saturating_sub(self.limit()).max(0))
    }

    /// HP of feedback for this many additional charges over the limit in this Turn.
    pub fn feedback_of(&self, over: i32) -> i32 {
        let paid = self.amounts(OVER).fold(0, i32::saturating_add);
        self.feedback_share(paid.saturating_add(over)) - self.feedback_share(paid)
    }

    /// HP of feedback for all charges over a limit, rounded up (TU-60).
    pub fn feedback_share(&self, over: i32) -> i32 {
        let most = self.unit.tracks.0.get(HP).map_or(0, |hp| hp.max);
        let part = i64::from(most) * i64::from(self.content.rules.feedback_share) * i64::from(over);
        i32::try_from((part + 99) / 100).unwrap_or(i32::MAX)
    }

    /// The RP of an ability split in two: the half paid when it is prepared, and the rest (TU-177).
    pub fn halves(&self, rank: Rank) -> (i32, i32) {
        let all = by_ability(&self.content.rules.rp_cost, rank);
        let first = (all + 1) / 2;
        (first, all - first)
    }
}

/// Makes the Turn Mixed and pays `spent` Attacks from the split (TU-87).
pub fn mix(unit: &Unit, numbers: &Numbers<'_>, attacks: i32, spent: i32) -> Vec<Event> {
    let record = ActRecord { class: Key::of(MIXED), act: Key::of(MIXED), amount: attacks };
    let left = attacks - numbers.attacks_used() - spent;
    let pool = events::pool(unit, ATTACKS, left, "a Mixed Turn", "TU-87");
    [events::act_recorded(unit, record, None, "TU-85")].into_iter().chain(pool).collect()
}

/// Begins or restarts Overheat of a rank (TU-80, TU-83, TU-84).
pub fn overheats(ctx: Ctx<'_>, numbers: &Numbers<'_>, rank: Rank) -> Option<Event> {
    let unit = numbers.unit;
    let rounds = by_ability(&numbers.content.rules.overheat_rounds, rank);
    let rounds = u16::try_from(rounds).ok().filter(|rounds| *rounds > 0)?;
    // A Turn of this round that is in progress or still to come counts as the first one.
    let acts = ctx.state.scene.clock.active.contains(&unit.id());
    let left = rounds + u16::from(acts || ailments::is_to_come(ctx, unit.id()));
    let rank = rank.value();
    let same = |c: &Condition| c.id == *OVERHEATED && c.size == rank;
    let known = unit.conditions.0.iter().position(same);
    let old = known.and_then(|at| unit.conditions.0.get(at)).map(|c| c.data.get(SINCE));
    let since = old.unwrap_or_else(|| i64::from(unit.turn.number));
    let expiry = Expiry::TurnEnds { of: unit.id(), left };
    let condition = Condition::new(Key::of(OVERHEATED), rank, Some(unit.id()), expiry);
    Some(events::afflicted(unit, condition.with(Key::of(SINCE), since), known, "TU-80"))
}

/// Parameter: the Attacks in the split of a Turn that becomes Mixed (TU-87).
pub const SPLIT: &str = "attacks";

/// The parameter for the split of a Turn that becomes Mixed.
pub fn split_parameter(splits: &RangeInclusive<i32>, usual: i32) -> Parameter {
    let (least, most) = (*splits.start(), *splits.end());
    let usual = Value::Number(usual);
    let split =
        Parameter { usual, ..Parameter::number(SPLIT, "Attacks of the Mixed Turn", least, most) };
    split.told(
        "The turn is shared between Attacks and charges: more of one leaves less of the other.",
    )
}
