import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { VerifiedApi } from "../description/verified-api.ts";
import { diverging, type Divergence, type Found } from "./divergence.ts";
import { checkIdentifier } from "./identifiers.ts";
import type { Facts } from "./facts.ts";
import { compareList } from "./list-comparison.ts";
import { fixedMembers } from "./planner.ts";
import { keyMember, keyOf, recordIn } from "./record-values.ts";
import type { Observation, SequenceResult } from "./sequence-run.ts";
import type { RecordNumber, Step } from "./step.ts";
import { isMarkedAsDeleted, type ComparisonContext, type TrackedRecord } from "./tracked-record.ts";
import { compareRecord } from "./value-comparison.ts";

/**
 * Compares the answers of a service to a sequence with those of the mock. Differences are allowed in keys,
 * times, orders, members that the server sets, refusals by rules outside of schemas, existing data, and in what
 * the service has never done otherwise ({@link Facts}).
 *
 * @returns the first certain divergence
 */
export function firstDivergence(
  api: VerifiedApi,
  result: SequenceResult,
  facts: Facts,
): Divergence | undefined {
  const comparison = new Comparison(api, result, facts);
  for (const [at, observation] of result.observations.entries()) {
    const found = comparison.compare(observation);
    if (found !== undefined) return { ...found, at };
  }
  return undefined;
}

/** The state of a comparison: the records as changed by the requests so far. */
class Comparison implements ComparisonContext {
  readonly api: VerifiedApi;
  readonly result: SequenceResult;
  readonly facts: Facts;
  readonly records = new Map<RecordNumber, TrackedRecord>();

  constructor(api: VerifiedApi, result: SequenceResult, facts: Facts) {
    this.api = api;
    this.result = result;
    this.facts = facts;
  }

  compare(observation: Observation): Found | undefined {
    const { service, mock, step } = observation;
    const [status = 0, expected = 0] = [service.response?.status, mock?.response?.status];
    if (mock === undefined || status === 0) return undefined;
    if (status >= 500) return this.#serverError(observation, status, expected);
    const record = step.about === undefined ? undefined : this.records.get(step.about);
    const isGone = status === 404 || status === 410;
    if (isGone && record !== undefined) return this.#notFound(observation, record, expected);
    if (status >= 300) return undefined;
    if (record?.presence === "deleted") return this.#stillThere(observation, record, expected);
    if (expected >= 300) return this.#conflict(observation, expected);
    return this.#compareSuccess(observation, record);
  }

  #compareSuccess(observation: Observation, record: TrackedRecord | undefined): Found | undefined {
    const { state } = observation.step.call;
    if (state.kind === "list") return compareList(this, observation);
    if (state.kind === "create") return this.#create(observation);
    if (record === undefined) return undefined;
    const { status } = observation.service.response ?? { status: 0 };
    if (state.kind === "delete") return this.#delete(record, status);
    if (state.kind === "act") return this.#act(record);
    if (state.kind === "read") return this.#compareShown(observation, record);
    return this.#update(observation, record, status);
  }

  #create(observation: Observation): Found | undefined {
    const { step, service } = observation;
    if (step.creates === undefined) return undefined;
    const record: TrackedRecord = {
      number: step.creates,
      resource: step.call.state.resource,
      path: step.path,
      // A request that is only accepted may take effect later (RFC 9110, section 15.3.3).
      presence: service.response?.status === 202 ? "unknown" : "there",
      given: new Map(),
      mayBeHidden: false,
      shown: undefined,
      ended: undefined,
    };
    this.#give(observation, record);
    const found = checkIdentifier(this, observation, record);
    this.records.set(step.creates, record);
    return found ?? this.#compareShown(observation, record);
  }

  #update(observation: Observation, record: TrackedRecord, status: number): Found | undefined {
    const { step } = observation;
    // Replacing a record, or changing it in an unspecified way, may remove other members (RFC 9110, section
    // 9.3.4).
    if (step.call.operation.model.method !== "PATCH") record.given = new Map();
    this.#give(observation, record);
    if (this.#isRenamed(observation, record)) {
      record.presence = "unknown";
      return undefined;
    }
    if (status !== 202) return this.#compareShown(observation, record);
    for (const name of Object.keys(isObject(step.body) ? step.body : {})) record.given.delete(name);
    return undefined;
  }

  /** True if a change gave a record another key, because the key is derived from its members. */
  #isRenamed({ step, service }: Observation, { number, resource }: TrackedRecord): boolean {
    const descriptor = this.api.description.mock.state?.resources[resource];
    if (descriptor === undefined || ["uuid", "integer"].includes(descriptor.keyType)) return false;
    const key = keyOf(descriptor, recordIn(step.call.state, service.value));
    return key !== undefined && key !== this.result.serviceKeys.get(number);
  }

  #delete(record: TrackedRecord, status: number): undefined {
    record.presence = status === 202 ? "unknown" : "deleted";
    for (const other of this.records.values())
      if (this.#refersTo(other, record)) other.presence = "unknown";
  }

  /** True if a record is below another, or refers to it, so that it may be deleted with it. */
  #refersTo(other: TrackedRecord, { number, resource }: TrackedRecord): boolean {
    if (other.number === number) return false;
    return Object.values(other.path).includes(number) || other.resource !== resource;
  }

  #act(record: TrackedRecord): undefined {
    record.given = new Map();
    record.mayBeHidden = true;
    record.ended = undefined;
  }

  /** Stores the values that a request gives a record. */
  #give({ step, given, mockGiven }: Observation, record: TrackedRecord): void {
    if (!isObject(given) || !isObject(mockGiven)) return;
    const fixed = fixedMembers(this.api, step.call);
    const descriptor = this.api.description.mock.state?.resources[record.resource];
    const own = descriptor && keyMember(descriptor);
    for (const [name, value] of Object.entries(given)) {
      const isChange = step.creates === undefined;
      if (isChange && (fixed.has(name) || typeof value === "boolean")) record.mayBeHidden = true;
      if (name === own || fixed.has(name)) continue;
      record.given.set(name, {
        service: value,
        mock: getMember(mockGiven, name),
        by: step.call.operation.id,
      });
    }
  }

  /** Compares a record in an answer with its stored values and with the mock's. */
  #compareShown(observation: Observation, record: TrackedRecord): Found | undefined {
    const { step, service, mock } = observation;
    const shown = recordIn(step.call.state, service.value);
    const expected = recordIn(step.call.state, mock?.value);
    if (shown === undefined || expected === undefined) return undefined;
    return compareRecord(this, observation, record, { shown, expected });
  }

  #serverError(observation: Observation, status: number, expected: number): Found | undefined {
    const { id } = observation.step.call.operation;
    const isUsual = expected < 300 && !this.facts.hasSucceeded(id);
    if (isUsual || status > 500) return undefined;
    return diverging("server-error", `${id} answers ${status}, and the mock ${expected}`);
  }

  #notFound({ step }: Observation, record: TrackedRecord, expected: number): Found | undefined {
    const isKnownByKey = this.facts.isFoundByKey(record.resource) || this.#isOwnPath(step, record);
    const isCertain = record.presence === "there" && expected < 300 && isKnownByKey;
    if (record.presence === "there" && step.call.state.kind === "delete")
      record.presence = "unknown";
    if (!isCertain || step.call.state.kind === "act") return undefined;
    const { id } = step.call.operation;
    return diverging("not-found", `${id} does not find a record that was created and not deleted`);
  }

  /** True if a record is read below the path of its creation, with the key from the creation. */
  #isOwnPath({ call }: Step, { resource }: TrackedRecord): boolean {
    const { resources = {}, operations = {} } = this.api.description.mock.state ?? {};
    const item = call.state.path.find(({ parameter }) => parameter === call.item);
    const isByKey = item?.member !== undefined && item.member === resources[resource]?.key;
    const { path } = call.operation.model;
    const creators = this.api.operations.filter(({ id }) => operations[id]?.kind === "create");
    return (
      isByKey &&
      call.state.kind === "read" &&
      creators.some(({ model }) => path === `${model.path}/{${call.item}}`)
    );
  }

  #stillThere(
    { step, service }: Observation,
    record: TrackedRecord,
    expected: number,
  ): Found | undefined {
    const { state, operation } = step.call;
    // Deleting a deleted record may succeed again (RFC 9110, section 9.2.2).
    if (state.kind === "delete") return undefined;
    if (state.kind === "read") {
      if (expected < 300 || isMarkedAsDeleted(record, recordIn(state, service.value)))
        return undefined;
    } else {
      // An action may restore the record, and PUT may create a missing one (RFC 9110, section 9.3.4).
      record.presence = "unknown";
      const mayCreate = state.kind === "act" || operation.model.method === "PUT";
      if (expected < 300 || mayCreate) return undefined;
    }
    return diverging("still-there", `${operation.id} succeeds with a record that was deleted`);
  }

  #conflict({ step }: Observation, expected: number): Found | undefined {
    const { operation } = step.call;
    if (step.repeats === undefined || expected !== 409) return undefined;
    const original = this.records.get(step.repeats);
    if (original?.presence !== "there" || original.given.size === 0) return undefined;
    return diverging(
      "conflict",
      `${operation.id} accepts a second record with the same values, and documents 409 for it`,
    );
  }
}
