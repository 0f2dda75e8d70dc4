//! Rows of rests: what `amalgam row` and `amalgam rows` say where more than one heap is fixed, or where
//! Grundy values are asked for.

use std::ops::Range;

use amalgam::engines::rests::certificate::{CertificateError, Claim, certificate};
use amalgam::engines::rests::{self, Closure, Lists, Proved, RestRow, Setting, Status, Values};
use amalgam::{AnyGame, Budget, ParseError, Play, Position};
use amalgam_export::rest_answers;
use amalgam_export::whole_file::WholeFile;

use crate::arguments::{self, heap_rules};
use crate::failure::{Answer, Failure};
use crate::watch::{self, Watch};
use crate::{output, written};

/// A game whose rests have rows.
pub(crate) struct Rows {
    game: AnyGame,
    setting: Setting,
}

impl Rows {
    pub(crate) fn of(game: &str, grundy: bool) -> Result<Rows, Failure> {
        let game = arguments::game(game)?;
        let values = if grundy { Values::Grundy } else { Values::Completions };
        let setting = Setting::new(heap_rules(&game)?, Play::Normal, values)?;
        Ok(Rows { game, setting })
    }

    fn values(&self) -> Values {
        self.setting.values()
    }

    /// The pairs with an end in some columns.
    pub(crate) fn matching(
        &self,
        rest: &Position,
        columns: &Range<u64>,
        limits: &Budget,
        json: bool,
    ) -> Result<Answer, Failure> {
        let pairs = rests::matching(&self.setting, rest, columns.clone(), limits)?;
        if json {
            let game = self.game.name();
            output::print_json(&rest_answers::matching(
                game,
                self.values(),
                rest,
                columns,
                &pairs,
            ))?;
        } else {
            let between = if self.values() == Values::Grundy { "→" } else { "—" };
            let line = |[b, c]: &[u64; 2]| vec![b.to_string(), between.to_owned(), c.to_string()];
            let rows: Vec<Vec<String>> = pairs.iter().map(line).collect();
            output::print(&output::columns(&rows, 0))?;
        }
        Ok(Answer::Yes)
    }

    /// The lists L1 and L2.
    pub(crate) fn row(
        &self,
        rest: &Position,
        limits: &Budget,
        (latex, json): (bool, bool),
    ) -> Result<Answer, Failure> {
        let lists = watched(|watch| rests::lists(&self.setting, rest, limits, watch))?;
        if json {
            let answer = rest_answers::row(self.game.name(), self.values(), &lists);
            output::print_json(&answer)?;
        } else {
            output::print(&if latex { in_latex(&lists) } else { text(&lists) })?;
        }
        Ok(Answer::Yes)
    }

    /// The rows of all rests up to so many coins, and a certificate of them if there is a file for it.
    pub(crate) fn coins(
        &self,
        coins: u64,
        file: Option<WholeFile>,
        limits: &Budget,
        json: bool,
    ) -> Result<Answer, Failure> {
        let claim = Claim::Coins(coins);
        let closure = claim.closure(&self.setting)?;
        let found = watched(|watch| rests::find(&self.setting, &closure, limits, watch))?;
        let only_file = written::is_stdout(&file);
        // The answer is known and told, also if the certificate could not be written.
        let written = file.map(|file| {
            let certificate = watched(|watch| {
                certificate(&self.setting, &claim, &closure, &found, limits, watch)
            })?;
            Ok::<_, Failure>(file.write_whole(certificate.as_bytes())?)
        });
        let answer = match only_file {
            true => Ok(Answer::Yes),
            false => self.print(&found.iter().collect::<Vec<_>>(), json),
        };
        written.transpose()?;
        answer
    }

    /// The rows of a rest with one more heap, of 1, 2, …, `to` coins.
    pub(crate) fn beside(
        &self,
        rest: &Position,
        to: u64,
        limits: &Budget,
        json: bool,
    ) -> Result<Answer, Failure> {
        if rest.is_empty() {
            let found = watched(|watch| rests::singles(&self.setting, to, limits, watch))?;
            return self.print(&found.iter().collect::<Vec<_>>(), json);
        }
        let last = rest.with(to);
        let closure = Closure::below(&self.setting, std::slice::from_ref(&last))?;
        let wanted: Vec<Position> = (1..=to).map(|heap| rest.with(heap)).collect();
        self.report(&closure, &wanted, limits, json)
    }

    fn report(
        &self,
        closure: &Closure,
        wanted: &[Position],
        limits: &Budget,
        json: bool,
    ) -> Result<Answer, Failure> {
        let found = watched(|watch| rests::find(&self.setting, closure, limits, watch))?;
        let row = |rest: &Position| closure.number(rest).map(|number| &found[number]);
        self.print(&wanted.iter().filter_map(row).collect::<Vec<_>>(), json)
    }

    fn print(&self, rows: &[&RestRow], json: bool) -> Result<Answer, Failure> {
        if json {
            output::print_json(&rest_answers::rows(self.game.name(), self.values(), rows))?;
        } else {
            output::print(&table(self.game.name(), self.values(), rows))?;
        }
        let unknown = rows.iter().filter(|row| row.proved().is_none()).count();
        match unknown {
            0 => Ok(Answer::Yes),
            _ => Err(Failure::limit(
                format!("{unknown} of {} rows stay unknown within the limits", rows.len()),
                Some("raise --memory or --time".to_owned()),
            )),
        }
    }
}

impl From<CertificateError> for Failure {
    fn from(error: CertificateError) -> Failure {
        match error {
            CertificateError::Rows(error) => error.into(),
            error => Failure::of(&error, None),
        }
    }
}

/// Shows progress, and tells an interruption from a bound.
fn watched<T, E: Into<Failure>>(work: impl FnOnce(&Watch) -> Result<T, E>) -> Result<T, Failure> {
    let watch = Watch::listening(None);
    let found = work(&watch);
    watch.done();
    match found {
        Err(_) if watch::interrupted() => Err(Failure::interrupted("interrupted".to_owned())),
        found => found.map_err(Into::into),
    }
}

/// A rest as a text gives it: an empty heap in it would be a mistake.
pub(crate) fn parse_rest(text: &str) -> Result<Position, ParseError> {
    let rest: Position = text.parse()?;
    if !text.trim_start().starts_with('<') {
        let mut start = 0;
        for number in text.split_inclusive(|c: char| !c.is_ascii_digit()) {
            let digits = number.trim_end_matches(|c: char| !c.is_ascii_digit());
            if !digits.is_empty() && digits.bytes().all(|digit| digit == b'0') {
                let span = start..start + digits.len();
                return Err(ParseError::new(text, span, "a rest has no empty heaps")
                    .suggest("leave the 0 out"));
            }
            start += number.len();
        }
    }
    Ok(rest)
}

fn pairs(pairs: &[[u64; 2]], separator: &str) -> String {
    let pairs: Vec<String> = pairs.iter().map(|[b, c]| format!("[{b},{c}]")).collect();
    pairs.join(separator)
}

fn text(lists: &Lists) -> String {
    let Lists { rest, preperiod, period, once, repeating } = lists;
    format!(
        "the row of {rest} repeats from column {preperiod} on after {period} columns, and not sooner\n\
         L1({rest}) = {{{}}}\nL2({rest}) = {{{}}} + {period}ℕ\n",
        pairs(once, ", "),
        pairs(repeating, ", ")
    )
}

fn in_latex(lists: &Lists) -> String {
    let Lists { rest, period, once, repeating, .. } = lists;
    format!(
        "\\[ L_1({rest}) = \\{{{}\\}} \\]\n\\[ L_2({rest}) = \\{{{}\\}} + {period}\\mathbf{{N}} \\]\n",
        pairs(once, ",\\allowbreak "),
        pairs(repeating, ",\\allowbreak ")
    )
}

fn table(game: &str, values: Values, found: &[&RestRow]) -> String {
    let headings = ["rest", "preperiod", "period", "fixed", "offsets", "status"];
    let mut rows: Vec<Vec<String>> = vec![headings.map(str::to_owned).to_vec()];
    for row in found {
        let rest = row.rest.to_string();
        rows.push(match &row.status {
            Status::Proved(Proved { preperiod, period, fixed, offsets, .. }) => vec![
                rest,
                preperiod.to_string(),
                period.to_string(),
                fixed.map_or_else(String::new, |fixed| fixed.to_string()),
                offsets.map_or_else(String::new, |(least, most)| format!("{least}..{most}")),
                "proved".to_owned(),
            ],
            Status::Unknown(why) => {
                let unknown = |_| "?".to_owned();
                let mut line = vec![rest];
                line.extend((0..2).map(unknown));
                line.extend([String::new(), String::new(), format!("unknown: {why}")]);
                line
            }
        });
    }
    let what = match values {
        Values::Completions => "rows of rests",
        Values::Grundy => "rows of the Grundy values of rests",
    };
    format!("{what} in {game}\n{}", output::columns(&rows, 5))
}
