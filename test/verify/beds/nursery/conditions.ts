import { createHash } from "node:crypto";
import { Refusal } from "./refusals.ts";
import type { Call } from "./call.ts";

interface Tag {
  isWeak: boolean;
  value: string;
}

/** A strong entity tag of a representation. */
export function tagOf(content: unknown): string {
  const bytes = Buffer.isBuffer(content) ? content : JSON.stringify(content);
  return `"${createHash("sha256").update(bytes).digest("hex").slice(0, 20)}"`;
}

/** The tags of a list, "*" for any; a header that is no such list names no tag. */
function tagsOf(header: string): Tag[] | "*" {
  if (header.trim() === "*") return "*";
  const part = /[\s,]*(?:(W\/)?("[\x21\x23-\x7e\x80-\xff]*")\s*(?=,|$)|$)/y;
  const tags: Tag[] = [];
  while (part.lastIndex < header.length) {
    const found = part.exec(header);
    if (found === null) return [];
    if (found[2] !== undefined) tags.push({ isWeak: found[1] !== undefined, value: found[2] });
  }
  return tags;
}

/** Whether If-None-Match says that the client has the current representation; tags compare weakly here. */
export function isKnown(header: string | undefined, current: string | undefined): boolean {
  if (header === undefined || current === undefined) return false;
  const tags = tagsOf(header);
  return tags === "*" || tags.some(({ value }) => value === current);
}

function failed(message: string): Refusal {
  return new Refusal(412, "precondition_failed", message);
}

/** Refuses a change whose conditions the current representation (undefined: none) does not meet. */
export function meetConditions(call: Call, current: string | undefined): void {
  const match = call.header("if-match");
  if (match !== undefined) {
    const tags = tagsOf(match);
    const isMet =
      current !== undefined &&
      (tags === "*" || tags.some(({ isWeak, value }) => !isWeak && value === current));
    if (!isMet) throw failed("It has changed since the version of If-Match.");
  }
  if (isKnown(call.header("if-none-match"), current))
    throw failed("It exists already in a version of If-None-Match.");
}

/** Refuses a change that does not say which version it is based on. */
export function needIfMatch(call: Call): void {
  if (call.header("if-match") === undefined)
    throw new Refusal(
      428,
      "precondition_required",
      "Send the ETag of the version to change in If-Match.",
    );
}
