//! Smoke (EV-238).

use grid::{FloorAt, Hm, Volume, VolumeId};
use rules::event::{BoardChange, Event};
use rules::kit::{area, events};
use rules::ruleset::Ctx;
use rules::state::{Expiry, Unit};

use super::data::{Boost, Consumable};

/// Haze spreads around a square, on the named floor, or else on the one nearest to the feet of the
/// thrower (EV-238).
pub fn smoke(ctx: Ctx<'_>, unit: &Unit, item: &Consumable, at: FloorAt) -> Option<Event> {
    let Boost::Smoke(metres, rounds) = item.effect else { return None };
    let id = VolumeId(ctx.state.scene.next_number);
    let at = area::meant(ctx, unit.id(), at)?;
    let cells = area::cells(ctx, at, metres.into());
    let plain = Volume::plain(id, item.name.clone(), cells, Hm::metres(3));
    let volume = Volume { haze: grid::Haze::Light, floor: at.floor, ..plain };
    let rounds = u16::try_from(rounds).unwrap_or(u16::MAX);
    let change = BoardChange::VolumeAdded {
        volume,
        owner: Some(unit.id()),
        act: item.id.clone(),
        expiry: Expiry::Rounds(rounds),
    };
    Some(events::board(change, "EV-238"))
}

/// Smoke thins out at the end of rounds.
pub fn at_round_end(ctx: Ctx<'_>) -> Vec<Event> {
    let all = ctx.state.scene.lasting.iter().filter_map(|lasting| {
        let Expiry::Rounds(left) = lasting.expiry else { return None };
        let ticking = rules::event::Ticking::Volume(lasting.volume);
        let left = left.saturating_sub(1);
        Some(if left == 0 {
            events::board(BoardChange::VolumeGone(lasting.volume), "EV-238")
        } else {
            events::ticked(ticking, Expiry::Rounds(left), "EV-238")
        })
    });
    all.collect()
}
