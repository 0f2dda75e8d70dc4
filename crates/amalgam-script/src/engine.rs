//! The sandbox: an interpreter that has only what a game needs.
//!
//! Nothing is taken away from a full interpreter; instead, harmless packages are put into an empty
//! one. There are no files, no modules, no clock and no output in it, and the crate is built without
//! floating-point numbers, closures and modules: positions are exact, and data cannot refer to
//! themselves. Of the language itself `eval` and function pointers with stored arguments (`curry`)
//! are switched off: the first hides what a script does, the second doubles in size unseen.

use std::cell::Cell;
use std::time::Instant;

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
    BasicMathPackage, BasicStringPackage, BitFieldPackage, LogicPackage, MoreStringPackage,
    Package,
};
use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, NativeCallContext};

use crate::{ScriptLimits, nested};

thread_local! {
    /// When the call on this thread began, and what it has spent. Counted here, because the
    /// interpreter does not count what functions that are passed to functions do.
    static BEGUN: Cell<Option<Instant>> = const { Cell::new(None) };
    static SPENT: Cell<Spent> = const { Cell::new(Spent { operations: 0, stopped: None }) };
}

/// What a call has spent so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spent {
    pub(crate) operations: u64,
    /// Why the call was stopped, if it was.
    pub(crate) stopped: Option<Stop>,
}

/// Why a call is stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Operations,
    Time,
}

/// Looking at the clock takes as long as an operation, so it is done once in this many.
const OPERATIONS_A_LOOK: u64 = 64;

/// An interpreter for a script that keeps within `limits`.
pub(crate) fn sandbox(source: &str, limits: &ScriptLimits) -> Engine {
    let mut engine = Engine::new_raw();
    // The interpreter's own shifts drop bits without a word. It uses ours only if it looks every
    // operator up, which takes longer: so it does where there may be a shift.
    engine.set_fast_operators(!["<<", ">>"].iter().any(|shift| source.contains(shift)));
    ArithmeticPackage::new().register_into_engine(&mut engine);
    BasicArrayPackage::new().register_into_engine(&mut engine);
    BasicFnPackage::new().register_into_engine(&mut engine);
    BasicIteratorPackage::new().register_into_engine(&mut engine);
    BasicMapPackage::new().register_into_engine(&mut engine);
    BasicMathPackage::new().register_into_engine(&mut engine);
    BasicStringPackage::new().register_into_engine(&mut engine);
    BitFieldPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    MoreStringPackage::new().register_into_engine(&mut engine);
    engine.on_print(|_| {});
    engine.on_debug(|_, _, _| {});
    engine.register_fn("sort", sort);
    engine.register_fn("<<", shift_left);
    engine.register_fn(">>", shift_right);
    engine.register_fn("<<=", |x: &mut i64, bits: i64| shift_left(*x, bits).map(|to| *x = to));
    engine.register_fn(">>=", |x: &mut i64, bits: i64| shift_right(*x, bits).map(|to| *x = to));
    nested::register(&mut engine, limits);
    engine.disable_symbol("eval");
    engine.disable_symbol("curry");

    engine.set_max_call_levels(limits.calls);
    engine.set_max_variables(limits.variables);
    engine.set_max_expr_depths(limits.nesting, limits.nesting);
    engine.set_max_array_size(limits.elements);
    engine.set_max_map_size(limits.keys);
    engine.set_max_string_size(limits.text);
    let (most, time) = (limits.operations, limits.time);
    engine.on_progress(move |_| {
        let Spent { mut operations, mut stopped } = SPENT.get();
        operations += 1;
        if operations > most {
            stopped = stopped.or(Some(Stop::Operations));
        } else if operations.is_multiple_of(OPERATIONS_A_LOOK)
            && BEGUN.get().is_some_and(|begun| begun.elapsed() > time)
        {
            stopped = stopped.or(Some(Stop::Time));
        }
        SPENT.set(Spent { operations, stopped });
        stopped.map(|_| Dynamic::UNIT)
    });
    engine
}

/// Sorts by a function that gives a number below 0, 0 or above 0, or whether the first comes first.
///
/// The interpreter's own takes an error in that function for "equal" and goes on. This one puts the
/// elements in one by one, so it also bears a function that contradicts itself.
fn sort(
    context: NativeCallContext<'_>,
    array: &mut Array,
    by: FnPtr,
) -> Result<(), Box<EvalAltResult>> {
    let mut sorted = Array::with_capacity(array.len());
    for item in array.iter() {
        let (mut low, mut high) = (0, sorted.len());
        while low < high {
            let middle = low.midpoint(high);
            let arguments = (item.clone(), Dynamic::clone(&sorted[middle]));
            let order = by.call_within_context::<Dynamic>(&context, arguments)?;
            let before = order.as_int().map(|order| order < 0).or_else(|_| order.as_bool());
            match before {
                Ok(true) => high = middle,
                Ok(false) => low = middle + 1,
                Err(kind) => {
                    return Err(format!("sorting needs a number or a boolean, not {kind}").into());
                }
            }
        }
        sorted.insert(low, item.clone());
    }
    *array = sorted;
    Ok(())
}

/// x · 2^bits.
fn shift_left(x: i64, bits: i64) -> Result<i64, Box<EvalAltResult>> {
    let shifted = x << shift(x, "<<", bits)?;
    match shifted >> bits == x {
        true => Ok(shifted),
        false => Err(arithmetic(format!("shift overflow: {x} << {bits}"))),
    }
}

/// x / 2^bits, rounded down.
fn shift_right(x: i64, bits: i64) -> Result<i64, Box<EvalAltResult>> {
    Ok(x >> shift(x, ">>", bits)?)
}

fn shift(x: i64, operator: &str, bits: i64) -> Result<u32, Box<EvalAltResult>> {
    let within = u32::try_from(bits).ok().filter(|&bits| bits < i64::BITS);
    within.ok_or_else(|| {
        arithmetic(format!("shift by less than 0 or more than 63 bits: {x} {operator} {bits}"))
    })
}

fn arithmetic(message: String) -> Box<EvalAltResult> {
    EvalAltResult::ErrorArithmetic(message, rhai::Position::NONE).into()
}

/// Does `work`, a call of a function of a script, and counts what it spends.
pub(crate) fn counted<T>(work: impl FnOnce() -> T) -> (T, Spent) {
    BEGUN.set(Some(Instant::now()));
    SPENT.set(Spent { operations: 0, stopped: None });
    let result = work();
    (result, SPENT.get())
}
