/** True if a value must be awaited: a promise or another thenable. */
export function isPending(value: unknown): value is PromiseLike<unknown> {
  return (
    value instanceof Promise || typeof (value as PromiseLike<unknown> | null)?.then === "function"
  );
}
