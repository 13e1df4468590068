import { equal, isObject } from "@openapi-packages/runtime/internals";
import type { Exchange } from "../../../wire/exchange.ts";

/** True if two answers have the same value, or the same bytes where they are not JSON. */
export const isSameContent = (one: Exchange, other: Exchange): boolean =>
  one.value === undefined
    ? Buffer.compare(bytesOf(one), bytesOf(other)) === 0
    : equal(one.value, other.value);

/** True if an answer contains any text, or any number but zero: empty answers are alike for everybody. */
export const hasContent = (exchange: Exchange): boolean =>
  exchange.value === undefined ? bytesOf(exchange).length > 0 : hasLeaf(exchange.value);

const bytesOf = ({ response }: Exchange): Uint8Array => response?.body ?? new Uint8Array();

function hasLeaf(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasLeaf);
  if (isObject(value)) return Object.values(value).some(hasLeaf);
  return typeof value === "string" ? value !== "" : typeof value === "number" && value !== 0;
}
