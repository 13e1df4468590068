/**
 * A character that field values must not contain (RFC 9110, section 5.5): a control character, or one
 * beyond Latin-1, which HTTP/1.1 cannot carry.
 */
export const unsafeCharacter: RegExp = /[^\t -~\x80-\xff]/;
