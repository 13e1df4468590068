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
  "operation-added": kind("an operation was added, which wants a handler", "CCB"),
  "operation-removed": kind("an operation is gone", "BBB"),
  "operation-renamed": kind("an operation has another name in code", "B-B"),
  "operation-renamed-with-alias": kind(
    "an operation has another name in code, and clients still know the earlier one",
    "C-B",
  ),
  "operation-moved": kind("an operation has another method or path", "BB-"),
  "operation-regrouped": kind("an operation belongs to another group", "B-B"),
  "operation-regrouped-with-alias": kind(
    "an operation belongs to another group, and clients still know the earlier one",
    "C-B",
  ),
  "operation-deprecated": kind("an operation is deprecated", "C--"),
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
  "parameter-became-optional": kind("a parameter is not required any more", "CCB"),
  "parameter-serialized-otherwise": kind(
    "style, explode, content or segments of a parameter are other ones",
    "-B-",
  ),
  "parameter-encoded-otherwise": kind("allowReserved of a parameter is another one", "-C-"),
  "parameter-empty-refused": kind("a parameter may not be empty any more", "-BC"),
  "parameter-empty-allowed": kind("a parameter may be empty", "-CB"),
  "parameter-deprecated": kind("a parameter is deprecated", "C--"),

  "request-body-added": kind("an optional request body was added", "CCC"),
  "required-request-body-added": kind("a required request body was added", "BBC"),
  "request-body-removed": kind("a request body is gone", "BBB"),
  "request-body-became-required": kind("a request body is required now", "BBC"),
  "request-body-became-optional": kind("a request body is not required any more", "CCB"),
  "request-media-type-added": kind("a request may have another media type", "CCB"),
  "request-media-type-removed": kind("a media type of requests is gone", "BBB"),
  "request-media-type-replaced": kind(
    "the one media type of requests is another one of the same types",
    "-B-",
  ),
  "request-default-media-type-changed": kind(
    "the media type that clients send by default is another one, whose body has another type",
    "B--",
  ),
  "request-encoding-changed": kind("the parts or fields of a form are encoded otherwise", "-B-"),

  "success-added": kind("an operation has another status of success", "BBC"),
  "success-removed": kind("a status of success is gone", "BCB"),
  "error-added": kind("an operation documents another status of errors", "CCC"),
  "error-removed": kind("a status of errors is gone", "BCB"),
  "response-media-type-added": kind("a response may have another media type", "BCC"),
  "second-response-media-type-added": kind(
    "a response of one media type may have another one, so that handlers have to say which",
    "BCB",
  ),
  "response-body-added": kind("a response without a body has one", "BCB"),
  "response-media-type-removed": kind("a media type of responses is gone", "BBB"),
  "response-media-type-replaced": kind(
    "the one media type of a response is another one of the same types",
    "-B-",
  ),
  "response-encoding-changed": kind("the parts of a response are encoded otherwise", "-B-"),
  "header-added": kind("an optional header of responses was added", "CCC"),
  "required-header-added": kind("a required header of responses was added", "CCB"),
  "header-removed": kind("an optional header of responses is gone", "BCB"),
  "required-header-removed": kind("a required header of responses is gone", "BBB"),
  "header-renamed": kind("a header of responses is written in other capitals", "B-B"),
  "header-became-required": kind("a header of responses is required now", "CCB"),
  "header-became-optional": kind("a header of responses is not required any more", "BBC"),
  "stream-changed": kind("a body became a stream, or is one of another kind or end", "BBB"),

  "security-tightened": kind("an operation demands other or more credentials or scopes", "-BB"),
  "security-loosened": kind("an operation lets more callers in", "-CB"),
  "security-scheme-added": kind("a security scheme was added, which wants a verifier", "C-B"),
  "security-scheme-removed": kind("a security scheme is gone", "B-B"),
  "security-scheme-changed": kind("credentials of a security scheme are sent otherwise", "-BB"),
  "server-added": kind("a server was added", "-C-"),
  "server-removed": kind("a server is gone", "-B-"),
  "server-default-changed": kind("the first server, which clients call, is another one", "-C-"),

  "pagination-added": kind("an operation gives pages that clients walk through", "C--"),
  "pagination-removed": kind("clients do not walk through an operation's pages any more", "B--"),
  "pagination-changed": kind("pages are asked for or found in another way", "BB-"),
  "pagination-requests-changed": kind(
    "pages are asked for in another way, and their items are where they were",
    "-B-",
  ),
  "polling-added": kind("an operation can be waited for", "C--"),
  "polling-removed": kind("an operation cannot be waited for any more", "B--"),
  "polling-changed": kind("waiting is for another status, or looks at another member", "BB-"),
  "polling-final-changed": kind("waiting ends with other statuses that are not waited for", "-B-"),

  "schema-added": kind("a named schema was added", "C-C"),
  "schema-removed": kind("a named schema is gone, and its type", "B-B"),
  "schema-renamed": kind("a named schema has another name", "B-B"),
  "schema-renamed-with-alias": kind(
    "a named schema has another name, and its type still has the earlier one",
    "C-C",
  ),
  "unused-schema-changed": kind(
    "the type of a schema that no operation uses is another one",
    "B--",
  ),
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
