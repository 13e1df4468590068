/**
 * Compares a credential with a secret in constant time: the duration depends on the length of `given`
 * only.
 */
export function secretsEqual(given: string, secret: string): boolean {
  const encoder = new TextEncoder();
  const left = encoder.encode(given);
  const right = encoder.encode(secret);
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index++) {
    // An empty secret has no bytes; then the lengths differ.
    difference |= (left[index] ?? 0) ^ (right[index % right.length] ?? 0);
  }
  return difference === 0;
}
