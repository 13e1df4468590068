import type { IncomingMessage } from "node:http";
import { fault } from "./faults.ts";

export const BASE = "/v1";
export const JSON_LIMIT = 65536;

const TITLES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  409: "Conflict",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  428: "Precondition Required",
  500: "Internal Server Error",
};

export type FieldError = { pointer: string; message: string };

export class Problem extends Error {
  status: number;
  code: string;
  errors: FieldError[] | undefined;
  headers: Record<string, string>;
  constructor(
    status: number,
    code: string,
    detail: string,
    errors?: FieldError[],
    headers: Record<string, string> = {},
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.headers = headers;
  }
}

export type Reply = {
  status: number;
  headers?: Record<string, string>;
  json?: unknown;
  bytes?: Buffer;
};

export type Ctx = {
  req: IncomingMessage;
  method: string;
  query: URLSearchParams;
  params: Record<string, string>;
  owner: string;
  body: Buffer;
  bodySize: number;
};

export function problemReply(p: Problem): Reply {
  const body: Record<string, unknown> = {
    type: "about:blank",
    title: TITLES[p.status] ?? "Error",
    status: p.status,
    code: p.code,
    detail: p.message,
  };
  if (p.errors) body.errors = p.errors;
  const type =
    p.status === 404 && fault("not-found-as-plain-json")
      ? "application/json"
      : "application/problem+json";
  return { status: p.status, headers: { ...p.headers, "Content-Type": type }, json: body };
}

export function notFound(what: string): Problem {
  return new Problem(404, "not_found", `There is no such ${what}.`);
}

export function badParam(name: string, message: string): Problem {
  return new Problem(400, "invalid_parameter", `Parameter ${name}: ${message}`);
}

export function conflict(code: string, detail: string): Problem {
  return new Problem(409, code, detail);
}

/** Media type of the request; throws 415 unless it is one of those allowed and in UTF-8. */
export function mediaType(
  ctx: Ctx,
  allowed: string[],
  headers: Record<string, string> = {},
): string {
  const raw = ctx.req.headers["content-type"] ?? "";
  const [type = "", ...params] = raw.split(";").map((s) => s.trim());
  const name = type.toLowerCase();
  const refuse = () =>
    new Problem(
      415,
      "unsupported_media_type",
      `The content has to be ${allowed.join(" or ")} in UTF-8.`,
      undefined,
      headers,
    );
  if (!allowed.includes(name)) throw refuse();
  for (const p of params) {
    const m = /^charset\s*=\s*"?([^"]*)"?$/i.exec(p);
    if (m && m[1]?.toLowerCase() !== "utf-8") throw refuse();
  }
  return name;
}

export function readJson(
  ctx: Ctx,
  type = "application/json",
  headers: Record<string, string> = {},
): unknown {
  mediaType(ctx, [type], headers);
  if (ctx.bodySize > JSON_LIMIT)
    throw new Problem(413, "too_large", `The content may have at most ${JSON_LIMIT} bytes.`);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(ctx.body));
  } catch {
    throw new Problem(400, "malformed_json", "The content is not JSON.");
  }
}

// ---- query parameters -------------------------------------------------

export function param(ctx: Ctx, name: string): string | undefined {
  const all = ctx.query.getAll(name);
  if (all.length > 1) throw badParam(name, "given more than once.");
  return all[0];
}

export function intParam(ctx: Ctx, name: string, min: number, max: number): number | undefined {
  const raw = param(ctx, name);
  if (raw === undefined) return undefined;
  if (!/^-?[0-9]{1,15}$/.test(raw)) throw badParam(name, "has to be a whole number.");
  const n = Number(raw);
  if (n < min || n > max) throw badParam(name, `has to be from ${min} to ${max}.`);
  return n;
}

export function enumParam(ctx: Ctx, name: string, values: string[]): string | undefined {
  const raw = param(ctx, name);
  if (raw === undefined) return undefined;
  if (!values.includes(raw)) throw badParam(name, `has to be one of ${values.join(", ")}.`);
  return raw;
}

export function textParam(ctx: Ctx, name: string, max: number): string | undefined {
  const raw = param(ctx, name);
  if (raw === undefined) return undefined;
  const n = [...raw].length;
  if (n < 1 || n > max) throw badParam(name, `has to have 1 to ${max} characters.`);
  return raw;
}

// ---- conditional requests ---------------------------------------------

function tags(header: string): string[] | null {
  const out: string[] = [];
  const re = /\s*((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")\s*(?:,|$)|\s*,/gy;
  let end = 0;
  while (end < header.length) {
    re.lastIndex = end;
    const m = re.exec(header);
    if (!m || re.lastIndex === end) return null;
    if (m[1]) out.push(m[1]);
    end = re.lastIndex;
  }
  return out;
}

export function ifMatchHolds(header: string, etag: string): boolean {
  if (header.trim() === "*") return true;
  return (tags(header) ?? []).includes(etag);
}

export function ifNoneMatchHit(header: string, etag: string): boolean {
  if (header.trim() === "*") return true;
  return (tags(header) ?? []).some((t) => t.replace(/^W\//, "") === etag);
}

// ---- content negotiation ----------------------------------------------

/** The best of the offered types by the Accept header, or null. The first offer wins ties. */
export function negotiate(accept: string | undefined, offers: string[]): string | null {
  if (accept === undefined || accept.trim() === "") return offers[0] ?? null;
  const ranges = accept.split(",").map((part) => {
    const [range, ...params] = part.split(";").map((s) => s.trim().toLowerCase());
    const weight = params.findIndex((p) => /^q\s*=/.test(p));
    const q = weight < 0 ? 1 : Number(params[weight]?.replace(/^q\s*=\s*/, "")) || 0;
    return {
      range,
      q,
      params: (weight < 0 ? params : params.slice(0, weight)).filter((p) => p !== ""),
    };
  });
  let best: string | null = null;
  let bestQ = 0;
  for (const offer of offers) {
    const main = offer.split("/")[0];
    const own = offer === "text/csv" ? ["charset=utf-8", "header=present"] : ["charset=utf-8"];
    const hit =
      ranges
        .filter(
          (r) => r.range === offer && r.params.every((p) => own.includes(p.replaceAll('"', ""))),
        )
        .toSorted((x, y) => y.params.length - x.params.length)[0] ??
      ranges.find((r) => r.range === `${main}/*`) ??
      ranges.find((r) => r.range === "*/*");
    const q = hit?.q ?? 0;
    if (q > bestQ) {
      best = offer;
      bestQ = q;
    }
  }
  return best;
}
