import type { IncomingMessage } from "node:http";
import type { Library } from "./data.ts";
import { Problem } from "./problem.ts";

export type Ctx = {
  req: IncomingMessage;
  method: string;
  path: string;
  query: string;
  params: Record<string, string>;
  lib: Library;
};
export type Answer = {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  raw?: Buffer;
};
export type Handler = (ctx: Ctx) => Answer | Promise<Answer>;

export const base = "/v1";
const limit = 1_048_576;

/** The media type in lower case and its parameters. */
export function mediaType(value: string | undefined): {
  type: string;
  params: Record<string, string>;
} {
  const params: Record<string, string> = {};
  const text = value ?? "";
  const type = text.split(";", 1)[0]!.trim().toLowerCase();
  for (const m of text.matchAll(
    /;\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))/g,
  )) {
    params[m[1]!.toLowerCase()] = m[2] !== undefined ? m[2].replace(/\\(.)/g, "$1") : m[3]!;
  }
  return { type, params };
}

/** Refuses a body that is not of the media type; returns the parameters. */
export function requireType(ctx: Ctx, type: string): Record<string, string> {
  const given = mediaType(ctx.req.headers["content-type"]);
  const extra: Record<string, string> = ctx.method === "PATCH" ? { "Accept-Patch": type } : {};
  if (given.type !== type)
    throw new Problem(415, "unsupported-media-type", `The body must be ${type}.`, undefined, extra);
  const charset = given.params.charset?.toLowerCase();
  if (type.endsWith("json") && charset !== undefined && charset !== "utf-8") {
    throw new Problem(
      415,
      "unsupported-media-type",
      "The character set must be UTF-8.",
      undefined,
      extra,
    );
  }
  const coding = ctx.req.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (coding !== "identity" && coding !== "") {
    throw new Problem(
      415,
      "unsupported-media-type",
      "Content codings are not supported.",
      undefined,
      { ...extra, "Accept-Encoding": "identity" },
    );
  }
  return given.params;
}

export async function readBody(ctx: Ctx): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw new Problem(413, "too-large", "A body may have 1048576 bytes at most.");
  return Buffer.concat(chunks);
}

export async function readJson(ctx: Ctx): Promise<unknown> {
  const bytes = await readBody(ctx);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Problem(400, "malformed-body", "The body is not JSON in UTF-8.");
  }
}

export const jsonBody = (ctx: Ctx): Promise<unknown> => {
  requireType(ctx, "application/json");
  return readJson(ctx);
};

/** For answers to GET and HEAD. */
export const readHeaders = { "Cache-Control": "private, no-cache", Vary: "X-Api-Key" };
