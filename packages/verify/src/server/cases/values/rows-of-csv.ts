import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { member } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { MadeRecord } from "../../../records/made-record.ts";
import { resourceNamed } from "../../../records/references.ts";
import type { Probe } from "../../../run/probe.ts";
import { Flow, isSuccess } from "../flows/flow.ts";
import { resourceFlows, type ResourceFlow } from "../flows/resources.ts";
import { quotedTexts, tableIn } from "./joined-texts.ts";

/** The most records whose texts are looked for in a line. */
const mostRecords = 2;

/** Returns the operations that write CSV. */
export const csvOf = ({ operations }: VerifiedApi): readonly VerifiedOperation[] =>
  operations.filter(
    ({ model }) =>
      model.method === "GET" &&
      model.responses.some(
        ({ status, content }) =>
          status.startsWith("2") &&
          content.some(({ mediaType }) => /^text\/csv\b/i.test(mediaType)),
      ),
  );

/**
 * Writes a comma and quotes into the texts of a record that the first line of CSV names, or that such a record names:
 * the property of a lease, say. The line may be of records that nothing creates; they are changed only where all data
 * may be. At most 20 requests, and most often 8.
 */
export async function quotedInRows(probe: Probe, get: VerifiedOperation): Promise<void> {
  if (!probe.isDisposable) return;
  const { input } = await probe.records.inputFor(get, false);
  if (input === undefined) return;
  const asked = asCsv(get, input);
  const call = () => probe.call(get, asked, { accept: "text/csv" });
  const first = tableIn(await call(), "");
  const [header = [], row] = first?.csv.rows ?? [];
  if (row?.length !== header.length) return;
  const cells = Object.fromEntries(header.map((name, index) => [name, row[index]]));
  const named = recordsIn(probe.api, cells).slice(0, mostRecords);
  for (const { flow, record, cell } of named) {
    const other = new Flow(probe, flow);
    if (await quotedTexts(other, get, record, async () => tableIn(await call(), cell))) return;
    const seen = await other.read(record);
    if (seen === undefined || !isSuccess(seen) || flow.read === undefined) continue;
    const shown = other.shown(flow.read, seen);
    const further = isObject(shown) ? recordsIn(probe.api, shown) : [];
    for (const one of further.filter(({ flow: above }) => above !== flow).slice(0, mostRecords)) {
      const above = new Flow(probe, one.flow);
      const table = async () => tableIn(await call(), cell);
      if (await quotedTexts(above, get, one.record, table)) return;
    }
  }
}

/** True if a record is read by its own key alone. */
const isReadAlone = ({ read }: ResourceFlow): boolean => read?.state.path.length === 1;

/** Returns the records that members or cells name, such as `guestId`. */
function recordsIn(api: VerifiedApi, values: object) {
  const flows = resourceFlows(api).filter(isReadAlone);
  return Object.entries(values).flatMap(([name, value]) => {
    const resource = resourceNamed(api, name, undefined);
    const flow = flows.find((one) => one.name === resource);
    if (flow === undefined || typeof value !== "string" || value === "") return [];
    const record: MadeRecord = { resource: flow.name, key: value, path: {}, value: {} };
    return [{ flow, record, cell: value }];
  });
}

/** Asks for CSV by a parameter whose values are formats. */
function asCsv({ model }: VerifiedOperation, input: CallInput): CallInput {
  const formats = model.parameters.flatMap(({ in: location, name, schema }) => {
    const values = location === "query" ? member(schema.json, "enum") : undefined;
    const csv = Array.isArray(values)
      ? values.find((one) => /^(?:text\/)?csv$/i.test(String(one)))
      : undefined;
    return csv === undefined || getMember(input.query, name) !== undefined ? [] : [[name, csv]];
  });
  const query = Object.fromEntries(formats) as object;
  return formats.length === 0 ? input : { ...input, query: { ...input.query, ...query } };
}
