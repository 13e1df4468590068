import { resolvePointer } from "@openapi-packages/runtime";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";

/** Returns the record in the answer of an operation. */
export function shownIn({ state }: FoundOperation, { value }: Exchange): unknown {
  const place = state.at === undefined ? value : resolvePointer(value, state.at);
  return Array.isArray(place) ? place[0] : place;
}
