//! Turns clicks and keys into commands: a state machine without a screen.
//!
//! It reads [`Options`] and returns [`Effect`]s. It never
//! changes a battle; it can only send commands.

mod aiming;
mod confirming;
mod fields;
mod options;
mod route;
mod several;
#[cfg(test)]
mod tests;
mod tiles;

use grid::{Cell, Dir, Hm, UnitId};
use rules::prompt::Answer;
use rules::ruleset::Aim;
use rules::{Command, Key, Part, Target, Value, Values, Waypoint};

pub use self::confirming::Confirmation;
pub use self::options::{Options, PathOption, TurnState};
pub use self::tiles::{MOST_TILES, Tiles};

/// What clicks on the board currently mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Free cells are for moving, enemies for the first attack that reaches them.
    #[default]
    Idle,
    /// All cells are for moving.
    Moving,
    /// The active unit is about to turn on the spot.
    Facing {
        /// The direction, if chosen by keys.
        to: Option<Dir>,
    },
    /// An act is being aimed.
    Aiming {
        /// The act.
        act: Key,
        /// How it is aimed.
        aim: Aim,
        /// The previewed target, which the next confirmation takes.
        target: Option<Target>,
    },
}

/// An input of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// The pointer is over this cell, or over no cell.
    Hover(Option<Cell>),
    /// The pointer is over the floor at this absolute height, or over the ground.
    HoverFloor(Option<Hm>),
    /// The pointer is on the ground below the deck at this absolute height, or below no deck.
    HoverBelow(Option<Hm>),
    /// A click on a cell.
    Click(Cell),
    /// Select a unit.
    Look(UnitId),
    /// Carry out the previewed command, or act as a click at the cursor.
    Confirm,
    /// Step back.
    Cancel,
    /// The next unit able to act; while aiming, the next target.
    Next,
    /// The previous one.
    Previous,
    /// A number key: a slot in the action bar or list of answers, from 1.
    Slot(u16),
    /// Select an act.
    Act(Key),
    /// Show the acts of this group.
    Group(Key),
    /// Show the acts of the next group; with `false`, of the previous one.
    NextGroup(bool),
    /// Open the list of all acts, or close it.
    More,
    /// Choose a variant of the act being aimed; empty for the plain one.
    PathOption(Key),
    /// Choose the next available variant; with `false`, the previous one.
    NextWay(bool),
    /// Set a parameter of the act being aimed.
    Set(Key, Value),
    /// Aim the act at this part of the targeted unit.
    Part(Part),
    /// Select the next parameter of the act being aimed for [`Input::Higher`] to change.
    NextField,
    /// Select movement.
    Move,
    /// Select turning on the spot.
    Face,
    /// Hold the turn until later.
    Hold,
    /// End the turn.
    EndTurn,
    /// Answer the question.
    Answer(u16),
    /// Add a waypoint at this cell, or at the focused cell.
    Waypoint(Option<Cell>),
    /// Remove the last waypoint.
    DropWaypoint,
    /// Move the keyboard cursor by this number of columns and rows.
    Cursor(i16, i16),
    /// End the move higher or lower, where there is a choice; while
    /// aiming, the next or previous value of a parameter or body part.
    Higher(bool),
}

/// Said when an act has nothing to aim at.
const NO_TARGET: &str = "No target is in reach.";

/// A consequence of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Send this command.
    Order(Command),
    /// Send this command so that the rules refuse it with a reason:
    /// the target was not among the valid ones.
    Explain(Command),
    /// Show a notice.
    Notice(String),
    /// Centre the view on this unit.
    Centre(UnitId),
    /// The next player takes the seat.
    TakeSeat,
    /// Nothing is left to step back from.
    Pause,
}

/// The player's selection and pointer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interaction {
    /// What clicks mean.
    pub mode: Mode,
    /// The active unit, if the player chose one of several.
    pub chosen: Option<UnitId>,
    /// Another unit whose card is shown.
    pub looked_at: Option<UnitId>,
    /// The cell under the pointer.
    pub hovered: Option<Cell>,
    /// Absolute height of the floor above the ground under the pointer.
    pub pointed_floor: Option<Hm>,
    /// Absolute height of the lowest deck over the ground under the pointer, where that ground is in
    /// plain view.
    pub below: Option<Hm>,
    /// The floor to aim at, by its height: where the pointer is, or chosen by keys.
    pub floor: Option<Hm>,
    /// The keyboard cursor.
    pub cursor: Option<Cell>,
    /// The height at which moves should end, where there is a choice.
    pub height: Option<Hm>,
    /// The part of the turn whose acts are listed under *More*; `None` while that is closed.
    pub group: Option<Key>,
    /// The acts on the tiles.
    pub tiles: Tiles,
    /// The variant of the act being aimed; empty for the plain one.
    pub way: Key,
    /// Targets chosen so far, for an act with several targets.
    pub named: Vec<Target>,
    /// Parameters set for the act being aimed; the others have defaults.
    pub with: Values,
    /// Index of the field that keys change: body parts first, then parameters.
    pub field: usize,
    /// The path to the last waypoint; empty without waypoints.
    pub route: Vec<Waypoint>,
    /// Number of steps to each waypoint.
    pub stops: Vec<usize>,
    /// True if the end of the turn was requested although something is left to do.
    pub end_asked: bool,
    /// The act that gives up and that the player has confirmed once; see [`Options::giving_up`].
    pub give_up_asked: Option<Command>,
}

impl Interaction {
    /// The cell for previews: the keyboard cursor, or else the cell under the pointer.
    pub fn focus(&self) -> Option<Cell> {
        self.cursor.or(self.hovered)
    }

    /// The part of the turn whose acts are listed under *More*; `None` while that is closed.
    pub fn open_group<'a>(&self, options: &'a Options) -> Option<&'a Key> {
        options.groups().into_iter().find(|group| Some(*group) == self.group.as_ref())
    }

    /// Clears everything that belongs to the previous situation.
    /// Call it when the acting side changes.
    pub fn reset(&mut self) {
        let Self { hovered, pointed_floor, below, floor, .. } = *self;
        *self = Self { hovered, pointed_floor, below, floor, ..Self::default() };
    }

    /// The command to preview: what a confirmation would send.
    pub fn preview(&self, options: &Options) -> Option<Command> {
        if options.stand != TurnState::Acting {
            return None;
        }
        let unit = options.actor?;
        match &self.mode {
            Mode::Aiming { act, aim: Aim::Own, .. } => Some(self.command(unit, act, None)),
            Mode::Aiming { act, target: Some(target), .. } => {
                Some(self.command(unit, act, Some(*target)))
            }
            Mode::Aiming { act, aim: Aim::Several(several), .. } => {
                self.preview_several(unit, act, *several, options)
            }
            Mode::Facing { to } => {
                let pointed = self.focus().and_then(|cell| options.direction_to(cell));
                let facing = to.or(pointed).filter(|dir| options.facing != Some(*dir))?;
                Some(Command::Face { unit, facing })
            }
            Mode::Aiming { act, .. } => {
                let target = *options.targets_in(act, self.focus()?, self.floor).first()?;
                Some(self.command(unit, act, Some(target)))
            }
            Mode::Idle => {
                let cell = self.focus()?;
                match options.body(cell, self.floor) {
                    Some(foe) if options.foes.contains(&foe) => {
                        let act = options.default_attack(foe)?;
                        Some(self.command(unit, act, Some(Target::Unit(foe))))
                    }
                    _ => self.move_command(unit, cell, options),
                }
            }
            Mode::Moving => {
                let there = self.focus().and_then(|cell| self.move_command(unit, cell, options));
                there.or_else(|| self.route_command(unit))
            }
        }
    }

    /// The height at which a move should end: chosen by keys, or that of the floor above the ground
    /// under the pointer.
    pub fn end_height(&self) -> Option<Hm> {
        self.height.or(self.floor)
    }

    /// Handles an input.
    pub fn handle(&mut self, input: Input, options: &Options) -> Vec<Effect> {
        if !input.is_hover() && input != Input::EndTurn {
            self.end_asked = false;
        }
        if !input.may_confirm() {
            self.give_up_asked = None;
        }
        match input {
            Input::Hover(cell) => {
                if cell.is_some() && cell != self.hovered {
                    // The pointer takes over from the keyboard once it moves.
                    self.cursor = None;
                    self.floor = self.pointed_floor;
                }
                self.hovered = cell;
                Vec::new()
            }
            Input::HoverFloor(floor) => {
                self.pointed_floor = floor;
                self.floor = floor;
                Vec::new()
            }
            Input::HoverBelow(deck) => {
                self.below = deck;
                Vec::new()
            }
            Input::Look(unit) => {
                self.looked_at = Some(unit);
                if !self.aim_at_unit(unit, options) && options.active.contains(&unit) {
                    self.choose(unit);
                }
                vec![Effect::Centre(unit)]
            }
            Input::Cancel => self.cancel(options),
            Input::Cursor(dx, dy) => self.move_cursor(dx, dy, options),
            input => match options.stand {
                TurnState::Acting => self.act(input, options),
                TurnState::Asked { choices, default } => {
                    let in_cell = |cell: Cell| options.answers.get(&cell).copied();
                    let answer = match input {
                        Input::Answer(n) => Some(n),
                        Input::Slot(n) => n.checked_sub(1),
                        Input::Confirm => match self.cursor.filter(|_| !options.answers.is_empty())
                        {
                            Some(cell) => in_cell(cell),
                            None => Some(default),
                        },
                        Input::Click(cell) => in_cell(cell),
                        _ => None,
                    };
                    answer
                        .filter(|n| *n < choices)
                        .map(|n| Effect::Order(Command::Answer(Answer(n))))
                        .into_iter()
                        .collect()
                }
                TurnState::HandOver => match input {
                    Input::Confirm => vec![Effect::TakeSeat],
                    _ => Vec::new(),
                },
                TurnState::Waiting | TurnState::Over => match input {
                    Input::Click(cell) => self.look_at(cell, options),
                    _ => Vec::new(),
                },
            },
        }
    }

    fn act(&mut self, input: Input, options: &Options) -> Vec<Effect> {
        let Some(unit) = options.actor else { return Vec::new() };
        match input {
            Input::Click(cell) => self.click(unit, cell, options),
            Input::Confirm => self.confirm(unit, options),
            Input::Next => self.turn_to(1, options),
            Input::Previous => self.turn_to(-1, options),
            Input::Slot(n) => {
                let place = usize::from(n).checked_sub(1);
                let acts = self.numbered(options);
                match place.and_then(|place| acts.get(place)) {
                    Some(offer) => self.choose_act(unit, &offer.act.clone(), options),
                    None if usize::from(n) == MOST_TILES + 1 => self.show_more(options),
                    None => vec![Effect::Notice(format!("No action number {n}."))],
                }
            }
            Input::Act(act) => self.choose_act(unit, &act, options),
            Input::PathOption(way) => self.choose_way(way, options),
            Input::NextWay(back) => self.turn_way(back, options),
            Input::Group(group) => self.show_group(Some(group)),
            Input::More => self.show_more(options),
            Input::NextGroup(back) => {
                let groups = options.groups();
                let open = self.open_group(options);
                let at = open.and_then(|open| groups.iter().position(|g| *g == open));
                let by = if back { -1 } else { 1 };
                // After the last part of the turn the tiles are shown again.
                let ends = at.is_some_and(|at| at.checked_add_signed(by) == Some(groups.len()));
                let next = next_of(&groups, at, by).filter(|_| !(ends || back && at == Some(0)));
                self.show_group(next.map(|group| (*group).clone()))
            }
            Input::Waypoint(cell) => self.add_waypoint(cell, options),
            Input::DropWaypoint => self.drop_waypoint(),
            Input::Move => {
                self.forget_route();
                self.mode = if self.mode == Mode::Moving { Mode::Idle } else { Mode::Moving };
                Vec::new()
            }
            Input::Higher(up) if matches!(self.mode, Mode::Aiming { .. }) => {
                self.step_field(up, options)
            }
            Input::Higher(up) => self.change_height(up, options),
            Input::NextField => self.next_field(options),
            Input::Set(id, value) => self.set(id, value, options),
            Input::Part(part) => self.choose_part(part, options),
            Input::Face => self.toggle_facing(options),
            Input::Hold => self.send(Command::Hold { unit }),
            Input::EndTurn => {
                if options.something_left() && !self.end_asked {
                    self.end_asked = true;
                    let left = options.left_in_words();
                    let text = format!("Still left: {left}. Press again to end the turn.");
                    return vec![Effect::Notice(text)];
                }
                self.end_asked = false;
                self.send(Command::EndTurn { unit })
            }
            _ => Vec::new(),
        }
    }

    /// Sends a command and returns to the first layer.
    fn send(&mut self, command: Command) -> Vec<Effect> {
        self.give_up_asked = None;
        self.mode = Mode::Idle;
        self.height = None;
        self.group = None;
        self.forget_aim();
        self.forget_route();
        vec![Effect::Order(command)]
    }

    fn show_group(&mut self, group: Option<Key>) -> Vec<Effect> {
        self.mode = Mode::Idle;
        self.forget_route();
        self.group = group;
        Vec::new()
    }

    fn show_more(&mut self, options: &Options) -> Vec<Effect> {
        self.mode = Mode::Idle;
        self.forget_route();
        self.toggle_more(options);
        Vec::new()
    }

    fn choose(&mut self, unit: UnitId) {
        if self.chosen != Some(unit) {
            self.mode = Mode::Idle;
            self.cursor = None;
            self.group = None;
            self.forget_route();
        }
        self.chosen = Some(unit);
    }

    fn look_at(&mut self, cell: Cell, options: &Options) -> Vec<Effect> {
        self.looked_at = options.body(cell, self.floor);
        match self.looked_at {
            Some(unit) if options.active.contains(&unit) => self.choose(unit),
            _ => {}
        }
        Vec::new()
    }

    fn cancel(&mut self, options: &Options) -> Vec<Effect> {
        if options.stand != TurnState::Acting {
            self.mode = Mode::Idle;
        }
        if matches!(self.mode, Mode::Aiming { target: None, .. }) && self.named.pop().is_some() {
            return Vec::new();
        }
        match &mut self.mode {
            Mode::Aiming { aim, target, .. } if target.is_some() && *aim != Aim::Own => {
                *target = None;
            }
            Mode::Moving if !self.route.is_empty() => return self.drop_waypoint(),
            Mode::Aiming { .. } | Mode::Moving | Mode::Facing { .. } => self.mode = Mode::Idle,
            Mode::Idle if self.group.is_some() => self.group = None,
            Mode::Idle if self.cursor.is_some() => self.cursor = None,
            Mode::Idle if self.looked_at.is_some() => self.looked_at = None,
            Mode::Idle => return vec![Effect::Pause],
        }
        Vec::new()
    }

    /// Goes to the next target while aiming, else to the next unit able to act.
    fn turn_to(&mut self, by: isize, options: &Options) -> Vec<Effect> {
        if let Mode::Facing { to } = &mut self.mode {
            let at = Dir::ALL.iter().position(|dir| to.or(options.facing) == Some(*dir));
            *to = next_of(&Dir::ALL, at, by);
            return Vec::new();
        }
        if let Mode::Aiming { act, aim, target } = &self.mode
            && *aim != Aim::Own
        {
            let (act, aim) = (act.clone(), *aim);
            let list = options.targets_for_keys(&act, aim);
            let target = match target {
                Some(Target::Part(unit, _)) => options.parts_of(&act, *unit).next(),
                other => *other,
            };
            let at = target.and_then(|t| list.iter().position(|l| *l == t));
            let target = next_of(&list, at, by);
            if target.is_none() {
                return vec![Effect::Notice(NO_TARGET.to_owned())];
            }
            let centre = match target {
                Some(Target::Unit(unit) | Target::Part(unit, _)) => {
                    self.looked_at = Some(unit);
                    Some(Effect::Centre(unit))
                }
                _ => None,
            };
            self.mode = Mode::Aiming { act, aim, target };
            return centre.into_iter().collect();
        }
        let at = options.actor.and_then(|a| options.active.iter().position(|u| *u == a));
        match next_of(&options.active, at, by) {
            Some(unit) => {
                self.choose(unit);
                self.looked_at = None;
                vec![Effect::Centre(unit)]
            }
            None => Vec::new(),
        }
    }

    /// Chooses the next higher or lower end of the moves to the focused cell.
    fn change_height(&mut self, up: bool, options: &Options) -> Vec<Effect> {
        let cell = self.focus().or(options.actor_at);
        let ways = cell.and_then(|c| options.ways.get(&c)).map(Vec::as_slice).unwrap_or_default();
        let now = cell.and_then(|c| self.way_to(c, options)).map(|w| w.feet);
        let next = match now {
            Some(now) if up => ways.iter().map(|w| w.feet).find(|f| *f > now),
            Some(now) => ways.iter().rev().map(|w| w.feet).find(|f| *f < now),
            None => None,
        };
        match next {
            Some(feet) => {
                self.height = Some(feet);
                self.mode = Mode::Moving;
                self.cursor = cell;
                vec![Effect::Notice(format!("Move ends at height {feet}."))]
            }
            None => vec![Effect::Notice("No other height to end the move at.".to_owned())],
        }
    }

    fn move_cursor(&mut self, dx: i16, dy: i16, options: &Options) -> Vec<Effect> {
        let from = self.cursor.or(options.actor_at).or(self.hovered).unwrap_or_default();
        let to = from.offset(dx, dy);
        self.floor = None;
        if let Mode::Facing { to: chosen } = &mut self.mode {
            // From now on the cursor gives the direction.
            *chosen = None;
        }
        self.cursor = Some(if options.contains(to) { to } else { from });
        Vec::new()
    }
}

/// The entry `by` places after `at`, wrapping around. Without
/// `at`, the first; the last when going back.
fn next_of<T: Copy>(list: &[T], at: Option<usize>, by: isize) -> Option<T> {
    let len = list.len();
    if len == 0 {
        return None;
    }
    let place = match at {
        Some(at) => at.wrapping_add_signed(by).wrapping_add(len) % len,
        None if by < 0 => len - 1,
        None => 0,
    };
    list.get(place).copied()
}
