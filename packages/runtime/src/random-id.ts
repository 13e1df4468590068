/**
 * Generates a random UUID (RFC 9562, version 4). Pages that were loaded over plain http have no
 * `crypto.randomUUID` (W3C Secure Contexts).
 */
export function randomId(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const random = (): number => crypto.getRandomValues(new Uint8Array(1))[0] as number;
  // Of the digit `8` two bits are fixed, the others are random.
  return "00000000-0000-4000-8000-000000000000".replace(/[08]/g, (digit) =>
    (digit === "8" ? 8 + (random() & 3) : random() & 15).toString(16),
  );
}
