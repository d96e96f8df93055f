//! `highground picture`: renders a level or a saved battle to a PNG file.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;

use crate::data::ruleset_id;
use battle::Save;
use battle::save::shelf;
use battle::setup::Setup;
use files::{self, Problem};
use grid::{Cell, Hm};
use level::{Label, Level, SideColours};
use rules::state::{State, Unit};

use super::args::Picture;
use super::fight::{Source, set_up};
use super::session::{Failure, Outcome, Session};

#[derive(Serialize)]
struct PictureJson<'a> {
    ok: bool,
    file: &'a str,
    bytes: usize,
}

/// Draws the plan of a board with every combatant.
pub(super) fn run(session: &mut Session, args: &Picture) -> Outcome {
    files::check_target(&args.output)?;
    let given = PathBuf::from(&args.file);
    let (mut state, colours, labels) = if Save::is_at(&given) {
        let save = shelf::read(&given)?;
        let level = Level::parse(&args.file, &save.record.level)?;
        (save.state, level.side_colours(), level.labels)
    } else {
        before_battle(session, args)?
    };
    if let Some(storey) = args.storey {
        up_to(&mut state, storey, &args.file)?;
    }
    let output = args.output.display().to_string();
    let png = picture::plan(&state, colours, &labels)
        .map_err(|e| Problem::new(&output, e.to_string()))?;
    files::write_output(&args.output, &png)?;
    let bytes = png.len();
    if args.json {
        session.out.json(&PictureJson { ok: true, file: &output, bytes });
    } else {
        session.out.line(format!("{output}: {} kB", bytes.div_ceil(1000)));
    }
    Ok(true)
}

/// The drawn state, the colours of the sides and the labels.
type Drawn = (State, SideColours, BTreeMap<Cell, Label>);

/// Removes the floors above a storey, and the units there.
fn up_to(state: &mut State, storey: usize, file: &str) -> Result<(), Problem> {
    let board = Arc::make_mut(&mut state.scene.board);
    let floors: Vec<Hm> = board.floors().into_iter().collect();
    if storey > floors.len() {
        let count = floors.len();
        let text = format!("there is no storey {storey}; the floors above the ground: {count}");
        return Err(Problem::new(file, text));
    }
    let highest = storey.checked_sub(1).and_then(|n| floors.get(n)).copied();
    board.remove_above(highest);
    let next = floors.get(storey).copied();
    let stays = |unit: &&Unit| next.is_none_or(|next| unit.placement.feet < next);
    state.units = state.units.iter().filter(stays).cloned().collect();
    Ok(())
}

/// What is drawn for a level before its battle.
fn before_battle(session: &Session, args: &Picture) -> Result<Drawn, Failure> {
    let ruleset = ruleset_id(&args.ruleset)?;
    let rules = session.data.ruleset(ruleset)?;
    let path = session.level(&args.file)?;
    let (level, places) = Level::load_placed(&path)?;
    let source = Source { file: &path.display().to_string(), places: &places };
    let set_up = set_up(source, &level, ruleset, rules, 0)?;
    let Setup { scene, units, seed, .. } = set_up;
    Ok((State::new(scene, units, seed), level.side_colours(), level.labels))
}
