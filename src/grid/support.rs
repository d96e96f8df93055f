//! What supports a body, how far it would fall, and where it has room.

use super::body::{Body, SupportKind, UnitId};
use super::cell::{Cell, Dir};
use super::field::Field;
use super::ground::{Ground, Obstacle, Site};
use super::matter::Passage;
use super::room::Room;
use super::terrain::Climb;
use super::units::Hm;
use super::upper::Swept;

impl Field<'_> {
    /// What on the board supports a room: ground, thing, water or nothing. Flight, grip and other
    /// bodies are known only to the ruleset; see [`Self::grip`] for available holds.
    #[inline]
    pub fn support(&self, room: Room, mover: UnitId) -> SupportKind {
        self.ground(room, mover).map_or(SupportKind::Nothing, |g| g.support)
    }

    /// The first side, clockwise from north, on which a climbable face next to a room rises at
    /// least as high as its feet, with no wall between.
    pub fn grip(&self, room: Room) -> Option<Dir> {
        Dir::SIDES.into_iter().find(|side| self.face_on(room, *side).is_marked())
    }

    /// The easiest of the marked faces next to a room that [`Self::grip`] could hold on to.
    pub fn face(&self, room: Room) -> Climb {
        let faces = Dir::SIDES.into_iter().map(|side| self.face_on(room, side));
        faces.fold(Climb::Unmarked, Climb::easier)
    }

    fn face_on(&self, room: Room, side: Dir) -> Climb {
        let faces = room.cells().filter_map(|cell| {
            let neighbour = cell.step(side);
            let tile = self.board().tile(neighbour).filter(|tile| !tile.is_solid())?;
            let is_free = !room.covers(neighbour)
                && self.walk_passage(cell, side, Swept::room(room)) < Passage::Shut;
            let column = Some(tile.climb).filter(|_| tile.elevation >= room.feet);
            let decks = self.board().decks_in(neighbour).iter();
            let ladder = decks.filter(|deck| deck.top >= room.feet).map(|deck| deck.climb).next();
            let marked = |climb: &Climb| climb.is_marked();
            column.filter(marked).or(ladder.filter(marked)).filter(|_| is_free)
        });
        faces.fold(Climb::Unmarked, Climb::easier)
    }

    /// Where a body lands when nothing supports it any more: the highest footing under its feet
    /// and footprint. Fails where it cannot stand.
    pub fn landing(&self, room: Room, mover: UnitId) -> Result<Site, Obstacle> {
        self.site_below(room, mover)
    }

    /// How far a body would fall from a room: feet minus landing height, never negative (PR-275).
    pub fn drop_under(&self, room: Room, mover: UnitId) -> Result<Hm, Obstacle> {
        self.landing(room, mover).map(|site| (room.feet - site.feet).max(Hm::ZERO))
    }

    /// The first blocking body other than `mover` that shares space with a room and excludes it.
    pub fn blocker(&self, room: Room, mover: UnitId) -> Option<Obstacle> {
        let own = self.body(mover);
        let keeps_out =
            |b: &&Body| b.blocking && !own.is_some_and(|own| own.can_share_space_with(b));
        self.bodies_overlapping(room, mover).find(keeps_out).map(|b| {
            let cell = room.cells().find(|c| b.cells().any(|d| d == *c));
            Obstacle::Occupied(cell.unwrap_or(room.cell), b.id)
        })
    }

    /// Checks that a body has room at a place and height: no matter in the way, enough height below
    /// the ceiling, no other blocking body. The place may be in the air.
    pub fn fits(&self, room: Room, mover: UnitId) -> Result<Ground, Obstacle> {
        let ground = self.ground(room, mover)?;
        match self.blocker(room, mover).filter(|_| ground.occupied) {
            Some(obstacle) => Err(obstacle),
            None => Ok(ground),
        }
    }

    /// Checks that a body of this size and height can stand with its north-west cell at `cell`,
    /// without meeting other bodies, and returns the height of its feet there.
    pub fn fits_standing(
        &self,
        cell: Cell,
        size: u8,
        height: Hm,
        mover: UnitId,
    ) -> Result<Site, Obstacle> {
        let site = self.site(cell, size, height, mover)?;
        self.if_free(site, Room { cell, size, feet: site.feet, height }, mover)
    }

    /// Like [`Self::fits_standing`], on the floor nearest to the feet of the room; ties go to the
    /// lower.
    pub fn fits_standing_near(&self, room: Room, mover: UnitId) -> Result<Site, Obstacle> {
        let site = self.site_near(room, mover)?;
        self.if_free(site, room.at(room.cell, site.feet), mover)
    }

    /// Like [`Self::fits_standing_near`], on the floor named by its height if there is a name.
    pub fn fits_standing_on(
        &self,
        room: Room,
        floor: Option<Hm>,
        mover: UnitId,
    ) -> Result<Site, Obstacle> {
        let site = self.site_on(room, floor, mover)?;
        self.if_free(site, room.at(room.cell, site.feet), mover)
    }

    /// The site, unless a blocking body is in its room.
    fn if_free(&self, site: Site, room: Room, mover: UnitId) -> Result<Site, Obstacle> {
        match self.blocker(room, mover).filter(|_| site.ground.occupied) {
            Some(obstacle) => Err(obstacle),
            None => Ok(site),
        }
    }

    /// The rooms where a body of this size and height could stand without meeting other bodies,
    /// with a footprint at most `within` metres from `about` (0: sharing a cell with it).
    ///
    /// Nearest first: by distance between the footprints, then between their middles, then row by
    /// row (PR-278, PR-336, PR-340).
    pub fn free_placements(
        &self,
        about: Room,
        size: u8,
        height: Hm,
        mover: UnitId,
        within: u16,
    ) -> Vec<Room> {
        let reach = i16::try_from(within).unwrap_or(i16::MAX);
        let size = size.max(1);
        let low = about.cell.offset(reach.saturating_neg(), reach.saturating_neg());
        let low = low.offset(1 - i16::from(size), 1 - i16::from(size));
        let high = about.far().offset(reach, reach);
        let (w, h) = (self.board().width() as i16, self.board().height() as i16);
        let mut found: Vec<(u32, i32, (i16, i16), Room)> = Vec::new();
        for y in low.y.max(0)..=high.y.min(h - 1) {
            for x in low.x.max(0)..=high.x.min(w - 1) {
                let cell = Cell::new(x, y);
                let place = Room { cell, size, feet: about.feet, height };
                let Ok(site) = self.site_near(place, mover) else { continue };
                let room = Room { feet: site.feet, ..place };
                let Ok(_) = self.if_free(site, room, mover) else { continue };
                let (dx, dy) = room.gap(&about);
                let ((ax, ay), (bx, by)) = (room.middle2(), about.middle2());
                let square = (ax - bx) * (ax - bx) + (ay - by) * (ay - by);
                found.push((dx.max(dy), square, (y, x), room));
            }
        }
        found.sort_unstable();
        found.into_iter().map(|(.., room)| room).collect()
    }
}
