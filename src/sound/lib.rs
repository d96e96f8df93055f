//! Sound effects, all synthesized at startup.
//!
//! `synth` has tones and filters, `voices` defines each sound, and `play` hands them to the engine.
//! Without a sound card, or without the plugin, the game is silent.

mod play;
pub mod synth;
mod voices;

use bevy::ecs::prelude::*;

use grid::Terrain;
use rules::look::Force;

pub use play::SoundPlugin;

/// Ground types that sound different underfoot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Footing {
    /// Grass, earth, reeds.
    Grass,
    /// Rock, paving, ice.
    Stone,
    /// Planks.
    Wood,
    /// Gravel, rubble, embers.
    Gravel,
    /// Snow, sand.
    Snow,
    /// Mud, mire.
    Mud,
    /// Water.
    Water,
}

impl Footing {
    /// All ground types.
    pub const ALL: [Self; 7] =
        [Self::Grass, Self::Stone, Self::Wood, Self::Gravel, Self::Snow, Self::Mud, Self::Water];

    /// The footstep sound of a terrain.
    pub const fn of(terrain: Terrain) -> Self {
        match terrain {
            Terrain::Grass | Terrain::Earth | Terrain::Path | Terrain::Reeds => Self::Grass,
            Terrain::Rock | Terrain::Stone | Terrain::Ice | Terrain::Solid => Self::Stone,
            Terrain::Wood => Self::Wood,
            Terrain::Gravel | Terrain::Rubble | Terrain::Embers => Self::Gravel,
            Terrain::Snow | Terrain::Sand => Self::Snow,
            Terrain::Mud | Terrain::Mire => Self::Mud,
            Terrain::Shallows | Terrain::Water => Self::Water,
        }
    }
}

/// Sound effects.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sound {
    /// A step.
    Step(Footing),
    /// A wing beat.
    Wings,
    /// A leap through the air.
    Leap,
    /// A weapon swung through the air.
    Swing,
    /// A hit on flesh.
    HitFlesh,
    /// A hit that armour stops, in part or fully.
    HitArmour,
    /// A hit on wood or masonry.
    HitWood,
    /// Something breaks.
    Break,
    /// A bowstring and its arrow.
    Bow,
    /// Something thrown.
    Throw,
    /// A dodge.
    Dodge,
    /// A force is cast.
    Cast(Force),
    /// A force hits.
    Impact(Force),
    /// Dice roll.
    DiceRoll,
    /// Dice come to rest.
    DiceLand,
    /// A roll succeeds.
    Good,
    /// A roll fails.
    Bad,
    /// A body falls to the ground.
    BodyFall,
    /// A unit dies.
    Death,
    /// A unit gets up.
    Rise,
    /// A unit appears or vanishes.
    Appear,
    /// A button click.
    Click,
    /// A turn begins.
    Turn,
    /// A door opens or closes.
    Door,
    /// The battle is won.
    Victory,
}

impl Sound {
    /// All sounds.
    pub fn all() -> Vec<Self> {
        let forces = [
            Force::Body,
            Force::Fire,
            Force::Cold,
            Force::Shock,
            Force::Venom,
            Force::Light,
            Force::Dark,
            Force::Mind,
            Force::Life,
            Force::Magic,
        ];
        let mut all = vec![
            Self::Wings,
            Self::Leap,
            Self::Swing,
            Self::HitFlesh,
            Self::HitArmour,
            Self::HitWood,
            Self::Break,
            Self::Bow,
            Self::Throw,
            Self::Dodge,
            Self::DiceRoll,
            Self::DiceLand,
            Self::Good,
            Self::Bad,
            Self::BodyFall,
            Self::Death,
            Self::Rise,
            Self::Appear,
            Self::Click,
            Self::Turn,
            Self::Door,
            Self::Victory,
        ];
        all.extend(Footing::ALL.map(Self::Step));
        all.extend(forces.map(Self::Cast));
        all.extend(forces.map(Self::Impact));
        all
    }

    /// True for sounds of buttons, dice and turns; false for sounds on the board.
    pub const fn is_interface(self) -> bool {
        matches!(
            self,
            Self::Click | Self::Turn | Self::DiceRoll | Self::DiceLand | Self::Good | Self::Bad
        )
    }
}

/// The system that plays sounds, in `Update`. Send sounds before it to play them in the same frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SoundSystems;

/// Volumes, each from 0 (silent) to 1.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Volumes {
    /// All sounds.
    pub master: f32,
    /// Sounds on the board.
    pub effects: f32,
    /// Sounds of buttons, dice and turns.
    pub interface: f32,
    /// Silences everything, whatever the volumes.
    pub muted: bool,
}

impl Default for Volumes {
    fn default() -> Self {
        Self { master: 0.7, effects: 1.0, interface: 0.7, muted: false }
    }
}

impl Volumes {
    /// The volume of a sound, from 0 to 1.
    pub fn of(&self, sound: Sound) -> f32 {
        let own = if sound.is_interface() { self.interface } else { self.effects };
        if self.muted { 0.0 } else { (self.master * own).clamp(0.0, 1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_short_and_without_clipping_or_clicks() {
        for sound in Sound::all() {
            let clip = sound.clip();
            let samples = clip.samples();
            let seconds = samples.len() as f32 / synth::RATE as f32;
            assert!((0.03..=1.6).contains(&seconds), "{sound:?} lasts {seconds} s");
            assert!(samples.iter().all(|s| s.is_finite()), "{sound:?}");
            let peak = samples.iter().fold(0.0_f32, |most, s| most.max(s.abs()));
            assert!((0.1..0.9).contains(&peak), "{sound:?} peaks at {peak}");
            let ends = [samples[0], samples[samples.len() - 1]];
            assert!(ends.iter().all(|s| s.abs() < 1e-3), "{sound:?} clicks: {ends:?}");
            let mean = samples.iter().sum::<f32>() / samples.len() as f32;
            assert!(mean.abs() < 0.02, "{sound:?} is off centre by {mean}");
        }
    }

    #[test]
    fn sounds_are_deterministic_and_distinct() {
        let all = Sound::all();
        let clips: Vec<_> = all.iter().map(|sound| sound.clip()).collect();
        for (i, sound) in all.iter().enumerate() {
            assert_eq!(clips[i], sound.clip(), "{sound:?}");
            for (j, other) in all.iter().enumerate().take(i) {
                // A plain physical impact sounds like a hit.
                let same = *sound == Sound::Impact(Force::Body) && *other == Sound::HitFlesh;
                assert_eq!(clips[i] == clips[j], same, "{sound:?} and {other:?}");
            }
        }
    }

    #[test]
    fn each_kind_of_sound_has_its_own_volume() {
        let volumes = Volumes { master: 0.5, effects: 1.0, interface: 0.5, muted: false };
        assert!((volumes.of(Sound::Bow) - 0.5).abs() < 1e-6);
        assert!((volumes.of(Sound::Click) - 0.25).abs() < 1e-6);
        assert!(Volumes { muted: true, ..volumes }.of(Sound::Bow) < 1e-6);
    }
}
