/** The parameters of Punycode (RFC 3492, section 5). */
const base = 36;
const least = 1;
const most = 26;
const skew = 38;
const damp = 700;

/** The initial state: the first code point beyond ASCII. */
const initial = { bias: 72, code: 128 };

/**
 * Decodes Punycode (RFC 3492, section 6.2) without the prefix `xn--`.
 *
 * @param text in lower case, at most 63 characters: decoding takes quadratic time
 * @returns `undefined` if it is invalid
 */
export function decodePunycode(text: string): string | undefined {
  const delimiter = text.lastIndexOf("-");
  const codes = Array.from(text.slice(0, Math.max(0, delimiter)), (one) => one.charCodeAt(0));
  let { bias, code } = initial;
  let index = 0;
  for (let place = delimiter + 1; place < text.length;) {
    const before = index;
    let weight = 1;
    for (let position = base; ; position += base) {
      const digit = digitOf(text.charCodeAt(place));
      if (digit === undefined) return undefined;
      place += 1;
      index += digit * weight;
      const threshold = Math.min(Math.max(position - bias, least), most);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const count = codes.length + 1;
    bias = adapted(index - before, count, before === 0);
    code += Math.floor(index / count);
    if (code > 0x10ffff) return undefined;
    index %= count;
    codes.splice(index, 0, code);
    index += 1;
  }
  return String.fromCodePoint(...codes);
}

/** Returns the value of a digit: `a` to `z`, then `0` to `9`. */
function digitOf(unit: number): number | undefined {
  if (unit >= 97 && unit <= 122) return unit - 97;
  return unit >= 48 && unit <= 57 ? unit - 22 : undefined;
}

/** Returns the bias for the next number (RFC 3492, section 6.1). */
function adapted(difference: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(difference / (isFirst ? damp : 2));
  delta += Math.floor(delta / count);
  let position = 0;
  for (; delta > ((base - least) * most) / 2; position += base)
    delta = Math.floor(delta / (base - least));
  return position + Math.floor(((base - least + 1) * delta) / (delta + skew));
}
