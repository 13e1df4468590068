import { nounOf } from "@openapi-packages/compiler/mock/state/words";
import type { CallInput } from "@openapi-packages/runtime/client";
import { equal, isObject } from "@openapi-packages/runtime/internals";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { effectOf, operationsOn } from "../../../records/effects.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { keyLike } from "../../../records/places.ts";
import { resourceNamed } from "../../../records/references.ts";
import type { Probe } from "../../../run/probe.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, isSuccess } from "./flow.ts";

/** An operation on several records, whose keys its body lists. */
export interface Batch {
  readonly operation: VerifiedOperation;
  /** The member of the body with the keys. */
  readonly member: string;
  readonly resource: string;
  readonly read: FoundOperation;
  /** The sentence that says that it is done for all or for none. */
  readonly whole: string | undefined;
  /** The sentence that says that the answer has an entry for each. */
  readonly each: string | undefined;
}

const allOrNone =
  /\ball[ -]or[ -](?:nothing|none)\b|\batomic(?:ally)?\b|\beither all\b.*\bor none\b|\bnone of them (?:is|are)\b/i;

const forEach =
  /\b(?:one|an?|exactly one) (?:entry|result|item|outcome|element|line)s? (?:for|per) (?:each|every)\b|\b(?:for|per) (?:each|every) (?:\w+ )?(?:id|key|order|item|entry|one of them)\b.*\b(?:entry|result|outcome)\b/i;

/** Returns the operations on several records of which a sentence says what becomes of each. */
export function batchesOf(api: VerifiedApi): readonly Batch[] {
  const { document } = api.description.model;
  return api.operations.flatMap((operation): Batch[] => {
    const { model } = operation;
    const schema = model.requestBody?.content[0]?.schema?.json;
    const sentences = sentencesOf(model.summary, model.description);
    const whole = sentences.find((one) => allOrNone.test(one));
    const each = sentences.find((one) => forEach.test(one));
    if (model.method !== "POST" || (whole ?? each) === undefined) return [];
    const known = effectOf(api, operation)?.references ?? [];
    return memberNames(document, schema).flatMap((member): Batch[] => {
      const isList = memberSchemas(document, schema, member).some(({ type }) => type === "array");
      const inferred = known.find(
        ({ pointer: [first, second] }) => first === member && second === "*",
      );
      const resource = inferred?.resource ?? resourceNamed(api, nounOf(member), undefined);
      const read =
        resource === undefined
          ? undefined
          : operationsOn(api, resource).find(({ state }) => state.kind === "read");
      if (!isList || resource === undefined || read === undefined) return [];
      return [{ operation, member, resource, read, whole, each }];
    });
  });
}

/** A key that no record has. */
const unknown = "verify-no-such-record";

/**
 * Does a batch for two records and for one that is not there: a refusal changes none of them where it is done for all or for
 * none, and the answer has an entry for each where that is said. At most 9 requests, and those for the records.
 */
export class BatchFlow {
  readonly #probe: Probe;
  readonly #batch: Batch;

  constructor(probe: Probe, batch: Batch) {
    this.#probe = probe;
    this.#batch = batch;
  }

  async run(): Promise<void> {
    const { operation, resource, whole, each } = this.#batch;
    const { records } = this.#probe;
    const { input } = await records.inputFor(operation, true);
    if (input === undefined || !isObject(input.body)) return;
    const above = { ...input.path };
    const made: MadeRecord[] = [];
    for (let count = 0; count < 3; count += 1) {
      const record = await records.make(resource, above, 1);
      const isBelow = Object.entries(above).every(
        ([name, key]) =>
          record?.path[name] === undefined || String(record.path[name]) === String(key),
      );
      if (record === undefined || !isBelow) break;
      made.push(record);
    }
    const [first, second, third] = made;
    if (first === undefined || second === undefined) return;
    if (each !== undefined) await this.#listsEach(input, [first.key, unknown, second.key], each);
    if (whole === undefined) return;
    const untouched = third ?? first;
    if (await this.#isHalfDone(input, untouched, unknown, whole)) return;
    const done = await this.#send(input, [second.key]);
    if (done !== undefined && isDone(done))
      await this.#isHalfDone(input, untouched, second.key, whole);
  }

  /** Sends the keys of a batch; `undefined` if its body cannot list them. */
  async #send(input: CallInput, keys: readonly (string | number)[]): Promise<Exchange | undefined> {
    const { operation, member } = this.#batch;
    if (!isObject(input.body)) return undefined;
    const { [member]: known } = input.body;
    const [example] = Array.isArray(known) ? (known as readonly unknown[]) : [];
    const own = keys.map((key) => keyLike(example, key));
    if (own.includes(undefined)) return undefined;
    return this.#probe.call(operation, { ...input, body: { ...input.body, [member]: own } });
  }

  /** Reports a batch whose answer lacks one of its records. */
  async #listsEach(
    input: CallInput,
    keys: readonly (string | number)[],
    sentence: string,
  ): Promise<void> {
    const { operation } = this.#batch;
    const exchange = await this.#send(input, keys);
    if (exchange === undefined || !isDone(exchange)) return;
    const lists = listsIn(exchange.value).filter((list) => keys.some((key) => hasKey(list, key)));
    const [list] = lists;
    if (list === undefined || lists.length > 1) return;
    const missing = keys.filter((key) => !hasKey(list, key));
    if (missing.length === 0) return;
    const message = `answers with ${list.length} entries for ${keys.length} records, and the description says ${JSON.stringify(sentence)}`;
    const { pointer } = operation.model;
    this.#probe.report({ check: "described-rule", message, pointer }, operation, [exchange]);
  }

  /** Sends a batch of a record and one that has to be refused, and reports a refusal that changes the first one. */
  async #isHalfDone(
    input: CallInput,
    record: MadeRecord,
    refused: string | number,
    sentence: string,
  ): Promise<boolean> {
    const { operation, read } = this.#batch;
    const before = await this.#read(record);
    const exchange = before && (await this.#send(input, [record.key, refused]));
    const { status = 0 } = exchange?.response ?? {};
    if (before === undefined || exchange === undefined || status < 400 || status > 499)
      return false;
    const after = await this.#read(record);
    if (after === undefined || equal(before.value, after.value)) return false;
    const message = `is refused with ${status}, and changes what ${read.operation.id} shows of a record that it names, and the description says ${JSON.stringify(sentence)}`;
    const { pointer } = operation.model;
    const steps = [before, exchange, after];
    this.#probe.report({ check: "described-rule", message, pointer }, operation, steps);
    return true;
  }

  async #read(record: MadeRecord): Promise<Exchange | undefined> {
    const { operation } = this.#batch.read;
    const { input } = await this.#probe.records.inputFor(operation, record);
    const exchange = input && (await this.#probe.call(operation, input));
    return exchange !== undefined && isSuccess(exchange) ? exchange : undefined;
  }
}

/** Returns the lists in a value. */
function listsIn(value: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(value)) return [value];
  return isObject(value) ? Object.values(value).flatMap(listsIn) : [];
}

/** True if an entry of a list is a key, or an object that has it in a member. */
const hasKey = (list: readonly unknown[], key: string | number): boolean =>
  list.some(
    (entry) =>
      String(entry) === String(key) ||
      (isObject(entry) && Object.values(entry).some((one) => String(one) === String(key))),
  );
