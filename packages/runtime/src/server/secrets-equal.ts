/**
 * Whether two texts are the same, in a time that tells how long `given` is and no more: for comparing
 * a credential with a secret.
 */
export function secretsEqual(given: string, secret: string): boolean {
  const encoder = new TextEncoder();
  const left = encoder.encode(given);
  const right = encoder.encode(secret);
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index++) {
    // An empty secret has no byte to compare with; then the lengths differ.
    difference |= (left[index] ?? 0) ^ (right[index % right.length] ?? 0);
  }
  return difference === 0;
}
