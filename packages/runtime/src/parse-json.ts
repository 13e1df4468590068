/** Far more than real values have, and far less than overflows the stack. */
const maxDepth = 500;

/**
 * Parses untrusted JSON. `JSON.parse` accepts any depth, but validators, handlers and `JSON.stringify` are
 * recursive and would overflow the stack.
 *
 * @throws {SyntaxError} if the text is not JSON
 * @throws {RangeError} if it is nested deeper than 500 levels
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new RangeError(`must not be deeper than ${maxDepth} levels`);
  return JSON.parse(text);
}

function isTooDeep(text: string): boolean {
  // Each level takes two characters.
  if (text.length < 2 * maxDepth) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x22:
        index = endOfString(text, index);
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        if (depth > maxDepth) return true;
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

/** The index of the quotation mark that ends a string: the next one that is not escaped. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

function isEscaped(json: string, index: number): boolean {
  let before = index;
  while (json.charCodeAt(before - 1) === 0x5c) before -= 1;
  return (index - before) % 2 === 1;
}
