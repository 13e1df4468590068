import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { toPointer } from "@openapi-packages/description";
import { sentencesOf } from "../../../description/said.ts";
import { operationsOn } from "../../../records/effects.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Walk } from "../pages/walk.ts";
import { isSuccess, type Flow, type Made } from "./flow.ts";
import { parentOf } from "./wrong-parent.ts";

/** Words by which a deletion says that something no longer counts. */
const noLonger = /\b(?:no longer|not (?:\w+ )?any ?more|without (?:it|them))\b/i;

/** The record above one that is deleted, which shows something of it: the latest time, or the last text. */
export class NamedByDeletion {
  readonly #flow: Flow;
  readonly #sentences: readonly string[];
  readonly #read: FoundOperation | undefined;
  readonly #parent: MadeRecord | undefined;
  #before: Exchange | undefined;

  constructor(flow: Flow, { operation, state }: FoundOperation, { record }: Made) {
    const { model } = operation;
    const parent = parentOf({ operation, state });
    const key = parent && getMember(record.path, parent.parameter);
    this.#flow = flow;
    this.#sentences = sentencesOf(model.summary, model.description).filter(
      (one) => noLonger.test(one) && one.includes("`"),
    );
    const isKnown = this.#sentences.length > 0 && parent !== undefined && key !== undefined;
    this.#read = isKnown
      ? operationsOn(flow.probe.api, parent.resource).find(({ state: { kind } }) => kind === "read")
      : undefined;
    this.#parent = isKnown
      ? { resource: parent.resource, key: String(key), path: record.path, value: undefined }
      : undefined;
  }

  /** Reads the record above: 1 request if the deletion names something in code that no longer counts. */
  async note(): Promise<void> {
    this.#before = await this.#seen();
  }

  /**
   * Reads the record above again, and reports a member that the deletion names and that still shows what only the deleted
   * record had: 1 request.
   *
   * @param beside the list of what is left
   */
  async verify({ exchange, record }: Made, deletion: Exchange, beside: Walk): Promise<void> {
    const before = this.#before;
    const own = this.#flow.shown(this.#flow.resource.create, exchange);
    if (before === undefined || !isSuccess(before) || !isObject(own) || !beside.isWhole) return;
    if (this.#flow.found(beside, record).length > 0) return;
    const after = await this.#seen();
    const read = this.#read;
    if (after === undefined || !isSuccess(after) || read === undefined) return;
    const [old, now] = [before, after].map((one) => this.#flow.shown(read, one));
    if (!isObject(old) || !isObject(now)) return;
    const name = Object.keys(now).find((one) => {
      const value = now[one];
      return (
        typeof value === "string" &&
        value === old[one] &&
        this.#sentences.some((sentence) => sentence.includes(`\`${one}\``)) &&
        has(own, value) &&
        !beside.items.some((item) => has(item, value))
      );
    });
    if (name === undefined) return;
    const text = `\`${name}\` is ${JSON.stringify(now[name])} before and after ${deletion.operation?.id}, which deletes what has it`;
    const steps = [exchange, before, deletion, after];
    this.#flow.report("derived-value", read, text, steps, [toPointer([name])]);
  }

  async #seen(): Promise<Exchange | undefined> {
    const [read, parent] = [this.#read, this.#parent];
    return read && parent && (await this.#flow.on(read, parent))?.exchange;
  }
}

/** True if a record has a text in one of its members. */
const has = (record: unknown, text: string): boolean =>
  isObject(record) && Object.values(record).includes(text);
