//! Quoted texts with escapes, and the lines and columns of a file.

use files::At;

/// Text in double quotes, not yet unescaped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'t> {
    /// Byte offset of the first character inside the quotes.
    pub(super) start: usize,
    pub(super) body: &'t str,
    pub(super) raw: bool,
}

impl<'t> Text<'t> {
    /// The unescaped characters, each with the byte offset at which it is written.
    pub fn chars(self) -> impl Iterator<Item = (usize, char)> + use<'t> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let (c, next) = next_char(self.body, at, self.raw).ok().flatten()?;
            let offset = self.start + at;
            at = next;
            Some((offset, c))
        })
    }

    /// The unescaped text.
    pub fn value(self) -> String {
        self.chars().map(|(_, c)| c).collect()
    }

    /// Byte offset of the closing quote.
    pub const fn end(self) -> usize {
        self.start + self.body.len()
    }
}

/// The unescaped character at byte `at` of a quoted body, and the start of the next.
pub(super) fn next_char(
    body: &str,
    at: usize,
    raw: bool,
) -> Result<Option<(char, usize)>, &'static str> {
    let rest = body.get(at..).unwrap_or_default();
    let mut chars = rest.char_indices();
    let Some((_, c)) = chars.next() else { return Ok(None) };
    if raw || c != '\\' {
        return Ok(Some((c, at + c.len_utf8())));
    }
    let Some((_, escape)) = chars.next() else { return Err("the text ends in a single `\\`") };
    let plain = match escape {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '0' => '\0',
        '\\' | '"' | '\'' => escape,
        'x' => {
            let hex = rest.get(2..4).ok_or("`\\x` needs two hexadecimal digits")?;
            return Ok(Some((hex_char(hex)?, at + 4)));
        }
        'u' => {
            let digits = rest.get(3..).filter(|_| rest.get(2..3) == Some("{"));
            let (hex, _) = digits
                .and_then(|d| d.split_once('}'))
                .filter(|(hex, _)| hex.len() <= 6)
                .ok_or("`\\u` needs up to six hexadecimal digits in `{}`")?;
            return Ok(Some((hex_char(hex)?, at + 4 + hex.len())));
        }
        _ => return Err("unknown escape; allowed: \\n \\r \\t \\0 \\\\ \\\" \\' \\xHH \\u{HHHH}"),
    };
    Ok(Some((plain, at + 1 + escape.len_utf8())))
}

fn hex_char(hex: &str) -> Result<char, &'static str> {
    let all_hex = !hex.is_empty() && hex.bytes().all(|b| b.is_ascii_hexdigit());
    let code = if all_hex { u32::from_str_radix(hex, 16).ok() } else { None };
    code.and_then(char::from_u32).ok_or("this escape is not a valid character")
}

/// Converts byte offsets of a text to lines and columns.
pub(crate) struct Lines<'t> {
    text: &'t str,
    /// Byte offset of the start of each line.
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// The lines of a text.
    pub fn new(text: &'t str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1);
        Self { text, starts: std::iter::once(0).chain(breaks).collect() }
    }

    /// Line and column of a byte offset, both from 1, with columns counted in characters.
    pub fn at(&self, offset: usize) -> At {
        let line = self.starts.partition_point(|s| *s <= offset);
        let start = line.checked_sub(1).and_then(|i| self.starts.get(i)).copied().unwrap_or(0);
        let before = self.text.get(start..offset).unwrap_or_default();
        At { line, column: before.chars().count() + 1 }
    }
}
