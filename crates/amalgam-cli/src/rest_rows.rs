//! Rows of rests: what `amalgam row` and `amalgam rows` say where more than one heap is fixed, or where
//! Grundy values are asked for.

use std::ops::Range;

use amalgam::base::budget::{Limit, LimitReached};
use amalgam::engines::rests::certificate::{CertificateError, Claim, certificate};
use amalgam::engines::rests::{
    self, Closure, Lists, Proved, RestError, RestRow, Run, Setting, Status, Values,
};
use amalgam::{AnyGame, Budget, ParseError, Play, Position};
use amalgam_export::rest_answers;
use amalgam_export::whole_file::WholeFile;

use crate::arguments::{self, heap_rules};
use crate::checkpoint::Checkpoint;
use crate::failure::{Answer, Failure};
use crate::rows::SAVE_EVERY;
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
        let pairs = self.pairs(rest, columns, limits)?;
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

    pub(crate) fn game_name(&self) -> &str {
        self.game.name()
    }

    /// The pairs with an end in some columns, by smaller end.
    pub(crate) fn pairs(
        &self,
        rest: &Position,
        columns: &Range<u64>,
        limits: &Budget,
    ) -> Result<Vec<[u64; 2]>, Failure> {
        Ok(rests::matching(&self.setting, rest, columns.clone(), limits)?)
    }

    /// Preperiod and period of the row of a rest.
    pub(crate) fn period(&self, rest: &Position, limits: &Budget) -> Result<(u64, u64), Failure> {
        let closure = Closure::below(&self.setting, std::slice::from_ref(rest), limits)?;
        let found = watched(|watch| rests::find(&self.setting, &closure, limits, watch))?;
        match found.into_iter().next_back().map(|row| row.status) {
            Some(Status::Unknown(why)) => {
                Err(RestError::Unknown { rest: rest.clone().into(), why }.into())
            }
            Some(Status::Proved(proved)) => Ok((proved.preperiod, proved.period)),
            None => unreachable!("a closure has the empty rest at least"),
        }
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
        (coins, fresh): (u64, bool),
        file: Option<WholeFile>,
        limits: &Budget,
        json: bool,
    ) -> Result<Answer, Failure> {
        let claim = Claim::Coins(coins);
        let closure = claim.closure(&self.setting, limits)?;
        let found = self.finish((coins, fresh), &closure, limits)?;
        self.tell(&found, &found.iter().collect::<Vec<_>>(), (&claim, &closure, file), limits, json)
    }

    /// Prints some of the rows that were found, and writes a certificate of all if there is a file for it.
    fn tell(
        &self,
        found: &[RestRow],
        wanted: &[&RestRow],
        (claim, closure, file): (&Claim, &Closure, Option<WholeFile>),
        limits: &Budget,
        json: bool,
    ) -> Result<Answer, Failure> {
        let only_file = written::is_stdout(&file);
        // The answer is known and told, also if the certificate could not be written.
        let written = file.map(|file| {
            let certificate =
                watched(|watch| certificate(&self.setting, claim, closure, found, limits, watch))?;
            Ok::<_, Failure>(file.write_whole(certificate.as_bytes())?)
        });
        let answer = match only_file {
            true => Ok(Answer::Yes),
            false => self.print(wanted, json),
        };
        written.transpose()?;
        answer
    }

    /// Takes up what an interrupted run has left, and goes on to the end.
    fn finish(
        &self,
        (coins, fresh): (u64, bool),
        closure: &Closure,
        limits: &Budget,
    ) -> Result<Vec<RestRow>, Failure> {
        let letter = |c: char| match c {
            '<' => 'l',
            '>' => 'g',
            c if c.is_ascii_alphanumeric() => c,
            _ => '-',
        };
        let rules: String = self.setting.rules().to_string().chars().map(letter).take(80).collect();
        let what = if self.values() == Values::Grundy { "grundy-rests" } else { "rests" };
        let checkpoint = Checkpoint::new(&format!("{what}-{rules}-{coins}.run"), "rests");
        let read = |bytes: &[u8]| {
            let run = Run::from_bytes(self.setting.clone(), closure.clone(), bytes);
            run.map_err(|error| error.to_string())
        };
        let kept = if fresh { None } else { checkpoint.load(read) };
        let mut saved = kept.is_some();
        let mut run = match kept {
            Some(run) => run,
            None => {
                watched(|watch| Run::new(self.setting.clone(), closure.clone(), limits, watch))?
            }
        };
        let watch = Watch::listening(run.goes_on().then_some(SAVE_EVERY));
        let limits = &watch::until_interrupted(limits.clone());
        loop {
            let error = match run.advance(limits, &watch) {
                Ok(found) => {
                    watch.done();
                    // What took long is told at once the next time.
                    if saved {
                        checkpoint.save(&run.to_bytes());
                    }
                    return Ok(found);
                }
                Err(error) => error,
            };
            let RestError::Limit(LimitReached { limit: Limit::Stopped | Limit::Time, .. }) = error
            else {
                return Err(error.into());
            };
            if run.goes_on() {
                checkpoint.save(&run.to_bytes());
                saved = true;
            }
            // After Ctrl-C, whoever has noticed it.
            if watch::interrupted() {
                watch.done();
                let goes_on = "interrupted; the same command goes on from here";
                let words = if run.goes_on() { goes_on } else { "interrupted" };
                return Err(Failure::interrupted(words.to_owned()));
            }
            if limits.met().is_some() {
                watch.done();
                return Err(error.into());
            }
            watch.resume();
        }
    }

    /// The rows of a rest with one more heap, of 1, 2, …, `to` coins.
    pub(crate) fn beside(
        &self,
        (rest, to): (&Position, u64),
        file: Option<WholeFile>,
        limits: &Budget,
        json: bool,
    ) -> Result<Answer, Failure> {
        if rest.is_empty() && file.is_none() {
            let found = watched(|watch| rests::singles(&self.setting, to, limits, watch))?;
            return self.print(&found.iter().collect::<Vec<_>>(), json);
        }
        // The row of the last rests on all others.
        let claim = Claim::Rest(rest.with(to));
        let closure = claim.closure(&self.setting, limits)?;
        let found = watched(|watch| rests::find(&self.setting, &closure, limits, watch))?;
        let row = |heap: u64| closure.number(&rest.with(heap)).map(|number| &found[number]);
        let wanted: Vec<&RestRow> = (1..=to).filter_map(row).collect();
        self.tell(&found, &wanted, (&claim, &closure, file), limits, json)
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
