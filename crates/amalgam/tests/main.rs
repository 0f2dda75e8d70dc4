//! Every engine against the oracle, and what is published against the engines: one binary.

#[cfg(feature = "serde")]
mod as_text;
mod census;
mod certificate;
mod claims;
mod classics;
mod code;
mod compare;
mod cube;
mod exhausted;
mod formula;
mod formula_domains;
mod formula_random;
mod merging;
mod oracle;
mod own;
mod period;
mod published;
mod rooms;
mod sequence;
mod session;
mod session_text;
mod strategy;
mod survey;
mod table;
mod table_slides;
mod theory;
mod three_rows;
mod three_rows_papers;
mod three_rows_resume;
