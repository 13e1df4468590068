/**
 * Compares a credential with a secret in constant time: the duration depends on the length of `given`
 * only. An empty secret equals nothing, so that a variable that is not set lets nobody in.
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
