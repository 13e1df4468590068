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

/** The levels, from the fewest lines to the most. */
export type LogLevel = "error" | "warn" | "info" | "debug";

/** A log line as data, for structured loggers. It contains no secrets. */
export interface LogRecord {
  /** Whether the line is about one attempt, or about a call with all its attempts. */
  readonly of: "attempt" | "call";
  readonly operationId: string;
  readonly method: string;
  /** The path template. */
  readonly path: string;
  /** The number of the attempt, from 1. Only for attempts. */
  readonly attempt?: number;
  /** The time until the answer's headers, and for a call until the end of its body, in milliseconds. */
  readonly duration: number;
  readonly status?: number;
  readonly requestId?: string;
  /**
   * The kind of error and the runtime's code for it. The message is left out, since it may contain
   * anything.
   */
  readonly error?: string;
  /** Only at `debug`. */
  readonly url?: string;
  readonly requestHeaders?: { readonly [name: string]: string };
  readonly responseHeaders?: { readonly [name: string]: string };
  /** Only for calls, at `debug`. */
  readonly requestBody?: unknown;
  readonly responseBody?: unknown;
}

/** Receives the lines. `console` fits, and so do loggers with the same methods. */
export type Logger = {
  readonly [Level in LogLevel]: (line: string, record: LogRecord) => void;
};

/** Options of {@link logging}. */
export interface LoggingOptions {
  /** Default: `console`, which gets the line without the record. */
  readonly logger?: Logger;
  /** Default: `info`. */
  readonly level?: LogLevel;
  /** The places of secrets: `sensitive` of the generated contract. */
  readonly redact?: SensitiveTable;
  /** The response header that has the request id. Default: `x-request-id`. */
  readonly requestIdHeader?: string;
}

const levels = ["error", "warn", "info", "debug"] as const satisfies readonly LogLevel[];

/** The longest text or JSON body in a line, in characters. */
const longestText = 10_000;

/** The largest body that is read for a line, in bytes. */
const longestBody = 1024 * 1024;

/**
 * Logs calls and their attempts: at `error` calls without a usable answer, at `warn` failed attempts and
 * refused calls, at `info` successful calls, at `debug` successful attempts. At `debug` each line also has
 * addresses, headers and bodies. Every level leaves out what the description or a usual name marks as
 * secret, and bodies that are neither JSON nor text. Streams are not read.
 *
 * @returns middleware for a client's options. If it is the first, it sees what the others do.
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
      // The operationId and path of a raw request are the caller's own text.
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

/**
 * Returns the name and code of an error. The message is left out, since it may contain addresses and
 * headers.
 */
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
  const chunks = await readWithin(response.clone(), longestBody);
  if (chunks === undefined) return `[${essence}, more than ${longestBody} bytes]`;
  return textOf(await new Blob(chunks).text(), type, places);
}

const isReadable = (essence: string): boolean =>
  essence.startsWith("text/") || isJsonMediaType(essence) || isUrlEncodedMediaType(essence);

/** Returns a body in the form in which its secrets can be found, or its size. */
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

/**
 * Returns a form's fields. Forms encode objects in different ways, so that one secret place redacts all
 * fields.
 */
function formOf(text: string, places: Places): unknown {
  const fields = [...new URLSearchParams(text)].map(([name, value]) => [
    name,
    places.isEmpty ? value : redacted,
  ]);
  return places.redact(Object.fromEntries(fields));
}

/** Returns a value, or its size if it is too long: a truncated value would not be JSON. */
function limited(value: unknown, size: string): unknown {
  return (JSON.stringify(value) ?? "").length > longestText ? size : value;
}
