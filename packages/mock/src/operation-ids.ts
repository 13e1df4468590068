import { closestMatch } from "leven";
import type { CreateMockOptions } from "./types.ts";

/** @throws {TypeError} when an option names an unknown operation. */
export function checkIds(
  known: ReadonlyMap<string, unknown>,
  { state, upstream }: CreateMockOptions,
): void {
  const named = [
    ...(typeof state === "object" ? Object.keys(state) : []),
    ...Object.keys(upstream?.modes ?? {}),
  ];
  const unknown = named.find((operationId) => !known.has(operationId));
  if (unknown !== undefined)
    throw new TypeError(
      `there is no operation ${unknown}${nearestOperation(unknown, known.keys())}`,
    );
}

/** Returns a question for a misspelt operation, to be put after a message; empty if none is near. */
export function nearestOperation(operationId: string, known: Iterable<string>): string {
  const near = closestMatch(operationId, [...known]);
  return near === undefined ? "" : `; did you mean ${near}?`;
}
