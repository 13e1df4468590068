/** The length of a text in Unicode code points, which is what `minLength` and `maxLength` count. */
export function ucs2length(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    if (!isBetween(text.charCodeAt(index), 0xd800, 0xdbff)) continue;
    if (!isBetween(text.charCodeAt(index + 1), 0xdc00, 0xdfff)) continue;
    length--;
    index++;
  }
  return length;
}

const isBetween = (unit: number, first: number, last: number): boolean =>
  unit >= first && unit <= last;
