//! The walls of a scene: what stops movement, what stops sight, and doors.

use grid::{Edge, EdgeKind};
use serde::Deserialize;

use super::super::json::or_default;

/// Values of `door`.
const SECRET: f64 = 2.0;

/// Values of `ds`.
const OPEN: f64 = 1.0;
const LOCKED: f64 = 2.0;

/// A wall between two points of the canvas.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Wall {
    #[serde(deserialize_with = "or_default")]
    pub(super) c: Vec<f64>,
    #[serde(rename = "move")]
    movement: Option<f64>,
    sight: Option<f64>,
    /// What `sight` was called in older versions.
    sense: Option<f64>,
    door: Option<f64>,
    ds: Option<f64>,
}

/// What a wall becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Barrier {
    /// Nothing: it stops neither movement nor sight.
    None,
    Wall,
    /// A low wall: sight goes over it.
    Low,
    /// A door, window or gate.
    Leaf(Edge),
    /// It stops sight but not movement.
    Curtain(Edge),
}

/// How far a wall stops sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    Free,
    /// It hides only what is behind a second one.
    Limited,
    Stopped,
    /// It depends on the distance, as with windows.
    Near,
}

impl Wall {
    /// What the wall becomes.
    pub(super) fn barrier(&self) -> Barrier {
        let kind = self.door.unwrap_or_default();
        if kind >= 1.0 {
            return Barrier::Leaf(self.leaf(kind >= SECRET));
        }
        let stops = self.movement.is_none_or(|v| v > 0.0);
        match (stops, self.sees()) {
            (true, Sight::Stopped) => Barrier::Wall,
            (true, Sight::Free | Sight::Near) => Barrier::Leaf(Edge::new(EdgeKind::Window)),
            (_, Sight::Limited) => Barrier::Low,
            (false, Sight::Stopped) => Barrier::Curtain(Edge::new(EdgeKind::Door)),
            (false, Sight::Free | Sight::Near) => Barrier::None,
        }
    }

    fn leaf(&self, secret: bool) -> Edge {
        let state = self.ds.unwrap_or_default();
        let open = (OPEN..LOCKED).contains(&state);
        // A door that one sees through, but that stops walkers, has bars.
        let kind = if self.sees() == Sight::Free { EdgeKind::Gate } else { EdgeKind::Door };
        Edge { open, locked: state >= LOCKED, secret: secret && !open, ..Edge::new(kind) }
    }

    /// Older versions count 0, 1, 2; newer ones 0, 10 (limited), 20, 30 (near), 40 (far).
    fn sees(&self) -> Sight {
        match self.sight.or(self.sense) {
            None => Sight::Stopped,
            Some(v) if v <= 0.0 => Sight::Free,
            Some(v) if (2.0..20.0).contains(&v) => Sight::Limited,
            Some(v) if v >= 30.0 => Sight::Near,
            Some(_) => Sight::Stopped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wall(text: &str) -> Barrier {
        serde_json::from_str::<Wall>(text).unwrap().barrier()
    }

    #[test]
    fn walls_of_old_and_new_versions_mean_the_same() {
        let window = Barrier::Leaf(Edge::new(EdgeKind::Window));
        for (text, means) in [
            ("{}", Barrier::Wall),
            (r#"{"move":1,"sense":1}"#, Barrier::Wall),
            (r#"{"move":20,"sight":20}"#, Barrier::Wall),
            (r#"{"move":1,"sense":0}"#, window),
            (r#"{"move":20,"sight":0}"#, window),
            (r#"{"move":20,"sight":30}"#, window),
            (r#"{"move":1,"sense":2}"#, Barrier::Low),
            (r#"{"move":0,"sight":10}"#, Barrier::Low),
            (r#"{"move":0,"sight":20}"#, Barrier::Curtain(Edge::new(EdgeKind::Door))),
            (r#"{"move":0,"sight":0,"sound":20}"#, Barrier::None),
        ] {
            assert_eq!(wall(text), means, "{text}");
        }
    }

    #[test]
    fn doors_can_be_open_locked_and_secret() {
        let door = Edge::new(EdgeKind::Door);
        let of = |text: &str| match wall(text) {
            Barrier::Leaf(leaf) => leaf,
            other => panic!("{other:?}"),
        };
        assert_eq!(of(r#"{"door":1,"ds":0}"#), door);
        assert_eq!(of(r#"{"door":1,"ds":1}"#), Edge { open: true, ..door });
        assert_eq!(of(r#"{"door":1,"ds":2}"#), Edge { locked: true, ..door });
        assert_eq!(of(r#"{"door":2,"ds":0}"#), Edge { secret: true, ..door });
        assert_eq!(of(r#"{"door":2,"ds":1}"#), Edge { open: true, ..door });
        assert_eq!(of(r#"{"door":1,"sight":0}"#).kind, EdgeKind::Gate);
    }
}
