//! The current scores of a combatant: sheet, gear, injuries, a floor at 0, then conditions (TU-7).

use std::ops::RangeInclusive;

use rules::kit::numbers::numbers;
use rules::kit::overrides;
use rules::kit::spawn::{Recruit, carried, outfit};
use rules::ruleset::{Placing, SetUpError, SheetNumber};
use rules::state::{Condition, Expiry, Flags, Meters, Posture, Status, Unit};
use rules::{Key, Refusal, Sum};

use super::data::{
    Armour, Change, Content, Effect, Injury, Kind, Mark, OverRankItem, Rank, Score, Sheet, Tier,
    Trait, Weapon, by_rank,
};

/// Track: hit points (TU-8).
pub const HP: &str = "hp";
/// Track: own Turns left until death by bleeding out (TU-270).
pub const BLEED_OUT: &str = "bleed_out";
/// The Attacks left in a turn (TU-30).
pub const ATTACKS: &str = "attacks";
/// The Reaction of a round (TU-184).
pub const REACTION: &str = "reaction";
/// The Determination Turns left in the battle (TU-276).
pub const DETERMINATION: &str = "determination";
/// The Resource Points left in the battle (TU-16).
pub const RP: &str = "rp";
/// The condition of overheating; its size is the value of the rank (TU-84).
pub const OVERHEATED: &str = "overheated";
/// The condition of fatigue; its size is the level (TU-310).
pub const FATIGUED: &str = "fatigued";
/// The condition of a guarding unit (TU-141).
pub const GUARDING: &str = "guarding";
/// The condition of a unit that acts at 0 HP (TU-273).
pub const DETERMINED: &str = "determined";
/// Turn history: strikes.
pub const STRIKE: &str = "strike";
/// Turn history: a skill used for an Attack.
pub const SKILL: &str = "skill";
/// Turn history: a manoeuvre.
pub const MANOEUVRE: &str = "manoeuvre";
/// Turn history: movement; the amount is in metres.
pub const MOVE: &str = "move";
/// Turn history: a run (TU-147).
pub const RUN: &str = "run";
/// Turn history: a drawn weapon (TU-35).
pub const DRAW: &str = "draw";
/// The slot of the weapon in hand.
pub const MAIN: &str = "main";
/// The slot of a weapon at the belt.
pub const SIDE: &str = "side";
/// The slot of another weapon at the belt.
pub const SPARE: &str = "spare";
/// The slot of a shield.
pub const OFF: &str = "off";
/// The slot of another carried item.
pub const CHARM: &str = "charm";
/// The slot of worn armour.
pub const WORN: &str = "worn";
/// The condition of a hidden unit (TU-301).
pub const HIDDEN: &str = "hidden";
/// Flag: hidden when the battle begins (TU-201).
pub const HIDES: &str = "hides";
/// Flag: surprised, noticing no one before the battle (TU-201).
pub const SURPRISED: &str = "surprised";
/// Flag: the initiative set by the referee, or a bonus to the roll (TU-25).
pub const INITIATIVE: &str = "initiative";
/// Flag: incapacitated by something other than 0 HP (TU-260, TU-310).
pub const OUT: &str = "out";
/// Flag: its walk is over, because it has slipped or has dropped to 0 HP and fights on (TU-153,
/// TU-359).
pub const HALTS: &str = "halts";
/// Flag: charges used in advance from the next Turn. Also the class of the record in that Turn
/// (TU-190).
pub const ADVANCE: &str = "advance";
/// The act of preparing, and its class in the history of a Turn (TU-173).
pub const PREPARE: &str = "prepare";
/// The act of tending, and its class in the history of a Turn (TU-285).
pub const TEND: &str = "tend";
/// Turn history: armour taken off (TU-253).
pub const UNDRESS: &str = "take_off";
/// The link from a holder to the unit it holds (TU-134).
pub const HOLD: &str = "hold";
/// The weapon of every combatant.
pub const FISTS: &str = "fists";

/// Numbers that a level or scenario may override, each with its range; attributes as rank values.
const OVERRIDES: [(&str, RangeInclusive<i32>); 13] = [
    ("str", 0..=5),
    ("agi", 0..=5),
    ("end", 0..=5),
    ("wil", 0..=5),
    ("int", 0..=5),
    ("ego", 0..=5),
    ("athletics", 0..=5),
    ("acrobatics", 0..=5),
    ("perception", 0..=5),
    ("stealth", 0..=5),
    ("medicine", 0..=5),
    ("acc", 0..=30),
    ("dod", 0..=30),
];

/// The track that counts the injuries of a tier.
pub const fn track(tier: Tier) -> &'static str {
    match tier {
        Tier::Minor => "minor",
        Tier::Moderate => "moderate",
        Tier::Massive => "massive",
    }
}

/// The numbers of a sheet that can be changed.
pub fn changeable(sheet: &Sheet) -> Vec<SheetNumber> {
    let base = |name: &str| match name {
        "str" => Some(sheet.str.value()),
        "agi" => Some(sheet.agi.value()),
        "end" => Some(sheet.end.value()),
        "wil" => Some(sheet.wil.value()),
        "int" => Some(sheet.int.value()),
        "ego" => Some(sheet.ego.value()),
        "athletics" => Some(sheet.athletics.value()),
        "acrobatics" => Some(sheet.acrobatics.value()),
        "perception" => Some(sheet.perception.value()),
        "stealth" => Some(sheet.stealth.value()),
        "medicine" => Some(sheet.medicine.value()),
        "acc" => sheet.acc,
        _ => sheet.dod,
    };
    let all = OVERRIDES.into_iter();
    all.map(|(name, range)| SheetNumber::new(name, range, base(name))).collect()
}

/// Overrides one number of a sheet; refuses unknown names and values out of range.
pub fn change(sheet: &mut Sheet, name: &Key, value: i64) -> Result<(), SetUpError> {
    let n = overrides::number(OVERRIDES, name, value)?;
    match name.as_str() {
        "str" => sheet.str = Rank::of(n),
        "agi" => sheet.agi = Rank::of(n),
        "end" => sheet.end = Rank::of(n),
        "wil" => sheet.wil = Rank::of(n),
        "int" => sheet.int = Rank::of(n),
        "ego" => sheet.ego = Rank::of(n),
        "athletics" => sheet.athletics = Rank::of(n),
        "acrobatics" => sheet.acrobatics = Rank::of(n),
        "perception" => sheet.perception = Rank::of(n),
        "stealth" => sheet.stealth = Rank::of(n),
        "medicine" => sheet.medicine = Rank::of(n),
        "acc" => sheet.acc = Some(n),
        _ => sheet.dod = Some(n),
    }
    Ok(())
}

/// Creates a combatant, with no injuries.
///
/// # Errors
/// When a piece of gear is unknown.
pub fn place(content: &Content, sheet: Sheet, placing: &Placing) -> Result<Unit, SetUpError> {
    let rules = &content.rules;
    let bleeding = rules.bleed_out + sheet.end.value();
    let hp = sheet.hp.unwrap_or(by_rank(&rules.max_hp, sheet.end));
    let of_its_own = |n: i32| if sheet.summon { 0 } else { n };
    let mut tracks = Meters::full([
        (Key::of(HP), hp),
        (Key::of(track(Tier::Minor)), 12),
        (Key::of(track(Tier::Moderate)), 6),
        (Key::of(track(Tier::Massive)), 6),
        (Key::of(BLEED_OUT), bleeding),
    ]);
    for tier in [Tier::Minor, Tier::Moderate, Tier::Massive] {
        tracks.get_mut(track(tier)).into_iter().for_each(|meter| meter.value = 0);
    }
    let pools = Meters::full([
        (Key::of(ATTACKS), of_its_own(by_rank(&rules.attacks, sheet.agi))),
        (Key::of(REACTION), 1),
        (Key::of(DETERMINATION), of_its_own(by_rank(&rules.determination, sheet.wil))),
        (Key::of(RP), by_rank(&rules.rp_pool, sheet.key_rank())),
    ]);
    let Sheet { main, side, spare, off, worn, charm, .. } = &sheet;
    let own = [
        (MAIN, main.as_ref()),
        (SIDE, side.as_ref()),
        (SPARE, spare.as_ref()),
        (OFF, off.as_ref()),
        (WORN, worn.as_ref()),
        (CHARM, charm.as_ref()),
    ];
    let mut gear = carried(own);
    let fits = |slot: &str, item: &str| match slot {
        MAIN | SIDE | SPARE => content.weapons.contains(item),
        OFF | WORN | CHARM => content.armour.contains(item),
        _ => false,
    };
    let items = || content.weapons.ids().chain(content.armour.ids()).map(Key::as_str);
    outfit(&mut gear, placing, fits, || overrides::list(items()))?;
    let (size, height_cm, flies) = (sheet.size, sheet.height_cm, sheet.fly.is_some());
    let start = &placing.start;
    let mut flags = Flags::default();
    flags.set(Key::of(HIDES), start.hidden.into());
    flags.set(Key::of(SURPRISED), start.surprised.into());
    flags.set(Key::of(INITIATIVE), start.initiative.into());
    let recruit = Recruit { sheet, size, height_cm, flies, tracks, pools, gear, flags };
    Ok(recruit.placed(placing))
}

numbers!(
    /// A combatant with its content and its sheet.
    Numbers of Content, Sheet
);

impl<'a> Numbers<'a> {
    /// Its injuries.
    fn injuries(&self) -> impl Iterator<Item = (&'a Condition, &'a Injury)> {
        let content = self.content;
        let known = move |c: &'a Condition| Some((c, content.injuries.get(c.id.as_str())?));
        self.unit.conditions.0.iter().filter_map(known)
    }

    /// True if one of its injuries has this trait.
    pub fn suffers(&self, what: Trait) -> bool {
        self.injuries().any(|(_, injury)| injury.marks.contains(&what))
    }

    /// Number of lost arms, or of lost legs (TU-255).
    pub fn lost(&self, arms: bool) -> usize {
        let parts = self.unit.conditions.0.iter().filter_map(|c| c.part.as_ref());
        let limbs = parts.filter_map(|part| self.content.limbs.get(part.as_str()));
        limbs.filter(|limb| limb.arm == arms).count()
    }

    /// A score after injuries, and the injury that lowers it most, which is the one that counts
    /// (TU-225).
    pub fn injured(&self, score: Score, value: i32) -> (i32, Option<&'a Injury>) {
        self.injured_in(score, value, |_| true)
    }

    /// A mental defence after injuries that affect it or all three.
    pub fn injured_mind(&self, kind: Kind, value: i32) -> i32 {
        let own = |c: &Condition| c.part.as_ref().is_none_or(|part| *part == *kind.part());
        self.injured_in(Score::Mind, value, own).0
    }

    fn injured_in(
        &self,
        score: Score,
        value: i32,
        counts: impl Fn(&Condition) -> bool,
    ) -> (i32, Option<&'a Injury>) {
        // Injuries of natural damage also affect bare hands (TU-233).
        let concerns = |on: Score| on == score || score == Score::Unarmed && on == Score::Damage;
        let mut worst = (value, None);
        for (condition, injury) in self.injuries().filter(|(c, _)| counts(c)) {
            let limb = condition.part.as_ref().and_then(|p| self.content.limbs.get(p.as_str()));
            let of_limb = limb.map_or(&[][..], |limb| &limb.effects);
            for Effect { on, is, least } in injury.effects.iter().chain(of_limb) {
                let times = condition.size.max(1);
                let left = match is {
                    Change::Less(n) => value.saturating_sub(n.saturating_mul(times)).max(*least),
                    Change::More(n) => value.saturating_add(*n),
                    Change::Halved => (value / 2).max(*least),
                    Change::LessThird => value * 2 / 3,
                    Change::Becomes(n) => *n,
                };
                if concerns(*on) && left < worst.0 {
                    worst = (left, Some(injury));
                }
            }
        }
        worst
    }

    /// Applies injuries to a score, with a floor at 0.
    pub fn hurt(&self, score: Score, sum: &mut Sum) {
        let total = sum.total();
        if let (left, Some(injury)) = self.injured(score, total) {
            let (label, value) = (injury.name.to_lowercase(), left - total);
            sum.push_term(rules::Term {
                label,
                value,
                rule: rules::RuleId::new(injury.rule.as_str()),
            });
        }
        sum.add("not below 0", -sum.total().min(0), "TU-7");
    }

    /// ACC (TU-11), before the situation.
    pub fn acc(&self) -> Sum {
        let mut acc = Sum::new();
        acc.push("ACC", self.sheet.accuracy(), "TU-11");
        self.hurt(Score::Acc, &mut acc);
        self.shift(Score::Acc, &mut acc);
        if self.lies() {
            acc.add("prone", self.content.rules.prone_acc, "TU-155");
        }
        acc
    }

    /// DOD (TU-11), before the situation.
    pub fn dod(&self) -> Sum {
        let mut dod = Sum::new();
        if self.unit.status == Status::Down {
            dod.push("incapacitated", 0, "TU-269");
            return dod;
        }
        dod.push("DOD", self.sheet.dodge(), "TU-11");
        for armour in self.usable() {
            dod.add(armour.name.to_lowercase(), armour.dod, "TU-11");
        }
        self.hurt(Score::Dod, &mut dod);
        self.shift(Score::Dod, &mut dod);
        dod
    }

    /// True if it is neither incapacitated nor stunned (TU-269, TU-297).
    pub fn can_act(&self) -> bool {
        self.unit.is_active() && !self.has_mark(Mark::Helpless)
    }

    /// True while it is prone.
    pub fn lies(&self) -> bool {
        self.unit.placement.posture == Posture::Prone
    }

    /// Its armour and shield.
    fn gear(&self) -> impl Iterator<Item = &'a Armour> {
        let (content, gear) = (self.content, &self.unit.gear.0);
        let slots = [OFF, WORN, CHARM].into_iter();
        slots.filter_map(|slot| content.armour.get(gear.get(slot)?.as_str()))
    }

    /// The armour it wears.
    pub fn armour(&self) -> Option<&'a Armour> {
        self.content.armour.get(self.unit.gear.0.get(WORN)?.as_str())
    }

    /// Armour and shield within its wield rank (TU-22); the shield only with a free arm (TU-255).
    pub fn usable(&self) -> impl Iterator<Item = &'a Armour> {
        let arm = self.spares_an_arm();
        let held = move |armour: &Armour| armour.dod <= 0 || arm;
        self.gear().filter(move |armour| self.fits_rank(armour.rank) && held(armour))
    }

    /// Whether it has an arm for a shield: a single arm counts only if it holds no weapon (TU-255).
    fn spares_an_arm(&self) -> bool {
        let main = self.unit.gear.0.get(MAIN);
        let weapon = main.and_then(|item| self.content.weapons.get(item.as_str()));
        match self.lost(true) {
            0 => true,
            1 => weapon.is_none_or(|weapon| weapon.hands == 0),
            _ => false,
        }
    }

    /// Whether gear of this rank can be used (TU-22).
    fn fits_rank(&self, rank: Rank) -> bool {
        self.content.rules.over_rank_item == OverRankItem::Use || rank <= self.wields()
    }

    /// The highest rank of gear that it can use (TU-22).
    pub fn wields(&self) -> Rank {
        Rank::of(self.injured(Score::Wield, self.sheet.str.value()).0)
    }

    /// Metres of Movement in a Turn (TU-9); flying Movement for a flyer on its wings (TU-157).
    pub fn movement(&self) -> i32 {
        self.metres(!self.lies())
    }

    /// Metres of Movement on foot (TU-9).
    pub fn on_foot(&self) -> i32 {
        self.metres(false)
    }

    fn metres(&self, flies: bool) -> i32 {
        if self.suffers(Trait::Encumbered) && self.gear().any(|armour| armour.encases) {
            return 0;
        }
        let gear: i32 = self.gear().map(|armour| armour.movement).sum();
        let on_foot = by_rank(&self.content.rules.movement, self.sheet.agi);
        let metres =
            self.sheet.fly.filter(|_| flies).unwrap_or(on_foot).saturating_add(gear).max(0);
        let left = self.injured(Score::Movement, metres).0;
        let left = if self.lost(false) > 1 { left.min(1) } else { left };
        let left = self.shifted(Score::Movement, left);
        if self.fatigue() >= 3 { left / 2 } else { left }
    }

    /// Attacks in a Turn (TU-10).
    pub fn attacks(&self) -> i32 {
        if self.sheet.summon {
            return 0;
        }
        let attacks = by_rank(&self.content.rules.attacks, self.sheet.agi);
        if self.fatigue() >= 4 { (attacks - 1).max(1) } else { attacks }
    }

    /// Natural PHYS damage (TU-12), or that of bare hands (TU-13).
    pub fn natural_damage(&self, unarmed: bool) -> Sum {
        let mut damage = Sum::new();
        damage.push(
            "Strength",
            by_rank(&self.content.rules.natural_damage, self.sheet.str),
            "TU-12",
        );
        self.hurt(if unarmed { Score::Unarmed } else { Score::Damage }, &mut damage);
        damage
    }

    /// Natural PHYS defence (TU-14).
    pub fn natural_defence(&self) -> i32 {
        let defence = by_rank(&self.content.rules.natural_defence, self.sheet.end);
        self.injured(Score::Defence, defence).0.max(0)
    }

    /// Further PHYS defence (TU-111).
    pub fn further_defence(&self) -> i32 {
        let armour = self.usable().map(|armour| armour.defence).sum();
        self.shifted(Score::Further, armour)
    }

    /// Fatigue Resistance (TU-21).
    pub fn fatigue_resistance(&self) -> i32 {
        let rules = &self.content.rules;
        let gear: i32 = self.usable().map(|armour| armour.fatigue).sum();
        let score = by_rank(&rules.fatigue_resistance, self.sheet.end) + gear;
        let score = score.min(rules.fatigue_cap);
        self.injured(Score::Fatigue, score).0
    }

    /// The maximum of Determination Turns after injuries (TU-20, TU-234, TU-250).
    pub fn most_determination(&self) -> i32 {
        if self.sheet.summon {
            return 0;
        }
        let most = by_rank(&self.content.rules.determination, self.sheet.wil);
        self.injured(Score::Determination, most).0
    }

    /// RP lost at each start of its Turn (TU-236).
    pub fn drains(&self) -> i32 {
        -self.injured(Score::Drain, 0).0
    }

    /// HP lost at each start of its Turn (TU-231, TU-256).
    pub fn bleeds(&self) -> i32 {
        -self.injured(Score::Blood, 0).0
    }

    /// Number of its own Turn starts until it runs out of breath (TU-261).
    pub fn breath(&self) -> u16 {
        let rules = &self.content.rules;
        let minutes = rules.breath_minutes + self.sheet.end.value();
        u16::try_from(minutes.saturating_mul(rules.rounds_a_minute)).unwrap_or(u16::MAX)
    }

    /// True if a coma has set in (TU-260).
    pub fn is_comatose(&self) -> bool {
        let out = |c: &Condition| matches!(c.expiry, Expiry::Slots { left: 0, .. });
        self.injuries().any(|(c, injury)| injury.marks.contains(&Trait::Coma) && out(c))
    }

    /// True if it is unable to get up (TU-252, TU-255).
    pub fn is_floored(&self) -> bool {
        self.suffers(Trait::Floored) || self.lost(false) > 1
    }

    /// The HP, 0 or below, at which it dies (TU-272).
    pub fn death(&self) -> i32 {
        let max = self.unit.tracks.0.get(HP).map_or(0, |hp| hp.max);
        -share_of(max, self.content.rules.death_share)
    }

    /// Its weapons, each with its slot, bare hands last.
    pub fn weapons(&self) -> impl Iterator<Item = (&'static str, &'a Weapon)> + use<'a> {
        let (content, gear) = (self.content, &self.unit.gear.0);
        let held = [MAIN, SIDE, SPARE].into_iter();
        let held =
            held.filter_map(|slot| Some((slot, content.weapons.get(gear.get(slot)?.as_str())?)));
        held.chain(content.weapons.get(FISTS).map(|fists| (MAIN, fists)))
    }

    /// The weapon with this ID and its slot, if it has it.
    pub fn weapon(&self, id: &str) -> Option<(&'static str, &'a Weapon)> {
        self.weapons().find(|(_, weapon)| weapon.id == *id)
    }

    /// Checks that its rank, its injuries and its free hands allow it to use a weapon (TU-22,
    /// TU-253, TU-255).
    ///
    /// # Errors
    /// The reason why it cannot.
    pub fn can_hold(&self, weapon: &Weapon) -> Result<(), Refusal> {
        // Natural weapons need no hands and can always be used.
        if weapon.hands == 0 {
            return Ok(());
        }
        if !self.fits_rank(weapon.rank) {
            return Err(Refusal::new("too_heavy", "its rank is too high to wield it", "TU-22"));
        }
        if self.suffers(Trait::Unarmed) {
            return Err(Refusal::new("no_weapons", "it cannot use weapons", "TU-253"));
        }
        let lost = self.lost(true);
        if weapon.hands > 1 && lost > 0 || lost > 1 {
            return Err(Refusal::new("no_hands", "it has lost an arm that this needs", "TU-255"));
        }
        let shield = self.unit.gear.0.get(OFF).is_some_and(|item| !item.as_str().is_empty());
        if weapon.hands > 1 && shield {
            return Err(Refusal::new("no_hands", "its other hand holds a shield", "TU-22"));
        }
        Ok(())
    }

    /// Metres spent in this turn, standing up included.
    pub fn gone(&self) -> i32 {
        let moves = self.unit.turn.acts.iter().filter(|record| record.class == *MOVE);
        moves.map(|record| record.amount).fold(0, i32::saturating_add)
    }

    /// True if it has run in this turn (TU-148).
    pub fn has_run(&self) -> bool {
        self.unit.turn.acts.iter().any(|record| record.class == *RUN)
    }

    /// The number of strikes made in this turn, and the number of the main strike (TU-48).
    pub fn strikes(&self) -> (i32, Option<i32>) {
        let mut made = self.unit.turn.acts.iter().filter(|record| record.class == *STRIKE);
        let main = made.next().map(|record| record.amount);
        (i32::try_from(made.count()).unwrap_or_default() + i32::from(main.is_some()), main)
    }
}

/// A share of a number in hundredths, rounded down.
pub fn share_of(whole: i32, hundredths: i32) -> i32 {
    let part = i64::from(whole) * i64::from(hundredths) / 100;
    i32::try_from(part).unwrap_or(i32::MAX)
}
