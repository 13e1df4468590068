import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/runtime/internals";
import type { CheckName } from "../../../check/checks.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { ampleInput } from "../../../records/ample.ts";
import type { MadeRecord } from "../../../records/made-record.ts";
import { resourceNamed } from "../../../records/references.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { valueWords } from "../../../wording/value-words.ts";
import { isDone, isSuccess } from "./flow.ts";
import { otherValues } from "./other-values.ts";

/** Entries that a PUT stores under the keys of records, and that are shown together: the lines of a cart. */
export interface Entries {
  readonly put: VerifiedOperation;
  readonly show: VerifiedOperation;
  readonly remove: VerifiedOperation | undefined;
  /** The path parameter with the key of the record. */
  readonly parameter: string;
  /** The resource of that record. */
  readonly resource: string;
}

/** Returns the entries of which none is read alone: a GET of a path above shows all of them. */
export function entriesOf(api: VerifiedApi): readonly Entries[] {
  const { operations } = api;
  return operations.flatMap((put): Entries[] => {
    const { method, path } = put.model;
    const parameter = /^[^{}]*\/\{(?<name>[^{}]+)\}$/.exec(path)?.groups?.name;
    if (method !== "PUT" || parameter === undefined) return [];
    const at = (wanted: string, where: string): VerifiedOperation | undefined =>
      operations.find(({ model }) => model.method === wanted && model.path === where);
    const resource = resourceNamed(api, parameter, undefined);
    const above = pathsAbove(path).map((one) => at("GET", one));
    const show = above.find((one) => one !== undefined);
    if (at("GET", path) !== undefined || resource === undefined || show === undefined) return [];
    return [{ put, show, remove: at("DELETE", path), parameter, resource }];
  });
}

/** Returns the paths above a path, the nearest first. */
function pathsAbove(path: string): readonly string[] {
  const above = path.slice(0, path.lastIndexOf("/"));
  return above === "" ? [] : [above, ...pathsAbove(above)];
}

/** The entry of one record. */
interface Stored {
  readonly record: MadeRecord;
  readonly input: CallInput;
  readonly exchange: Exchange;
}

/**
 * Stores entries of two records, changes the first and removes it: each is shown once, as it was sent last, and what is done
 * to one leaves the other alone (RFC 9110, section 9.3.4). 9 requests, and those for the records.
 */
export class EntriesFlow {
  readonly #probe: Probe;
  readonly #entries: Entries;

  constructor(probe: Probe, entries: Entries) {
    this.#probe = probe;
    this.#entries = entries;
  }

  async run(): Promise<void> {
    const { put } = this.#entries;
    const first = await this.#store();
    const second = first && (await this.#store());
    if (first === undefined || second === undefined) return;
    const before = await this.#shown();
    if (before === undefined || this.#isWrong([first, second], before)) return;
    const other = otherValues(this.#probe.api, put, first.input) ?? first.input;
    const exchange = await this.#probe.call(put, other);
    if (!isDone(exchange)) return;
    const changed = { ...first, input: other, exchange };
    const after = await this.#shown();
    if (after === undefined || this.#isWrong([changed, second], after)) return;
    await this.#remove(changed, second);
  }

  async #store(): Promise<Stored | undefined> {
    const { put, parameter, resource } = this.#entries;
    const { records } = this.#probe;
    const record = await records.make(resource, {}, 1, ampleInput);
    const { input } = await records.inputFor(put, false);
    if (record === undefined || input === undefined) return undefined;
    const own = { ...input, path: { ...input.path, [parameter]: record.key } };
    const exchange = await this.#probe.call(put, own);
    return isDone(exchange) ? { record, input: own, exchange } : undefined;
  }

  async #shown(): Promise<Exchange | undefined> {
    const { input } = await this.#probe.records.inputFor(this.#entries.show, false);
    const exchange = input && (await this.#probe.call(this.#entries.show, input));
    return exchange !== undefined && isSuccess(exchange) ? exchange : undefined;
  }

  /** Reports an entry that is not there once, or not as it was sent. True if nothing more can be told. */
  #isWrong(all: readonly Stored[], seen: Exchange): boolean {
    const { parameter, put, show } = this.#entries;
    const counts = all.map(({ record }) => entriesIn(seen.value, parameter, record.key).length);
    // Other names, or pages: which entry is whose cannot be told.
    if (counts.every((count) => count === 0)) return true;
    for (const [index, { record, input, exchange }] of all.entries()) {
      const found = entriesIn(seen.value, parameter, record.key);
      const [entry] = found;
      if (found.length > 1)
        return this.#report("repeats", put, `is shown ${found.length} times`, [exchange, seen]);
      if (entry === undefined) {
        const stored = all.map((one) => one.exchange);
        const which = index === 0 ? "the first of two entries" : "the second of two entries";
        return this.#report("read-after-create", show, `does not show ${which}`, [...stored, seen]);
      }
      const lost = Object.entries(isObject(input.body) ? input.body : {}).find(
        ([name, value]) => isPlain(value) && isPlain(entry[name]) && entry[name] !== value,
      );
      if (lost === undefined) continue;
      const [name, value] = lost;
      const text = `\`${name}\` of its entry was sent as ${valueWords(value)}, and ${show.id} shows ${valueWords(entry[name])}`;
      return this.#report("read-after-update", put, text, [exchange, seen]);
    }
    return false;
  }

  async #remove(first: Stored, second: Stored): Promise<void> {
    const { remove, show, parameter } = this.#entries;
    if (remove === undefined) return;
    const { input } = await this.#probe.records.inputFor(remove, false);
    if (input === undefined) return;
    const path = { ...input.path, [parameter]: first.record.key };
    const removal = await this.#probe.call(remove, { ...input, path });
    const seen = isDone(removal) ? await this.#shown() : undefined;
    if (seen === undefined) return;
    const isThere = ({ record }: Stored): boolean =>
      entriesIn(seen.value, parameter, record.key).length > 0;
    const steps = [first.exchange, removal, seen];
    if (isThere(first))
      this.#report("read-after-delete", show, "shows an entry that was removed", steps);
    if (!isThere(second))
      this.#report("changes-others", remove, "removes the entry of another record too", steps);
  }

  #report(
    check: CheckName,
    operation: VerifiedOperation,
    message: string,
    exchanges: readonly Exchange[],
  ): true {
    this.#probe.report({ check, message, pointer: operation.model.pointer }, operation, exchanges);
    return true;
  }
}

const isPlain = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** Returns the items of lists anywhere in an answer that have a record's key in the member that is named as the parameter. */
function entriesIn(
  value: unknown,
  parameter: string,
  key: string | number,
): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value))
    return (value as readonly unknown[]).flatMap((item) =>
      isObject(item) && isOf(item, parameter, key) ? [item] : entriesIn(item, parameter, key),
    );
  return isObject(value)
    ? Object.values(value).flatMap((one) => entriesIn(one, parameter, key))
    : [];
}

const isOf = (
  item: Readonly<Record<string, unknown>>,
  parameter: string,
  key: string | number,
): boolean =>
  Object.entries(item).some(
    ([name, value]) => letters(name) === letters(parameter) && String(value) === String(key),
  );
