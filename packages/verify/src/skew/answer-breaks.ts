import type { Issue } from "@openapi-packages/runtime";
import {
  call,
  createClientCore,
  describedApi,
  describedOperation,
} from "@openapi-packages/runtime/client";
import type { ClientOptions } from "@openapi-packages/runtime/client";
import { isObject, responseKey } from "@openapi-packages/runtime/internals";
import { createServerCore } from "@openapi-packages/runtime/server";
import type { Json, MediaType, OperationResponse } from "@openapi-packages/description";
import { checkAnswer } from "../check/check-answer.ts";
import type { Problem } from "../check/checks.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { HeaderField, WireResponse } from "../wire/wire-request.ts";
import { wireResponse } from "../wire/wire-response.ts";
import {
  Breaks,
  issueKey,
  leadingIssues,
  type AnsweredCall,
  type Break,
  type Direction,
} from "./direction.ts";
import { mediaOf } from "../schema/media-of.ts";
import { RepresentativeValues } from "./representative-values.ts";
import { schemaPlaceOf } from "../schema/schema-place.ts";

/** The result of testing the answers of one operation. */
export interface AnswersHeld {
  readonly breaks: readonly Break[];
  readonly responses: readonly WireResponse[];
}

/**
 * Tests the documented answers of a server with the client of the other revision: each status, in each accepted
 * media type, with each of the {@link RepresentativeValues} of its schema.
 */
export async function heldAnswers(direction: Direction, one: AnsweredCall): Promise<AnswersHeld> {
  const { client, server } = direction;
  const breaks = new Breaks();
  const responses: WireResponse[] = [];
  for (const answer of documentedAnswers(server.api, one)) {
    const response = await written(server.api, one.counterpart, answer);
    const { method } = one.request;
    const isOwn = checkAnswer(server.api, one.counterpart, method, response).problems.length === 0;
    if (!isOwn) continue;
    responses.push(response);
    const { problems } = checkAnswer(client.api, one.operation, method, response);
    const reading = await readBy(client.api, one, response);
    for (const problem of problems.filter((found) => isBreak(found, response)))
      addBreaks(breaks, direction, one, { problem, response, reading });
    if (problems.length === 0 && reading !== undefined && response.status < 400)
      addBreaks(breaks, direction, one, { problem: unread(one, reading), response, reading });
  }
  return { breaks: breaks.all, responses };
}

/** Returns the documented answers of an unchanged operation, without bodies. */
export function sameAnswers({ counterpart }: AnsweredCall): AnswersHeld {
  const responses = counterpart.model.responses.map((one): WireResponse => {
    const status = statusOf(counterpart, one);
    const type = one.content[0]?.mediaType;
    const headers: readonly HeaderField[] = type === undefined ? [] : [["content-type", type]];
    return { status, headers, body: new Uint8Array(), isWhole: true };
  });
  return { breaks: [], responses };
}

const unread = ({ operation }: AnsweredCall, reading: string): Problem => ({
  check: "body",
  message: `its client throws ${reading}`,
  pointer: `${operation.model.pointer}/responses`,
});

/** Clients must treat an unknown status as the first one of its class (RFC 9110, section 15). */
const isBreak = ({ check }: Problem, { status }: WireResponse): boolean =>
  !(check === "status" || check === "server-error") || (status < 400 && status !== 304);

interface FoundProblem {
  readonly problem: Problem;
  readonly response: WireResponse;
  readonly reading: string | undefined;
}

function addBreaks(
  breaks: Breaks,
  { client, server }: Direction,
  { operation, counterpart, request, input }: AnsweredCall,
  { problem, response, reading }: FoundProblem,
): void {
  const consequence =
    reading === undefined
      ? "it hands the answer to its callers as if it were as described"
      : `it throws ${reading}`;
  const exchange = { operation, request, response, input, problems: [] };
  const issues = leadingIssues(problem.issues ?? []);
  const [, media = ""] = /\/content\/([^/]+)/.exec(problem.pointer) ?? [];
  const key = responseKey(counterpart.mock.operation.responses, response.status) ?? "default";
  const serverResponse = `${counterpart.model.pointer}/responses/${key}`;
  const common = { check: "incompatible-answer", operation, exchange } as const;
  const say = (what: string): string =>
    `the client of ${client.name} does not expect what the server of ${server.name} answers: ${what}; ${consequence}`;
  if (issues.length === 0) {
    const isHeader = problem.check === "header";
    const name = problem.pointer.split("/").at(-1) ?? "";
    breaks.add(`${response.status} ${problem.check} ${isHeader ? name : media}`, {
      ...common,
      message: say(problem.message),
      clientPointer: problem.pointer,
      serverPointer: isHeader ? `${serverResponse}/headers/${name}` : serverResponse,
      issues: [],
    });
  }
  const type = typeOf(response);
  const place = (api: VerifiedApi, own: VerifiedOperation, issue: Issue): string => {
    const schema = responseSchema(own, response.status, type);
    return schema === undefined ? own.model.pointer : schemaPlaceOf(api.description, schema, issue);
  };
  for (const issue of issues)
    breaks.add(`${response.status} ${issueKey(issue)}`, {
      ...common,
      message: say(issue.message),
      clientPointer: place(client.api, operation, issue),
      serverPointer: place(server.api, counterpart, issue),
      issues: [issue],
    });
}

const typeOf = ({ headers }: WireResponse): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];

function responseSchema(
  { model, mock }: VerifiedOperation,
  status: number,
  type: string | undefined,
): MediaType["schema"] {
  const key = responseKey(mock.operation.responses, status);
  const content = model.responses.find((one) => one.status === key)?.content ?? [];
  return mediaOf(content, type)?.schema;
}

interface DocumentedAnswer {
  readonly status: number;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, Json>>;
  readonly body?: unknown;
}

function* documentedAnswers(
  api: VerifiedApi,
  { operation, counterpart }: AnsweredCall,
): Generator<DocumentedAnswer> {
  for (const response of counterpart.model.responses) {
    const status = statusOf(counterpart, response);
    for (const [index, headers] of headersOf(api, response).entries())
      if (response.content.length === 0 || response.isUndocumented) yield { status, headers };
      else
        for (const media of acceptable(response.content, operation)) {
          const bodies = bodiesOf(api, media);
          for (const body of index === 0 ? bodies : bodies.slice(0, 1))
            yield { status, headers, contentType: concrete(media.mediaType), body };
        }
  }
}

/** Returns the media types that a client accepts, if there are any (RFC 9110, section 12.5.1). */
function acceptable(
  content: readonly MediaType[],
  { model }: VerifiedOperation,
): readonly MediaType[] {
  const accepted = model.responses.flatMap((one) => one.content);
  const found = content.filter(
    ({ mediaType }) => mediaOf(accepted, concrete(mediaType)) !== undefined,
  );
  return found.length === 0 ? content.slice(0, 1) : found;
}

const concrete = (mediaType: string): string =>
  mediaType.includes("*") ? "application/octet-stream" : mediaType;

/** Returns a possible status of a response: for a range or `default`, one that is not documented itself. */
function statusOf({ model }: VerifiedOperation, { status }: OperationResponse): number {
  if (/^\d{3}$/.test(status)) return Number(status);
  const documented = new Set(model.responses.map((one) => one.status));
  const hasSuccess = [...documented].some((one) => /^[23]/.test(one));
  const first = status === "default" ? (hasSuccess ? 500 : 200) : Number(status.charAt(0)) * 100;
  const candidates = [first, first + 3, first + 9, first + 18];
  return candidates.find((one) => !documented.has(String(one))) ?? first;
}

type Headers = Readonly<Record<string, Json>>;

/** Returns all headers, and only the required ones. None if a required one has no value. */
function headersOf(
  { description }: VerifiedApi,
  { headers }: OperationResponse,
): readonly Headers[] {
  const valued = headers.map(({ name, schema, example, required }) => {
    const value = example ?? description.sample(schema.json, name);
    return { name, required, value };
  });
  if (valued.some(({ required, value }) => required && value === undefined)) return [];
  const fields = (of: typeof valued): Headers =>
    Object.fromEntries(
      of.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const])),
    );
  const required = valued.filter((one) => one.required);
  return required.length === valued.length ? [fields(valued)] : [fields(valued), fields(required)];
}

function bodiesOf({ description }: VerifiedApi, media: MediaType): readonly unknown[] {
  const { kind, stream, schema, examples } = media;
  if (kind === "binary") return [new TextEncoder().encode("An example.")];
  const values = new RepresentativeValues(description, "writeOnly");
  const made = schema === undefined ? [] : values.of(schema.json, "body");
  if (stream !== undefined) return [itemsOf(made)];
  const given = Object.values(examples).filter(
    (one) => schema === undefined || description.holds(schema.json, one),
  );
  const all = [...made, ...given];
  if (kind === "text") return all.length === 0 ? ["text"] : all.map(String);
  return all.length === 0 && schema === undefined ? [{}] : all;
}

async function* itemsOf(items: readonly Json[]): AsyncGenerator<Json> {
  yield* items;
}

/** Serializes an answer with the runtime's server. */
async function written(
  { description }: VerifiedApi,
  { mock }: VerifiedOperation,
  answer: DocumentedAnswer,
): Promise<WireResponse> {
  const { operationId, responses } = mock.operation;
  const operation = { operationId, method: "GET", path: "/", responses };
  const handler = (): Promise<never> => Promise.resolve(answer as never);
  const server = createServerCore(
    description.mock.api,
    [{ operation, handler, validators: () => mock.validators }],
    {
      requestIdHeader: false,
      security: "unchecked",
      basePath: "/",
    },
  );
  return wireResponse(await server.handle({ method: "GET", url: "/", headers: {} }));
}

/** Returns the error that the client throws for an answer; `undefined` if it throws none. */
async function readBy(
  { description }: VerifiedApi,
  { operation, input }: AnsweredCall,
  { status, headers, body }: WireResponse,
): Promise<string | undefined> {
  const isEmpty = status === 204 || status === 205 || status === 304;
  const fetch = (): Promise<Response> =>
    Promise.resolve(
      new Response(isEmpty ? null : body.slice(), {
        status,
        headers: headers.map(([name, value]) => [name, value] as [string, string]),
      }),
    );
  const core = createClientCore(describedApi(description.mock.api), {
    fetch: fetch as unknown as NonNullable<ClientOptions["fetch"]>,
    baseUrl: "http://verify.invalid",
    retries: 0,
  });
  try {
    await call(core, describedOperation(operation.mock.operation), input).result();
    return undefined;
  } catch (error) {
    return isObject(error) && error instanceof Error ? error.name : String(error);
  }
}
