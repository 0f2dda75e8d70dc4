//! What is drawn, looked at from outside.

mod png;
