import { createHash } from "node:crypto";
import type { Call } from "./calls.ts";
import { ApiError, preconditionFailed } from "./errors.ts";

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/;
const TAGS = new RegExp(`^[ \\t,]*${TAG.source}(?:[ \\t]*,[ \\t,]*${TAG.source})*[ \\t,]*$`);

export const etagOf = (content: unknown): string => {
  const bytes = Buffer.isBuffer(content) ? content : JSON.stringify(content);
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
};

const tagsOf = (header: string): string[] =>
  TAGS.test(header) ? [...header.matchAll(new RegExp(TAG.source, "g"))].map(([tag]) => tag) : [];

const weak = (tag: string): string => tag.replace(/^W\//, "");

const isMatched = (header: string, etag: string | undefined): boolean =>
  etag !== undefined && (header.trim() === "*" || tagsOf(header).includes(etag));

const isNoneMatched = (header: string, etag: string | undefined): boolean =>
  etag === undefined ||
  (header.trim() !== "*" && !tagsOf(header).some((tag) => weak(tag) === weak(etag)));

/** Answers 304 itself and then says so. */
export function isAnswered({ req, res }: Call, etag: string | undefined): boolean {
  const [match, noneMatch] = [req.get("If-Match"), req.get("If-None-Match")];
  if (match !== undefined && !isMatched(match, etag)) throw preconditionFailed();
  if (noneMatch === undefined || isNoneMatched(noneMatch, etag)) return false;
  if (req.method !== "GET" && req.method !== "HEAD") throw preconditionFailed();
  res
    .status(304)
    .set("ETag", etag ?? "")
    .set("Cache-Control", "private, no-cache")
    .end();
  return true;
}

export function requirePreconditions(call: Call, etag: string | undefined): void {
  isAnswered(call, etag);
}

export function requireIfMatch({ req }: Call): void {
  if (req.get("If-Match") !== undefined) return;
  throw new ApiError(428, "precondition_required", "The header If-Match is missing.");
}
