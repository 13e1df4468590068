import { isObject, type Json, type JsonObject } from "@openapi-packages/description";
import { plainName } from "@openapi-packages/compiler/mock/state/words";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { keyLike, valuesAt, withValueAt } from "../../../records/places.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Probe } from "../../../run/probe.ts";
import { memberSchemas } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { ownWays } from "../flows/differences.ts";
import { Flow, isDone, isSuccess, type Made } from "../flows/flow.ts";
import { withOwnMembers } from "../flows/own-members.ts";
import { requiredQuery, resourceFlows, type ResourceFlow } from "../flows/resources.ts";
import { readCsv, type Csv } from "./csv.ts";
import { columnsOf, membersOf } from "./export-columns.ts";
import { isSameLine } from "./exported-texts.ts";
import { exportPath, isOfPath } from "./exports.ts";
import { isFreeAs, namesRecord } from "./value-places.ts";

/** A text of CSV whose lines have texts of a record that their own records name, such as the names of participants. */
export interface JoinedExport {
  readonly get: VerifiedOperation;
  /** The records that the lines are of. */
  readonly resource: ResourceFlow;
  readonly named: ResourceFlow;
}

/** Returns the exports whose columns, by their example, have the key of a record and other members of it. */
export function joinedExportsOf(api: VerifiedApi): readonly JoinedExport[] {
  const flows = resourceFlows(api);
  return api.operations.filter(isCsv).flatMap((get) => {
    const columns = columnsOf(get);
    return flows
      .filter((flow) => isOfPath(api, get, flow))
      .flatMap((resource) => {
        const own = membersOf(api, resource);
        return flows
          .filter((named) => {
            const key = plainName(`${named.name}_${named.descriptor.key ?? "id"}`);
            const theirs = membersOf(api, named);
            const isJoined = columns.some((one) => theirs.has(one) && !own.has(one));
            return named !== resource && columns.includes(key) && isJoined;
          })
          .map((named) => ({ get, resource, named }));
      });
  });
}

const isCsv = (get: VerifiedOperation): boolean =>
  get.model.method === "GET" &&
  requiredQuery(get).length === 0 &&
  get.model.responses.some(
    ({ status, content }) =>
      status.startsWith("2") && content.some(({ mediaType }) => /^text\/csv\b/i.test(mediaType)),
  );

/** A text that has to be quoted in CSV, and its quotes to be doubled (RFC 4180, section 2). */
const firstWord = "Verify";
const quoted = `${firstWord}, the "b" c`;

/**
 * Writes a comma and quotes into the texts of a record that a line of CSV has: 8 requests, and those for the records. Only
 * columns that have shown the texts from before are judged, and not where they still do.
 */
export async function joinedTexts(probe: Probe, joined: JoinedExport): Promise<void> {
  const { get, resource, named } = joined;
  const [flow, other] = [new Flow(probe, resource), new Flow(probe, named)];
  const { read, update, replace } = named;
  const own = read && (update ?? replace) && (await madeWith(flow, other));
  if (own === undefined) return;
  const { record, line } = own;
  const path = exportPath(flow, get, line.record, line.input);
  const { input } = await probe.records.inputFor(get, false);
  if (path === undefined || input === undefined) return;
  const asked = { ...input, path: { ...input.path, ...path } };
  const table = async (): Promise<Table | undefined> =>
    tableIn(await probe.call(get, asked, { accept: "text/csv" }), record.key);
  await quotedTexts(other, get, record, table);
}

/**
 * Changes the texts of a record that a line of CSV has, reads both again, and changes them back: 6 requests.
 *
 * @param table reads the CSV with that line
 * @returns true if the line has a text of the record
 */
export async function quotedTexts(
  other: Flow,
  get: VerifiedOperation,
  record: MadeRecord,
  table: () => Promise<Table | undefined>,
): Promise<boolean> {
  const { read, update, replace } = other.resource;
  const write = update ?? replace;
  if (read === undefined || write === undefined) return false;
  const first = await other.read(record);
  const before = first && isSuccess(first) && other.shown(read, first);
  const usual = await table();
  if (usual === undefined || !isObject(before as Json)) return false;
  const names = textsIn(other, write, usual, before as JsonObject);
  if (names.length === 0) return false;
  const change = async (texts: JsonObject): Promise<Exchange | undefined> => {
    const sent = await other.on(write, record, (given) => {
      const same = withOwnMembers(other.probe.api, write.operation, given, before);
      return { ...same, body: { ...(same.body as object), ...texts } };
    });
    return sent?.exchange;
  };
  const sent = await change(Object.fromEntries(names.map((name) => [name, quoted])));
  if (sent === undefined || !isDone(sent)) return true;
  const shown = await other.read(record);
  const after = shown && isSuccess(shown) && other.shown(read, shown);
  const seen = await table();
  const own = Object.entries(before as JsonObject).filter(([name]) => names.includes(name));
  await change(Object.fromEntries(own));
  if (!isObject(after as Json) || seen === undefined) return true;
  const isKept = (name: string): boolean => (after as JsonObject)[name] === quoted;
  const fault = faultOf(other, usual, seen, record, names.filter(isKept));
  if (fault === undefined) return true;
  const { pointer: place } = get.model;
  const problem = { check: "shows-what-was-sent", message: fault, pointer: place } as const;
  other.probe.report(problem, get, [sent, seen.exchange]);
  return true;
}

/** Returns the column of a member, with or without the name of its resource: `name`, or `guest_name`. */
function columnOf({ resource }: Flow, header: readonly string[], name: string): number {
  const names = [name, `${resource.name}_${name}`].map(plainName);
  return header.findIndex((one) => names.includes(plainName(one)));
}

/** Creates a record, and one that names it: twice if the service needs another state, for which others are made. */
async function madeWith(
  flow: Flow,
  other: Flow,
): Promise<{ readonly record: MadeRecord; readonly line: Made } | undefined> {
  const { records } = flow.probe;
  const { operation } = flow.resource.create;
  const keyIn = (body: unknown, pointer: readonly string[]): unknown => valuesAt(body, pointer)[0];
  for (let attempt = 1; attempt <= 2; attempt++) {
    const { input } = await records.inputFor(operation, "new");
    const pointer = records
      .referencesIn(operation, input?.body)
      .find((one) => one.resource === other.resource.name)?.pointer;
    const record = pointer && (await other.create())?.record;
    if (input === undefined || pointer === undefined || record === undefined) return undefined;
    const key = keyLike(keyIn(input.body, pointer), record.key);
    const own = { ...input, body: withValueAt(input.body, pointer, key) };
    const { record: made, ...line } = await records.create(operation, own, true);
    if (made === undefined || !isDone(line.exchange)) return undefined;
    if (String(keyIn(line.input.body, pointer)) === record.key)
      return { record, line: { ...line, record: made } };
  }
  return undefined;
}

/** A text of CSV, and the line in it that has a key. */
export interface Table {
  readonly exchange: Exchange;
  readonly header: readonly string[];
  readonly row: readonly string[] | undefined;
  readonly csv: Csv;
}

/** Returns a text of CSV with the first line that has a key. */
export function tableIn(exchange: Exchange, key: string): Table | undefined {
  if (!isSuccess(exchange)) return undefined;
  const csv = readCsv(new TextDecoder().decode(exchange.response?.body));
  const [header = []] = csv.rows;
  return { exchange, header, csv, row: csv.rows.find((row) => row.includes(key)) };
}

/** Returns the texts of a record that a line shows, and that a change may set to any other one. */
function textsIn(
  flow: Flow,
  { operation }: FoundOperation,
  { header, row }: Table,
  shown: JsonObject,
): readonly string[] {
  const { description } = flow.probe.api;
  const schema = bodyMedia(operation, {})?.schema?.json;
  if (schema === undefined || row?.length !== header.length) return [];
  return Object.keys(shown).filter((name) => {
    const column = columnOf(flow, header, name);
    const schemas = memberSchemas(description.model.document, schema, name);
    const isFree = isFreeAs("text", schemas) && !ownWays.test(name) && !namesRecord.test(name);
    const fits = schemas.every((one) => description.holds(one, quoted));
    return isFree && fits && column >= 0 && row[column] === shown[name];
  });
}

/** Says what a line has in place of the texts that were written. */
function faultOf(
  flow: Flow,
  usual: Table,
  { header, row }: Table,
  { key }: MadeRecord,
  names: readonly string[],
): string | undefined {
  if (row === undefined || names.length === 0) return undefined;
  if (row.length !== header.length)
    return `has ${row.length} values in the line of ${key}, which was written with a comma and quotes, and ${header.length} in the first one (RFC 4180, section 2)`;
  for (const name of names) {
    const column = columnOf(flow, header, name);
    const shown = row[column] ?? "";
    // Another line with that key may have the text of another time.
    const isChanged = shown !== usual.row?.[column] && shown.includes(firstWord);
    if (isSameLine(quoted, shown) || !isChanged) continue;
    return `has ${JSON.stringify(shown)} as ${header[column]} of ${key}, which was written as ${JSON.stringify(quoted)} (RFC 4180, section 2)`;
  }
  return undefined;
}
