import { getMember, isObject, type JsonObject } from "../members.ts";
import type { ErrorBodyDescriptor } from "../operation.ts";
import type { ReadContext } from "./operation.ts";
import { secretWords } from "./secret-headers.ts";

/**
 * Members that describe an error in problem details (RFC 9457), OAuth (RFC 6749, section 5.2) and common
 * services.
 */
const texts = ["detail", "message", "error_description", "msg", "title", "error", "code"];

/** Members that list all errors, or map places to errors. */
const lists = ["errors", "issues", "violations", "details", "detail"];

/** Members of a listed error that name its place. */
const places = ["field", "pointer", "param", "path", "loc", "property"];

/**
 * Summarizes the body of an error in one line of at most 200 characters, without secrets: the kind of error,
 * the message for the whole, and the first entry of its list of errors. Empty if there is none.
 */
export function firstProblem(
  body: unknown,
  described: ErrorBodyDescriptor | undefined,
  status: number,
  { secrets, request }: ReadContext,
): string {
  const { code: own = "code", issues = "" } = described?.members ?? {};
  // The description's members are those of its statuses; all other errors may be problem details.
  const kinds = described?.statuses.includes(status) ? [own] : ["code", "title", own];
  const code = isObject(body) ? valueOf(body, kinds) : undefined;
  const problem = problemOf(body, issues);
  // An HTML page does not belong in a message.
  const text = problem?.startsWith("<") ? undefined : problem;
  let line = [code && !text?.includes(code) && code, text].filter(Boolean).join(": ");
  // Secrets are the credentials, and those that the caller has set in headers by hand.
  const hidden = Object.entries(request.headers).flatMap(([name, value]) =>
    secretWords.test(name) ? [value, value.replace(/^\S+\s+/, "")] : [],
  );
  for (const secret of [...secrets, ...hidden])
    if (secret.trim().length > 3) line = line.replaceAll(secret.trim(), "REDACTED");
  // A line break would start another line of a log.
  line = line.replace(/[\s\p{Cc}]+/gu, " ");
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

/** A text, or the first of a list of texts. */
function textOf(value: unknown): string | undefined {
  const text = first(value);
  return typeof text === "string" ? text.trim() : undefined;
}

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

function problemOf(given: unknown, issues: string): string | undefined {
  const outer = first(given);
  if (!isObject(outer)) return textOf(outer);
  const body = isObject(outer["error"]) ? outer["error"] : outer;
  const whole = valueOf(body, texts);
  const one = valueOf(body, [issues, ...lists], issueOf);
  return one && whole && !one.includes(whole) ? `${whole}: ${one}` : (one ?? whole);
}

/** Returns the first of a list of errors, or of a map from places to errors. */
function issueOf(value: unknown): string | undefined {
  const issue = first(value);
  if (!isObject(issue)) return Array.isArray(value) ? textOf(issue) : undefined;
  const isList = issue !== value;
  const [name, errors] = Object.entries(issue)[0] ?? [];
  const place = isList
    ? valueOf(issue, places, (one) => (Array.isArray(one) ? one.join("/") : textOf(one)))
    : name;
  const text = isList ? valueOf(issue, texts) : Array.isArray(errors) && textOf(errors);
  if (!isList && !text) return undefined;
  return place && text && !text.includes(place) ? `${place} ${text}` : text || place;
}

function valueOf(
  body: JsonObject,
  names: readonly string[],
  read: (value: unknown) => string | undefined = textOf,
): string | undefined {
  for (const name of names) {
    const value = read(getMember(body, name));
    if (value) return value;
  }
  return undefined;
}
