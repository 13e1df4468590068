import { resolvePointer } from "@openapi-packages/runtime";
import { getMember } from "@openapi-packages/runtime/internals";
import { canonicalText, isObject } from "@openapi-packages/description";
import type { CheckName } from "../../../check/checks.ts";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { Walk } from "./walk.ts";

/** An error in the pages of a list. */
export interface PageFault {
  readonly check: CheckName;
  readonly message: string;
}

/** What is expected of pages. */
export interface ExpectedPages {
  /** All items, from another walk. */
  readonly all: readonly unknown[];
  /** The member that identifies items. Default: the whole item. */
  readonly key: string | undefined;
  /** The requested size. */
  readonly size: number | undefined;
}

/** Returns the first error of pages: their size, their end, repeated or missing items, a wrong total. */
export function pageFault(
  operation: VerifiedOperation,
  { pages, items, exchanges, isWhole, fault }: Walk,
  { all, key, size }: ExpectedPages,
): PageFault | undefined {
  if (fault !== undefined) return { check: "pages", message: fault };
  const asked = size === undefined ? "" : ` in pages of ${size}`;
  const large = size === undefined ? undefined : pages.find(({ length }) => length > size);
  if (large !== undefined)
    return { check: "pages", message: `gives ${large.length} items${asked}` };
  const idOf = (item: unknown): string => {
    const own = key === undefined || !isObject(item) ? undefined : getMember(item, key);
    return own === undefined ? canonicalText(item) : String(own);
  };
  const known = counted(all.map(idOf));
  const seen = counted(items.map(idOf));
  const often = (id: string): number => (key === undefined ? (known.get(id) ?? 1) : 1);
  const twice = [...seen].find(([id, count]) => known.has(id) && count > often(id));
  if (twice !== undefined)
    return { check: "pages", message: `gives ${name(twice[0])} ${twice[1]} times${asked}` };
  if (!isWhole)
    return size === undefined
      ? undefined
      : { check: "pages", message: `does not end after ${pages.length} pages${asked}` };
  const lost = [...known.keys()].find((id) => !seen.has(id));
  if (lost !== undefined) return { check: "pages", message: `leaves out ${name(lost)}${asked}` };
  const total = operation.mock.operation.pagination?.response.totalCount;
  const body = exchanges.at(-1)?.value;
  const count = total === undefined ? undefined : resolvePointer(body, total);
  if (typeof count === "number" && count > 0 && count !== items.length)
    return {
      check: "pages",
      message: `says at ${total} that there are ${count} items, and gives ${items.length}`,
    };
  return undefined;
}

function counted(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

const name = (id: string): string => (id.length > 60 ? `${id.slice(0, 60)}…` : id);
