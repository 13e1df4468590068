import { plainName } from "@openapi-packages/compiler/mock/state/words";
import type { Exchange } from "../../../wire/exchange.ts";
import { headerOf } from "../../../wire/wire-request.ts";
import type { Flow } from "../flows/flow.ts";
import { readCsv } from "./csv.ts";

/** Returns the keys of the records in lines of JSON, or those in the column of CSV that has them. */
export function shownKeys(flow: Flow, exchange: Exchange): readonly string[] {
  const { response } = exchange;
  if (!/^text\/csv\b/i.test(typeOf(exchange))) return keysIn(flow, exchange);
  const { rows } = readCsv(new TextDecoder().decode(response?.body));
  const { key = "id" } = flow.resource.descriptor;
  const column = rows[0]?.findIndex((name) => plainName(name) === plainName(key)) ?? -1;
  return rows.slice(1).flatMap((row) => row[column] ?? []);
}

/** Returns the keys of the records in lines of JSON; none for other texts. */
export function keysIn(flow: Flow, exchange: Exchange): string[] {
  if (!/ndjson|jsonl|json-seq/i.test(typeOf(exchange))) return [];
  const lines = new TextDecoder().decode(exchange.response?.body).split(/[\r\n\u001e]+/);
  return lines.flatMap((line) => {
    try {
      const key = flow.keyOf(JSON.parse(line));
      return key === undefined ? [] : [String(key)];
    } catch {
      return [];
    }
  });
}

const typeOf = ({ response }: Exchange): string =>
  headerOf(response?.headers ?? [], "content-type") ?? "";
