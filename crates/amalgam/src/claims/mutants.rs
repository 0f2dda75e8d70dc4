//! Closed forms put wrong on purpose.
