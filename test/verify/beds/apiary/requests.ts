import { instantOf } from "./instants.ts";
import { Problem } from "./problems.ts";

/** A request as the handlers see it. Its body has been read, so that nothing happens between a check and a change. */
export interface Call {
  readonly association: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The answer of a handler: `body` as JSON, or `bytes` as they are. */
export interface Answer {
  readonly status: 200 | 201 | 204 | 304;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

const jsonLimit = 65_536;

const refused = (name: string, reason: string): Problem =>
  new Problem(400, "invalid_parameter", `${name} ${reason}.`);

/** The value of a query parameter that can be given once. */
export function single({ query }: Call, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw refused(name, "must not be repeated");
  return values[0];
}

export function integerQuery(
  call: Call,
  name: string,
  minimum: number,
  maximum: number,
): number | undefined {
  const text = single(call, name);
  if (text === undefined) return undefined;
  const value = /^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  throw refused(name, `must be an integer from ${String(minimum)} to ${String(maximum)}`);
}

export function booleanQuery(call: Call, name: string): boolean | undefined {
  const text = single(call, name);
  if (text !== undefined && text !== "true" && text !== "false")
    throw refused(name, "must be true or false");
  return text === undefined ? undefined : text === "true";
}

export function choiceQuery<const Value extends string>(
  call: Call,
  name: string,
  choices: readonly Value[],
): Value | undefined {
  const text = single(call, name);
  return text === undefined ? undefined : choiceOf(name, text, choices);
}

/** The values of a query parameter that can be repeated. */
export function choicesQuery<const Value extends string>(
  call: Call,
  name: string,
  choices: readonly Value[],
): Value[] {
  return call.query.getAll(name).map((text) => choiceOf(name, text, choices));
}

function choiceOf<Value extends string>(
  name: string,
  text: string,
  choices: readonly Value[],
): Value {
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined) throw refused(name, `must be one of ${choices.join(", ")}`);
  return chosen;
}

export function instantQuery(call: Call, name: string): number | undefined {
  const text = single(call, name);
  if (text === undefined) return undefined;
  const instant = instantOf(text);
  if (instant === undefined) throw refused(name, "must be a date-time with an offset");
  return instant;
}

export function idQuery(call: Call, name: string, kind: string): string | undefined {
  const text = single(call, name);
  if (text !== undefined && !new RegExp(`^${kind}_[0-9a-f]{8}$`).test(text))
    throw refused(name, "is not an identifier");
  return text;
}

export function textQuery(call: Call, name: string, maximum: number): string | undefined {
  const text = single(call, name);
  if (text !== undefined && (text === "" || [...text].length > maximum))
    throw refused(name, `must have 1 to ${String(maximum)} characters`);
  return text;
}

/** The media type of the body, without its parameters and in lower case. */
export const mediaType = ({ headers }: Call): string =>
  (headers.get("Content-Type") ?? "").split(";", 1).join("").trim().toLowerCase();

/** @throws Problem if the body is of another media type or encoded. */
export function requireType(call: Call, types: readonly string[]): void {
  const encoding = call.headers.get("Content-Encoding") ?? "identity";
  if (!types.includes(mediaType(call)) || encoding.toLowerCase() !== "identity")
    throw new Problem(415, "unsupported_type", `The body must be ${types.join(" or ")}.`);
}

/** @throws Problem if the body is larger than allowed. */
export function requireSize({ bytes }: Call, limit: number): void {
  if (bytes.length > limit)
    throw new Problem(413, "too_large", `The body must have at most ${String(limit)} bytes.`);
}

/** The JSON value of the body. */
export function jsonBody(call: Call, type = "application/json"): unknown {
  requireType(call, [type]);
  requireSize(call, jsonLimit);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(call.bytes));
  } catch {
    throw new Problem(400, "malformed_body", "The body is not JSON in UTF-8.");
  }
}
