//! The kernel on small certificates.
