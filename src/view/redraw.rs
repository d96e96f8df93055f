//! Requests for new frames: without changes the view draws none.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

/// Number of frames still to draw after a change: more than one, because shaders and meshes may
/// reach the screen a frame late.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Redraw(u8);

impl Redraw {
    /// Requests new frames.
    pub fn ask(&mut self) {
        self.0 = 4;
    }
}

/// Asks the window for the frames that are still to draw.
pub(super) fn request(mut redraw: ResMut<Redraw>, mut requests: MessageWriter<RequestRedraw>) {
    if redraw.0 > 0 {
        redraw.0 -= 1;
        requests.write(RequestRedraw);
    }
}
