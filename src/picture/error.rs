//! Why a picture cannot be drawn.

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The picture would have no pixels, or more than fit in memory.
    #[error("the picture cannot have {0} x {1} pixels")]
    Size(u32, u32),
    /// The picture could not be written as PNG.
    #[error("the picture could not be written as PNG: {0}")]
    Png(String),
}
