//! From a tree to instructions.
//!
//! Registers, from 0 on: the letters `x y z w` that occur, loaded by the first instructions; the
//! constants; then temporaries, given out and taken back like a stack.

use std::collections::HashMap;
use std::ops::Range;

use super::machine::{Op, Register};
use super::names::Quantity;
use super::syntax::{Binary, Expr, Function, Node, Quantifier};

/// A compiled formula.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) ops: Vec<Op>,
    /// The bytes of the text each instruction came from.
    pub(super) spans: Vec<Range<usize>>,
    /// The registers as they are before anything runs.
    pub(super) registers: Vec<i64>,
}

pub(super) fn compile(expr: &Expr) -> Program {
    let mut compiler = Compiler {
        ops: Vec::new(),
        spans: Vec::new(),
        registers: Vec::new(),
        letters: [None; 4],
        constants: HashMap::new(),
        bound: Vec::new(),
        next: 0,
    };
    // `false`, `true`, and 0 to start a loop over heaps.
    compiler.constant(0);
    compiler.constant(1);
    compiler.reserve(expr);
    compiler.next = compiler.registers.len();
    let result = compiler.value(expr);
    compiler.emit(Op::Return { a: result }, &expr.span);
    let Compiler { ops, spans, registers, .. } = compiler;
    Program { ops, spans, registers }
}

struct Compiler<'a> {
    ops: Vec<Op>,
    spans: Vec<Range<usize>>,
    registers: Vec<i64>,
    letters: [Option<Register>; 4],
    constants: HashMap<i64, Register>,
    bound: Vec<(&'a str, Register)>,
    /// The first free temporary.
    next: usize,
}

impl<'a> Compiler<'a> {
    /// Gives every letter and constant its register, and loads the letters.
    fn reserve(&mut self, expr: &Expr) {
        match expr.node {
            Node::Number(number) => self.constant(number),
            Node::Quantity(Quantity::Letter(i)) if self.letters[i as usize].is_none() => {
                let to = self.registers.len() as Register;
                self.registers.push(0);
                self.letters[i as usize] = Some(to);
                self.emit(Op::Entry { to, index: u16::from(i) }, &expr.span);
            }
            _ => {}
        }
        for child in expr.children() {
            self.reserve(child);
        }
    }

    fn constant(&mut self, value: i64) {
        let register = self.registers.len() as Register;
        if let std::collections::hash_map::Entry::Vacant(entry) = self.constants.entry(value) {
            entry.insert(register);
            self.registers.push(value);
        }
    }

    /// A new temporary. A formula has at most 16,000 parts, each takes at most two.
    fn temporary(&mut self) -> Register {
        let register = self.next;
        self.next += 1;
        if self.next > self.registers.len() {
            self.registers.push(0);
        }
        register as Register
    }

    fn emit(&mut self, op: Op, span: &Range<usize>) -> usize {
        self.ops.push(op);
        self.spans.push(span.clone());
        self.ops.len() - 1
    }

    /// Lets the jump at `from` lead to the next instruction.
    fn land(&mut self, from: usize) {
        let here = self.ops.len() as u32;
        match &mut self.ops[from] {
            Op::Jump { target }
            | Op::JumpIf { target, .. }
            | Op::JumpUnless { target, .. }
            | Op::NextHeap { target, .. } => *target = here,
            _ => unreachable!("only jumps land"),
        }
    }

    /// Code for a part; tells in which register its value will be.
    fn value(&mut self, expr: &'a Expr) -> Register {
        match &expr.node {
            Node::Number(number) => self.constants[number],
            Node::Truth(truth) => self.constants[&i64::from(*truth)],
            Node::Quantity(Quantity::Letter(i)) => {
                self.letters[*i as usize].expect("every letter was given a register")
            }
            Node::Variable(name) => {
                let bound = self.bound.iter().rev().find(|(bound, _)| bound == name);
                bound.expect("the parser knows what is bound").1
            }
            _ => {
                let to = self.temporary();
                self.value_into(to, expr);
                to
            }
        }
    }

    /// Code for a part whose value shall be in `to`; gives back all other temporaries.
    fn value_into(&mut self, to: Register, expr: &'a Expr) {
        let free = self.next;
        let span = &expr.span;
        match &expr.node {
            Node::Number(_)
            | Node::Truth(_)
            | Node::Variable(_)
            | Node::Quantity(Quantity::Letter(_)) => {
                let a = self.value(expr);
                self.emit(Op::Copy { to, a }, span);
            }
            Node::Quantity(quantity) => self.quantity(to, *quantity, span),
            Node::HeapAt(index) => {
                let a = self.value(index);
                self.emit(Op::HeapAt { to, a }, span);
            }
            Node::CountOf(height) => {
                let a = self.value(height);
                self.emit(Op::CountOf { to, a }, span);
            }
            Node::Negative(a) => {
                let a = self.value(a);
                self.emit(Op::Negative { to, a }, span);
            }
            Node::Not(a) => {
                let a = self.value(a);
                self.emit(Op::Not { to, a }, span);
            }
            Node::Completion(heaps) => {
                let (first, count) = self.side_by_side(heaps);
                self.emit(Op::Completion { to, first, count }, span);
            }
            Node::Binary(operator, pair) => self.binary(to, *operator, pair, span),
            Node::Call(function, arguments) => self.call(to, *function, arguments, span),
            Node::If(parts) => {
                let a = self.value(&parts[0]);
                let otherwise = self.emit(Op::JumpUnless { a, target: 0 }, span);
                self.next = free;
                self.value_into(to, &parts[1]);
                let done = self.emit(Op::Jump { target: 0 }, span);
                self.land(otherwise);
                self.value_into(to, &parts[2]);
                self.land(done);
            }
            Node::Let(name, parts) => {
                let value = self.value(&parts[0]);
                self.bound.push((name, value));
                self.value_into(to, &parts[1]);
                self.bound.pop();
            }
            Node::Quantifier(quantifier, name, body) => {
                self.quantifier(to, *quantifier, name, body, span);
            }
        }
        self.next = free;
    }

    fn quantity(&mut self, to: Register, quantity: Quantity, span: &Range<usize>) {
        let op = match quantity {
            Quantity::Letter(_) => unreachable!("letters have registers of their own"),
            Quantity::Coins => Op::Coins { to },
            Quantity::Heaps => Op::Heaps { to },
            Quantity::NimSum => Op::NimSum { to },
            Quantity::Mirror => Op::Mirror { to },
            Quantity::P | Quantity::N => Op::P { to },
            Quantity::Grundy => Op::Grundy { to },
            Quantity::MisereP => Op::MisereP { to },
        };
        self.emit(op, span);
        if quantity == Quantity::N {
            self.emit(Op::Not { to, a: to }, span);
        }
    }

    fn binary(&mut self, to: Register, operator: Binary, pair: &'a [Expr; 2], span: &Range<usize>) {
        if let Binary::And | Binary::Or | Binary::Implies = operator {
            // The left side decides, or the right side is the value.
            self.value_into(to, &pair[0]);
            if operator == Binary::Implies {
                self.emit(Op::Not { to, a: to }, span);
            }
            let decided = match operator {
                Binary::And => Op::JumpUnless { a: to, target: 0 },
                _ => Op::JumpIf { a: to, target: 0 },
            };
            let decided = self.emit(decided, span);
            self.value_into(to, &pair[1]);
            self.land(decided);
            return;
        }
        let (a, b) = (self.value(&pair[0]), self.value(&pair[1]));
        let op = match operator {
            Binary::Add => Op::Add { to, a, b },
            Binary::Sub => Op::Sub { to, a, b },
            Binary::Mul => Op::Mul { to, a, b },
            Binary::Div => Op::Div { to, a, b },
            Binary::Rem => Op::Rem { to, a, b },
            Binary::BitAnd => Op::And { to, a, b },
            Binary::BitOr => Op::Or { to, a, b },
            Binary::BitXor => Op::Xor { to, a, b },
            Binary::Shl => Op::Shl { to, a, b },
            Binary::Shr => Op::Shr { to, a, b },
            Binary::Eq | Binary::Iff => Op::Eq { to, a, b },
            Binary::Ne => Op::Ne { to, a, b },
            Binary::Lt => Op::Lt { to, a, b },
            Binary::Le => Op::Le { to, a, b },
            Binary::Gt => Op::Lt { to, a: b, b: a },
            Binary::Ge => Op::Le { to, a: b, b: a },
            Binary::And | Binary::Or | Binary::Implies => unreachable!("handled above"),
        };
        self.emit(op, span);
    }

    /// Code for parts whose values shall stand side by side: where the first is, and how many.
    fn side_by_side(&mut self, parts: &'a [Expr]) -> (Register, u16) {
        let first = self.next as Register;
        for part in parts {
            let place = self.temporary();
            self.value_into(place, part);
        }
        (first, parts.len() as u16)
    }

    fn call(
        &mut self,
        to: Register,
        function: Function,
        arguments: &'a [Expr],
        span: &Range<usize>,
    ) {
        match (function, arguments) {
            (Function::Mex, _) => {
                let (first, count) = self.side_by_side(arguments);
                self.emit(Op::Mex { to, first, count }, span);
            }
            (Function::Abs, [a, ..]) => {
                let a = self.value(a);
                self.emit(Op::Abs { to, a }, span);
            }
            (_, [first, more @ ..]) => {
                self.value_into(to, first);
                for argument in more {
                    let free = self.next;
                    let b = self.value(argument);
                    let op = match function {
                        Function::Min => Op::Min { to, a: to, b },
                        _ => Op::Max { to, a: to, b },
                    };
                    self.emit(op, span);
                    self.next = free;
                }
            }
            (_, []) => unreachable!("the arguments have been counted"),
        }
    }

    fn quantifier(
        &mut self,
        to: Register,
        quantifier: Quantifier,
        name: &'a str,
        body: &'a Expr,
        span: &Range<usize>,
    ) {
        let cursor = self.temporary();
        let heap = self.temporary(); // the register after `cursor`, as `NextHeap` wants it
        let zero = self.constants[&0];
        self.emit(Op::Copy { to: cursor, a: zero }, span);
        // The value where no heap decides. Nothing reads it before the first heap is looked at.
        let last = self.constants[&i64::from(quantifier == Quantifier::All)];
        self.emit(Op::Copy { to, a: last }, span);
        let again = self.emit(Op::NextHeap { cursor, target: 0 }, span);
        self.bound.push((name, heap));
        self.value_into(to, body);
        self.bound.pop();
        let target = again as u32;
        self.emit(
            match quantifier {
                Quantifier::All => Op::JumpIf { a: to, target },
                Quantifier::Any => Op::JumpUnless { a: to, target },
            },
            span,
        );
        self.land(again);
    }
}
