//! Code as text, for people who look at what the compiler makes.

use std::fmt::Write;

use super::code::decode;

/// The instructions of `words`, a line each.
pub fn listing(words: &[u64]) -> String {
    let mut text = String::new();
    let mut at = 0;
    while at < words.len() {
        let instr = decode(words[at]);
        let raw = instr.op.raw_words(instr).min(words.len() - at - 1);
        let _ = write!(
            text,
            "{at:5}  {:<16} {:3} {:5} {:6}",
            instr.op.name(),
            instr.a,
            instr.b,
            instr.signed()
        );
        for word in &words[at + 1..=at + raw] {
            let _ = write!(text, " {word:#x}");
        }
        text.push('\n');
        at += 1 + raw;
    }
    text
}
