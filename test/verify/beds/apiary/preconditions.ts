import { faulty } from "./faults.ts";
import { Problem } from "./problems.ts";
import type { Call } from "./requests.ts";

const entityTag = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const tagList = new RegExp(`^[ \\t,]*${entityTag}(?:[ \\t]*,[ \\t]*(?:${entityTag})?)*[ \\t]*$`);

/** The tags of a header, or `*`. An absent header has none. */
function tagsOf({ headers }: Call, name: string): string[] | "*" | undefined {
  const text = headers.get(name);
  if (text === null) return undefined;
  if (text.trim() === "*") return "*";
  if (!tagList.test(text))
    throw new Problem(400, "invalid_parameter", `${name} must be * or a list of entity tags.`);
  return text.match(new RegExp(entityTag, "g")) ?? [];
}

const stale = (): Problem =>
  new Problem(412, "stale", "The record has been changed since it was read.");

/** The check of If-Match by strong comparison (RFC 9110, section 13.1.1). */
export function requireMatch(call: Call, tag: string): void {
  const tags = tagsOf(call, "If-Match");
  if (tags === undefined || tags === "*") return;
  const compared = faulty("apiary-put-first-tag") ? tags.slice(0, 1) : tags;
  if (!compared.includes(tag)) throw stale();
}

/** Like `requireMatch`, for operations that have to have the header (RFC 6585, section 3). */
export function demandMatch(call: Call, tag: string): void {
  const isAbsent = call.headers.get("If-Match") === null;
  if (isAbsent && !faulty("apiary-put-unconditional"))
    throw new Problem(428, "match_required", "If-Match is required.");
  requireMatch(call, tag);
}

/** Whether the caller has this representation, by weak comparison (RFC 9110, section 13.1.2). */
export function isKnown(call: Call, tag: string): boolean {
  const tags = tagsOf(call, "If-None-Match");
  if (tags === undefined) return false;
  if (tags === "*") return true;
  if (faulty("hive-weak-tag-unknown")) return tags.includes(tag);
  return tags.some((one) => one.replace(/^W\//, "") === tag);
}
