import type { Json } from "../../json/json.ts";
import { deepestNesting } from "../read/plain-json.ts";

/** The maximum number of values that the queries of all overlays visit. */
const mostSteps = 50_000_000;

/** The maximum number of values that all overlays add; each 32 characters of a string count as one more. */
const mostValues = 500_000;

/** Thrown when an action exceeds the limits; its message says how. */
export class OverlayLimitError extends Error {}

/**
 * Limits all overlays of a description together: an overlay of a few lines can ask for more than any machine
 * has.
 */
export class OverlayLimits {
  readonly #mostSteps: number;
  #steps: number;
  #values = mostValues;

  constructor(steps: number = mostSteps) {
    this.#mostSteps = steps;
    this.#steps = steps;
  }

  /**
   * Counts steps of a query.
   *
   * @throws {OverlayLimitError} if the overlays have used all their steps
   */
  takeSteps(count: number): void {
    this.#steps -= count;
    if (this.#steps < 0)
      throw new OverlayLimitError(
        `the queries of the overlays visit more than ${this.#mostSteps} values in all`,
      );
  }

  /** Counts the steps of reading a whole value, as {@link takeSteps} does. */
  takeStepsOf(value: Json): void {
    this.takeSteps(1);
    if (typeof value === "string") this.takeSteps(value.length >> 5);
    else if (typeof value === "object" && value !== null)
      for (const part of Object.values(value)) this.takeStepsOf(part);
  }

  /**
   * Counts the values that an action adds to a document.
   *
   * @param times the number of places that the value is put at
   * @param level the depth of the deepest of these places
   * @throws {OverlayLimitError} if the document would become too large or too deep
   */
  takeValues(value: Json, times: number, level: number): void {
    this.#values -= sizeOf(value, this.#values / times, level) * times;
    if (this.#values < 0)
      throw new OverlayLimitError(`the overlays add more than ${mostValues} values in all`);
  }
}

/** Returns the size of a value. It stops counting above `most`. */
function sizeOf(value: Json, most: number, level: number): number {
  if (level > deepestNesting)
    throw new OverlayLimitError(`the document becomes more than ${deepestNesting} levels deep`);
  if (typeof value === "string") return 1 + (value.length >> 5);
  if (typeof value !== "object" || value === null) return 1;
  let size = 1;
  for (const part of Object.values(value)) {
    if (size > most) break;
    size += sizeOf(part, most - size, level + 1);
  }
  return size;
}
