//! Reading tips, and the moments at which they help.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use grid::{Board, Cell, Dir, Edge, EdgeKind, Hm, Light, SideId, UnitId};
use rules::oracle::Play;
use rules::ruleset::{Placing, SharedRuleset};
use rules::state::{Flags, Meters, Posture, Scene, Side, State};
use rules::{Key, engine};

use super::*;

fn shipped() -> Vec<TipBook> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/tips");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let load = |path: &PathBuf| TipBook::load(path).unwrap_or_else(|wrong| panic!("{wrong:#?}"));
    files.iter().map(load).collect()
}

fn messages(text: &str) -> Vec<String> {
    let found = TipBook::parse(Path::new("tips.ron"), text).err().unwrap_or_default();
    let line = |p: &Problem| p.at.map_or(0, |at| at.line);
    found.iter().map(|p| format!("{} {}", line(p), p.message)).collect()
}

#[test]
fn problems_have_their_lines() {
    let one = |ruleset: &str, tip: &str| messages(&format!("Tips({ruleset}tips: [\n({tip})])"));
    assert_eq!(one("", "id: \"a\", when: turn, say: \"A.\""), Vec::<String>::new());
    let unknown = one("ruleset: vigor, ", "id: \"a\", when: pool(\"fate\"), say: \"A.\"");
    assert_eq!(unknown, ["2 tip `a`: the ruleset has no pool `fate`"]);
    let nowhere = one("", "id: \"a\", when: offers(\"guard_strike\"), say: \"A.\"");
    assert_eq!(nowhere, ["2 tip `a`: the ruleset has no act `guard_strike`"]);
    let twice = messages(
        "Tips(tips: [\n(id: \"a\", when: turn, say: \"A.\"),\n(id: \"a\", when: turn, say: \"B.\")])",
    );
    assert_eq!(twice, ["2 tip `a`: every tip has a name of its own"]);
    let empty = one("", "id: \"a\", when: turn, say: \"\"");
    assert_eq!(empty, ["2 tip `a`: `say` has 0 characters; 1 to 170 fit"]);
    assert_eq!(messages("Tips(tips: [])"), ["0 a file has 1 to 60 tips, not 0"]);
    assert!(one("", "id: \"a\", when: never, say: \"A.\"")[0].contains("never"));
}

#[test]
fn key_actions_in_brackets_become_keys() {
    let say = "[log] opens it; [orders] too.".to_owned();
    let tip = Tip { id: "a".to_owned(), when: When::Turn, say };
    assert_eq!(tip.keys().collect::<Vec<_>>(), ["log", "orders"]);
    assert_eq!(tip.words(|name| name.to_uppercase()), "LOG opens it; ORDERS too.");
}

#[test]
fn every_ruleset_has_tips_of_its_own() {
    let books = shipped();
    for id in RulesetId::ALL {
        let own = books.iter().filter(|book| book.ruleset == Some(id));
        let count: usize = own.map(|book| book.tips.len()).sum();
        assert!(count >= 6, "{}: {count}", id.name());
    }
    assert!(books.iter().any(|book| book.ruleset.is_none()), "some hold for all");
}

/// A battle at the right moment for a tip.
struct Example {
    rules: SharedRuleset,
    state: State,
    reach: Vec<Cell>,
    aimed: Option<(UnitId, u16)>,
    perils: Vec<Cell>,
    /// True for questions, ends of turns and rolls.
    flag: bool,
}

const OWN: UnitId = UnitId(0);
const FOE: UnitId = UnitId(1);
const FRIEND: UnitId = UnitId(2);

impl Example {
    /// The unit acts at (2,2); a foe stands `apart` to the east, and a friend far away.
    fn new(ruleset: RulesetId, role: &str, apart: i16, seed: u64) -> Self {
        let rules = ruleset.built_in();
        let board = Board::new(14, 5);
        let people = [(role, 0, (2, 2)), ("knight", 1, (2 + apart, 2)), ("knight", 0, (2, 0))];
        let mut units = Vec::new();
        for (n, (role, side, (x, y))) in people.into_iter().enumerate() {
            let placing = Placing {
                id: UnitId(n as u32),
                side: SideId(side),
                role: Key::new(role),
                name: format!("{role} {n}"),
                at: Cell::new(x, y).into(),
                altitude: Hm::ZERO,
                facing: Dir::E,
                prone: false,
                overrides: BTreeMap::new(),
                gear: BTreeMap::new(),
                start: Default::default(),
            };
            units.push(rules.enlist(&placing).unwrap());
        }
        let side =
            |name: &str| Side { name: name.to_owned(), ambush: false, flags: Flags::default() };
        let scene = Scene::new(board, vec![side("Blue"), side("Red")], Vec::new());
        let state = State::new(scene, units, seed);
        let (reach, perils) = (Vec::new(), Vec::new());
        Self { rules, state, reach, aimed: None, perils, flag: false }
    }

    fn ground(&mut self, x: i16, y: i16, metres: i32) {
        let board = Arc::make_mut(&mut self.state.scene.board);
        board.tile_mut(Cell::new(x, y)).unwrap().elevation = Hm::metres(metres);
    }

    fn put(&mut self, id: UnitId, x: i16, y: i16) {
        let cell = Cell::new(x, y);
        let feet = self.state.scene.board.tile(cell).unwrap().surface();
        let unit = self.state.unit_mut(id).unwrap();
        (unit.placement.at, unit.placement.feet) = (cell.into(), feet);
    }

    fn subject(&self, when: &When) -> Option<Subject> {
        let offers = engine::with_ctx(&*self.rules, &self.state, |ctx| self.rules.offers(ctx, OWN));
        when.subject(&Moment {
            rules: &*self.rules,
            state: &self.state,
            actor: Some(OWN),
            asked: self.flag && *when == When::Asked,
            ends_early: self.flag,
            rolled: self.flag,
            offers: &offers,
            reach: &self.reach,
            aimed: self.aimed,
            perils: &self.perils,
        })
    }

    /// Begins the battle. False if a unit other than the first may act.
    fn begin(&mut self) -> bool {
        let mut events = Vec::new();
        let rest = engine::advance(&*self.rules, &mut self.state, &mut Play, &mut events).unwrap();
        matches!(rest, engine::BattleStatus::Await(units) if units.contains(&OWN))
    }
}

/// A battle at the right moment for a tip, another at the wrong moment, and the tip's subject.
fn example(ruleset: RulesetId, when: &When) -> (Example, Example, Subject) {
    let quiet = || Example::new(ruleset, "knight", 8, 1);
    let mut then = quiet();
    let mut other = quiet();
    let own = Subject::Unit(OWN);
    let subject = match when {
        When::Turn => own,
        When::Round(round) => {
            then.state.scene.clock.round = *round;
            Subject::Panel(super::super::Panel::Lenses)
        }
        When::Asked => {
            then.flag = true;
            Subject::Question
        }
        When::EndsEarly => {
            then.flag = true;
            Subject::Panel(super::super::Panel::Decide)
        }
        When::Rolled => {
            then.flag = true;
            Subject::Panel(super::super::Panel::Log)
        }
        When::Higher(metres) => {
            then.ground(2, 2, i32::from(*metres));
            then.put(OWN, 2, 2);
            other.ground(2, 2, i32::from(*metres) - 1);
            other.put(OWN, 2, 2);
            own
        }
        When::Beside | When::Opposite => {
            then.put(FRIEND, 9, 2);
            then.reach = vec![Cell::new(11, 2)];
            other.put(FRIEND, 9, 2);
            other.reach = vec![Cell::new(8, 2)];
            Subject::Unit(FOE)
        }
        When::Covered(percent) => {
            for example in [&mut then, &mut other] {
                let wall = Some(Edge::new(EdgeKind::LowWall));
                let board = Arc::make_mut(&mut example.state.scene.board);
                board.set_edge(Cell::new(10, 2), Dir::W, wall);
            }
            then.aimed = Some((FOE, u16::from(*percent) * 100 - 1));
            other.aimed = Some((FOE, u16::from(*percent) * 100));
            Subject::Unit(FOE)
        }
        When::Ledge(metres) => {
            then.ground(3, 2, -i32::from(*metres));
            other.ground(3, 2, 1 - i32::from(*metres));
            own
        }
        When::Prone => {
            then.state.unit_mut(OWN).unwrap().placement.posture = Posture::Prone;
            other.state.unit_mut(FOE).unwrap().placement.posture = Posture::Prone;
            own
        }
        When::FoeProne => {
            then.state.unit_mut(FOE).unwrap().placement.posture = Posture::Prone;
            other.state.unit_mut(OWN).unwrap().placement.posture = Posture::Prone;
            Subject::Unit(FOE)
        }
        When::Close => {
            then.put(FOE, 3, 2);
            other.put(FOE, 4, 2);
            Subject::Unit(FOE)
        }
        When::Peril => {
            then.perils = vec![Cell::new(4, 2)];
            Subject::Cell(Cell::new(4, 2))
        }
        When::Dark => {
            Arc::make_mut(&mut then.state.scene.board).set_ambient(Light::Dim);
            own
        }
        When::Hurt(_) => {
            let unit = then.state.unit_mut(OWN).unwrap();
            drain(&mut unit.tracks.0);
            own
        }
        When::Offers(_) | When::Pool(_) | When::Low(..) => return with_content(ruleset, when),
    };
    (then, other, subject)
}

/// As [`example`], for tips that refer to content of the ruleset.
fn with_content(ruleset: RulesetId, when: &When) -> (Example, Example, Subject) {
    let mut then = Example::new(ruleset, "knight", 8, 1);
    let mut other = Example::new(ruleset, "knight", 8, 1);
    let subject = match when {
        When::Offers(act) => {
            let found = offering(ruleset, act);
            then = found.unwrap_or_else(|| panic!("{}: no role is offered {act}", ruleset.name()));
            other = Example::new(ruleset, "mage", 8, 1);
            drain(&mut other.state.unit_mut(OWN).unwrap().pools.0);
            Subject::Act(Key::new(act))
        }
        When::Pool(id) => {
            let roles = ruleset.built_in().describe().roles.clone();
            let with = |role: &str| Example::new(ruleset, role, 8, 1);
            let found = roles.iter().map(|role| with(role.id.as_str())).find_map(|mut example| {
                example.begin();
                let unit = example.state.unit(OWN).unwrap();
                (unit.pools.0.value(id) > 0).then_some(example)
            });
            then = found.unwrap_or_else(|| panic!("{}: no role has {id}", ruleset.name()));
            let unit = other.state.unit_mut(OWN).unwrap();
            drain(&mut unit.pools.0);
            Subject::Panel(super::super::Panel::Tiles)
        }
        When::Low(id, most) => {
            for (example, value) in [(&mut then, *most), (&mut other, most + 1)] {
                let unit = example.state.unit_mut(OWN).unwrap();
                unit.pools.0.get_mut(id).unwrap().value = value;
            }
            Subject::Panel(super::super::Panel::Tiles)
        }
        _ => panic!("{when:?} names no content"),
    };
    (then, other, subject)
}

/// Empties all meters.
fn drain(meters: &mut Meters) {
    let all: Vec<Key> = meters.iter().map(|meter| meter.id.clone()).collect();
    for id in all {
        meters.get_mut(id.as_str()).unwrap().value = 0;
    }
}

/// A battle in which the first unit may use an act now.
fn offering(ruleset: RulesetId, act: &str) -> Option<Example> {
    let roles = ruleset.built_in().describe().roles.clone();
    let all = roles.iter().flat_map(|role| [(role, 1), (role, 4), (role, 8)]);
    all.flat_map(|(role, apart)| (1..6).map(move |seed| (role, apart, seed))).find_map(
        |(role, apart, seed)| {
            let mut example = Example::new(ruleset, role.id.as_str(), apart, seed);
            let begun = example.begin();
            let is = begun && example.subject(&When::Offers(act.to_owned())).is_some();
            is.then_some(example)
        },
    )
}

#[test]
fn the_moment_for_every_tip_can_come() {
    for book in shipped() {
        for tip in &book.tips {
            let ruleset = book.ruleset.unwrap_or_default();
            let (then, other, subject) = example(ruleset, &tip.when);
            assert_eq!(then.subject(&tip.when), Some(subject), "{}", tip.id);
            if tip.when != When::Turn {
                assert_eq!(other.subject(&tip.when), None, "{}: another moment", tip.id);
            }
        }
    }
}
