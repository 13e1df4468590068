// Preconditions of RFC 9110, section 13.
import { createHash } from "node:crypto";
import { Refusal } from "./http.ts";
import type { Context, Reply } from "./http.ts";
import { fault } from "./faults.ts";

export const tagOf = (content: string | Buffer): string =>
  `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;

type Tag = { weak: boolean; value: string };

function tags(header: string): Tag[] {
  return [...header.matchAll(/(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g)].map((m) => ({
    weak: m[1] !== undefined,
    value: m[2]!,
  }));
}

/** Throws 412; returns a 304 reply where If-None-Match holds a current tag on GET and HEAD. */
export function preconditions(
  ctx: Context,
  exists: boolean,
  etag: string | null,
): Reply | undefined {
  const ifMatch = ctx.req.headers["if-match"];
  if (ifMatch !== undefined) {
    const holds =
      ifMatch.trim() === "*"
        ? exists
        : exists && tags(ifMatch).some((t) => !t.weak && t.value === etag);
    if (!holds) throw new Refusal(412, "precondition_failed", "If-Match does not hold.");
  }
  const ifNoneMatch = ctx.req.headers["if-none-match"];
  if (ifNoneMatch !== undefined) {
    let hit =
      ifNoneMatch.trim() === "*"
        ? exists
        : exists && tags(ifNoneMatch).some((t) => t.value === etag);
    if (fault("course-if-none-match-list"))
      hit = exists && (ifNoneMatch === "*" || ifNoneMatch === etag);
    if (hit) {
      if (ctx.method !== "GET")
        throw new Refusal(412, "precondition_failed", "If-None-Match does not hold.");
      return { status: 304, headers: etag === null ? {} : { ETag: etag } };
    }
  }
  return undefined;
}
