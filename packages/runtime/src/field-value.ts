/**
 * A character that no field value has (RFC 9110, 5.5): a control character, or one that a line of HTTP/1.1
 * cannot carry.
 */
export const unsafeCharacter: RegExp = /[^\t -~\x80-\xff]/;
