import { createHash } from "node:crypto";
import { on } from "./faults.ts";
import type { Ctx } from "./http.ts";
import { Problem } from "./problem.ts";

export function etagOf(view: Record<string, unknown>): string {
  let part = view;
  if (on("title-etag-ignores-copies")) {
    part = { ...view };
    for (const key of ["copies", "available_copies", "reservation_count"]) delete part[key];
  }
  return `"${createHash("sha256").update(JSON.stringify(part)).digest("base64url").slice(0, 22)}"`;
}

function tags(header: string): string[] {
  return header.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g) ?? [];
}

const strongMatch = (header: string, etag: string): boolean =>
  header.trim() === "*" || tags(header).includes(etag);

function weakMatch(header: string, etag: string): boolean {
  if (header.trim() === "*") return true;
  if (on("title-if-none-match-list")) return header.trim().replace(/^W\//, "") === etag;
  return tags(header).some((tag) => tag.replace(/^W\//, "") === etag);
}

/** RFC 9110, 13.2.2. True: answer 304. */
export function conditions(ctx: Ctx, etag: string): boolean {
  const ifMatch = ctx.req.headers["if-match"];
  if (ifMatch !== undefined && !strongMatch(ifMatch, etag)) {
    throw new Problem(412, "precondition-failed", "The title has been changed meanwhile.");
  }
  const ifNoneMatch = ctx.req.headers["if-none-match"];
  if (ifNoneMatch !== undefined && weakMatch(ifNoneMatch, etag)) {
    if (ctx.method === "GET" || ctx.method === "HEAD") return true;
    throw new Problem(
      412,
      "precondition-failed",
      "The title is one of those named in If-None-Match.",
    );
  }
  return false;
}
