/** As deep as values are in practice, and far from where recursion over them overflows. */
const mostLevels = 500;

/**
 * Parses JSON of somebody who is not trusted. `JSON.parse` takes any depth; validators, handlers and
 * `JSON.stringify` go into a value level by level, and would overflow.
 *
 * @throws {SyntaxError} when the text is no JSON.
 * @throws {RangeError} when it is deeper than 500 levels.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new RangeError(`must not be deeper than ${mostLevels} levels`);
  return JSON.parse(text);
}

function isTooDeep(text: string): boolean {
  // As many levels take as many characters to open, and as many to close.
  if (text.length < 2 * mostLevels) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x22:
        index = endOfText(text, index);
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        if (depth > mostLevels) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
      default:
    }
  }
  return false;
}

/** Where a text in quotation marks ends: at the next one that no backslash escapes. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

function isEscaped(json: string, index: number): boolean {
  let before = index;
  while (json.charCodeAt(before - 1) === 0x5c) before -= 1;
  return (index - before) % 2 === 1;
}
