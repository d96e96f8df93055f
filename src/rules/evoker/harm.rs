//! The effect of a hit: damage against a location's defence, affinities and Technicals (EV-131 to
//! EV-133, EV-156 to EV-158).

use grid::UnitId;
use rules::event::Event;
use rules::state::{Meters, Unit};
use rules::{Key, Lower, Sum, Tally, Total};

use super::data::{Affinity, Ailment, Content, Element, Lasting, Location};
use super::fate_moments;
use super::names::{DEFENDING, DROWSED, ENRAGED, FROZEN, WARDED, WOUNDS};
use super::numbers::{Arm, Numbers};
use super::tracks::next_track;

/// The bonus of Resist to Toughness (EV-318).
const RESIST: i32 = 5;

/// Harm about to be dealt to a unit.
pub struct Harm {
    /// The act, as named in the hit.
    pub act: Key,
    /// The unit that does it.
    pub by: Option<UnitId>,
    /// Its parts (EV-132).
    damage: Sum,
    /// Its element; `None` for falls, which armour does not stop and which hit no weak spot
    /// (EV-104, EV-107).
    pub element: Option<Element>,
    /// Whether it is a critical hit.
    pub critical: bool,
    /// True if armour does not stop it (EV-136).
    bare: bool,
    /// The targeted part of the body (EV-148).
    pub part: Option<Key>,
    /// A fixed number of wounds, without comparing damage and Defense (EV-343).
    wounds: Option<i32>,
    /// Extra wounds of a Burst (EV-142).
    burst: i32,
    /// The ailment that it exploits, if there was a choice (EV-162).
    pub used: Option<Key>,
    /// Fate Points that its target has just spent on a test.
    spent: i32,
}

/// The effect of harm at one location.
#[derive(PartialEq, Eq)]
pub struct Hurt {
    /// Damage beyond Defense.
    pub over: i32,
    /// The terms of its damage.
    pub sum: Sum,
    /// Ordinary wounds (EV-269).
    pub wounds: i32,
    /// The track that its wounds are taken from.
    pub from: usize,
    /// Savage wounds (EV-270).
    pub savage: i32,
    /// True if it destroys its target immediately (EV-276).
    pub kills: bool,
    /// Fate Points just spent, which are not available to block Heavy Wounds (EV-352).
    pub spent: i32,
}

impl Hurt {
    /// The track that each wound is taken from, in order: ordinary wounds, then savage ones, each
    /// from the track above that of the first wound (EV-269, EV-270).
    pub fn tracks(&self, left: [i32; 3]) -> impl Iterator<Item = usize> + use<> {
        let first = left.iter().position(|n| *n > 0).unwrap_or(2);
        let (wounds, from, savage) = (self.wounds, self.from, self.savage);
        (0..wounds).map(move |_| from).chain((0..savage).map(move |_| (first + 1).min(2)))
    }

    /// The losses of tracks that have this much left (EV-258 to EV-261, EV-268 to EV-272).
    pub fn lost(&self, left: [i32; 3]) -> [i32; 3] {
        let mut lost = [0; 3];
        for from in self.tracks(left) {
            if let Some(track) = next_track(left, lost, from)
                && let Some(lost) = lost.get_mut(track)
            {
                *lost += 1;
            }
        }
        lost
    }
}

impl Harm {
    /// The harm of an attack on a unit (EV-132, EV-133).
    pub fn of(by: Numbers<'_>, arm: Arm<'_>, margin: i32, critical: bool) -> Self {
        let attack = arm.attack;
        let mut damage = Sum::new();
        damage.push(attack.name.to_lowercase(), attack.damage, "EV-132");
        if let Some(score) = &attack.adds {
            damage.add(score.as_str(), by.bonus(score.as_str()), "EV-133");
        }
        damage.add("margin", margin, "EV-12");
        if let Some(weapon) = arm.swung {
            damage.push(weapon.name.to_lowercase(), weapon.damage, "EV-132");
            if let Some(score) = &weapon.adds {
                damage.add(score.as_str(), by.bonus(score.as_str()), "EV-133");
            }
        }
        let plain = Self::plain("", damage, false);
        let (act, by, element) = (attack.id.clone(), Some(by.unit.id()), Some(attack.element));
        Self { act, by, element, critical, ..plain }
    }

    /// The terms of its damage.
    pub const fn damage(&self) -> &Sum {
        &self.damage
    }

    /// This harm with extra wounds of a Burst, at a part of the body.
    #[must_use]
    pub fn with(self, burst: i32, part: Option<&Key>) -> Self {
        Self { burst, part: part.cloned(), ..self }
    }

    /// This harm after a test on which its target has spent Fate, according to these events.
    #[must_use]
    pub fn after(self, target: &Unit, events: &[Event]) -> Self {
        Self { spent: fate_moments::spent(target, events), ..self }
    }

    /// A fixed number of wounds, whatever protects the target (EV-343).
    pub fn of_wounds(act: &'static str, by: UnitId, sum: Sum, wounds: i32) -> Self {
        Self { by: Some(by), wounds: Some(wounds), ..Self::plain(act, sum, true) }
    }

    /// Harm by the environment: no weak spot, no element (EV-107).
    pub fn plain(act: &'static str, damage: Sum, bare: bool) -> Self {
        Self {
            act: Key::of(act),
            by: None,
            damage,
            element: None,
            critical: false,
            bare,
            part: None,
            wounds: None,
            burst: 0,
            used: None,
            spent: 0,
        }
    }

    /// The ailments that could make it a Technical Hit, starting with those that a wound ends
    /// anyway (EV-160, EV-162).
    pub fn openings<'a>(&self, target: Numbers<'a>) -> Vec<&'a Ailment> {
        let fits =
            |ailment: &&Ailment| self.element.is_some_and(|e| ailment.technical.contains(&e));
        let all = target.ailments().map(|(ailment, _)| ailment);
        let mut all: Vec<&Ailment> = all.filter(fits).collect();
        all.sort_by_key(|ailment| ailment.id != *DROWSED && ailment.id != *FROZEN);
        all
    }

    /// The ailment that makes it a Technical Hit (EV-160, EV-359).
    pub fn technical<'a>(&self, target: Numbers<'a>) -> Option<&'a Ailment> {
        let all = self.openings(target);
        let chosen = |ailment: &&&Ailment| self.used.as_ref() == Some(&ailment.id);
        all.iter().find(chosen).or(all.first()).copied()
    }

    fn is_weakness(&self, target: Numbers<'_>) -> bool {
        self.element.is_some_and(|element| target.affinity(element) == Affinity::Weak)
    }

    /// Whether it staggers its target (EV-158, EV-161, EV-190, EV-316, EV-326).
    pub fn staggers(&self, target: Numbers<'_>) -> bool {
        let physical = matches!(
            self.element,
            Some(Element::Melee | Element::Missile | Element::Nuclear | Element::Almighty)
        );
        let ways = self.is_weakness(target) || self.technical(target).is_some();
        (ways || self.critical && physical) && !target.has(DEFENDING)
    }

    /// Its effect on a unit at a location (EV-134, EV-135, EV-263 to EV-276).
    pub fn at(&self, content: &Content, target: Numbers<'_>, location: &Location) -> Hurt {
        let mut sum = self.damage.clone();
        if self.wounds.is_none() {
            sum.extend(self.defense(target, location));
        }
        let over = sum.total();
        Hurt { sum, ..self.beyond(content, target, location, over) }
    }

    /// Like [`Self::at`] without the terms of the damage, which is faster.
    pub fn roughly_at(&self, content: &Content, target: Numbers<'_>, location: &Location) -> Hurt {
        let defense: Total = match self.wounds {
            Some(_) => Total::default(),
            None => self.defense(target, location),
        };
        let over = self.damage.total().saturating_add(defense.total());
        self.beyond(content, target, location, over)
    }

    /// The reduction of its damage at a location (EV-134, EV-196, EV-318).
    fn defense<T: Tally>(&self, target: Numbers<'_>, location: &Location) -> T {
        let mut sum = T::default();
        // An enraged target has only its natural Toughness (EV-380).
        let raging = self.meets_rage(target);
        let unnatural = target.sheet.unnatural.get("toughness").copied().unwrap_or(0);
        let toughness = target.bonus("toughness") - if raging { unnatural } else { 0 };
        sum.add("toughness", if self.is_weakness(target) { 0 } else { -toughness }, "EV-134");
        let resists =
            self.element.is_some_and(|element| target.affinity(element) == Affinity::Resist);
        let resists = resists && self.technical(target).is_none();
        sum.add("resists", if resists { -RESIST } else { 0 }, "EV-318");
        if !self.bare && !raging {
            if let Some(armour) = target.armour() {
                let points = armour.points.get(location.covered).copied().unwrap_or(0);
                sum.add(Lower(&armour.name), -points, "EV-134");
            }
            sum.add("warded", -target.size(WARDED), "EV-196");
        }
        sum
    }

    /// Whether an enraged target takes it from a unit (EV-380).
    fn meets_rage(&self, target: Numbers<'_>) -> bool {
        target.has(ENRAGED) && self.by.is_some()
    }

    /// Its effect on a unit at a location with this much damage beyond Defense, without the terms.
    fn beyond(
        &self,
        content: &Content,
        target: Numbers<'_>,
        location: &Location,
        over: i32,
    ) -> Hurt {
        let (rules, sum, spent) = (&content.rules, Sum::new(), self.spent);
        let bruised = bearer(target).0.is_none() && target.suffers(Lasting::Bruise, None);
        let more = i32::from(bruised);
        if let Some(wounds) = self.wounds {
            let savage = i32::from(rules.all_out_savage && wounds >= rules.savage_wounds);
            let (over, wounds) = (wounds, wounds + more);
            return Hurt { over, sum, wounds, from: 0, savage, kills: false, spent };
        }
        let (mut wounds, mut savage) = (0, 0);
        if over > 0 {
            let weak = self.is_weakness(target);
            let technical = self.technical(target).is_some();
            let weak_spot = match &target.sheet.weak_spot {
                Some(part) => *part == location.id,
                None => location.weak_spot && !target.sheet.no_weak_spot,
            };
            let weak_spot = weak_spot && self.element.is_some();
            // Extra harm of these kinds does not apply to a defending unit (EV-190).
            let open = !target.has(DEFENDING);
            let extra = [
                over >= rules.high_damage,
                weak_spot,
                open && weak,
                open && self.critical,
                open && technical,
            ];
            wounds = 1 + self.burst + extra.into_iter().map(i32::from).sum::<i32>();
            // The environment makes no attacks (EV-107, EV-273).
            let helpless = self.element.is_some() && target.is_helpless();
            let triggers = [wounds >= rules.savage_wounds, over >= rules.savage_over, helpless];
            savage = triggers.into_iter().map(i32::from).sum();
            wounds += more;
        }
        let kills = over >= rules.instant_kill_over;
        Hurt { over, sum, wounds, from: 0, savage, kills, spent }
    }
}

/// What bears a unit's wounds: its active Persona or its body (EV-281).
pub fn bearer<'a>(target: Numbers<'a>) -> (Option<&'a Key>, &'a Meters) {
    let standing = target.unit.carriers.standing().next();
    standing.map_or((None, &target.unit.tracks.0), |layer| (Some(&layer.id), &layer.meters))
}

/// The wounds left on each track.
pub fn left(meters: &Meters) -> [i32; 3] {
    WOUNDS.map(|id| meters.value(id))
}

/// The average wounds of an attack with this margin over all locations, in tenths; reflected and
/// healed wounds are negative.
pub fn usual(content: &Content, by: Numbers<'_>, target: Numbers<'_>, arm: Arm<'_>, n: i32) -> i32 {
    match target.affinity(arm.attack.element) {
        Affinity::Block => return 0,
        Affinity::Repel | Affinity::Absorb => return -10,
        Affinity::Weak | Affinity::Normal | Affinity::Resist => {}
    }
    let harm = Harm::of(by, arm, n, false);
    let has = left(bearer(target).1);
    let mut from = 0;
    let each = content.locations.iter().map(|place| {
        let width = place.to - std::mem::replace(&mut from, place.to);
        width * harm.roughly_at(content, target, place).lost(has).iter().sum::<i32>()
    });
    each.sum::<i32>() / 10
}
