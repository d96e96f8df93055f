//! Evoker: a Persona takes wounds in place of its owner until it breaks (EV-258 to EV-261, EV-281
//! to EV-287).

use super::*;
use highground::rules::event::Packet;

/// Tracks of Persona and owner, lightest wounds first, and the Stress per wound.
const PERSONA: [&str; 3] = ["persona_light", "persona_heavy", "persona_deadly"];
const OWN: [&str; 3] = ["light", "heavy", "deadly"];
const STRESS: [i32; 3] = [1, 5, 10];
const BROKEN: i32 = 10;

/// Unit 1 deals unit 2 as many wounds as a die shows.
struct Evoker;

impl Stub for Evoker {
    fn check(&self, _ctx: Ctx<'_>, _command: &Command) -> Result<Vec<Step>, Refusal> {
        Ok(vec![Step::new("strike")])
    }

    fn run(&self, ctx: Ctx<'_>, _step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let target = UnitId(2);
        let Some(victim) = ctx.unit(target) else { return Ok(Outcome::done(Vec::new())) };
        let wounds = oracle.roll_one(Throw::face(6))?;
        let shielded = victim.tracks.0.value("persona_deadly") > 0;
        let (carrier, tracks) = if shielded { ("persona", PERSONA) } else { ("body", OWN) };

        let mut left = tracks.map(|id| victim.tracks.0.value(id));
        let mut stress = victim.pools.0.value("stress");
        let (mut taken, mut injuries) = (0, 0);
        while taken < wounds {
            let Some(grade) = left.iter().position(|n| *n > 0) else { break };
            left[grade] -= 1;
            stress += STRESS[grade];
            taken += 1;
            injuries += i32::from(grade == 1 && !shielded);
        }
        let broken = shielded && left[2] == 0;
        if broken {
            stress += BROKEN;
        }
        let packet =
            |label: &str, amount| Packet { label: label.to_owned(), terms: Vec::new(), amount };
        let mut events = vec![event(EventKind::Hit {
            act: Key::of("strike"),
            by: Some(UnitId(1)),
            target,
            packets: vec![packet(carrier, taken), packet("lost", wounds - taken)],
            total: taken,
        })];
        let changed =
            tracks.into_iter().zip(left).filter(|(id, n)| victim.tracks.0.value(id) != *n);
        events.extend(changed.map(|(id, n)| track(ctx, target, id, n)));
        events.push(pool(ctx, target, "stress", stress));
        if broken {
            let text = "the Persona breaks".to_owned();
            events.push(event(EventKind::Note { unit: Some(target), text }));
        }
        if injuries > 0 {
            let injuries = i64::from(injuries);
            events.push(flag(ctx, target, "injuries", victim.flags.get("injuries") + injuries));
        }
        Ok(Outcome::done(events))
    }
}

/// An Evoker with 4/2/1 of its own behind a Persona with these tracks.
fn game(persona: [i32; 3]) -> Game<Evoker> {
    let mut evoker = unit(2, "evoker");
    let meters = PERSONA.into_iter().zip(persona).chain(OWN.into_iter().zip([4, 2, 1]));
    evoker.tracks = Tracks(Meters::full(meters.map(|(id, max)| (Key::of(id), max))));
    evoker.pools = Pools(Meters::full([(Key::of("stress"), 100)]));
    if let Some(stress) = evoker.pools.0.get_mut("stress") {
        stress.value = 0;
    }
    Game::new(Evoker, vec![unit(1, "foe"), evoker])
}

fn tracks(game: &Game<Evoker>, ids: [&str; 3]) -> [i32; 3] {
    ids.map(|id| game.track(2, id))
}

fn strike() -> Command {
    act(1, "strike", [2])
}

#[test]
fn wounds_hit_the_persona_first() {
    let mut game = game([3, 1, 1]);
    let (events, _) = game.play(&strike(), [2]);
    assert_eq!(events, ["#1 hits #2 for 2", "#2 persona_light 3 -> 1", "#2 stress 0 -> 2"]);
    assert_eq!(tracks(&game, OWN), [4, 2, 1]);
}

#[test]
fn excess_wounds_of_the_breaking_blow_are_lost() {
    // EV-286: 0/0/1 and 4 wounds. EV-285: 10 for the Deadly Wound and 10 for the break.
    let mut game = game([0, 0, 1]);
    let (events, _) = game.play(&strike(), [4]);
    assert_eq!(
        events,
        ["#1 hits #2 for 1", "#2 persona_deadly 1 -> 0", "#2 stress 0 -> 20", "the Persona breaks",]
    );
    assert_eq!(tracks(&game, OWN), [4, 2, 1]);
    // EV-287: the next attack, for 2, reaches the owner.
    let (events, _) = game.play(&strike(), [2]);
    assert_eq!(events, ["#1 hits #2 for 2", "#2 light 4 -> 2", "#2 stress 20 -> 22"]);
}

#[test]
fn breaking_a_whole_persona_costs_28_stress_and_no_injury() {
    // EV-283 and EV-285: 3 + 5 + 10, and 10 for the break. EV-284: no injuries.
    let mut game = game([3, 1, 1]);
    game.play(&strike(), [4]);
    game.play(&strike(), [1]);
    assert_eq!(tracks(&game, PERSONA), [0, 0, 0]);
    assert_eq!(game.unit(2).pools.0.value("stress"), 28);
    assert_eq!(game.unit(2).flags.get("injuries"), 0);
    // EV-260: a Heavy Wound of the own body causes an injury.
    game.play(&strike(), [5]);
    assert_eq!(tracks(&game, OWN), [0, 1, 1]);
    assert_eq!(game.unit(2).flags.get("injuries"), 1);
    assert_eq!(game.unit(2).pools.0.value("stress"), 28 + 4 + 5);
}
