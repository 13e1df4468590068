import type { OperationDescriptor } from "@openapi-packages/runtime";
import { parseLatency } from "../answers/latency.ts";
import type { LatencyRange } from "../answers/latency.ts";
import type { HttpResponse } from "@openapi-packages/runtime/server";
import type { Preferences } from "../answers/preferences.ts";
import type { MockDescription } from "../description.ts";
import type { Random } from "../random.ts";
import type { FaultControl, FaultKind, FaultRule } from "../types.ts";
import { isStreamFault } from "./fault-kinds.ts";
import { checkRule, hasStream, names, parseFaultRule } from "./fault-rules.ts";

/** The fault of one request. */
export interface Fault {
  /** The name for display: `half-body`, `status 503`, `latency`. */
  readonly name: string;
  /** Default: no additional latency. */
  readonly latency?: LatencyRange;
  readonly status?: number;
  readonly kind?: FaultKind;
  /** The number of items of a stream before its fault. */
  readonly after: number;
  /** The response that the fault is applied to. Default: that of the operation. */
  readonly response?: HttpResponse;
}

/** A rule, with the number of requests that it still applies to. */
interface Entry {
  readonly rule: FaultRule;
  left: number;
}

/** The fault rules of a mock. The first rule that matches a request applies. */
export class FaultList implements FaultControl {
  readonly #description: MockDescription;
  readonly #start: readonly FaultRule[];
  readonly #makeRandom: () => Random;
  #random: Random;
  readonly #most: number;
  #entries: Entry[] = [];

  /**
   * @param makeRandom creates the source of random decisions, the same one at the start and after each reset.
   * @param most the maximum number of rules
   * @throws {TypeError} for an invalid rule, with its JSON pointer in the list.
   */
  constructor(
    description: MockDescription,
    rules: readonly FaultRule[],
    makeRandom: () => Random,
    most = Infinity,
  ) {
    this.#most = most;
    this.#description = description;
    this.#makeRandom = makeRandom;
    this.#random = makeRandom();
    this.#start = rules.map((rule, index) => this.#checked(rule, `/${index}`));
    this.reset();
  }

  /** The rules that are not used up. Their `times` are the requests that are left. */
  get rules(): readonly FaultRule[] {
    return this.#entries.map(({ rule, left }) =>
      rule.times === undefined ? rule : { ...rule, times: left },
    );
  }

  add(rule: FaultRule): () => void {
    if (this.#entries.length >= this.#most)
      throw new TypeError(`there are ${this.#most} rules already, which is the limit faultRules`);
    const entry = entryOf(this.#checked(rule, ""));
    this.#entries.unshift(entry);
    return () => this.#remove(entry);
  }

  clear(): void {
    this.#entries = [];
  }

  /** Restores the initial rules. */
  reset(): void {
    this.#entries = this.#start.map(entryOf);
    this.#random = this.#makeRandom();
  }

  /**
   * Returns the fault of a request: the one that the request prefers, else that of the first matching rule with
   * a status or a fault, and the latency of the first matching rule with one. Rules about streams only apply to
   * operations with streams.
   *
   * @returns `undefined` if nothing applies.
   */
  take(operation: OperationDescriptor, preferences: Preferences | undefined): Fault | undefined {
    if (this.#entries.length === 0 && preferences === undefined) return undefined;
    const wanted = preferences ?? {};
    const isSettled = [wanted.code, wanted.example, wanted.fault].some((one) => one !== undefined);
    let { latency } = wanted;
    let failing: FaultRule | undefined;
    for (const entry of this.#entries) {
      const { rule } = entry;
      const givesTime = latency === undefined && rule.latency !== undefined;
      const givesFault = !isSettled && failing === undefined && isFailing(rule);
      if (!givesTime && !givesFault) continue;
      if (!isFor(rule, operation) || !this.#happens(rule)) continue;
      if (givesTime) latency = parseLatency(rule.latency);
      if (givesFault) failing = rule;
      this.#spend(entry);
    }
    return faultOf(latency, failing?.status, wanted.fault ?? failing?.fault, {
      after: wanted.after ?? failing?.after ?? 1,
    });
  }

  #happens({ probability = 1 }: FaultRule): boolean {
    return probability === 1 || this.#random.next() < probability;
  }

  #spend(entry: Entry): void {
    entry.left -= 1;
    if (entry.left <= 0) this.#remove(entry);
  }

  #remove(entry: Entry): void {
    this.#entries = this.#entries.filter((one) => one !== entry);
  }

  #checked(rule: FaultRule, pointer: string): FaultRule {
    const { operations } = this.#description;
    const parsed = parseFaultRule(rule, pointer);
    checkRule(
      parsed,
      operations.map(({ operation }) => operation),
      pointer,
    );
    return parsed;
  }
}

const entryOf = (rule: FaultRule): Entry => ({ rule, left: rule.times ?? Infinity });

const isFailing = ({ status, fault }: FaultRule): boolean =>
  status !== undefined || fault !== undefined;

const isFor = (rule: FaultRule, operation: OperationDescriptor): boolean =>
  names(rule, operation.operationId) && (!isStreamFault(rule.fault) || hasStream(operation));

function faultOf(
  latency: LatencyRange | undefined,
  status: number | undefined,
  kind: FaultKind | undefined,
  { after }: Pick<Fault, "after">,
): Fault | undefined {
  if (latency === undefined && status === undefined && kind === undefined) return undefined;
  const parts = [status === undefined ? [] : `status ${status}`, kind ?? []].flat();
  return {
    name: parts.join(", ") || "latency",
    after,
    ...(latency === undefined ? {} : { latency }),
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : { kind }),
  };
}
