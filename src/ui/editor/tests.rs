//! The desk and the panels, without a window.

mod desk;
mod files;
mod panels;
