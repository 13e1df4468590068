/** Returns an unused key of the same form: short ones are incremented or changed, long ones random. */
export const otherKey = (key: string): string =>
  key.length < 16 ? `${key}9071355` : turnedKey(key);

/** Returns a key of the same length with other digits and letters at its end, as patterns of keys ask for. */
export function turnedKey(key: string): string {
  const turned = key
    .slice(-8)
    .replaceAll(/[a-z0-9]/gi, (letter) =>
      /\d/.test(letter) ? String(9 - Number(letter)) : letter.toLowerCase() === "a" ? "b" : "a",
    );
  return key.slice(0, -8) + turned;
}
