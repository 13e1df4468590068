import { plainName } from "@openapi-packages/compiler/mock/state/words";
import { isObject, type Json, type JsonObject } from "@openapi-packages/description";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { withFreshKey } from "../../../records/own-key.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { isNumeric, memberNames, memberSchemas } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { statedOrderFault, statedOrderIn } from "../filters/stated-order.ts";
import { isSuccess, type Flow } from "../flows/flow.ts";
import { listPages } from "../pages/list-pages.ts";
import { readCsv } from "./csv.ts";
import { exportPath } from "./exports.ts";

/** Values whose order is another one than that in which they are written. */
const unordered = [
  [27, 29, 23],
  ["Birch", "Cedar", "Aspen"],
] as const;

/**
 * Creates three records whose values have another order than they have, and reads an export of lines of values whose
 * description says by which of them it is sorted: 1 request, and those for the records.
 */
export async function exportedInOrder(flow: Flow, get: VerifiedOperation): Promise<void> {
  const { create, list } = flow.resource;
  const { api, records } = flow.probe;
  if (list?.state.kind !== "list" || listPages(api, get) !== undefined) return;
  const place = { api, operation: list.operation, state: list.state };
  const { input } = await records.inputFor(create.operation, "new");
  const schema = input && bodyMedia(create.operation, input)?.schema?.json;
  const { document } = api.description.model;
  const names = memberNames(document, schema);
  const order = statedOrderIn(place, get, names);
  const [member = ""] = order?.members ?? [];
  if (input === undefined || order === undefined || order.members.length !== 1) return;
  const schemas = memberSchemas(document, schema, member);
  const values: readonly Json[] = schemas.some(isNumeric) ? unordered[0] : unordered[1];
  if (schema === undefined || !isObject(input.body)) return;
  const bodies = values.map((value) => ({ ...(input.body as JsonObject), [member]: value }));
  if (!bodies.every((body) => api.description.holds(schema, body))) return;
  const [body, ...others] = bodies;
  const first = await flow.create((same) => ({ ...same, body }));
  const path = first && exportPath(flow, get, first.record, first.input);
  if (first === undefined || path === undefined) return;
  const exchanges = [first.exchange];
  for (const [index, other] of others.entries()) {
    // Not as a creation that may be tried below another record.
    const sent = withFreshKey(create.operation, { ...first.input, body: other }, `order ${index}`);
    exchanges.push(await flow.probe.call(create.operation, sent));
  }
  const { input: asked } = await records.inputFor(get, false);
  if (!exchanges.every(isSuccess) || asked === undefined) return;
  const seen = await flow.probe.call(get, { ...asked, path: { ...asked.path, ...path } });
  // Other lines may be of sums.
  const sent = new Set(values);
  const rows = isSuccess(seen)
    ? rowsOf(seen, member).filter((row) => sent.has(row[member] ?? ""))
    : [];
  const fault = statedOrderFault({ ...order, members: [member] }, rows, "the export");
  if (fault === undefined || rows.length < values.length) return;
  const { pointer } = get.model;
  flow.probe.report({ check: "sort", message: fault, pointer }, get, [...exchanges, seen]);
}

/** Returns the values that the lines of an export have in the column of a member. */
function rowsOf({ response }: Exchange, member: string): readonly JsonObject[] {
  const { rows } = readCsv(new TextDecoder().decode(response?.body));
  const [header = [], ...lines] = rows;
  const column = header.findIndex((name) => plainName(name) === plainName(member));
  return lines.flatMap((line) => {
    const text = line[column];
    if (text === undefined || text === "") return [];
    return [{ [member]: /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text }];
  });
}
