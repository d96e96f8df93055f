//! Conditions other than injuries: their effects on scores, and how they begin and end (TU-82,
//! TU-296 to TU-310).

use grid::UnitId;
use rules::event::{Event, Ticking};
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{ActRecord, Condition, Expiry, Slot, SlotState, Unit};
use rules::{Key, RuleId, Sum, Term};

use super::data::{Ability, Ailment, Change, Content, DurationEnd, Mark, Rank, Score, Trait};
use super::holds::is_of_hold;
use super::numbers::{DETERMINED, FATIGUED, GUARDING, MOVE, Numbers, OVERHEATED};

/// The condition of a stabilised patient (TU-288).
pub const STABILISED: &str = "stabilised";
/// The level of fatigue that incapacitates (TU-310).
pub const LAST_LEVEL: i32 = 5;

/// Whether a unit's slot of this round has not come up yet.
pub fn is_to_come(ctx: Ctx<'_>, unit: UnitId) -> bool {
    let own = |slot: &Slot| slot.state == SlotState::Waiting && slot.members.contains(&unit);
    ctx.state.scene.clock.slots.iter().any(own)
}

impl<'a> Numbers<'a> {
    /// Its conditions that are defined in the data.
    pub fn ailments(&self) -> impl Iterator<Item = (&'a Condition, &'a Ailment)> + use<'a> {
        let content = self.content;
        let known = move |c: &'a Condition| Some((c, content.ailments.get(c.id.as_str())?));
        self.unit.conditions.0.iter().filter_map(known)
    }

    /// True if one of its conditions has this effect. An eyeless combatant is blind (TU-259).
    pub fn has_mark(&self, mark: Mark) -> bool {
        mark == Mark::Blind && self.suffers(Trait::Eyeless)
            || self.ailments().any(|(_, ailment)| ailment.marks.contains(&mark))
    }

    /// Its level of fatigue (TU-310).
    pub fn fatigue(&self) -> i32 {
        // A unit that begins the battle fatigued without a level has level 1.
        self.unit.conditions.get(FATIGUED).map_or(0, |c| c.size.max(1))
    }

    /// Its conditions, each once, as from a hold and from an ability (TU-296); with Eye Loss also
    /// blindness, once (TU-259).
    fn effective(&self) -> impl Iterator<Item = &'a Ailment> + use<'a> {
        let (content, all) = (self.content, &self.unit.conditions.0);
        let eyes = self.suffers(Trait::Eyeless);
        let blind = |ailment: &&Ailment| ailment.marks.contains(&Mark::Blind);
        let new = move |(at, c): &(usize, &Condition)| {
            !all.iter().take(*at).any(|other| other.id == c.id)
        };
        let own = all.iter().enumerate().filter(new);
        let own = own.filter_map(move |(_, c)| content.ailments.get(c.id.as_str()));
        let own = own.filter(move |a| !(eyes && blind(a)));
        let lost = self.content.ailments.iter().find(blind).filter(|_| eyes);
        own.chain(lost)
    }

    /// Applies conditions to a score: first additions and subtractions, then halving (TU-7).
    pub fn shift(&self, score: Score, sum: &mut Sum) {
        let rules = &self.content.rules;
        let all = || self.effective().flat_map(|a| a.effects.iter().map(move |e| (a, e)));
        let own = || all().filter(|(_, effect)| effect.on == score);
        for (ailment, effect) in own() {
            let value = match effect.is {
                Change::Less(n) => -n,
                Change::More(n) => n,
                _ => continue,
            };
            sum.push_term(term(ailment, value));
        }
        let hot = self.unit.conditions.has(OVERHEATED);
        let (heat, tired) = match score {
            Score::Acc => (rules.overheat_acc, rules.fatigue_acc),
            Score::Dod => (rules.overheat_dod, rules.fatigue_dod),
            _ => (0, 0),
        };
        let guards = score == Score::Dod && self.unit.conditions.has(GUARDING);
        sum.add("guarding", if guards { rules.guard_bonus } else { 0 }, "TU-141");
        sum.add("overheated", if hot { heat } else { 0 }, "TU-82");
        sum.add("fatigued", if self.fatigue() >= 2 { tired } else { 0 }, "TU-310");
        for (ailment, effect) in own() {
            let total = sum.total();
            let left = match effect.is {
                // There is nothing to halve in a score at 0 or below.
                Change::Halved if total > 0 => total / 2,
                Change::Becomes(n) => n,
                _ => continue,
            };
            sum.push_term(term(ailment, left - total));
        }
    }

    /// A score after conditions, without terms.
    pub fn shifted(&self, score: Score, value: i32) -> i32 {
        let mut sum = Sum::new();
        sum.push("", value, "TU-7");
        self.shift(score, &mut sum);
        sum.total().max(0)
    }

    /// The size of its ward (TU-117).
    pub fn ward(&self) -> Option<&'a Condition> {
        let warded = self.ailments().filter(|(_, ailment)| ailment.marks.contains(&Mark::Ward));
        // Of two wards the larger pool counts; if equal, the first.
        warded.map(|(condition, _)| condition).reduce(|a, b| if b.size > a.size { b } else { a })
    }
}

fn term(ailment: &Ailment, value: i32) -> Term {
    let rule = RuleId::new(ailment.rule.as_str());
    Term { label: ailment.name.to_lowercase(), value, rule }
}

/// Sort key for when a condition ends: the round, then the index in the order (TU-296).
fn end(ctx: Ctx<'_>, condition: &Condition) -> (u32, usize) {
    let clock = &ctx.state.scene.clock;
    let (of, left) = match condition.expiry {
        Expiry::Slots { of, left } | Expiry::TurnEnds { of, left } => (of, u32::from(left)),
        _ => return (u32::MAX, 0),
    };
    let place = clock.slots.iter().position(|slot| slot.members.contains(&of));
    let round = clock.round.saturating_add(left).saturating_sub(u32::from(is_to_come(ctx, of)));
    (round, place.unwrap_or_default())
}

/// Adds a condition to a holder. If the holder already has it, the later end counts (TU-296), and
/// of two wards the larger. Hiding that works anywhere replaces hiding that depends on the place
/// (TU-128). Each element that is absorbed has its own end (TU-112), and what a hold causes ends
/// with the hold (TU-134).
pub fn begins(
    content: &Content,
    ctx: Ctx<'_>,
    holder: &Unit,
    condition: Condition,
    rule: &'static str,
) -> Event {
    let ailment = content.ailments.get(condition.id.as_str());
    let has = |mark| ailment.is_some_and(|ailment| ailment.marks.contains(&mark));
    let apart = |c: &Condition| is_of_hold(c) || has(Mark::Absorbs) && c.size != condition.size;
    let same = holder.conditions.0.iter().position(|c| c.id == condition.id && !apart(c));
    let known = same.and_then(|at| holder.conditions.0.get(at));
    let merged = known.map_or(condition.clone(), |old| {
        let longer = end(ctx, old) > end(ctx, &condition) && !has(Mark::Unseen);
        let kept = if longer { old } else { &condition };
        let size = if has(Mark::Ward) { old.size.max(condition.size) } else { condition.size };
        Condition { size, ..kept.clone() }
    });
    events::afflicted(holder, merged, same, rule)
}

/// The durations that count down in a Turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Counts {
    /// Durations in slots of a unit (TU-32).
    Slots,
    /// Durations in Turn ends of a unit (TU-83).
    Ends,
    /// Both, in a Turn that the unit misses (TU-33).
    Both,
}

/// Counts down durations in slots or Turn ends of this unit, and ends those that have run out
/// (TU-28, TU-32, TU-33, TU-83). Countdowns come before removals, so that indices stay valid.
pub fn tick(content: &Content, ctx: Ctx<'_>, unit: UnitId, what: Counts) -> Vec<Event> {
    let own = |c: &Condition| !is_clock(content, c) && c.id != *GUARDING;
    let shorter = |c: &Condition| match c.expiry {
        Expiry::Slots { of, left } if of == unit && what != Counts::Ends && own(c) => {
            Some((left, Expiry::Slots { of, left: left.saturating_sub(1) }, "TU-32"))
        }
        Expiry::TurnEnds { of, left } if of == unit && what != Counts::Slots => {
            Some((left, Expiry::TurnEnds { of, left: left.saturating_sub(1) }, "TU-83"))
        }
        _ => None,
    };
    let (mut ticked, mut over) = (Vec::new(), Vec::new());
    for holder in &ctx.state.units {
        for (at, condition) in holder.conditions.0.iter().enumerate() {
            match shorter(condition) {
                Some((0 | 1, _, rule)) => {
                    over.push(events::relieved_of(holder, condition, "its time is up", rule));
                }
                Some((_, expiry, rule)) => {
                    let what = Ticking::Condition(holder.id(), at);
                    ticked.push(events::ticked(what, expiry, rule));
                }
                None => {}
            }
        }
    }
    ticked.into_iter().chain(over).collect()
}

/// True for injuries and conditions that count down to an effect of their own (TU-257, TU-260,
/// TU-261, TU-300).
pub fn is_clock(content: &Content, condition: &Condition) -> bool {
    let clocks = [Trait::Gaping, Trait::Coma, Trait::Breathless];
    let injury = content.injuries.get(condition.id.as_str());
    let chokes = content.ailments.get(condition.id.as_str());
    injury.is_some_and(|injury| injury.marks.iter().any(|mark| clocks.contains(mark)))
        || chokes.is_some_and(|ailment| ailment.marks.contains(&Mark::Chokes))
}

/// The condition that an ability gives. N rounds from a Turn of this round end with the start of
/// the user's own Turn N rounds later (TU-32); one used before the user's Turn of this round, such
/// as a prepared one, lasts through that Turn as well.
pub fn lasting(
    content: &Content,
    ctx: Ctx<'_>,
    by: &Unit,
    (id, size): (&Key, i32),
    rounds: u16,
) -> Condition {
    let clock = &ctx.state.scene.clock;
    let of = by.id();
    // The end of the Turn in which it was used counts as well.
    let own = u16::from(clock.active.contains(&of));
    let left = rounds.saturating_add(u16::from(is_to_come(ctx, of)));
    let expiry = match content.rules.duration_end {
        DurationEnd::TurnStart => Expiry::Slots { of, left },
        DurationEnd::TurnEnd => Expiry::TurnEnds { of, left: left.saturating_add(own) },
    };
    Condition::new(id.clone(), size, Some(of), expiry)
}

/// Strenuous acts that reopen the wounds of a stabilised patient, in the order of the option
/// (TU-291).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strain {
    /// A run.
    Run,
    /// A grapple.
    Grapple,
    /// A shove.
    Shove,
    /// Charges over the limit.
    OverCharge,
    /// An ability of rank B.
    RankB,
    /// An ability of rank A.
    RankA,
    /// Damage.
    Damage,
}

/// A strenuous act reopens the wounds of a stabilised patient (TU-291).
pub fn reopened(of: &Numbers<'_>, strain: Strain, why: &str) -> Option<Event> {
    let counts = of.content.rules.strenuous.get(strain as usize).is_some_and(|n| *n > 0);
    let why = format!("too strenuous: {why}");
    counts.then(|| events::relieved(of.unit, STABILISED, &why, "TU-291")).flatten()
}

/// The use of an ability reopens the wounds of a stabilised patient if it goes over the charge limit
/// or has rank B or A (TU-291).
pub fn strained(of: &Numbers<'_>, ability: &Ability, over: bool) -> Option<Event> {
    let strains = [
        (over, Strain::OverCharge),
        (ability.rank == Rank::B, Strain::RankB),
        (ability.rank == Rank::A, Strain::RankA),
    ];
    let mut strains = strains.into_iter().filter(|(applies, _)| *applies);
    strains.find_map(|(_, strain)| reopened(of, strain, &ability.name))
}

/// True if enemies cannot choose this unit (TU-301).
pub fn is_hidden(content: &Content, unit: &Unit) -> bool {
    Numbers::of(content, unit).is_some_and(|n| n.has_mark(Mark::Unseen))
}

/// An attack ends hiding, whomever it is aimed at (TU-128, TU-198).
pub fn revealed(content: &Content, unit: &Unit) -> Vec<Event> {
    ends_hiding(content, unit, "it has attacked", |_| true)
}

/// Ends the conditions that hide a unit.
pub fn ends_hiding(
    content: &Content,
    unit: &Unit,
    why: &str,
    counts: impl Fn(&Condition) -> bool,
) -> Vec<Event> {
    let Some(numbers) = Numbers::of(content, unit) else { return Vec::new() };
    let hidden = numbers.ailments().filter(|(c, a)| a.marks.contains(&Mark::Unseen) && counts(c));
    hidden.map(|(c, _)| events::relieved_of(unit, c, why, "TU-128")).collect()
}

/// A patient that fights on at 0 HP and moves as a Reaction has not kept still (TU-289).
pub fn restless(unit: &Unit, act: &'static str) -> Option<Event> {
    let moves = unit.turn.acts.iter().any(|record| record.class == *MOVE);
    (unit.conditions.has(DETERMINED) && !moves).then(|| {
        let record = ActRecord { class: Key::of(MOVE), act: Key::of(act), amount: 0 };
        events::act_recorded(unit, record, None, "TU-289")
    })
}
