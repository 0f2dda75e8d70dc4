//! Low heaps of Amalgamation Nim: who wins with b1 single coins and b3 heaps of 3, beside fixed numbers of heaps of 2 and 4.
//!
//! A cell is a position <b1,b2,b3,b4>. The census decides every cell up to some number of coins, and a dashed line shows
//! where it ends. Beyond it a cell has a colour only where a theorem or a certificate for its row decides it. A mark
//! beside each row says whether it is proved for all b1.

use amalgam::base::budget::{Budget, Silent};
use amalgam::engines::census::CensusError;
use amalgam::engines::families::{Family, Setting, Table};
use amalgam::theory::heights;
use amalgam::{Outcome, Position, Rules};

use crate::frame::{self, Area, Caption, LEFT, Mark, RIGHT, TOP};
use crate::palette::{BLUE, INK, ORANGE, PALE, WHITE};
use crate::scene::{Element, Stroke};
use crate::{DrawError, Scene, axis};

/// The most single coins and the most heaps of 3.
pub const MOST: usize = 120;

/// The period of the rows that are proved: all rows that are known have it.
const PERIOD: u32 = 6;

/// How much is proved of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proved {
    /// The outcome for every b1.
    All,
    /// The outcome for some residues of b1 modulo 6.
    Some,
    /// Nothing beyond the census.
    No,
}

/// The outcomes of <b1,b2,b3,b4> for fixed b2 and b4.
#[derive(Clone, Debug)]
pub struct Grid {
    twos: usize,
    fours: usize,
    /// The largest number of single coins.
    ones: usize,
    /// The coins of the census.
    coins: usize,
    /// For each b3: what is proved, and the outcomes.
    rows: Vec<(Proved, Vec<Option<Outcome>>)>,
}

impl Grid {
    /// The outcomes for up to this many single coins and heaps of 3, by a census up to some number of coins.
    ///
    /// # Errors
    /// If the census or the search for certificates meets a bound.
    pub fn find(
        [twos, fours]: [usize; 2],
        [ones, threes]: [usize; 2],
        coins: usize,
        limits: &Budget,
    ) -> Result<Grid, CensusError> {
        let rules: Rules = "take any, merge".parse().expect("Amalgamation Nim");
        let table = Table::new(&rules, coins, limits, &Silent)?;
        let setting = Setting::new(&rules, 1).expect("the lemmas hold");
        let mut rows = Vec::new();
        for b3 in 0..=threes {
            let position =
                |b1: usize| Position::of_counts([(1, b1), (2, twos), (3, b3), (4, fours)]);
            if b3 <= 1 {
                let outcome = |b1| heights::outcome(&position(b1)).map(|(outcome, _)| outcome);
                rows.push((Proved::All, (0..=ones).map(outcome).collect()));
                continue;
            }
            let enough = position(0).coins() + 4 * u128::from(PERIOD) <= coins as u128;
            let family = match enough {
                true => Family::modulo(&setting, &table, &position(0), PERIOD, limits, &Silent)?,
                false => None,
            };
            let proved = match &family {
                Some(family) if family.is_proved() => Proved::All,
                Some(family) if family.certificate.is_some() => Proved::Some,
                _ => Proved::No,
            };
            let by_parity = |position: &Position| amalgam::theory::locke_handley::outcome(position);
            let outcome = |b1: usize| {
                let position = position(b1);
                let heaps: Vec<u16> =
                    position.heaps().iter().rev().map(|&heap| heap as u16).collect();
                let by_family = || family.as_ref().and_then(|family| family.outcome(b1 as u64));
                table.outcome(&heaps).or_else(|| by_parity(&position)).or_else(by_family)
            };
            rows.push((proved, (0..=ones).map(outcome).collect()));
        }
        Ok(Grid { twos, fours, ones, coins, rows })
    }

    /// Who wins, if it is known.
    pub fn outcome(&self, ones: usize, threes: usize) -> Option<Outcome> {
        *self.rows.get(threes)?.1.get(ones)?
    }

    /// What is proved of a row.
    pub fn proved(&self, threes: usize) -> Option<Proved> {
        self.rows.get(threes).map(|row| row.0)
    }
}

/// Draws a grid.
///
/// # Errors
/// If it is too large.
pub fn draw(grid: &Grid, caption: &Caption) -> Result<Scene, DrawError> {
    let (columns, rows) = (grid.ones + 1, grid.rows.len());
    check(grid.ones, rows - 1)?;
    let room = frame::WIDTH - LEFT - RIGHT - 30.0;
    let cell = (room / columns as f64).min(34.0);
    let (width, height, above) = (cell * columns as f64, cell * rows as f64, 34.0);
    let (b2, b4) = (grid.twos, grid.fours);
    let title = format!("Who wins at <b1,{b2},b3,{b4}>");
    let subtitle = format!("{}, heaps of 1 to 4; census to {} coins", caption.game, grid.coins);
    let body = above + height + 78.0;
    let mut scene = frame::start(frame::WIDTH, body, &title, &subtitle, caption);
    let area = Area {
        bounds: [LEFT, TOP + above, width, height],
        x: [0.0, columns as f64],
        y: [0.0, rows as f64],
    };
    for b3 in 0..rows {
        for b1 in 0..columns {
            let corner = [area.left(b1 as f64), area.top(b3 as f64 + 1.0)];
            let excluded = [b1, b2, b3, b4].iter().all(|count| count % 2 == 1);
            let color = match grid.outcome(b1, b3) {
                Some(Outcome::P) if excluded => ORANGE,
                Some(Outcome::P) => BLUE,
                Some(Outcome::N) => PALE,
                None => WHITE,
            };
            scene.fill([corner[0] + 0.5, corner[1] + 0.5, cell - 1.0, cell - 1.0], color);
            if grid.outcome(b1, b3).is_none() {
                frame::draw_cross(&mut scene, corner.map(|at| at + cell / 2.0));
            }
        }
        let center = [area.right() + 16.0, area.top(b3 as f64 + 0.5)];
        let (fill, stroke) = match grid.proved(b3) {
            Some(Proved::All) => (Some(INK), None),
            Some(Proved::Some) => (None, Some(Stroke::new(INK, 1.6))),
            _ => continue,
        };
        scene.elements.push(Element::Circle { center, radius: 4.0, fill, stroke });
    }
    area.draw_border(&mut scene);
    draw_census_end(&mut scene, &area, grid);
    let ticks = axis::ticks(0, grid.ones as i64, (width / 40.0) as usize);
    area.draw_x_ticks(&mut scene, &ticks, 0.5, "b1, the single coins");
    let ticks = axis::ticks(0, rows as i64 - 1, (height / 24.0) as usize);
    let labels: Vec<_> = ticks.iter().map(|&at| (at as f64 + 0.5, axis::label(at))).collect();
    area.draw_y_ticks(&mut scene, &labels, false);
    area.draw_y_name(&mut scene, "b3");
    let key = [
        (Mark::Box(BLUE), "P"),
        (Mark::Box(ORANGE), "P against Conjecture 10"),
        (Mark::Box(PALE), "N"),
        (Mark::Cross, "unknown"),
        (Mark::Dashes, "end of the census"),
    ];
    frame::draw_key(&mut scene, frame::WIDTH - RIGHT, TOP + above - 18.0, &key);
    let key = [
        (Mark::Dot(INK), "row proved for all b1"),
        (Mark::Ring(INK), "proved for some b1 modulo 6; elsewhere observed within the census"),
    ];
    frame::draw_key(&mut scene, frame::WIDTH - RIGHT, area.bottom() + 64.0, &key);
    Ok(scene)
}

/// A dashed line between the cells that the census has and those that it has not.
fn draw_census_end(scene: &mut Scene, area: &Area, grid: &Grid) {
    let fixed = 2 * grid.twos + 4 * grid.fours;
    let mut points = Vec::new();
    for b3 in 0..grid.rows.len() {
        let inside = (grid.coins + 1).saturating_sub(fixed + 3 * b3).min(grid.ones + 1);
        let x = area.left(inside as f64);
        points.push([x, area.top(b3 as f64)]);
        points.push([x, area.top(b3 as f64 + 1.0)]);
    }
    if points.iter().any(|point| point[0] < area.right() - 0.5) {
        scene.elements.push(Element::Line { points, stroke: Stroke::new(INK, 1.6).dashed() });
    }
}

/// Checks the size before anything is computed.
///
/// # Errors
/// If there are too many cells.
pub fn check(ones: usize, threes: usize) -> Result<(), DrawError> {
    match ones.max(threes) > MOST {
        false => Ok(()),
        true => Err(DrawError::TooLarge {
            what: format!("a grid of {ones} single coins and {threes} heaps of 3"),
            fits: format!("the limit is {MOST} of each"),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells beyond a small census agree with a larger one, and what no certificate decides is left open.
    #[test]
    fn cells_agree_with_a_larger_census() {
        let limits = Budget::default();
        let find = |coins| Grid::find([1, 1], [40, 6], coins, &limits).unwrap();
        let (small, large) = (find(44), find(58));
        let (mut beyond, mut open) = (0, 0);
        for b3 in 0..=6 {
            for b1 in 0..=40 {
                let [few, more] = [&small, &large].map(|grid| grid.outcome(b1, b3));
                assert!(few.is_none() || more.is_none() || few == more, "<{b1},1,{b3},1>");
                beyond += usize::from(few.is_some() && b1 + 3 * b3 + 6 > 44);
                open += usize::from(few.is_none());
            }
        }
        assert_eq!(small.proved(2), Some(Proved::All));
        assert!(beyond > 0 && open > 0, "{beyond} beyond the census, {open} open");
        let svg = draw(&small, &Caption::new("amalgamation", "", "")).unwrap().to_svg();
        assert!(svg.contains("end of the census"));
    }

    #[test]
    fn a_grid_that_is_too_large_is_refused() {
        assert!(check(MOST, MOST).is_ok());
        assert!(matches!(check(MOST + 1, 2), Err(DrawError::TooLarge { .. })));
    }
}
