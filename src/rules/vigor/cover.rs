//! Cover against ranged attacks: its bonus to Guard, and the Armor Rank that it lends; the damage
//! it stops goes to the object that gives it (VG-296 to VG-311).

use grid::{
    Blocker, Board, Body, Cell, Dir, EdgeKind, Hidden, Hiding, Hm, Material, Share, behind_bars,
    hidden, hidden_shares, sees, shape,
};
use rules::Sum;
use rules::Target;
use rules::object::Object;

use super::data::{Content, Covers, HouseRules, Thing};

/// Degree of cover by hard matter (VG-297).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hard {
    Full,
    Partial,
}

/// The cover of a target on one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// Its bonus to Guard, with name and rule; `None` without cover.
    guard: Option<(&'static str, i32, &'static str)>,
    hard: Option<Hard>,
    /// Whether creatures on the line give partial cover (VG-311).
    creatures: bool,
}

/// The damage that cover stops (VG-300, VG-301).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The Armor Rank that it lends.
    pub rank: i32,
    /// The rule behind it.
    pub rule: &'static str,
    /// The object that stops the damage and takes it (VG-308).
    pub thing: Option<Object>,
    /// Whether it is metal (VG-307).
    pub metal: bool,
}

/// Whether a share is at least this many quarters.
const fn quarters(share: Share, least: u32) -> bool {
    share.whole > 0 && 4 * share.part >= least * share.whole
}

/// The cover of a target from a ranged attacker (VG-303). Of several kinds, the highest Guard bonus
/// counts (VG-304). `None` if walls hide it entirely (VG-310). If objects hide what the walls leave
/// open, a shot goes through them, and they give the cover of their kind (VG-309).
pub fn of(content: &Content, board: &Board, from: &Body, to: &Body) -> Option<Cover> {
    let rules = &content.rules;
    let bars = behind_bars(board, from, to).then_some(Hard::Partial);
    if !sees(board, from, to) {
        let hard = by_things(content, board, &hidden(board, from, to))?;
        let guard = hard.map_or_else(|| by_soft(rules), |hard| by_hard(rules, hard));
        return Some(Cover { guard: Some(guard), hard, creatures: false });
    }
    let (hard, soft) = hidden_shares(board, from, to);
    let all = Share { part: hard.part + soft.part, whole: hard.whole };
    let hard = match hard {
        share if quarters(share, 3) => {
            let most = giver(&hidden(board, from, to)).map(|(blocker, _)| blocker);
            Some(most.map_or(Hard::Full, |blocker| by_kind(content, board, blocker)))
        }
        share if quarters(share, 1) => Some(Hard::Partial),
        _ => bars,
    };
    let own = hard.map(|hard| by_hard(rules, hard));
    // If neither hard nor soft matter hides enough by itself, both together count as light cover.
    let light = quarters(soft, 1) || hard.is_none() && quarters(all, 1);
    let light = light.then(|| by_soft(rules));
    let guard = own.into_iter().chain(light).max_by_key(|(_, guard, _)| *guard);
    Some(Cover { guard, hard, creatures: false })
}

/// The cover that a blocker gives by its kind.
fn covers(content: &Content, board: &Board, blocker: Blocker) -> Covers {
    let object = object(board, blocker);
    let thing = object.and_then(|it| it.entry(board, |entry| content.objects.get(entry)));
    thing.map_or(Covers::AsHidden, |thing| thing.cover)
}

/// Edges at least this high are walls.
const WALL: Hm = Hm::metres(2);

/// Whether a blocker is an edge low enough to shoot over.
fn is_low(board: &Board, blocker: Blocker) -> bool {
    match blocker {
        Blocker::Edge(at) => board.edge_at(at).is_some_and(|edge| edge.kind.spec().height < WALL),
        Blocker::Thing(_) | Blocker::Column(_) | Blocker::Volume(_) => false,
    }
}

/// Whether a shot can go through a blocker: an object, a breakable leaf or boards, anything low.
fn is_thing(content: &Content, board: &Board, hiding: &Hiding) -> bool {
    let breaks = || {
        let kind = object(board, hiding.blocker).and_then(|object| object.kind(board));
        kind.is_some_and(|kind| content.objects.contains(kind))
    };
    matches!(hiding.blocker, Blocker::Thing(_)) || is_low(board, hiding.blocker) || breaks()
}

/// The cover of a target almost entirely hidden by hard matter, by the kind of the blocker that
/// hides the most.
fn by_kind(content: &Content, board: &Board, blocker: Blocker) -> Hard {
    match covers(content, board, blocker) {
        Covers::Partial | Covers::Light => Hard::Partial,
        Covers::AsHidden if is_low(board, blocker) => Hard::Partial,
        Covers::Full | Covers::AsHidden => Hard::Full,
    }
}

/// The hard cover of a target that is entirely hidden; none for leaves. `None` if walls alone hide
/// it.
fn by_things(content: &Content, board: &Board, hidden: &Hidden) -> Option<Option<Hard>> {
    if !hidden.blockers.iter().any(|it| is_thing(content, board, it)) {
        return None;
    }
    let Some((blocker, _)) = giver(hidden) else { return Some(None) };
    Some(Some(by_kind(content, board, blocker)))
}

/// Cover by hard matter: its name, its bonus to Guard, and its rule.
const fn by_hard(rules: &HouseRules, hard: Hard) -> (&'static str, i32, &'static str) {
    match hard {
        Hard::Full => ("full cover", rules.cover_full, "VG-301"),
        Hard::Partial => ("partial cover", rules.cover_partial, "VG-300"),
    }
}

/// Light cover: its name, its bonus to Guard, and its rule.
const fn by_soft(rules: &HouseRules) -> (&'static str, i32, &'static str) {
    ("light cover", rules.cover_light, "VG-298")
}

impl Cover {
    /// Cover as ruled by the referee.
    pub fn ruled(rules: &HouseRules, says: &str) -> Self {
        let hard = match says {
            "partial" => Some(Hard::Partial),
            "full" => Some(Hard::Full),
            _ => None,
        };
        let light = (says == "light").then(|| by_soft(rules));
        let guard = hard.map(|hard| by_hard(rules, hard)).or(light);
        Self { guard, hard, creatures: false }
    }

    /// The same cover with creatures in the way, which give at least partial cover (VG-311).
    #[must_use]
    pub fn or_partial(self, rules: &HouseRules) -> Self {
        let (name, more, _) = by_hard(rules, Hard::Partial);
        let by_creature = (name, more, "VG-311");
        let guard = self.guard.into_iter().chain([by_creature]).max_by_key(|(_, guard, _)| *guard);
        Self { guard, creatures: true, ..self }
    }

    /// The Armor Rank that it may lend.
    pub const fn rank(&self, rules: &HouseRules) -> i32 {
        match self.hard {
            Some(Hard::Full) => rules.cover_full_rank,
            Some(Hard::Partial) => rules.cover_partial_rank,
            None if self.creatures => rules.cover_partial_rank,
            None => 0,
        }
    }

    /// Adds its bonus to Guard.
    pub fn add_to(&self, guard: &mut Sum) {
        if let Some((name, more, rule)) = self.guard {
            guard.add(name, more, rule);
        }
    }

    /// What it stops, by the highest rank (VG-304); `None` if it only conceals or is not sturdy
    /// (VG-298, VG-302).
    pub fn stop(&self, content: &Content, board: &Board, from: &Body, to: &Body) -> Option<Stop> {
        let rank = content.rules.cover_partial_rank;
        let by_creature = Stop { rank, rule: "VG-311", thing: None, metal: false };
        let by_creature = self.creatures.then_some(by_creature);
        let own = self.by_matter(content, board, from, to);
        by_creature.into_iter().chain(own).max_by_key(|stop| stop.rank)
    }

    /// What hard matter stops.
    fn by_matter(&self, content: &Content, board: &Board, from: &Body, to: &Body) -> Option<Stop> {
        let (hard, rules) = (self.hard?, &content.rules);
        let most = giver(&hidden(board, from, to));
        let (thing, material) = match most {
            Some((blocker, material)) => (object(board, blocker), material),
            None => (bars(board, from, to), Some(Material::Metal)),
        };
        let metal = material == Some(Material::Metal);
        let entry = thing.and_then(|it| it.entry(board, |entry| content.objects.get(entry)));
        let sturdy = || is_sturdy(content, entry, material);
        match hard {
            Hard::Full if !sturdy() => None,
            Hard::Full => Some(Stop { rank: rules.cover_full_rank, rule: "VG-301", thing, metal }),
            Hard::Partial => {
                Some(Stop { rank: rules.cover_partial_rank, rule: "VG-300", thing, metal })
            }
        }
    }
}

/// The hard blocker that hides the largest part.
fn giver(hidden: &Hidden) -> Option<(Blocker, Option<Material>)> {
    let hard = |material: Option<Material>| material.is_some_and(|m| m != Material::Foliage);
    let mut hard = hidden.blockers.iter().filter(|hiding| hard(hiding.material));
    hard.next().map(|hiding| (hiding.blocker, hiding.material))
}

/// Whether a blocker is sturdy: stone, metal, or thick enough wood (VG-301, VG-302).
fn is_sturdy(content: &Content, thing: Option<&Thing>, material: Option<Material>) -> bool {
    match material {
        Some(Material::Stone | Material::Metal) => true,
        Some(Material::Wood) => {
            thing.is_some_and(|thing| thing.durability >= content.rules.sturdy_wood)
        }
        _ => false,
    }
}

/// The closed barred gate on the line, if any.
fn bars(board: &Board, from: &Body, to: &Body) -> Option<Object> {
    let (from, to) = from.room().zip(to.room())?;
    let line = shape::line(board, from.cell, to.cell);
    let heights = (from.feet.min(to.feet), from.top().max(to.top()));
    let gate = |cell: Cell, side: Dir| {
        let mut before = board.edges_before(cell, side, heights);
        let found = before.find(|(_, edge)| edge.kind == EdgeKind::Gate && !edge.open);
        found.filter(|_| line.contains(&cell.step(side))).map(|(at, _)| Target::Edge(at))
    };
    let sides = line.iter().flat_map(|cell| Dir::SIDES.map(|side| (*cell, side)));
    let found = sides.filter_map(|(cell, side)| gate(cell, side)).next();
    found.and_then(Object::of)
}

fn object(board: &Board, blocker: Blocker) -> Option<Object> {
    match blocker {
        Blocker::Thing(id) => Some(Object::Thing(id)),
        Blocker::Edge(at) => {
            board.edge_at(at)?;
            Object::of(Target::Edge(at))
        }
        Blocker::Column(_) | Blocker::Volume(_) => None,
    }
}
