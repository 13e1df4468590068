/** Words that mark headers with secrets that a caller has set by hand. */
export const secretWords: RegExp = /auth|cookie|key|passw|secret|token|signature/;
