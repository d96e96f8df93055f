//! `highground picture`: renders a level or a saved battle to a PNG file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;

use crate::data::ruleset_id;
use battle::Save;
use battle::save::shelf;
use battle::setup::Setup;
use files::{self, Problem};
use grid::Cell;
use level::{Label, Level, SideColours};
use rules::state::State;

use super::args::Picture;
use super::fight::{Source, set_up};
use super::{Failure, Outcome, Session};

#[derive(Serialize)]
struct PictureJson<'a> {
    ok: bool,
    file: &'a str,
    bytes: usize,
}

/// Draws the plan of a board with every combatant.
pub(super) fn run(session: &mut Session, args: &Picture) -> Outcome {
    let given = PathBuf::from(&args.file);
    let (state, colours, labels) = if Save::is_at(&given) {
        let save = shelf::read(&given)?;
        let level = Level::parse(&args.file, &save.record.level)?;
        (save.state, level.side_colours(), level.labels)
    } else {
        before_battle(session, args)?
    };
    let output = args.output.display().to_string();
    let png = picture::plan(&state, colours, &labels)
        .map_err(|e| Problem::new(&output, e.to_string()))?;
    files::write_safely(&args.output, &png)?;
    let bytes = png.len();
    if args.json {
        session.out.json(&PictureJson { ok: true, file: &output, bytes });
    } else {
        session.out.line(format!("{output}: {} kB", bytes.div_ceil(1000)));
    }
    Ok(true)
}

/// What is drawn: the state, the colours of the sides and the labels.
type Drawn = (State, SideColours, BTreeMap<Cell, Label>);

/// What is drawn of a level before its battle.
fn before_battle(session: &Session, args: &Picture) -> Result<Drawn, Failure> {
    let ruleset = ruleset_id(&args.ruleset)?;
    let rules = session.data.ruleset(ruleset)?;
    let path = session.data.level(&args.file)?;
    let (level, places) = Level::load_placed(&path)?;
    let source = Source { file: &path.display().to_string(), places: &places };
    let set_up = set_up(source, &level, ruleset, rules, 0)?;
    let Setup { scene, units, seed, .. } = set_up;
    Ok((State::new(scene, units, seed), level.side_colours(), level.labels))
}
