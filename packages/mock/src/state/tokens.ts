import { isObject } from "@openapi-packages/runtime/internals";
import { randomFrom } from "../random.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import type { Scope } from "./record.ts";

/** The data of a signed address. */
export interface Signed {
  readonly resource: string;
  readonly key: string;
  readonly scope: Scope;
  /** `PUT`, `GET`, or `*` for either. */
  readonly method: string;
}

/** Returns the token of a signed address: its data, and a mark that only this seed produces. */
export function tokenOf(seed: string | number, { resource, key, scope, method }: Signed): string {
  const json = JSON.stringify([resource, key, scope, method]);
  const bytes = new TextEncoder().encode(json);
  const text = toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${text}.${markOf(seed, json)}`;
}

/** Reads a token; `undefined` when it was not created with this seed. */
export function readToken(seed: string | number, token: string): Signed | undefined {
  const [text = "", mark] = token.split(".");
  const bytes = fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
  const json = bytes && new TextDecoder().decode(bytes);
  if (json === undefined || mark !== markOf(seed, json)) return undefined;
  const [resource, key, scope, method]: unknown[] = JSON.parse(json);
  const isWhole = [resource, key, method].every((one) => typeof one === "string");
  return isWhole && isObject(scope) ? ({ resource, key, scope, method } as Signed) : undefined;
}

const markOf = (seed: string | number, json: string): string =>
  randomFrom(seed, "address", json).uuid().replaceAll("-", "");
