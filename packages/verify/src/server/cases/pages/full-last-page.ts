import { resolvePointer } from "@openapi-packages/runtime";
import type { CallInput } from "@openapi-packages/runtime/client";
import { canonicalText } from "@openapi-packages/description";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import type { ListPages } from "./list-pages.ts";
import type { Walk } from "./walk.ts";

/**
 * Asks for the last page again with exactly as many items as it has: where a description says that the last page has no
 * cursor, a full one has none either. For lists that no size divides: 1 request, and 1 more before a report, because others
 * may have added items.
 *
 * @param walk the whole list
 */
export async function verifyFullLastPage(
  probe: Probe,
  operation: VerifiedOperation,
  list: ListPages,
  input: CallInput,
  walk: Walk,
): Promise<void> {
  const { endsWithoutCursor, pagination, size } = list;
  const [items = [], last] = [walk.pages.at(-1), walk.exchanges.at(-1)];
  if (!endsWithoutCursor || pagination.style !== "cursor" || !walk.isWhole) return;
  const { items: at, nextCursor } = pagination.response;
  if (size?.allows(items.length) !== true || nextCursor === undefined || last === undefined) return;
  const asked = new URL(last.request.target, "http://localhost").searchParams;
  const { cursor: name } = pagination.request;
  const cursor = asked.get(name);
  const read = (most: number | string | null): Promise<Exchange> => {
    const query = { ...(cursor !== null && { [name]: cursor }), [size.name]: most ?? undefined };
    return probe.call(operation, { ...input, query: { ...input.query, ...query } });
  };
  const isLast = ({ response, value }: Exchange): boolean =>
    response?.status === 200 &&
    canonicalText(resolvePointer(value, at) ?? null) === canonicalText(items);
  const cursorOf = ({ value }: Exchange): unknown => resolvePointer(value, nextCursor) ?? "";
  const full = await read(items.length);
  if (!isLast(full) || cursorOf(full) === "") return;
  const sent = asked.get(size.name);
  const again = await read(sent === null ? null : Number(sent));
  if (!isLast(again) || cursorOf(again) !== "") return;
  const message = `has a cursor at ${nextCursor} on its last page if that is full, in pages of ${items.length}, where nothing follows`;
  const { pointer } = operation.model;
  probe.report({ check: "pages", message, pointer }, operation, [full, again]);
}
