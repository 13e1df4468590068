import type { Verdict } from "@openapi-packages/cli/explain/pages";
import { valueKinds, verdicts, type Letter, type Letters, type ValueKind } from "./value-kinds.ts";

/** How a change affects each of three audiences. */
export interface Verdicts {
  /** Callers that compile against the client generated from the later description. */
  readonly compile: Verdict;
  /** Running callers built for the earlier description that call a server of the later one. */
  readonly run: Verdict;
  /** Handlers written for the earlier description on a server generated from the later one. */
  readonly handlers: Verdict;
}

/** A kind of change: a sentence that describes it, and its verdicts. */
export interface ChangeKind extends Verdicts {
  readonly what: string;
}

/** The direction of a value: a request takes it from caller to handler, a response takes it back. */
export type Direction = "request" | "response";

function kind(what: string, letters: Letters): ChangeKind {
  const [compile, run, handlers] = [...letters].map((letter) => verdicts[letter as Letter]);
  if (compile === undefined || run === undefined || handlers === undefined)
    throw new TypeError(`${letters} are not three verdicts`);
  return { what, compile, run, handlers };
}

/** Changes of anything but values: operations, parameters, bodies, responses, security, servers and names. */
const otherKinds = {
  "operation-added": kind("an operation was added, which needs a handler", "CCB"),
  "operation-removed": kind("an operation is gone", "BBB"),
  "operation-renamed": kind("an operation has another name in code", "B-B"),
  "operation-renamed-with-alias": kind(
    "an operation has another name in code, and clients keep the earlier one",
    "C-B",
  ),
  "operation-moved": kind("an operation has another method or path", "BB-"),
  "operation-regrouped": kind("an operation belongs to another group", "B-B"),
  "operation-regrouped-with-alias": kind(
    "an operation belongs to another group, and clients keep the earlier one",
    "C-B",
  ),
  "operation-deprecated": kind("an operation is deprecated", "C--"),
  "operation-stability-lowered": kind("an operation promises less stability than before", "C--"),
  "webhook-added": kind("a webhook or callback was added", "CCB"),
  "webhook-removed": kind("a webhook or callback is gone", "BCB"),
  "signature-changed": kind("a webhook is signed in another way", "-B-"),

  "parameter-added": kind("an optional parameter was added", "CCC"),
  "required-parameter-added": kind("a required parameter was added", "BBC"),
  "parameter-removed": kind("a parameter is gone", "BBB"),
  "parameter-renamed": kind("a parameter has another name in code", "B-B"),
  "parameter-renamed-on-the-wire": kind(
    "a parameter of the query, a header or a cookie has another name",
    "BBB",
  ),
  "parameter-became-required": kind("a parameter is required now", "BBC"),
  "parameter-became-optional": kind("a parameter is no longer required", "CCB"),
  "parameter-serialized-otherwise": kind(
    "style, explode, content or segments of a parameter changed",
    "-B-",
  ),
  "parameter-encoded-otherwise": kind("allowReserved of a parameter changed", "-C-"),
  "parameter-empty-refused": kind("a parameter may no longer be empty", "-BC"),
  "parameter-empty-allowed": kind("a parameter may be empty", "-CB"),
  "parameter-deprecated": kind("a parameter is deprecated", "C--"),

  "request-body-added": kind("an optional request body was added", "CCC"),
  "required-request-body-added": kind("a required request body was added", "BBC"),
  "request-body-removed": kind("a request body is gone", "BBB"),
  "request-body-became-required": kind("a request body is required now", "BBC"),
  "request-body-became-optional": kind("a request body is no longer required", "CCB"),
  "request-media-type-added": kind("a request may have another media type", "CCB"),
  "request-media-type-removed": kind("a media type of requests is gone", "BBB"),
  "request-media-type-replaced": kind(
    "the only media type of requests was replaced by one with the same types",
    "-B-",
  ),
  "request-default-media-type-changed": kind(
    "clients send another media type by default, whose body has another type",
    "B--",
  ),
  "request-encoding-changed": kind("the parts or fields of a form are encoded differently", "-B-"),

  "success-added": kind("an operation has another status of success", "BBC"),
  "success-removed": kind("a status of success is gone", "BCB"),
  "error-added": kind("an operation documents another status of errors", "CCC"),
  "error-removed": kind("a status of errors is gone", "BCB"),
  "response-media-type-added": kind("a response may have another media type", "BCC"),
  "second-response-media-type-added": kind(
    "a response has a second media type, so that handlers have to choose one",
    "BCB",
  ),
  "response-body-added": kind("a response without a body has one", "BCB"),
  "response-media-type-removed": kind("a media type of responses is gone", "BBB"),
  "response-media-type-replaced": kind(
    "the only media type of a response was replaced by one with the same types",
    "-B-",
  ),
  "response-encoding-changed": kind("the parts of a response are encoded differently", "-B-"),
  "header-added": kind("an optional header of responses was added", "CCC"),
  "required-header-added": kind("a required header of responses was added", "CCB"),
  "header-removed": kind("an optional header of responses is gone", "BCB"),
  "required-header-removed": kind("a required header of responses is gone", "BBB"),
  "header-renamed": kind("the name of a response header has other capitals", "B-B"),
  "header-became-required": kind("a header of responses is required now", "CCB"),
  "header-became-optional": kind("a header of responses is no longer required", "BBC"),
  "stream-changed": kind("a body became a stream, or a stream has another kind or end", "BBB"),

  "security-tightened": kind("an operation requires other or more credentials or scopes", "-BB"),
  "security-loosened": kind("an operation accepts more callers", "-CB"),
  "security-scheme-added": kind("a security scheme was added, which needs a verifier", "C-B"),
  "security-scheme-removed": kind("a security scheme is gone", "B-B"),
  "security-scheme-changed": kind(
    "credentials of a security scheme are sent in another way",
    "-BB",
  ),
  "server-added": kind("a server was added", "-C-"),
  "server-removed": kind("a server is gone", "-B-"),
  "server-default-changed": kind("the first server, which clients call by default, changed", "-C-"),

  "pagination-added": kind("clients iterate over the pages of an operation", "C--"),
  "pagination-removed": kind("clients no longer iterate over the pages of an operation", "B--"),
  "pagination-changed": kind("pages are requested or read in another way", "BB-"),
  "pagination-requests-changed": kind(
    "pages are requested in another way, with their items in the same place",
    "-B-",
  ),
  "polling-added": kind("clients can wait for an operation", "C--"),
  "polling-removed": kind("clients can no longer wait for an operation", "B--"),
  "polling-changed": kind("waiting checks another status or another member", "BB-"),
  "polling-final-changed": kind("waiting ends at other failed or cancelled statuses", "-B-"),

  "schema-added": kind("a named schema was added", "C-C"),
  "schema-removed": kind("a named schema and its type are gone", "B-B"),
  "schema-renamed": kind("a named schema has another name", "B-B"),
  "schema-renamed-with-alias": kind(
    "a named schema has another name, and its type keeps the earlier one",
    "C-C",
  ),
  "unused-schema-changed": kind("the type of a schema that no operation uses changed", "B--"),
  "unused-schema-extended": kind("a schema that no operation uses allows other values", "C--"),
} as const satisfies Readonly<Record<string, ChangeKind>>;

/** The code of a change of values, without its direction: `enum-value-added`. */
export type ValueCode = keyof typeof valueKinds;

/** The stable code of a kind of change: `operation-added`, `request-enum-value-added`. */
export type ChangeCode = `${Direction}-${ValueCode}` | keyof typeof otherKinds;

/** Maps each code to its kind of change. This table alone decides whom a change breaks. */
export const changeKinds: ReadonlyMap<ChangeCode, ChangeKind> = new Map<ChangeCode, ChangeKind>([
  ...(Object.entries(otherKinds) as [keyof typeof otherKinds, ChangeKind][]),
  ...(Object.entries(valueKinds) as [ValueCode, ValueKind][]).flatMap(
    ([code, { what, request, response }]): [ChangeCode, ChangeKind][] => [
      [`request-${code}`, kind(`${what}, in requests`, request)],
      [`response-${code}`, kind(`${what}, in responses`, response)],
    ],
  ),
]);

/**
 * Looks up a kind of change by its code.
 *
 * @throws {RangeError} if the code is unknown
 */
export function changeKind(code: ChangeCode): ChangeKind {
  const found = changeKinds.get(code);
  if (found === undefined) throw new RangeError(`there is no change ${code}`);
  return found;
}
