//! Cover against ranged attacks: its bonus to Guard, and the Armor Rank that it lends; the damage
//! it stops goes to the object that gives it (VG-296 to VG-311).

use grid::{
    Blocker, Board, Body, Cell, Dir, EdgeKind, Hiding, Hm, Material, Share, behind_bars, hidden,
    hidden_shares, obstructions, sees, shape,
};
use rules::Sum;
use rules::Target;
use rules::object::Object;
use rules::path_preview::Remark;

use super::data::{Content, DamageType, HouseRules, MaxCover, Thing};

/// Categories of cover (VG-297).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Category {
    Light,
    Partial,
    Full,
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
    metal: bool,
}

/// Something on a line that gives cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Source {
    /// Its bonus to Guard, with name and rule.
    guard: (&'static str, i32, &'static str),
    /// What it stops; `None` if it only conceals or is not sturdy (VG-298, VG-302).
    stop: Option<Stop>,
}

/// The cover of a target on one line: of several sources, the highest bonus to Guard and the
/// highest Armor Rank count (VG-304).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    sources: Vec<Source>,
}

/// What gives cover: an object, or else ground, with its material.
type Matter = (Option<Object>, Option<Material>);

/// Whether a share is at least this many quarters.
const fn is_at_least_quarters(share: Share, least: u32) -> bool {
    share.whole > 0 && 4 * share.part >= least * share.whole
}

/// Whether matter stops missiles, so that it gives more than light cover.
fn is_hard(material: Option<Material>) -> bool {
    material.is_some_and(|material| material != Material::Foliage)
}

/// The cover of a target from a ranged attacker (VG-303). `None` if walls hide it entirely
/// (VG-310). If objects hide what the walls leave open, a shot goes through them, and they give the
/// cover of their kind (VG-309).
pub fn of(content: &Content, board: &Board, from: &Body, to: &Body) -> Option<Cover> {
    let seen = sees(board, from, to);
    let (hard, soft) = if seen {
        hidden_shares(board, from, to)
    } else {
        let hidden = hidden(board, from, to);
        if !hidden.blockers.iter().any(|it| can_be_shot_through(content, board, it)) {
            return None;
        }
        (hidden.hard, hidden.soft)
    };
    let all = Share { part: hard.part + soft.part, whole: hard.whole };
    let gate = behind_bars(board, from, to).then(|| {
        let iron = (bars(board, from, to), Some(Material::Metal));
        source(content, board, Category::Partial, iron)
    });
    let mut sources = Vec::new();
    if all.part > 0 {
        let blockers = obstructions(board, from, to);
        let alone = |it: &Hiding| source_of(content, board, it, it.share);
        sources.extend(blockers.iter().filter_map(alone));
        // What none of them hides enough of, they may hide together.
        let most = blockers.iter().find(|it| is_hard(it.material));
        let share = if seen || hard.part == 0 { hard } else { all };
        sources.extend(most.and_then(|it| source_of(content, board, it, share)));
        // If neither hard nor soft matter hides enough by itself, both together count as light
        // cover.
        let nothing = sources.is_empty() && gate.is_none();
        if is_at_least_quarters(soft, 1) || nothing && is_at_least_quarters(all, 1) {
            sources.push(source(content, board, Category::Light, (None, None)));
        }
    }
    sources.extend(gate);
    Some(Cover { sources })
}

/// Cover as ruled by the referee. Hard matter on the line, if there is any, takes what it stops.
pub fn ruled(content: &Content, board: &Board, (from, to): (&Body, &Body), says: &str) -> Cover {
    let category = match says {
        "light" => Category::Light,
        "partial" => Category::Partial,
        "full" => Category::Full,
        _ => return Cover::default(),
    };
    let blockers = obstructions(board, from, to);
    let most = blockers.iter().find(|it| is_hard(it.material));
    let matter = most.map_or_else(
        || (bars(board, from, to), Some(Material::Metal)),
        |it| (object(board, it.blocker), it.material),
    );
    Cover { sources: vec![source(content, board, category, matter)] }
}

/// The cover that a blocker gives if it hides this share of the target; `None` for too little.
fn source_of(content: &Content, board: &Board, it: &Hiding, share: Share) -> Option<Source> {
    if !is_at_least_quarters(share, 1) {
        return None;
    }
    let category = match is_hard(it.material) {
        false => Category::Light,
        true if is_at_least_quarters(share, 3) => category_of_hard(content, board, it.blocker),
        true => Category::Partial,
    };
    Some(source(content, board, category, (object(board, it.blocker), it.material)))
}

/// What matter of this category adds to Guard, and what it stops.
fn source(
    content: &Content,
    board: &Board,
    category: Category,
    (thing, material): Matter,
) -> Source {
    let rules = &content.rules;
    let entry = thing.and_then(|it| it.entry(board, |entry| content.objects.get(entry)));
    let rank = match category {
        Category::Light => None,
        Category::Partial => Some(rules.cover_partial_rank),
        Category::Full => is_sturdy(content, entry, material).then_some(rules.cover_full_rank),
    };
    let guard = guard(rules, category);
    let metal = material == Some(Material::Metal);
    Source { guard, stop: rank.map(|rank| Stop { rank, rule: guard.2, thing, metal }) }
}

/// The cover that a blocker gives by its kind.
fn max_cover(content: &Content, board: &Board, blocker: Blocker) -> MaxCover {
    let object = object(board, blocker);
    let thing = object.and_then(|it| it.entry(board, |entry| content.objects.get(entry)));
    thing.map_or(MaxCover::AsHidden, |thing| thing.cover)
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
fn can_be_shot_through(content: &Content, board: &Board, hiding: &Hiding) -> bool {
    let breaks = || {
        let kind = object(board, hiding.blocker).and_then(|object| object.kind(board));
        kind.is_some_and(|kind| content.objects.contains(kind))
    };
    matches!(hiding.blocker, Blocker::Thing(_)) || is_low(board, hiding.blocker) || breaks()
}

/// The cover of a target almost entirely hidden by hard matter, by the kind of that matter.
fn category_of_hard(content: &Content, board: &Board, blocker: Blocker) -> Category {
    match max_cover(content, board, blocker) {
        MaxCover::Partial | MaxCover::Light => Category::Partial,
        MaxCover::AsHidden if is_low(board, blocker) => Category::Partial,
        MaxCover::Full | MaxCover::AsHidden => Category::Full,
    }
}

/// The name, the bonus to Guard and the rule of a category.
const fn guard(rules: &HouseRules, category: Category) -> (&'static str, i32, &'static str) {
    match category {
        Category::Light => ("light cover", rules.cover_light, "VG-298"),
        Category::Partial => ("partial cover", rules.cover_partial, "VG-300"),
        Category::Full => ("full cover", rules.cover_full, "VG-301"),
    }
}

impl Cover {
    /// The same cover with creatures in the way, which give partial cover (VG-311).
    #[must_use]
    pub fn with_creatures_in_the_way(mut self, rules: &HouseRules) -> Self {
        let (name, more, _) = guard(rules, Category::Partial);
        let (rank, rule) = (rules.cover_partial_rank, "VG-311");
        let stop = Stop { rank, rule, thing: None, metal: false };
        self.sources.push(Source { guard: (name, more, rule), stop: Some(stop) });
        self
    }

    /// The highest bonus to Guard, with name and rule.
    fn guard(&self) -> Option<(&'static str, i32, &'static str)> {
        // Of equal ones the first counts.
        let all = self.sources.iter().rev().map(|source| source.guard);
        all.max_by_key(|(_, more, _)| *more)
    }

    /// Adds its bonus to Guard.
    pub fn add_to(&self, sum: &mut Sum) {
        if let Some((name, more, rule)) = self.guard() {
            sum.add(name, more, rule);
        }
    }

    /// Its name and rule; `None` without cover.
    pub fn remark(&self) -> Option<Remark> {
        self.guard().map(|(name, _, rule)| Remark::new(name, rule))
    }

    /// What it stops of this type of damage: sound passes, and only metal stops rays (VG-307).
    pub fn stop(&self, damage: DamageType) -> Option<Stop> {
        let stops = self.sources.iter().rev().filter_map(|source| source.stop);
        let stops = stops.filter(|stop| match damage {
            DamageType::Sonic => false,
            DamageType::Radiation => stop.metal,
            _ => true,
        });
        stops.max_by_key(|stop| stop.rank)
    }
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
