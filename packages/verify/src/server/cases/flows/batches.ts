import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/runtime/internals";
import type { MadeRecord } from "../../../records/made-record.ts";
import { keyLike } from "../../../records/places.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Batch } from "./batch-rules.ts";
import { changedBy } from "./by-itself.ts";
import { isDone, isSuccess } from "./flow.ts";
import { shownIn } from "./shown-record.ts";

/** A key that no record has. */
const unknown = "verify-no-such-record";

/**
 * Does a batch for two records and for one that is not there: a refusal changes none of them where it is done for all or for
 * none, and the answer has an entry for each where that is said. At most 11 requests, and those for the records.
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
    const lists = listsIn(exchange.value);
    const isKnown = lists.some((list) => keys.some((key) => hasKey(list, key)));
    // An entry may tell its place instead of a key, and those that failed may be in a list of their own.
    const entries = lists.flat().length;
    if (!isKnown || entries >= keys.length) return;
    const message = `answers with ${entries} entries for ${keys.length} records, and the description says ${JSON.stringify(sentence)}`;
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
    const earlier = await this.#read(record);
    const before = earlier && (await this.#read(record));
    const exchange = before && (await this.#send(input, [record.key, refused]));
    const { status = 0 } = exchange?.response ?? {};
    if (exchange === undefined || status < 400 || status > 499) return false;
    const after = await this.#read(record);
    if (earlier === undefined || before === undefined || after === undefined) return false;
    const shown = (one: Exchange): unknown => shownIn(read, one);
    if (changedBy([shown(earlier), shown(before), shown(after)]).length === 0) return false;
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
