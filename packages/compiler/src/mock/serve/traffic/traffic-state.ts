import type { MockOperation } from "@openapi-packages/mock/description";
import { snapshotOf, type ObservedAnswer } from "@openapi-packages/mock/snapshot";
import { selectMediaType } from "@openapi-packages/runtime";
import { describedOperation } from "@openapi-packages/runtime/client";
import { parseJson, Redactor, responseKey } from "@openapi-packages/runtime/internals";
import type { Description } from "../read-description.ts";
import { recordedExchange, type RecordedResponse } from "./har-messages.ts";
import type { Har, HarEntry } from "./har-types.ts";
import { headerOf } from "./header-fields.ts";
import { exchangeSecrets, searchFor, withoutTexts } from "./message-secrets.ts";
import { plainPath } from "./plain-path.ts";
import {
  OperationFinder,
  type DescribedOperation,
  type FoundOperation,
} from "./operation-finder.ts";

/** Why an entry of recorded traffic gave no records. */
export type UnusedReason =
  | "belongs to no operation"
  | "is at another server"
  | "has no answer"
  | "was recorded without its body"
  | "does not match the description"
  | "does not match the description without its secrets"
  | "has no key for its records";

/** An entry of recorded traffic that gave no records. */
export interface UnusedEntry {
  /** Its index in `log.entries`. */
  readonly index: number;
  readonly method: string;
  /** The path without a query. Parts that may be secrets are `…`. */
  readonly path: string;
  readonly reason: UnusedReason;
}

/** The start of a mock from recorded traffic. */
export interface TrafficState {
  /** The records: for `createMock({ start })`. */
  readonly snapshot: ReturnType<typeof snapshotOf>["snapshot"];
  /** The number of answers with records. */
  readonly answers: number;
  readonly unused: readonly UnusedEntry[];
}

/** Options of {@link trafficState}. */
export interface TrafficStateOptions {
  /** The URL below which the operations are. Default: the servers of the description. */
  readonly server?: string;
}

type Used = ObservedAnswer & { readonly index: number };

interface Operation extends DescribedOperation {
  readonly mock: MockOperation;
}

/**
 * Makes the start of a mock from recorded traffic (HAR 1.2): the records in successes of described operations. The newest
 * answer wins. Secrets are left out: those that the description marks, usual names, and what was sent as a credential.
 *
 * @throws {UsageError} when the server is no URL
 */
export function trafficState(
  description: Description,
  { log: { entries } }: Har,
  { server }: TrafficStateOptions = {},
): TrafficState {
  const { model, mock } = description;
  const models = new Map(
    model.groups.flatMap(({ operations }) => operations.map((one) => [one.id, one] as const)),
  );
  const operations = mock.operations.flatMap((one): Operation[] => {
    const own = models.get(one.operation.operationId);
    return own === undefined ? [] : [{ mock: one, model: own }];
  });
  const finder = new OperationFinder({ description, operations }, server);
  const unused: UnusedEntry[] = [];
  const used: Used[] = [];
  for (const [index, entry] of inOrder(entries)) {
    const found = answerIn(description, finder, entry);
    if (typeof found === "string") unused.push({ index, ...placeOf(entry), reason: found });
    else if (found !== undefined) used.push({ index, ...found });
  }
  const { snapshot, observations } = snapshotOf(mock, used);
  for (const [at, observation] of observations.entries()) {
    const { index = 0 } = used[at] ?? {};
    const entry = entries[index];
    if (observation === "no-key" && entry !== undefined)
      unused.push({ index, ...placeOf(entry), reason: "has no key for its records" });
  }
  const answers = observations.filter((one) => typeof one === "number").length;
  return { snapshot, answers, unused: unused.toSorted((one, other) => one.index - other.index) };
}

/** Returns the entries by the time of their requests. Browsers write them in the order in which they ended. */
function inOrder(entries: readonly HarEntry[]): (readonly [index: number, entry: HarEntry])[] {
  const timeOf = ({ startedDateTime = "" }: HarEntry): number => Date.parse(startedDateTime) || 0;
  return [...entries.entries()].toSorted(([, one], [, other]) => timeOf(one) - timeOf(other));
}

/** Returns the success of an entry without its secrets, or why it is not used; `undefined` if it is no success. */
function answerIn(
  { mock: { sensitive = {} } }: Description,
  finder: OperationFinder<Operation>,
  entry: HarEntry,
): ObservedAnswer | UnusedReason | undefined {
  const { method, url } = entry.request;
  const found = finder.find(method, url);
  if (found === undefined)
    return finder.isBelow(url) ? "belongs to no operation" : "is at another server";
  const { request, response, isResponseWhole } = recordedExchange(entry, found.target);
  if (response === undefined) return "has no answer";
  const { status } = response;
  if (status < 200 || status >= 300) return undefined;
  const answer = { operationId: found.operation.mock.operation.operationId, path: pathOf(found) };
  if (!isResponseWhole) return "was recorded without its body";
  const value = jsonOf(found.operation.mock, response);
  if (value === undefined) return { ...answer, body: undefined };
  const redactor = new Redactor(sensitive, describedOperation(found.operation.mock.operation));
  const secrets = exchangeSecrets(redactor, url, [...request.headers, ...response.headers]);
  const body = withoutTexts(redactor.response(status).redact(value), searchFor(secrets));
  if (conforms(found.operation.mock, response, body)) return { ...answer, body };
  return conforms(found.operation.mock, response, value)
    ? "does not match the description without its secrets"
    : "does not match the description";
}

const pathOf = ({ values }: FoundOperation<Operation>): ObservedAnswer["path"] =>
  Object.fromEntries([...values].map(([name, value]) => [name, decoded(value)]));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the JSON of an answer, `null` included; `undefined` if it is none. */
function jsonOf({ codec }: MockOperation, { body }: RecordedResponse): unknown {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(body), codec?.json?.parse);
  } catch {
    return undefined;
  }
}

/** True if an answer has a documented status, and its body conforms. */
function conforms(
  { operation, validators }: MockOperation,
  { status, headers }: RecordedResponse,
  body: unknown,
): boolean {
  const key = responseKey(operation.responses, status);
  if (key === undefined) return false;
  const { content = [] } = operation.responses[key] ?? {};
  const media = selectMediaType(content, headerOf(headers, "content-type") ?? "");
  if (media === undefined) return false;
  const own = validators.responses?.[key] ?? {};
  const validator = Object.hasOwn(own, media.mediaType) ? own[media.mediaType] : undefined;
  return validator?.(body) ?? true;
}

const placeOf = ({ request: { method, url } }: HarEntry): Pick<UnusedEntry, "method" | "path"> => ({
  method: method.toUpperCase(),
  path: plainPath(url),
});
