//! The acts of a combatant in action bar order, looking up an act by name, and acting while leaning
//! round a corner.

pub mod basic;
mod feats;
pub mod hide;
mod holding;
mod list;
mod moves;
mod near;
mod power;
mod scoring;
mod strike;
mod unions;
mod work;

use grid::{Dir, UnitId};
use rules::command::Command;
use rules::estimate::{ActOutcome, ActSummary};
use rules::kit::acts::{self as kit, Act, Acts, Repertoire, Use};
use rules::ruleset::{Aim, Ctx, Entry, Warning};
use rules::state::Unit;
use rules::{Key, Refusal, RuleId, Values};

use super::abilities::{self, Cast};
use super::acting::By;
use super::advanced::Advanced;
use super::attack::Attack;
use super::basic::Basic;
use super::cinematic::{Feat, KEEP};
use super::data::{Content, LeanUntil};
use super::hiding::HIDE;
use super::interact::ManualAction;
use super::lean::{self, LEAN};
use super::leap::LEAP;
use super::names::{HOLD, ITEM};
use super::position::Position;
use super::step::{LeanBack, LeanOut, Plan, Step};
use super::union::{LEAVE, UNION};
use super::variant_spec::VariantSpec;

use feats::Keep;
use hide::Hide;
use list::{Boxed, all_but_hold, boxed, powers, specials, strikes};
use moves::{Lean, Leap};
use unions::Union;

impl Repertoire for Content {
    type Step = Step;
    const UNKNOWN: &'static str = "MO-84";

    fn acts<'a>(&'a self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Step> {
        let position = Position { content: self, ctx };
        let mut all = all_but_hold(position, unit);
        all.extend(holding::usual(position, unit).map(boxed));
        all
    }

    fn act<'a>(
        &'a self,
        ctx: Ctx<'a>,
        actor: &'a Unit,
        name: &str,
        with: &Values,
    ) -> Option<Boxed<'a>> {
        let position = Position { content: self, ctx };
        if let Some(basic) = Basic::from_name(name) {
            return Some(boxed(By::new(basic, position, actor)));
        }
        if let Some(near) = Advanced::from_name(name) {
            return Some(boxed(By::new(near, position, actor)));
        }
        if name == HOLD.act {
            return holding::held(position, actor, with).map(boxed);
        }
        let steps = VariantSpec::chosen("", with).map_or(0, |way| way.steps);
        if let Some(cast) = Cast::find(position, actor.id(), name, steps) {
            return Some(boxed(cast));
        }
        if let Some(attack) = Attack::find(position, actor.id(), name, with) {
            return Some(boxed(attack));
        }
        if let Some(feat) = Feat::find(self, name) {
            return Some(boxed(By::new(feat, position, actor)));
        }
        Some(match name {
            name if name == LEAP.act => boxed(By::new(Leap, position, actor)),
            name if name == LEAN.act => boxed(By::new(Lean, position, actor)),
            name if name == HIDE.act => boxed(By::new(Hide, position, actor)),
            name if name == KEEP.act => boxed(By::new(Keep, position, actor)),
            name if name == UNION.act => boxed(By::new(Union::Join, position, actor)),
            name if name == LEAVE.act => boxed(By::new(Union::Leave, position, actor)),
            name => {
                let work = ManualAction::find(self, actor, name, with.name(ITEM))?;
                boxed(By::new(work, position, actor))
            }
        })
    }
}

/// The acts every combatant has, for lists.
pub fn entries(content: &Content) -> Vec<Entry> {
    let basics = Basic::ALL.iter().map(|b| (b.act(), b.name(), b.text()));
    let near = Advanced::ALL.iter().map(|a| (a.act(), a.name(), a.text()));
    let entry = |(id, name, text): (Key, &str, &str)| Entry {
        id,
        name: name.to_owned(),
        text: text.to_owned(),
    };
    let mut all: Vec<Entry> = basics.chain(near).map(entry).collect();
    all.extend([LEAP, LEAN].map(|words| words.entry()));
    all.extend(content.abilities.iter().map(|a| entry((a.id.clone(), &a.name, &a.text))));
    all.extend([HIDE, UNION, LEAVE, KEEP, HOLD].map(|words| words.entry()));
    all.extend(Feat::actions(content).map(|f| entry((f.act(), f.name(), f.text()))));
    all
}

/// Whether an act is allowed, and the steps it leads to.
///
/// # Errors
/// Why it is not allowed.
pub fn check(
    content: &Content,
    ctx: Ctx<'_>,
    (unit, act): (&Unit, &Key),
    how: Use<'_>,
) -> Result<Plan, Refusal> {
    let way = lean::split_variant(how.choice.as_str());
    holding::check(Position { content, ctx }, unit, act, how.with)?;
    let mut plan = match way {
        Some(way) => leaning_out(content, ctx, (unit, act), how, way)?,
        None => kit::check(content, ctx, (unit.id(), act), how)?,
    };
    let back = way.is_some() && content.rules.lean_until == LeanUntil::EndOfAction;
    if back || lean::ends_with_action(content, unit) {
        // Leaning out ends with the action it served (MO-324).
        plan.steps.push(LeanBack { unit: unit.id() }.into());
    }
    Ok(plan)
}

/// Plans an act that requires leaning out first. Leaning is part of the action (MO-322).
fn leaning_out(
    content: &Content,
    ctx: Ctx<'_>,
    (unit, act): (&Unit, &Key),
    how: Use<'_>,
    (dir, rest): (Dir, &str),
) -> Result<Plan, Refusal> {
    let (position, me) = (Position { content, ctx }, unit.id());
    let found = content.act(ctx, unit, act.as_str(), how.with);
    found.map_or(Ok(()), |act| act.check_moment())?;
    lean::check_use(position, unit)?;
    let off = || Refusal::new("not_on_board", "it is not on the board", "MO-322");
    let cell = unit.placement.at.cell().map(|at| at.step(dir)).ok_or_else(off)?;
    lean::check(position, unit, cell)?;
    let near = Advanced::from_name(act.as_str());
    let serves = near.is_some()
        || Cast::find(position, me, act.as_str(), 0).is_some()
        || Attack::find(position, me, act.as_str(), how.with).is_some();
    if !serves {
        return Err(Refusal::new("no_such_variant", "it cannot lean out for this act", "MO-322"));
    }
    let choice = Key::new(rest);
    let mut plan = lean::supposed(ctx, me, dir, |ctx| {
        kit::check(content, ctx, (me, act), Use { choice: &choice, ..how })
    })?;
    plan.steps.insert(0, LeanOut { unit: me, to: cell }.into());
    if near == Some(Advanced::Grab) && content.rules.lean_until == LeanUntil::EndOfAction {
        let text = "The grab ends when it leans back: the target is more than 1 m away.".to_owned();
        plan.warnings.push(Warning { text, rule: RuleId::of("MO-271") });
    }
    Ok(plan)
}

/// Summaries of a combatant's acts that matter to its enemies.
pub fn enemy_act_summaries(content: &Content, ctx: Ctx<'_>, id: UnitId) -> Vec<ActSummary> {
    let position = Position { content, ctx };
    let Some(unit) = ctx.unit(id) else { return Vec::new() };
    if position.numbers(id).is_none() {
        return Vec::new();
    }
    let mut all = strikes(position, unit);
    all.extend(powers(position, unit));
    all.extend(near::AI_CHOICES.map(|near| boxed(By::new(near, position, unit))));
    let basics = [Basic::Stabilize, Basic::Command];
    all.extend(basics.map(|basic| boxed(By::new(basic, position, unit))));
    all.extend(specials(position, unit));
    all.push(boxed(By::new(Leap, position, unit)));
    all.iter().flat_map(|act| act.act_summaries()).collect()
}

/// Summaries of a combatant's acts, for AI scoring. Of equally good acts the AI picks the first.
pub fn act_summaries(content: &Content, ctx: Ctx<'_>, id: UnitId) -> Vec<ActSummary> {
    let position = Position { content, ctx };
    let mut all = enemy_act_summaries(content, ctx, id);
    let Some(unit) = ctx.unit(id) else { return all };
    all.extend(leaning_attacks(position, unit));
    let mut own: Acts<'_, Step> = work::usable(position, unit).into_iter().map(boxed).collect();
    let basics = [Basic::PutOut, Basic::TakeCover];
    own.extend(basics.map(|basic| boxed(By::new(basic, position, unit))));
    all.extend(own.iter().flat_map(|act| act.act_summaries()));
    if let Some(numbers) = position.numbers(id) {
        let abilities = || abilities::all(&numbers, content);
        let casts = abilities().map(|ability| Cast { position, numbers, ability, steps: 0 });
        all.extend(casts.filter_map(|cast| power::away(&cast)));
        let own = abilities().filter_map(|a| Attack::with_ability(position, numbers, a));
        let attacks = Attack::all(position, id).into_iter().chain(own);
        let held = attacks.map(|attack| holding::holding(position, unit, attack));
        all.extend(held.flat_map(|held| held.act_summaries()));
    }
    all
}

/// The attacks that leaning out would make possible, one per attack and side (MO-322).
fn leaning_attacks(position: Position<'_>, unit: &Unit) -> Vec<ActSummary> {
    if lean::check_use(position, unit).is_err() {
        return Vec::new();
    }
    let mut all: Vec<ActSummary> = Vec::new();
    for (dir, choice) in lean::sides(position, unit) {
        lean::supposed(position.ctx, unit.id(), dir, |ctx| {
            let attacks = Attack::all(Position { ctx, ..position }, unit.id()).into_iter();
            let open = attacks.filter(|a| a.check_use().is_ok() && a.has_target());
            all.extend(open.map(|attack| {
                // Reach is measured from the square leaned into (MO-326).
                let span = attack.reach().metres().saturating_add(1);
                let choice = Key::new(&choice);
                let with = attack.values();
                let plain = ActSummary::plain(attack.key(), Aim::Unit, span, true);
                ActSummary { choice, with, ..plain }
            }));
        });
    }
    all
}

/// Estimated effects of commands on each combatant affected, one list per command.
pub fn estimate(content: &Content, ctx: Ctx<'_>, commands: &[&Command]) -> Vec<Vec<ActOutcome>> {
    let leans = |command: &&Command| match command {
        Command::Act { choice, .. } => lean::split_variant(choice.as_str()).is_some(),
        _ => false,
    };
    if commands.iter().any(leans) {
        return commands.iter().map(|command| estimate_one(content, ctx, command)).collect();
    }
    kit::weigh_all(ctx, commands, |unit, act, with| content.act(ctx, unit, act, with))
}

/// Estimated effects of a command, including one that leans out first.
fn estimate_one(content: &Content, ctx: Ctx<'_>, command: &Command) -> Vec<ActOutcome> {
    let Command::Act { unit, act, targets, choice, with } = command else { return Vec::new() };
    let Some((dir, rest)) = lean::split_variant(choice.as_str()) else {
        return kit::estimate(content, ctx, command);
    };
    let (act, targets, with) = (act.clone(), targets.clone(), with.clone());
    let plain = Command::Act { unit: *unit, act, targets, choice: Key::new(rest), with };
    lean::supposed(ctx, *unit, dir, |ctx| kit::estimate(content, ctx, &plain))
}
