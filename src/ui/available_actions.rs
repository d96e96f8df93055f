//! What the player at the table may do, computed from a battle and its ruleset. Pure functions.

use std::collections::{BTreeMap, BTreeSet};

use grid::{Cell, Dir, Hm, Place, SideId, Tile, UnitId, footprint};
use rules::engine::{self, BattleStatus};
use rules::prompt::Prompt;
use rules::reach::ReachMap;
use rules::ruleset::{Aim, Ctx, Offer, Ruleset};
use rules::state::{State, Unit};
use rules::{Command, Key, Target, Values};

use super::attack_options;
use super::caches::Asked;
use super::interaction::{Interaction, Mode, Options, PathOption, TurnState};
use super::seating::Seating;

/// Who has to decide in the battle, as seen from this table.
pub fn stand(rest: Option<&BattleStatus>, state: &State, seating: &Seating) -> TurnState {
    let Some(side) = rest.and_then(|rest| side_to_decide(rest, state)) else {
        return match rest {
            Some(BattleStatus::Over(_)) => TurnState::Over,
            _ => TurnState::Waiting,
        };
    };
    if !seating.is_human(side) {
        return TurnState::Waiting;
    }
    if seating.must_change(side) {
        return TurnState::HandOver;
    }
    match rest {
        Some(BattleStatus::Asked(prompt)) => TurnState::Asked {
            choices: u16::try_from(prompt.choices.len()).unwrap_or(u16::MAX),
            default: prompt.default,
        },
        _ => TurnState::Acting,
    }
}

/// The side whose player or computer must decide; `None` when no decision is due.
pub fn side_to_decide(rest: &BattleStatus, state: &State) -> Option<SideId> {
    match rest {
        BattleStatus::Await(units) => units.first().and_then(|u| state.commander(*u)),
        BattleStatus::Asked(prompt) => Some(prompt.side),
        BattleStatus::Dice(_) | BattleStatus::Over(_) | BattleStatus::Idle => None,
    }
}

/// Units whose position the side at the table does not know;
/// they are not drawn. Empty for a spectator.
pub fn unseen(rules: &dyn Ruleset, state: &State, viewer: Option<SideId>) -> BTreeSet<UnitId> {
    let Some(side) = viewer else { return BTreeSet::new() };
    engine::with_ctx(rules, state, |ctx| {
        let present = state.units.iter().filter(|u| u.status.is_present()).map(Unit::id);
        present.filter(|id| !rules.is_known(ctx, side, *id)).collect()
    })
}

/// True if sides see different things, so that players must not see each other's boards.
pub fn has_secrets(rules: &dyn Ruleset, state: &State) -> bool {
    let mut sides = (0u8..).map(SideId).take(state.scene.sides.len());
    state.scene.fog.on || sides.any(|side| !unseen(rules, state, Some(side)).is_empty())
}

/// Cells that no unit of the side at the table sees, under fog of war. Empty
/// for a spectator. A solid cell is seen from the cells adjacent to it.
pub fn out_of_view(rules: &dyn Ruleset, state: &State, viewer: Option<SideId>) -> Vec<Cell> {
    let Some(side) = viewer.filter(|_| state.scene.fog.on) else { return Vec::new() };
    let board = &state.scene.board;
    let eyes: Vec<UnitId> = state.of_side(side).filter(|u| u.is_active()).map(Unit::id).collect();
    let solid = |cell: Cell| board.tile(cell).is_some_and(Tile::is_solid);
    let open: BTreeSet<Cell> = engine::with_ctx(rules, state, |ctx| {
        let seen = |cell: &Cell| eyes.iter().any(|eye| rules.sees_cell(ctx, *eye, *cell));
        board.cells().filter(|cell| !solid(*cell) && seen(cell)).collect()
    });
    let adjacent = |cell: Cell| Dir::ALL.into_iter().any(|dir| open.contains(&cell.step(dir)));
    let shown = |cell: &Cell| open.contains(cell) || (solid(*cell) && adjacent(*cell));
    board.cells().filter(|cell| !shown(cell)).collect()
}

/// The units that the player may act with now, by number.
pub fn active(rest: Option<&BattleStatus>, state: &State, seating: &Seating) -> Vec<UnitId> {
    let Some(BattleStatus::Await(units)) = rest else { return Vec::new() };
    if stand(rest, state, seating) != TurnState::Acting {
        return Vec::new();
    }
    let side = rest.and_then(|rest| side_to_decide(rest, state));
    let mut active: Vec<UnitId> =
        units.iter().filter(|id| state.commander(**id) == side).copied().collect();
    active.sort_unstable();
    active
}

/// The active unit among these: the player's choice, otherwise the first.
pub fn chosen(active: &[UnitId], choice: Option<UnitId>) -> Option<UnitId> {
    choice.filter(|c| active.contains(c)).or(active.first().copied())
}

/// The cells that answer a question: the places of its choices, and the cells of the units among
/// them.
fn answers(prompt: &Prompt, options: &Options) -> BTreeMap<Cell, u16> {
    let mut answers = BTreeMap::new();
    for (n, choice) in (0u16..).zip(&prompt.choices) {
        let above = options.upper.iter().map(|((cell, _), id)| (cell, id));
        let shared = options.sharers.iter();
        let shared = shared.flat_map(|(cell, units)| units.iter().map(move |id| (cell, id)));
        let bodies = options.bodies.iter().chain(above).chain(shared);
        let stands = bodies.filter(|(_, id)| Some(**id) == choice.unit);
        let cells = choice.place.and_then(Place::cell).into_iter();
        for cell in cells.chain(stands.map(|(cell, _)| *cell)) {
            answers.entry(cell).or_insert(n);
        }
    }
    answers
}

/// Options of the player. `reach` is where the active unit can move.
pub fn options(
    rules: &dyn Ruleset,
    state: &State,
    rest: Option<&BattleStatus>,
    asked: &Asked,
    reach: Option<&ReachMap>,
) -> Options {
    let Asked { seating, chosen, act, route } = asked;
    let board = &state.scene.board;
    let mut options = Options {
        stand: stand(rest, state, seating),
        board: (board.width(), board.height()),
        things: board.things().map(|(id, thing)| (thing.cell, id)).collect(),
        ..Options::default()
    };
    let unseen = unseen(rules, state, seating.viewer());
    (options.bodies, options.upper) = bodies(state, &unseen);
    options.sharers = sharers(state, &unseen, &options.bodies);
    if let (TurnState::Asked { .. }, Some(BattleStatus::Asked(prompt))) = (options.stand, rest) {
        options.answers = answers(prompt, &options);
    }
    options.active = active(rest, state, seating);
    options.actor = self::chosen(&options.active, *chosen);
    let Some(actor) = options.actor else { return options };
    let facing = state.unit(actor).map(|u| u.placement.facing);
    let description = rules.describe();
    options.facing = facing.filter(|_| description.facing);
    options.turn_parts.clone_from(&description.turn_parts);
    options.actor_at = state.unit(actor).and_then(|u| u.placement.at.cell());
    let foes = state.units.iter().map(|u| u.id()).filter(|id| state.are_foes(actor, *id));
    options.foes = foes.collect();
    engine::with_ctx(rules, state, |ctx| {
        let offer = |offer: Offer| match act {
            Some((act, with)) if offer.act == *act && !with.is_empty() => {
                rules.offer(ctx, actor, act, with).unwrap_or(offer)
            }
            _ => offer,
        };
        let offers = rules.offers(ctx, actor).into_iter().map(offer).collect();
        options.offers = grouped(offers);
        let acts = options.offers.iter().map(|offer| &offer.act);
        options.giving_up = acts.filter(|act| rules.gives_up(act)).cloned().collect();
        options.ways = match route.as_slice() {
            [] => reach.map(ways).unwrap_or_default(),
            route => ways(&rules.reach_after(ctx, actor, route)),
        };
        options.route.clone_from(route);
        options.targets = targets(rules, ctx, actor, &options, act.as_ref());
    });
    options
}

/// The place of a target in the Tab order: enemies first and friends last, or the other way round
/// for acts that help; cells by the unit that stands in them.
fn turn_of(target: &Target, options: &Options, helps: bool) -> u8 {
    let body = match target {
        Target::Unit(id) | Target::Part(id, _) => Some(*id),
        Target::Place(_) | Target::Floor(_) => {
            target.floor().and_then(|at| options.body(at.cell, at.floor))
        }
        Target::Edge(..) | Target::Thing(_) | Target::Direction(_) => None,
    };
    match body {
        None => 1,
        Some(id) if options.foes.contains(&id) == helps => 2,
        Some(_) => 0,
    }
}

/// True for an act that is of use only to the own side, such as healing.
fn helps(rules: &dyn Ruleset, ctx: Ctx<'_>, actor: UnitId, act: &Key) -> bool {
    let all = rules.act_summaries(ctx, actor).unwrap_or_default();
    let mut uses = all.iter().filter(|means| means.act == *act).peekable();
    uses.peek().is_some() && uses.all(|means| means.for_friends && !means.against_foes)
}

fn targets(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    actor: UnitId,
    options: &Options,
    aimed: Option<&(Key, Values)>,
) -> BTreeMap<Key, Vec<Target>> {
    // There are many cell targets, so they are computed only for the act being aimed.
    let plain = Values::none();
    let set = |act: &Key| aimed.filter(|(aimed, _)| aimed == act).map(|(_, with)| with);
    let wanted = |act: &Key, aim: Aim| aim == Aim::Unit || set(act).is_some();
    options
        .offers
        .iter()
        .filter(|o| o.refused.is_none() && wanted(&o.act, o.aim))
        .map(|o| {
            let with = set(&o.act);
            let mut targets = rules.targets(ctx, actor, &o.act, with.unwrap_or(&plain));
            // Only the targets of the act being aimed are gone through.
            let helps = with.is_some() && helps(rules, ctx, actor, &o.act);
            targets.sort_by_key(|target| turn_of(target, options, helps));
            (o.act.clone(), targets)
        })
        .collect()
}

/// Groups the offers by part of the turn; otherwise keeps the ruleset's order. Two weapons of the
/// same kind are one act.
fn grouped(all: Vec<Offer>) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::with_capacity(all.len());
    for offer in all {
        if offers.iter().all(|other| other.act != offer.act) {
            offers.push(offer);
        }
    }
    let mut groups: Vec<Key> = Vec::new();
    for offer in &offers {
        if !groups.contains(&offer.group) {
            groups.push(offer.group.clone());
        }
    }
    offers.sort_by_key(|offer| groups.iter().position(|group| *group == offer.group));
    offers
}

/// The unit in each cell.
type Bodies = BTreeMap<Cell, UnitId>;

/// The unit in each cell, and on each floor above the ground. In a shared place, a unit in the
/// fight takes precedence; of several floors, the lowest.
fn bodies(state: &State, unseen: &BTreeSet<UnitId>) -> (Bodies, BTreeMap<(Cell, Hm), UnitId>) {
    let (mut bodies, mut upper) = (Bodies::new(), BTreeMap::new());
    let shown = |u: &&Unit| u.status.is_present() && !unseen.contains(&u.id());
    for unit in state.units.iter().filter(shown) {
        let feet = unit.placement.feet;
        for cell in footprint(unit.placement.at.cell(), unit.form.size) {
            let board = &state.scene.board;
            let yields = |other: &Unit| unit.is_active() && !other.is_active();
            if board.upper_floors(cell).any(|at| at.floor == Some(feet)) {
                let taken = upper.get(&(cell, feet)).and_then(|id| state.unit(*id));
                if taken.is_none_or(yields) {
                    upper.insert((cell, feet), unit.id());
                }
            }
            let taken = bodies.get(&cell).and_then(|id| state.unit(*id));
            let decks = !board.decks_in(cell).is_empty();
            let below = |other: &Unit| decks && feet < other.placement.feet;
            let above = |other: &Unit| decks && feet > other.placement.feet;
            if taken.is_none_or(|other| below(other) || yields(other) && !above(other)) {
                bodies.insert(cell, unit.id());
            }
        }
    }
    (bodies, upper)
}

/// The units that share the place of the unit in their cell.
fn sharers(
    state: &State,
    unseen: &BTreeSet<UnitId>,
    bodies: &Bodies,
) -> BTreeMap<Cell, BTreeSet<UnitId>> {
    let mut sharers: BTreeMap<Cell, BTreeSet<UnitId>> = BTreeMap::new();
    let shown = |u: &&Unit| u.status.is_present() && !unseen.contains(&u.id());
    for unit in state.units.iter().filter(shown) {
        for cell in footprint(unit.placement.at.cell(), unit.form.size) {
            let foremost = bodies.get(&cell).and_then(|id| state.unit(*id));
            let foremost = foremost.filter(|other| other.id() != unit.id());
            if foremost.is_some_and(|other| other.placement.feet == unit.placement.feet) {
                sharers.entry(cell).or_default().insert(unit.id());
            }
        }
    }
    sharers
}

fn ways(reach: &ReachMap) -> BTreeMap<Cell, Vec<PathOption>> {
    let mut ways: BTreeMap<Cell, Vec<PathOption>> = BTreeMap::new();
    for stop in reach.stops() {
        let path = reach.way_to(*stop).filter(|path| !path.is_empty());
        if let Some(path) = path {
            let way = PathOption { feet: stop.feet, path, cost: stop.cost, tier: stop.tier };
            ways.entry(stop.cell).or_default().push(way);
        }
    }
    ways
}

/// The chance that the aimed act takes effect at each body part, as text,
/// in the order of [`Interaction::parts`]. `None` where it is unknown.
pub fn chances(
    rules: &dyn Ruleset,
    state: &State,
    options: &Options,
    hand: &Interaction,
) -> Vec<Option<String>> {
    let parts = hand.parts(options);
    let (Mode::Aiming { act, .. }, Some(unit)) = (&hand.mode, options.actor) else {
        return Vec::new();
    };
    let command = |part: &Target| Command::Act {
        unit,
        act: act.clone(),
        targets: vec![*part],
        choice: hand.way.clone(),
        with: hand.with.clone(),
    };
    let commands: Vec<Command> = parts.iter().map(command).collect();
    let Some(target) = parts.first().and_then(|part| part.unit()) else { return Vec::new() };
    engine::with_ctx(rules, state, |ctx| {
        let weighed = attack_options::weighed(rules, ctx, target, &commands);
        weighed.into_iter().map(|p| p.map(|p| attack_options::per_mille(p.chance))).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::EdgeAt;

    #[test]
    fn tab_offers_foes_first_then_things_and_friends_last() {
        let (friend, foe) = (UnitId(1), UnitId(2));
        let options = Options {
            foes: [foe].into(),
            bodies: [(Cell::new(1, 1), friend), (Cell::new(2, 2), foe)].into(),
            ..Options::default()
        };
        let place = |x, y| Target::Place(Cell::new(x, y).into());
        let crates = Target::Edge(EdgeAt::ground(Cell::new(4, 4), Dir::N));
        let mut targets = [
            Target::Unit(friend),
            place(1, 1),
            place(7, 7),
            crates,
            Target::Unit(foe),
            place(2, 2),
        ];
        targets.sort_by_key(|target| turn_of(target, &options, false));
        let [first, second, .., last, other] = targets;
        assert_eq!([first, second], [Target::Unit(foe), place(2, 2)]);
        assert_eq!([last, other], [Target::Unit(friend), place(1, 1)]);
        // Healing is offered to friends first.
        targets.sort_by_key(|target| turn_of(target, &options, true));
        assert_eq!(targets[..2], [Target::Unit(friend), place(1, 1)]);
        assert_eq!(targets[4..], [Target::Unit(foe), place(2, 2)]);
    }
}
