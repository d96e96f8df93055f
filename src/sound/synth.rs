//! A small synthesiser: tones, noise, envelopes and filters on buffers of samples. Pure, and the
//! same on every run: the noise comes from seeds.

use std::f32::consts::{PI, TAU};

/// Samples in a second.
pub const RATE: u32 = 44_100;

/// So long a finished sound fades in, in seconds.
const FADE_IN: f32 = 0.0015;
/// So long a finished sound fades out, in seconds.
const FADE_OUT: f32 = 0.012;

/// The shape of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wave {
    /// One pure tone.
    Sine,
    /// Soft, with a few odd harmonics.
    Triangle,
    /// Sharp, with all harmonics.
    Saw,
}

/// What a filter lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// What lies below the corner.
    Low,
    /// What lies around it.
    Band,
    /// What lies above it.
    High,
}

/// Sound as samples between -1 and 1, one channel.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip(Vec<f32>);

impl Clip {
    /// Silence of that many seconds.
    pub fn silence(seconds: f32) -> Self {
        Self(vec![0.0; (seconds.max(0.0) * RATE as f32) as usize])
    }

    /// A tone whose pitch in Hertz may change; `pitch` is given the share of the time gone by,
    /// from 0 to 1.
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

    /// White noise from a seed.
    pub fn noise(seconds: f32, seed: u32) -> Self {
        let mut clip = Self::silence(seconds);
        // Marsaglia's shifts; they need a start other than 0.
        let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
        clip.each(|_, sample| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            *sample = state as f32 / u32::MAX as f32 * 2.0 - 1.0;
        });
        clip
    }

    /// Single clicks of noise at random, about `rate` of them in a second: crackling.
    pub fn crackle(seconds: f32, rate: f32, seed: u32) -> Self {
        let dice = Self::noise(seconds, seed);
        let height = Self::noise(seconds, seed.wrapping_add(77));
        let limit = 1.0 - 2.0 * rate / RATE as f32;
        let hits = dice.0.iter().zip(&height.0);
        Self(hits.map(|(d, h)| if *d > limit { *h } else { 0.0 }).collect())
    }

    /// Rises to full strength in `attack` seconds, then dies away: after each `half` seconds half
    /// of it is left.
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

    /// Swells to full strength at `top`, a share of the whole, and fades until the end.
    #[must_use]
    pub fn swelling(self, top: f32) -> Self {
        self.times(|share| {
            let side = if share < top { share / top } else { (1.0 - share) / (1.0 - top) };
            side.clamp(0.0, 1.0).powf(1.6)
        })
    }

    /// Made stronger or weaker; `strength` is given the share of the time gone by.
    #[must_use]
    pub fn times(mut self, strength: impl Fn(f32) -> f32) -> Self {
        self.each(|share, sample| *sample *= strength(share));
        self
    }

    /// Filtered: `corner` in Hertz for the share of the time gone by, `sharp` 0.5 for a gentle
    /// filter, 10 and more for one that rings.
    #[must_use]
    pub fn filtered(mut self, pass: Pass, sharp: f32, corner: impl Fn(f32) -> f32) -> Self {
        // A state variable filter, integrated by the trapezoid rule: it stays stable while its
        // corner moves.
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

    /// Another sound on top of it from `at` seconds on; what goes beyond the end makes it longer.
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

    /// As it is played: centred, the strongest sample at `peak`, without a click at either end.
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

    /// Gives each sample to `change` with the share of the time gone by before it.
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
    fn a_tone_swings_as_often_as_its_pitch_says() {
        let clip = Clip::tone(1.0, Wave::Sine, |_| 100.0);
        let rising = clip.samples().windows(2).filter(|w| w[0] < 0.0 && w[1] >= 0.0).count();
        assert!((99..=101).contains(&rising), "{rising}");
    }

    #[test]
    fn filters_keep_their_own_part() {
        let tone = |pitch: f32| Clip::tone(0.3, Wave::Sine, move |_| pitch);
        let kept = |pass, pitch| strength(&tone(pitch).filtered(pass, 0.7, |_| 1000.0));
        assert!(kept(Pass::Low, 100.0) > 0.6 && kept(Pass::Low, 8000.0) < 0.05);
        assert!(kept(Pass::High, 8000.0) > 0.6 && kept(Pass::High, 100.0) < 0.05);
        assert!(kept(Pass::Band, 1000.0) > 0.5 && kept(Pass::Band, 30.0) < 0.1);
    }

    #[test]
    fn a_struck_sound_halves_in_its_time() {
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
        assert_eq!(Clip::silence(0.1).finished(0.5), Clip::silence(0.1), "nothing stays nothing");
    }

    #[test]
    fn noise_is_the_same_for_the_same_seed() {
        assert_eq!(Clip::noise(0.1, 3), Clip::noise(0.1, 3));
        assert_ne!(Clip::noise(0.1, 3), Clip::noise(0.1, 4));
        let mean = Clip::noise(1.0, 9).samples().iter().sum::<f32>() / RATE as f32;
        assert!(mean.abs() < 0.02, "{mean}");
    }
}
