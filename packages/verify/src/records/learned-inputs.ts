import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../description/verified-api.ts";

/** The inputs that operations take, as a run has learned, where they refuse the first example of the description. */
export class LearnedInputs {
  readonly #bodies = new Map<string, unknown>();
  readonly #tried = new Set<string>();
  readonly #full = new Set<string>();

  /** Returns an example of the description with the body that the operation takes, if it was found to be another one. */
  chosen({ id }: VerifiedOperation, example: CallInput): CallInput {
    return this.#bodies.has(id) ? { ...example, body: this.#bodies.get(id) } : example;
  }

  /** Notes that an operation takes the body of an example, and refuses those before it. */
  note({ id }: VerifiedOperation, body: unknown): void {
    this.#bodies.set(id, body);
  }

  /** True when it is first asked for an operation: a run tries the other examples of each once. */
  isFirstTry({ id }: VerifiedOperation): boolean {
    const isFirst = !this.#tried.has(id);
    this.#tried.add(id);
    return isFirst;
  }

  /** True if an operation changes a part of a member that records only have if they are made with it. */
  needsFull({ id }: VerifiedOperation): boolean {
    return this.#full.has(id);
  }

  noteFull({ id }: VerifiedOperation): void {
    this.#full.add(id);
  }
}
