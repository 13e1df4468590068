import type { Json } from "../../json.ts";
import { deepestNesting } from "../read/plain-json.ts";

/** The values that the queries of all overlays of a description visit, at most. */
const mostSteps = 50_000_000;

/** The values that all overlays of a description put into it, at most; 32 characters of a text count as one more. */
const mostValues = 500_000;

/** Says why an action is not carried out. */
export class OverlayLimitError extends Error {}

/** What overlays may do in all: an overlay of a few lines can ask for more than any machine has. */
export class OverlayLimits {
  readonly #mostSteps: number;
  #steps: number;
  #values = mostValues;

  constructor(steps: number = mostSteps) {
    this.#mostSteps = steps;
    this.#steps = steps;
  }

  /** @throws {OverlayLimitError} when the overlays have taken all their steps */
  takeSteps(count: number): void {
    this.#steps -= count;
    if (this.#steps < 0)
      throw new OverlayLimitError(
        `the queries of the overlays visit more than ${this.#mostSteps} values in all`,
      );
  }

  /** As {@link takeSteps}, for what goes through a whole value. */
  takeStepsOf(value: Json): void {
    this.takeSteps(1);
    if (typeof value === "string") this.takeSteps(value.length >> 5);
    else if (typeof value === "object" && value !== null)
      for (const part of Object.values(value)) this.takeStepsOf(part);
  }

  /**
   * Takes what a value adds to a document that it is put into so many times.
   *
   * @param level the deepest place that it is put at
   * @throws {OverlayLimitError} when the document would become too large or too deep
   */
  takeValues(value: Json, times: number, level: number): void {
    this.#values -= sizeOf(value, this.#values / times, level) * times;
    if (this.#values < 0)
      throw new OverlayLimitError(`the overlays add more than ${mostValues} values in all`);
  }
}

/** The size of a value, as far as it is counted: until it is more than `most`. */
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
