import { isAcceptable } from "../media-type.ts";
import type { OperationDescriptor } from "../operation.ts";

/** What an operation can answer a request with, as far as the Accept header has a say in it. */
export class Offer {
  /** Empty: a success may have no body, which every Accept value admits. */
  readonly #mediaTypes: readonly string[];
  #lastAccept = "*/*";
  #isLastMet = true;

  /** Successes count; an error is told whatever the client accepts. */
  constructor({ responses }: OperationDescriptor) {
    const statuses = Object.keys(responses);
    const successes = statuses.filter((status) => /^[23]/.test(status));
    const counted = successes.length > 0 ? successes : statuses.filter((one) => one === "default");
    const contents = counted.map((status) => responses[status]?.content ?? []);
    const isAlwaysMet = contents.some((content) => content.length === 0);
    this.#mediaTypes = isAlwaysMet ? [] : contents.flat().map(({ mediaType }) => mediaType);
  }

  /** Whether a request admits one of the successes (RFC 9110, 12.5.1). */
  isMet(accept: string | undefined): boolean {
    if (accept === undefined || this.#mediaTypes.length === 0) return true;
    if (accept !== this.#lastAccept) {
      this.#lastAccept = accept;
      this.#isLastMet = accept.trim() === "" || isAcceptable(this.#mediaTypes, accept);
    }
    return this.#isLastMet;
  }
}
