/** True if a value is a promise, or anything else that has to be awaited. */
export function isPending(value: unknown): value is PromiseLike<unknown> {
  return (
    value instanceof Promise || typeof (value as PromiseLike<unknown> | null)?.then === "function"
  );
}
