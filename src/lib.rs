//! Luminy: an embeddable Prolog.
