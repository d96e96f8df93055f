//! The panels of a battle. Each has a plain model, built from a battle without
//! a screen, and a function that shows it and returns the player's intents.

mod actions;
mod battle_stats;
mod card;
mod dice;
mod fields;
mod hand_over;
mod icons;
mod lenses;
mod log;
mod log_focus;
pub mod objective;
mod order;
mod orders;
mod pages;
mod playback;
mod preview;
mod profile;
mod prompt;
mod recap;
mod referee;
mod result;
mod signs;
pub mod sky;
mod slot;
mod spotlight;
#[cfg(test)]
mod tests;
mod tiles;
mod tools;
mod turn_order;

pub use self::actions::{ActionModel, ActionsModel, GroupModel, PipModel, VariantModel, pips};
pub use self::battle_stats::{StatsModel, StatsRow};
pub use self::card::{Bar, CardModel};
pub use self::fields::{FieldKind, FieldModel, PartModel, SettingModel};
pub use self::hand_over::HandOverModel;
pub use self::icons::of_condition as condition_icon;
pub use self::log::LogModel;
pub use self::orders::OrdersModel;
pub use self::pages::{Behind, PagesModel, SavesModel};
pub use self::playback::PlaybackModel;
pub use self::preview::{
    AttackOption, Outcome, Party, PreviewModel, RouteLine, RouteModel, RouteStep, Share, SpotFoe,
    SpotModel, Struck, TargetPreview, in_words, percent,
};
pub use self::prompt::{ChoiceModel, MOST_NUMBERED, PromptModel};
pub use self::recap::RecapModel;
pub use self::referee::{
    BodyModel, LastModel, RefereeModel, RuledModel, SideFactModel, ValueModel,
};
pub use self::result::{Ending, Outlook, ResultModel, ResultRow};
pub use self::slot::{Chip, Progress, SlotModel};
pub use self::spotlight::SpotlightModel;
pub use self::tools::{HintsModel, ToolsModel};
pub use self::turn_order::OrderModel;

pub use self::card::{show as show_card, show_short as show_short_card};
pub use self::dice::show as show_roll;
pub use self::hand_over::show as show_hand_over;
pub use self::lenses::{show as show_lenses, show_legend, show_notes as show_lens_notes};
pub use self::log::{show as show_log, show_last_lines};
pub use self::log_focus::reads_log;
pub use self::order::{show as show_order, show_round};
pub use self::orders::show as show_orders;
pub use self::pages::show as show_pages;
pub use self::playback::show as show_playback;
pub use self::preview::show as show_preview;
pub use self::prompt::show as show_prompt;
pub use self::recap::show as show_recap;
pub use self::referee::{forget as forget_referee, show as show_referee};
pub use self::result::{show as show_result, show_headline};
pub use self::spotlight::show as show_spotlight;
pub use self::tiles::{has_settings, show as show_tiles, show_decide, show_more, show_settings};
pub use self::tools::show as show_tools;
