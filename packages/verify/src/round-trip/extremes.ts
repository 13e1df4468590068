/** Texts that have caused errors in protocols, parsers and databases. */
const texts: readonly string[] = [
  "",
  " ",
  "a b",
  " padded ",
  "a,b",
  "a;b=c",
  "a&b=c#d?e",
  "a/b",
  "..",
  "a%20b%",
  "a+b",
  "a|b",
  "a.b~c-d_e",
  "ä€😀",
  "é e\u0301",
  "עברית العربية",
  "\u200b\u2028\u2029",
  "\ufeffmark",
  "\"quoted\" \\ 'it'",
  "[a]=b",
  "{a}",
  "null",
  "true",
  "0123",
  "1e5",
  "tab\tnew\nline\r\nend",
  "\u0000\u001f\u007f",
  "__proto__",
  "data: x\n\nevent: y",
  "--boundary\r\n\r\n",
  "=?utf-8?q?x?=",
  "<p>&amp;</p>",
  "long ".repeat(500),
];

/** Numbers at the limits of JSON and ECMAScript (IEEE 754; RFC 8259, section 6). */
const numbers: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.1,
  -0.5,
  1e21,
  1.5e-7,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 32,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  Number.MAX_VALUE,
  5e-324,
  Number.EPSILON,
  100,
  123_456_789.123_456_79,
];

/** Times at the limits of the calendar, and in every notation (RFC 3339, section 5.6). */
const times: readonly string[] = [
  "1970-01-01T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
  "2024-02-29T12:00:00+14:00",
  "2025-01-01T00:00:00.123456-12:00",
  "1970-01-01",
  "2024-02-29",
  "9999-12-31",
];

/** Returns extreme values of the same kind as a value. The schema may not allow all of them. */
export function extremesFor(value: unknown): readonly unknown[] {
  switch (typeof value) {
    case "string":
      return /^\d{4}-\d\d-\d\d/.test(value) ? [...times, ...texts] : texts;
    case "number":
      return numbers;
    case "boolean":
      return [!value];
    default:
      return Array.isArray(value) ? [[], [...value, ...value]] : [];
  }
}
