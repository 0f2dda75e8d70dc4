//! What `export` knows of positions: the cube, a census, a game tree.

use amalgam::engines::cube::{Cube, Keep};
use amalgam_export::census::{Filter, Manifest, look};
use amalgam_export::format::{Cell, Export, Kind, Shape};

use super::{CensusExport, CubeExport, SEQUENCE, Target, TreeExport, comments};
use crate::arguments::heap_rules;
use crate::failure::{Answer, Failure};

pub(super) fn cube(args: &CubeExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let game = args.game.game()?;
    let limits = args.limits.limits();
    let cube = Cube::new(heap_rules(&game)?, args.max, Keep::Values, &limits)?;
    let mut values = cube.values();
    target.write(Export {
        title: format!("Grundy values of [a,b,c] with a <= b <= c <= {}", args.max),
        comments: comments(game.name()),
        columns: ["a", "b", "c", "grundy"].map(|name| (name, Kind::Number)).to_vec(),
        shape: Shape::Records,
        next: Box::new(move |record| {
            let Some((heaps, value)) = values.next() else { return false };
            record.extend(heaps.into_iter().chain([value]).map(|x| Cell::Number(x.into())));
            true
        }),
    })
}

/// One layer of a census is in memory at a time.
pub(super) fn census(args: &CensusExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let manifest = Manifest::load(&args.dir)?;
    let about = comments(&manifest.game);
    let mut layers = manifest.layers.iter().map(|layer| (layer.coins, layer.p_positions));
    if args.counts {
        return target.write(Export {
            title: "P-positions with n coins".to_owned(),
            comments: about,
            columns: SEQUENCE.to_vec(),
            shape: Shape::Sequence,
            next: Box::new(move |record| {
                let Some((coins, number)) = layers.next() else { return false };
                record.extend([Cell::from(coins as u64), Cell::from(number)]);
                true
            }),
        });
    }
    // Damage is to be known before anything is written.
    look(&args.dir, &Filter::default(), &mut |_| true, 0)?;
    let mut damage = None;
    let mut positions = Vec::new().into_iter();
    let mut coins = 0;
    let written = target.write(Export {
        title: "all P-positions by coins".to_owned(),
        comments: about,
        columns: vec![("coins", Kind::Number), ("position", Kind::Text)],
        shape: Shape::Records,
        next: Box::new(|record| {
            loop {
                if let Some(position) = positions.next() {
                    let position: &amalgam::Position = &position;
                    record.extend([Cell::from(coins as u64), Cell::Text(position.to_string())]);
                    return true;
                }
                let Some((next, _)) = layers.next() else { return false };
                coins = next;
                let filter = Filter { coins: Some(coins), ..Filter::default() };
                match look(&args.dir, &filter, &mut |_| true, usize::MAX) {
                    Ok(found) => positions = found.positions.into_iter(),
                    Err(error) => {
                        damage = Some(error);
                        return false;
                    }
                }
            }
        }),
    });
    match damage {
        Some(error) => Err(error.into()),
        None => written,
    }
}

pub(super) fn tree(args: &TreeExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let (name, tree) = args.tree.find()?;
    let nodes = &tree.nodes;
    let mut edges =
        nodes.iter().flat_map(|node| node.options.iter().map(move |&i| (node, &nodes[i])));
    target.write(Export {
        title: format!("the game tree of {} to depth {}", tree.nodes[0].position, args.tree.depth),
        comments: comments(&name),
        columns: vec![
            ("depth", Kind::Number),
            ("position", Kind::Text),
            ("option", Kind::Text),
            ("outcome", Kind::Text),
            ("grundy", Kind::Number),
        ],
        shape: Shape::Graph(tree.to_dot()),
        next: Box::new(move |record| {
            let Some((node, option)) = edges.next() else { return false };
            record.extend([
                Cell::from(node.depth as u64),
                Cell::Text(node.position.to_string()),
                Cell::Text(option.position.to_string()),
                Cell::Text(option.outcome.to_string()),
                Cell::from(option.grundy),
            ]);
            true
        }),
    })
}
