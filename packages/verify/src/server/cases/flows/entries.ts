import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/runtime/internals";
import type { CheckName } from "../../../check/checks.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { ampleInput } from "../../../records/ample.ts";
import type { MadeRecord } from "../../../records/made-record.ts";
import { resourceNamed } from "../../../records/references.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { memberPath } from "../../../wording/place-words.ts";
import { valueWords } from "../../../wording/value-words.ts";
import { isMarked } from "./deleted.ts";
import { differences, type Difference } from "./differences.ts";
import { isDone, isSuccess } from "./flow.ts";
import { otherValues } from "./other-values.ts";
import {
  answeredMember,
  entriesIn,
  entrySchema,
  isInPages,
  type ShownEntry,
} from "./shown-entries.ts";

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
  /** What was stored for it before. */
  readonly earlier?: CallInput;
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
    const { put, parameter } = this.#entries;
    const first = await this.#store();
    const second = first && (await this.#store());
    if (first === undefined || second === undefined) return;
    const before = await this.#shown();
    if (before === undefined || this.#isWrong([first, second], before)) return;
    const varied = otherValues(this.#probe.api, put, first.input) ?? first.input;
    const other = named(varied, parameter, first.record.key);
    const exchange = await this.#probe.call(put, other);
    if (!isDone(exchange)) return;
    const changed = { ...first, input: other, exchange, earlier: first.input };
    const after = await this.#shown();
    if (after === undefined || this.#isWrong([changed, second], after)) return;
    await this.#remove(changed, second, after);
  }

  async #store(): Promise<Stored | undefined> {
    const { put, parameter, resource } = this.#entries;
    const { records } = this.#probe;
    const record = await records.make(resource, {}, 1, ampleInput);
    const { input } = await records.inputFor(put, false);
    if (record === undefined || input === undefined) return undefined;
    const path = { ...input.path, [parameter]: record.key };
    const own = named({ ...input, path }, parameter, record.key);
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
    const { put } = this.#entries;
    const found = all.map(({ record }) => this.#entriesOf(record, seen));
    const places = new Set(found.flat().map(({ place }) => place.join("/")));
    // Other names, or several lists: which entry is whose cannot be told.
    if (places.size !== 1) return true;
    for (const [index, { exchange }] of all.entries()) {
      const own = found[index] ?? [];
      if (own.length > 1)
        return this.#report("repeats", put, `is shown ${own.length} times`, [exchange, seen]);
      if (own.length === 0) return this.#isMissing(all, found, index, seen);
    }
    return all.some((stored, index) =>
      (found[index] ?? []).some((entry) => this.#isOther(stored, entry, seen)),
    );
  }

  #entriesOf({ key }: MadeRecord, { value }: Exchange): readonly ShownEntry[] {
    return entriesIn(value, this.#entries.parameter, key);
  }

  /** Reports an entry that is not there, but for those of another page, and where the last choice is the only one: a vote. */
  #isMissing(
    all: readonly Stored[],
    found: readonly (readonly ShownEntry[])[],
    index: number,
    seen: Exchange,
  ): true {
    const { show } = this.#entries;
    const [place = []] = found.flat().map((one) => one.place);
    const isOnlyOne = index === 0 && listLengths(seen.value, place.slice(0, -1))[0] === 1;
    if (isOnlyOne || isInPages(show)) return true;
    const stored = all.map((one) => one.exchange);
    const which = index === 0 ? "the first of two entries" : "the second of two entries";
    return this.#report("read-after-create", show, `does not show ${which}`, [...stored, seen]);
  }

  /** Reports an entry that is not shown as it was sent. */
  #isOther({ input, exchange, earlier }: Stored, entry: ShownEntry, seen: Exchange): boolean {
    const { put, show } = this.#entries;
    const lost = this.#lost(input, entry, seen).find((one) => !isLimited(one, exchange, earlier));
    if (lost === undefined) return false;
    const text = `\`${memberPath(lost.pointer)}\` of its entry was sent as ${valueWords(lost.written)}, and ${show.id} shows ${valueWords(lost.shown)}`;
    return this.#report("read-after-update", put, text, [exchange, seen]);
  }

  #lost(input: CallInput, entry: ShownEntry, seen: Exchange): readonly Difference[] {
    const { put, show } = this.#entries;
    const { description } = this.#probe.api;
    const all = differences(input.body, entry.value, {
      document: description.model.document,
      written: bodyMedia(put, input)?.schema?.json,
      shown: entrySchema(this.#probe.api, show, seen, entry),
      holds: (own, one) => description.holds(own, one),
      ignored: new Set(),
    });
    // A list may show less than was stored.
    return all.filter(({ shown }) => shown !== undefined && shown !== null);
  }

  async #remove(first: Stored, second: Stored, shown: Exchange): Promise<void> {
    const { remove, show, parameter } = this.#entries;
    if (remove === undefined) return;
    const { input } = await this.#probe.records.inputFor(remove, false);
    if (input === undefined) return;
    const path = { ...input.path, [parameter]: first.record.key };
    const removal = await this.#probe.call(remove, { ...input, path });
    const seen = isDone(removal) ? await this.#shown() : undefined;
    if (seen === undefined) return;
    const steps = [first.exchange, removal, seen];
    const [kept] = this.#entriesOf(first.record, seen);
    const [before] = this.#entriesOf(first.record, shown);
    // Some services keep the entry and mark it, or show none of it.
    if (kept !== undefined && !isMarked(kept.value, before?.value) && !isEmptied(kept, before))
      this.#report("read-after-delete", show, "shows an entry that was removed", steps);
    if (this.#entriesOf(second.record, seen).length === 0)
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

/** Returns an input whose body has the record's key, too, where it has a member that is named as the parameter. */
const named = (input: CallInput, parameter: string, key: string | number): CallInput =>
  isObject(input.body) && Object.hasOwn(input.body, parameter)
    ? { ...input, body: { ...input.body, [parameter]: key } }
    : input;

/**
 * True for a number that the answer shows as the list does, as services do that know a least or a most of it. The sum of both
 * numbers that were sent is none of these.
 */
function isLimited(
  { pointer, written, shown }: Difference,
  exchange: Exchange,
  earlier: CallInput | undefined,
): boolean {
  const name = pointer.slice(1);
  if (typeof written !== "number" || answeredMember(exchange, name) !== shown) return false;
  const before = isObject(earlier?.body) ? Number(earlier.body[name]) : NaN;
  return shown !== before + written;
}

/** True if a number of an entry is zero, and was not before. */
const isEmptied = ({ value }: ShownEntry, before: ShownEntry | undefined): boolean =>
  Object.entries(value).some(([name, own]) => own === 0 && before?.value[name] !== 0);

/** Returns the lengths of the lists at a place of an answer. */
function listLengths(value: unknown, [token, ...rest]: readonly string[]): readonly number[] {
  if (token === undefined) return Array.isArray(value) ? [value.length] : [];
  if (token !== "*") return isObject(value) ? listLengths(value[token], rest) : [];
  return Array.isArray(value) ? value.flatMap((one) => listLengths(one, rest)) : [];
}
