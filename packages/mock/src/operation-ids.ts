import type { CreateMockOptions } from "./types.ts";

/** @throws {TypeError} when an option names an unknown operation. */
export function checkIds(
  known: { has(operationId: string): boolean },
  { state, upstream }: CreateMockOptions,
): void {
  const named = [
    ...(typeof state === "object" ? Object.keys(state) : []),
    ...Object.keys(upstream?.modes ?? {}),
  ];
  const unknown = named.find((operationId) => !known.has(operationId));
  if (unknown !== undefined) throw new TypeError(`there is no operation ${unknown}`);
}
