//! Drawing: the board, the lines around it, the form, what lies over it.
//!
//! Everything is written in the terminal's own colours. Named colours only underline what letters
//! say already, and are left out where NO_COLOR is set.

use amalgam::session::{Hint, HintLevel, say};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::app::App;
use super::board::{self, paint};
use super::form::Form;
use super::overlay::Overlay;
use crate::narrate;

/// The smallest screen on which everything can be read.
const LEAST: (u16, u16) = (50, 16);

/// From this width on the list of moves has room beside the board.
const WIDE: u16 = 60;

/// The line at the bottom, and what of it fits on the smallest screen.
const KEYS: &str = "arrows choose  Enter moves  space holds  u undo  h hints  ? keys  q leaves";
const FEW_KEYS: &str = "Enter moves  u undo  h hints  ? keys  q leaves";

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

/// Draws everything.
pub(super) fn screen(frame: &mut Frame<'_>, app: &mut App) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let text = format!(
            "This screen is {} by {}; the game needs {} by {}. Make it larger, or leave with q and \
             use --plain.",
            area.width, area.height, LEAST.0, LEAST.1
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    match &app.form {
        Some(form) => draw_form(frame, area, form, app),
        None => {
            draw_game(frame, area, app);
            draw_overlay(frame, area, app);
        }
    }
}

fn draw_game(frame: &mut Frame<'_>, area: Rect, app: &mut App) {
    let hints = hint_lines(app, usize::from(area.width));
    let rows = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Min(6),
        Constraint::Length(1),
        Constraint::Length(hints.len() as u16),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .split(area);
    let session = app.session();
    let title = narrate::title(session.start(), session.play());
    let title = match title.chars().count() <= usize::from(area.width) {
        true => title,
        false => narrate::short_title(session.start(), session.play(), usize::from(area.width)),
    };
    frame.render_widget(Line::styled(title, BOLD), rows[0]);
    let side = if area.width >= WIDE { (area.width * 2 / 5).clamp(26, 44) } else { 0 };
    let mut turn = format!("{}  Hints: {}.", narrate::turn(session), app.level.describe());
    // Without room for the list of moves, how many were made and where they can be read.
    let made = format!("  {} made (t)", session.made().len());
    if side == 0 && turn.chars().count() + made.len() <= usize::from(area.width) {
        turn += &made;
    }
    frame.render_widget(Line::raw(turn), rows[1]);
    let columns =
        Layout::horizontal([Constraint::Min(20), Constraint::Length(side)]).split(rows[2]);
    let block = Block::bordered();
    let inner = block.inner(columns[0]);
    frame.render_widget(block, columns[0]);
    let hint = app.hint();
    let (hand, colour) = (&app.hand, app.colour);
    board::draw(frame.buffer_mut(), inner, session, hand, hint, colour);
    if side > 0 {
        draw_side(frame, columns[1], app);
    }
    frame.render_widget(gesture(app), rows[3]);
    frame.render_widget(Paragraph::new(hints.join("\n")), rows[4]);
    frame.render_widget(Line::raw(app.message.clone()), rows[5]);
    let keys = match KEYS.len() <= usize::from(area.width) {
        true => KEYS,
        false => FEW_KEYS,
    };
    frame.render_widget(Line::styled(keys, Style::new().add_modifier(Modifier::DIM)), rows[6]);
    app.board = inner;
}

/// What the gesture means so far.
fn gesture(app: &App) -> Line<'static> {
    let session = app.session();
    if session.is_over() {
        return Line::raw("The game is over: a shows how it went, n sets up another.");
    }
    if !session.awaits_human() {
        return Line::raw("The opponent is thinking …");
    }
    let hand = &app.hand;
    let splits = match (hand.following.splits.is_empty(), hand.split) {
        (false, None) => "  (s: where to split)",
        _ => "",
    };
    match hand.meant() {
        Some(action) => {
            let result = session.sum().brief_result(action);
            Line::from(vec![
                Span::styled(format!("> {}", say(session.sum(), action)), BOLD),
                Span::raw(format!("  → {result}   (Enter){splits}")),
            ])
        }
        None if hand.following.moves.is_empty() => Line::raw("Nothing can be done with this heap."),
        None if !hand.held.is_empty() => {
            Line::raw("Heap held: choose a heap to join it, or Esc".to_owned() + splits)
        }
        None => {
            let ways = [
                (hand.choices.takes.iter().any(|&take| take > 0), "up and down for coins"),
                (!hand.choices.heaps.is_empty(), "space to hold"),
                (!hand.following.splits.is_empty(), "s to split"),
            ];
            let ways: Vec<&str> = ways.iter().filter(|(is, _)| *is).map(|(_, way)| *way).collect();
            Line::raw(format!("Choose: {}", ways.join(", ")))
        }
    }
}

/// This many lines of a hint fit below the board of the smallest screen.
const HINT_LINES: usize = 4;

/// Who is winning, why, and with which heaps, as far as the level of hints goes.
fn hint_lines(app: &App, width: usize) -> Vec<String> {
    if app.level == HintLevel::Nothing || app.session().is_over() {
        return Vec::new();
    }
    let text = match (&app.evaluation, app.hint()) {
        (_, Some(hint)) => {
            let mut text = narrate::winning(app.session(), hint);
            if app.level >= HintLevel::Heaps {
                text.insert(1, narrate::heaps(app.session(), hint));
            }
            text.join(" ")
        }
        (Some(Err(why)), _) => why.clone(),
        (None, _) | (Some(Ok(_)), None) => "Looking at the position …".to_owned(),
    };
    let mut lines = wrapped(&text, width);
    if lines.len() > HINT_LINES {
        lines.truncate(HINT_LINES - 1);
        lines.push("… (w tells it all)".to_owned());
    }
    // A narrow screen has no list of moves beside the board: the best ones stand here.
    if let Some(hint) = app.hint().filter(|_| app.level == HintLevel::Moves && width < WIDE.into())
    {
        lines.truncate(HINT_LINES - 1);
        lines.push(best_moves(app, hint, width));
    }
    // Two lines at least, so that the board does not jump from move to move.
    lines.resize(lines.len().max(2), String::new());
    lines
}

/// As many winning moves as fit in a line, and where all moves are.
fn best_moves(app: &App, hint: &Hint, width: usize) -> String {
    let end = format!("  (l: all {})", hint.moves.len());
    let winning = hint.moves.iter().filter(|valued| valued.wins() == Some(true));
    let mut line = String::new();
    for valued in winning {
        let words = say(app.session().sum(), &valued.action);
        let next = match line.is_empty() {
            true => format!("Wins: {words}"),
            false => format!("{line}; {words}"),
        };
        if next.chars().count() + end.len() > width {
            break;
        }
        line = next;
    }
    if line.is_empty() {
        line = "No winning move to show".to_owned();
    }
    line + &end
}

/// Breaks a line at spaces so that it fits; a word that is too long is cut.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    let mut rest: Vec<char> = line.chars().collect();
    let mut lines = Vec::new();
    while rest.len() > width.max(1) {
        let indent = rest.iter().take_while(|&&c| c == ' ').count();
        let space = rest[..=width.max(1)].iter().rposition(|&c| c == ' ');
        let at = space.filter(|&at| at > indent).unwrap_or(width.max(1));
        let after = rest.split_off(at);
        lines.push(rest.into_iter().collect());
        rest = after.into_iter().skip_while(|&c| c == ' ').collect();
    }
    lines.push(rest.into_iter().collect());
    lines
}

/// The moves made, and at the highest level every move with its value.
fn draw_side(frame: &mut Frame<'_>, area: Rect, app: &App) {
    let session = app.session();
    let all = app.level == HintLevel::Moves && !session.is_over();
    let parts = match all {
        true => Layout::vertical([Constraint::Length(5), Constraint::Min(4)]).split(area),
        false => Layout::vertical([Constraint::Min(4)]).split(area),
    };
    let room = usize::from(parts[0].height.saturating_sub(2));
    let width = usize::from(parts[0].width.saturating_sub(2));
    let made = session.made().len();
    let mut lines: Vec<Line<'_>> = (made.saturating_sub(room)..made)
        .map(|ply| format!("{}. {}", ply + 1, narrate::made(session, ply)))
        .flat_map(|line| wrapped(&line, width))
        .map(Line::raw)
        .collect();
    // The newest moves are the ones to see.
    lines.drain(..lines.len().saturating_sub(room));
    frame.render_widget(
        Paragraph::new(lines).block(Block::bordered().title("Moves made")),
        parts[0],
    );
    if !all {
        return;
    }
    let Some(hint) = app.hint() else { return };
    let room = usize::from(parts[1].height.saturating_sub(2));
    let shown = match hint.moves.len() > room {
        true => room.saturating_sub(1),
        false => room,
    };
    let mut lines: Vec<Line<'_>> = hint
        .moves
        .iter()
        .take(shown)
        .map(|valued| {
            let style = match valued.wins() {
                Some(true) => paint(app.colour, Color::Green),
                _ => Style::new(),
            };
            let words = say(session.sum(), &valued.action);
            Line::styled(format!("{}  {words}", narrate::value(valued)), style)
        })
        .collect();
    if hint.moves.len() > shown {
        lines.push(Line::raw(format!("… {} more: l lists all", hint.moves.len() - shown)));
    }
    let title = "+wins Grundy, moves left";
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), parts[1]);
}

fn draw_overlay(frame: &mut Frame<'_>, area: Rect, app: &mut App) {
    let Some((title, lines, scroll, chosen)) = app.overlay.content(app) else { return };
    let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let width =
        u16::try_from(width).unwrap_or(u16::MAX).saturating_add(4).clamp(40, area.width - 2);
    let lines = match chosen {
        Some(_) => lines,
        None => lines.iter().flat_map(|line| wrapped(line, usize::from(width - 2))).collect(),
    };
    let count = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let height = count.saturating_add(2).clamp(5, area.height - 1);
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    let room = height - 2;
    let foot = match app.overlay {
        Overlay::Moves(..) => " up, down, Enter; any other key closes ",
        _ => " up, down; any other key closes ",
    };
    let scroll = match chosen {
        Some(chosen) => chosen.saturating_sub(room / 2),
        None => scroll.min(count.saturating_sub(room)),
    };
    // Whoever scrolled past the end need not come back from there.
    app.overlay.scroll_to(scroll);
    let line = |(i, text): (usize, &String)| match chosen {
        Some(chosen) if usize::from(chosen) == i => {
            Line::styled(format!("> {text}"), BOLD.add_modifier(Modifier::REVERSED))
        }
        Some(_) => Line::raw(format!("  {text}")),
        None => Line::raw(text.clone()),
    };
    // Only what can be seen is laid out: a list can have thousands of lines.
    let shown: Vec<Line<'_>> = lines
        .iter()
        .enumerate()
        .skip(usize::from(scroll))
        .take(usize::from(room))
        .map(line)
        .collect();
    frame.render_widget(Clear, place);
    let block = Block::bordered().title(title).title_bottom(foot);
    frame.render_widget(Paragraph::new(shown).block(block), place);
}

fn draw_form(frame: &mut Frame<'_>, area: Rect, form: &Form, app: &App) {
    let mut lines = vec![Line::styled("A new game", BOLD), Line::raw("")];
    for field in form.fields() {
        let (name, value, how) = form.line(field);
        let here = form.at == field;
        let style = if here { BOLD.add_modifier(Modifier::REVERSED) } else { Style::new() };
        let mut spans = vec![
            Span::raw(format!("{} {name:<16} ", if here { '>' } else { ' ' })),
            Span::styled(format!(" {value} "), style),
        ];
        if here && !how.is_empty() {
            spans.push(Span::raw(format!("  ({how})")));
        }
        lines.push(Line::from(spans));
        if let Some((wrong, why)) = &form.wrong
            && *wrong == field
        {
            for text in why {
                let red = paint(app.colour, Color::Red);
                lines.push(Line::styled(format!("    ! {}", narrate::clean(text)), red));
            }
        }
    }
    lines.push(Line::raw(""));
    let escape = if app.has_started() { "Esc goes back" } else { "Esc leaves" };
    lines.push(Line::raw(format!("up and down choose a line, Enter begins, {escape}")));
    let text = Paragraph::new(lines).block(Block::bordered()).wrap(Wrap { trim: false });
    frame.render_widget(text, area);
}
