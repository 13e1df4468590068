import { expressionValue, headerValue, messageValue } from "@openapi-packages/runtime/internals";
import type { ExpressionSources } from "@openapi-packages/runtime/internals";
import type { HttpRequest } from "@openapi-packages/runtime/server";
import { isLoopbackHost } from "../loopback.ts";
import { isOrigin } from "../origin.ts";
import { queryOf } from "../request-path.ts";
import type { Announcement } from "./callback-plan.ts";

/**
 * Evaluates the address of a callback: an expression, or a text with expressions in braces (OpenAPI 3.1,
 * Callback Object, "Key Expression"). Values in the query are percent-encoded.
 *
 * @returns `undefined` if one of the expressions refers to nothing
 */
export function callbackAddress(text: string, announcement: Announcement): string | undefined {
  const sources = sourcesOf(announcement);
  if (text.startsWith("$")) return textOf(text, sources);
  const pieces = text.split(/\{(\$[^}]+)\}/);
  let address = "";
  for (const [index, piece] of pieces.entries()) {
    const isExpression = index % 2 === 1;
    const value = isExpression ? textOf(piece, sources) : piece;
    if (value === undefined) return undefined;
    const isInQuery = isExpression && pieces.slice(0, index).some(hasQuery);
    address += isInQuery ? encodeURIComponent(value) : value;
  }
  return address;
}

/** True for text of the description, not an expression, in which a query begins. */
const hasQuery = (piece: string, index: number): boolean => index % 2 === 0 && piece.includes("?");

function sourcesOf({ input, request, answer }: Announcement): ExpressionSources {
  const { headers = {} } = answer;
  return {
    url: () => `${request.origin ?? ""}${request.url}`,
    method: () => request.method,
    statusCode: () => answer.status,
    request: (names) =>
      messageValue(names, {
        header: (name) => headerValue(request, name.toLowerCase()),
        body: () => input.body,
        path: input.path,
        query: { ...rawQuery(request), ...input.query },
      }),
    response: (names) =>
      messageValue(names, {
        header: (name) =>
          Object.entries(headers).find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1],
        body: () => answer.body,
      }),
  };
}

/** The query of a request, for expressions that name a parameter which its operation does not declare. */
const rawQuery = ({ url }: HttpRequest): object =>
  Object.fromEntries(new URLSearchParams(queryOf(url)));

function textOf(expression: string, sources: ExpressionSources): string | undefined {
  const value = valueOf(expression, sources);
  const isText = typeof value === "string" || typeof value === "number";
  return isText && value !== "" ? String(value) : undefined;
}

function valueOf(expression: string, sources: ExpressionSources): unknown {
  try {
    return expressionValue(expression, sources);
  } catch {
    // Its JSON pointer is none, so that it refers to nothing.
    return undefined;
  }
}

/**
 * The origins that callbacks may be sent to: those of this machine, and allowed ones. A request decides about
 * the address, and must not make a mock reach services that its sender cannot reach.
 */
export class CallbackOrigins {
  readonly #allowed: readonly string[];
  readonly #isReachable: boolean;

  /**
   * @param isReachable true if other machines reach the mock: for them, this machine is another's
   * @throws {TypeError} when one of the allowed is not an origin
   */
  constructor(allowed: readonly string[] = [], isReachable = false) {
    this.#allowed = allowed.map(checkedOrigin);
    this.#isReachable = isReachable;
  }

  /** Returns why nothing is sent to an address; `undefined` if it is allowed. */
  refusalOf(address: string): string | undefined {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) return "is no http address";
    if (url.username + url.password !== "") return "has credentials in it";
    const { origin, hostname } = url;
    if (this.#allowed.some((one) => one === "*" || one === origin)) return undefined;
    if (!this.#isReachable && isLoopbackHost(hostname)) return undefined;
    const why = isLoopbackHost(hostname)
      ? "is of this machine, which others make the mock reach"
      : "is not of this machine";
    return `${why}: allow ${origin} by callbacks.allowOrigins, or mock.allowCallbackOrigins of the configuration`;
  }
}

/** @throws {TypeError} when it is not an origin */
function checkedOrigin(text: string): string {
  if (text === "*") return text;
  if (isOrigin(text) && /^https?:/i.test(text)) return new URL(text).origin;
  throw new TypeError(
    `the allowed origin of callbacks ${JSON.stringify(text)} is not an origin: write it as https://hooks.example, or * for all`,
  );
}
