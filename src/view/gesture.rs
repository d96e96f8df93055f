//! Momentary animation of a miniature: lifted, tipped or pushed aside, as a hand moves a piece.
//! Changes only where it is drawn; the data in [`Mini`] stays.

use bevy::prelude::*;

use super::pieces::{Mini, Pose, facing_turn, pose_transform};
use super::redraw::Redraw;
use super::relief::metres;

/// Temporary offset in how a miniature is drawn.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Gesture {
    /// Shift of the whole piece in metres.
    pub shift: Vec3,
    /// Extra height above the ground in metres; the shadow stays on the ground.
    pub lift: f32,
    /// Rotation of the piece about its foot, in world space.
    pub tilt: Quat,
    /// How far the figure lies, from 0 (standing) to 1 (lying); overrides its pose.
    pub lie: Option<f32>,
    /// Scale relative to its own size, for pieces that appear and vanish.
    pub size: f32,
}

impl Default for Gesture {
    fn default() -> Self {
        Self { shift: Vec3::ZERO, lift: 0.0, tilt: Quat::IDENTITY, lie: None, size: 1.0 }
    }
}

impl Gesture {
    /// Transform of a piece with this gesture.
    fn place(&self, mini: &Mini) -> Transform {
        Transform {
            translation: mini.foot() + self.shift + Vec3::Y * self.lift,
            rotation: self.tilt * facing_turn(mini.facing),
            scale: Vec3::splat(self.size.clamp(0.01, 2.0)),
        }
    }
}

/// Transform of the figure on its base, between standing and lying.
fn figure(gesture: &Gesture, mini: &Mini) -> Transform {
    let own = pose_transform(mini.pose, mini.size);
    let Some(share) = gesture.lie else { return own };
    let (up, down) =
        (pose_transform(Pose::Standing, mini.size), pose_transform(Pose::Prone, mini.size));
    Transform {
        translation: up.translation.lerp(down.translation, share),
        rotation: up.rotation.slerp(down.rotation, share),
        scale: up.scale.lerp(down.scale, share),
    }
}

/// Transform of the shadow: flat on the ground below, whatever the piece does.
fn shadow(gesture: &Gesture, mini: &Mini) -> Transform {
    let back = (gesture.tilt * facing_turn(mini.facing)).inverse();
    let down = Vec3::NEG_Y * (metres(mini.altitude) + gesture.lift) / gesture.size.max(0.01);
    Transform::from_translation(back * down).with_rotation(back)
}

/// Applies the gestures to all pieces. Figure and shadow are the second and third child.
pub(super) fn hold(
    changed: Query<(Entity, &Mini, &Gesture, &Children), Or<(Changed<Mini>, Changed<Gesture>)>>,
    mut places: Query<&mut Transform>,
    mut redraw: ResMut<Redraw>,
) {
    for (entity, mini, gesture, parts) in &changed {
        redraw.ask();
        let parts: Vec<Entity> = parts.iter().collect();
        let wanted = [
            (Some(entity), gesture.place(mini)),
            (parts.get(1).copied(), figure(gesture, mini)),
            (parts.get(2).copied(), shadow(gesture, mini)),
        ];
        for (part, want) in wanted {
            if let Some(mut place) = part.and_then(|part| places.get_mut(part).ok()) {
                place.set_if_neq(want);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Cell, Dir, Hm};

    fn mini() -> Mini {
        Mini::new("guard", 0, 1, Cell::new(2, 3), Hm(2), Dir::E)
    }

    #[test]
    fn without_a_gesture_a_piece_stays_in_place() {
        let (mini, still) = (mini(), Gesture::default());
        assert_eq!(still.place(&mini).translation, mini.foot());
        assert_eq!(figure(&still, &mini), pose_transform(Pose::Standing, 1));
    }

    #[test]
    fn the_shadow_stays_on_the_ground_below_a_tipped_and_lifted_piece() {
        let mini = mini();
        let gesture = Gesture {
            shift: Vec3::new(0.4, 0.0, 0.0),
            lift: 0.7,
            tilt: Quat::from_rotation_z(0.3),
            ..Gesture::default()
        };
        let ground = gesture.place(&mini).mul_transform(shadow(&gesture, &mini));
        assert!((ground.translation - (mini.foot() + gesture.shift)).length() < 1e-4);
        assert!(ground.rotation.angle_between(Quat::IDENTITY) < 1e-3);
    }

    #[test]
    fn between_standing_and_lying_the_figure_is_halfway_down() {
        let mini = mini();
        let half = figure(&Gesture { lie: Some(0.5), ..Gesture::default() }, &mini);
        let (up, down) = (pose_transform(Pose::Standing, 1), pose_transform(Pose::Prone, 1));
        assert!(half.scale.x < up.scale.x && half.scale.x > down.scale.x);
        let lying = figure(&Gesture { lie: Some(1.0), ..Gesture::default() }, &mini);
        assert!((lying.translation - down.translation).length() < 1e-5);
    }
}
