// Shared pieces: problems, replies, request context, entity tags, body reading, parameters.
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { fault } from "./faults.ts";

export const BASE = "/v1";
export const JSON_LIMIT = 65536;
export const PHOTO_LIMIT = 200000;

export type Ctx = {
  req: IncomingMessage;
  method: string;
  params: Record<string, string>;
  query: URLSearchParams;
  manager: string;
};
export type Reply = {
  status: number;
  headers?: Record<string, string>;
  json?: unknown;
  bytes?: Buffer;
  type?: string;
};
export type FieldError = { pointer: string; message: string };

const TITLES: Record<string, [number, string]> = {
  "bad-parameter": [400, "A parameter is wrong"],
  "bad-json": [400, "The body is not JSON"],
  unauthorized: [401, "The API key is missing or unknown"],
  "not-found": [404, "There is nothing here"],
  "method-not-allowed": [405, "The method is not allowed here"],
  "name-taken": [409, "The name is taken"],
  "label-taken": [409, "The label is taken"],
  "email-taken": [409, "The e-mail address is taken"],
  "property-in-use": [409, "The property has a running lease"],
  "lease-state": [409, "The lease is in the wrong state"],
  "unit-occupied": [409, "The unit has an active lease already"],
  "key-reused": [409, "The idempotency key was used for another payment"],
  "ticket-state": [409, "The ticket is in the wrong state"],
  "precondition-failed": [412, "The record is not in the expected version"],
  "too-large": [413, "The body is too large"],
  "unsupported-media-type": [415, "The media type is not supported"],
  invalid: [422, "The body breaks a rule"],
  "precondition-required": [428, "If-Match is required"],
};

export class Problem extends Error {
  code: string;
  status: number;
  extra: Record<string, unknown>;
  headers: Record<string, string>;
  constructor(
    code: string,
    detail: string,
    extra: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(detail);
    this.code = code;
    this.status = TITLES[code]![0];
    this.extra = extra;
    this.headers = headers;
  }
  reply(): Reply {
    const json = {
      type: "https://rentals.example/problems/" + this.code,
      title: TITLES[this.code]![1],
      status: this.status,
      detail: this.message,
      ...this.extra,
    };
    return { status: this.status, headers: this.headers, json, type: "application/problem+json" };
  }
}

export const notFound = (what: string): Problem =>
  new Problem("not-found", `There is no such ${what}.`);
export const invalid = (errors: FieldError[]): Problem =>
  new Problem("invalid", "See errors for what is wrong.", { errors });
export const badParameter = (parameter: string, detail: string): Problem =>
  new Problem("bad-parameter", detail, { parameter });

export const now = (): string => new Date().toISOString();
export const tagOf = (data: string | Buffer): string =>
  '"' + createHash("sha256").update(data).digest("hex").slice(0, 24) + '"';

// Compares texts by code points.
export function compareText(a: string, b: string): number {
  const x = [...a],
    y = [...b];
  for (let i = 0; i < x.length && i < y.length; i++) {
    const d = x[i]!.codePointAt(0)! - y[i]!.codePointAt(0)!;
    if (d) return d;
  }
  return x.length - y.length;
}
// Lower case for A-Z only.
export const fold = (s: string): string => s.replace(/[A-Z]/g, (c) => c.toLowerCase());

// ---- conditional requests ----
function parseTags(name: string, value: string): "*" | string[] {
  const bad = badParameter(name, `${name} is neither * nor a list of entity tags.`);
  const v = value.trim();
  if (v === "*") return "*";
  const out: string[] = [];
  let rest = v;
  for (;;) {
    rest = rest.replace(/^[ \t,]+/, "");
    if (!rest) break;
    const m = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/.exec(rest);
    if (!m) throw bad;
    out.push(m[0]);
    rest = rest.slice(m[0].length).replace(/^[ \t]+/, "");
    if (rest && rest[0] !== ",") throw bad;
  }
  if (!out.length) throw bad;
  return out;
}

export type Conditions = { match: "*" | string[] | null; noneMatch: "*" | string[] | null };
export function readConditions(c: Ctx): Conditions {
  const m = c.req.headers["if-match"];
  const n = c.req.headers["if-none-match"];
  return {
    match: m === undefined ? null : parseTags("If-Match", m),
    noneMatch: n === undefined ? null : parseTags("If-None-Match", n),
  };
}
const opaque = (t: string): string => t.replace(/^W\//, "");

// Returns true if the answer is 304; throws 412.
export function evaluate(c: Ctx, k: Conditions, tag: string | null): boolean {
  const failed = new Problem("precondition-failed", "The entity tag does not fit.");
  if (k.match) {
    const weakly = fault("patch-weak-if-match") && c.method === "PATCH";
    const ok =
      tag !== null && (k.match === "*" || k.match.some((t) => (weakly ? opaque(t) : t) === tag));
    if (!ok) throw failed;
  }
  if (k.noneMatch) {
    const list =
      fault("property-etag-list") && k.noneMatch !== "*" ? k.noneMatch.slice(0, 1) : k.noneMatch;
    const hit = tag !== null && (list === "*" || list.some((t) => opaque(t) === tag));
    if (hit) {
      if (c.method === "GET" || c.method === "HEAD") return true;
      throw failed;
    }
  }
  return false;
}

// ---- bodies ----
export async function readBytes(
  c: Ctx,
  types: string[],
  limit: number,
): Promise<{ type: string; bytes: Buffer }> {
  const header = c.req.headers["content-type"] ?? "";
  const [first, ...rest] = header.split(";");
  const type = first!.trim().toLowerCase();
  const refusal: Record<string, string> =
    c.method === "PATCH" ? { "Accept-Patch": types.join(", ") } : {};
  const unsupported = (why: string): Problem =>
    new Problem("unsupported-media-type", why, {}, refusal);
  if (!types.includes(type)) throw unsupported(`Send ${types.join(" or ")}.`);
  for (const p of rest) {
    const m = /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/i.exec(p);
    if (m && m[1]!.toLowerCase() !== "utf-8" && type.endsWith("json"))
      throw unsupported("Send UTF-8.");
  }
  const coding = (c.req.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (coding !== "identity") throw unsupported("Send the body without a content coding.");
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of c.req) {
    size += (chunk as Buffer).length;
    if (size <= limit) parts.push(chunk as Buffer);
  }
  if (size > limit) throw new Problem("too-large", `At most ${limit} bytes.`);
  return { type, bytes: Buffer.concat(parts) };
}

export async function readJson(c: Ctx, type = "application/json"): Promise<unknown> {
  const { bytes } = await readBytes(c, [type], JSON_LIMIT);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new Problem("bad-json", "The body is not well-formed JSON in UTF-8.");
  }
}

// ---- query parameters ----
export function one(c: Ctx, name: string): string | undefined {
  const all = c.query.getAll(name);
  if (all.length > 1) throw badParameter(name, `${name} is given more than once.`);
  return all[0];
}
export function intParam(
  c: Ctx,
  name: string,
  min: number,
  max: number,
  byDefault: number,
): number {
  const raw = one(c, name);
  if (raw === undefined) return byDefault;
  const n = /^(0|[1-9][0-9]{0,8})$/.test(raw) ? Number(raw) : NaN;
  if (!(n >= min && n <= max))
    throw badParameter(name, `${name} is a whole number from ${min} to ${max}.`);
  return n;
}
export function enumParam(c: Ctx, name: string, values: string[]): string | undefined {
  const raw = one(c, name);
  if (raw !== undefined && !values.includes(raw))
    throw badParameter(name, `${name} is one of ${values.join(", ")}.`);
  return raw;
}
export function listParam(c: Ctx, name: string, values: string[]): string[] | undefined {
  const raw = one(c, name);
  if (raw === undefined) return undefined;
  const list = raw.split(",");
  if (list.some((v) => !values.includes(v)))
    throw badParameter(name, `${name} lists some of ${values.join(", ")}.`);
  return list;
}
