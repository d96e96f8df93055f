//! Casting a single line of sight.

use super::lattice::{Bundle, Point};
use super::obstacle::{Line, Obstacle, Part};
use super::scene::sight_scene;
use crate::hiding::Blocker;
use crate::{Board, Material};

/// The result of casting a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ray {
    /// Nothing.
    Clear,
    /// Soft matter only: foliage, or a volume that conceals.
    /// The first such blocker, seen from the start.
    Soft(Blocker),
    /// Hard matter. The first such blocker, seen from the start.
    Hard(Blocker),
}

/// Casts the line from `a` to `b`. Whether it is clear,
/// soft or hard does not depend on the direction.
///
/// Touching a face, a corner or an upper rim does not block. A line
/// that touches matter on both sides, as between two walls that meet at
/// a corner, is blocked. Points off the board are inside solid matter.
pub fn ray(board: &Board, a: Point, b: Point) -> Ray {
    for cell in [a.cell(), b.cell()] {
        if !board.contains(cell) {
            return Ray::Hard(Blocker::Column(cell));
        }
    }
    let scene = sight_scene(board, &Bundle::of(a), &Bundle::of(b));
    let line = Line::new(a, b);
    let first = |wanted: Grade| {
        let mut best: Option<(Part, Blocker)> = None;
        for o in scene.iter().filter(|o| Grade::of(o) == wanted) {
            if let Some((_, enter, _)) = line.meets(o) {
                let nearer = |(part, id): (Part, Blocker)| {
                    enter.less(part) || (!part.less(enter) && o.id < id)
                };
                if best.is_none_or(nearer) {
                    best = Some((enter, o.id));
                }
            }
        }
        best.map(|(_, id)| id)
    };
    let grade = grade(&scene, &line, &mut 0);
    match (grade, first(grade)) {
        (Grade::Hard, Some(id)) => Ray::Hard(id),
        (Grade::Soft, Some(id)) => Ray::Soft(id),
        _ => Ray::Clear,
    }
}

/// How much a line is obstructed, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Grade {
    Clear,
    Soft,
    Hard,
}

impl Grade {
    /// How the obstacle affects a line that runs through it.
    pub fn of(o: &Obstacle) -> Self {
        if o.soft { Self::Soft } else { Self::Hard }
    }
}

/// How much these obstacles obstruct a line. `hint` is the index of an obstacle that is likely to
/// block it; it is tried first, and updated to the obstacle that did.
pub(super) fn grade(scene: &[Obstacle], line: &Line, hint: &mut usize) -> Grade {
    let stops = |o: &Obstacle| !o.soft && line.sides(o) == line.all;
    if scene.get(*hint).is_some_and(stops) {
        return Grade::Hard;
    }
    let (mut hard, mut soft) = (0, 0);
    for (i, o) in scene.iter().enumerate() {
        let sides = line.sides(o);
        if o.soft {
            soft |= sides;
        } else if sides != 0 {
            hard |= sides;
            if hard == line.all {
                *hint = i;
                return Grade::Hard;
            }
        }
    }
    if hard | soft == line.all { Grade::Soft } else { Grade::Clear }
}

/// Whether nothing blocks the line, neither hard nor soft; `hint` as for [`grade`].
pub(super) fn is_clear(scene: &[Obstacle], line: &Line, hint: &mut usize) -> bool {
    if scene.get(*hint).is_some_and(|o| line.sides(o) == line.all) {
        return false;
    }
    let mut met = 0;
    for (i, o) in scene.iter().enumerate() {
        met |= line.sides(o);
        if met == line.all {
            *hint = i;
            return false;
        }
    }
    true
}

/// The obstacle credited with blocking a line: among those that obstruct it most, the sturdiest;
/// ties go to the one nearest to the line's end.
pub(super) fn credited<'s>(
    scene: &'s [Obstacle],
    line: &Line,
    grade: Grade,
) -> Option<&'s Obstacle> {
    let mut best: Option<(&Obstacle, Part)> = None;
    for o in scene.iter().filter(|o| Grade::of(o) == grade && line.sides(o) != 0) {
        let Some((_, _, leave)) = line.meets(o) else { continue };
        let better = |(other, part): (&Obstacle, Part)| {
            let (new, old) = (sturdiness(o.material), sturdiness(other.material));
            new > old
                || (new == old && (part.less(leave) || (!leave.less(part) && o.id < other.id)))
        };
        if best.is_none_or(better) {
            best = Some((o, leave));
        }
    }
    best.map(|(o, _)| o)
}

/// Materials in ascending order of sturdiness; stone and metal are equal.
pub(super) const fn sturdiness(material: Option<Material>) -> u8 {
    match material {
        None => 0,
        Some(Material::Foliage) => 1,
        Some(Material::Glass) => 2,
        Some(Material::Wood) => 3,
        Some(Material::Stone | Material::Metal) => 4,
    }
}
