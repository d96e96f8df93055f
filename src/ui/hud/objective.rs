//! The goals of a battle and whose turn it is, in words.

use egui_phosphor::regular as icon;

use crate::board::{Tag, Tone};
use crate::names::Names;
use crate::seating::Seating;
use grid::{Cell, Place, SideId};
use rules::goals::rounds_held;
use rules::state::{Goal, State};

/// The goals, one per line: those of the viewer first, then those of the other sides. A spectator
/// gets them in the order of the level.
pub fn in_words(state: &State, viewer: Option<SideId>, names: &Names) -> Vec<String> {
    let mut own = Vec::new();
    let mut others = Vec::new();
    let mut last_standing = false;
    for (place, goal) in state.scene.goals.iter().enumerate() {
        let Some((side, text)) = of(state, place, goal, names) else {
            last_standing = true;
            continue;
        };
        if viewer == Some(side) {
            own.push(text);
        } else {
            others.push(format!("{}: {text}", names.side(side)));
        }
    }
    // Without another goal the last side in the fight wins anyway.
    let fight =
        (last_standing || own.is_empty()).then(|| "Put all foes out of the fight".to_owned());
    own.into_iter().chain(fight).chain(others).collect()
}

/// The labels on the zones of goals, each at the cell nearest to its middle.
pub fn tags(state: &State) -> Vec<Tag> {
    let zones = state.scene.goals.iter().filter_map(|goal| match goal {
        Goal::Hold { places, .. } => Some((places, "hold")),
        Goal::Reach { places, .. } => Some((places, "reach")),
        Goal::LastStanding | Goal::Defeat { .. } | Goal::Survive { .. } => None,
    });
    let tag = |(places, verb): (&Vec<Place>, &str)| {
        let cells: Vec<Cell> = places.iter().filter_map(|place| place.cell()).collect();
        let lines = vec![(Tone::Name, format!("{} {verb}", icon::FLAG))];
        Some(Tag { at: middle_of(&cells)?.into(), below: false, lines })
    };
    let mut found: Vec<Tag> = Vec::new();
    for tag in zones.filter_map(tag) {
        // Both sides may have a goal in the same zone.
        if !found.contains(&tag) {
            found.push(tag);
        }
    }
    found
}

/// The cell nearest to the common middle.
fn middle_of(cells: &[Cell]) -> Option<Cell> {
    let many = i64::try_from(cells.len()).ok()?;
    let sum = |of: fn(&Cell) -> i16| cells.iter().map(|cell| i64::from(of(cell))).sum::<i64>();
    let (x, y) = (sum(|cell| cell.x), sum(|cell| cell.y));
    let far = |cell: &Cell| {
        (i64::from(cell.x) * many - x).abs().max((i64::from(cell.y) * many - y).abs())
    };
    cells.iter().copied().min_by_key(far)
}

/// Whose turn it is or who is asked, for the banner: "Your turn", or the name of the side.
pub fn whose_turn((seating, side): (&Seating, SideId), asked: bool, names: &Names) -> String {
    let name = names.side(side);
    match (seating.is_human(side), seating.players()) {
        (true, 1) if asked => "Your decision".to_owned(),
        (true, 1) => "Your turn".to_owned(),
        (true, _) if asked => format!("{name}: your decision"),
        (true, _) => format!("{name}: your turn"),
        (false, _) => format!("{name}: {}'s turn", seating.skill(side).words()),
    }
}

/// A goal with the side that has it; `None` for the last side in the fight.
fn of(state: &State, place: usize, goal: &Goal, names: &Names) -> Option<(SideId, String)> {
    Some(match goal {
        Goal::LastStanding => return None,
        Goal::Hold { side, rounds, .. } => {
            let held = rounds_held(state, place);
            (*side, format!("Hold the zone alone: round {held} of {rounds}"))
        }
        Goal::Reach { side, count: 1, .. } => {
            (*side, "Bring a unit into the marked zone".to_owned())
        }
        Goal::Reach { side, count, .. } => {
            (*side, format!("Bring {count} units into the marked zone"))
        }
        Goal::Defeat { side, unit } => (*side, format!("Defeat {}", names.unit(*unit))),
        Goal::Survive { side, rounds } => {
            (*side, format!("Stay in the fight to the end of round {rounds}"))
        }
    })
}

#[cfg(test)]
mod tests {
    use battle::{Controller, Skill};
    use grid::{Board, Cell, UnitId};
    use rules::state::Scene;

    use super::*;

    fn lines(goals: Vec<Goal>, viewer: Option<u8>) -> Vec<String> {
        let mut names = Names::default();
        names.learn(UnitId(3), "Captain");
        let state = State::new(Scene::new(Board::new(4, 4), Vec::new(), goals), Vec::new(), 1);
        in_words(&state, viewer.map(SideId), &names)
    }

    #[test]
    fn the_goal_of_the_viewer_comes_first() {
        let zone = vec![Cell::new(1, 1).into()];
        let goals = || {
            vec![
                Goal::Hold { side: SideId(0), places: zone.clone(), rounds: 3 },
                Goal::Defeat { side: SideId(1), unit: UnitId(3) },
            ]
        };
        let hold = "Hold the zone alone: round 0 of 3";
        let blue = lines(goals(), Some(0));
        assert_eq!(blue.first().map(String::as_str), Some(hold));
        let red = lines(goals(), Some(1));
        assert_eq!(red.first().map(String::as_str), Some("Defeat Captain"));
        assert!(red.last().is_some_and(|line| line.ends_with(hold)), "{red:?}");
    }

    #[test]
    fn without_a_goal_of_its_own_a_side_has_to_win_the_fight() {
        assert_eq!(lines(Vec::new(), Some(0)), ["Put all foes out of the fight"]);
        assert_eq!(lines(vec![Goal::LastStanding], None), ["Put all foes out of the fight"]);
        let survive = vec![Goal::LastStanding, Goal::Survive { side: SideId(0), rounds: 6 }];
        let first = lines(survive, Some(0));
        assert_eq!(
            first.first().map(String::as_str),
            Some("Stay in the fight to the end of round 6")
        );
    }

    #[test]
    fn a_zone_is_labelled_once_at_its_middle() {
        let zone: Vec<Place> = (2..=4).map(|x| Cell::new(x, 5).into()).collect();
        let goals = vec![
            Goal::LastStanding,
            Goal::Hold { side: SideId(0), places: zone.clone(), rounds: 3 },
            Goal::Hold { side: SideId(1), places: zone, rounds: 3 },
        ];
        let state = State::new(Scene::new(Board::new(8, 8), Vec::new(), goals), Vec::new(), 1);
        let at: Vec<Cell> = tags(&state).iter().map(|tag| tag.at.cell).collect();
        assert_eq!(at, [Cell::new(3, 5)]);
        assert_eq!(middle_of(&[]), None);
    }

    #[test]
    fn the_banner_says_whose_turn_it_is() {
        use Controller::Human;
        let names = Names::default();
        let (a, b) = (SideId(0), SideId(1));
        let one = Seating::new(vec![Human, Controller::Computer(Skill::Veteran)]);
        assert_eq!(whose_turn((&one, a), false, &names), "Your turn");
        assert_eq!(whose_turn((&one, a), true, &names), "Your decision");
        assert_eq!(
            whose_turn((&one, b), false, &names),
            format!("{}: Veteran's turn", names.side(b))
        );
        let two = Seating::new(vec![Human, Human]);
        assert_eq!(whose_turn((&two, b), false, &names), format!("{}: your turn", names.side(b)));
    }
}
