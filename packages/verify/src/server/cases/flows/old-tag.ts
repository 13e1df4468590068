import { equal } from "@openapi-packages/runtime/internals";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { headerOf } from "../../../wire/wire-request.ts";
import type { Flow } from "./flow.ts";

const tagOf = ({ response }: Exchange): string | undefined =>
  headerOf(response?.headers ?? [], "etag");

/**
 * Reports a change that answers with the entity tag from before it, where reading then shows the same as its answer
 * with another tag: it is the one that a client would send with its next change (RFC 9110, section 8.8.3).
 */
export function reportOldTag(
  flow: Flow,
  writer: FoundOperation,
  before: Exchange,
  change: Exchange,
  seen: Exchange,
): void {
  const tag = tagOf(change);
  const current = tagOf(seen);
  if (tag === undefined || current === undefined || tag !== tagOf(before) || tag === current)
    return;
  if (equal(before.value, seen.value) || !equal(change.value, seen.value)) return;
  const message = `answers with the ETag from before the change, ${tag}, and reading shows the same with ${current} (RFC 9110, section 8.8.3)`;
  flow.report("conditional", writer, message, [before, change, seen]);
}
