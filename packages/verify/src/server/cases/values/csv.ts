/** A text of comma-separated values (RFC 4180). */
export interface Csv {
  readonly rows: readonly (readonly string[])[];
  /** True if the last line has an end. */
  readonly isEnded: boolean;
}

/**
 * Reads comma-separated values; lines may end with CR LF, LF or CR. Quotes in values without quotes are kept, and a value
 * whose quotes do not end takes the rest of the text.
 */
export function readCsv(text: string): Csv {
  const rows: string[][] = [];
  let row: string[] = [];
  let end = 0;
  let isOpen = false;
  // A value, in quotes or not, and what ends it (RFC 4180, section 2).
  const one = /(?:"((?:[^"]|"")*)("|$)|([^,\r\n]*))([^,\r\n]*)(,|\r\n|\r|\n|$)/gy;
  for (const [match, quoted, close, plain = "", rest = "", after] of text.matchAll(one)) {
    if (end === text.length && row.length === 0) break;
    end += match.length;
    row.push(quoted === undefined ? plain + rest : quoted.replaceAll('""', '"') + rest);
    isOpen ||= close === "";
    if (after === ",") continue;
    rows.push(row);
    row = [];
    if (after === "") break;
  }
  return { rows, isEnded: !isOpen && /[\r\n]$/.test(text) };
}
