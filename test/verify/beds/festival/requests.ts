import type { Request } from "express";
import { badParameter, Problem } from "./problems.ts";
import { userOf } from "./users.ts";
import type { User } from "./users.ts";

const mediaTypeOf = (request: Request): string =>
  (request.headers["content-type"] ?? "").split(";", 1)[0]!.trim().toLowerCase();

export const bytesOf = (request: Request): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);

/** The media type of the body, which must be one of these. */
export function acceptedType(request: Request, types: readonly string[]): string {
  const type = mediaTypeOf(request);
  if (types.includes(type)) return type;
  throw new Problem(415, `The body must be ${types.join(" or ")}.`);
}

/** The JSON value of the body. */
export function jsonOf(request: Request, type = "application/json"): unknown {
  acceptedType(request, [type]);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(request)));
  } catch {
    throw new Problem(400, "The body is no JSON text.");
  }
}

/** The user of the bearer token. */
export function signedIn(request: Request): User {
  const header = request.headers.authorization;
  const token = /^bearer +(\S+) *$/i.exec(header ?? "")?.[1];
  const user = token === undefined ? undefined : userOf(token);
  if (user !== undefined) return user;
  const reason = header === undefined ? "" : ', error="invalid_token"';
  throw new Problem(401, "A token of a user is needed.", {
    headers: { "WWW-Authenticate": `Bearer realm="festival"${reason}` },
  });
}

/** The parameters of the query, as they were sent. */
export function queryOf(request: Request): URLSearchParams {
  const start = request.originalUrl.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : request.originalUrl.slice(start + 1));
}

/** The only value of a parameter; nothing where it was not sent. */
export function single(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw badParameter(name, "must be sent once");
  return values[0];
}

export function singleInteger(
  query: URLSearchParams,
  name: string,
  least: number,
  most: number,
): number | undefined {
  const text = single(query, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^-?\d+$/.test(text) && value >= least && value <= most) return value;
  throw badParameter(name, `must be a whole number from ${String(least)} to ${String(most)}`);
}

const tagsOf = (header: string): string[] => header.split(",").map((tag) => tag.trim());

/** Refuses a request whose If-Match names another state than this one. */
export function requireMatch(request: Request, tag: string): void {
  const header = request.headers["if-match"];
  if (header === undefined || header.trim() === "*" || tagsOf(header).includes(tag)) return;
  throw new Problem(412, "The film has changed since it was read.");
}

/** Whether the client has this state already. */
export function isKnown(request: Request, tag: string): boolean {
  const header = request.headers["if-none-match"];
  if (header === undefined) return false;
  return header.trim() === "*" || tagsOf(header).some((known) => known.replace(/^W\//, "") === tag);
}
