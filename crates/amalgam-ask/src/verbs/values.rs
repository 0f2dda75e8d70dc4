//! `values`: the Grundy values of single heaps.

use std::io;

use amalgam::engines::sequence::Sequence;
use amalgam_export::format::{Cell, Export, FORMATS, Kind, Shape};
use clap::{Args, ValueEnum};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::single_heaps;
use crate::answer::Answer;
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem, words};

/// The Grundy values of single heaps, where heaps never merge
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(
    after_help = "GAME is a named game, octal(CODE) or rules in words, without merges. In a code \
    d0.d1d2d3… the digit dk says what taking k coins may leave: 1 nothing, 2 one heap, 4 two heaps, \
    8 three heaps, and sums of these. A run of minutes saves its state now and then. If it is interrupted or \
    killed, the same command goes on from there.\n\n\
    Examples:\n  \
    amalgam values kayles --to 50\n  \
    amalgam values \"octal(0.137)\" --to 1000 --format bfile\n  \
    amalgam values \"subtraction(1,2,5)\" --to 20 --json\n  \
    amalgam values \"take 1..3, split\" --to 100 --format csv"
)]
pub struct Values {
    /// The game
    #[arg(required = true, value_name = "GAME")]
    #[serde(with = "words")]
    #[schemars(with = "String")]
    pub game: Vec<String>,
    /// The largest heap
    #[arg(long, value_name = "N", default_value_t = LAST, allow_hyphen_values = true)]
    #[serde(default = "last")]
    pub to: u64,
    /// How the values are written
    #[arg(long, short, value_enum, default_value_t)]
    #[serde(skip)]
    pub format: Layout,
    /// Start over and ignore any checkpoint
    #[arg(long)]
    #[serde(skip)]
    pub fresh: bool,
}

const LAST: u64 = 100;

fn last() -> u64 {
    LAST
}

/// How values are written for people and for other programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Layout {
    /// Ten values a line
    #[default]
    Text,
    /// The OEIS's: index and value on each line
    Bfile,
    /// Columns n and value
    Csv,
    /// One object
    Json,
}

/// What `values` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ValuesListed {
    /// The game.
    pub game: String,
    /// The largest heap.
    pub to: usize,
    /// The values of the heaps 0, 1, …
    #[serde(serialize_with = "as_list")]
    #[schemars(with = "Vec<u64>")]
    pub values: Box<Sequence>,
    #[serde(skip)]
    layout: Layout,
    #[serde(skip)]
    made_by: String,
}

fn as_list<S: Serializer>(sequence: &Sequence, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(sequence.values().iter())
}

impl Question for Values {
    const NAME: &'static str = "values";
    const EXAMPLE: &'static str = "game=kayles&to=20";
    type Answer = ValuesListed;

    fn answer(&self, host: &Host<'_>) -> Result<ValuesListed, Problem> {
        let (game, moves) = single_heaps::read(host, &self.game)?;
        let sequence = single_heaps::up_to(host, moves, self.to, self.fresh)?;
        let to = sequence.values().len() - 1;
        Ok(ValuesListed {
            game,
            to,
            values: Box::new(sequence),
            layout: self.format,
            made_by: host.made_by(),
        })
    }
}

impl Answer for ValuesListed {
    fn schema(&self) -> &'static str {
        "amalgam/values/1"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        match self.layout {
            Layout::Text => self.text(page),
            Layout::Json => {
                let mut json = Vec::new();
                crate::Answered::write_json(self, &mut json)?;
                page.line(String::from_utf8_lossy(&json))
            }
            Layout::Bfile => self.export("bfile", page),
            Layout::Csv => self.export("csv", page),
        }
    }
}

impl ValuesListed {
    fn text(&self, page: &mut Page<'_>) -> io::Result<()> {
        let values = self.values.values();
        let width = |number: u64| number.to_string().len();
        let (heaps, wide) = (width(self.to as u64), width(values.largest().into()));
        let title = format!("Grundy values of single heaps 0 to {} in {}", self.to, self.game);
        page.line(page.paint().title(title))?;
        for (heap, value) in values.iter().enumerate() {
            match heap % 10 {
                0 if heap > 0 => page.text(format_args!("\n  {heap:>heaps$} "))?,
                0 => page.text(format_args!("  {heap:>heaps$} "))?,
                _ => {}
            }
            page.text(format_args!(" {value:>wide$}"))?;
        }
        page.line("")
    }

    fn export(&self, format: &str, page: &mut Page<'_>) -> io::Result<()> {
        let mut heaps = self.values.values().iter().enumerate();
        let mut export = Export {
            title: format!("Grundy values of single heaps n = 0 to {} in {}", self.to, self.game),
            comments: vec![self.made_by.clone()],
            columns: vec![("n", Kind::Number), ("value", Kind::Number)],
            shape: Shape::Sequence,
            next: Box::new(move |record| {
                let Some((heap, value)) = heaps.next() else { return false };
                record.extend([Cell::from(heap as u64), Cell::Number(value.into())]);
                true
            }),
        };
        let format = FORMATS.iter().find(|known| known.name() == format);
        let written = format.map_or(Ok(()), |format| format.write(&mut export, page.out()));
        written.map_err(|error| match error {
            amalgam_export::format::ExportError::Io(error) => error,
            error => io::Error::other(error.to_string()),
        })
    }
}
