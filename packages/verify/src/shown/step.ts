import { Redactor, redacted, type Places } from "@openapi-packages/runtime/internals";
import type { SensitiveTable } from "@openapi-packages/runtime";
import { describedOperation } from "@openapi-packages/runtime/client";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { Exchange } from "../wire/exchange.ts";
import { headerOf, type WireRequest, type WireResponse } from "../wire/wire-request.ts";
import { headerSecrets } from "@openapi-packages/compiler/mock/serve/traffic/message-secrets";
import { callText } from "./call-text.ts";
import { curlCommand } from "./curl.ts";
import { shownBody } from "./redacted-body.ts";
import { variableOf, type Piece, type Secrets } from "./secrets.ts";

/** A message for reports, without secrets. */
export interface ShownMessage {
  /** In order, with names as sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The text of the body, truncated if it is long. Absent without a body. */
  readonly body?: string;
}

/** A request and its answer for reports, without secrets. */
export interface Step {
  readonly operationId: string | undefined;
  readonly request: ShownMessage & { readonly method: string; readonly url: string };
  /** Absent without an answer. */
  readonly response?: ShownMessage & { readonly status: number };
  /** The answer of the description's mock to the same request. Default: it was not asked. */
  readonly expected?: ShownMessage & { readonly status: number };
  /** Why there was no answer. */
  readonly failure?: string;
  /**
   * A command that sends the request. Secrets are environment variables, and a comment lists the required
   * values, and records that have been deleted since.
   */
  readonly curl: string;
  /** The call of the generated client that sends the request. Absent if the client cannot send it. */
  readonly call?: string;
}

/** The context for showing exchanges. */
export interface ShownBy {
  readonly api: VerifiedApi;
  /** The base URL of the operations. */
  readonly baseUrl: string;
  readonly secrets: Secrets;
}

/** The longest body in reports, in characters. */
const longestBody = 2000;

/** A request and its answer for reports, and their secrets. */
export interface ShownExchange {
  readonly step: Step;
  readonly secrets: readonly string[];
}

/**
 * Removes the secrets from an exchange: those of the description's table, values with usual names, and
 * credentials.
 *
 * @param expected the same request, answered by the description's mock
 */
export function showExchange(exchange: Exchange, by: ShownBy, expected?: Exchange): ShownExchange {
  const { operation, request, response, failure } = exchange;
  const { sensitive = {} } = by.api.description.mock;
  const table = operation === undefined ? secretsOfAll(sensitive) : sensitive;
  const redactor = new Redactor(table, clientOperation(operation, request));
  const asked = showRequest(request, redactor, by);
  const sent = by.secrets.with(asked.secrets);
  const answer = response && showResponse(response, redactor, sent);
  const mocked = expected?.response && showResponse(expected.response, redactor, sent);
  const secrets = [...asked.secrets, ...(answer?.secrets ?? [])];
  const all = by.secrets.with(secrets);
  const call =
    operation === undefined || exchange.input === undefined
      ? undefined
      : callText(by.api, operation, exchange.input);
  const step: Step = {
    operationId: operation?.id,
    request: asked.shown,
    ...(answer && { response: answer.shown }),
    ...(mocked && { expected: mocked.shown }),
    ...(failure !== undefined && { failure: all.hide(failure) }),
    curl: asked.curl,
    ...(call !== undefined && { call: all.hide(call) }),
  };
  return { step, secrets };
}

/** Returns the secrets of all operations, for messages without a known operation, under an empty name. */
function secretsOfAll(table: SensitiveTable): SensitiveTable {
  const all = Object.values(table.operations ?? {});
  const of = (part: "query" | "header" | "body"): string[] => all.flatMap((one) => one[part] ?? []);
  const answered = all.flatMap(({ responses = {} }) => Object.values(responses).flat());
  const own = {
    query: of("query"),
    header: of("header"),
    body: of("body"),
    responses: { default: answered },
  };
  return { ...table, operations: { "": own } };
}

/** Returns the operation for the redactor. Without one there is no template for the path. */
function clientOperation(
  operation: VerifiedOperation | undefined,
  { method, target }: WireRequest,
): ConstructorParameters<typeof Redactor>[1] {
  if (operation !== undefined) return describedOperation(operation.mock.operation);
  const path = target.split("?")[0] ?? "/";
  return describedOperation({ operationId: "", method, path, responses: {} } as never);
}

function showRequest(
  request: WireRequest,
  redactor: Redactor,
  { baseUrl, secrets }: ShownBy,
): { shown: Step["request"]; curl: string; secrets: readonly string[] } {
  const whole = baseUrl.replace(/\/$/, "") + request.target;
  const url = secrets.pieces(redactedUrl(whole, redactor, secrets));
  const headers = request.headers.map(([name, value]) => {
    const [shown = ""] = Object.values(redactor.headers([[name, value]]));
    return [name, valuePieces(name, value, shown, secrets)] as const;
  });
  const { body } = request;
  const type = headerOf(request.headers, "content-type");
  const shown = body === undefined ? undefined : shownBody(body, type, redactor.body);
  // Binary data may contain secrets that cannot be found.
  const isSecret = !redactor.body.isEmpty;
  const text = shown?.text;
  const bodyPieces = text === undefined ? undefined : secrets.pieces(text);
  const ownPieces = shown?.pieces?.flatMap((piece) =>
    typeof piece === "string" ? secrets.pieces(piece) : [piece],
  );
  const curlBody = ownPieces ?? bodyPieces ?? (isSecret ? undefined : body);
  const texts = [
    ...(shown?.secrets ?? []),
    ...headers.flatMap(([name, pieces]) => secretsOfHeader(name, pieces, request)),
  ];
  return {
    shown: {
      method: request.method,
      url: plain(url),
      headers: headers.map(([name, pieces]) => [name, plain(pieces)] as const),
      ...bodyOf(body, bodyPieces),
    },
    curl: curlCommand({
      method: request.method,
      url: url.flatMap(withVariables),
      headers,
      body: curlBody,
      ...(curlBody === undefined && body !== undefined && { hiddenBytes: body.length }),
    }),
    secrets: texts,
  };
}

/** Replaces secrets in a part of an address by variables, named after their parameters. */
function withVariables(piece: Piece): Piece[] {
  if (typeof piece !== "string") return [piece];
  const parts = piece.split(redacted);
  return parts.flatMap((part, index): Piece[] => {
    if (index === 0) return [part];
    const [, name = "secret"] = /[?&]([^?&=]+)=$/.exec(parts[index - 1] ?? "") ?? [];
    return [{ variable: variableOf(name) }, part];
  });
}

/** Redacts a URL. Known credentials are replaced by their variables. */
function redactedUrl(url: string, redactor: Redactor, secrets: Secrets): string {
  const isKnown = secrets.pieces(url).some((piece) => typeof piece !== "string");
  const shown = redactor.url(url);
  return isKnown && shown !== redacted ? withKnown(url, shown, secrets) : shown;
}

/** Restores the query pairs with known credentials, which are shown as variables. */
function withKnown(url: string, shown: string, secrets: Secrets): string {
  const pairs = (url.split("?")[1] ?? "").split("&");
  const [path = "", query] = shown.split("?");
  if (query === undefined) return shown;
  const kept = query.split("&").map((pair, index) => {
    const own = pairs[index] ?? "";
    return secrets.pieces(own).some((piece) => typeof piece !== "string") ? own : pair;
  });
  return `${path}?${kept.join("&")}`;
}

/** Returns a secret header as a variable: that of the known credential, or one named after the header. */
function valuePieces(name: string, value: string, shown: string, secrets: Secrets): Piece[] {
  const pieces = secrets.pieces(value);
  if (shown !== redacted || pieces.some((piece) => typeof piece !== "string"))
    return shown === redacted ? pieces : secrets.pieces(shown);
  const [, scheme = ""] = /^(Bearer |Basic |Digest )/i.exec(value) ?? [];
  return [...(scheme === "" ? [] : [scheme]), { variable: variableOf(name) }];
}

function secretsOfHeader(
  name: string,
  pieces: readonly Piece[],
  { headers }: WireRequest,
): readonly string[] {
  const isHidden = pieces.some((piece) => typeof piece !== "string");
  const fields = headers.filter(([own]) => own === name);
  return isHidden ? fields.flatMap((field) => headerSecrets(...field)) : [];
}

function showResponse(
  { status, headers, body }: WireResponse,
  redactor: Redactor,
  secrets: Secrets,
): { shown: NonNullable<Step["response"]>; secrets: readonly string[] } {
  const places: Places = redactor.response(status);
  const shown = shownBody(body, headerOf(headers, "content-type"), places);
  const shownHeaders = headers.map(([name, value]) => {
    // Fields of CORS have no secrets, whatever their names say.
    if (/^access-control-/i.test(name)) return [name, secrets.hide(value)] as const;
    const [own = ""] = Object.values(redactor.headers([[name, value]]));
    return [name, secrets.hide(own)] as const;
  });
  const hidden = headers.flatMap(([name, value], index) =>
    shownHeaders[index]?.[1] === redacted ? headerSecrets(name, value) : [],
  );
  const text =
    shown.text === undefined ? undefined : secrets.with(shown.secrets).pieces(shown.text);
  return {
    shown: { status, headers: shownHeaders, ...bodyOf(body, text) },
    secrets: [...shown.secrets, ...hidden],
  };
}

function bodyOf(
  body: Uint8Array | undefined,
  pieces: readonly Piece[] | undefined,
): { readonly body?: string } {
  if (body === undefined || body.length === 0) return {};
  if (pieces === undefined) return { body: `[${body.length} bytes]` };
  const text = plain(pieces);
  if (text.length <= longestBody) return { body: text };
  return { body: `${text.slice(0, longestBody)}… (${text.length} characters)` };
}

const plain = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === "string" ? piece : `$${piece.variable}`)).join("");
