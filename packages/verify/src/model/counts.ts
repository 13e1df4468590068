import { escapePointerToken, isObject } from "@openapi-packages/runtime/internals";

/** A whole number beside the records of a list. */
export interface FoundNumber {
  /** JSON pointer into the body. */
  readonly pointer: string;
  readonly value: number;
}

/** Returns the whole numbers in a list's body outside of its records, which include counts. */
export function countsIn(body: unknown, above = ""): FoundNumber[] {
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]): FoundNumber[] => {
    const pointer = `${above}/${escapePointerToken(name)}`;
    if (typeof value === "number" && Number.isInteger(value)) return [{ pointer, value }];
    return above === "" ? countsIn(value, pointer) : [];
  });
}
