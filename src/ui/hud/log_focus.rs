//! Keyboard focus in the log: which of its lines, names and controls has it.

use bevy_egui::egui::{self, EventFilter, FocusDirection, Id, Key, Response};

/// An element of the log that can have keyboard focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stop {
    id: Id,
    /// The index of its line among those shown; `None` for the controls above them.
    line: Option<usize>,
}

/// The state of keyboard focus in the log between frames.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogFocus {
    /// The number of requests for the log when it was last drawn.
    asked: u32,
    /// True while the log has keyboard focus.
    on: bool,
    /// All elements that can have keyboard focus, in order.
    stops: Vec<Stop>,
    /// The element that had keyboard focus when the log was last drawn.
    last: Option<Id>,
}

/// Id under which the state is stored.
fn key() -> Id {
    Id::new("keyboard in the log")
}

/// True if a widget has keyboard focus because the player is reading the log.
pub fn reads_log(ctx: &egui::Context, id: Id) -> bool {
    let state = ctx.data(|data| data.get_temp::<LogFocus>(key()));
    state.is_some_and(|state| state.on && state.stops.iter().any(|stop| stop.id == id))
}

impl LogFocus {
    /// The state before the log is drawn again.
    pub fn begin(ui: &egui::Ui) -> Self {
        let state = ui.data(|data| data.get_temp::<Self>(key())).unwrap_or_default();
        Self { stops: Vec::new(), ..state }
    }

    /// Adds a control above the lines.
    pub fn control(&mut self, response: &Response) {
        self.stops.push(Stop { id: response.id, line: None });
    }

    /// Adds a line, or a name in it, and scrolls to it if it has just got keyboard focus. True if
    /// it has focus.
    pub fn stop(&mut self, response: &Response, line: usize) -> bool {
        self.stops.push(Stop { id: response.id, line: Some(line) });
        // Also while another window is in front.
        let has = self.on && response.ctx.memory(|memory| memory.has_focus(response.id));
        if has && self.last != Some(response.id) {
            response.scroll_to_me(None);
        }
        has
    }

    /// Focuses the last line if the log was requested, and moves the focus from line to line with
    /// the arrow keys. Tab is left to the panels.
    pub fn end(mut self, ui: &egui::Ui, asked: u32) {
        let ctx = ui.ctx();
        if self.asked != asked {
            self.asked = asked;
            let last = self.stops.iter().rev().find_map(|stop| stop.line);
            let first_of = |line| self.stops.iter().find(|stop| stop.line == line);
            self.on = first_of(last).is_some();
            if let Some(stop) = first_of(last) {
                ctx.memory_mut(|memory| memory.request_focus(stop.id));
            }
        } else if self.on {
            let focused = ctx.memory(egui::Memory::focused);
            let at = self.stops.iter().find(|stop| Some(stop.id) == focused).copied();
            self.on = at.is_some();
            if let Some(at) = at {
                self.last = focused;
                self.follow_keys(ctx, at);
            }
        }
        if !self.on {
            self.last = None;
        }
        ctx.data_mut(|data| data.insert_temp(key(), self));
    }

    fn follow_keys(&self, ctx: &egui::Context, at: Stop) {
        if at.line.is_some() {
            let arrows =
                EventFilter { horizontal_arrows: true, vertical_arrows: true, ..<_>::default() };
            ctx.memory_mut(|memory| memory.set_focus_lock_filter(at.id, arrows));
        }
        let pressed = |key| ctx.input(|input| input.key_pressed(key));
        let (down, up) = (pressed(Key::ArrowDown), pressed(Key::ArrowUp));
        let aside = [Key::ArrowLeft, Key::ArrowRight].into_iter().any(pressed);
        let to = match at.line {
            Some(line) if up => line.checked_sub(1),
            Some(line) if down => Some(line.saturating_add(1)),
            None if down => Some(0),
            _ => None,
        };
        let stop = self.stops.iter().find(|stop| to.is_some() && stop.line == to);
        ctx.memory_mut(|memory| {
            if down || up || aside && at.line.is_some() {
                // Keep egui from moving the focus to whatever lies in that direction, even in other
                // panels.
                memory.move_focus(FocusDirection::None);
            }
            if let Some(stop) = stop {
                memory.request_focus(stop.id);
            }
        });
    }
}
