//! Definitions of the sounds.

use rules::look::Force;

use super::synth::{Clip, Pass, Wave};
use super::{Footing, Sound};

impl Sound {
    /// The sound as samples: at most 1.6 seconds, below full scale, silent at both ends.
    pub fn clip(self) -> Clip {
        match self {
            Self::Step(on) => step(on),
            Self::Wings => wings(),
            Self::Leap => leap(),
            Self::Swing => swing(),
            Self::HitFlesh => hit_flesh(),
            Self::HitArmour => hit_armour(),
            Self::HitWood => hit_wood(),
            Self::Break => shatter(),
            Self::Bow => bow(),
            Self::Throw => throw(),
            Self::Dodge => dodge(),
            Self::Cast(force) => cast(force),
            Self::Impact(force) => impact(force),
            Self::DiceRoll => dice_roll(),
            Self::DiceLand => dice_land(),
            Self::Good => good(),
            Self::Bad => bad(),
            Self::BodyFall => body_fall(),
            Self::Death => death(),
            Self::Rise => rise(),
            Self::Appear => appear(),
            Self::Click => click(),
            Self::Turn => turn(),
            Self::Door => door(),
            Self::Victory => victory(),
        }
    }
}

/// Glides from `a` to `b` exponentially, matching how pitch is heard.
fn glide(a: f32, b: f32) -> impl Fn(f32) -> f32 {
    move |share| a * (b / a).powf(share)
}

/// A low thud: something heavy hits something solid.
fn thud(from: f32, to: f32, half: f32) -> Clip {
    Clip::tone(half * 7.0, Wave::Sine, glide(from, to)).struck(0.001, half)
}

/// A short burst of noise around a frequency.
fn tap(pitch: f32, sharp: f32, half: f32, seed: u32) -> Clip {
    Clip::noise(half * 8.0, seed).struck(0.001, half).filtered(Pass::Band, sharp, move |_| pitch)
}

/// A soft whoosh of noise that rises and falls.
fn rush(seconds: f32, from: f32, to: f32, top: f32, seed: u32) -> Clip {
    Clip::noise(seconds, seed).filtered(Pass::Band, 1.4, glide(from, to)).swelling(top)
}

/// A struck bar or bell with partials at these ratios; higher partials decay faster.
fn bell(pitch: f32, ratios: &[f32], half: f32) -> Clip {
    let mut clip = Clip::silence(half * 6.0);
    for (i, ratio) in ratios.iter().enumerate() {
        let own = half / (1.0 + 0.6 * i as f32);
        let partial = Clip::tone(half * 6.0, Wave::Sine, |_| pitch * ratio).struck(0.001, own);
        clip = clip.with(0.0, 0.8_f32.powi(i as i32), &partial);
    }
    clip
}

fn step(on: Footing) -> Clip {
    match on {
        Footing::Grass => Clip::silence(0.14)
            .with(0.0, 0.7, &tap(900.0, 0.7, 0.018, 11))
            .with(0.03, 0.4, &tap(2600.0, 0.8, 0.014, 12))
            .with(0.0, 0.5, &thud(95.0, 60.0, 0.018))
            .finished(0.28),
        Footing::Stone => Clip::silence(0.1)
            .with(0.0, 0.9, &tap(1900.0, 2.5, 0.008, 13))
            .with(0.0, 0.5, &thud(190.0, 120.0, 0.012))
            .with(0.045, 0.35, &tap(1500.0, 2.0, 0.007, 14))
            .finished(0.3),
        Footing::Wood => Clip::silence(0.14)
            .with(0.0, 1.0, &tap(420.0, 5.0, 0.02, 15))
            .with(0.0, 0.8, &thud(150.0, 110.0, 0.024))
            .finished(0.34),
        Footing::Gravel => Clip::crackle(0.16, 900.0, 16)
            .filtered(Pass::Band, 1.2, |_| 3200.0)
            .struck(0.004, 0.035)
            .with(0.0, 0.06, &thud(110.0, 70.0, 0.016))
            .finished(0.28),
        Footing::Snow => Clip::noise(0.2, 17)
            .filtered(Pass::Band, 1.0, |s| 1500.0 + 1600.0 * s)
            .struck(0.03, 0.035)
            .finished(0.22),
        Footing::Mud => Clip::noise(0.22, 18)
            .filtered(Pass::Low, 3.0, glide(900.0, 240.0))
            .struck(0.02, 0.04)
            .with(0.09, 0.5, &Clip::tone(0.08, Wave::Sine, glide(180.0, 420.0)).swelling(0.5))
            .finished(0.3),
        Footing::Water => Clip::noise(0.3, 19)
            .filtered(Pass::Band, 1.1, glide(700.0, 2400.0))
            .struck(0.02, 0.06)
            .with(0.06, 0.3, &Clip::tone(0.07, Wave::Sine, glide(420.0, 900.0)).swelling(0.4))
            .with(0.14, 0.2, &Clip::tone(0.06, Wave::Sine, glide(560.0, 1200.0)).swelling(0.4))
            .finished(0.3),
    }
}

fn wings() -> Clip {
    let beat = Clip::noise(0.2, 21).filtered(Pass::Low, 0.9, glide(700.0, 240.0)).swelling(0.35);
    Clip::silence(0.2).with(0.0, 1.0, &beat).finished(0.3)
}

fn leap() -> Clip {
    rush(0.3, 350.0, 1300.0, 0.5, 22).finished(0.28)
}

fn swing() -> Clip {
    rush(0.24, 700.0, 2600.0, 0.62, 23)
        .with(0.0, 0.5, &rush(0.24, 2200.0, 5200.0, 0.7, 24))
        .finished(0.42)
}

fn hit_flesh() -> Clip {
    Clip::silence(0.2)
        .with(0.0, 1.0, &thud(170.0, 55.0, 0.03))
        .with(0.0, 0.7, &tap(700.0, 0.8, 0.02, 25))
        .with(0.012, 0.35, &tap(1800.0, 0.9, 0.014, 26))
        .finished(0.62)
}

fn hit_armour() -> Clip {
    bell(830.0, &[1.0, 1.52, 2.31, 3.17, 4.4], 0.055)
        .with(0.0, 1.4, &tap(3400.0, 1.2, 0.009, 27))
        .with(0.0, 1.2, &thud(150.0, 70.0, 0.025))
        .finished(0.55)
}

fn hit_wood() -> Clip {
    Clip::silence(0.2)
        .with(0.0, 1.0, &tap(520.0, 4.0, 0.02, 28))
        .with(0.0, 0.7, &tap(1150.0, 3.0, 0.012, 29))
        .with(0.0, 0.6, &thud(140.0, 90.0, 0.025))
        .finished(0.55)
}

fn shatter() -> Clip {
    let mut clip = hit_wood();
    for (i, at) in [0.05_f32, 0.09, 0.14, 0.2, 0.27, 0.36].into_iter().enumerate() {
        let piece = tap(480.0 + 190.0 * (i * 5 % 7) as f32, 3.5, 0.014, 30 + i as u32);
        clip = clip.with(at, 0.8 - 0.1 * i as f32, &piece);
    }
    clip.finished(0.6)
}

fn bow() -> Clip {
    let string = Clip::tone(0.22, Wave::Triangle, glide(210.0, 165.0)).struck(0.001, 0.035);
    Clip::silence(0.24)
        .with(0.0, 0.9, &string)
        .with(0.0, 0.9, &tap(1400.0, 1.2, 0.008, 37))
        .with(0.02, 0.8, &rush(0.2, 2600.0, 1400.0, 0.2, 38))
        .finished(0.45)
}

fn throw() -> Clip {
    let whirl = rush(0.32, 900.0, 1500.0, 0.4, 39).times(|s| 0.6 + 0.4 * (s * 55.0).sin());
    Clip::silence(0.32).with(0.0, 1.0, &whirl).finished(0.36)
}

fn dodge() -> Clip {
    rush(0.2, 1500.0, 600.0, 0.3, 40).finished(0.26)
}

fn cast(force: Force) -> Clip {
    let chord = |pitches: &[f32], seconds: f32, top: f32| {
        let mut clip = Clip::silence(seconds);
        for pitch in pitches {
            let voice = Clip::tone(seconds, Wave::Triangle, |_| *pitch).swelling(top);
            let detuned = Clip::tone(seconds, Wave::Sine, |_| pitch * 1.006).swelling(top);
            clip = clip.with(0.0, 0.5, &voice).with(0.0, 0.5, &detuned);
        }
        clip
    };
    match force {
        Force::Body => rush(0.25, 500.0, 1800.0, 0.6, 41).finished(0.36),
        Force::Fire => rush(0.5, 250.0, 1100.0, 0.7, 42)
            .with(0.05, 0.5, &Clip::crackle(0.45, 160.0, 43).filtered(Pass::Band, 1.0, |_| 2100.0))
            .finished(0.45),
        Force::Cold => chord(&[1318.5, 1975.5, 2637.0], 0.5, 0.7)
            .with(0.0, 0.7, &rush(0.5, 5200.0, 7600.0, 0.7, 44))
            .finished(0.34),
        Force::Shock => Clip::tone(0.35, Wave::Saw, |s| 90.0 + 30.0 * (s * 160.0).sin())
            .filtered(Pass::High, 0.7, |_| 900.0)
            .swelling(0.8)
            .with(0.0, 0.8, &Clip::crackle(0.35, 500.0, 45).filtered(Pass::High, 0.7, |_| 2500.0))
            .finished(0.38),
        Force::Venom => Clip::noise(0.45, 46)
            .filtered(Pass::Low, 5.0, |s| 420.0 + 260.0 * (s * 38.0).sin())
            .swelling(0.6)
            .finished(0.4),
        Force::Light => chord(&[523.3, 784.0, 1046.5], 0.6, 0.65).finished(0.36),
        Force::Dark => chord(&[98.0, 103.8, 146.8], 0.6, 0.75)
            .with(0.0, 0.3, &rush(0.6, 900.0, 200.0, 0.7, 47))
            .finished(0.42),
        Force::Mind => Clip::tone(0.55, Wave::Sine, |s| 420.0 + 60.0 * (s * 42.0).sin())
            .swelling(0.6)
            .with(0.0, 0.5, &chord(&[630.0], 0.55, 0.6))
            .finished(0.34),
        Force::Life => chord(&[392.0, 493.9, 587.3], 0.6, 0.6)
            .with(0.15, 0.3, &chord(&[1174.7], 0.4, 0.4))
            .finished(0.36),
        Force::Magic => chord(&[311.1, 466.2, 622.3], 0.5, 0.75)
            .with(0.0, 0.35, &rush(0.5, 600.0, 3000.0, 0.8, 48))
            .finished(0.38),
    }
}

fn impact(force: Force) -> Clip {
    match force {
        Force::Body => hit_flesh(),
        Force::Fire => Clip::noise(0.6, 51)
            .filtered(Pass::Low, 0.8, glide(2600.0, 220.0))
            .struck(0.004, 0.09)
            .with(0.0, 0.9, &thud(120.0, 42.0, 0.06))
            .with(0.08, 0.5, &Clip::crackle(0.4, 180.0, 52).struck(0.01, 0.1))
            .finished(0.62),
        Force::Cold => bell(1760.0, &[1.0, 1.41, 1.93, 2.62, 3.3], 0.09)
            .with(0.0, 0.9, &tap(5200.0, 1.0, 0.03, 53))
            .finished(0.45),
        Force::Shock => Clip::noise(0.3, 54)
            .filtered(Pass::High, 0.8, |_| 1400.0)
            .struck(0.001, 0.03)
            .with(0.0, 1.0, &thud(260.0, 50.0, 0.03))
            .with(0.05, 0.7, &Clip::crackle(0.25, 420.0, 55).struck(0.002, 0.07))
            .finished(0.55),
        Force::Venom => Clip::noise(0.4, 56)
            .filtered(Pass::Band, 2.0, glide(2400.0, 500.0))
            .struck(0.01, 0.07)
            .with(0.1, 0.4, &Clip::tone(0.1, Wave::Sine, glide(160.0, 340.0)).swelling(0.5))
            .finished(0.45),
        Force::Light => bell(1046.5, &[1.0, 2.0, 3.0, 4.2], 0.16).finished(0.42),
        Force::Dark => Clip::tone(0.6, Wave::Saw, glide(140.0, 45.0))
            .filtered(Pass::Low, 1.2, glide(1400.0, 180.0))
            .struck(0.01, 0.1)
            .finished(0.5),
        Force::Mind => Clip::tone(0.5, Wave::Sine, |s| 700.0 - 380.0 * s + 50.0 * (s * 60.0).sin())
            .struck(0.01, 0.1)
            .finished(0.36),
        Force::Life => bell(784.0, &[1.0, 2.0, 3.0], 0.14)
            .with(0.09, 0.8, &bell(987.8, &[1.0, 2.0, 3.0], 0.16))
            .finished(0.4),
        Force::Magic => bell(466.2, &[1.0, 1.5, 2.67, 3.9], 0.1)
            .with(0.0, 0.9, &tap(1600.0, 0.8, 0.03, 57))
            .finished(0.48),
    }
}

fn dice_roll() -> Clip {
    let mut clip = Clip::silence(0.36);
    let bounces = [0.0_f32, 0.07, 0.125, 0.165, 0.2, 0.24, 0.265, 0.31];
    for (i, at) in bounces.into_iter().enumerate() {
        let pitch = 1500.0 + 260.0 * (i * 3 % 5) as f32;
        clip = clip.with(at, 0.9 - 0.07 * i as f32, &tap(pitch, 4.0, 0.006, 60 + i as u32));
    }
    clip.finished(0.3)
}

fn dice_land() -> Clip {
    Clip::silence(0.1)
        .with(0.0, 1.0, &tap(1250.0, 3.5, 0.008, 69))
        .with(0.0, 0.6, &thud(210.0, 150.0, 0.012))
        .finished(0.36)
}

fn good() -> Clip {
    bell(659.3, &[1.0, 2.0], 0.07).with(0.07, 1.0, &bell(987.8, &[1.0, 2.0], 0.09)).finished(0.26)
}

fn bad() -> Clip {
    bell(329.6, &[1.0, 2.0], 0.07).with(0.08, 1.0, &bell(261.6, &[1.0, 2.0], 0.09)).finished(0.26)
}

fn body_fall() -> Clip {
    Clip::silence(0.3)
        .with(0.0, 1.0, &thud(110.0, 45.0, 0.045))
        .with(0.0, 0.5, &tap(420.0, 0.8, 0.03, 70))
        .with(0.1, 0.5, &thud(90.0, 50.0, 0.03))
        .with(0.1, 0.3, &tap(800.0, 0.8, 0.02, 71))
        .finished(0.6)
}

fn death() -> Clip {
    let knell = bell(130.8, &[1.0, 2.0, 2.4, 3.0, 4.5], 0.24);
    body_fall().with(0.06, 0.9, &knell).finished(0.6)
}

fn rise() -> Clip {
    rush(0.22, 300.0, 700.0, 0.6, 72).with(0.14, 0.5, &tap(600.0, 1.0, 0.015, 73)).finished(0.26)
}

fn appear() -> Clip {
    rush(0.45, 500.0, 2600.0, 0.75, 74)
        .with(0.2, 0.3, &bell(880.0, &[1.0, 1.5, 2.0], 0.07))
        .finished(0.36)
}

fn click() -> Clip {
    tap(1800.0, 3.0, 0.005, 75).with(0.0, 0.5, &thud(320.0, 240.0, 0.006)).finished(0.24)
}

fn turn() -> Clip {
    // A drum with a soft skin, twice.
    let drum = thud(180.0, 96.0, 0.06).with(0.0, 0.25, &tap(900.0, 0.9, 0.012, 76));
    Clip::silence(0.3).with(0.0, 0.8, &drum).with(0.13, 1.0, &drum).finished(0.34)
}

fn door() -> Clip {
    let creak = Clip::tone(0.4, Wave::Saw, |s| 70.0 + 45.0 * s + 12.0 * (s * 31.0).sin())
        .filtered(Pass::Band, 5.0, |s| 700.0 + 500.0 * s)
        .swelling(0.4);
    Clip::silence(0.4).with(0.0, 1.0, &creak).with(0.36, 0.7, &hit_wood()).finished(0.4)
}

fn victory() -> Clip {
    let mut clip = Clip::silence(1.4);
    for (i, pitch) in [392.0_f32, 523.3, 659.3, 784.0].into_iter().enumerate() {
        let note = bell(pitch, &[1.0, 2.0, 3.0], 0.11 + 0.03 * i as f32);
        clip = clip.with(0.13 * i as f32, 0.8, &note);
    }
    clip.finished(0.45)
}
