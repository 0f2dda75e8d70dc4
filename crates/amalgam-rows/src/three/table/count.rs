//! Counting P-positions: tiles of rows chase each other over the columns, one thread each.
//!
//! Columns travel in blocks of [`BLOCK`]. The tiles go in groups of neighbours to the threads in turn.
//! A thread receives the blocks in order from the thread that has the group before, passes its tiles
//! over them and hands them on to the thread that has the next one: a ring of channels. A block belongs to one thread at
//! a time, and each column meets the tiles in order, so the result cannot depend on the number of
//! threads or their timing.
//!
//! Nothing is counted while rows are matched: when its last row has passed, the values used in column
//! b are exactly the largest heaps c of the P-positions a < b < c ≤ max. (Equal heaps a = b or b = c
//! leave 0 for the third, so a P-position of three non-empty heaps has three different ones.) A column
//! that is full is counted at once and dropped; when all columns are gone, so is the work, which
//! happens long before the last row.

use super::TableError;
use super::column::{Column, Scale};
use super::tile::{ROWS, Tile};
use amalgam_core::base::budget::Budget;
use amalgam_core::games::rules::Family;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

/// The P-positions 1 ≤ a ≤ b ≤ c ≤ max.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Count {
    /// How many there are.
    pub p_positions: u64,
    /// The sum of their largest heaps c.
    pub sum_of_largest: u128,
}

/// Counts the P-positions 1 ≤ a ≤ b ≤ c ≤ `max`. The memory that the budget names must really be
/// there.
///
/// # Errors
/// If a bound is met first.
///
/// ```
/// use amalgam::engines::three::table::count;
/// use amalgam::games::rules::Family;
/// // [1,2,4], [1,3,5], [1,6,8], [2,3,6], [2,5,8], [3,4,8] and [4,5,6].
/// let count = count(Family::AMALGAMATION, 8, &Default::default())?;
/// assert_eq!((count.p_positions, count.sum_of_largest), (7, 45));
/// # Ok::<(), amalgam::engines::three::table::TableError>(())
/// ```
pub fn count(family: Family, max: u64, limits: &Budget) -> Result<Count, TableError> {
    let tiles = max / ROWS as u64 + 1;
    let threads = limits.thread_count().min(MOST_THREADS) as u64;
    let threads = threads.min(tiles);
    // Every hand-over carries a block from one core's cache to the other's, so tiles go in groups,
    // but in enough of them to keep the threads equally busy.
    let depth = (tiles / (threads * 8)).clamp(1, 8);
    let room = Room::new(max, threads * depth, limits)?;
    // The room bounds all three by what fits in memory.
    let (max, threads, depth) = (max as usize, threads as usize, depth as usize);
    let scale = Scale::up_to(max);

    let (senders, receivers): (Vec<_>, Vec<_>) = (0..threads).map(|_| channel()).unzip();
    for block in Block::all(&scale) {
        // The receiver is alive: it is in `receivers`.
        let _ = senders[0].send(Some(block));
    }
    let _ = senders[0].send(None);

    let workers = receivers.into_iter().enumerate().map(|(index, from)| {
        let to = senders[(index + 1) % threads].clone();
        Worker { family, scale, index, threads, depth, from, to, room: &room }
    });
    let workers: Vec<_> = workers.collect();
    // Only the workers hold senders now, so that a ring with a missing worker comes to rest.
    drop(senders);

    let results: Vec<_> = if threads == 1 {
        workers.into_iter().map(Worker::run).collect()
    } else {
        std::thread::scope(|scope| {
            let handles: Vec<_> =
                workers.into_iter().map(|worker| scope.spawn(move || worker.run())).collect();
            let join = |handle: std::thread::ScopedJoinHandle<'_, _>| match handle.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            handles.into_iter().map(join).collect()
        })
    };
    results.into_iter().try_fold(Count::default(), |sum, count| {
        let count = count?;
        Ok(Count {
            p_positions: sum.p_positions + count.p_positions,
            sum_of_largest: sum.sum_of_largest + count.sum_of_largest,
        })
    })
}

/// More threads than this have nothing to do.
const MOST_THREADS: usize = 64;

/// The columns of a block.
const BLOCK: usize = 64;

/// Some neighbouring columns, those that are full left out.
struct Block {
    columns: Vec<(usize, Column)>,
    /// The bytes of the windows, as last told to the room.
    bytes: u64,
}

impl Block {
    fn all(scale: &Scale) -> impl Iterator<Item = Block> {
        (1..=scale.max).step_by(BLOCK).map(move |first| {
            let columns = first..scale.max.min(first + BLOCK - 1) + 1;
            let columns = columns.map(|b| (b, Column::new(b, scale))).collect();
            Block { columns, bytes: 0 }
        })
    }
}

/// One thread and its tiles.
struct Worker<'a> {
    family: Family,
    scale: Scale,
    index: usize,
    threads: usize,
    /// How many neighbouring tiles it takes at a time.
    depth: usize,
    from: Receiver<Option<Block>>,
    to: Sender<Option<Block>>,
    room: &'a Room<'a>,
}

impl Worker<'_> {
    fn run(self) -> Result<Count, TableError> {
        let mut tiles: Vec<Tile> = (0..self.depth).map(|_| Tile::new(self.scale)).collect();
        let rows = self.depth * ROWS;
        let mut count = Count::default();
        for first in (self.index * rows..=self.scale.max).step_by(self.threads * rows) {
            for (tile, first) in tiles.iter_mut().zip((first..).step_by(ROWS)) {
                tile.start(self.family, first, self.scale.max + 1);
            }
            let mut any = false;
            // A channel without senders means that a worker gave up: its error is the answer.
            while let Ok(Some(mut block)) = receive(&self.from) {
                any = true;
                for tile in &mut tiles {
                    self.pass(tile, &mut block, &mut count);
                }
                self.room.update(&mut block)?;
                if !block.columns.is_empty() {
                    // A closed channel: the next worker gave up, or has no rows left.
                    let _ = self.to.send(Some(block));
                }
            }
            let _ = self.to.send(None);
            if !any {
                break;
            }
        }
        Ok(count)
    }

    /// Passes a tile over a block and counts the columns that are done with.
    fn pass(&self, tile: &mut Tile, block: &mut Block, count: &mut Count) {
        block.columns.retain_mut(|(b, column)| {
            tile.pass(*b, column, |_, _| ());
            let done = tile.has_row(*b) || column.is_full(&self.scale);
            if done {
                let (number, sum) = column.used_above(*b, &self.scale);
                count.p_positions += number;
                count.sum_of_largest += sum;
            }
            !done
        });
    }
}

/// Waits for a block: a moment awake, since the next one is usually a few microseconds away, then
/// asleep.
fn receive(from: &Receiver<Option<Block>>) -> Result<Option<Block>, ()> {
    for _ in 0..2000 {
        match from.try_recv() {
            Ok(block) => return Ok(block),
            Err(TryRecvError::Disconnected) => return Err(()),
            Err(TryRecvError::Empty) => std::hint::spin_loop(),
        }
    }
    from.recv().map_err(|_| ())
}

/// The memory the windows may still take. They slide, so how much they need shows on the way.
struct Room<'a> {
    limits: &'a Budget,
    used: AtomicU64,
}

impl<'a> Room<'a> {
    /// Takes off what is needed from the start: the tiles and the columns without their windows.
    fn new(max: u64, tiles: u64, limits: &'a Budget) -> Result<Room<'a>, TableError> {
        let words = u128::from(max / 64 + 1);
        let tiles = words * u128::from(tiles) * Tile::BYTES_PER_WORD as u128;
        let columns = u128::from(max) * (size_of::<(usize, Column)>() + 8) as u128;
        match u64::try_from(tiles + columns) {
            Ok(needed) if needed <= limits.memory => {
                Ok(Room { limits, used: AtomicU64::new(needed) })
            }
            needed => {
                let needed = needed.unwrap_or(u64::MAX);
                Err(TableError::Memory { needed, limit: limits.memory })
            }
        }
    }

    /// Counts what the windows of a block have become, and looks at the clock.
    fn update(&self, block: &mut Block) -> Result<(), TableError> {
        let bytes = block.columns.iter().map(|(_, column)| column.heap_bytes()).sum::<u64>();
        // Wrapping arithmetic: the total is right once the difference, possibly negative, is added.
        let change = bytes.wrapping_sub(block.bytes);
        block.bytes = bytes;
        let before = self.used.fetch_add(change, Ordering::Relaxed);
        let used = before.wrapping_add(change);
        if used > self.limits.memory {
            return Err(TableError::Memory { needed: used, limit: self.limits.memory });
        }
        Ok(self.limits.check(0)?)
    }
}
