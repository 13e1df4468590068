import type { VerifiedOperation } from "../description/verified-api.ts";
import { LeftAlone } from "./left-alone.ts";

/**
 * Knows the operations that do not answer: each request to one would wait for the whole time limit, and say no more
 * than the first. One that has answered before is always waited for.
 */
export class Answering {
  /** The identifiers of the operations that have answered, or not. */
  readonly #answers = new Map<string, boolean>();

  noteAnswer({ id }: VerifiedOperation): void {
    this.#answers.set(id, true);
  }

  /** @returns true if the operation is not waited for again */
  noteTimeOut({ id }: VerifiedOperation): boolean {
    if (this.#answers.get(id) !== true) this.#answers.set(id, false);
    return this.#answers.get(id) === false;
  }

  /** Returns why an operation is not tried again; `undefined` if it is. */
  refusal(operation: VerifiedOperation): LeftAlone | undefined {
    if (this.#answers.get(operation.id) !== false) return undefined;
    const how = "an answer within the time limit, which no-answer among the failures is about";
    return new LeftAlone(operation, `${operation.id} does not answer`, how);
  }
}
