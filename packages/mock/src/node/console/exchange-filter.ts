import type { ExchangeDetails, ExchangeSummary } from "./shown-exchange.ts";
import { ConsoleRequestError } from "./read-json-body.ts";

/** A filter of exchanges. Omitted parts match all. */
export interface ExchangeFilter {
  /** True if the summary of an exchange matches. */
  readonly takes: (exchange: ExchangeSummary) => boolean;
  /** A text that the whole exchange must contain, in lower case. Default: any. */
  readonly text?: string;
  /** The maximum number of results, the newest first. */
  readonly limit: number;
}

const mostWanted = 10_000;

const tests: {
  readonly [name: string]: (exchange: ExchangeSummary, wanted: string) => boolean;
} = {
  method: ({ method }, wanted) => wanted.toUpperCase().split(",").includes(method.toUpperCase()),
  operation: ({ operationId = "" }, wanted) => matches(operationId, wanted),
  path: ({ url }, wanted) => matches(url.replace(/[?#].*$/s, ""), wanted),
  tag: ({ tag }, wanted) => tag === wanted,
  status: ({ status }, wanted) => wanted.split(",").some((one) => isOf(status, one)),
  problems: ({ fault, violations }, wanted) =>
    wanted !== "true" || fault !== undefined || violations.length > 0,
};

/**
 * Parses a filter from a query: `method`, `operation`, `path` (the latter two with `*` as a wildcard), `tag`,
 * `status` (`404`, `4xx`, `none`), `problems=true`, `text` anywhere in the exchange, and `limit`.
 *
 * @throws {ConsoleRequestError} 400 for an unknown name or an invalid limit
 */
export function exchangeFilter(query: URLSearchParams): ExchangeFilter {
  const wanted: ((exchange: ExchangeSummary) => boolean)[] = [];
  for (const [name, value] of query) {
    if (name === "text" || name === "limit" || value === "") continue;
    const test = Object.hasOwn(tests, name) ? tests[name] : undefined;
    if (test === undefined)
      throw new ConsoleRequestError(
        400,
        `the console knows no filter ${name}: there are ${Object.keys(tests).join(", ")}, text, limit`,
      );
    wanted.push((exchange) => test(exchange, value));
  }
  const text = query.get("text")?.trim().toLowerCase() ?? "";
  const limit = Number(query.get("limit") ?? 200);
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > mostWanted)
    throw new ConsoleRequestError(400, `limit must be a whole number from 1 to ${mostWanted}`);
  const takes = (exchange: ExchangeSummary): boolean => wanted.every((test) => test(exchange));
  return { takes, limit, ...(text === "" ? {} : { text }) };
}

/** True if an exchange contains a text: in its address, headers, bodies or violations. */
export function hasText(exchange: ExchangeDetails, text: string): boolean {
  const { method, url, operationId, status, fault, violations, request, response } = exchange;
  const messages = violations.flatMap(({ message, issues }) => [
    message,
    ...issues.map((issue) => `${issue.pointer} ${issue.message}`),
  ]);
  const texts = [request, response].flatMap((message) =>
    message === undefined
      ? []
      : [
          ...Object.entries(message.headers).map(([name, value]) => `${name}: ${value}`),
          message.body.text ?? "",
        ],
  );
  const line = `${method} ${url} ${operationId ?? ""} ${status ?? ""} ${fault ?? ""}`;
  return [line, ...messages, ...texts].some((one) => one.toLowerCase().includes(text));
}

/** Compares a text with a pattern with `*`, or searches for a part of it. Case is ignored. */
function matches(text: string, wanted: string): boolean {
  const [own, pattern] = [text.toLowerCase(), wanted.toLowerCase()];
  if (!pattern.includes("*")) return own.includes(pattern);
  const [start = "", ...parts] = pattern.split("*");
  const end = parts.pop() ?? "";
  if (!own.startsWith(start) || !own.endsWith(end)) return false;
  let from = start.length;
  for (const part of parts) {
    const found = own.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return from + end.length <= own.length;
}

/** True if a status matches: `404` exactly, `4xx` as a range, `none` without an answer. */
function isOf(status: number | undefined, wanted: string): boolean {
  if (status === undefined) return wanted === "none";
  const form = wanted.trim().toLowerCase();
  return /^\dxx$/.test(form) ? form[0] === String(status)[0] : form === String(status);
}
