//! The manual of messages.

/// The text of the manual.
const MANUAL: &str = include_str!("../../../docs/messages.md");

/// What the manual says about a code, such as `E0301`.
pub fn explanation(code: &str) -> Option<String> {
    let code = code.trim().to_uppercase();
    let start = format!("**{code}** ");
    let paragraph = MANUAL
        .split("\n\n")
        .find(|paragraph| paragraph.starts_with(&start))?;
    Some(format!(
        "{code}: {}\n",
        &paragraph[start.len()..].trim_end()
    ))
}
