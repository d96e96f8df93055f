//! Plays sounds through the engine.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::Arc;

use bevy::app::{App, Plugin, Startup, Update};
use bevy::asset::{Asset, Assets, Handle};
use bevy::audio::{
    AddAudioSource, AudioPlayer, AudioPlugin, AudioSink, ChannelCount, Decodable, PlaybackSettings,
    SampleRate, Source, Volume,
};
use bevy::ecs::prelude::*;
use bevy::reflect::TypePath;

use super::synth::RATE;
use super::{Sound, SoundSystems, Volumes};

/// Maximum number of sounds started in one frame.
const AT_ONCE: usize = 6;
/// Pitch factors for repeated sounds, so that they vary.
const DETUNE: [f32; 5] = [1.0, 0.95, 1.04, 0.98, 1.07];

/// Plays every [`Sound`] message. Silent if the engine's audio plugin is absent.
#[derive(Clone, Copy, Debug, Default)]
pub struct SoundPlugin;

impl Plugin for SoundPlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<Sound>().init_resource::<Volumes>();
        if app.is_plugin_added::<AudioPlugin>() {
            app.add_audio_source::<Recording>()
                .init_resource::<Recordings>()
                .add_systems(Startup, record)
                .add_systems(Update, play.in_set(SoundSystems));
        }
    }
}

/// A finished sound as an audio asset.
#[derive(Asset, TypePath, Clone, Debug)]
struct Recording(Arc<[f32]>);

/// Iterates over the samples of a playing sound.
struct Samples {
    samples: Arc<[f32]>,
    at: usize,
}

impl Iterator for Samples {
    type Item = f32;

    fn next(&mut self) -> Option<f32> {
        let sample = self.samples.get(self.at).copied();
        self.at += 1;
        sample
    }
}

impl Source for Samples {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        NonZero::<u16>::MIN
    }

    fn sample_rate(&self) -> SampleRate {
        NonZero::new(RATE).unwrap_or(NonZero::<u32>::MIN)
    }

    fn total_duration(&self) -> Option<std::time::Duration> {
        Some(std::time::Duration::from_secs_f32(self.samples.len() as f32 / RATE as f32))
    }
}

impl Decodable for Recording {
    type Decoder = Samples;

    fn decoder(&self) -> Samples {
        Samples { samples: Arc::clone(&self.0), at: 0 }
    }
}

#[derive(Resource, Default)]
struct Recordings {
    by_sound: BTreeMap<Sound, Handle<Recording>>,
    /// Number of sounds played so far.
    played: usize,
}

fn record(mut assets: ResMut<Assets<Recording>>, mut recordings: ResMut<Recordings>) {
    for sound in Sound::all() {
        let recording = Recording(sound.clip().samples().into());
        recordings.by_sound.insert(sound, assets.add(recording));
    }
}

fn play(
    mut sounds: MessageReader<Sound>,
    volumes: Res<Volumes>,
    mut recordings: ResMut<Recordings>,
    // The engine starts a sound in the frame in which it was requested. If it has not, there is no
    // audio device.
    unheard: Query<Entity, (With<AudioPlayer<Recording>>, Without<AudioSink>)>,
    mut commands: Commands,
) {
    for entity in &unheard {
        commands.entity(entity).despawn();
    }
    let mut asked: Vec<Sound> = Vec::new();
    for sound in sounds.read() {
        if !asked.contains(sound) && asked.len() < AT_ONCE {
            asked.push(*sound);
        }
    }
    for sound in asked {
        let loud = volumes.of(sound);
        let Some(recording) = recordings.by_sound.get(&sound).filter(|_| loud > 0.0).cloned()
        else {
            continue;
        };
        let speed = DETUNE.get(recordings.played % DETUNE.len()).copied().unwrap_or(1.0);
        recordings.played += 1;
        let speed = if sound.is_interface() { 1.0 } else { speed };
        let settings =
            PlaybackSettings::DESPAWN.with_volume(Volume::Linear(loud)).with_speed(speed);
        commands.spawn((AudioPlayer(recording), settings));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_plays_every_sample_once() {
        let recording = Recording(Arc::from([0.1, 0.2, 0.3]));
        let samples: Vec<f32> = recording.decoder().collect();
        assert_eq!(samples, [0.1, 0.2, 0.3]);
        assert_eq!(recording.decoder().sample_rate().get(), RATE);
    }

    #[test]
    fn without_audio_plugin_messages_are_ignored() {
        let mut app = App::new();
        app.add_plugins(SoundPlugin);
        app.world_mut().write_message(Sound::Bow);
        app.update();
        assert_eq!(app.world_mut().query::<&AudioPlayer<Recording>>().iter(app.world()).count(), 0);
    }
}
