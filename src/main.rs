//! The High Ground executable. Everything is in the library; see [`highground::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    highground::cli::main()
}
