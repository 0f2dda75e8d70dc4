//! The ranks of an MPI job, as the library wants them.

use amalgam::engines::census::Exchange;
use mpi::Count;
use mpi::collective::SystemOperation;
use mpi::datatype::{Partition, PartitionMut};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives};

/// All ranks of the job.
pub struct World(pub SimpleCommunicator);

/// Bytes that all ranks together give one of them in a go: MPI counts in 31 bits.
const AT_ONCE: usize = 1 << 26;

/// A byte that is never sent: an empty list of Rust has the address 1, which means something else to MPI.
const ONE_MORE: [u8; 1] = [0];

impl World {
    /// How many ranks there are.
    pub fn size(&self) -> usize {
        self.0.size() as usize
    }

    /// The largest number that a rank has.
    fn largest(&self, mine: usize) -> usize {
        let (mine, mut largest) = (mine as u64, 0u64);
        self.0.all_reduce_into(&mine, &mut largest, SystemOperation::max());
        largest as usize
    }
}

impl Exchange for World {
    fn rank(&self) -> usize {
        self.0.rank() as usize
    }

    fn all_to_all(&mut self, bytes: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        let lengths: Vec<u64> = bytes.iter().map(|bytes| bytes.len() as u64).collect();
        let mut theirs = vec![0u64; self.size()];
        self.0.all_to_all_into(&lengths[..], &mut theirs[..]);
        let longest = self.largest(bytes.iter().map(Vec::len).max().unwrap_or(0));
        let part = (AT_ONCE / self.size()).max(1);
        let mut given = vec![Vec::new(); self.size()];
        for from in (0..longest).step_by(part) {
            let rest = |length: usize| length.saturating_sub(from).min(part);
            let (counts, starts) = laid_out(lengths.iter().map(|&length| rest(length as usize)));
            let slice =
                |bytes: &Vec<u8>| bytes[bytes.len().min(from)..][..rest(bytes.len())].to_vec();
            let out: Vec<u8> = bytes.iter().flat_map(slice).chain(ONE_MORE).collect();
            let (their_counts, their_starts) =
                laid_out(theirs.iter().map(|&length| rest(length as usize)));
            let mut came = vec![0u8; their_counts.iter().sum::<Count>() as usize + 1];
            self.0.all_to_all_varcount_into(
                &Partition::new(&out[..], counts, starts),
                &mut PartitionMut::new(&mut came[..], &their_counts[..], &their_starts[..]),
            );
            take_apart(&came, &their_counts, &mut given);
        }
        given
    }

    fn all_gather(&mut self, mut bytes: Vec<u8>) -> Vec<Vec<u8>> {
        let mut theirs = vec![0u64; self.size()];
        let length = bytes.len();
        bytes.extend(ONE_MORE);
        self.0.all_gather_into(&(length as u64), &mut theirs[..]);
        let longest = theirs.iter().max().map_or(0, |&length| length as usize);
        let part = (AT_ONCE / self.size()).max(1);
        let mut given = vec![Vec::new(); self.size()];
        for from in (0..longest).step_by(part) {
            let rest = |length: usize| length.saturating_sub(from).min(part);
            let (counts, starts) = laid_out(theirs.iter().map(|&length| rest(length as usize)));
            let mut came = vec![0u8; counts.iter().sum::<Count>() as usize + 1];
            self.0.all_gather_varcount_into(
                &bytes[length.min(from)..][..rest(length)],
                &mut PartitionMut::new(&mut came[..], &counts[..], &starts[..]),
            );
            take_apart(&came, &counts, &mut given);
        }
        given
    }
}

/// Lengths as MPI counts them, and where each part begins if they stand one after the other.
fn laid_out(lengths: impl Iterator<Item = usize>) -> (Vec<Count>, Vec<Count>) {
    let counts: Vec<Count> = lengths.map(|length| length as Count).collect();
    let starts = counts.iter().scan(0, |at, count| {
        *at += count;
        Some(*at - count)
    });
    let starts = starts.collect();
    (counts, starts)
}

fn take_apart(mut bytes: &[u8], counts: &[Count], given: &mut [Vec<u8>]) {
    for (&count, given) in counts.iter().zip(given) {
        let (part, rest) = bytes.split_at(count as usize);
        given.extend_from_slice(part);
        bytes = rest;
    }
}
