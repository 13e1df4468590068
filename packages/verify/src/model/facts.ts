import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { VerifiedApi } from "../description/verified-api.ts";
import { countsIn } from "./counts.ts";
import { itemsIn, keyOf, recordIn } from "./record-values.ts";
import { isNothing, isSameValue } from "./same-value.ts";
import type { Keys, SequenceResult } from "./sequence-run.ts";
import type { ModelOperation } from "./step.ts";

/**
 * What a service has been observed to do in all sequences so far. A service may hide, rewrite or withhold
 * anything; only inconsistent behaviour is a fault.
 */
export class Facts {
  readonly #api: VerifiedApi;
  /** Members that came back unchanged, by resource. */
  readonly #echoed = new Set<string>();
  /** Members that an operation has returned. */
  readonly #shown = new Set<string>();
  /** Operations that succeeded. */
  readonly #succeeded = new Set<string>();
  /** Resources of which a record was found by the key from its creation. */
  readonly #found = new Set<string>();
  /** Lists that have returned a record of the sequence. */
  readonly #listed = new Set<string>();
  /** The largest number of records that a list has returned at once. */
  readonly #longest = new Map<string, number>();
  /** Numbers in the mock's lists that did not always equal the number of records. */
  readonly #otherNumbers = new Set<string>();
  /** The lengths of the mock's lists. */
  readonly #mockLengths = new Map<string, Set<number>>();

  constructor(api: VerifiedApi) {
    this.#api = api;
  }

  isEchoed = (resource: string, member: string): boolean =>
    this.#echoed.has(`${resource} ${member}`);
  isShown = (operationId: string, member: string): boolean =>
    this.#shown.has(`${operationId} ${member}`);
  hasSucceeded = (operationId: string): boolean => this.#succeeded.has(operationId);
  isFoundByKey = (resource: string): boolean => this.#found.has(resource);
  isListing = (operationId: string): boolean => this.#listed.has(operationId);
  longestList = (operationId: string): number => this.#longest.get(operationId) ?? 0;

  /** True for a number beside a list that equals the number of records, as far as the mock shows. */
  isCount(operationId: string, pointer: string): boolean {
    const isOften = (this.#mockLengths.get(operationId)?.size ?? 0) > 1;
    return isOften && !this.#otherNumbers.has(`${operationId} ${pointer}`);
  }

  /** Learns from a completed sequence. */
  learn({ observations, serviceKeys }: SequenceResult): void {
    for (const { step, given, service, mock } of observations) {
      const { operation, state } = step.call;
      const status = service.response?.status ?? 0;
      if (status < 200 || status > 299) continue;
      this.#succeeded.add(operation.id);
      const isByKey = step.about !== undefined && state.kind !== "delete";
      if (isByKey) this.#found.add(state.resource);
      if (state.kind === "list")
        this.#learnList(step.call, service.value, mock?.value, serviceKeys);
      else this.#learnRecord(step.call, given, service.value);
    }
  }

  #learnRecord(call: ModelOperation, given: unknown, body: unknown): void {
    const record = recordIn(call.state, body);
    if (record === undefined) return;
    this.#learnShown(call.operation.id, record);
    if (!isObject(given)) return;
    for (const [name, value] of Object.entries(given))
      if (!isNothing(value) && isSameValue(value, getMember(record, name)))
        this.#echoed.add(`${call.state.resource} ${name}`);
  }

  #learnShown(operationId: string, record: object): void {
    for (const [name, value] of Object.entries(record))
      if (!isNothing(value)) this.#shown.add(`${operationId} ${name}`);
  }

  #learnList(call: ModelOperation, body: unknown, mockBody: unknown, keys: Keys): void {
    const { id } = call.operation;
    const items = itemsIn(call.state, body);
    const mockItems = itemsIn(call.state, mockBody);
    const descriptor = this.#api.description.mock.state?.resources[call.state.resource];
    if (items === undefined || descriptor === undefined) return;
    this.#longest.set(id, Math.max(items.length, this.longestList(id)));
    const own = new Set(keys.values());
    for (const item of items) {
      if (!own.has(keyOf(descriptor, item) ?? "")) continue;
      this.#listed.add(id);
      this.#learnShown(id, item);
    }
    if (mockItems === undefined) return;
    const lengths = this.#mockLengths.get(id) ?? new Set();
    this.#mockLengths.set(id, lengths.add(mockItems.length));
    for (const { pointer, value } of countsIn(mockBody))
      if (value !== mockItems.length) this.#otherNumbers.add(`${id} ${pointer}`);
  }
}
