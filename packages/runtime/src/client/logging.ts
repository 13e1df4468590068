import {
  isJsonMediaType,
  isSequenceMediaType,
  isUrlEncodedMediaType,
  mediaTypeEssence,
} from "../media-type.ts";
import type { SensitiveTable } from "../sensitive.ts";
import { readWithin } from "./read-body.ts";
import { Redactor, redacted, type Places } from "./redact.ts";
import type { SendableBody } from "./operation.ts";
import type { ClientRequest, Middleware, Next } from "./types.ts";

/** From the fewest lines to the most. */
export type LogLevel = "error" | "warn" | "info" | "debug";

/** A log line as data, for loggers that take data. Secrets are not in it. */
export interface LogRecord {
  /** One attempt, or a call with all its attempts. */
  readonly of: "attempt" | "call";
  readonly operationId: string;
  readonly method: string;
  /** The path template. */
  readonly path: string;
  /** The number of the attempt, from 1; of attempts only. */
  readonly attempt?: number;
  /** Until the answer's headers, and for a call its body, in milliseconds. */
  readonly duration: number;
  readonly status?: number;
  readonly requestId?: string;
  /** The kind of error, and the code that the runtime gives it; its message may hold anything. */
  readonly error?: string;
  /** At `debug` only. */
  readonly url?: string;
  readonly requestHeaders?: { readonly [name: string]: string };
  readonly responseHeaders?: { readonly [name: string]: string };
  /** Of calls only. */
  readonly requestBody?: unknown;
  readonly responseBody?: unknown;
}

/** Takes lines, as `console` does, and loggers that are made like it. */
export type Logger = {
  readonly [Level in LogLevel]: (line: string, record: LogRecord) => void;
};

/** Options of {@link logging}. */
export interface LoggingOptions {
  /** Left out: `console`, to which goes the line alone. */
  readonly logger?: Logger;
  /** Left out: `info`. */
  readonly level?: LogLevel;
  /** The places of secrets: `sensitive` of the generated contract. */
  readonly redact?: SensitiveTable;
  /** The header in which the server gives a request its id. Left out: `x-request-id`. */
  readonly requestIdHeader?: string;
}

const levels = ["error", "warn", "info", "debug"] as const satisfies readonly LogLevel[];

/** The most characters of a text, or of a body's JSON, in a line. */
const longestText = 10_000;

/** The most bytes of a body that is read for a line. */
const longestBody = 1024 * 1024;

/**
 * Logs each call, and each attempt of it: at `info` calls that succeed, at `warn` attempts that fail
 * and calls that are refused, at `error` calls without a usable answer, at `debug` the attempts that
 * succeed, and with all lines addresses, headers and bodies. What is secret by the description, or by
 * a name that is usual for secrets, is left out at each level, and so are bodies that are neither JSON
 * nor text. Streams are not read.
 *
 * @returns middleware for a client's options; the first of several sees what the others do.
 */
export function logging(options: LoggingOptions = {}): Middleware {
  const log = new Log(options);
  return {
    onAttempt: (request, next) => log.follow("attempt", request, next),
    onCall: (request, next) => log.follow("call", request, next),
  };
}

class Log {
  readonly #logger: Logger;
  readonly #level: number;
  readonly #table: SensitiveTable;
  readonly #requestIdHeader: string;

  constructor({ logger, level = "info", redact = {}, requestIdHeader }: LoggingOptions) {
    this.#logger = logger ?? consoleLogger;
    this.#level = levels.indexOf(level);
    this.#table = redact;
    this.#requestIdHeader = requestIdHeader ?? "x-request-id";
  }

  async follow(of: LogRecord["of"], request: ClientRequest, next: Next): Promise<Response> {
    const start = performance.now();
    let response: Response;
    try {
      response = await next(request);
    } catch (error) {
      const level = of === "attempt" || nameOf(error) === "AbortError" ? "warn" : "error";
      await this.#write(level, of, request, start, { error: kindOf(error) });
      throw error;
    }
    await this.#write(levelOf(of, response.status), of, request, start, {
      status: response.status,
      response,
    });
    return response;
  }

  async #write(
    level: LogLevel,
    of: LogRecord["of"],
    request: ClientRequest,
    start: number,
    { response, ...outcome }: { status?: number; error?: string; response?: Response },
  ): Promise<void> {
    if (levels.indexOf(level) > this.#level) return;
    const { operationId, method, path } = request.operation;
    const redactor = new Redactor(this.#table, request.operation);
    const requestId = response?.headers.get(this.#requestIdHeader);
    const record: LogRecord = {
      of,
      // Those of a request that is not described are what the caller has written.
      operationId: redactor.address(operationId),
      method,
      path: redactor.address(path),
      ...(of === "attempt" ? { attempt: request.attempt + 1 } : {}),
      duration: Math.round(performance.now() - start),
      ...outcome,
      ...(requestId ? { requestId } : {}),
      ...(this.#level === levels.indexOf("debug")
        ? await contentsOf(redactor, of, request, response)
        : {}),
    };
    this.#logger[level](lineOf(record), record);
  }
}

async function contentsOf(
  redactor: Redactor,
  of: LogRecord["of"],
  request: ClientRequest,
  response: Response | undefined,
): Promise<Partial<LogRecord>> {
  const type = request.headers["content-type"] ?? null;
  return {
    url: redactor.url(request.url),
    requestHeaders: redactor.headers(Object.entries(request.headers)),
    ...(response && { responseHeaders: redactor.headers(response.headers) }),
    ...(of === "call" && request.body !== undefined
      ? { requestBody: requestBodyOf(request.body, type, redactor.body) }
      : {}),
    ...(of === "call" && response?.body
      ? { responseBody: await responseBodyOf(response, redactor.response(response.status)) }
      : {}),
  };
}

const consoleLogger: Logger = {
  error: (line) => console.error(line),
  warn: (line) => console.warn(line),
  info: (line) => console.info(line),
  debug: (line) => console.debug(line),
};

function levelOf(of: LogRecord["of"], status: number): LogLevel {
  if (of === "attempt") return status < 400 ? "debug" : "warn";
  if (status < 400) return "info";
  return status < 500 ? "warn" : "error";
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** The name and code of an error; its message may hold addresses and headers. */
function kindOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === "string" && /^\w+$/.test(code)) return `${nameOf(error)} ${code}`;
  }
  return nameOf(error);
}

function lineOf(record: LogRecord): string {
  const { operationId, method, path, status, error, duration, attempt, requestId } = record;
  const details = [
    ...(attempt === undefined ? [] : [`attempt ${attempt}`]),
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
  ];
  const contents = Object.entries(record).filter(([name]) => /^url|Headers$|Body$/.test(name));
  return [
    `${operationId}: ${method} ${path}: ${status ?? error} in ${duration} ms`,
    ...(details.length === 0 ? [] : [`(${details.join(", ")})`]),
    ...(contents.length === 0 ? [] : [JSON.stringify(Object.fromEntries(contents))]),
  ]
    .join(" ")
    .replaceAll(/\p{Cc}/gu, " ");
}

function requestBodyOf(body: SendableBody, type: string | null, places: Places): unknown {
  if (typeof body === "string") return textOf(body, type, places);
  return `[${mediaTypeEssence(type) ?? body.constructor.name}]`;
}

async function responseBodyOf(response: Response, places: Places): Promise<unknown> {
  const type = response.headers.get("content-type");
  const essence = mediaTypeEssence(type) ?? "";
  const isShown = isReadable(essence) && !isSequenceMediaType(essence) && !response.bodyUsed;
  if (!isShown) return `[${essence || "no content type"}]`;
  const text = await readWithin(response.clone(), longestBody, "text");
  if (text === undefined) return `[${essence}, more than ${longestBody} bytes]`;
  return textOf(text, type, places);
}

const isReadable = (essence: string): boolean =>
  essence.startsWith("text/") || isJsonMediaType(essence) || isUrlEncodedMediaType(essence);

/** A body as far as it can be looked through for its secrets. */
function textOf(text: string, type: string | null, places: Places): unknown {
  const essence = mediaTypeEssence(type) ?? "";
  const size = `[${essence}, ${text.length} characters]`;
  if (isSequenceMediaType(essence) || !isReadable(essence)) return size;
  if (isUrlEncodedMediaType(essence)) return limited(formOf(text, places), size);
  if (!isJsonMediaType(essence)) return places.isEmpty ? text.slice(0, longestText) : redacted;
  try {
    return limited(places.redact(JSON.parse(text)), size);
  } catch {
    return size;
  }
}

/** Fields of a form may be objects in a way of their own: where one of them is secret, all are. */
function formOf(text: string, places: Places): unknown {
  const fields = [...new URLSearchParams(text)].map(([name, value]) => [
    name,
    places.isEmpty ? value : redacted,
  ]);
  return places.redact(Object.fromEntries(fields));
}

/** A value, or its size where it is too long: half of it is no JSON. */
function limited(value: unknown, size: string): unknown {
  return (JSON.stringify(value) ?? "").length > longestText ? size : value;
}
