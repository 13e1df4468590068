import { isAcceptable } from "../media-type.ts";
import type { OperationDescriptor } from "../operation.ts";

/**
 * The media types of an operation's successful responses, for proactive negotiation (RFC 9110, section
 * 12.1).
 */
export class ResponseMediaTypes {
  /** Empty if a success may have no body: then every Accept value is fine. */
  readonly #mediaTypes: readonly string[];
  #lastAccept = "*/*";
  #isLastAcceptable = true;

  /** Only successes count: errors are sent whatever the client accepts. */
  constructor({ responses }: OperationDescriptor) {
    const statuses = Object.keys(responses);
    const successes = statuses.filter((status) => /^[23]/.test(status));
    const counted = successes.length > 0 ? successes : statuses.filter((one) => one === "default");
    const contents = counted.map((status) => responses[status]?.content ?? []);
    const mayBeEmpty = contents.some((content) => content.length === 0);
    this.#mediaTypes = mayBeEmpty ? [] : contents.flat().map(({ mediaType }) => mediaType);
  }

  /** True if an Accept value admits one of the successes (RFC 9110, section 12.5.1). */
  isAcceptable(accept: string | undefined): boolean {
    if (accept === undefined || this.#mediaTypes.length === 0) return true;
    if (accept !== this.#lastAccept) {
      this.#lastAccept = accept;
      this.#isLastAcceptable = accept.trim() === "" || isAcceptable(this.#mediaTypes, accept);
    }
    return this.#isLastAcceptable;
  }
}
