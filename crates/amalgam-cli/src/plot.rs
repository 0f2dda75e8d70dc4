//! `amalgam plot`: pictures.

use amalgam::Budget;
use amalgam::engines::rows;
use amalgam_draw::{
    Caption, Look, Scene, block, free_pairs, grundy, heat_map, heights, matching, period, position,
    table, tree,
};
use amalgam_export::whole_file::WholeFile;
use clap::{Args, Subcommand, ValueEnum};

use crate::arguments::{self, FamilyArgs, GameArgs, LimitArgs, RowLimitArgs, RowOf, TableOf};
use crate::failure::{Answer, Failure};
use crate::found::{self, TreeArgs, periods};
use crate::written::{self, OutArgs, rule};

#[derive(Args, Debug)]
#[command(
    after_help = concat!("The ending of the file name chooses the format: .svg, .pdf or .png (trees also \
    .dot); standard output, and a device or a pipe without an ending, get SVG. ", rule!(), "\n\n\
    Examples:\n  \
    amalgam plot table --rows 200 --cols 200 --show offset --out table.svg\n  \
    amalgam plot row 7 --out row.svg\n  \
    amalgam plot row \"[2,3]\" --out rest.svg\n  \
    amalgam plot matching 7 --from 0 --to 40 --out matching.svg\n  \
    amalgam plot block 42 --out block.svg\n  \
    amalgam plot period --to 43 --out period.svg\n  \
    amalgam plot grundy --max 100 --out grundy.png --width 2000\n  \
    amalgam plot free-pairs --max 127 --slice 9 --out free-pairs.svg\n  \
    amalgam plot heights 1 1 --ones 40 --threes 9 --out heights.svg\n  \
    amalgam plot tree \"[1,2,2]\" --depth 3 --out tree.svg\n  \
    amalgam plot tree --game chomp \"[2,3]\" --depth 9 --graph --dark --out graph.pdf\n  \
    amalgam plot position \"kayles[5,7]\" --out pins.svg")
)]
pub(crate) struct PlotArgs {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Subcommand, Debug)]
enum Kind {
    /// Heat map of f(a,b), its offsets, its residues, or its difference from the nim-sum
    Table(TablePlot),
    /// The offsets of one row, with its preperiod shaded and its period folded
    Row(RowPlot),
    /// A row as arcs over the number line
    Matching(MatchingPlot),
    /// Inside a block: holes and defects of an even row, labels of the row after it
    Block(BlockPlot),
    /// Preperiod and period of every row, on a log scale
    Period(PeriodPlot),
    /// Grundy values of two heaps, or of a slice of three
    Grundy(GrundyPlot),
    /// Where the lowest bit of the nim-sum is turned, by the theorem on free pairs
    FreePairs(FreePairsPlot),
    /// Who wins with heaps up to four: single coins across, heaps of 3 upwards
    Heights(HeightsPlot),
    /// The game tree of a position
    Tree(TreePlot),
    /// A position: coins, pins of Kayles, chocolate of Chomp
    Position(PositionPlot),
    #[command(external_subcommand)]
    Unknown(Vec<String>),
}

#[derive(Args, Debug)]
struct FileArgs {
    #[command(flatten)]
    out: OutArgs,
    /// The width of a PNG in pixels [default: enough to show every cell]
    #[arg(long, value_name = "PIXELS")]
    width: Option<u32>,
    /// Light on a dark background
    #[arg(long)]
    dark: bool,
    /// No background
    #[arg(long)]
    transparent: bool,
    /// No title and no caption, for slides and papers
    #[arg(long)]
    untitled: bool,
}

#[derive(Args, Debug)]
struct TablePlot {
    #[command(flatten)]
    of: TableOf,
    /// How many rows, a = 0, 1, …
    #[arg(long, default_value_t = 200)]
    rows: usize,
    /// How many columns, b = 0, 1, …
    #[arg(long, default_value_t = 200)]
    cols: usize,
    /// The first row and the first column of a window, such as 100,50
    #[arg(long, value_name = "A,B", value_delimiter = ',', num_args = 1)]
    from: Vec<usize>,
    /// What the colours show
    #[arg(long, value_enum, default_value_t = Show::F)]
    show: Show,
    /// With --show mod: the modulus
    #[arg(long = "mod", value_name = "M", default_value_t = 4)]
    modulus: u32,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Show {
    /// f(a,b)
    F,
    /// f(a,b) − b
    Offset,
    /// f(a,b) modulo --mod
    Mod,
    /// f(a,b) − (a ⊕ b)
    NimSum,
}

#[derive(Args, Debug)]
struct RowPlot {
    #[command(flatten)]
    of: RowOf,
    /// The first column
    #[arg(long, value_name = "B", default_value_t = 0)]
    from: u64,
    /// The column after the last [default: the preperiod and eight periods]
    #[arg(long, value_name = "B")]
    to: Option<u64>,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Args, Debug)]
struct MatchingPlot {
    #[command(flatten)]
    of: RowOf,
    /// The first column
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// The column after the last
    #[arg(long, default_value_t = 40)]
    to: u64,
    #[command(flatten)]
    file: FileArgs,
}

#[derive(Args, Debug)]
struct BlockPlot {
    #[command(flatten)]
    of: RowOf,
    /// The first column [default: the first column of the block's structure]
    #[arg(long, value_name = "B")]
    from: Option<u64>,
    /// How many columns
    #[arg(long, value_name = "N", default_value_t = 240)]
    columns: u64,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Args, Debug)]
struct PeriodPlot {
    /// The last row
    #[arg(long, value_name = "A", default_value_t = 40)]
    to: u64,
    #[command(flatten)]
    game: FamilyArgs,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    limits: RowLimitArgs,
}

#[derive(Args, Debug)]
struct GrundyPlot {
    #[command(flatten)]
    game: GameArgs,
    /// The largest heap
    #[arg(long, value_name = "N", default_value_t = 100)]
    max: u64,
    /// The smallest heap
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u64,
    /// A third heap beside the two
    #[arg(long, value_name = "HEAP", default_value_t = 0)]
    slice: u64,
    /// Show only the low bit of the value's nim-sum with the heaps
    #[arg(long)]
    low_bit: bool,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Args, Debug)]
struct PositionPlot {
    /// A position, or a sum of games with their positions
    #[arg(required = true, allow_negative_numbers = true)]
    position: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Args, Debug)]
struct FreePairsPlot {
    /// A named game, or rules in words such as "take any, merge if min >= 4"
    #[arg(long, short, default_value = "restricted-amalgamation", value_name = "NAME|RULES")]
    game: String,
    /// The largest of the two heaps
    #[arg(long, value_name = "N", default_value_t = 127)]
    max: u64,
    /// The third heap beside the two
    #[arg(long, value_name = "HEAP", default_value_t = 0)]
    slice: u64,
    #[command(flatten)]
    file: FileArgs,
}

#[derive(Args, Debug)]
struct HeightsPlot {
    /// The number of heaps of 2
    #[arg(value_name = "TWOS")]
    twos: usize,
    /// The number of heaps of 4
    #[arg(value_name = "FOURS")]
    fours: usize,
    /// The largest number of single coins
    #[arg(long, value_name = "N", default_value_t = 40)]
    ones: usize,
    /// The largest number of heaps of 3
    #[arg(long, value_name = "N", default_value_t = 9)]
    threes: usize,
    /// The census goes up to this many coins, at most 90
    #[arg(long, value_name = "N", default_value_t = 60)]
    coins: usize,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Args, Debug)]
struct TreePlot {
    #[command(flatten)]
    tree: TreeArgs,
    #[command(flatten)]
    file: FileArgs,
}

const KINDS: [&str; 10] = [
    "table",
    "row",
    "matching",
    "block",
    "period",
    "grundy",
    "free-pairs",
    "heights",
    "tree",
    "position",
];

pub(crate) fn run(args: &PlotArgs) -> Result<Answer, Failure> {
    match &args.kind {
        Kind::Table(plot) => plot_table(plot),
        Kind::Row(plot) => plot_row(plot),
        Kind::Matching(plot) => plot_matching(plot),
        Kind::Block(plot) => plot_block(plot),
        Kind::Period(plot) => plot_period(plot),
        Kind::Grundy(plot) => plot_grundy(plot),
        Kind::FreePairs(plot) => plot_free_pairs(plot),
        Kind::Heights(plot) => plot_heights(plot),
        Kind::Tree(plot) => plot_tree(plot),
        Kind::Position(plot) => plot_position(plot),
        Kind::Unknown(words) => Err(Failure::unknown("picture", words.first(), &KINDS)),
    }
}

fn plot_table(args: &TablePlot) -> Result<Answer, Failure> {
    let file = Target::new(&args.file, false)?;
    heat_map::check(args.rows, args.cols)?;
    let first = match args.from[..] {
        [] => [0, 0],
        [a, b] if a < args.rows && b < args.cols => [a, b],
        [_, _] => {
            let message = "the window begins outside the table".to_owned();
            let help = format!("the table has {} rows and {} columns", args.rows, args.cols);
            return Err(Failure::input(message, Some(help)));
        }
        _ => {
            let message = "--from needs a row and a column".to_owned();
            return Err(Failure::input(message, Some("write --from 100,50".to_owned())));
        }
    };
    let (game, cells) = args.of.table(args.rows, args.cols, &args.limits.limits())?;
    let show = match args.show {
        Show::F => table::Show::F,
        Show::Offset => table::Show::Offset,
        Show::Mod => table::Show::Mod(args.modulus),
        Show::NimSum => table::Show::NimSum,
    };
    file.write(table::draw(&cells, show, first, &caption(game.name()))?)
}

fn plot_row(args: &RowPlot) -> Result<Answer, Failure> {
    let file = Target::new(&args.file, false)?;
    if let Some(to) = args.to {
        use amalgam_draw::row::MOST;
        let wide = to.saturating_sub(args.from);
        if wide == 0 {
            return Err(Failure::input("a row without columns cannot be drawn".to_owned(), None));
        }
        if wide > MOST {
            let message = format!("a row of {wide} columns is too large for a picture");
            return Err(Failure::input(message, Some(format!("the limit is {MOST} columns"))));
        }
    }
    let limits = args.limits.limits();
    let (game, setting, rest) = args.of.read()?;
    let name = rows::name(&rest);
    let (_, proved) = found::rows(&limits, |rows| rows.row(&setting, &rest))?;
    let (preperiod, period) = (proved.preperiod, proved.period);
    let whole = || amalgam_draw::row::columns(preperiod, period);
    let columns = args.to.or_else(whole).map(|to| args.from..to);
    let Some(columns) = columns.filter(|columns| !columns.is_empty()) else {
        return Err(Failure::input(
            format!("row {name} needs --to: it repeats after {period} columns"),
            Some(format!("for example --to {}", args.from.saturating_add(4000))),
        ));
    };
    let pairs = rows::matching(&setting, &rest, columns.clone(), &limits)?;
    let heaps = name.trim_matches(['[', ']']);
    let row = amalgam_draw::row::Row::new(heaps, preperiod, period, &pairs, columns);
    file.write(amalgam_draw::row::draw(&row, &caption(game.name()))?)
}

fn plot_matching(args: &MatchingPlot) -> Result<Answer, Failure> {
    let file = Target::new(&args.file, false)?;
    let (game, setting, rest) = args.of.read()?;
    let columns = args.from..args.to;
    matching::check(&columns)?;
    let pairs = rows::matching(&setting, &rest, columns.clone(), &Budget::default())?;
    let scene = matching::draw(rows::name(&rest), columns, &pairs, &caption(game.name()));
    file.write(scene?)
}

fn plot_block(args: &BlockPlot) -> Result<Answer, Failure> {
    let file = Target::new(&args.file, false)?;
    let (game, setting, rest) = args.of.read()?;
    block::check(args.columns)?;
    let (name, row) = (rows::name(&rest), rest.largest());
    let family = setting.family().filter(|_| rest.heaps().len() == 1);
    let none = || {
        Failure::input(
            format!("row {name} has no moving defects"),
            Some("use an even row between two cover rows, such as 42".to_owned()),
        )
    };
    let family = family.ok_or_else(none)?;
    let oracle = found::rows(&args.limits.limits(), |rows| rows.oracle(family, row))?;
    if let (Some(from), Some(view)) = (args.from, oracle.block_view(row, None, 1))
        && from < view.first
    {
        return Err(Failure::input(
            format!("column {from} is before the block's structure begins"),
            Some(format!("use --from {} or more", view.first)),
        ));
    }
    let view = oracle.block_view(row, args.from, args.columns).ok_or_else(none)?;
    file.write(block::draw(&view, &caption(game.name()))?)
}

fn plot_period(args: &PeriodPlot) -> Result<Answer, Failure> {
    let file = Target::new(&args.file, false)?;
    let (game, found) = periods(&args.game, args.to, &args.limits.limits())?;
    file.write(period::draw(&found, &caption(&game))?)
}

fn plot_grundy(args: &GrundyPlot) -> Result<Answer, Failure> {
    let file = Target::new(&args.file, false)?;
    let game = args.game.game()?;
    if args.game.misere {
        return Err(Failure::input(
            "Grundy values decide normal play only".to_owned(),
            Some("remove --misere".to_owned()),
        ));
    }
    let side = usize::try_from(args.max).ok().and_then(|max| max.checked_add(1));
    let side = side.unwrap_or(usize::MAX);
    heat_map::check(side, side)?;
    let limits = args.limits.limits();
    let heaps = if args.slice > 0 { 3 } else { 2 };
    if let Some(most) = game.most_heaps().filter(|&most| most < heaps) {
        let message = format!("a position of {} has at most {most} heaps", game.name());
        return Err(Failure::input(message, Some("remove --slice".to_owned())));
    }
    if args.from > args.max {
        let help = format!("--from must be at most --max, which is {}", args.max);
        return Err(Failure::input("the window is empty".to_owned(), Some(help)));
    }
    let slice = grundy::Slice::find(&game, args.slice, args.max, &limits)?;
    let show = if args.low_bit { grundy::Show::LowBit } else { grundy::Show::Value };
    file.write(grundy::draw(&slice, show, args.from as usize, &caption(game.name()))?)
}

fn plot_position(args: &PositionPlot) -> Result<Answer, Failure> {
    let file = Target::new(&args.file, false)?;
    let sum = args.game.sum(&args.position, &args.limits.limits())?;
    file.write(position::draw(&sum, &written::command())?)
}

fn plot_free_pairs(args: &FreePairsPlot) -> Result<Answer, Failure> {
    let file = Target::new(&args.file, false)?;
    let game = arguments::game(&args.game)?;
    let pairs = arguments::free_pairs(&game, &[args.slice, args.max, args.max])?;
    file.write(free_pairs::draw(&pairs, args.slice, args.max, &caption(game.name()))?)
}

fn plot_heights(args: &HeightsPlot) -> Result<Answer, Failure> {
    let file = Target::new(&args.file, false)?;
    heights::check(args.ones, args.threes)?;
    if args.coins > 90 || args.twos.max(args.fours) > heights::MOST {
        let help = format!("at most 90 coins, and {} heaps of 2 or 4", heights::MOST);
        return Err(Failure::input("the grid is too large".to_owned(), Some(help)));
    }
    let fixed = [args.twos, args.fours];
    let limits = args.limits.limits();
    let grid = heights::Grid::find(fixed, [args.ones, args.threes], args.coins, &limits);
    let grid =
        grid.map_err(|error| Failure::from(amalgam_ask::Problem::limit(error.to_string())))?;
    file.write(heights::draw(&grid, &caption("amalgamation"))?)
}

fn plot_tree(args: &TreePlot) -> Result<Answer, Failure> {
    let file = Target::new(&args.file, true)?;
    let (name, found) = args.tree.find()?;
    if file.ending == Ending::Dot {
        return file.write_bytes(found.to_dot().as_bytes());
    }
    file.write(tree::draw(&found, &caption(&name))?)
}

fn caption(game: &str) -> Caption {
    Caption::new(game, written::PROGRAM, &written::command())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Svg,
    Pdf,
    Png,
    Dot,
}

/// The file a picture goes to.
struct Target {
    file: WholeFile,
    ending: Ending,
    width: Option<u32>,
    look: Look,
}

impl Target {
    fn new(args: &FileArgs, dot: bool) -> Result<Target, Failure> {
        let Some(file) = args.out.open()? else {
            return Err(Failure::input(
                "a picture needs a file".to_owned(),
                Some("name one with --out FILE.svg, FILE.pdf or FILE.png".to_owned()),
            ));
        };
        let path = file.path();
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let ending = match ending.as_deref() {
            Some("svg") => Ending::Svg,
            Some("pdf") => Ending::Pdf,
            Some("png") => Ending::Png,
            Some("dot" | "gv") if dot => Ending::Dot,
            None if file.is_stream() => Ending::Svg,
            _ => {
                let known = if dot { ".svg, .pdf, .png or .dot" } else { ".svg, .pdf or .png" };
                return Err(Failure::input(
                    format!("{} has no ending of a picture format", path.display()),
                    Some(format!("use a name that ends in {known}")),
                ));
            }
        };
        if args.width.is_some() && ending != Ending::Png {
            return Err(Failure::input(
                "--width is the width of a PNG in pixels; other formats have no pixels".to_owned(),
                None,
            ));
        }
        if args.width == Some(0) {
            return Err(Failure::input("a PNG needs a width of at least 1 pixel".to_owned(), None));
        }
        let FileArgs { dark, transparent, untitled, .. } = *args;
        Ok(Target { file, ending, width: args.width, look: Look { dark, transparent, untitled } })
    }

    fn write(self, scene: Scene) -> Result<Answer, Failure> {
        let scene = scene.with_look(self.look);
        let width = self.width.unwrap_or_else(|| scene.sharp_width());
        match self.ending {
            Ending::Pdf => self.write_bytes(&scene.to_pdf()),
            Ending::Png => self.write_bytes(&scene.to_png(width)?),
            _ => self.write_bytes(scene.to_svg().as_bytes()),
        }
    }

    fn write_bytes(self, bytes: &[u8]) -> Result<Answer, Failure> {
        self.file.write_whole(bytes)?;
        Ok(Answer::Yes)
    }
}
