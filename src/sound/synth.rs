//! A small synthesizer: tones, noise, envelopes and filters on sample buffers. Deterministic: noise
//! uses fixed seeds.

use std::f32::consts::{PI, TAU};

/// Sample rate in Hz.
pub const RATE: u32 = 44_100;

/// Fade-in of a finished sound, in seconds.
const FADE_IN: f32 = 0.0015;
/// Fade-out of a finished sound, in seconds.
const FADE_OUT: f32 = 0.012;

/// Waveforms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wave {
    /// Pure tone.
    Sine,
    /// Soft, with weak odd harmonics.
    Triangle,
    /// Sharp, with all harmonics.
    Saw,
}

/// Filter types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Passes frequencies below the corner.
    Low,
    /// Passes frequencies around it.
    Band,
    /// Passes frequencies above it.
    High,
}

/// Mono samples between -1 and 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip(Vec<f32>);

impl Clip {
    /// Silence of the given length.
    pub fn silence(seconds: f32) -> Self {
        Self(vec![0.0; (seconds.max(0.0) * RATE as f32) as usize])
    }

    /// A tone. `pitch` gives the frequency in Hz at a fraction of its length, from 0 to 1.
    pub fn tone(seconds: f32, wave: Wave, pitch: impl Fn(f32) -> f32) -> Self {
        let mut clip = Self::silence(seconds);
        let mut phase = 0.0_f32;
        clip.each(|share, sample| {
            *sample = match wave {
                Wave::Sine => (phase * TAU).sin(),
                Wave::Triangle => 4.0 * (phase - 0.5).abs() - 1.0,
                Wave::Saw => 2.0 * phase - 1.0,
            };
            phase = (phase + pitch(share) / RATE as f32).fract();
        });
        clip
    }

    /// White noise.
    pub fn noise(seconds: f32, seed: u32) -> Self {
        let mut clip = Self::silence(seconds);
        // Xorshift (Marsaglia); its state must not be 0.
        let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
        clip.each(|_, sample| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            *sample = state as f32 / u32::MAX as f32 * 2.0 - 1.0;
        });
        clip
    }

    /// Crackling: random clicks of noise, about `rate` per second.
    pub fn crackle(seconds: f32, rate: f32, seed: u32) -> Self {
        let dice = Self::noise(seconds, seed);
        let height = Self::noise(seconds, seed.wrapping_add(77));
        let limit = 1.0 - 2.0 * rate / RATE as f32;
        let hits = dice.0.iter().zip(&height.0);
        Self(hits.map(|(d, h)| if *d > limit { *h } else { 0.0 }).collect())
    }

    /// Applies a percussive envelope: rises to full volume in `attack` seconds, then halves every
    /// `half` seconds.
    #[must_use]
    pub fn struck(mut self, attack: f32, half: f32) -> Self {
        let step = 1.0 / RATE as f32;
        for (i, sample) in self.0.iter_mut().enumerate() {
            let at = i as f32 * step;
            let strength =
                if at < attack { at / attack } else { 0.5_f32.powf((at - attack) / half) };
            *sample *= strength;
        }
        self
    }

    /// Applies a swell: rises to full volume at `top`, a fraction of the length, then fades out.
    #[must_use]
    pub fn swelling(self, top: f32) -> Self {
        self.times(|share| {
            let side = if share < top { share / top } else { (1.0 - share) / (1.0 - top) };
            side.clamp(0.0, 1.0).powf(1.6)
        })
    }

    /// Multiplies by `strength`, which takes a fraction of the length, from 0 to 1.
    #[must_use]
    pub fn times(mut self, strength: impl Fn(f32) -> f32) -> Self {
        self.each(|share, sample| *sample *= strength(share));
        self
    }

    /// Applies a filter. `corner` gives the corner frequency in Hz at a fraction of the length;
    /// `sharp` is the resonance: 0.5 is gentle, 10 and more rings.
    #[must_use]
    pub fn filtered(mut self, pass: Pass, sharp: f32, corner: impl Fn(f32) -> f32) -> Self {
        // State variable filter with trapezoidal integration, which stays stable while the corner
        // moves.
        let (mut low_state, mut band_state) = (0.0_f32, 0.0_f32);
        let damping = 1.0 / sharp.max(0.3);
        self.each(|share, sample| {
            let corner = corner(share).clamp(20.0, RATE as f32 * 0.45);
            let g = (PI * corner / RATE as f32).tan();
            let high =
                (*sample - (damping + g) * band_state - low_state) / (1.0 + g * (g + damping));
            let band = g * high + band_state;
            let low = g * band + low_state;
            band_state = g * high + band;
            low_state = g * band + low;
            *sample = match pass {
                Pass::Low => low,
                Pass::Band => band * damping,
                Pass::High => high,
            };
        });
        self
    }

    /// Mixes in another sound from `at` seconds on, growing the clip if needed.
    #[must_use]
    pub fn with(mut self, at: f32, strength: f32, other: &Self) -> Self {
        let from = (at.max(0.0) * RATE as f32) as usize;
        let end = from + other.0.len();
        if self.0.len() < end {
            self.0.resize(end, 0.0);
        }
        for (sample, more) in self.0.iter_mut().skip(from).zip(&other.0) {
            *sample += more * strength;
        }
        self
    }

    /// Finishes the sound: removes the DC offset, scales the peak to `peak` and fades both ends.
    #[must_use]
    pub fn finished(mut self, peak: f32) -> Self {
        let count = self.0.len().max(1) as f32;
        let middle = self.0.iter().sum::<f32>() / count;
        for sample in &mut self.0 {
            *sample -= middle;
        }
        let (fade_in, fade_out) = (FADE_IN * RATE as f32, FADE_OUT * RATE as f32);
        let last = self.0.len().saturating_sub(1) as f32;
        for (i, sample) in self.0.iter_mut().enumerate() {
            let i = i as f32;
            *sample *= (i / fade_in).min(1.0) * ((last - i) / fade_out).min(1.0);
        }
        let strongest = self.0.iter().fold(0.0_f32, |most, s| most.max(s.abs()));
        if strongest > 0.0 {
            for sample in &mut self.0 {
                *sample *= peak / strongest;
            }
        }
        self
    }

    /// The samples.
    pub fn samples(&self) -> &[f32] {
        &self.0
    }

    /// Calls `change` on each sample with its position as a fraction of the length.
    fn each(&mut self, mut change: impl FnMut(f32, &mut f32)) {
        let count = self.0.len().max(1) as f32;
        for (i, sample) in self.0.iter_mut().enumerate() {
            change(i as f32 / count, sample);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strength(clip: &Clip) -> f32 {
        let sum: f32 = clip.samples().iter().map(|s| s * s).sum();
        (sum / clip.samples().len() as f32).sqrt()
    }

    #[test]
    fn a_tone_has_its_frequency() {
        let clip = Clip::tone(1.0, Wave::Sine, |_| 100.0);
        let rising = clip.samples().windows(2).filter(|w| w[0] < 0.0 && w[1] >= 0.0).count();
        assert!((99..=101).contains(&rising), "{rising}");
    }

    #[test]
    fn filters_keep_their_band() {
        let tone = |pitch: f32| Clip::tone(0.3, Wave::Sine, move |_| pitch);
        let kept = |pass, pitch| strength(&tone(pitch).filtered(pass, 0.7, |_| 1000.0));
        assert!(kept(Pass::Low, 100.0) > 0.6 && kept(Pass::Low, 8000.0) < 0.05);
        assert!(kept(Pass::High, 8000.0) > 0.6 && kept(Pass::High, 100.0) < 0.05);
        assert!(kept(Pass::Band, 1000.0) > 0.5 && kept(Pass::Band, 30.0) < 0.1);
    }

    #[test]
    fn a_struck_sound_halves_at_its_half_life() {
        let clip = Clip(vec![1.0; RATE as usize]).struck(0.0, 0.25);
        let at = |seconds: f32| clip.samples()[(seconds * RATE as f32) as usize];
        assert!((at(0.25) - 0.5).abs() < 0.01 && (at(0.5) - 0.25).abs() < 0.01);
    }

    #[test]
    fn finished_sounds_begin_and_end_in_silence() {
        let clip = Clip(vec![1.0; 10_000]).with(0.0, 1.0, &Clip::noise(0.2, 5)).finished(0.8);
        let samples = clip.samples();
        assert!(samples[0].abs() < 1e-6 && samples[samples.len() - 1].abs() < 1e-6);
        let peak = samples.iter().fold(0.0_f32, |m, s| m.max(s.abs()));
        assert!((peak - 0.8).abs() < 1e-4);
        assert_eq!(Clip::silence(0.1).finished(0.5), Clip::silence(0.1), "silence stays silent");
    }

    #[test]
    fn noise_is_the_same_for_the_same_seed() {
        assert_eq!(Clip::noise(0.1, 3), Clip::noise(0.1, 3));
        assert_ne!(Clip::noise(0.1, 3), Clip::noise(0.1, 4));
        let mean = Clip::noise(1.0, 9).samples().iter().sum::<f32>() / RATE as f32;
        assert!(mean.abs() < 0.02, "{mean}");
    }
}
