import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isSuccess } from "../flows/flow.ts";

/** Statuses that say that a path has no HEAD, or nothing for it. */
const refusing = [404, 405, 501];

/** How many paths have to answer HEAD, so that the service has it. */
const fewestAnswered = 2;

/** A HEAD that was refused, where GET succeeded. */
interface RefusedHead {
  readonly operation: VerifiedOperation;
  readonly full: Exchange;
  readonly short: Exchange;
}

/**
 * The answers to HEAD of all GETs of a run. What a service has for GET, it has for HEAD (RFC 9110, section 9.1): a refusal
 * is a finding if other paths of the service answer HEAD, or the description says that they do. Where neither is so, the
 * service has no HEAD, which is not judged.
 */
export class RefusedHeads {
  readonly #answered = new Set<string>();
  #refused: RefusedHead[] = [];

  /**
   * Records the answers to GET and HEAD of one path. 1 more request if nothing is said to be there.
   *
   * @param get sends the GET again, since a record may be gone meanwhile
   */
  async note(
    probe: Probe,
    operation: VerifiedOperation,
    full: Exchange,
    short: Exchange,
    get: () => Promise<Exchange>,
  ): Promise<void> {
    const { status = 0 } = short.response ?? {};
    if (isSuccess(short)) this.#answered.add(operation.id);
    else if (refusing.includes(status)) {
      const seen = status === 404 ? await get() : full;
      if (isSuccess(seen)) this.#refused.push({ operation, full: seen, short });
    }
    const said = saidOfHead(probe);
    if (this.#answered.size < fewestAnswered && said === undefined) return;
    for (const one of this.#refused) this.#report(probe, one, said);
    this.#refused = [];
  }

  #report(probe: Probe, { operation, full, short }: RefusedHead, said: string | undefined): void {
    const { status } = short.response ?? {};
    const what = `answers ${status} to HEAD, where GET succeeds`;
    const why = said === undefined ? "" : `; the description says ${JSON.stringify(said)}`;
    const policy = `${what}${said === undefined ? " and other paths have HEAD (RFC 9110, section 9.3.2)" : why}`;
    const message =
      said === undefined
        ? `${what}, and so does HEAD of ${this.#answered.size} other operations (RFC 9110, section 9.3.2)`
        : what + why;
    const { pointer } = operation.model;
    const problem = { check: "conditional", message, policy, pointer, about: "head" } as const;
    probe.report(problem, operation, [full, short]);
  }
}

/** Returns the sentence by which there is HEAD wherever there is GET; `undefined` if there is none. */
const saidOfHead = ({ api }: Probe): string | undefined =>
  sentencesOf(api.description.model.description).find(
    (one) => /\bHEAD\b/.test(one) && /\bGET\b/.test(one) && !/\b(?:not|no|only|never)\b/i.test(one),
  );
