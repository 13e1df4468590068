import { toPointer } from "@openapi-packages/description";
import type { Issue } from "@openapi-packages/runtime";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { valuesAt } from "../../../records/places.ts";
import { parseExactly } from "../../../check/answer-json.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isServerError } from "../../judge/refusal.ts";
import { reportUnreadable } from "../../judge/unreadable.ts";
import { isSuccess, type Flow } from "../flows/flow.ts";
import type { ValuePlace } from "./value-places.ts";
import type { Written } from "./writer.ts";

/** An answer that shows a written record. */
export interface View {
  readonly by: FoundOperation;
  /** The exchanges that led to it, the last one with the answer. */
  readonly exchanges: readonly Exchange[];
  /** The record, without loss of digits. */
  readonly record: unknown;
}

/**
 * Returns the answers that show a written record: the one to writing, to reading, and to listing if asked for. Those
 * that cannot be read any more are reported.
 *
 * @param what what was written, for the message
 */
export async function viewsOf(
  flow: Flow,
  writer: FoundOperation,
  { exchange, record }: Written,
  isListed: boolean,
  what: string,
): Promise<readonly View[]> {
  if (record === undefined) return [];
  const { read, list } = flow.resource;
  const { probe } = flow;
  reportUnreadable(probe, exchange, exchange, what);
  const views: View[] = [
    { by: writer, exchanges: [exchange], record: shownBy(flow, writer, exchange) },
  ];
  const seen = read && (await readBack(flow, read, record, exchange));
  if (seen !== undefined) reportUnreadable(probe, exchange, seen, what);
  if (read !== undefined && seen !== undefined && isSuccess(seen))
    views.push({ by: read, exchanges: [exchange, seen], record: shownBy(flow, read, seen) });
  const walk = isListed ? await flow.list(record) : undefined;
  for (const page of walk?.exchanges ?? []) reportUnreadable(probe, exchange, page, what);
  const [item] = walk === undefined ? [] : flow.found(walk, record);
  if (list !== undefined && walk !== undefined && item !== undefined)
    views.push({ by: list, exchanges: [exchange, ...walk.exchanges], record: item });
  return views;
}

/** Reads a record, and reports a server error alone: what follows from the values may break a schema. */
async function readBack(
  { probe }: Flow,
  { operation }: FoundOperation,
  record: MadeRecord,
  written: Exchange,
): Promise<Exchange | undefined> {
  const { input } = await probe.records.inputFor(operation, record);
  if (input === undefined) return undefined;
  const seen = await probe.call(operation, input);
  const { status = 0 } = seen.response ?? {};
  if (isServerError(status)) {
    const message = `answers ${status} for ${record.key}, which was written just before`;
    const { pointer } = operation.model;
    probe.report({ check: "server-error", message, pointer }, operation, [written, seen]);
  }
  return seen;
}

function shownBy(flow: Flow, by: FoundOperation, exchange: Exchange): unknown {
  return flow.shown(by, { ...exchange, value: exactValue(exchange) });
}

/** Returns the parsed body of an answer, in which long integers are not rounded. */
function exactValue({ response, value }: Exchange): unknown {
  if (response === undefined || typeof value !== "object" || value === null) return value;
  try {
    return parseExactly(new TextDecoder().decode(response.body));
  } catch {
    return value;
  }
}

/** Returns the value that a view shows at a place. */
export const shownAt = ({ record }: View, { tokens }: ValuePlace): unknown =>
  valuesAt(record, tokens)[0];

/** Reports that a view shows another value than the one that was written. */
export function reportChanged(
  flow: Flow,
  writer: FoundOperation,
  { by, exchanges }: View,
  place: ValuePlace,
  message: string,
): void {
  const pointer = toPointer(place.tokens);
  const check = writer.state.kind === "create" ? "shows-what-was-sent" : "read-after-update";
  const issue: Issue = { in: "body", pointer, keyword: check, message };
  const at = by.operation.model.pointer;
  flow.probe.report({ check, message, pointer: at, issues: [issue] }, by.operation, exchanges);
}
