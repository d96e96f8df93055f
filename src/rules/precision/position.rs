//! Board facts as this ruleset defines them: adjacency, reach, flanking, high ground, cover, sight
//! and hearing (PR-203 to PR-248, PR-455, PR-458, PR-461, PR-462).

use grid::{
    Body, Cell, Diagonals, Eye, FloorAt, Hm, Light, Room, SideId, SupportKind, UnitId, behind_bars,
    distance, has_line_of_effect, hidden_shares, in_the_way, sees, shape, sound_path,
};
use rules::kit::area;
use rules::kit::moment::moment;
use rules::state::{Posture, Status};

use super::data::{Content, CoverDegree, Size};
use super::fall;
use super::numbers::Numbers;
use super::rulings;
use super::senses;

/// Creatures taller than this reach up to others by their own height (PR-205, PR-462).
const TALL_OVER: Hm = Hm::metres(2);

/// Cause of cover where the line crosses a closed gate.
pub const BARS: &str = "bars in the way";

moment!(
    /// Board facts at one moment, as this ruleset defines them.
    Position of Content
);

impl<'a> Position<'a> {
    /// The current numbers of a combatant.
    pub fn numbers(&self, id: UnitId) -> Option<Numbers<'a>> {
        self.ctx.unit(id).and_then(|u| Numbers::of(self.content, u))
    }

    /// The body of a combatant, if it is on the board.
    pub fn body(&self, id: UnitId) -> Option<&'a Body> {
        self.ctx.field.body(id)
    }

    /// Distance in squares (PR-94); `i32::MAX` if either is off the board.
    pub fn distance(&self, a: UnitId, b: UnitId) -> i32 {
        match (self.body(a), self.body(b)) {
            (Some(a), Some(b)) => self.metres(a, b),
            _ => i32::MAX,
        }
    }

    fn metres(&self, a: &Body, b: &Body) -> i32 {
        let metres = distance(a, b, self.diagonals());
        metres.and_then(|m| i32::try_from(m).ok()).unwrap_or(i32::MAX)
    }

    /// How diagonals count (PR-93).
    const fn diagonals(&self) -> Diagonals {
        match self.content.rules.diagonals {
            super::data::Diagonals::One => Diagonals::One,
            super::data::Diagonals::Alternating => Diagonals::Alternating,
        }
    }

    /// Distance in squares from a combatant to a place (PR-93, PR-94); `None` if it is off the
    /// board.
    pub fn distance_to(&self, from: UnitId, to: Room) -> Option<u32> {
        Some(self.body(from)?.room()?.distance(&to, self.diagonals()))
    }

    /// The cells at most this many squares from a room, at any height (PR-93), in the order of area
    /// templates.
    pub fn cells_within(&self, room: Room, squares: u8) -> Vec<Cell> {
        let mut cells = shape::radius(self.ctx.field.board(), room, u16::from(squares));
        let away = |cell| room.distance(&Room::point(cell, room.feet), self.diagonals());
        cells.retain(|cell| away(*cell) <= u32::from(squares));
        cells
    }

    /// Height difference at which two bodies are no longer adjacent: that of the option, or if it
    /// is more, the height of a lower body over 2 m, standing or prone (PR-204, PR-205, PR-462).
    pub fn adjacency_limit(&self, a: &Body, b: &Body) -> Hm {
        let lower = if a.feet <= b.feet { a } else { b };
        let limit = self.content.rules.adjacency_break;
        if lower.height > TALL_OVER { limit.max(lower.height) } else { limit }
    }

    /// True if two combatants are next to each other with no wall or closed door between them and
    /// no significant height difference (PR-203 to PR-207), unless the referee rules otherwise
    /// (PR-204).
    pub fn adjacent(&self, a: UnitId, b: UnitId) -> bool {
        if let Some(ruled) = rulings::adjacent(self.ctx.state, a, b) {
            return ruled;
        }
        let (Some(a), Some(b)) = (self.body(a), self.body(b)) else { return false };
        a.id != b.id && self.ctx.field.adjacent(a, b, self.adjacency_limit(a, b))
    }

    /// True if a melee attack with this reach can hit (PR-142, PR-143), as one always can those
    /// ruled to be adjacent (PR-204).
    pub fn in_reach(&self, from: UnitId, to: UnitId, reach: u8) -> bool {
        if reach <= 1 || rulings::adjacent(self.ctx.state, from, to) == Some(true) {
            return self.adjacent(from, to);
        }
        let (Some(a), Some(b)) = (self.body(from), self.body(to)) else { return false };
        let limit = Hm(self.content.rules.reach_height.0 * i32::from(reach));
        self.metres(a, b) <= i32::from(reach)
            && (a.feet - b.feet).abs() < limit
            && (self.adjacent(from, to) || sees(self.ctx.field.board(), a, b))
    }

    /// Enemies that flank a combatant: adjacent, armed for melee and able to act (PR-208 to
    /// PR-211).
    pub fn flankers(&self, target: UnitId) -> impl Iterator<Item = UnitId> {
        let me = self.body(target);
        let presses = move |b: &&Body| {
            me.is_some_and(|me| b.side != me.side && b.armed && b.threatens)
                && self.adjacent(b.id, target)
        };
        self.ctx.field.bodies().iter().filter(presses).map(|b| b.id)
    }

    /// True if enough foes flank a combatant (PR-208).
    pub fn is_flanked(&self, target: UnitId) -> bool {
        let enough = usize::from(self.content.rules.flank_foes);
        self.flankers(target).take(enough).count() == enough
    }

    /// 1 on high ground above the target, -1 on low ground, otherwise 0 (PR-217, PR-222); and
    /// whether the referee ruled it (PR-389).
    pub fn high_ground(&self, from: UnitId, to: UnitId) -> (i32, bool) {
        match rulings::high_ground(self.ctx.state, from, to) {
            Some(ruled) => (ruled, true),
            None => (self.height_advantage(from, to), false),
        }
    }

    fn height_advantage(&self, from: UnitId, to: UnitId) -> i32 {
        let (Some(a), Some(b)) = (self.body(from), self.body(to)) else { return 0 };
        let difference = self.height_for_shots(a) - self.height_for_shots(b);
        if difference >= self.content.rules.high_ground {
            1
        } else if -difference >= self.content.rules.high_ground {
            -1
        } else {
            0
        }
    }

    /// The height of a body for high and low ground: its feet. With `flyers_high_ground: false`, a
    /// body held up by flight counts where it would land straight below (PR-221, PR-461).
    fn height_for_shots(&self, body: &Body) -> Hm {
        if self.content.rules.flyers_high_ground || !self.may_hover(body.id) {
            return body.feet;
        }
        let field = self.ctx.field;
        let below = |room: Room| {
            let site = field.landing(room, body.id).ok()?;
            let to = Room { feet: site.feet, ..room };
            Some(fall::end(field.board(), to, site.ground.support).min(body.feet))
        };
        body.room().and_then(below).unwrap_or(body.feet)
    }

    /// True if a combatant above the ground is held up by flight: it flies, or a preview shows it
    /// in the air. Climbers have a grip instead.
    fn may_hover(&self, id: UnitId) -> bool {
        let Some(unit) = self.ctx.unit(id) else { return false };
        match unit.placement.support {
            SupportKind::Flight => true,
            SupportKind::Grip | SupportKind::Body | SupportKind::Nothing => false,
            SupportKind::Ground | SupportKind::Thing | SupportKind::Water => {
                self.numbers(id).is_some_and(|numbers| numbers.fly().is_some())
            }
        }
    }

    /// Cover of a target against missiles falling on an area: only lying prone helps (PR-233,
    /// PR-248).
    pub fn cover_from_above(&self, from: UnitId, to: UnitId) -> (CoverDegree, &'static str) {
        if let Some(degree) = rulings::cover(self.ctx.state, from, to) {
            return (degree, rulings::BY_RULING);
        }
        if self.prone_covers(from, to) {
            (self.content.rules.prone_cover, "target is prone")
        } else {
            (CoverDegree::None, "")
        }
    }

    /// True if lying prone covers a target against missiles from there; an option excludes those
    /// from beside it (PR-233, PR-259).
    fn prone_covers(&self, from: UnitId, to: UnitId) -> bool {
        let prone = self.ctx.unit(to).is_some_and(|u| u.placement.posture == Posture::Prone);
        prone && (self.content.rules.prone_cover_adjacent || !self.adjacent(from, to))
    }

    /// The best degree of cover against a missile and its cause (PR-223 to PR-234), or the
    /// referee's ruling (PR-389).
    pub fn cover(&self, from: UnitId, to: UnitId) -> (CoverDegree, &'static str) {
        if let Some(degree) = rulings::cover(self.ctx.state, from, to) {
            return (degree, rulings::BY_RULING);
        }
        let (Some(a), Some(b)) = (self.body(from), self.body(to)) else {
            return (CoverDegree::None, "");
        };
        let house = &self.content.rules;
        let (hard, soft) = hidden_shares(self.ctx.field.board(), a, b);
        // Hard cover counts fully, soft cover half: compared exactly, in 200ths of a common
        // denominator (PR-228).
        let whole = u64::from(hard.whole) * u64::from(soft.whole);
        let parts = 2 * u64::from(hard.part) * u64::from(soft.whole)
            + u64::from(soft.part) * u64::from(hard.whole);
        let at_least = |percent: i32| {
            let percent = u64::try_from(percent).unwrap_or_default();
            100 * parts >= 2 * percent * whole
        };
        let thresholds = &house.cover_thresholds;
        let mut best = if at_least(thresholds.full) {
            (CoverDegree::Full, "cover")
        } else if at_least(thresholds.half) {
            (CoverDegree::Half, "cover")
        } else if at_least(thresholds.quarter) {
            (CoverDegree::Quarter, "cover")
        } else {
            (CoverDegree::None, "")
        };
        let mut offer = |degree: CoverDegree, why: &'static str| {
            if degree > best.0 {
                best = (degree, why);
            }
        };
        // A target of a remote eye may be entirely hidden from the shooter (PR-458).
        if house.remote_eye_targeting && !sees(self.ctx.field.board(), a, b) {
            offer(CoverDegree::Full, "cover");
        }
        if behind_bars(self.ctx.field.board(), a, b) {
            offer(house.bars_cover, BARS);
        }
        if self.creature_in_the_way(a, b) {
            offer(house.creature_cover, "creature in the way");
        }
        if self.prone_covers(from, to) {
            offer(house.prone_cover, "target is prone");
        }
        best
    }

    /// True if a creature on the line gives cover: not prone, not two sizes smaller than the
    /// target, on either side (PR-229, PR-232).
    fn creature_in_the_way(&self, a: &Body, b: &Body) -> bool {
        let size = |id: UnitId| self.numbers(id).map_or(Size::Medium, |n| n.sheet.stats.size);
        let gap = i32::from(self.content.rules.creature_cover_size_gap);
        in_the_way(self.ctx.field.bodies(), a, b)
            .iter()
            .any(|hit| !hit.prone && size(b.id).steps_over(size(hit.id)) < gap)
    }

    /// True if `viewer` sees `target`: not blind, a clear line, enough light (PR-235, PR-236,
    /// PR-247).
    pub fn sees(&self, viewer: UnitId, target: UnitId) -> bool {
        let (Some(numbers), Some(a), Some(b)) =
            (self.numbers(viewer), self.body(viewer), self.body(target))
        else {
            return false;
        };
        numbers.has_sight() && self.light_enough(&numbers, b) && sees(self.ctx.field.board(), a, b)
    }

    fn light_enough(&self, viewer: &Numbers<'_>, target: &Body) -> bool {
        viewer.sheet.stats.dark_sight
            || target.cells().any(|c| self.ctx.field.board().light(c) > Light::Dark)
    }

    /// True if a side currently knows where a combatant is: its own units, and units that one of
    /// its units sees or is adjacent to.
    pub fn is_known_to(&self, side: SideId, id: UnitId) -> bool {
        let own = self.ctx.unit(id).is_some_and(|u| u.side() == side);
        let mut able = self.ctx.state.of_side(side).filter(|u| u.status == Status::Active);
        own || able.any(|u| self.adjacent(u.id(), id) || self.sees(u.id(), id))
    }

    /// The display name of a combatant in a question to this side.
    pub fn name_for(&self, side: SideId, id: UnitId) -> String {
        match self.ctx.unit(id).filter(|_| self.is_known_to(side, id)) {
            Some(unit) => unit.identity.name.clone(),
            None => "An unseen unit".to_owned(),
        }
    }

    /// True if two bodies are not walled off from each other: Murk and foliage only break the line
    /// of sight (PR-154, PR-239).
    pub fn has_line(&self, a: UnitId, b: UnitId) -> bool {
        match (self.body(a), self.body(b)) {
            (Some(a), Some(b)) => has_line_of_effect(self.ctx.field.board(), a, b),
            _ => false,
        }
    }

    /// True if a body is in a square, at most a metre above its floor: from there the square is
    /// seen even in Murk (PR-438).
    pub fn is_in(&self, body: &Body, at: FloorAt) -> bool {
        let floor = area::surface(self.ctx, at).filter(|_| body.covers(at.cell));
        floor.is_some_and(|floor| {
            body.feet <= floor.feet + Hm::metres(1) && body.top() >= floor.feet
        })
    }

    /// True if `viewer`, with its own or a remote eye, sees a point one metre above a cell's floor
    /// (PR-153, PR-237), or is in that square (PR-438).
    pub fn sees_cell(&self, viewer: UnitId, at: impl Into<FloorAt>) -> bool {
        let (Some(numbers), Some(a)) = (self.numbers(viewer), self.body(viewer)) else {
            return false;
        };
        let (board, at) = (self.ctx.field.board(), at.into());
        let cell = at.cell;
        let point = area::middle(self.ctx, at).filter(|_| !board.is_solid(cell));
        let Some(point) = point else { return false };
        let lit = numbers.sheet.stats.dark_sight || board.light(cell) > Light::Dark;
        let own = || numbers.has_sight() && (self.is_in(a, at) || sees(board, Eye::Body(a), point));
        lit && (own() || senses::eye_sees_floor(*self, viewer, at))
    }

    /// True if `viewer` sees `target` with its own or a remote eye (PR-237): required by areas.
    pub fn sees_by_any_eye(&self, viewer: UnitId, target: UnitId) -> bool {
        self.sees(viewer, target) || self.sees_by_remote_eye(viewer, target)
    }

    fn sees_by_remote_eye(&self, viewer: UnitId, target: UnitId) -> bool {
        let (Some(numbers), Some(body)) = (self.numbers(viewer), self.body(target)) else {
            return false;
        };
        self.light_enough(&numbers, body) && senses::eye_sees(*self, viewer, body)
    }

    /// True if `viewer` sees `target` well enough to aim at it: with its own eyes, unless remote
    /// eyes count too (PR-238).
    pub fn sees_to_aim(&self, viewer: UnitId, target: UnitId) -> bool {
        let remote = self.content.rules.remote_eye_targeting;
        self.sees(viewer, target) || remote && self.sees_by_remote_eye(viewer, target)
    }

    /// True if a body is not walled off from a point one metre above a cell's floor: Murk and
    /// foliage only break the line of sight (PR-154, PR-239, PR-248).
    pub fn point_reaches(&self, at: impl Into<FloorAt>, target: UnitId) -> bool {
        let (board, at) = (self.ctx.field.board(), at.into());
        let line = area::middle(self.ctx, at).zip(self.body(target));
        line.is_some_and(|(eye, body)| {
            let inside = |c: Cell| c == at.cell && board.decks_in(c).is_empty();
            body.cells().any(inside) || has_line_of_effect(board, eye, Eye::Body(body))
        })
    }

    /// True if `listener` hears `source` speak (PR-240 to PR-247).
    pub fn hears(&self, listener: UnitId, source: UnitId) -> bool {
        if listener == source {
            return true;
        }
        let (Some(numbers), Some(a), Some(b)) =
            (self.numbers(listener), self.body(source), self.body(listener))
        else {
            return false;
        };
        numbers.has_hearing() && self.sound_passes(Eye::Body(a), Eye::Body(b))
    }

    /// True if `listener` hears `source` speak, with its own or a remote ear (PR-237): required by
    /// areas.
    pub fn hears_by_any_ear(&self, listener: UnitId, source: UnitId) -> bool {
        let remote = || self.body(source).is_some_and(|s| senses::ear_hears(*self, listener, s));
        self.hears(listener, source) || remote()
    }

    /// True if sound gets from one point to the other (PR-241 to PR-246).
    pub fn sound_passes(&self, from: Eye<'_>, to: Eye<'_>) -> bool {
        let Some(path) = sound_path(self.ctx.field.board(), from, to) else { return false };
        let limit = u32::try_from(self.content.rules.sound_pass_metres.cm()).unwrap_or_default();
        let stopped = path.silenced || path.stone_cm > 0 || path.deep_water_cm > 0;
        let muffled = path.wood_cm + path.metal_cm + path.glass_cm + path.shallow_water_cm;
        !stopped && muffled <= limit
    }

    /// True if a creature can be the target of something harmful: neither dead nor gone.
    pub fn is_target(&self, id: UnitId) -> bool {
        self.ctx.unit(id).is_some_and(|u| {
            matches!(u.status, Status::Active | Status::Down | Status::Surrendered)
        })
    }
}
