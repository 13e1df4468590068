/**
 * Compares a credential with a secret in constant time: the duration only depends on the length of `given`.
 * An empty secret equals nothing, so that an unset variable grants no access.
 */
export function secretsEqual(given: string, secret: string): boolean {
  const encoder = new TextEncoder();
  const left = encoder.encode(given);
  const right = encoder.encode(secret);
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index++) {
    difference |= (left[index] ?? 0) ^ (right[index % right.length] ?? 0);
  }
  return difference === 0 && right.length > 0;
}
