//! Acts of their own kind in one's turn: hiding, unions, great feats.

use crate::grid::UnitId;
use crate::rules::command::Target;
use crate::rules::momentum::step::{Hide, JoinUnion, KeepPin, Plan};
use crate::rules::ruleset::{Aim, Offer};
use crate::rules::state::Unit;
use crate::rules::weigh::{Means, Prospect};
use crate::rules::{Key, Refusal};

use super::cinematic::{self, Feat};
use super::data::{Content, FeatEffect};
use super::position::Position;
use super::sheet::NM;
use super::{hidden, hiding, union};

/// One of these acts.
#[derive(Clone, Copy)]
pub enum Special<'a> {
    /// MO-122.
    Hide,
    /// MO-68: with an ally from the next round on.
    Union,
    /// MO-68: on one's own again.
    Leave,
    /// MO-145: one keeps up a pin.
    Keep,
    /// MO-137.
    Feat(Feat<'a>),
}

impl<'a> Special<'a> {
    /// All of them, in the order of the action bar.
    pub fn all(content: &'a Content) -> impl Iterator<Item = Self> {
        let own = [Self::Hide, Self::Union, Self::Leave, Self::Keep];
        own.into_iter().chain(Feat::actions(content).map(Self::Feat))
    }

    /// The one of that name.
    pub fn find(content: &'a Content, act: &str) -> Option<Self> {
        Some(match act {
            hiding::HIDE => Self::Hide,
            union::UNION => Self::Union,
            union::LEAVE => Self::Leave,
            cinematic::KEEP => Self::Keep,
            other => Self::Feat(Feat::find(content, other)?),
        })
    }

    /// Its name in commands.
    pub fn act(self) -> Key {
        match self {
            Self::Hide => Key::of(hiding::HIDE),
            Self::Union => Key::of(union::UNION),
            Self::Leave => Key::of(union::LEAVE),
            Self::Keep => Key::of(cinematic::KEEP),
            Self::Feat(feat) => feat.act(),
        }
    }

    /// Its name as players read it.
    pub fn name(self) -> &'a str {
        match self {
            Self::Hide => "Hide",
            Self::Union => "Act as one",
            Self::Leave => "Leave the union",
            Self::Keep => "Keep pinned",
            Self::Feat(feat) => feat.name(),
        }
    }

    /// What it does, in a sentence.
    pub fn text(self) -> &'a str {
        match self {
            Self::Hide => {
                "Where no enemy sees you: a Stealth Check against the Perception of each."
            }
            Self::Union => {
                "From the next round on you and an ally share one turn at your average Initiative."
            }
            Self::Leave => "From the next round on you act on your own again.",
            Self::Keep => "Those whom you have pinned stay so until your next turn.",
            Self::Feat(feat) => feat.text(),
        }
    }

    fn cost(self, content: &Content) -> String {
        match self {
            Self::Hide => format!("{} AP", content.rules.prices.hide),
            Self::Union | Self::Leave => "0 AP".to_owned(),
            Self::Keep => format!("{} AP", content.cinematics.pin_price),
            Self::Feat(_) => {
                let costs = &content.cinematics.costs;
                format!("{} AP, {} NM", costs.ap, costs.alone)
            }
        }
    }

    const fn group(self) -> &'static str {
        match self {
            Self::Hide | Self::Keep => "action",
            Self::Union | Self::Leave => "union",
            Self::Feat(_) => "cinematic",
        }
    }

    fn aim(self) -> Aim {
        match self {
            Self::Union => Aim::Unit,
            Self::Feat(feat) => feat.aim(),
            _ => Aim::Own,
        }
    }

    fn is_listed(self, position: Position<'_>, unit: &Unit) -> bool {
        match self {
            Self::Leave => union::number(unit) != 0,
            Self::Keep => cinematic::holds_any(unit),
            Self::Union => {
                let allies = position.ctx.state.of_side(unit.side());
                allies.filter(|u| u.is_active()).count() > 1
            }
            Self::Hide => true,
            Self::Feat(feat) => unit.pools.0.get(NM).is_some() && feat.is_listed(position, unit),
        }
    }

    fn check_use(self, position: Position<'_>, unit: &Unit) -> Result<(), Refusal> {
        match self {
            Self::Hide => hiding::check_use(position, unit),
            Self::Union => union::check_use(position, unit, union::UNION),
            Self::Leave => union::check_use(position, unit, union::LEAVE),
            Self::Keep => cinematic::check_keep(position.content, unit),
            Self::Feat(feat) => feat.check_use(position, unit),
        }
    }

    /// What it may be aimed at at the moment.
    pub fn targets(self, position: Position<'_>, unit: &Unit) -> Vec<Target> {
        if self.check_use(position, unit).is_err() {
            return Vec::new();
        }
        match self {
            Self::Feat(feat) => feat.targets(position, unit),
            Self::Union => {
                let all = position.ctx.state.units.iter().map(Unit::id);
                let fits = |id: &UnitId| union::check_target(position.ctx, unit, *id).is_ok();
                all.filter(fits).map(Target::Unit).collect()
            }
            _ => vec![Target::Unit(unit.id())],
        }
    }

    /// Whether it is allowed so, and the step it leads to.
    ///
    /// # Errors
    /// Why it is not allowed.
    pub fn plan(
        self,
        position: Position<'_>,
        unit: &Unit,
        (targets, choice): (&[Target], &Key),
    ) -> Result<Plan, Refusal> {
        let me = unit.id();
        let step = match self {
            Self::Feat(feat) => cinematic::plan(position, unit, feat, (targets, choice))?,
            Self::Union => {
                union::check_use(position, unit, union::UNION)?;
                let [Target::Unit(ally)] = targets else {
                    return Err(Refusal::new("one_target", "aim it at one ally", "MO-68"));
                };
                union::check_target(position.ctx, unit, *ally)?;
                JoinUnion { unit: me, ally: Some(*ally) }.into()
            }
            Self::Leave => {
                union::check_use(position, unit, union::LEAVE)?;
                JoinUnion { unit: me, ally: None }.into()
            }
            Self::Hide => {
                hiding::check_use(position, unit)?;
                Hide { unit: me, free: false }.into()
            }
            Self::Keep => {
                cinematic::check_keep(position.content, unit)?;
                KeepPin { unit: me }.into()
            }
        };
        Ok(Plan { steps: vec![step], warnings: Vec::new() })
    }
}

/// The offers of these acts.
pub fn offers<'a>(position: Position<'a>, unit: &'a Unit) -> impl Iterator<Item = Offer> + use<'a> {
    let all = Special::all(position.content).filter(move |s| s.is_listed(position, unit));
    all.map(move |special| Offer {
        act: special.act(),
        name: special.name().to_owned(),
        text: special.text().to_owned(),
        cost: special.cost(position.content),
        aim: special.aim(),
        group: Key::of(special.group()),
        refused: special.check_use(position, unit).err(),
        variants: Vec::new(),
        parameters: Vec::new(),
    })
}

/// These acts as one sizes them up who has to choose; those that are of no use are left out.
pub fn means(position: Position<'_>, unit: &Unit) -> Vec<Means> {
    let all = Special::all(position.content).filter(|s| s.is_listed(position, unit));
    let useful = all.filter_map(|special| {
        let (against_foes, area, span) = match special {
            Special::Hide => (false, false, 0),
            Special::Keep => (true, false, 1),
            Special::Feat(feat) => match feat.effect()? {
                FeatEffect::StrikeAndPin => (true, true, 1),
                FeatEffect::Bribe(metres) => (true, false, metres),
                FeatEffect::Banish => (true, true, u16::MAX),
                FeatEffect::Surge(_) => (false, false, 0),
                FeatEffect::Door(_) | FeatEffect::Save => return None,
            },
            Special::Union | Special::Leave => return None,
        };
        let feat = matches!(special, Special::Feat(_));
        let price = if feat { position.content.cinematics.costs.alone } else { 0 };
        Some(Means {
            act: special.act(),
            choice: Key::default(),
            aim: special.aim(),
            span,
            cost: price,
            whole_turn: feat,
            area,
            against_foes,
            for_friends: !against_foes,
            cue: None,
            pushes: false,
            brings: false,
            leaps: false,
            tows: false,
            throws: false,
            open: special.check_use(position, unit).is_ok(),
        })
    });
    useful.collect()
}

/// What one of these acts would do to each combatant it affects.
pub fn weigh(
    position: Position<'_>,
    unit: &Unit,
    special: Special<'_>,
    targets: &[Target],
) -> Vec<Prospect> {
    let me = Prospect::none(unit.id());
    match special {
        // One who hides already gains nothing by it.
        Special::Hide if hidden::hides(unit) => Vec::new(),
        Special::Hide => {
            vec![Prospect { chance: hiding::chance(position, unit), helps: 1, ..me }]
        }
        Special::Keep => {
            let held = cinematic::pinned(unit).map(Prospect::none);
            held.map(|p| Prospect { hinders: 1, ..p }).collect()
        }
        Special::Feat(feat) => cinematic::weigh(position, unit, feat, targets),
        Special::Union | Special::Leave => Vec::new(),
    }
}
