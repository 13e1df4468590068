import type { ExchangeDetails, ExchangeSummary } from "./shown-exchange.ts";
import { ConsoleRequestError } from "./read-json-body.ts";

/** Which exchanges are asked for; each part that is left out takes all. */
export interface ExchangeFilter {
  /** True if an exchange may be one, by what a list shows of it. */
  readonly takes: (exchange: ExchangeSummary) => boolean;
  /** Text that the whole exchange must have, in lower case. Left out: any. */
  readonly text?: string;
  /** The most that are wanted, the newest. */
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
 * Reads which exchanges a query asks for: by `method`, `operation`, `path` (both with `*` for any text),
 * `tag`, `status` (`404`, `4xx`, `none`), `problems=true`, `text` anywhere in them, and `limit`.
 *
 * @throws {ConsoleRequestError} 400 for a name that there is not, and for no number
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

/** True if a text is somewhere in an exchange: its address, headers, bodies, or what is wrong with it. */
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

/** The whole of a text with `*`, else a part of it; capitals and small letters are the same. */
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

/** `404` is itself, `4xx` a range, `none` no answer. */
function isOf(status: number | undefined, wanted: string): boolean {
  if (status === undefined) return wanted === "none";
  const form = wanted.trim().toLowerCase();
  return /^\dxx$/.test(form) ? form[0] === String(status)[0] : form === String(status);
}
