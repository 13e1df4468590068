import { parseQuery } from "@openapi-packages/runtime";
import { queryDecode } from "@openapi-packages/runtime/internals";
import { RequestFailure } from "@openapi-packages/runtime/internals";
import { headerValue } from "@openapi-packages/runtime/internals";
import type { HttpRequest } from "@openapi-packages/runtime/server";
import { faultKinds, isFaultKind } from "../faults/fault-kinds.ts";
import type { Issue } from "@openapi-packages/runtime";
import type { FaultKind } from "../types.ts";
import { latencyForm, parseLatency } from "./latency.ts";
import type { LatencyRange } from "./latency.ts";
import { parsePrefer } from "./prefer-header.ts";

/** The preferences of a request. */
export interface Preferences {
  /** The status to answer with. */
  readonly code?: number;
  /** The name of the example to answer with. */
  readonly example?: string;
  /** True if the answer is varied at random. */
  readonly dynamic?: boolean;
  /** The seed of the variation. */
  readonly seed?: string;
  readonly fault?: FaultKind;
  readonly latency?: LatencyRange;
  /** The number of items of a stream before its fault. */
  readonly after?: number;
  /** True if the preferences are from the query. Default: from the header. */
  readonly isQuery?: true;
}

/**
 * Reads what a request prefers from its `Prefer` header (RFC 7240): the preferences of Prism, `code`, `example`
 * and `dynamic`, and those of this mock, `seed`, `fault`, `latency` and `after`. Others, such as `wait`, are
 * ignored. A parameter counts as a preference of its own: `code=404; example=gone`. If a preference is given
 * twice, the first counts. Without the header it reads `__code`, `__example` and `__dynamic` of the query, as
 * Prism does.
 *
 * @returns `undefined` if there is none.
 * @throws {RequestFailure} 400 for an invalid preference.
 */
export function preferencesOf(request: HttpRequest): Preferences | undefined {
  if (request.headers["prefer"] !== undefined) return fromHeader(request);
  return request.url.includes("__") ? fromQuery(request.url) : undefined;
}

/** Creates the failure for an invalid preference. The message follows the preference's name. */
export function preferenceFailure(
  name: string,
  message: string,
  { isQuery }: Preferences = {},
): RequestFailure {
  const issue: Issue = isQuery
    ? { in: "query", pointer: `/__${name}`, keyword: "prefer", message }
    : { in: "header", pointer: "/prefer", keyword: "prefer", message: `${name} ${message}` };
  return new RequestFailure(400, [issue]);
}

function fromHeader(request: HttpRequest): Preferences | undefined {
  const pairs = parsePrefer(headerValue(request, "prefer") ?? "");
  if (pairs === undefined)
    throw new RequestFailure(400, [
      {
        in: "header",
        pointer: "/prefer",
        keyword: "prefer",
        message: "must be a list of preferences",
      },
    ]);
  const wanted: Wanted = {};
  for (const { name, value, of } of pairs) {
    const isOwn = isReader(name) && (of === undefined || isReader(of));
    if (isOwn) wanted[name] ??= value;
  }
  return read(wanted);
}

/** Prism's query parameters, for clients that cannot set headers. */
const queryNames = ["code", "example", "dynamic"] as const;

function fromQuery(url: string): Preferences | undefined {
  const mark = url.indexOf("?");
  if (mark < 0) return undefined;
  const wanted: Wanted = {};
  for (const { name, text } of parseQuery(url.slice(mark + 1).replace(/#.*$/s, ""))) {
    const own = queryNames.find((one) => name === `__${one}`);
    if (own !== undefined) wanted[own] ??= queryDecode(text);
  }
  return read(wanted, { isQuery: true });
}

type Name = Exclude<keyof Preferences, "isQuery">;
type Wanted = { [Own in Name]?: string };

function read(wanted: Wanted, place: { readonly isQuery?: true } = {}): Preferences | undefined {
  const preferences: { [name: string]: unknown } = {};
  for (const [name, text] of Object.entries(wanted)) {
    const { parse, form } = readers[name as Name];
    const value = parse(text);
    if (value === undefined) throw preferenceFailure(name, form, place);
    preferences[name] = value;
  }
  return Object.keys(preferences).length === 0 ? undefined : { ...preferences, ...place };
}

/** Parses the text of a preference; `undefined` if it is invalid. */
interface Reader<Value> {
  readonly parse: (text: string) => Value | undefined;
  readonly form: string;
}

const given: Reader<string> = {
  parse: (text) => (text === "" ? undefined : text),
  form: "must not be empty",
};

const readers: {
  readonly [Own in Name]: Reader<NonNullable<Preferences[Own]>>;
} = {
  code: {
    parse: (text) => (/^[2-5]\d\d$/.test(text) ? Number(text) : undefined),
    form: "must be a status from 200 to 599",
  },
  example: given,
  dynamic: {
    parse: (text) => (/^(?:true|false)$/.test(text) ? text === "true" : undefined),
    form: "must be true or false",
  },
  seed: given,
  fault: {
    parse: (text) => (isFaultKind(text) ? text : undefined),
    form: `must be one of ${faultKinds.join(", ")}`,
  },
  latency: {
    parse(text) {
      try {
        return parseLatency(text);
      } catch {
        return undefined;
      }
    },
    form: latencyForm,
  },
  after: {
    parse: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
    form: "must be a whole number",
  },
};

const isReader = (name: string): name is Name => Object.hasOwn(readers, name);
