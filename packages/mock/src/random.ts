/** Pseudorandom values that only depend on a seed. */
export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns a whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  /** Returns one of the items; `undefined` if there are none. */
  pick<Item>(items: readonly Item[]): Item | undefined;
  /** Returns a text in the form of a version 4 UUID (RFC 9562, section 5.4). */
  uuid(): string;
}

const separator = "\u0000";

/** The offset basis of FNV-1a. */
const basis = 0x811c9dc5;

const hyphen = 45;

/** The character codes of the hexadecimal digits. */
const hexCodes = Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));

/** Creates a random source from what distinguishes its use: a seed, an operation, a path. */
export function randomFrom(...seeds: readonly (string | number)[]): Random {
  return randomOf(hash(basis, seeds.join(separator)));
}

/** Returns a function for `randomFrom(...seeds, last)` that hashes the first seeds only once. */
export function randomBehind(
  ...seeds: readonly (string | number)[]
): (last: string | number) => Random {
  const begun = hash(basis, seeds.join(separator) + separator);
  return (last) => randomOf(hash(begun, String(last)));
}

function randomOf(seed: number): Random {
  let state = seed;
  // Mulberry32: 32 bits of state, a period of 2^32, and no table.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (items) => items[below(items.length)],
    uuid: () => {
      const codes: number[] = [];
      for (let index = 0; index < 32; index += 1) {
        if (index === 8 || index === 12 || index === 16 || index === 20) codes.push(hyphen);
        codes.push(hexCodes[below(16)] ?? 0);
      }
      codes[14] = hexCodes[4] ?? 0;
      codes[19] = hexCodes[8 + below(4)] ?? 0;
      return String.fromCharCode(...codes);
    },
  };
}

/** Continues an FNV-1a hash over UTF-16 code units. */
function hash(begun: number, text: string): number {
  let value = begun;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}
