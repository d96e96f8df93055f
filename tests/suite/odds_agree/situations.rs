//! Generated situations: a small random battle and a possible command in it.

use std::collections::BTreeMap;

use highground::grid::{
    Board, Body, Cell, Dir, Edge, EdgeKind, Field, Hm, Light, SideId, SupportKind, Terrain, Thing,
    ThingKind, UnitId,
};
use highground::rules::dice::{Dice, Throw};
use highground::rules::engine::{self, BattleStatus};
use highground::rules::oracle::PlayByDefault;
use highground::rules::parameter::Range;
use highground::rules::ruleset::{Aim, Each, Offer, Placing, Ruleset};
use highground::rules::state::{
    Condition, Expiry, Flags, Goal, Posture, Scene, Side, State, Status, Unit,
};
use highground::rules::{Command, Ctx, Key, Target, Value, Values, odds};

use super::deck::Deck;
use super::sampling::{Rolls, opening};

/// Seeded random numbers.
pub struct Dealer(Dice);

impl Dealer {
    pub fn new(seed: u64) -> Self {
        Self(Dice::seeded(seed))
    }

    /// A number below `n`, which is 1 to 1000.
    fn below(&mut self, n: usize) -> usize {
        let sides = u16::try_from(n).expect("small lists");
        let faces = self.0.throw(&Throw::face(sides));
        faces.first().map_or(0, |face| usize::from(*face) - 1)
    }

    fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1) as usize) as i32
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }

    fn cell(&mut self, board: &Board) -> Cell {
        let x = self.below(usize::from(board.width())) as i16;
        Cell::new(x, self.below(usize::from(board.height())) as i16)
    }
}

/// A command, and the battle in which it is given.
pub struct Situation {
    pub state: State,
    pub command: Command,
}

/// A situation in which dice decide. The same seed gives the same situation.
pub fn situation(rules: &dyn Ruleset, deck: &Deck, seed: u64) -> Situation {
    let mut dealer = Dealer::new(seed);
    for _ in 0..200 {
        if let Some(found) = attempt(rules, deck, &mut dealer) {
            return found;
        }
    }
    panic!("seed {seed}: no situation with dice was found");
}

fn attempt(rules: &dyn Ruleset, deck: &Deck, dealer: &mut Dealer) -> Option<Situation> {
    let board = board(dealer);
    let units = units(rules, deck, dealer, &board);
    if units.len() < 2 {
        return None;
    }
    let mut sides: Vec<Side> = ["Blue", "Red"]
        .map(|name| Side { name: name.into(), ambush: false, flags: Flags::default() })
        .into();
    if dealer.one_in(4)
        && let Some(flag) = deck.side_flag
    {
        dealer.shuffle(&mut sides);
        sides[0].flags.set(Key::of(flag), 1);
    }
    let scene = Scene::new(board, sides, vec![Goal::LastStanding]);
    let mut state = State::new(scene, units, dealer.below(1000) as u64);
    let mut rest = engine::advance(rules, &mut state, &mut PlayByDefault, &mut Vec::new()).ok()?;
    let turns = dealer.below(state.units.len());
    for _ in 0..turns {
        let unit = awaited(&rest)?;
        // Some units have prepared acts before the tested command.
        if dealer.one_in(2)
            && let Some(group) = deck.lies_in_wait
            && let Some(command) = act((rules, deck), dealer, &state, unit, Some(group))
        {
            engine::submit(rules, &mut state, &command, &mut PlayByDefault).ok()?;
        }
        let end = Command::EndTurn { unit };
        rest = engine::submit(rules, &mut state, &end, &mut PlayByDefault).ok()?.1;
    }
    let mut unit = awaited(&rest)?;
    // Some units have already acted in this turn.
    if dealer.one_in(4)
        && let Some(command) = act((rules, deck), dealer, &state, unit, None)
    {
        rest = engine::submit(rules, &mut state, &command, &mut PlayByDefault).ok()?.1;
        unit = awaited(&rest)?;
    }
    let is_open = |command: &Command| {
        if deck.all_courses {
            let all = odds::courses(rules, &state, command, Rolls::default());
            return all.is_ok_and(|courses| courses.len() > 1);
        }
        matches!(opening(rules, &state, command), Some(throw) if throw.branches().ways.len() > 1)
    };
    // A third are areas with several units in them.
    let wide = dealer.one_in(3);
    let is_wide = |command: &Command| {
        let on = engine::with_ctx(rules, &state, |ctx| {
            let weighed = || rules.estimate(ctx, &[command]).unwrap_or_default();
            let more = if deck.all_courses { Vec::new() } else { weighed() };
            rules.forecast(ctx, command).len().max(more.iter().map(Vec::len).sum())
        });
        !wide || on > 1
    };
    for _ in 0..12 {
        let command = if !wide && dealer.one_in(5) {
            walk(rules, dealer, &state, unit)
        } else {
            act((rules, deck), dealer, &state, unit, None)
        };
        if let Some(command) = command.filter(is_wide).filter(is_open) {
            return Some(Situation { state, command });
        }
    }
    None
}

fn awaited(rest: &BattleStatus) -> Option<UnitId> {
    match rest {
        BattleStatus::Await(units) => units.first().copied(),
        _ => None,
    }
}

/// A random available act of a unit, at a random target.
fn act(
    (rules, deck): (&dyn Ruleset, &Deck),
    dealer: &mut Dealer,
    state: &State,
    unit: UnitId,
    group: Option<&str>,
) -> Option<Command> {
    engine::with_ctx(rules, state, |ctx| {
        let mut offers = rules.offers(ctx, unit);
        offers.retain(|o| o.refused.is_none() && group.is_none_or(|g| o.group == *g));
        dealer.shuffle(&mut offers);
        offers.into_iter().take(3).find_map(|offer| {
            if !deck.all_courses {
                return whole_act(rules, dealer, ctx, (unit, offer));
            }
            let targets = rules.targets(ctx, unit, &offer.act, &Values::none());
            if targets.is_empty() {
                return None;
            }
            let targets: Vec<Target> = vec![*dealer.pick(&targets)];
            let ways = offer.variants.iter().filter(|way| way.refused.is_none());
            let ways: Vec<&Key> = ways.map(|way| &way.choice).collect();
            let plain = ways.is_empty() || dealer.one_in(2);
            let choice = if plain { Key::default() } else { (*dealer.pick(&ways)).clone() };
            Some(Command::Act { unit, act: offer.act, targets, choice, with: Default::default() })
        })
    })
}

/// An act with as many random targets as it allows, in a random variant, with random parameters.
fn whole_act(
    rules: &dyn Ruleset,
    dealer: &mut Dealer,
    ctx: Ctx<'_>,
    (unit, offer): (UnitId, Offer),
) -> Option<Command> {
    let mut with = Values::none();
    for parameter in &offer.parameters {
        if dealer.one_in(2) {
            continue;
        }
        let value = match &parameter.range {
            Range::Number { least, most } => {
                Value::Number(dealer.between(*least, (*most).clamp(*least, least + 99)))
            }
            Range::OneOf(all) => {
                let open: Vec<&Key> =
                    all.iter().filter(|s| s.refused.is_none()).map(|s| &s.id).collect();
                if open.is_empty() {
                    continue;
                }
                Value::Name((*dealer.pick(&open)).clone())
            }
            Range::Direction => Value::Direction(*dealer.pick(&Dir::ALL)),
        };
        with.set(parameter.id.clone(), value);
    }
    let possible = rules.targets(ctx, unit, &offer.act, &with);
    let count = match offer.aim {
        Aim::Own => 0,
        Aim::Several(several) => dealer.between(several.least.into(), several.most.into()),
        _ => 1,
    };
    let fits = |target: &Target| match offer.aim {
        Aim::Several(several) => several.of == Each::Cell || target.unit().is_some(),
        _ => true,
    };
    let possible: Vec<Target> = possible.into_iter().filter(fits).collect();
    if possible.is_empty() && count > 0 {
        return None;
    }
    let targets = (0..count).map(|_| *dealer.pick(&possible)).collect();
    let ways = offer.variants.iter().filter(|way| way.refused.is_none());
    let ways: Vec<&Key> = ways.map(|way| &way.choice).collect();
    let plain = ways.is_empty() || dealer.one_in(2);
    let choice = if plain { Key::default() } else { (*dealer.pick(&ways)).clone() };
    Some(Command::Act { unit, act: offer.act, targets, choice, with })
}

/// A random available path of a unit.
fn walk(rules: &dyn Ruleset, dealer: &mut Dealer, state: &State, unit: UnitId) -> Option<Command> {
    let reach = engine::with_ctx(rules, state, |ctx| rules.reach(ctx, unit));
    if reach.stops().is_empty() {
        return None;
    }
    let stops = &reach.stops()[..reach.stops().len().min(1000)];
    let path = reach.way_to(*dealer.pick(stops))?;
    (!path.is_empty()).then(|| Command::Move { unit, path, manner: Key::default() })
}

fn board(dealer: &mut Dealer) -> Board {
    let (width, height) = (dealer.between(6, 11) as u16, dealer.between(6, 11) as u16);
    let mut board = Board::new(width, height);
    for _ in 0..dealer.below(4) {
        let (corner, rise) = (dealer.cell(&board), Hm(dealer.between(1, 8)));
        let (wide, deep) = (dealer.between(1, 4) as i16, dealer.between(1, 4) as i16);
        for (dx, dy) in (0..wide).flat_map(|x| (0..deep).map(move |y| (x, y))) {
            if let Some(tile) = board.tile_mut(corner.offset(dx, dy)) {
                tile.elevation = rise;
            }
        }
    }
    let cells = usize::from(width) * usize::from(height);
    for _ in 0..dealer.below(cells / 6) {
        let (cell, terrain) = (dealer.cell(&board), *dealer.pick(&Terrain::ALL));
        if let Some(tile) = board.tile_mut(cell) {
            *tile = highground::grid::Tile { elevation: tile.elevation, ..terrain.tile() };
        }
    }
    for _ in 0..dealer.below(cells / 8) {
        let (cell, kind) = (dealer.cell(&board), *dealer.pick(&ThingKind::ALL));
        if !board.is_solid(cell) {
            let height = kind.spec().height;
            board.add_thing(Thing { height, ..Thing::new(kind, cell) });
        }
    }
    for _ in 0..dealer.below(cells / 8) {
        let (cell, kind) = (dealer.cell(&board), *dealer.pick(&EdgeKind::ALL));
        let side = if dealer.one_in(2) { Dir::N } else { Dir::W };
        board.set_edge(cell, side, Some(Edge::new(kind)));
    }
    if dealer.one_in(8) {
        board.set_ambient(Light::Dim);
    }
    board
}

fn units(rules: &dyn Ruleset, deck: &Deck, dealer: &mut Dealer, board: &Board) -> Vec<Unit> {
    let count = dealer.between(2, 7) as u32;
    let mut field = Field::new(board, Vec::<Body>::new());
    let mut units = Vec::new();
    // Units are close together, so that they interact.
    let middle = dealer.cell(board);
    for id in 0..count {
        let side = if id < 2 { id as u8 } else { dealer.below(2) as u8 };
        for _ in 0..20 {
            let spread = dealer.between(1, 4) as i16;
            let dx = dealer.between(-i32::from(spread), i32::from(spread)) as i16;
            let dy = dealer.between(-i32::from(spread), i32::from(spread)) as i16;
            let cell = middle.offset(dx, dy);
            if let Some(unit) = unit((rules, deck), dealer, &field, (id, side), (cell, count)) {
                field = field.with_body(rules.body(&unit));
                units.push(unit);
                break;
            }
        }
    }
    units
}

fn unit(
    (rules, deck): (&dyn Ruleset, &Deck),
    dealer: &mut Dealer,
    field: &Field<'_>,
    (id, side): (u32, u8),
    (cell, count): (Cell, u32),
) -> Option<Unit> {
    let list = rules.describe();
    let role = dealer.pick(&list.roles);
    let mut overrides: BTreeMap<Key, i64> = BTreeMap::new();
    for (name, low, high) in deck.numbers {
        if dealer.one_in(3) {
            overrides.insert(Key::of(name), i64::from(dealer.between(*low, *high)));
        }
    }
    let mut gear = BTreeMap::new();
    if dealer.one_in(5) {
        gear.insert(Key::of("main"), dealer.pick(&list.weapons).id.clone());
    }
    let prone = dealer.one_in(6);
    let flies = !prone && dealer.one_in(2);
    let placing = Placing {
        id: UnitId(id),
        side: SideId(side),
        role: role.id.clone(),
        name: format!("{} {id}", role.name),
        at: cell.into(),
        altitude: if flies { Hm(dealer.between(0, 12)) } else { Hm::ZERO },
        facing: *dealer.pick(&Dir::ALL),
        prone,
        overrides,
        gear,
        start: Default::default(),
    };
    let mut unit = rules.enlist(&placing).expect("roles, numbers and weapons of the ruleset");
    let site = field.site(cell, unit.form.size, unit.height_now(), unit.id()).ok()?;
    let in_flight = unit.placement.support == SupportKind::Flight;
    let altitude = if in_flight { placing.altitude } else { Hm::ZERO };
    unit.placement.feet = site.feet + altitude;
    if !in_flight {
        unit.placement.support = site.ground.support;
    }
    let room = rules.body(&unit).room()?;
    if field.blocker(room, unit.id()).is_some() {
        return None;
    }
    if deck.all_courses {
        wound(rules, dealer, &mut unit);
    }
    for (track, least) in deck.tracks {
        let meter = unit.tracks.0.get_mut(track).filter(|_| dealer.one_in(3));
        if let Some(meter) = meter.filter(|meter| meter.max > *least) {
            meter.value = dealer.between(*least, meter.max);
        }
    }
    for _ in 0..dealer.below(3) {
        let condition = condition((rules, deck), dealer, count);
        if !unit.conditions.has(condition.id.as_str()) {
            unit.conditions.0.push(condition);
        }
    }
    Some(unit)
}

/// Some units have little health left, some none.
fn wound(rules: &dyn Ruleset, dealer: &mut Dealer, unit: &mut Unit) {
    let main = rules.describe().tracks.first().expect("a track").id.as_str();
    let dying = dealer.one_in(8) && unit.placement.support != SupportKind::Flight;
    let weak = dealer.one_in(2);
    let lost = dealer.between(1, 12);
    if let Some(track) = unit.tracks.0.get_mut(main) {
        if dying {
            track.value = -lost.min(track.max);
        } else if weak {
            track.value = lost.min(track.max);
        }
    }
    if dying {
        unit.status = Status::Down;
        unit.placement.posture = Posture::Prone;
    }
}

fn condition((rules, deck): (&dyn Ruleset, &Deck), dealer: &mut Dealer, count: u32) -> Condition {
    let list = rules.describe().conditions.iter();
    let fits = |c: &&Key| {
        !deck.states.contains(&c.as_str())
            && (deck.alone.is_empty() || deck.alone.contains(&c.as_str()))
    };
    let list: Vec<&Key> = list.map(|c| &c.id).filter(fits).collect();
    let source = UnitId(dealer.below(count as usize) as u32);
    let left = dealer.between(1, 3) as u16;
    let expiry = match dealer.below(4) {
        0 => Expiry::Battle,
        1 => Expiry::Hits(left),
        2 => Expiry::TurnEnds { of: source, left },
        _ => Expiry::Slots { of: source, left },
    };
    let size = dealer.between(1, 4);
    Condition::new((*dealer.pick(&list)).clone(), size, Some(source), expiry)
}
