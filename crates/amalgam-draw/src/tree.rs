//! Game trees: a position, its options, their options, and so on, in colours for P and N.
//!
//! Equal positions on one level are drawn once, as in the papers. In a graph, equal positions are drawn
//! once in the whole picture, each below every position that leads to it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::ControlFlow;

use amalgam::base::budget::{Budget, LimitReached, Meter};
use amalgam::games::AnyGame;
use amalgam::{Classified, Fault, Game, Outcome, Play, Position};

use crate::DrawError;
use crate::font;
use crate::frame::{self, Caption, Mark, RIGHT, TOP};
use crate::palette::{BLUE, Color, GREY, INK, PALE, WHITE};
use crate::scene::{Anchor, Element, Scene, Stroke};
use crate::values::PositionValues;

/// A position of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The position.
    pub position: Position,
    /// The number of moves from the start; in a graph, on the longest way in the picture.
    pub depth: usize,
    /// Who wins.
    pub outcome: Outcome,
    /// Its Grundy value, which decides normal play only.
    pub grundy: u64,
    /// Its options, as places in the list of nodes; none on the last level.
    pub options: Vec<usize>,
}

/// A tree to some depth: the start first, then level by level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// Who wins at the end.
    pub play: Play,
    /// Its depth in moves.
    pub moves: usize,
    /// Whether equal positions on different levels are one node.
    pub is_graph: bool,
}

/// The most positions of a tree.
pub const MOST: usize = 20_000;

/// The most positions that are drawn, and the most on a level.
pub const MOST_DRAWN: (usize, usize) = (220, 60);

/// Why there is no tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// There are too many positions.
    #[error(transparent)]
    Draw(#[from] DrawError),
}

impl Classified for TreeError {
    fn fault(&self) -> Fault {
        match self {
            TreeError::Limit(reached) => reached.fault(),
            TreeError::Draw(error) => error.fault(),
        }
    }
}

impl Tree {
    /// Evaluates every position below `start` and keeps those at most `depth` moves away.
    ///
    /// # Errors
    /// If a limit is reached first, or there are more than [`MOST`] positions.
    pub fn find(
        game: &AnyGame,
        start: &Position,
        depth: usize,
        play: Play,
        limits: &Budget,
    ) -> Result<Tree, TreeError> {
        let explored = PositionValues::find(game, start, play, limits)?;
        let node = |position: Position, depth: usize| {
            let value = explored.value(&position)?;
            let (outcome, grundy) = (value.outcome, value.grundy);
            Some(Node { position, depth, outcome, grundy, options: Vec::new() })
        };
        let mut meter = Meter::new(limits, 1);
        let mut nodes: Vec<Node> = node(start.clone(), 0).into_iter().collect();
        let mut level = 0..nodes.len();
        for depth in 1..=depth {
            let mut places: BTreeMap<Position, usize> = BTreeMap::new();
            for parent in level.clone() {
                let mut options = BTreeSet::new();
                let position = nodes[parent].position.clone();
                // One option at a time: a position can have more of them than there is memory for.
                let mut met = None;
                let mut add = |option: Position| {
                    meter.work(option.heaps().len() + 1)?;
                    let place = match places.get(&option) {
                        Some(&place) => place,
                        None => {
                            let place = nodes.len();
                            let Some(node) = node(option.clone(), depth) else { return Ok(()) };
                            if place == MOST {
                                return Err(TreeError::from(too_large(depth, depth - 1)));
                            }
                            meter.take(size_of::<Node>() + 2 * game.bytes(&option))?;
                            nodes.push(node);
                            places.insert(option, place);
                            place
                        }
                    };
                    if options.insert(place) {
                        meter.take(size_of::<usize>())?;
                        nodes[parent].options.push(place);
                    }
                    Ok(())
                };
                let _ = game.each_move(&position, |_, option| match add(option) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => {
                        met = Some(error);
                        ControlFlow::Break(())
                    }
                });
                if let Some(error) = met {
                    return Err(error);
                }
            }
            level = level.end..nodes.len();
            if level.is_empty() {
                break;
            }
        }
        let moves = nodes.last().map_or(0, |node| node.depth);
        Ok(Tree { nodes, play, moves, is_graph: false })
    }

    /// The same positions, each once.
    #[must_use]
    pub fn into_graph(self) -> Tree {
        let mut places: BTreeMap<Position, usize> = BTreeMap::new();
        let mut nodes: Vec<Node> = Vec::new();
        let mut place_of = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let place = *places.entry(node.position.clone()).or_insert_with(|| {
                nodes.push(Node { depth: 0, options: Vec::new(), ..node.clone() });
                nodes.len() - 1
            });
            place_of.push(place);
        }
        for (node, &place) in self.nodes.iter().zip(&place_of) {
            for &option in &node.options {
                let option = place_of[option];
                if !nodes[place].options.contains(&option) {
                    nodes[place].options.push(option);
                }
            }
        }
        // No way down has more moves than there are nodes.
        for _ in 0..nodes.len() {
            let mut changed = false;
            for i in 0..nodes.len() {
                for option in nodes[i].options.clone() {
                    if nodes[option].depth <= nodes[i].depth {
                        nodes[option].depth = nodes[i].depth + 1;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        Tree { nodes, is_graph: true, ..self }
    }

    /// The nodes of each level.
    fn levels(&self) -> Vec<Vec<usize>> {
        let mut levels: Vec<Vec<usize>> = Vec::new();
        for (i, node) in self.nodes.iter().enumerate() {
            levels.resize(levels.len().max(node.depth + 1), Vec::new());
            levels[node.depth].push(i);
        }
        levels
    }

    /// The tree in the language of Graphviz.
    pub fn to_dot(&self) -> String {
        let mut dot = String::from(
            "digraph positions {\n  rankdir=TB;\n  node [shape=box, style=\"rounded,filled\", \
             fontname=\"DejaVu Sans\"];\n",
        );
        for (i, node) in self.nodes.iter().enumerate() {
            let (fill, ink) = match node.outcome {
                Outcome::P => (BLUE, WHITE),
                Outcome::N => (WHITE, INK),
            };
            let _ = writeln!(
                dot,
                "  n{i} [label=\"{}\\n{}\", fillcolor=\"{}\", fontcolor=\"{}\"];",
                node.position,
                self.mark(node),
                fill.hex(),
                ink.hex()
            );
        }
        for (i, node) in self.nodes.iter().enumerate() {
            for &option in &node.options {
                let wins = self.nodes[option].outcome == Outcome::P;
                let style = if wins { " [penwidth=2]" } else { "" };
                let _ = writeln!(dot, "  n{i} -> n{option}{style};");
            }
        }
        dot.push_str("}\n");
        dot
    }

    /// The outcome, and in normal play the Grundy value.
    fn mark(&self, node: &Node) -> String {
        match self.play {
            Play::Normal => format!("{} · {}", node.outcome, node.grundy),
            Play::Misere => node.outcome.to_string(),
        }
    }
}

fn too_large(depth: usize, fits: usize) -> DrawError {
    DrawError::TooLarge {
        what: format!("a tree of depth {depth}"),
        fits: match fits {
            0 => "it has too many options; use a smaller position".to_owned(),
            _ => format!("use --depth {fits}"),
        },
    }
}

/// Draws a tree.
///
/// # Errors
/// If it has too many positions; the error names a depth that fits.
pub fn draw(tree: &Tree, caption: &Caption) -> Result<Scene, DrawError> {
    let levels = tree.levels();
    let Some(start) = tree.nodes.first() else {
        return Err(DrawError::Empty("a tree without positions".to_owned()));
    };
    let mut total = 0;
    for (depth, level) in levels.iter().enumerate() {
        total += level.len();
        if total > MOST_DRAWN.0 || level.len() > MOST_DRAWN.1 {
            // The levels of a graph do not show which depth would fit.
            let fits = if tree.is_graph { tree.moves } else { depth };
            return Err(too_large(tree.moves, fits.saturating_sub(1)));
        }
    }
    let size = 14.0;
    let box_width = |i: usize| {
        let node = &tree.nodes[i];
        let text = font::width(&node.position.to_string(), size);
        text.max(font::width(&tree.mark(node), 11.0)) + 16.0
    };
    let (gap, box_height, step) = (12.0, 42.0, 128.0);
    let level_width =
        |level: &Vec<usize>| level.iter().map(|&i| box_width(i) + gap).sum::<f64>() - gap;
    let widest = levels.iter().map(level_width).fold(0.0, f64::max);
    let width = frame::WIDTH.max(widest + 2.0 * RIGHT);
    let body = 34.0 + step * (levels.len() - 1) as f64 + box_height + 8.0;
    let kind = if tree.is_graph { "graph" } else { "tree" };
    let title = format!("The game {kind} of {} to depth {}", start.position, tree.moves);
    let values = match tree.play {
        Play::Normal => "; outcome and Grundy value below each position",
        Play::Misere => "",
    };
    let subtitle = format!("{}, {}; {total} positions{values}", caption.game, tree.play);
    let mut scene = frame::start(width, body, &title, &subtitle, caption);
    // Each level is ordered by the places of the parents and spread evenly over the width.
    let mut centers = vec![0.0; tree.nodes.len()];
    for (depth, level) in levels.iter().enumerate() {
        let level = ordered(tree, level, depth, &centers);
        let free = width - 2.0 * RIGHT - level_width(&level);
        let between = gap + (free / (level.len() + 1) as f64).clamp(0.0, 46.0);
        let used = level_width(&level) + (between - gap) * (level.len() - 1) as f64;
        let mut x = (width - used) / 2.0;
        for i in level {
            centers[i] = x + box_width(i) / 2.0;
            x += box_width(i) + between;
        }
    }
    let top = |depth: usize| TOP + 34.0 + step * depth as f64;
    // Pale lines first, winning moves above them.
    for winning in [false, true] {
        for (i, node) in tree.nodes.iter().enumerate() {
            for &option in &node.options {
                if (tree.nodes[option].outcome == Outcome::P) == winning {
                    let stroke =
                        if winning { Stroke::new(BLUE, 1.8) } else { Stroke::new(LINE, 1.0) };
                    let from = [centers[i], top(node.depth) + box_height];
                    let to = [centers[option], top(tree.nodes[option].depth)];
                    scene.line(from, to, stroke);
                }
            }
        }
    }
    for (i, node) in tree.nodes.iter().enumerate() {
        let (fill, ink) = match node.outcome {
            Outcome::P => (BLUE, WHITE),
            Outcome::N => (WHITE, INK),
        };
        let (wide, y) = (box_width(i), top(node.depth));
        scene.elements.push(Element::Rect {
            bounds: [centers[i] - wide / 2.0, y, wide, box_height],
            round: 7.0,
            fill: Some(fill),
            stroke: Some(Stroke::new(if node.outcome == Outcome::P { BLUE } else { GREY }, 1.2)),
        });
        let at = [centers[i], y + 18.0];
        scene.colored_text(at, size, Anchor::Middle, ink, node.position.to_string());
        let at = [centers[i], y + 34.0];
        let faint = if ink == WHITE { PALE } else { GREY };
        scene.colored_text(at, 11.0, Anchor::Middle, faint, tree.mark(node));
    }
    let key = [(Mark::Box(BLUE), "P-position"), (Mark::Box(WHITE), "N-position")];
    frame::draw_key(&mut scene, width - RIGHT, TOP + 6.0, &key);
    Ok(scene)
}

/// The colour of moves that do not win.
const LINE: Color = Color(0xc4, 0xc4, 0xc4);

/// Sorts a level by the mean place of the parents; equal means by position.
fn ordered(tree: &Tree, level: &[usize], depth: usize, centers: &[f64]) -> Vec<usize> {
    let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for (i, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.depth < depth) {
        for &option in &node.options {
            let sum = sums.entry(option).or_insert((0.0, 0.0));
            *sum = (sum.0 + centers[i], sum.1 + 1.0);
        }
    }
    let mean = |i: &usize| sums.get(i).map_or(0.0, |(sum, number)| sum / number);
    let mut level = level.to_vec();
    level.sort_by(|x, y| {
        let by_position = || tree.nodes[*x].position.cmp(&tree.nodes[*y].position);
        mean(x).total_cmp(&mean(y)).then_with(by_position)
    });
    level
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(game: &str, start: &str, depth: usize) -> Tree {
        let (game, start) = (game.parse().unwrap(), start.parse().unwrap());
        Tree::find(&game, &start, depth, Play::Normal, &Budget::default()).unwrap()
    }

    #[test]
    fn a_graph_has_each_position_once_below_all_that_lead_to_it() {
        let tree = tree("amalgamation", "[1,2,2]", 9);
        let graph = tree.clone().into_graph();
        let mut positions: Vec<&Position> = graph.nodes.iter().map(|node| &node.position).collect();
        positions.sort();
        assert!(positions.windows(2).all(|pair| pair[0] != pair[1]));
        let mut all: Vec<&Position> = tree.nodes.iter().map(|node| &node.position).collect();
        all.sort();
        all.dedup();
        assert_eq!(positions, all, "and none is lost");
        for node in &graph.nodes {
            assert!(node.options.iter().all(|&option| graph.nodes[option].depth > node.depth));
        }
        assert!(draw(&graph, &Caption::new("", "", "")).is_ok());
    }

    #[test]
    fn chomp_has_a_tree() {
        let tree = tree("chomp", "[2,2]", 9);
        assert_eq!(tree.nodes[0].options.len(), 3, "three squares may be bitten");
        assert!(tree.nodes.iter().any(|node| node.position == Position::new([1])));
    }
}
