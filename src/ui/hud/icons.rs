//! The icon of each act, condition and meter.

use egui_phosphor::regular as icon;

use rules::fitness::Meaning;
use rules::ruleset::Aim;

/// The icon of movement.
pub const MOVE: &str = icon::FOOTPRINTS;
/// The icon of a part of the turn.
pub const TURN: &str = icon::CIRCLE;

/// The icon of an indicator of the turn, by its name.
pub fn of_indicator(name: &str) -> &'static str {
    match name {
        "Move" => MOVE,
        "Attack" => icon::SWORD,
        "Ability" => icon::MAGIC_WAND,
        "Guard" | "Defend" => icon::SHIELD_CHECK,
        "Prepare" => icon::HOURGLASS_MEDIUM,
        "Reaction" => icon::ARROW_U_DOWN_LEFT,
        "Hex" => icon::SPIRAL,
        "Trick" => icon::MASK_HAPPY,
        "Restore" => icon::HEART,
        "Augment" => icon::ARROW_FAT_UP,
        _ => TURN,
    }
}

/// The icon of an act; unknown acts get one for their kind of target.
pub fn of_act(id: &str, aim: Aim) -> &'static str {
    attack(id).or_else(|| power(id)).or_else(|| support(id)).or_else(|| basic(id)).unwrap_or(
        match aim {
            Aim::Own => icon::USER,
            Aim::Unit => icon::CROSSHAIR,
            Aim::Cell => icon::SELECTION,
            Aim::Edge => icon::DOOR,
            Aim::Direction => icon::COMPASS,
            Aim::Part => icon::PERSON_ARMS_SPREAD,
            Aim::Several(_) => icon::STACK,
        },
    )
}

/// Attacks with weapons and the body.
fn attack(id: &str) -> Option<&'static str> {
    Some(match id {
        "attack" | "sword" | "slash" | "longsword" | "shortsword" | "short_sword" => icon::SWORD,
        "all_weapons" | "twin_cut" | "offhand_strike" | "all_out_attack" => icon::ARROWS_MERGE,
        "stab" | "dagger" | "knife" => icon::KNIFE,
        "jab" | "fist" | "fists" | "unarmed" => icon::HAND_FIST,
        "trained_fist" | "stunning_blow" => icon::BOXING_GLOVE,
        "flick" | "estoc" | "needle_point" => icon::NEEDLE,
        "hack" | "axe" | "hew" => icon::AXE,
        "heroic_axe" | "cleave" | "greataxe" => icon::SCISSORS,
        "epic_blade" | "emberblade" | "power_strike" => icon::STAR_FOUR,
        "rusty_cleaver" | "rending_cut" | "hamstring" => icon::DROP_HALF,
        "crush" | "mace" | "club" | "smash" => icon::HAMMER,
        "maul" | "driving_blow" | "slam" => icon::GAVEL,
        "thrust" | "halberd" | "spear" | "careful_thrust" | "phase_thrust" => icon::ARROW_UP_RIGHT,
        "lunge" | "stoop" => icon::ARROW_BEND_RIGHT_DOWN,
        "chain" | "rend" | "sunder_guard" => icon::LINK_BREAK,
        "staff" | "rap" | "cast" => icon::MAGIC_WAND,
        "cast_far" => icon::SHOOTING_STAR,
        "loose" | "bow" | "longbow" | "shortbow" => icon::ARROW_FAT_LINES_UP,
        "bolt" | "crossbow" | "hand_crossbow" | "repeating_crossbow" => icon::ARROW_LINE_UP,
        "heavy_arbalest" | "pierce_plate" => icon::ARROW_ELBOW_UP_RIGHT,
        "javelin" | "drop_dart" => icon::PAPER_PLANE_TILT,
        "spark_pistol" | "spark" => icon::LIGHTNING_A,
        "fire_pot" | "throw_flask" => icon::FLASK,
        "quick_shot" => icon::FAST_FORWARD,
        "volley" => icon::ARROW_FAT_LINES_DOWN,
        "long_aim" | "steady_aim" | "full_focus" => icon::CROSSHAIR_SIMPLE,
        "numbing_dart" | "pinning_shot" | "strike_and_pin" | "keep_pin" => icon::PUSH_PIN,
        "covering_shot" | "hold" | "delay" | "ready" | "prepare" => icon::HOURGLASS_MEDIUM,
        "covering_fire" => icon::ARROW_FAT_LINES_UP,
        "heavy_swing" | "follow_up" => icon::GAVEL,
        "spread" | "burst" | "flurry" => icon::ARROW_FAT_LINES_DOWN,
        "smoke_pot" => icon::CLOUD,
        "guard_strike" | "riposte" => icon::ARROW_U_DOWN_LEFT,
        "shield" | "shield_bash" => icon::SHIELD_CHEVRON,
        "shield_rush" | "charge" => icon::ARROW_FAT_LINES_RIGHT,
        "sweep" | "low_sweep" | "whirl" => icon::ARROW_CLOCKWISE,
        "tail" | "tail_sweep" => icon::ARROW_ARC_RIGHT,
        "venom_edge" | "venom_dagger" => icon::DROP,
        "ember_edge" => icon::FIRE_SIMPLE,
        "rift_edge" | "rift_tear" => icon::CIRCLE_HALF_TILT,
        "reckless_blow" | "red_stroke" => icon::HEART_BREAK,
        "bite" | "nibble" | "great_maw" => icon::TOOTH,
        "claws" => icon::PAW_PRINT,
        "hooves" => icon::HORSE,
        _ => return None,
    })
}

/// Spells and powers that harm or hinder.
fn power(id: &str) -> Option<&'static str> {
    Some(match id {
        "fire_lance" | "flame_lance" | "kindle" => icon::FLAME,
        "cinder_burst" | "ember_burst" | "flame_burst" => icon::METEOR,
        "ember" | "ember_dart" | "cinder_mark" | "scorch" => icon::CAMPFIRE,
        "fire_breath" | "flame_breath" => icon::FIRE,
        "core_flare" | "void_ring" => icon::ATOM,
        "blight" => icon::SKULL,
        "puppet" => icon::MEGAPHONE,
        "sunfall" | "ray_of_morning" | "light_lance" | "radiant_word" => icon::SUN,
        "frost_lance" | "frost_shard" | "frost_grip" | "deep_chill" => icon::SNOWFLAKE,
        "jolt" | "storm_line" | "great_storm" => icon::LIGHTNING,
        "thunder_shout" | "sonic_clap" | "concussion" => icon::WAVEFORM,
        "roar" | "scary_face" | "dread" | "dread_gaze" | "dread_visage" | "menace" => icon::GHOST,
        "acid_splash" | "acid_dart" => icon::TEST_TUBE,
        "venom_cloud" | "venom_dart" | "venom_mote" => icon::BIOHAZARD,
        "grave_touch" | "soul_rend" | "verdict" => icon::SKULL,
        "spirit_bolt" | "ether_bolt" | "epic_lance" => icon::SPARKLE,
        "rad_shard" => icon::RADIOACTIVE,
        "chaos_dart" => icon::SHUFFLE,
        "order_dart" => icon::EQUALS,
        "mind_spike" | "muddle" | "forget" => icon::BRAIN,
        "quake_ring" => icon::MOUNTAINS,
        "gust" | "gale_push" | "wing_buffet" | "push" => icon::WIND,
        "downdraft" | "vertigo" => icon::TORNADO,
        "blinding_flare" | "flash" | "blind" => icon::EYE_SLASH,
        "daze" => icon::SPIRAL,
        "lead_hex" | "leaden_limbs" | "hobble" => icon::ANCHOR,
        "binding_roots" | "bind" | "iron_lock" => icon::PLANT,
        "patient_snare" | "toad_snare" => icon::LASSO,
        "toad_curse" | "jinx" | "weaken" | "sap" => icon::TREND_DOWN,
        "gentle_word" | "silver_tongue" | "charm" => icon::HEART,
        "puppet_strings" | "provoke" | "goad" | "taunt" => icon::MEGAPHONE,
        "counterword" | "hush" => icon::SPEAKER_SLASH,
        "slumber" | "lullaby" => icon::MOON_STARS,
        "gloom" | "murk" => icon::CLOUD,
        "banish" => icon::SIGN_OUT,
        "distract" | "feint" | "ghost_decoy" => icon::MASK_HAPPY,
        "mark" | "find_weakness" => icon::MAP_PIN,
        _ => return None,
    })
}

/// Acts that help oneself or friends.
fn support(id: &str) -> Option<&'static str> {
    Some(match id {
        "mend" | "mend_flesh" | "knit" => icon::HEARTBEAT,
        "wide_mend" => icon::HAND_HEART,
        "regrowth" => icon::LEAF,
        "staunch" | "close_wounds" | "stabilise" | "stabilize" => icon::BANDAIDS,
        "first_aid" | "aid" | "treat" => icon::FIRST_AID_KIT,
        "cleanse" | "call_back" => icon::HAND_SOAP,
        "glass_ward" | "ward" | "aegis" => icon::SHIELD_STAR,
        "fire_guard" | "breath_ward" | "weather_cloak" | "veil" => icon::UMBRELLA,
        "stone_skin" | "titan_skin" | "hollow_self" => icon::WALL,
        "drink_element" => icon::DROP_HALF_BOTTOM,
        "hone" => icon::DIAMOND,
        "hasten" | "quicken" | "swiften" | "hurry" | "press_on" => icon::FAST_FORWARD_CIRCLE,
        "rally" | "rally_cry" | "command" => icon::FLAG_BANNER,
        "interpose" | "protect" => icon::USER_SWITCH,
        "call_hound" | "call_wolf" => icon::DOG,
        "call_guard" | "call_wisp" => icon::USER_PLUS,
        "bear_shape" | "altered_shape" | "swap_persona" => icon::MASK_SAD,
        "hawk_shape" => icon::BIRD,
        "revert" | "dismiss" => icon::ARROW_COUNTER_CLOCKWISE,
        "far_eye" | "keen_eye" | "seeking_edge" => icon::EYE,
        "far_ear" => icon::EAR,
        "lend_a_hand" | "union" | "baton_pass" => icon::HANDSHAKE,
        "leave_union" => icon::LINK_SIMPLE_BREAK,
        "catch_breath" | "focus" => icon::PERSON_SIMPLE_TAI_CHI,
        "surge" | "one_more" => icon::PLUS_CIRCLE,
        "blink" => icon::SHOOTING_STAR,
        "bribe" => icon::COINS,
        "opened_before" | "quiet_door" => icon::DOOR_OPEN,
        "feat" => icon::TROPHY,
        "fate_test" | "fate_wounds" | "fate_ailment" | "fate_persona" | "fate_spirit"
        | "fate_injury" | "fate_block" | "fate_reroll" => icon::CLOVER,
        "cultivate" | "inspire" => icon::SPEAKER_HIGH,
        "incite" => icon::MEGAPHONE,
        "analyse" | "battle_reading" => icon::BINOCULARS,
        "pick_lock" => icon::LOCK_OPEN,
        "use_skill" => icon::TOOLBOX,
        "calm_down" => icon::PERSON_SIMPLE_TAI_CHI,
        "salve" | "bandage" | "antidote" | "tonic" | "ironbrew" | "drink" => icon::FLASK,
        "place_charge" | "detonate" => icon::BOMB,
        "handle" => icon::HAND_TAP,
        "advanced_analysis" => icon::MAGNIFYING_GLASS,
        _ => return None,
    })
}

/// Acts that every unit has.
fn basic(id: &str) -> Option<&'static str> {
    Some(match id {
        "full_guard" | "defend" | "guard" => icon::SHIELD_CHECK,
        "take_cover" => icon::BARRICADE,
        "shove" => icon::HAND_PALM,
        "trip" | "knockdown" => icon::BOOT,
        "seize" | "grab" | "grapple" => icon::HAND_GRABBING,
        "break_free" | "escape" | "break_bonds" | "shake_off" => icon::LOCK_OPEN,
        "let_go" | "drop_main" | "drop_off" | "drop" => icon::HAND_WITHDRAW,
        "disarm" | "snatch" => icon::HAND_SWIPE_LEFT,
        "hurl" | "throw" => icon::PERSON_SIMPLE_THROW,
        "draw" | "swap" | "equip" => icon::SWAP,
        "pick_up" => icon::HAND_GRABBING,
        "undress" | "take_off" => icon::COAT_HANGER,
        "tend" => icon::FIRST_AID_KIT,
        "tip" => icon::TABLE,
        "join" => icon::USER_PLUS,
        "struggle" => icon::LOCK_OPEN,
        "signal" => icon::MEGAPHONE,
        "reload" => icon::ARROWS_CLOCKWISE,
        "interact" | "interact_moving" | "close" | "open" => icon::HAND_TAP,
        "use_item" | "use" => icon::BACKPACK,
        "move" | "careful_step" => icon::SNEAKER_MOVE,
        "sprint" => icon::PERSON_SIMPLE_RUN,
        "leap" | "jump" | "jump_up" => icon::ARROW_ARC_RIGHT,
        "catch_itself" => icon::HAND_DEPOSIT,
        "climb_on" | "mount" => icon::HORSE,
        "dismount" => icon::ARROW_LINE_DOWN,
        "drag" => icon::ARROW_BEND_DOWN_LEFT,
        "stand_up" | "rise" => icon::ARROW_LINE_UP,
        "lie_down" => icon::BED,
        "lean" => icon::WALL,
        "put_out" | "douse" => icon::FIRE_EXTINGUISHER,
        "hide" => icon::DETECTIVE,
        "search" | "find" => icon::MAGNIFYING_GLASS,
        "reorder" => icon::LIST_NUMBERS,
        "offer_truce" => icon::PEACE,
        "surrender" => icon::FLAG,
        "lay_down_arms" => icon::HAND_DEPOSIT,
        _ => return None,
    })
}

/// The icon of a condition.
pub fn of_condition(id: &str) -> &'static str {
    match id {
        "bleeding" | "lesser_haemorrhage" | "major_haemorrhage" | "gaping_wound"
        | "scrape_wound" => icon::DROP_HALF,
        "burning" | "overheated" => icon::FIRE,
        "read" => icon::BOOK_OPEN,
        "flurry" => icon::SWORD,
        "thrown" => icon::PERSON_SIMPLE_THROW,
        "poisoned" | "corroded" | "decayed" | "chakra_loss" => icon::BIOHAZARD,
        "chilled" | "frozen" | "brittle" => icon::SNOWFLAKE,
        "jolted" | "shocked" => icon::LIGHTNING,
        "regrowth" | "stimulated" | "stabilised" => icon::HEARTBEAT,
        "stunned" | "dazed" | "dizzy" | "confused" | "concussion" | "staggered"
        | "tangled_nerves" => icon::SPIRAL,
        "fogged_mind" | "aching_head" | "agonized_mind" | "splitting_migraine"
        | "shattered_mind" | "distorted_memories" | "abolished_memories" | "amnesiac"
        | "mental" => icon::BRAIN,
        "blocked_paths" | "blocked_paths_greater" | "wounded_soul" | "spent" => icon::PROHIBIT,
        "bruised_chest" | "battered_body" | "beaten_lungs" | "suffocating" => icon::HEART_BREAK,
        "slowed" | "leaden" | "hobbled" | "limped" | "winded" | "fatigued" | "hindered" => {
            icon::ANCHOR
        }
        "climb_pace" | "cross_pace" | "sneak_pace" | "jumped" | "banded" => icon::FOOTPRINTS,
        "held" | "grabbed" | "grappled" | "grounded" => icon::HAND_GRABBING,
        "restrained" | "bound" | "pinned" | "immobilised" => icon::LINK,
        "blinded" | "hazy_vision" | "eye_loss" | "distorted_senses" => icon::EYE_SLASH,
        "deafened" | "quiet" => icon::EAR_SLASH,
        "charmed" | "dominated" | "brainwashed" => icon::HEART,
        "shaken" | "frightened" | "scared" | "panicked" | "despaired" | "menaced" => icon::GHOST,
        "enraged" | "taunted" | "incited" => icon::MEGAPHONE,
        "rallied" | "heartened" | "commanding" | "determined" | "cultivated" | "inspired" => {
            icon::FLAG_BANNER
        }
        "weakened" | "sundered" | "opened" | "weakened_strength" | "compromised_vigor"
        | "muscle_shakes" => icon::TREND_DOWN,
        "honed" | "focused" | "keen" | "seeking" | "steady" | "weak_spot" | "watching"
        | "over_watch" => icon::CROSSHAIR_SIMPLE,
        "warded" | "stoneskin" | "titan_skin" | "fire_guarded" | "hollowed" => icon::SHIELD_STAR,
        "guarding" | "defending" | "protecting" => icon::SHIELD_CHECK,
        "protected" => icon::USER_SWITCH,
        "covered" | "leaning" => icon::BARRICADE,
        "marked" | "suspected" | "looked" => icon::MAP_PIN,
        "hasted" | "quickened" | "swift" | "hurrying" | "running" | "disengaged" => {
            icon::FAST_FORWARD_CIRCLE
        }
        "struck_out" => icon::CHECK_CIRCLE,
        "cushioned" => icon::CLOUD,
        "numbed" => icon::BANDAIDS,
        "delayed" => icon::HOURGLASS_MEDIUM,
        "prone" | "falling" => icon::BED,
        "unconscious" | "drowsed" | "knockout_coma" => icon::MOON_STARS,
        "ambushed" | "surprised" | "distracted" | "called" => icon::WARNING_CIRCLE,
        "ambusher" | "lurking" | "hidden" | "in_wait" => icon::DETECTIVE,
        "answered" | "delayed_act" => icon::ARROW_U_DOWN_LEFT,
        "bystander" => icon::USER,
        "suppressed" => icon::EYE_SLASH,
        "summoned" => icon::SPARKLE,
        "driven" | "fleeing" => icon::PERSON_SIMPLE_RUN,
        "bursting" => icon::ARROW_FAT_LINES_DOWN,
        "edged" => icon::KNIFE,
        "barred" => icon::PROHIBIT,
        "technical" => icon::TARGET,
        "transformed" => icon::MASK_SAD,
        "drinking" => icon::DROP_HALF_BOTTOM,
        "breathless" | "submerged" | "swim_pace" => icon::WAVES,
        "condemned" | "damned" => icon::SKULL,
        "fated" => icon::CLOVER,
        "injured"
        | "broken_leg"
        | "broken_back"
        | "limb_loss"
        | "damaged_pelvis"
        | "dislocated_shoulder"
        | "torn_muscle"
        | "torn_muscles"
        | "pained_back"
        | "fractured_body" => icon::BANDAIDS,
        _ => icon::ASTERISK,
    }
}

/// The icon of a pool, and what it is for. Points with the same id differ in name: Reaction Points,
/// Resource Points.
pub fn of_pool(id: &str, name: &str) -> (&'static str, &'static str) {
    match id {
        "energy" => (icon::LIGHTNING_A, "Pays for spells and stronger acts."),
        "ap" => (icon::LIGHTNING, "Pays for acts and moves; full again at the next turn."),
        "actions" | "attacks" => (icon::SWORD, "Acts left; full again at the next turn."),
        "rp" if name.starts_with("Reaction") => {
            (icon::ARROW_U_DOWN_LEFT, "Pays for reactions in the turns of others.")
        }
        "rp" => (icon::LIGHTNING_A, "Pays for abilities; not refilled during the battle."),
        "reaction" => (icon::ARROW_U_DOWN_LEFT, "An act in the turn of another."),
        "nm" => (icon::FILM_REEL, "Grows with the fight and pays for turns of the story."),
        "wp" => (icon::MAGIC_WAND, "Pays for powers."),
        "vigor" => (icon::HEARTBEAT, "Pays for techniques and spells."),
        "determination" => (icon::FLAG_BANNER, "Turns in which a fallen unit still acts."),
        "metres" => (icon::RULER, "Distance left to move this turn."),
        "spirit" | "mana" => (icon::MAGIC_WAND, "Pays for spells."),
        "exertion" => (icon::BARBELL, "Pays for powers of the body."),
        "draughts" => (icon::FLASK, "Draughts left to drink."),
        "charges" => (icon::BOMB, "Charges left to place."),
        "salve" | "tonic" | "antidote" | "bandage" | "ironbrew" => (icon::FLASK, "Left to use."),
        "smoke_pot" => (icon::CLOUD, "Smoke pots left to throw."),
        "fate" => (icon::CLOVER, "Turns a bad roll, or calls on fate."),
        _ => (icon::CIRCLE, "Spent by acts."),
    }
}

/// The icon of a track.
pub fn of_track(id: &str, meaning: Meaning) -> &'static str {
    match (id, meaning) {
        ("heavy", _) => icon::HEART_BREAK,
        ("deadly", _) => icon::SKULL,
        ("light", _) | (_, Meaning::Injuries) => icon::BANDAIDS,
        (_, Meaning::Protection) => icon::SHIELD,
        (_, Meaning::Clock) => icon::HOURGLASS,
        (_, Meaning::Strain) => icon::BRAIN,
        (_, Meaning::Body | Meaning::Passing | Meaning::Reserve) => icon::HEART,
    }
}

/// True if a pool has an icon and a sentence of its own.
#[cfg(test)]
pub(super) fn has_icon_and_sentence(pool: &str) -> bool {
    let (glyph, sentence) = of_pool(pool, "");
    glyph != icon::CIRCLE && sentence.split_whitespace().count() > 2
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use registry::RulesetId;

    use super::*;

    /// Collects missing icons, so that one run names all of them.
    fn none_missing(missing: Vec<String>) {
        assert!(missing.is_empty(), "without an icon:\n{}", missing.join("\n"));
    }

    #[test]
    fn every_act_has_an_icon_and_a_sentence() {
        let mut missing = Vec::new();
        for ruleset in RulesetId::ALL {
            for act in &ruleset.built_in().describe().acts {
                let id = act.id.as_str();
                let known =
                    attack(id).or_else(|| power(id)).or_else(|| support(id)).or_else(|| basic(id));
                missing.extend(known.is_none().then(|| format!("{ruleset:?}: {id}")));
                assert!(!act.text.trim().is_empty(), "{ruleset:?}: {id} has no sentence");
                // Otherwise two tiles would have the same name.
                let of_the_window = ["Move", "Turn", "More", "End turn", "Take back", "Do it"];
                assert!(!of_the_window.contains(&act.name.as_str()), "{ruleset:?}: {id}");
            }
        }
        none_missing(missing);
    }

    #[test]
    fn every_meter_has_an_icon_and_a_sentence() {
        let mut missing = Vec::new();
        for ruleset in RulesetId::ALL {
            for pool in &ruleset.built_in().describe().pools {
                let strange = !has_icon_and_sentence(pool.id.as_str());
                missing.extend(strange.then(|| format!("{ruleset:?}: {}", pool.id)));
            }
        }
        none_missing(missing);
    }

    /// Small tracks are boxes behind their icons, without names.
    #[test]
    fn wounds_have_different_icons() {
        let rules = RulesetId::Evoker.built_in();
        let wounds = rules.describe().tracks.iter().filter(|track| track.meaning == Meaning::Body);
        let wounds: Vec<&str> =
            wounds.map(|track| of_track(track.id.as_str(), track.meaning)).collect();
        assert_eq!(wounds.iter().collect::<BTreeSet<_>>().len(), 3, "{wounds:?}");
    }

    #[test]
    fn points_with_the_same_id_are_told_apart_by_name() {
        let told = |ruleset: RulesetId| {
            let rules = ruleset.built_in();
            let pool = rules.describe().pools.iter().find(|pool| pool.id.as_str() == "rp");
            pool.map(|pool| of_pool("rp", &pool.name).1)
        };
        let reactions = told(RulesetId::Momentum).unwrap();
        assert!(reactions.contains("reactions"), "{reactions}");
        assert!(!told(RulesetId::Turnside).unwrap().contains("reactions"));
    }

    #[test]
    fn every_condition_has_an_icon_and_a_sentence() {
        let mut missing = Vec::new();
        for ruleset in RulesetId::ALL {
            for condition in &ruleset.built_in().describe().conditions {
                assert!(!condition.text.trim().is_empty(), "{ruleset:?}: {}", condition.id);
                let known = of_condition(condition.id.as_str()) != icon::ASTERISK;
                missing.extend((!known).then(|| format!("{ruleset:?}: {}", condition.id)));
            }
        }
        none_missing(missing);
    }
}
