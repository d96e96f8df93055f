//! From clicks and keys to commands: a state machine without a screen.
//!
//! It reads [`Options`] and answers with [`Effect`]s. It never changes a battle; all it can do is
//! to send commands.

mod aiming;
mod fields;
mod options;
mod route;
mod several;
#[cfg(test)]
mod tests;

use crate::grid::{Cell, Dir, Hm, UnitId};
use crate::rules::prompt::Answer;
use crate::rules::ruleset::Aim;
use crate::rules::{Command, Key, Part, Target, Value, Values, Waypoint};

pub use self::options::{Options, Stand, Way};

/// What clicks on the board mean at the moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Free cells are for moving, foes for the first attack that reaches them.
    #[default]
    Idle,
    /// All cells are for moving.
    Moving,
    /// The one being played is about to turn on the spot.
    Facing {
        /// Where to, as far as that was chosen by keys.
        to: Option<Dir>,
    },
    /// An act is being aimed.
    Aiming {
        /// Which.
        act: Key,
        /// How.
        aim: Aim,
        /// The target that the preview shows and the next confirmation takes.
        target: Option<Target>,
    },
}

/// What the player did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// The pointer is over this cell, or over none.
    Hover(Option<Cell>),
    /// A click on a cell.
    Click(Cell),
    /// Look at a combatant.
    Look(UnitId),
    /// Do what is previewed, or what a click under the cursor would do.
    Confirm,
    /// Back one layer.
    Cancel,
    /// The next combatant able to act; while aiming, the next target.
    Next,
    /// The one before.
    Previous,
    /// The key of a place in the action bar or list of answers, counted from 1.
    Slot(u16),
    /// Choose an act.
    Act(Key),
    /// Show the acts of this part of the turn.
    Group(Key),
    /// Show the acts of the next part of the turn, or of the one before.
    NextGroup(bool),
    /// Do the act being aimed in this way; empty for the plain one.
    Way(Key),
    /// Do it in the next way that is possible, or in the one before.
    NextWay(bool),
    /// Set a parameter of the act being aimed.
    Set(Key, Value),
    /// Aim the act at this part of the combatant that it is aimed at.
    Part(Part),
    /// Let [`Input::Higher`] change the next parameter of the act being aimed.
    NextField,
    /// Choose to move.
    Move,
    /// Choose to turn on the spot.
    Face,
    /// Put the turn off.
    Hold,
    /// End the turn.
    EndTurn,
    /// Answer the question.
    Answer(u16),
    /// Lead the way over this cell, or over the one in focus.
    Waypoint(Option<Cell>),
    /// Take the last waypoint back.
    DropWaypoint,
    /// Move the cursor of the keyboard by so many columns and rows.
    Cursor(i16, i16),
    /// End the move higher, or lower, where there is a choice; while aiming, the next or the last value
    /// of a parameter, or the next or the last part of a body.
    Higher(bool),
}

/// What follows from an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Send this command.
    Order(Command),
    /// Send this command to have it refused with its reason: the target was not among the allowed.
    Explain(Command),
    /// Tell the player.
    Notice(String),
    /// Show this combatant in the middle of the view.
    Centre(UnitId),
    /// The next player sits down.
    TakeSeat,
    /// There is no layer left to go back from.
    Pause,
}

/// What the player has chosen and points at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interaction {
    /// What clicks mean.
    pub mode: Mode,
    /// The combatant of this player that is being played, if it chose one of several.
    pub chosen: Option<UnitId>,
    /// The combatant whose card is shown besides.
    pub looked_at: Option<UnitId>,
    /// The cell under the pointer.
    pub hovered: Option<Cell>,
    /// The cursor of the keyboard.
    pub cursor: Option<Cell>,
    /// The height at which moves shall end, where there is a choice.
    pub height: Option<Hm>,
    /// The part of the turn whose acts the player wants to see; none to leave it to the bar.
    pub group: Option<Key>,
    /// The way in which the act being aimed is done; empty for the plain one.
    pub way: Key,
    /// The targets named so far, for an act that takes several.
    pub named: Vec<Target>,
    /// What the parameters of the act being aimed are set to; the others are as usual.
    pub with: Values,
    /// Which of its fields keys change, counted from 0: its parts, then its parameters.
    pub field: usize,
    /// The way to the last waypoint; empty without waypoints.
    pub route: Vec<Waypoint>,
    /// After how many steps of it each waypoint is reached.
    pub stops: Vec<usize>,
    /// The end of the turn was asked for although something is left.
    pub end_asked: bool,
}

impl Interaction {
    /// The cell that previews are for: the cursor of the keyboard, or else under the pointer.
    pub fn focus(&self) -> Option<Cell> {
        self.cursor.or(self.hovered)
    }

    /// The part of the turn whose acts the bar shows: that of the act being aimed comes first.
    pub fn open_group<'a>(&self, options: &'a Options) -> Option<&'a Key> {
        match &self.mode {
            Mode::Aiming { act, .. } => options.offer(act).map(|offer| &offer.group),
            Mode::Idle | Mode::Moving | Mode::Facing { .. } => {
                options.open_group(self.group.as_ref())
            }
        }
    }

    /// Forgets what belonged to the situation before: call it when somebody else has to act.
    pub fn reset(&mut self) {
        *self = Self { hovered: self.hovered, ..Self::default() };
    }

    /// The command whose odds are worth showing: what a confirmation would send.
    pub fn preview(&self, options: &Options) -> Option<Command> {
        if options.stand != Stand::Acting {
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
                let target = *options.targets_in(act, self.focus()?).first()?;
                Some(self.command(unit, act, Some(target)))
            }
            Mode::Idle => {
                let cell = self.focus()?;
                match options.bodies.get(&cell) {
                    Some(foe) if options.foes.contains(foe) => {
                        let act = options.default_attack(*foe)?;
                        Some(self.command(unit, act, Some(Target::Unit(*foe))))
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

    /// Takes an input in.
    pub fn handle(&mut self, input: Input, options: &Options) -> Vec<Effect> {
        if !matches!(input, Input::Hover(_) | Input::EndTurn) {
            self.end_asked = false;
        }
        match input {
            Input::Hover(cell) => {
                if cell.is_some() && cell != self.hovered {
                    // The pointer takes over from the keyboard as soon as it moves.
                    self.cursor = None;
                }
                self.hovered = cell;
                Vec::new()
            }
            Input::Look(unit) => {
                self.looked_at = Some(unit);
                if options.active.contains(&unit) {
                    self.choose(unit);
                }
                vec![Effect::Centre(unit)]
            }
            Input::Cancel => self.cancel(options),
            Input::Cursor(dx, dy) => self.move_cursor(dx, dy, options),
            input => match options.stand {
                Stand::Acting => self.act(input, options),
                Stand::Asked { choices, default } => {
                    let answer = match input {
                        Input::Answer(n) => Some(n),
                        Input::Slot(n) => n.checked_sub(1),
                        Input::Confirm => Some(default),
                        _ => None,
                    };
                    answer
                        .filter(|n| *n < choices)
                        .map(|n| Effect::Order(Command::Answer(Answer(n))))
                        .into_iter()
                        .collect()
                }
                Stand::HandOver => match input {
                    Input::Confirm => vec![Effect::TakeSeat],
                    _ => Vec::new(),
                },
                Stand::Waiting | Stand::Over => match input {
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
                let group = self.open_group(options);
                match place.and_then(|p| options.acts_of(group).nth(p)) {
                    Some(offer) => self.choose_act(unit, &offer.act.clone(), options),
                    None => vec![Effect::Notice(format!("There is no act with the number {n}."))],
                }
            }
            Input::Act(act) => self.choose_act(unit, &act, options),
            Input::Way(way) => self.choose_way(way, options),
            Input::NextWay(back) => self.turn_way(back, options),
            Input::Group(group) => self.show_group(Some(group)),
            Input::NextGroup(back) => {
                let groups = options.groups();
                let open = self.open_group(options);
                let at = open.and_then(|open| groups.iter().position(|g| *g == open));
                let by = if back { -1 } else { 1 };
                self.show_group(next_of(&groups, at, by).cloned())
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
                    let text = "Something is left to do in this turn. Ask again to end it.";
                    return vec![Effect::Notice(text.to_owned())];
                }
                self.end_asked = false;
                self.send(Command::EndTurn { unit })
            }
            _ => Vec::new(),
        }
    }

    /// Sends a command and goes back to the first layer.
    fn send(&mut self, command: Command) -> Vec<Effect> {
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
        self.looked_at = options.bodies.get(&cell).copied();
        match self.looked_at {
            Some(unit) if options.active.contains(&unit) => self.choose(unit),
            _ => {}
        }
        Vec::new()
    }

    fn cancel(&mut self, options: &Options) -> Vec<Effect> {
        if options.stand != Stand::Acting {
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
            Mode::Idle if self.cursor.is_some() => self.cursor = None,
            Mode::Idle if self.looked_at.is_some() => self.looked_at = None,
            Mode::Idle => return vec![Effect::Pause],
        }
        Vec::new()
    }

    /// Goes to the next target while aiming, else to the next combatant able to act.
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
            let list = options.targets.get(&act).map(Vec::as_slice).unwrap_or_default();
            // Of somebody's parts the first stands for all.
            let parts = |t: &&Target| {
                t.unit().is_none_or(|unit| {
                    let mut parts = options.parts_of(&act, unit);
                    parts.next().is_none_or(|first| first == **t)
                })
            };
            let list: Vec<Target> = list.iter().filter(parts).copied().collect();
            let list = list.as_slice();
            let target = match target {
                Some(Target::Part(unit, _)) => options.parts_of(&act, *unit).next(),
                other => *other,
            };
            let at = target.and_then(|t| list.iter().position(|l| *l == t));
            let target = next_of(list, at, by);
            if target.is_none() {
                return vec![Effect::Notice("The act has no target now.".to_owned())];
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

    /// Chooses the next higher or lower end of the ways to the cell in focus.
    fn change_height(&mut self, up: bool, options: &Options) -> Vec<Effect> {
        let cell = self.focus().or(options.actor_at);
        let ways = cell.and_then(|c| options.ways.get(&c)).map(Vec::as_slice).unwrap_or_default();
        let now = cell.and_then(|c| options.way(c, self.height)).map(|w| w.feet);
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
                vec![Effect::Notice(format!("The move ends at a height of {feet}."))]
            }
            None => vec![Effect::Notice("There is no other height to end the move at.".to_owned())],
        }
    }

    fn move_cursor(&mut self, dx: i16, dy: i16, options: &Options) -> Vec<Effect> {
        let from = self.cursor.or(options.actor_at).or(self.hovered).unwrap_or_default();
        let to = from.offset(dx, dy);
        if let Mode::Facing { to: chosen } = &mut self.mode {
            // The cursor says where to from now on.
            *chosen = None;
        }
        self.cursor = Some(if options.contains(to) { to } else { from });
        Vec::new()
    }
}

/// The entry `by` places after `at`, going round; without `at` the first, or the last when going
/// back.
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
