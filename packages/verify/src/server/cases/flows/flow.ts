import type { CallInput } from "@openapi-packages/runtime/client";
import { pointerParts, type Json } from "@openapi-packages/description";
import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import type { CheckName } from "../../../check/checks.ts";
import { isStore } from "../../../records/effects.ts";
import {
  membersOf,
  namedAbove,
  type FoundOperation,
  type MadeRecord,
} from "../../../records/made-record.ts";
import { fullerInput } from "../../../records/fuller.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberSchemas, schemaAt } from "../../../schema/members.ts";
import type { Probe } from "../../../run/probe.ts";
import { reportAnswer } from "../../judge/refusal.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { memberPath } from "../../../wording/place-words.ts";
import { valueWords } from "../../../wording/value-words.ts";
import { withLargePages } from "../pages/list-pages.ts";
import { walkList, type Walk } from "../pages/walk.ts";
import { differences, isNotShown, ownWays, type Difference } from "./differences.ts";
import { filteredMember, requiredQuery, type ResourceFlow } from "./resources.ts";
import { shownIn } from "./shown-record.ts";

/** The most pages of a list in which a record is searched for. */
const mostPages = 20;

/** A created record, with its creation. */
export interface Made {
  readonly record: MadeRecord;
  readonly exchange: Exchange;
  readonly input: CallInput;
}

/** A record in an answer. */
export interface Shown {
  readonly value: unknown;
  readonly schema: Json | undefined;
}

/** The operations on one resource. Each step is one request, or a walk through a list. */
export class Flow {
  readonly probe: Probe;
  readonly resource: ResourceFlow;

  constructor(probe: Probe, resource: ResourceFlow) {
    this.probe = probe;
    this.resource = resource;
  }

  /** Creates a record; `undefined` if it was refused, accepted for later, or has no key. */
  async create(
    change: (input: CallInput) => CallInput = (same) => same,
  ): Promise<Made | undefined> {
    const { operation } = this.resource.create;
    const { input } = await this.probe.records.inputFor(operation, "new");
    if (input === undefined) return undefined;
    const {
      exchange,
      record,
      input: sent,
    } = await this.probe.records.create(operation, change(input));
    const status = exchange.response?.status ?? 0;
    const isCreated =
      [200, 201].includes(status) || (status === 204 && isStore(this.resource.create));
    if (record === undefined || !isCreated) return undefined;
    return { record, exchange, input: sent };
  }

  /** Creates a record with additional optional members, or without them if the service refuses that. */
  async createFull(): Promise<Made | undefined> {
    const { operation } = this.resource.create;
    const full = await this.create((input) => fullerInput(this.probe.api, operation, input));
    return full ?? this.create();
  }

  /** Returns an input with other valid texts, if there are any. */
  varied({ operation }: FoundOperation, input: CallInput): CallInput {
    return this.probe.records.varied(operation, input, 0) ?? input;
  }

  /** Calls an operation on a record. */
  async on(
    { operation }: FoundOperation,
    record: MadeRecord,
    change: (input: CallInput) => CallInput = (same) => same,
  ): Promise<{ readonly exchange: Exchange; readonly input: CallInput } | undefined> {
    const { input } = await this.probe.records.inputFor(operation, record);
    if (input === undefined) return undefined;
    const sent = change(input);
    const exchange = await this.probe.call(operation, sent);
    reportAnswer(this.probe, operation, exchange);
    return { exchange, input: sent };
  }

  /** Reads a record; `undefined` if no operation does. */
  async read(record: MadeRecord): Promise<Exchange | undefined> {
    const { read } = this.resource;
    return read === undefined ? undefined : (await this.on(read, record))?.exchange;
  }

  /**
   * Lists the siblings of a record; `undefined` if no operation does, the list was refused, or the record does not
   * say which list is its own.
   *
   * @param change changes the input, for example to the list of another parent
   */
  async list(
    record: MadeRecord,
    list: FoundOperation | undefined = this.resource.list,
    change: (input: CallInput) => CallInput = (same) => same,
  ): Promise<Walk | undefined> {
    if (list === undefined) return undefined;
    const { input } = await this.probe.records.inputFor(list.operation, record);
    const known = namedAbove(list.state, record);
    const isKnown = list.state.path.every(({ parameter }) => known[parameter] !== undefined);
    const asked = input && isKnown ? withFilters(list, record, input) : undefined;
    if (asked === undefined) return undefined;
    const large = withLargePages(this.probe.api, list.operation, change(asked));
    const walk = await walkList(this.probe, list.operation, large, mostPages);
    return walk.exchanges.every(isSuccess) ? walk : undefined;
  }

  /** Returns the items of a list that have a record's key. */
  found({ items }: Walk, { key }: Pick<MadeRecord, "key">): unknown[] {
    return items.filter((item) => String(this.keyOf(item)) === key);
  }

  /** True if the items of a list have their keys, as far as that is known. */
  showsKeys({ items }: Walk): boolean {
    const isDescribed = this.resource.descriptor.key !== undefined;
    return isDescribed || items.some((item) => this.keyOf(item) !== undefined);
  }

  /** Returns the key of an item of a list, or of a body that names it. */
  keyOf(item: unknown): unknown {
    return isObject(item) ? getMember(item, this.resource.descriptor.key ?? "id") : undefined;
  }

  /** Returns the record in the answer of an operation. */
  shown(by: FoundOperation, seen: Exchange): unknown {
    return shownIn(by, seen);
  }

  /** Returns the written values that an operation does not return as written. */
  lost(
    writer: FoundOperation,
    written: CallInput,
    by: FoundOperation,
    seen: Exchange,
  ): Difference[] {
    return this.lostIn(writer, written, by, {
      value: this.shown(by, seen),
      schema: this.schemaOf(by, seen),
    });
  }

  /** Returns the written values that a record in an answer does not have as written. */
  lostIn(
    writer: FoundOperation,
    written: CallInput,
    by: FoundOperation,
    { value, schema }: Shown,
  ): Difference[] {
    const { description } = this.probe.api;
    if (schema === undefined || isMany(writer)) return [];
    return differences(written.body, value, {
      document: description.model.document,
      written: bodyMedia(writer.operation, written)?.schema?.json,
      shown: schema,
      holds: (own, one) => description.holds(own, one),
      ignored: this.#ignored(writer, by),
    });
  }

  /** True if a member of a body is one that the service has to show as it was written, by the schema of its answer. */
  isOwn(by: FoundOperation, input: CallInput, seen: Exchange, name: string): boolean {
    const { document } = this.probe.api.description.model;
    const written = memberSchemas(document, bodyMedia(by.operation, input)?.schema?.json, name);
    const shown = memberSchemas(document, this.schemaOf(by, seen), name);
    const isIgnored = ownWays.test(name) || this.#ignored(by, by).has(name);
    return !isIgnored && shown.length > 0 && ![...written, ...shown].some(isNotShown);
  }

  /**
   * Returns a record in a list, if its items are described as the record itself is: other forms may be
   * shortened.
   */
  itemLike(
    list: FoundOperation,
    walk: Walk,
    record: MadeRecord,
    seen: Exchange,
  ): Shown | undefined {
    const { document } = this.probe.api.description.model;
    const { read } = this.resource;
    const [value] = this.found(walk, record);
    const [page] = walk.exchanges;
    if (value === undefined || page === undefined || read === undefined) return undefined;
    const whole = this.schemaOf(read, seen);
    const schema = schemaAt(document, this.schemaOf(list, page), ["*"]);
    return schema !== undefined && equal(schema, whole) ? { value, schema } : undefined;
  }

  /** Returns the schema of the record, or of the list of records, in an answer. */
  schemaOf({ operation, state }: FoundOperation, { response }: Exchange): Json | undefined {
    const { document } = this.probe.api.description.model;
    const status = String(response?.status);
    const answer = operation.model.responses.find((one) => one.status === status);
    const schema = answer?.content.find(({ kind }) => kind === "json")?.schema;
    if (schema === undefined || !state.at) return schema?.json;
    return schemaAt(document, schema.json, pointerParts(state.at));
  }

  report(
    check: CheckName,
    { operation }: FoundOperation,
    message: string,
    exchanges: readonly Exchange[],
    pointers: readonly string[] = [],
  ): void {
    const issues = pointers.map((pointer) => ({
      in: "body" as const,
      pointer,
      keyword: check,
      message,
    }));
    const { pointer } = operation.model;
    this.probe.report({ check, message, pointer, issues }, operation, exchanges);
  }

  #ignored({ state: writer }: FoundOperation, { state: reader }: FoundOperation): Set<string> {
    const { key, roles, lifecycle } = this.resource.descriptor;
    const includes = reader.kind === "read" ? Object.keys(reader.includes ?? {}) : [];
    const made = writer.kind === "create" ? (writer.makes ?? []).map(({ member }) => member) : [];
    const names = [key, lifecycle?.member, ...Object.keys(roles), ...includes, ...made];
    return new Set(names.filter((name) => name !== undefined));
  }
}

const isMany = ({ state }: FoundOperation): boolean =>
  state.kind === "create" && state.many !== undefined;

/** True for a successful answer. */
export const isSuccess = ({ response }: Exchange): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300;

/** True if something was done immediately. 202 only promises it (RFC 9110, section 15.3.3). */
export const isDone = (exchange: Exchange): boolean =>
  isSuccess(exchange) && exchange.response?.status !== 202;

/** True if an answer says that the record does not exist. */
export const isGone = ({ response }: Exchange): boolean =>
  response?.status === 404 || response?.status === 410;

/** Returns the input of a list with the record's members in its required filters; `undefined` if one is unknown. */
function withFilters(
  list: FoundOperation,
  record: MadeRecord,
  input: CallInput,
): CallInput | undefined {
  const values = requiredQuery(list.operation).map((name) => {
    const member = filteredMember(list, name);
    const [sent, shown] = member === undefined ? [] : membersOf(record, member);
    return [name, sent ?? shown] as const;
  });
  if (values.some(([, value]) => value === undefined)) return undefined;
  return values.length === 0
    ? input
    : { ...input, query: { ...input.query, ...Object.fromEntries(values) } };
}

/** Describes differences for a report, the first one in full. */
export function differenceText([first, ...others]: readonly Difference[]): string {
  const more = others.length > 0 ? `, and ${others.length} more` : "";
  return first === undefined
    ? ""
    : `\`${memberPath(first.pointer)}\` was written as ${textOf(first.written)} and is ${textOf(first.shown)}${more}`;
}

const textOf = (value: unknown): string => (value === undefined ? "not there" : valueWords(value));
