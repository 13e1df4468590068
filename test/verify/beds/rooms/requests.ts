import type { IncomingMessage } from "node:http";
import { Refusal } from "./answers.ts";
import { faulty } from "./faults.ts";

const MAX_JSON = 256 * 1024;

/** Media type of a header, without parameters, in lower case. */
const mediaType = (value: string): string => (value.split(";")[0] ?? "").trim().toLowerCase();

/** The body, read to its end even if it is refused, so that the connection stays usable. */
export async function readBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
  }
  if (size > most) throw new Refusal(413, `At most ${most} bytes.`);
  return Buffer.concat(chunks);
}

/** Refuses bodies of other media types than these, and compressed ones. */
export function checkMediaType(request: IncomingMessage, accepted: readonly string[]): string {
  const type = mediaType(request.headers["content-type"] ?? "");
  if (!accepted.includes(type))
    throw new Refusal(415, `Content-Type must be ${accepted.join(" or ")}.`);
  const coding = request.headers["content-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "identity")
    throw new Refusal(415, "Content-Encoding is not supported.", { "Accept-Encoding": "identity" });
  return type;
}

/** The JSON object of a body. */
export async function readJson(
  request: IncomingMessage,
  accepted: readonly string[] = ["application/json"],
): Promise<Record<string, unknown>> {
  checkMediaType(request, accepted);
  const charset = /;\s*charset="?([^";\s]*)/i.exec(request.headers["content-type"] ?? "")?.[1];
  if (charset !== undefined && charset.toLowerCase() !== "utf-8")
    throw new Refusal(415, "JSON must be UTF-8.");
  const bytes = await readBytes(request, MAX_JSON);
  const value = parse(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Refusal(400, "The body must be an object.");
  return value as Record<string, unknown>;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, "The body is not JSON.");
  }
}

/** The value of a cookie. */
export function cookie(request: IncomingMessage, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at < 0 || pair.slice(0, at).trim() !== name) continue;
    const value = pair.slice(at + 1).trim();
    return value;
  }
  return undefined;
}

const tags = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"/g) ?? [];
const weak = (tag: string): string => tag.replace(/^W\//, "");

/**
 * Evaluates `If-Match` and `If-None-Match` (RFC 9110, 13.2.2) for a resource with this tag, none if
 * it is not there. Returns whether a GET is answered by 304.
 */
export function isUnmodified(request: IncomingMessage, tag: string | undefined): boolean {
  const wanted = request.headers["if-match"];
  if (wanted !== undefined && !faulty("if-match-ignored")) {
    const holds =
      wanted.trim() === "*" ? tag !== undefined : tag !== undefined && tags(wanted).includes(tag);
    if (!holds) throw new Refusal(412, "It was changed in the meantime.");
  }
  const unwanted = request.headers["if-none-match"];
  if (unwanted === undefined || tag === undefined) return false;
  const same =
    unwanted.trim() === "*" || tags(unwanted).some((candidate) => weak(candidate) === tag);
  if (!same) return false;
  if (request.method === "GET" || request.method === "HEAD") return true;
  throw new Refusal(412, "It is there already.");
}

/** The first of the offered media types with the highest quality that `Accept` gives. */
export function preferred(accept: string, offered: readonly string[]): string | undefined {
  const ranges = accept.split(",").map((range) => {
    const quality = /;\s*q=([\d.]+)/i.exec(range)?.[1];
    return { type: mediaType(range), quality: quality === undefined ? 1 : Number(quality) };
  });
  let best: { type: string; quality: number } | undefined;
  for (const type of offered) {
    // The most specific range decides (RFC 9110, 12.5.1).
    const range = [type, `${type.split("/")[0]}/*`, "*/*"]
      .map((candidate) => ranges.find((one) => one.type === candidate))
      .find((one) => one !== undefined);
    const quality = range?.quality ?? 0;
    if (quality > (best?.quality ?? 0)) best = { type, quality };
  }
  return best?.type;
}
