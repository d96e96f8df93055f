//! The acts on the tiles of the action bar: the most important ones, in fixed places.

use grid::UnitId;
use rules::Key;
use rules::ruleset::Offer;

use super::{Interaction, Options};

/// Maximum number of tiles; the other acts are listed under *More*.
pub const MOST_TILES: usize = 7;
/// Number of tiles for the first part of the turn before the others get theirs.
const OF_FIRST_PART: usize = 4;
/// Number of tiles for each further part of the turn, in the first pass.
const OF_OTHER_PARTS: usize = 2;

/// The tiles of a unit, chosen when it becomes active, so that they do not move later.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tiles {
    /// The unit they were chosen for.
    unit: Option<UnitId>,
    /// Its acts, in order, with those that took the place of acts no longer offered at the end.
    acts: Vec<Key>,
}

impl Options {
    /// The acts for the tiles: all of them if they are few. Otherwise those that a lesson teaches,
    /// then the first available ones of each part of the turn, in the ruleset's order.
    pub fn most_important(&self, taught: &[Key]) -> Vec<Key> {
        if self.offers.len() <= MOST_TILES {
            return self.offers.iter().map(|offer| offer.act.clone()).collect();
        }
        let useful: Vec<&Offer> =
            self.offers.iter().filter(|offer| !self.giving_up.contains(&offer.act)).collect();
        let acts = self.offers.iter().map(|offer| &offer.act);
        let mut picked: Vec<&Key> = acts.filter(|act| taught.contains(act)).collect();
        let open = |offer: &&&Offer| offer.refused.is_none();
        for (place, group) in self.groups().into_iter().enumerate() {
            let most = if place == 0 { OF_FIRST_PART } else { OF_OTHER_PARTS };
            let of_group = useful.iter().filter(open).filter(|offer| offer.group == *group);
            let acts = of_group.take(most).map(|offer| &offer.act);
            picked.extend(acts.filter(|act| !taught.contains(act)));
        }
        picked.truncate(MOST_TILES);
        for offer in useful.iter().filter(open).chain(&useful) {
            if picked.len() < MOST_TILES && !picked.contains(&&offer.act) {
                picked.push(&offer.act);
            }
        }
        let in_order =
            self.offers.iter().map(|offer| &offer.act).filter(|act| picked.contains(act));
        in_order.cloned().collect()
    }
}

impl Interaction {
    /// Chooses the tiles when another unit becomes active; acts that a lesson teaches get tiles.
    /// Acts that are no longer offered give their places to others, and take them back when they
    /// are offered again: after undoing, or in an extra act of the same unit.
    pub fn keep_tiles(&mut self, options: &Options, taught: &[Key]) {
        if options.actor.is_none() {
            return;
        }
        if self.tiles.unit != options.actor {
            self.tiles = Tiles { unit: options.actor, acts: Vec::new() };
        }
        let acts = &mut self.tiles.acts;
        let offered = acts.iter().filter(|act| options.offer(act).is_some()).count();
        let free = MOST_TILES.saturating_sub(offered);
        if free == 0 {
            return;
        }
        let mut others = options.most_important(taught);
        others.retain(|act| !acts.contains(act));
        if others.len() > free {
            others.sort_by_key(|act| !taught.contains(act));
        }
        acts.extend(others.into_iter().take(free));
    }

    /// The acts on the tiles, in order.
    pub fn tiles<'a>(&self, options: &'a Options) -> Vec<&'a Offer> {
        let acts = if self.tiles.unit == options.actor && !self.tiles.acts.is_empty() {
            self.tiles.acts.clone()
        } else {
            options.most_important(&[])
        };
        acts.iter().filter_map(|act| options.offer(act)).take(MOST_TILES).collect()
    }

    /// The acts selected by number keys: those of the open part of the turn, or else the tiles.
    pub fn numbered<'a>(&self, options: &'a Options) -> Vec<&'a Offer> {
        match self.open_group(options) {
            Some(group) => options.offers.iter().filter(|offer| offer.group == *group).collect(),
            None => self.tiles(options),
        }
    }

    /// Opens the list of all acts at the first part of the turn, or closes it.
    pub(super) fn toggle_more(&mut self, options: &Options) {
        self.group = match self.open_group(options) {
            Some(_) => None,
            None => options.groups().first().map(|group| (*group).clone()),
        };
    }
}

#[cfg(test)]
mod tests {
    use rules::Refusal;
    use rules::ruleset::Aim;

    use super::*;

    fn offer(group: &str, number: usize) -> Offer {
        Offer {
            act: Key::new(&format!("{group}_{number}")),
            name: String::new(),
            text: String::new(),
            cost: String::new(),
            aim: Aim::Unit,
            group: Key::new(group),
            refused: None,
            variants: Vec::new(),
            parameters: Vec::new(),
        }
    }

    fn many() -> Options {
        let group = |name: &'static str, many: usize| (0..many).map(move |n| offer(name, n));
        let offers = group("action", 9).chain(group("rapid", 5)).chain(group("move", 4));
        Options { actor: Some(UnitId(1)), offers: offers.collect(), ..Options::default() }
    }

    fn names(offers: &[&Offer]) -> Vec<String> {
        offers.iter().map(|offer| offer.act.to_string()).collect()
    }

    #[test]
    fn every_part_of_the_turn_has_tiles() {
        let tiles = Interaction::default().tiles(&many()).len();
        assert_eq!(tiles, MOST_TILES);
        let expected = "action_0 action_1 action_2 action_3 rapid_0 rapid_1 move_0";
        assert_eq!(names(&Interaction::default().tiles(&many())).join(" "), expected);
    }

    #[test]
    fn tiles_keep_their_places_when_acts_become_unavailable() {
        let mut options = many();
        let mut hand = Interaction::default();
        hand.keep_tiles(&options, &[]);
        let before = names(&hand.tiles(&options));
        for offer in options.offers.iter_mut().take(9) {
            offer.refused = Some(Refusal::new("spent", "The action is used up", "PR-38"));
        }
        hand.keep_tiles(&options, &[]);
        assert_eq!(names(&hand.tiles(&options)), before);
        options.actor = Some(UnitId(2));
        hand.keep_tiles(&options, &[]);
        assert_ne!(names(&hand.tiles(&options)), before, "another unit has tiles of its own");
    }

    #[test]
    fn acts_that_are_offered_again_have_their_places_again() {
        let options = many();
        let mut hand = Interaction::default();
        hand.keep_tiles(&options, &[]);
        let before = names(&hand.tiles(&options));
        let mut spent = many();
        spent.offers.retain(|offer| offer.group != *"action");
        hand.keep_tiles(&spent, &[]);
        assert_eq!(
            names(&hand.tiles(&spent)).join(" "),
            "rapid_0 rapid_1 move_0 rapid_2 rapid_3 rapid_4 move_1"
        );
        hand.keep_tiles(&options, &[]);
        assert_eq!(names(&hand.tiles(&options)), before);
    }

    #[test]
    fn acts_that_a_lesson_teaches_have_tiles() {
        let options = many();
        let mut hand = Interaction::default();
        hand.keep_tiles(&options, &[Key::of("action_7"), Key::of("move_3"), Key::of("unknown")]);
        let expected = "action_0 action_1 action_2 action_3 action_7 rapid_0 move_3";
        assert_eq!(names(&hand.tiles(&options)).join(" "), expected);
    }

    #[test]
    fn giving_up_is_never_on_a_tile() {
        let mut options = many();
        options.giving_up.insert(Key::of("action_0"));
        assert!(!names(&Interaction::default().tiles(&options)).contains(&"action_0".to_owned()));
    }

    #[test]
    fn number_keys_follow_the_open_part_of_the_turn() {
        let options = many();
        let mut hand = Interaction::default();
        hand.toggle_more(&options);
        assert_eq!(hand.numbered(&options).len(), 9);
        hand.toggle_more(&options);
        assert_eq!(hand.numbered(&options).len(), MOST_TILES);
    }
}
