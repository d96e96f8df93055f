//! Parses the text of a script into steps.

use std::path::{Component, Path, PathBuf};

use grid::Cell;
use settings::{SCALES, Speed};

use super::error::{MAX_LINES, MAX_TIMES, MAX_WAIT, ScriptError, SyntaxError};
use super::{Script, Spot, Step};
use keyboard::Stroke;

pub(super) fn parse(text: &str) -> Result<Script, ScriptError> {
    let mut steps = Vec::new();
    // Line and arguments of the open `repeat`, and the steps before it.
    let mut outer = None;
    for (place, line) in text.lines().enumerate() {
        let number = place + 1;
        let fault = |fault: SyntaxError| ScriptError { line: number, fault: fault.into() };
        if place >= MAX_LINES {
            return Err(fault(SyntaxError::TooLong));
        }
        let words = words(line).map_err(fault)?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match (&words[..], outer.take()) {
            ([], open) => outer = open,
            (["repeat", ..], Some(_)) => {
                return Err(fault(SyntaxError::NestedRepeat));
            }
            (["repeat", rest @ ..], None) => {
                let head = repeat(rest).map_err(fault)?;
                outer = Some((number, head, std::mem::take(&mut steps)));
            }
            (["end"], Some((begun, (times, until), before))) => {
                let inner = std::mem::replace(&mut steps, before);
                steps.push((begun, Step::Repeat(times, until, inner)));
            }
            (["end", ..], _) => {
                return Err(fault(SyntaxError::LoneEnd));
            }
            (words, open) => {
                outer = open;
                steps.push((number, step(words).map_err(fault)?));
            }
        }
    }
    match outer {
        Some((line, ..)) => Err(ScriptError { line, fault: SyntaxError::OpenRepeat.into() }),
        None => Ok(Script { steps }),
    }
}

/// The words of a line. Quoted text is one word, and `#` starts a comment.
fn words(line: &str) -> Result<Vec<String>, SyntaxError> {
    let mut words = Vec::new();
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '#' => break,
            '"' => {
                let mut word = String::new();
                loop {
                    match letters.next() {
                        Some('"') => break,
                        Some('\\') => word.extend(letters.next()),
                        Some(other) => word.push(other),
                        None => return Err(SyntaxError::OpenQuote),
                    }
                }
                words.push(word);
            }
            space if space.is_whitespace() => {}
            first => {
                let mut word = String::from(first);
                while let Some(next) = letters.next_if(|c| !c.is_whitespace() && *c != '"') {
                    word.push(next);
                }
                words.push(word);
            }
        }
    }
    Ok(words)
}

/// The error for a step with invalid arguments.
const fn takes(step: &'static str, takes: &'static str) -> SyntaxError {
    SyntaxError::Arguments { step, takes }
}

/// The number of iterations, and the screen to stop at.
fn repeat(words: &[&str]) -> Result<(u32, Option<String>), SyntaxError> {
    let (times, until) = match words {
        [times] => (times, None),
        [times, "until", "screen", name] => (times, Some(screen(name)?)),
        _ => {
            return Err(takes("repeat", "a number, optionally followed by `until screen NAME`"));
        }
    };
    match number::<u32>(times, "times")? {
        times @ 1..=MAX_TIMES => Ok((times, until)),
        times => Err(SyntaxError::Times(times)),
    }
}

fn screen(name: &str) -> Result<String, SyntaxError> {
    match name {
        "menu" | "deployment" | "battle" | "result" | "editor" => Ok(name.to_owned()),
        _ => Err(SyntaxError::UnknownScreen(name.to_owned())),
    }
}

fn step(words: &[&str]) -> Result<Step, SyntaxError> {
    match words {
        ["wait", "idle"] => Ok(Step::WaitIdle),
        ["wait", frames] => {
            let frames = number::<u32>(frames, "frames")?;
            match frames {
                0..=MAX_WAIT => Ok(Step::Wait(frames)),
                _ => Err(SyntaxError::Frames(frames)),
            }
        }
        ["wait", ..] => Err(takes("wait", "a number of frames or `idle`")),
        ["key", key] => Ok(Step::Key(Stroke::parse(key)?)),
        ["key", ..] => Err(takes("key", "one key, such as `Space` or `Shift+Tab`")),
        ["click", rest @ ..] => spot("click", rest).map(Step::Click),
        ["shift-click", rest @ ..] => spot("shift-click", rest).map(Step::ShiftClick),
        ["try", "click", "widget", name] => Ok(Step::TryClick((*name).to_owned())),
        ["try", ..] => Err(takes("try", "`click widget \"NAME\"`")),
        ["right-click", rest @ ..] => spot("right-click", rest).map(Step::RightClick),
        ["drag", rest @ ..] => {
            let to = rest.iter().position(|word| *word == "to");
            let (from, to) = to.map_or((rest, &[][..]), |at| (&rest[..at], &rest[at + 1..]));
            Ok(Step::Drag(spot("drag", from)?, spot("drag", to)?))
        }
        ["hover", rest @ ..] => spot("hover", rest).map(Step::Hover),
        ["wheel", lines] => match number::<i32>(lines, "lines")? {
            lines @ -100..=100 => Ok(Step::Wheel(lines)),
            lines => Err(SyntaxError::Lines(lines)),
        },
        ["wheel", ..] => Err(takes("wheel", "the number of lines")),
        ["type", text] => Ok(Step::Type((*text).to_owned())),
        ["type", ..] => Err(takes("type", "one text in quotation marks")),
        ["screenshot", name] => picture(name).map(Step::Screenshot),
        ["screenshot", ..] => Err(takes("screenshot", "one file name")),
        ["expect", "screen", name] => screen(name).map(Step::ExpectScreen),
        ["expect", "still"] => Ok(Step::ExpectStill),
        ["expect", "entities", "below", most] => {
            number(most, "entities").map(Step::ExpectEntitiesBelow)
        }
        ["expect", "text", text] => Ok(Step::ExpectText((*text).to_owned())),
        ["expect", "no", "text", text] => Ok(Step::ExpectNoText((*text).to_owned())),
        ["expect", ..] => {
            let all = "`screen NAME`, `text \"...\"`, `no text \"...\"`, `still` or `entities below \
                       NUMBER`";
            Err(takes("expect", all))
        }
        ["set", "seed", seed] => number(seed, "seed").map(Step::SetSeed),
        ["set", "size", width, height] => {
            let (width, height) = (number(width, "width")?, number(height, "height")?);
            match (width, height) {
                (320..=7680, 240..=4320) => Ok(Step::SetSize(width, height)),
                _ => Err(takes("set size", "320 x 240 to 7680 x 4320 pixels")),
            }
        }
        ["set", "scale", percent] => match number::<u16>(percent, "percent")? {
            percent if (SCALES.0..=SCALES.1).contains(&percent) => Ok(Step::SetScale(percent)),
            _ => Err(takes("set scale", "75 to 200 percent")),
        },
        ["set", "speed", name] => Speed::from_name(name)
            .map(Step::SetSpeed)
            .ok_or_else(|| SyntaxError::UnknownSpeed((*name).to_owned())),
        ["set", "draw", "always"] => Ok(Step::SetDraw(true)),
        ["set", "draw", "pictures"] => Ok(Step::SetDraw(false)),
        ["set", ..] => {
            let all = "`seed NUMBER`, `size WIDTH HEIGHT`, `scale PERCENT`, `speed NAME`, `draw \
                       always` or `draw pictures`";
            Err(takes("set", all))
        }
        ["quit"] => Ok(Step::Quit),
        ["quit", ..] => Err(takes("quit", "no arguments")),
        [other, ..] => Err(SyntaxError::UnknownStep((*other).to_owned())),
        [] => Err(SyntaxError::Empty),
    }
}

fn spot(step: &'static str, words: &[&str]) -> Result<Spot, SyntaxError> {
    match words {
        ["cell", x, y] => Ok(Spot::Cell(Cell::new(number(x, "column")?, number(y, "row")?))),
        ["point", x, y] => Ok(Spot::Point(centimetres(x, "column")?, centimetres(y, "row")?)),
        ["widget", name] => Ok(Spot::Widget((*name).to_owned())),
        _ if step == "drag" => {
            let two = "two spots with `to` between them, each `cell X Y`, `point X Y` or `widget \
                       \"NAME\"`";
            Err(takes("drag", two))
        }
        _ => Err(takes(step, "`cell X Y`, `point X Y` or `widget \"NAME\"`")),
    }
}

/// Converts a board position in cells, with at most two decimals, to centimetres.
fn centimetres(word: &str, what: &'static str) -> Result<i32, SyntaxError> {
    let (whole, part) = word.split_once('.').unwrap_or((word, ""));
    let digits = part.len() <= 2 && part.bytes().all(|b| b.is_ascii_digit());
    let whole = whole.parse::<u16>().ok().filter(|_| digits);
    let part = format!("{part:0<2}").parse::<i32>().ok();
    let found = whole.zip(part).map(|(whole, part)| i32::from(whole) * 100 + part);
    found.ok_or_else(|| SyntaxError::Coordinate { word: word.to_owned(), what })
}

fn number<T: std::str::FromStr>(word: &str, what: &'static str) -> Result<T, SyntaxError> {
    word.parse().map_err(|_| SyntaxError::Number { word: word.to_owned(), what })
}

/// Checks the path of a screenshot: it must stay inside the output folder.
fn picture(name: &str) -> Result<PathBuf, SyntaxError> {
    let path = Path::new(name);
    let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    let is_png = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("png"));
    match (inside, is_png) {
        (true, true) => Ok(path.to_owned()),
        (false, _) => Err(SyntaxError::Outside(name.to_owned())),
        (true, false) => Err(SyntaxError::NotPng(name.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::super::error::STEPS;
    use super::*;

    fn message(line: &str) -> String {
        parse(line).err().map(|e| e.to_string()).unwrap_or_default()
    }

    #[test]
    fn every_kind_of_step_is_parsed() {
        let text = "\n# begin\nset seed 7\nclick widget \"End turn\"  # the button\nhover cell 4 7\n\
                    right-click cell 0 0\nkey Shift+Tab\ntype \"a \\\"b\\\"\"\nwait 5\nwait idle\n\
                    screenshot one.png\nexpect screen battle\nexpect text \"hit 65 %\"\n\
                    expect no text \"miss\"\nset size 1280 800\n\
                    expect entities below 500\ntry click widget \"Seat\"\n\
                    set speed x2\nset draw pictures\nset draw always\n\
                    shift-click cell 1 2\nwheel -3\ndrag cell 1 2 to point 3.5 4\nset scale 150\nquit";
        let steps = parse(text).map(|s| s.steps).unwrap_or_default();
        let expected = [
            (3, Step::SetSeed(7)),
            (4, Step::Click(Spot::Widget("End turn".to_owned()))),
            (5, Step::Hover(Spot::Cell(Cell::new(4, 7)))),
            (6, Step::RightClick(Spot::Cell(Cell::new(0, 0)))),
            (7, Step::Key(Stroke::parse("Shift+Tab").unwrap_or_default())),
            (8, Step::Type("a \"b\"".to_owned())),
            (9, Step::Wait(5)),
            (10, Step::WaitIdle),
            (11, Step::Screenshot(PathBuf::from("one.png"))),
            (12, Step::ExpectScreen("battle".to_owned())),
            (13, Step::ExpectText("hit 65 %".to_owned())),
            (14, Step::ExpectNoText("miss".to_owned())),
            (15, Step::SetSize(1280, 800)),
            (16, Step::ExpectEntitiesBelow(500)),
            (17, Step::TryClick("Seat".to_owned())),
            (18, Step::SetSpeed(Speed::Double)),
            (19, Step::SetDraw(false)),
            (20, Step::SetDraw(true)),
            (21, Step::ShiftClick(Spot::Cell(Cell::new(1, 2)))),
            (22, Step::Wheel(-3)),
            (23, Step::Drag(Spot::Cell(Cell::new(1, 2)), Spot::Point(350, 400))),
            (24, Step::SetScale(150)),
            (25, Step::Quit),
        ];
        assert_eq!(steps, expected);
    }

    #[test]
    fn repeat_blocks_are_parsed() {
        let text = "repeat 9 until screen result\n  key Space\n  expect still\nend\nquit";
        let steps = parse(text).map(|s| s.steps).unwrap_or_default();
        let inner = vec![(2, Step::Key(Stroke::default())), (3, Step::ExpectStill)];
        let until = Some("result".to_owned());
        assert_eq!(steps, [(1, Step::Repeat(9, until, inner)), (5, Step::Quit)]);
    }

    #[test]
    fn errors_name_the_line_and_what_is_allowed() {
        assert_eq!(
            message("quit\nclik cell 1 2"),
            format!("line 2: unknown step `clik`; allowed are {STEPS}")
        );
        assert_eq!(
            message("click 4 7"),
            "line 1: `click` takes `cell X Y`, `point X Y` or `widget \"NAME\"`"
        );
        assert_eq!(message("type \"open"), "line 1: missing closing quotation mark");
        assert_eq!(message("hover cell 4 99999"), "line 1: `99999` is not a valid number for row");
        assert!(message("drag cell 1 2").contains("two spots"));
        assert!(message("click point 1.234 2").contains("1.234"));
        assert!(message("click point -1 2").contains("such as 3.25"));
        assert!(message("wait 100001").contains("at most 100000"));
        assert!(message("expect screen lobby").contains("deployment"));
        assert_eq!(message("\nrepeat 3\nwait 1"), "line 2: missing `end` of this `repeat`");
        assert!(message("repeat 2\nrepeat 2\nend\nend").contains("line 2: a `repeat` cannot"));
        assert!(message("end").contains("needs a `repeat`"));
        assert!(message("repeat 0\nend").contains("1 to 10000"));
        assert!(message("set scale 300").contains("75 to 200"));
        assert!(message("set speed x3").contains("x1, x2, x4 and instant"));
        assert!(message("key Hyper+X").contains("Hyper"));
    }

    #[test]
    fn screenshots_stay_in_their_folder() {
        for name in ["../x.png", "/tmp/x.png", "a/../../x.png"] {
            assert!(message(&format!("screenshot {name}")).contains("not inside"), "{name}");
        }
        assert!(message("screenshot x.txt").contains(".png"));
        assert_eq!(message("screenshot sub/x.png"), "");
    }
}
