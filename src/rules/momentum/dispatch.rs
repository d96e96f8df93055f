//! Which rule runs each step, and which checks run automatically between steps.

use rules::oracle::Oracle;
use rules::ruleset::Ctx;

use super::data::Content;
use super::position::Position;
use super::step::{Ran, Step};
use super::{
    abilities, advanced, afflict, aftermath, attachments, attack, basic, cinematic, clock, fall,
    forced, going, hazard, health, held, hiding, instinct, interact, lean, leap, mind,
    movable_objects, pushing, react, shape, shift, summon, teleport, union, walk,
};

/// Runs one phase of a step.
///
/// # Errors
/// [`Pause`](rules::oracle::Pause) while dice or decisions are missing.
pub fn run(position: Position<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    match step {
        Step::RoundStart(step) => clock::round_start(position, step, oracle),
        Step::TurnStart(step) => clock::turn_start(position, step, oracle),
        Step::TurnEnd(step) => clock::turn_end(position, step, oracle),
        Step::HoldTurn(_) => Ok(clock::hold(ctx)),
        Step::StepIn(step) => clock::step_in(content, ctx, step, oracle),
        Step::BurnThings(_) => clock::burn_things(position, oracle),
        Step::RoundEnd(step) => clock::round_end(position, step, oracle),
        Step::TendBleeding(step) => aftermath::tend(position, step, oracle),
        Step::Instinct(step) => Ok(instinct::run(content, ctx, step)),
        Step::Walk(step) => going::run(position, step, oracle),
        Step::Stride(step) => Ok(walk::stride(content, ctx, step)),
        Step::Fall(step) => fall::run(position, step, oracle),
        Step::Jump(step) => leap::run(position, step, oracle),
        Step::LeanOut(step) => Ok(lean::run(content, ctx, step)),
        Step::LeanBack(step) => Ok(lean::back(ctx, step)),
        Step::Push(step) => pushing::run(position, step, oracle),
        Step::Bump(step) => forced::dealt(position, step, oracle),
        Step::Teleport(step) => Ok(teleport::run(content, ctx, step)),
        Step::Tear(step) => teleport::tear(position, step, oracle),
        Step::Displace(step) => shift::run(position, step, oracle),
        Step::Strike(step) => attack::strike::run(position, step, oracle),
        Step::Basic(step) => basic::run(position, step, oracle),
        Step::Advanced(step) => advanced::run(position, step, oracle),
        Step::Handle(step) => interact::run(position, step, oracle),
        Step::Cast(step) => abilities::run(position, step, oracle),
        Step::ShiftThing(step) => movable_objects::run(position, step, oracle),
        Step::Hide(step) => hiding::run(position, step, oracle),
        Step::JoinUnion(step) => Ok(union::run(ctx, step)),
        Step::Feat(step) => cinematic::run(position, step, oracle),
        Step::KeepPin(step) => Ok(cinematic::keep(content, ctx, step)),
        Step::React(step) => react::run(position, step, oracle),
        Step::Arm(step) => Ok(held::arm(content, ctx, step)),
        Step::CarryOut(step) => held::run(position, step, oracle),
        Step::Called(step) => Ok(held::called(ctx, step)),
        Step::Land(step) => Ok(interact::land(ctx, step)),
        Step::Hazard(step) => hazard::run(position, step, oracle),
        Step::Reshape(step) => Ok(shape::run(content, ctx, step)),
        Step::Release(step) => Ok(advanced::release(content, ctx, step)),
        Step::LoseMount(step) => Ok(attachments::come_off(position, step)),
        Step::Unpin(step) => Ok(cinematic::release(ctx, step)),
        Step::SavePlace(step) => cinematic::place(position, step, oracle),
        Step::Reveal(step) => Ok(hiding::reveal(content, ctx, step)),
        Step::TakeControl(step) => Ok(mind::take_control(content, ctx, step)),
        Step::Disenchant(step) => Ok(mind::disenchant(ctx, step)),
        Step::Quench(step) => Ok(afflict::run(ctx, step)),
        Step::Vanish(step) => Ok(summon::vanish(ctx, step)),
        Step::DropOut(step) => Ok(health::drop_out(content, ctx, step)),
        Step::Wake(step) => Ok(health::wake(ctx, step)),
    }
}

/// Steps that the current state triggers automatically.
pub fn follows(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let mut steps = health::settle(content, ctx);
    if steps.is_empty() {
        steps = fall::settle(content, ctx);
    }
    if steps.is_empty() {
        steps = advanced::settle(content, ctx);
    }
    let others: [&dyn Fn() -> Vec<Step>; 10] = [
        &|| shape::settle(content, ctx),
        &|| attachments::settle(Position { content, ctx }),
        &|| summon::settle(ctx),
        &|| mind::settle(content, ctx),
        &|| afflict::settle(ctx),
        &|| lean::settle(ctx),
        &|| hiding::settle(content, ctx),
        &|| cinematic::settle(content, ctx),
        &|| held::settle(ctx),
        &|| clock::settle(ctx),
    ];
    for other in others {
        if steps.is_empty() {
            steps = other();
        }
    }
    steps
}
