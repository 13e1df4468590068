/**
 * Returns a 32-bit number for a text (FNV-1a, then the mixing step of MurmurHash3). The same text gives
 * the same number on every machine.
 */
export function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

/** Picks an item of a list by the hash of a text. */
export function pick<Item>(items: readonly Item[], seed: string): Item | undefined {
  return items[hash(seed) % items.length];
}

/** Returns hexadecimal digits that depend only on a text. */
export function hexadecimal(seed: string, length: number): string {
  let digits = "";
  for (let part = 0; digits.length < length; part += 1)
    digits += hash(`${seed} ${part}`).toString(16).padStart(8, "0");
  return digits.slice(0, length);
}

/** Returns a UUID of version 4 that depends only on a text (RFC 9562, section 5.4). */
export function uuid(seed: string): string {
  const digits = hexadecimal(seed, 32);
  const variant = "89ab"[hash(seed) % 4];
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join("-");
}

/** Returns a time in 2025 that depends only on a text: a whole minute in UTC. */
export function moment(seed: string): Date {
  const start = Date.UTC(2025, 0, 1);
  return new Date(start + (hash(seed) % (365 * 24 * 60)) * 60_000);
}
