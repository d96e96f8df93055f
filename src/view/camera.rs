//! The board camera. Plain functions change [`CameraRig`], the target position; systems read
//! keyboard and mouse input and glide the camera there.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, TAU};

use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::redraw::Redraw;

/// Vertical field of view in radians: narrow, so that the board looks like a model on a table.
pub const FIELD_OF_VIEW: f32 = 0.5;
/// Minimum and maximum distance from the focus, in metres.
const DISTANCES: (f32, f32) = (5.0, 160.0);
/// Minimum and maximum pitch, in radians above the horizontal.
const PITCHES: (f32, f32) = (0.28, FRAC_PI_2 - 0.002);
/// Maximum number of corrections when framing points.
const ATTEMPTS: usize = 8;
/// Default pitch in radians.
const USUAL_PITCH: f32 = 0.82;

/// Target position of the camera: it looks at `focus` from `distance` metres away.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct CameraRig {
    /// Point of the board at the centre of the picture.
    pub focus: Vec3,
    /// Rotation about the vertical axis in radians; 0 looks north.
    pub yaw: f32,
    /// Angle above the horizontal in radians, from near 0 (flat) to a quarter turn (straight down).
    pub pitch: f32,
    /// Distance from the focus in metres.
    pub distance: f32,
}

impl Default for CameraRig {
    fn default() -> Self {
        Self { focus: Vec3::ZERO, yaw: 0.42, pitch: USUAL_PITCH, distance: 30.0 }
    }
}

impl CameraRig {
    /// A rig that frames a whole board of `width` by `height` metres with its floor at `y`.
    pub fn over_board(width: f32, height: f32, y: f32) -> Self {
        let focus = Vec3::new(width / 2.0, y, height / 2.0);
        let span = width.max(height * 1.5).max(8.0);
        let distance = (span * 1.46).clamp(DISTANCES.0, DISTANCES.1);
        Self { focus, distance, ..Self::default() }
    }

    /// Position and orientation of the camera.
    pub fn transform(&self) -> Transform {
        let (sy, cy) = self.yaw.sin_cos();
        let (sp, cp) = self.pitch.sin_cos();
        let eye = self.focus + Vec3::new(sy * cp, sp, cy * cp) * self.distance;
        Transform::from_translation(eye)
            .looking_to(self.focus - eye, Vec3::new(-sy, cp.max(0.01), -cy))
    }

    /// Position of a point in a window of this size, in pixels from its top left corner; `None`
    /// behind the camera.
    pub fn in_window(&self, point: Vec3, window: Vec2) -> Option<Vec2> {
        let seen = self.transform().compute_affine().inverse().transform_point3(point);
        let ahead = -seen.z;
        let scale = window.y / 2.0 / (FIELD_OF_VIEW / 2.0).tan();
        let off = Vec2::new(seen.x, -seen.y) / ahead * scale;
        (ahead > 0.1).then_some(window / 2.0 + off)
    }

    /// Pans, and zooms out if necessary, until all points lie in a part of a window, given by its
    /// corners; the window's size follows. Stays if they already do.
    pub fn framing(self, points: &[Vec3], part: (Vec2, Vec2), window: Vec2) -> Self {
        let room = part.1 - part.0;
        if points.is_empty() || room.min_element() <= 1.0 {
            return self;
        }
        if let Some(rig) = self.panned_into(points, part, window) {
            return rig;
        }
        let mut rig = self;
        // Moving changes the perspective a little, so each attempt gets closer.
        for _ in 0..ATTEMPTS {
            let seen: Option<Vec<Vec2>> =
                points.iter().map(|point| rig.in_window(*point, window)).collect();
            let Some(seen) = seen else { return self };
            let low = seen.iter().copied().fold(Vec2::INFINITY, Vec2::min);
            let high = seen.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
            if low.cmpge(part.0).all() && high.cmple(part.1).all() {
                break;
            }
            let by = ((high - low) / room).max_element();
            if by > 1.0 {
                rig.distance = (rig.distance * by * 1.05).clamp(DISTANCES.0, DISTANCES.1);
            }
            rig = rig.shifted((part.0 + part.1 - low - high) / 2.0, window.y);
        }
        rig.no_further_than_needed(self.distance, points, part, window)
    }

    /// Pans as little as possible until all points lie in a part of a window; `None` if they are
    /// too far apart to fit.
    fn panned_into(self, points: &[Vec3], part: (Vec2, Vec2), window: Vec2) -> Option<Self> {
        let mut rig = self;
        for _ in 0..ATTEMPTS {
            let seen: Option<Vec<Vec2>> =
                points.iter().map(|point| rig.in_window(*point, window)).collect();
            let seen = seen?;
            let low = seen.iter().copied().fold(Vec2::INFINITY, Vec2::min);
            let high = seen.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
            if (high - low).cmpgt(part.1 - part.0).any() {
                return None;
            }
            if low.cmpge(part.0).all() && high.cmple(part.1).all() {
                return Some(rig);
            }
            // One pixel further in, so that the attempts end.
            let inwards = |by: Vec2| by + by.signum() * by.abs().min(Vec2::ONE);
            let by = (part.0 - low).max(Vec2::ZERO) + (part.1 - high).min(Vec2::ZERO);
            rig = rig.shifted(inwards(by), window.y);
        }
        None
    }

    /// The nearest rig, from `near` up to this one, that still shows all points in a part of a
    /// window. Because of perspective, distant points seem to need more room than they do.
    fn no_further_than_needed(
        self,
        mut near: f32,
        points: &[Vec3],
        part: (Vec2, Vec2),
        window: Vec2,
    ) -> Self {
        let bounds = |rig: Self| {
            let seen: Option<Vec<Vec2>> =
                points.iter().map(|point| rig.in_window(*point, window)).collect();
            let seen = seen?;
            let low = seen.iter().copied().fold(Vec2::INFINITY, Vec2::min);
            Some((low, seen.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max)))
        };
        let centred = |rig: Self| {
            let (low, high) = bounds(rig)?;
            Some(rig.shifted((part.0 + part.1 - low - high) / 2.0, window.y))
        };
        let shows = |rig: Self| {
            let bounds = bounds(rig);
            bounds.is_some_and(|(low, high)| low.cmpge(part.0).all() && high.cmple(part.1).all())
        };
        let mut best = self;
        for _ in 0..ATTEMPTS {
            if best.distance - near < 0.5 {
                break;
            }
            let closer = Self { distance: (near + best.distance) / 2.0, ..best };
            match centred(closer).and_then(centred).filter(|rig| shows(*rig)) {
                Some(rig) => best = rig,
                None => near = closer.distance,
            }
        }
        best
    }

    /// Turns by `radians`, counter-clockwise seen from above.
    pub fn turned(self, radians: f32) -> Self {
        Self { yaw: (self.yaw + radians).rem_euclid(TAU), ..self }
    }

    /// Turns by `radians` like [`Self::turned`], around a point that keeps its place in the
    /// picture.
    pub fn turned_round(self, point: Vec3, radians: f32) -> Self {
        let focus = point + Quat::from_rotation_y(radians) * (self.focus - point);
        Self { focus, ..self.turned(radians) }
    }

    /// Turns to the next multiple of 45 degrees. `steps` is 1 or -1.
    pub fn stepped(self, steps: f32) -> Self {
        let eighths = self.yaw / FRAC_PI_4;
        // Skips a multiple less than half a step away: that turn would be too small to notice.
        let target =
            if steps > 0.0 { (eighths + 0.5).floor() + 1.0 } else { (eighths - 0.5).ceil() - 1.0 };
        Self { yaw: (target * FRAC_PI_4).rem_euclid(TAU), ..self }
    }

    /// Tilts by `radians`; positive looks more from above.
    pub fn tilted(self, radians: f32) -> Self {
        Self { pitch: (self.pitch + radians).clamp(PITCHES.0, PITCHES.1), ..self }
    }

    /// Moves the focus by `right` and `forward` metres, relative to the view direction.
    pub fn panned(self, right: f32, forward: f32) -> Self {
        let (s, c) = self.yaw.sin_cos();
        let shift = Vec3::new(c * right - s * forward, 0.0, -s * right - c * forward);
        Self { focus: self.focus + shift, ..self }
    }

    /// Shifts the picture by logical pixels, right and down, in a window `tall` pixels high.
    pub fn shifted(self, by: Vec2, tall: f32) -> Self {
        let metre = 2.0 * self.distance * (FIELD_OF_VIEW / 2.0).tan() / tall.max(1.0);
        let lean = self.pitch.sin().max(0.35);
        self.panned(-by.x * metre, by.y * metre / lean)
    }

    /// Zooms in (`factor` below 1) or out, keeping `anchor` at its place in the picture.
    pub fn zoomed(self, factor: f32, anchor: Vec3) -> Self {
        let distance = (self.distance * factor).clamp(DISTANCES.0, DISTANCES.1);
        let real = distance / self.distance;
        let mut focus = anchor + (self.focus - anchor) * real;
        focus.y = self.focus.y;
        Self { focus, distance, ..self }
    }

    /// Looks straight down; if it already does, returns to the default pitch.
    pub fn top_down(self) -> Self {
        Self { pitch: if self.is_from_above() { USUAL_PITCH } else { PITCHES.1 }, ..self }
    }

    /// True if it looks straight down.
    pub fn is_from_above(&self) -> bool {
        self.pitch > PITCHES.1 - 0.05
    }

    /// Clamps the focus to a board of `width` by `height` metres.
    pub fn kept_over(self, width: f32, height: f32) -> Self {
        let mut focus = self.focus;
        focus.x = focus.x.clamp(0.0, width);
        focus.z = focus.z.clamp(0.0, height);
        Self { focus, ..self }
    }

    /// Interpolates towards `goal` (`t` = 0 stays, 1 arrives), turning the short way.
    pub fn towards(self, goal: Self, t: f32) -> Self {
        let turn =
            (goal.yaw - self.yaw + std::f32::consts::PI).rem_euclid(TAU) - std::f32::consts::PI;
        Self {
            focus: self.focus.lerp(goal.focus, t),
            yaw: self.yaw + turn * t,
            pitch: self.pitch + (goal.pitch - self.pitch) * t,
            distance: self.distance + (goal.distance - self.distance) * t,
        }
    }

    /// True when the two are visually indistinguishable.
    pub fn is_near(self, other: Self) -> bool {
        let turn =
            (other.yaw - self.yaw + std::f32::consts::PI).rem_euclid(TAU) - std::f32::consts::PI;
        (self.focus - other.focus).length() < 0.004
            && turn.abs() < 0.0008
            && (self.pitch - other.pitch).abs() < 0.0008
            && (self.distance - other.distance).abs() < 0.005
    }
}

/// Which input the camera accepts. Panels switch parts off while they use pointer or keyboard.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct CameraInput {
    /// Mouse wheel and drags move the camera.
    pub pointer: bool,
    /// Keys move the camera.
    pub keys: bool,
    /// The camera jumps instead of gliding.
    pub reduced_motion: bool,
    /// North is up in the view from above.
    pub north_up: bool,
    /// Size of the board in metres; the focus stays over it.
    pub board: Vec2,
}

impl Default for CameraInput {
    fn default() -> Self {
        Self {
            pointer: true,
            keys: true,
            reduced_motion: false,
            north_up: false,
            board: Vec2::splat(16.0),
        }
    }
}

/// Key bindings of the camera.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct CameraKeys {
    /// Pan forward, while held.
    pub forward: Vec<KeyCode>,
    /// Pan back, while held.
    pub back: Vec<KeyCode>,
    /// Pan left, while held.
    pub left: Vec<KeyCode>,
    /// Pan right, while held.
    pub right: Vec<KeyCode>,
    /// Turn left by one step.
    pub turn_left: Vec<KeyCode>,
    /// Turn right by one step.
    pub turn_right: Vec<KeyCode>,
    /// Toggle the view from above.
    pub from_above: Vec<KeyCode>,
    /// Show the whole board.
    pub whole_board: Vec<KeyCode>,
}

impl Default for CameraKeys {
    fn default() -> Self {
        Self {
            forward: vec![KeyCode::KeyW],
            back: vec![KeyCode::KeyS],
            left: vec![KeyCode::KeyA],
            right: vec![KeyCode::KeyD],
            turn_left: vec![KeyCode::KeyQ],
            turn_right: vec![KeyCode::KeyE],
            from_above: vec![KeyCode::KeyT],
            whole_board: vec![KeyCode::Home],
        }
    }
}

/// Marks the camera entity of the board.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct BoardCamera;

/// Current position of the camera on its way to the rig.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Shown(Option<CameraRig>);

impl Shown {
    /// Makes the camera jump to the rig in the next frame, without gliding.
    pub(super) fn jump(&mut self) {
        self.0 = None;
    }
}

/// Applies keys, wheel and drags to the rig.
pub(super) fn steer(
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    scroll: Res<AccumulatedMouseScroll>,
    time: Res<Time>,
    (input, bound): (Res<CameraInput>, Res<CameraKeys>),
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    camera: Option<Single<(&Camera, &GlobalTransform), With<BoardCamera>>>,
    mut rig: ResMut<CameraRig>,
) {
    let mut next = *rig;
    if input.keys && !keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]) {
        let held = |codes: &[KeyCode]| keys.any_pressed(codes.iter().copied());
        let axis = |plus: &[KeyCode], minus: &[KeyCode]| {
            f32::from(i8::from(held(plus)) - i8::from(held(minus)))
        };
        let (right, forward) = (axis(&bound.right, &bound.left), axis(&bound.forward, &bound.back));
        if right != 0.0 || forward != 0.0 {
            let pace = next.distance * 0.75 * time.delta_secs().min(0.1);
            next = next.panned(right * pace, forward * pace);
        }
        let pressed = |codes: &[KeyCode]| keys.any_just_pressed(codes.iter().copied());
        if pressed(&bound.turn_left) {
            next = next.stepped(-1.0);
        }
        if pressed(&bound.turn_right) {
            next = next.stepped(1.0);
        }
        if pressed(&bound.from_above) {
            next = next.top_down();
            // Straight down, the map lies as on paper.
            if input.north_up && next.is_from_above() {
                next.yaw = 0.0;
            }
        }
        if pressed(&bound.whole_board) {
            let home = CameraRig::over_board(input.board.x, input.board.y, next.focus.y);
            next = CameraRig { focus: home.focus, distance: home.distance, ..next };
        }
    }
    if input.pointer {
        let tall = window.as_ref().map_or(720.0, |w| w.height()).max(1.0);
        if motion.delta != Vec2::ZERO {
            if buttons.pressed(MouseButton::Middle) {
                next = next.shifted(motion.delta, tall);
            } else if buttons.pressed(MouseButton::Right) {
                next = next.turned(-motion.delta.x * 0.006).tilted(motion.delta.y * 0.005);
            }
        }
        if scroll.delta.y != 0.0 {
            let notches = match scroll.unit {
                MouseScrollUnit::Line => scroll.delta.y,
                MouseScrollUnit::Pixel => {
                    scroll.delta.y / MouseScrollUnit::SCROLL_UNIT_CONVERSION_FACTOR
                }
            };
            let anchor =
                pointer_on_table(window.as_deref(), camera, next.focus.y).unwrap_or(next.focus);
            next = next.zoomed(0.88f32.powf(notches.clamp(-6.0, 6.0)), anchor);
        }
    }
    // Behind the menu the board is off the centre of the window.
    if input.keys || input.pointer {
        next = next.kept_over(input.board.x, input.board.y);
    }
    rig.set_if_neq(next);
}

/// Point under the pointer on the plane at height `y`.
fn pointer_on_table(
    window: Option<&&Window>,
    camera: Option<Single<(&Camera, &GlobalTransform), With<BoardCamera>>>,
    y: f32,
) -> Option<Vec3> {
    let cursor = window?.cursor_position()?;
    let (camera, place) = *camera?;
    let ray = camera.viewport_to_world(place, cursor).ok()?;
    let distance = ray.intersect_plane(Vec3::Y * y, InfinitePlane3d::new(Vec3::Y))?;
    Some(ray.get_point(distance))
}

/// Moves the camera to the rig, gliding or at once. Writes its transform only when it moved.
pub(super) fn glide(
    rig: Res<CameraRig>,
    input: Res<CameraInput>,
    time: Res<Time>,
    mut shown: ResMut<Shown>,
    mut redraw: ResMut<Redraw>,
    camera: Option<Single<&mut Transform, With<BoardCamera>>>,
) {
    let Some(mut place) = camera else { return };
    let now = match shown.0 {
        Some(at) if at == *rig => return,
        Some(at) if !input.reduced_motion => {
            let t = 1.0 - (-14.0 * time.delta_secs().min(0.1)).exp();
            let next = at.towards(*rig, t);
            if next.is_near(*rig) { *rig } else { next }
        }
        _ => *rig,
    };
    shown.0 = Some(now);
    **place = now.transform();
    redraw.ask();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_framed_in_the_part_of_the_window_that_is_free() {
        let window = Vec2::new(1280.0, 720.0);
        let part = (Vec2::new(260.0, 70.0), Vec2::new(990.0, 500.0));
        let rig = CameraRig { focus: Vec3::new(8.0, 0.0, 6.0), ..CameraRig::default() };
        assert!(rig.in_window(rig.focus, window).unwrap().distance(window / 2.0) < 0.01);
        let inside = |rig: CameraRig, point: Vec3| {
            let at = rig.in_window(point, window).unwrap();
            at.cmpge(part.0 - 1.0).all() && at.cmple(part.1 + 1.0).all()
        };
        let near = [rig.focus, rig.focus + Vec3::Y];
        assert_eq!(rig.framing(&near, part, window), rig, "what is in view stays");
        let below = [Vec3::new(8.0, 0.0, 11.0), Vec3::new(9.0, 1.6, 12.0)];
        assert!(!inside(rig, below[1]));
        let moved = rig.framing(&below, part, window);
        assert!(below.iter().all(|point| inside(moved, *point)), "{moved:?}");
        assert!((moved.distance - rig.distance).abs() < 1e-3, "there is room for both");
        let lowest = below.map(|point| moved.in_window(point, window).unwrap().y);
        let lowest = lowest.into_iter().fold(0.0, f32::max);
        assert!(lowest > part.1.y - 100.0, "hardly further than needed: {lowest}");
        let apart = [Vec3::new(-10.0, 0.0, 2.0), Vec3::new(26.0, 0.0, 14.0)];
        let moved = rig.framing(&apart, part, window);
        assert!(apart.iter().all(|point| inside(moved, *point)), "{moved:?}");
        assert!(moved.distance > rig.distance);
    }

    #[test]
    fn the_camera_looks_at_its_focus_from_its_distance() {
        for pitch in [0.3, 0.8, PITCHES.1] {
            let rig =
                CameraRig { focus: Vec3::new(3.0, 1.0, 4.0), yaw: 0.9, pitch, distance: 12.0 };
            let t = rig.transform();
            assert!((t.translation.distance(rig.focus) - 12.0).abs() < 1e-3);
            let ahead = t.translation + t.forward() * 12.0;
            assert!((ahead - rig.focus).length() < 1e-3);
            assert!(t.rotation.is_finite());
        }
    }

    #[test]
    fn steps_end_on_eighths_in_the_right_direction() {
        let mut rig = CameraRig { yaw: 0.42, ..CameraRig::default() };
        for _ in 0..9 {
            let next = rig.stepped(1.0);
            let eighths = next.yaw / FRAC_PI_4;
            assert!((eighths - eighths.round()).abs() < 1e-3);
            let moved = (next.yaw - rig.yaw).rem_euclid(TAU);
            assert!(moved > 0.3 && moved < 1.3, "{moved}");
            rig = next;
        }
        let back = rig.stepped(-1.0).stepped(1.0);
        assert!(
            (back.yaw - rig.yaw).rem_euclid(TAU).min((rig.yaw - back.yaw).rem_euclid(TAU)) < 1e-3
        );
    }

    #[test]
    fn turning_round_a_point_keeps_its_place_in_the_picture() {
        let home = CameraRig::over_board(20.0, 16.0, 0.0);
        let rig = home.shifted(Vec2::new(-120.0, 90.0), 720.0);
        let seen =
            |rig: CameraRig| rig.transform().to_matrix().inverse().transform_point3(home.focus);
        for step in 1..8 {
            let turned = rig.turned_round(home.focus, 0.7 * step as f32);
            assert!((seen(turned) - seen(rig)).length() < 1e-2, "{turned:?}");
            assert!((turned.yaw - rig.yaw).abs() > 0.1);
        }
    }

    #[test]
    fn zooming_keeps_the_direction_of_the_anchor() {
        let rig = CameraRig::over_board(20.0, 20.0, 0.0);
        let anchor = Vec3::new(4.0, 0.0, 6.0);
        let next = rig.zoomed(0.5, anchor);
        let side = |r: CameraRig| (anchor - r.transform().translation).normalize();
        assert!((side(rig) - side(next)).length() < 1e-3);
        assert!(rig.zoomed(1e9, anchor).distance <= DISTANCES.1);
        assert!(rig.zoomed(1e-9, anchor).distance >= DISTANCES.0);
    }

    #[test]
    fn panning_follows_the_view_and_stays_over_the_board() {
        let rig = CameraRig { yaw: 0.0, focus: Vec3::ZERO, ..CameraRig::default() };
        assert!((rig.panned(1.0, 0.0).focus - Vec3::X).length() < 1e-6);
        assert!((rig.panned(0.0, 1.0).focus + Vec3::Z).length() < 1e-6);
        let far = rig.panned(500.0, 500.0).kept_over(10.0, 12.0).focus;
        assert!((far.x - 10.0).abs() < 1e-6 && far.z.abs() < 1e-6);
    }

    #[test]
    fn gliding_turns_the_short_way_and_arrives() {
        let from = CameraRig { yaw: 0.1, ..CameraRig::default() };
        let goal = CameraRig { yaw: TAU - 0.1, ..from };
        let half = from.towards(goal, 0.5);
        assert!(half.yaw.abs() < 1e-4);
        assert!(from.towards(goal, 1.0).is_near(goal));
    }

    #[test]
    fn top_down_toggles() {
        let rig = CameraRig::default();
        let down = rig.top_down();
        assert!(down.pitch > 1.5);
        assert!((down.top_down().pitch - rig.pitch).abs() < 1e-6);
    }
}
