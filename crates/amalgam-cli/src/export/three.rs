//! What `export` knows of three heaps: the table, its rows and their periods.

use amalgam::Budget;
use amalgam::engines::rows::{self, Row};
use amalgam::engines::three::table::Table;
use amalgam_export::format::{Cell, Export, Kind, Shape};

use super::{
    AntidiagonalsExport, CountsExport, ListsExport, MatchingExport, PeriodsExport, RowExport,
    SEQUENCE, TableExport, Target, comments, not_empty,
};
use crate::failure::{Answer, Failure};
use crate::found;

pub(super) fn table(args: &TableExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let (game, cells) = args.of.table(args.rows, args.cols, &args.limits.limits())?;
    let mut places = (0..args.rows).flat_map(|a| (0..args.cols).map(move |b| (a, b)));
    target.write(Export {
        title: format!("{} for 0 <= a < {}, 0 <= b < {}", cells.name(), args.rows, args.cols),
        comments: comments(game.name()),
        columns: vec![("a", Kind::Number), ("b", Kind::Number), ("f", Kind::Number)],
        shape: Shape::Grid { columns: args.cols },
        next: Box::new(move |record| {
            let Some((a, b)) = places.next() else { return false };
            let f = cells.get(a, b).map_or(Cell::Unknown, Cell::from);
            record.extend([Cell::from(a as u64), Cell::from(b as u64), f]);
            true
        }),
    })
}

/// f(R,b) for b in `0..to`.
pub(super) fn row(args: &RowExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let columns = not_empty(0..args.to)?;
    let (game, setting, rest) = args.of.read()?;
    let name = rows::name(&rest);
    let values = rows::values(&setting, &rest, columns.end, &Budget::default())?;
    let mut values = (0..).zip(values);
    target.write(Export {
        title: format!("f({name},n) for 0 <= n < {}", args.to),
        comments: comments(game.name()),
        columns: SEQUENCE.to_vec(),
        shape: Shape::Sequence,
        next: Box::new(move |record| {
            let Some((b, value)) = values.next() else { return false };
            record.extend([Cell::from(b as u64), Cell::from(value)]);
            true
        }),
    })
}

pub(super) fn antidiagonals(args: &AntidiagonalsExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let (game, family) = args.game.family()?;
    not_empty(0..args.terms)?;
    // The last antidiagonal d has the terms d(d+1)/2 and on.
    let last = (args.terms.saturating_mul(2)).isqrt() as usize + 1;
    let cells = Table::new(family, last + 1, last + 1, &args.limits.limits())?;
    let (mut n, mut a, mut diagonal) = (0, 0, 0);
    let terms = args.terms;
    target.write(Export {
        title: "f(a,b) read by antidiagonals: f(0,0), f(0,1), f(1,0), f(0,2), ...".to_owned(),
        comments: comments(game.name()),
        columns: SEQUENCE.to_vec(),
        shape: Shape::Sequence,
        next: Box::new(move |record| {
            if n == terms {
                return false;
            }
            let f = cells.get(a, diagonal - a).map_or(Cell::Unknown, Cell::from);
            record.extend([Cell::from(n), f]);
            n += 1;
            (a, diagonal) = if a == diagonal { (0, diagonal + 1) } else { (a + 1, diagonal) };
            true
        }),
    })
}

pub(super) fn counts(args: &CountsExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let (game, family) = args.game.family()?;
    let coins = args.coins;
    // a <= b <= c, so that a is at most a third and b less than half of the coins.
    let side = |part: u64| usize::try_from(coins / part).ok().and_then(|side| side.checked_add(1));
    let (rows, cols) = (side(3).unwrap_or(usize::MAX), side(2).unwrap_or(usize::MAX));
    let cells = Table::new(family, rows, cols, &args.limits.limits())?;
    let mut counts = vec![0_u64; coins as usize + 1];
    for a in 1..rows {
        for b in a..cols {
            let c = cells.get(a, b).unwrap_or(0);
            let total = a as u64 + b as u64 + c;
            if c >= b as u64 && total <= coins {
                counts[total as usize] += 1;
            }
        }
    }
    let mut counts = counts.into_iter().zip(0_u64..);
    target.write(Export {
        title: format!("P-positions of three non-empty heaps with n coins, n <= {coins}"),
        comments: comments(game.name()),
        columns: SEQUENCE.to_vec(),
        shape: Shape::Sequence,
        next: Box::new(move |record| {
            let Some((count, n)) = counts.next() else { return false };
            record.extend([Cell::from(n), Cell::from(count)]);
            true
        }),
    })
}

pub(super) fn periods(args: &PeriodsExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let (game, found) = found::periods(&args.game, args.to, &args.limits.limits())?;
    let mut reports = found.into_iter();
    target.write(Export {
        title: format!("preperiod and period of the rows 1 to {} of f(a,b)", args.to),
        comments: comments(&game),
        columns: vec![
            ("row", Kind::Number),
            ("preperiod", Kind::Number),
            ("period", Kind::Number),
            ("cover", Kind::Truth),
            ("status", Kind::Text),
        ],
        shape: Shape::Records,
        next: Box::new(move |record| {
            let Some(report) = reports.next() else { return false };
            record.extend(period_record(&report));
            true
        }),
    })
}

fn period_record(report: &Row) -> [Cell; 5] {
    let (preperiod, period, status) = match report.proved() {
        Some(proved) => (Cell::from(proved.preperiod), Cell::from(proved.period), "proved"),
        None => (Cell::Unknown, Cell::Unknown, "unknown"),
    };
    let (row, cover) = (Cell::from(report.rest.largest()), Cell::Truth(report.cover));
    [row, preperiod, period, cover, Cell::Text(status.to_owned())]
}

pub(super) fn lists(args: &ListsExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let (game, setting, rest) = args.of.read()?;
    let limits = args.limits.limits();
    let (row, _) = found::rows(&limits, |rows| rows.row(&setting, &rest))?;
    let lists = rows::lists(&setting, &row, &limits)?;
    let pairs = lists.once.clone().into_iter().map(|pair| (1, pair));
    let mut pairs = pairs.chain(lists.repeating.clone().into_iter().map(|pair| (2, pair)));
    target.write(Export {
        title: format!("L1({0}) and L2({0}), period {1}", row.name(), lists.period),
        comments: comments(game.name()),
        columns: vec![("list", Kind::Number), ("b", Kind::Number), ("c", Kind::Number)],
        shape: Shape::Lists(lists),
        next: Box::new(move |record| {
            let Some((list, [b, c])) = pairs.next() else { return false };
            record.extend([Cell::Number(list), Cell::from(b), Cell::from(c)]);
            true
        }),
    })
}

pub(super) fn matching(args: &MatchingExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let (game, setting, rest) = args.of.read()?;
    let columns = not_empty(args.from..args.to)?;
    let mut pairs = rows::matching(&setting, &rest, columns, &Budget::default())?.into_iter();
    target.write(Export {
        title: format!("row {} as a matching, {} <= b < {}", rows::name(&rest), args.from, args.to),
        comments: comments(game.name()),
        columns: vec![("b", Kind::Number), ("f", Kind::Number)],
        shape: Shape::Matching,
        next: Box::new(move |record| {
            let Some([b, c]) = pairs.next() else { return false };
            record.extend([Cell::from(b), Cell::from(c)]);
            true
        }),
    })
}
