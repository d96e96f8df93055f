//! The rest of a turn: movement in metres, attacks paid for, the free interaction (MO-31 to MO-33,
//! MO-84 to MO-101). All of it is derived from the turn's history.

use rules::event::Event;
use rules::kit::events;
use rules::state::{ActRecord, Unit};
use rules::{Key, Refusal};

use super::data::{Content, HouseRules};
use super::health::pool;
use super::numbers::Numbers;
use super::sheet::AP;

/// Metres moved.
const MOVE: &str = "move";
/// Metres gained beyond the free ones.
const GAIN: &str = "gain";
/// Attacks paid for.
const BOUGHT: &str = "bought";
/// Attacks made.
const STRUCK: &str = "struck";
/// The free Interact or the free Switch Weapons (MO-101).
const FREE: &str = "free";
/// AP paid.
const PAID: &str = "paid";
/// A Switch Weapons action that changed one hand and may still change the other: one that was paid
/// for, and one that was free (MO-99).
const SWITCHED: &str = "switched";
const SWITCHED_FREE: &str = "switched_free";
/// The other hand, changed by the same action.
const SWITCHED_BOTH: &str = "switched_both";

/// What the turn's history leaves.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    rules: &'a HouseRules,
    unit: &'a Unit,
    basic: i32,
    flies: bool,
    /// Maximum AP of the turn, if something lowers it.
    capped: Option<i32>,
}

/// How a move beyond the available metres is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strides {
    /// Number of Basic Movements.
    pub count: i32,
    /// Price in AP.
    pub ap: i32,
    /// True if it is bought as a Sprint (MO-94).
    pub sprint: bool,
}

impl Strides {
    /// The cheapest way to gain `count` times Basic Movement: Moves at the price of `stride` each,
    /// or a Sprint at its price for its number of Basic Movements (MO-92, MO-94).
    pub fn cheapest(count: i32, stride: i32, (sprint, factor): (i32, i32)) -> Self {
        let moves = count * stride;
        if count <= factor && sprint <= moves && count > 0 {
            return Self { count: factor, ap: sprint, sprint: true };
        }
        Self { count, ap: moves, sprint: false }
    }
}

impl<'a> Budget<'a> {
    /// The budget of a unit at this point of its turn. `None` without a sheet of this ruleset.
    pub fn of(content: &'a Content, unit: &'a Unit) -> Option<Self> {
        let numbers = Numbers::of(content, unit)?;
        let fly = numbers.fly().filter(|fly| *fly > 0);
        let basic = fly.unwrap_or_else(|| numbers.movement());
        let most = numbers.most_ap_in_turn();
        let capped = (most < content.rules.ap).then_some(most);
        Some(Self { rules: &content.rules, unit, basic, flies: fly.is_some(), capped })
    }

    /// Like [`Self::of`], for acts that need a sheet.
    ///
    /// # Errors
    /// If there is no sheet.
    pub fn needed(content: &'a Content, unit: &'a Unit) -> Result<Self, Refusal> {
        Self::of(content, unit).ok_or_else(no_sheet)
    }

    fn total(&self, class: &str) -> i32 {
        self.unit.turn.acts.iter().filter(|d| d.class == *class).map(|d| d.amount).sum()
    }

    /// Metres moved so far.
    pub fn spent(&self) -> i32 {
        self.total(MOVE)
    }

    /// Current Basic Movement, metres. Units that can fly use their fly movement (MO-304).
    pub const fn basic(&self) -> i32 {
        self.basic
    }

    /// True if the unit can fly now.
    pub const fn flies(&self) -> bool {
        self.flies
    }

    /// Metres available in this turn: free and bought (MO-32, MO-92).
    pub fn metres(&self) -> i32 {
        if self.basic == 0 { self.spent() } else { self.basic + self.total(GAIN) }
    }

    /// AP left. A condition gained during the turn lowers them too (MO-410).
    pub fn ap(&self) -> i32 {
        let left = self.unit.pools.0.value(AP);
        self.capped.map_or(left, |most| left.min((most - self.total(PAID)).max(0)))
    }

    /// True if AP were spent in this turn (MO-157).
    pub fn has_paid(&self) -> bool {
        self.total(PAID) > 0
    }

    /// Attacks paid for and not yet made (MO-85).
    pub fn attacks(&self) -> i32 {
        self.total(BOUGHT) - self.total(STRUCK)
    }

    /// Number of attacks made in this turn.
    pub fn attacks_made(&self) -> i32 {
        self.total(STRUCK)
    }

    /// Number of Attack actions paid for in this turn.
    pub fn purchases(&self) -> usize {
        self.unit.turn.acts.iter().filter(|d| d.class == *BOUGHT).count()
    }

    /// The attacks made in this turn, by act.
    pub fn strikes(&self) -> impl Iterator<Item = &'a Key> {
        self.unit.turn.acts.iter().filter(|d| d.class == *STRUCK).map(|d| &d.act)
    }

    /// True until the free Interact or the free Switch Weapons is used (MO-91, MO-100).
    pub fn has_free_interaction(&self) -> bool {
        self.total(FREE) == 0
    }

    /// Whether the Switch Weapons action that has just changed the other hand was paid for. `None`
    /// without such an action, which would change this hand as well (MO-99).
    pub fn switched_other(&self, hand: &str) -> Option<bool> {
        let last = self.unit.turn.acts.last()?;
        let paid = last.class == *SWITCHED;
        let open = paid || last.class == *SWITCHED_FREE;
        (open && last.act != *hand && last.amount == self.spent()).then_some(paid)
    }

    /// The cheapest way to gain `count` times Basic Movement: Moves or a Sprint (MO-92, MO-94).
    pub fn strides(&self, count: i32) -> Strides {
        let prices = &self.rules.prices;
        Strides::cheapest(count, prices.stride, (prices.sprint, self.rules.sprint_factor))
    }

    /// Maximum number of Basic Movements that the remaining AP can buy.
    pub fn most_strides(&self) -> i32 {
        let ap = self.ap();
        let moves = ap / self.rules.prices.stride.max(1);
        if ap >= self.rules.prices.sprint { moves.max(self.rules.sprint_factor) } else { moves }
    }

    /// Number of Basic Movements missing to move `spent` metres in all.
    pub fn missing(&self, spent: i32) -> i32 {
        Self::missing_of((self.metres(), self.basic), spent)
    }

    /// Like [`Self::missing`], for these available metres and this Basic Movement.
    pub fn missing_of((metres, basic): (i32, i32), spent: i32) -> i32 {
        match (spent - metres, basic) {
            (short, _) if short <= 0 => 0,
            (_, 0) => i32::MAX,
            (short, basic) => short.div_euclid(basic) + i32::from(short.rem_euclid(basic) > 0),
        }
    }

    /// True if an Attack can still be made after spending `ap` more.
    pub fn leaves_an_attack(&self, ap: i32) -> bool {
        self.attacks() > 0 || self.ap() - ap >= self.rules.prices.attack
    }

    /// Whether `price` AP are left.
    ///
    /// # Errors
    /// If there are too few.
    pub fn check_ap(&self, price: i32, rule: &'static str) -> Result<(), Refusal> {
        let left = self.ap();
        if price > left {
            let text = format!("{price} AP are needed, {left} are left");
            return Err(Refusal::new("no_ap", text, rule));
        }
        Ok(())
    }
}

/// The refusal for a combatant without a sheet of this ruleset.
pub fn no_sheet() -> Refusal {
    Refusal::new("no_sheet", "it has no sheet", "MO-10")
}

fn record(unit: &Unit, class: &'static str, act: &Key, amount: i32, rule: &'static str) -> Event {
    let record = ActRecord { class: Key::of(class), act: act.clone(), amount };
    events::act_recorded(unit, record, None, rule)
}

/// Pays AP for an act and records them in the turn (MO-157).
pub fn pay(unit: &Unit, price: i32, what: &str, rule: &'static str) -> Vec<Event> {
    let mut events = pool(unit, AP, unit.pools.0.value(AP) - price, what, rule);
    if price > 0 {
        events.push(record(unit, PAID, &Key::of(AP), price, rule));
    }
    events
}

/// Marks something as done for this turn.
pub fn settled(unit: &Unit, class: &'static str, act: &Key) -> Event {
    record(unit, class, act, 1, "MO-28")
}

/// Records metres moved, in a single entry for the whole turn.
pub fn moved(unit: &Unit, spent: i32) -> Event {
    let record = ActRecord { class: Key::of(MOVE), act: Key::of(MOVE), amount: spent };
    let replaces = unit.turn.acts.iter().position(|d| d.class == *MOVE);
    events::act_recorded(unit, record, replaces, "MO-33")
}

/// Records metres gained by an act (MO-92 to MO-94).
pub fn gained(unit: &Unit, act: &Key, metres: i32) -> Event {
    record(unit, GAIN, act, metres, "MO-93")
}

/// Records attacks paid for.
pub fn bought(unit: &Unit, act: &Key, attacks: i32) -> Event {
    record(unit, BOUGHT, act, attacks, "MO-84")
}

/// Records an attack made.
pub fn struck(unit: &Unit, act: &Key) -> Event {
    record(unit, STRUCK, act, 1, "MO-85")
}

/// Records that the free interaction is used (MO-91, MO-101).
pub fn used_free(unit: &Unit, act: &Key) -> Event {
    record(unit, FREE, act, 1, "MO-101")
}

/// Records that a Switch Weapons action changed a hand, after this many metres of the turn (MO-99).
pub fn switched(unit: &Unit, hand: &'static str, (paid, spent): (bool, i32)) -> Event {
    let class = if paid { SWITCHED } else { SWITCHED_FREE };
    record(unit, class, &Key::of(hand), spent, "MO-99")
}

/// Records that the same action changed the other hand, too (MO-99).
pub fn switched_both(unit: &Unit, hand: &'static str) -> Event {
    record(unit, SWITCHED_BOTH, &Key::of(hand), 1, "MO-99")
}
