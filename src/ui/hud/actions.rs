//! What the action bar shows.

use crate::interaction::{Confirmation, Interaction, Mode, Options, TurnState};
use crate::names::{Names, capital, plain};
use rules::Key;
use rules::ruleset::Offer;
use rules::state::Unit;

use super::fields::{self, FieldModel, PartModel};
use super::icons;

/// An action in the bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionModel {
    /// Its key in commands.
    pub act: Key,
    /// Its number key, from 1; 0 without a key.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Its description.
    pub text: String,
    /// Its cost.
    pub cost: String,
    /// Its icon.
    pub icon: &'static str,
    /// The part of the turn that it uses, as an index into the ruleset's list.
    pub part: usize,
    /// Why it is unavailable, with the rule.
    pub refused: Option<String>,
    /// True if it is available, but no target is in reach.
    pub aimless: bool,
    /// True while it is being aimed.
    pub chosen: bool,
}

/// Something left of the turn: a part of it, or a pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipModel {
    /// Its name.
    pub name: String,
    /// Its meaning, in a sentence.
    pub text: String,
    /// Its icon.
    pub icon: &'static str,
    /// How much is left.
    pub left: u32,
    /// The maximum.
    pub most: u32,
    /// The part of the turn it represents, as an index into the ruleset's list.
    pub part: Option<usize>,
}

/// A part of the turn and its actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupModel {
    /// Its key in the ruleset.
    pub id: Key,
    /// Its display name.
    pub name: String,
    /// Numbers of its available actions and of all its actions.
    pub possible: (usize, usize),
    /// True if its actions are listed under *More*.
    pub open: bool,
}

/// A variant of the action being aimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantModel {
    /// Its key in commands; empty for the plain one.
    pub id: Key,
    /// Its display name.
    pub name: String,
    /// Its total cost.
    pub cost: String,
    /// Why it is unavailable, with the rule.
    pub refused: Option<String>,
    /// True if it is selected.
    pub chosen: bool,
}

/// What the bar shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionsModel {
    /// The active unit's name.
    pub actor: String,
    /// The parts of the turn, in the ruleset's order.
    pub groups: Vec<GroupModel>,
    /// The actions on the tiles.
    pub actions: Vec<ActionModel>,
    /// The action being aimed, if it has no tile.
    pub elsewhere: Option<ActionModel>,
    /// The actions of the open group, in the ruleset's order; empty while *More* is closed.
    pub more: Vec<ActionModel>,
    /// The rest of the turn.
    pub pips: Vec<PipModel>,
    /// Variants of the action being aimed, the plain one first; empty if there is only that.
    pub ways: Vec<VariantModel>,
    /// Body parts that the action may be aimed at.
    pub parts: Vec<PartModel>,
    /// The parameters of the action being aimed.
    pub fields: Vec<FieldModel>,
    /// Targets chosen so far for an action with several targets, as text.
    pub named: Option<String>,
    /// Whether turning on the spot is selected; `None` in rules without facing.
    pub facing: Option<bool>,
    /// True if movement is selected.
    pub moving: bool,
    /// True if any cell can be reached.
    pub can_move: bool,
    /// True if the player tried to end the turn while something was left to do.
    pub end_asked: bool,
    /// True if something is left to do.
    pub something_left: bool,
    /// What the turn can still be used for: "move, action".
    pub left: String,
    /// What the button *Do it* does.
    pub confirm: Option<Confirmation>,
    /// True if the last command can be undone.
    pub can_take_back: bool,
}

impl ActionsModel {
    /// The bar for the player at the table; `None` if it is not their turn to act.
    pub fn of(options: &Options, hand: &Interaction, names: &Names) -> Option<Self> {
        let actor = options.actor.filter(|_| options.stand == TurnState::Acting)?;
        let aimed = match &hand.mode {
            Mode::Aiming { act, .. } => Some(act),
            Mode::Idle | Mode::Moving | Mode::Facing { .. } => None,
        };
        let groups = options.groups();
        let action = |number: usize, offer: &Offer| ActionModel {
            act: offer.act.clone(),
            number,
            name: offer.name.clone(),
            text: offer.text.clone(),
            cost: offer.cost.clone(),
            icon: icons::of_act(offer.act.as_str(), offer.aim),
            part: options.part_of_turn(&offer.group),
            refused: offer.refused.as_ref().map(ToString::to_string),
            aimless: options.is_aimless(&offer.act, offer.aim),
            chosen: aimed == Some(&offer.act),
        };
        let open = hand.open_group(options);
        let tiles = hand.tiles(options);
        // While the list is open, it uses the number keys.
        let number = |place: usize| if open.is_none() { place + 1 } else { 0 };
        let tiles: Vec<ActionModel> =
            tiles.iter().enumerate().map(|(at, offer)| action(number(at), offer)).collect();
        let elsewhere = aimed.and_then(|act| options.offer(act)).map(|offer| action(0, offer));
        let elsewhere = elsewhere.filter(|aimed| tiles.iter().all(|tile| tile.act != aimed.act));
        let more = open.into_iter().flat_map(|group| options.acts_of(Some(group)));
        let more = more.enumerate().map(|(at, offer)| action(at + 1, offer)).collect();
        let group = |id: &Key| {
            let possible = options.acts_of(Some(id)).filter(|o| o.refused.is_none()).count();
            GroupModel {
                id: id.clone(),
                name: capital(&plain(id.as_str())),
                possible: (possible, options.acts_of(Some(id)).count()),
                open: open == Some(id),
            }
        };
        Some(Self {
            actor: names.unit(actor),
            groups: groups.iter().map(|id| group(id)).collect(),
            actions: tiles,
            elsewhere,
            more,
            pips: Vec::new(),
            ways: ways(options, hand, aimed),
            parts: fields::parts(options, hand, names),
            fields: fields::fields(options, hand),
            named: fields::named(hand, names),
            facing: options.facing.map(|_| matches!(hand.mode, Mode::Facing { .. })),
            moving: hand.mode == Mode::Moving,
            can_move: !options.ways.is_empty(),
            end_asked: hand.end_asked,
            something_left: options.something_left(),
            left: options.left_in_words(),
            confirm: hand.confirmation(options),
            can_take_back: false,
        })
    }
}

/// Variants of the action being aimed.
fn ways(options: &Options, hand: &Interaction, aimed: Option<&Key>) -> Vec<VariantModel> {
    let Some(offer) = aimed.and_then(|act| options.offer(act)) else { return Vec::new() };
    if offer.variants.is_empty() {
        return Vec::new();
    }
    let plain = VariantModel {
        id: Key::default(),
        name: "Normal".to_owned(),
        cost: offer.cost.clone(),
        refused: None,
        chosen: hand.way == Key::default(),
    };
    let others = offer.variants.iter().map(|way| VariantModel {
        id: way.choice.clone(),
        name: way.name.clone(),
        cost: way.cost.clone(),
        refused: way.refused.as_ref().map(ToString::to_string),
        chosen: hand.way == way.choice,
    });
    [plain].into_iter().chain(others).collect()
}

/// Pools with more points than this are bars on the sheet, not pips.
const MOST_PIPS: i32 = 12;

/// The rest of a unit's turn: whether it can move, its small pools and, if no pool pays for acts,
/// the parts of the turn.
pub fn pips(options: &Options, unit: &Unit, names: &Names) -> Vec<PipModel> {
    let moves = PipModel {
        name: "Move".to_owned(),
        text: match options.ways.len() {
            0 => "No movement is left this turn.".to_owned(),
            1 => "One cell can be reached.".to_owned(),
            many => format!("{many} cells can be reached; click one of them."),
        },
        icon: icons::MOVE,
        left: u32::from(!options.ways.is_empty()),
        most: 1,
        part: None,
    };
    let small = unit.pools.0.iter().filter(|pool| (1..=MOST_PIPS).contains(&pool.max));
    let pools: Vec<PipModel> = small
        .map(|pool| {
            let name = capital(&names.content(&pool.id));
            let (icon, text) = icons::of_pool(pool.id.as_str(), &name);
            PipModel {
                text: format!("{name}: {} of {}. {text}", pool.value, pool.max),
                name,
                icon,
                left: u32::try_from(pool.value).unwrap_or_default(),
                most: u32::try_from(pool.max).unwrap_or_default(),
                part: None,
            }
        })
        .collect();
    let mut parts = if pools.is_empty() { parts_of_turn(options) } else { Vec::new() };
    // The part of the turn with the same name would only repeat it.
    parts.retain(|part| part.name != moves.name);
    [moves].into_iter().chain(pools).chain(parts).collect()
}

/// A pip for each part of the turn, except a part that only holds ways to give up.
fn parts_of_turn(options: &Options) -> Vec<PipModel> {
    let part = |id: &Key| {
        let acts: Vec<&Offer> =
            options.acts_of(Some(id)).filter(|o| !options.giving_up.contains(&o.act)).collect();
        let open: Vec<&str> =
            acts.iter().filter(|o| o.refused.is_none()).map(|o| o.name.as_str()).collect();
        let name = capital(&plain(id.as_str()));
        let text = match open.as_slice() {
            [] => format!("{name}: nothing is possible now."),
            [one] => format!("{name}: for {one}."),
            [one, other] => format!("{name}: for {one} or {other}."),
            [one, other, more @ ..] => {
                format!("{name}: for {one}, {other} or {} more.", more.len())
            }
        };
        let left = u32::from(!open.is_empty());
        let part = Some(options.part_of_turn(id));
        let pip = PipModel { name, text, icon: icons::TURN, left, most: 1, part };
        (!acts.is_empty()).then_some(pip)
    };
    options.groups().into_iter().filter_map(part).collect()
}
