//! A hash table that knows what it takes, and takes it in small steps.
//!
//! A table that doubles stands in memory three times as large for a moment, so that a bound on
//! memory would be met at a third of it; and moving all entries takes seconds in which no clock is
//! looked at. This one is cut into shards by some bits of the hash, and each grows alone.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use amalgam_core::base::budget::{Limit, LimitReached, Meter};

/// What is known of the keys seen so far.
#[derive(Clone, Debug)]
pub(crate) struct Table<K, V> {
    shards: Vec<HashTable<(K, V)>>,
    len: usize,
}

const SHARDS: usize = 64;

/// The shard of a hash. The table inside uses the lowest and the highest bits of the hash, so these
/// are from the middle of a product.
#[inline]
fn shard(hash: u64) -> usize {
    (hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize % SHARDS
}

impl<K: Eq + Hash, V> Table<K, V> {
    pub(crate) fn new() -> Table<K, V> {
        Table { shards: (0..SHARDS).map(|_| HashTable::new()).collect(), len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        let hash = FxBuildHasher.hash_one(key);
        self.shards[shard(hash)].find(hash, |entry| entry.0 == *key).map(|entry| &entry.1)
    }

    /// Adds a key that is not there yet; growing is paid for at the meter.
    #[inline]
    pub(crate) fn insert(
        &mut self,
        key: K,
        value: V,
        meter: &mut Meter<'_>,
    ) -> Result<(), LimitReached> {
        let hash = FxBuildHasher.hash_one(&key);
        let shard = &mut self.shards[shard(hash)];
        if shard.len() == shard.capacity() {
            grow(shard, meter)?;
        }
        shard.insert_unique(hash, (key, value), |entry| FxBuildHasher.hash_one(&entry.0));
        self.len += 1;
        Ok(())
    }
}

/// Makes a shard twice as large, if there is room for the new one beside the old one.
#[cold]
fn grow<K: Hash, V>(
    shard: &mut HashTable<(K, V)>,
    meter: &mut Meter<'_>,
) -> Result<(), LimitReached> {
    let old = shard.allocation_size();
    let new = (2 * old).max(4 * size_of::<(K, V)>());
    meter.take(new)?;
    let entry_hash = |entry: &(K, V)| FxBuildHasher.hash_one(&entry.0);
    let more = shard.capacity().max(1);
    shard.try_reserve(more, entry_hash).map_err(|_| meter.reached(Limit::Machine))?;
    meter.give_back(new + old);
    meter.take(shard.allocation_size())
}
