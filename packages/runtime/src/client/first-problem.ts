import { isObject } from "../members.ts";

/**
 * Members that describe an error in problem details (RFC 9457), OAuth (RFC 6749, section 5.2) and common
 * services.
 */
const texts = ["detail", "message", "error_description", "msg", "reason", "title", "error", "code"];

/** Members that list all errors, or map places to errors. */
const lists = ["errors", "issues", "violations", "details", "detail"];

/** Members of a listed error that name its place. */
const places = ["field", "pointer", "param", "path", "loc", "property"];

/** The longest text of a service in a message, in characters. */
const longest = 200;

/**
 * Summarizes the body of an error in one line: the kind of error, the message for the whole, and the first
 * entry of its list of errors. Empty if there is none.
 *
 * @param code the kind of error, if the body has one.
 * @param body the decoded body of the error.
 * @param issues the member that the description declares for the list of errors.
 * @param secrets texts to replace by `REDACTED`.
 */
export function firstProblem(
  code: string | undefined,
  body: unknown,
  issues: string | undefined,
  secrets: readonly string[],
): string {
  const problem = isObject(body) || Array.isArray(body) ? problemOf(body, issues) : textOf(body);
  // An HTML page does not belong in a message.
  const text = problem?.startsWith("<") ? undefined : problem;
  let line = [code && !text?.includes(code) && code, text].filter(Boolean).join(": ");
  for (const secret of secrets)
    if (secret.trim().length > 3) line = line.replaceAll(secret.trim(), "REDACTED");
  // A line break would start another line of a log.
  line = line.replace(/[\s\p{Cc}]+/gu, " ");
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** A text, or the first of a list of texts. */
function textOf(value: unknown): string | undefined {
  const [text] = Array.isArray(value) ? (value as unknown[]) : [value];
  return typeof text === "string" ? text.trim() : undefined;
}

function problemOf(given: object, issues = ""): string | undefined {
  const [first] = Array.isArray(given) ? (given as unknown[]) : [given];
  if (!isObject(first)) return textOf(first);
  const body = isObject(first["error"]) ? first["error"] : first;
  const whole = valueOf(body, texts, textOf);
  const one = valueOf(body, [issues, ...lists], issueOf);
  return one && whole && !one.includes(whole) ? `${whole}: ${one}` : (one ?? whole);
}

/** Returns the first of a list of errors, or of a map from places to errors. */
function issueOf(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const [first] = value as unknown[];
    if (!isObject(first)) return textOf(first);
    const place = valueOf(first, places, placeOf);
    const text = valueOf(first, texts, textOf);
    return place && text && !text.includes(place) ? `${place} ${text}` : (text ?? place);
  }
  if (!isObject(value)) return undefined;
  const [name, errors] = Object.entries(value)[0] ?? [];
  const text = Array.isArray(errors) ? textOf(errors) : undefined;
  return text && `${name} ${text}`;
}

/** Writes a place as text. The parts of a path are joined by slashes. */
const placeOf = (value: unknown): string | undefined =>
  Array.isArray(value) ? value.join("/") : textOf(value);

function valueOf<Value>(
  body: { readonly [name: string]: unknown },
  names: readonly string[],
  read: (value: unknown) => Value | undefined,
): Value | undefined {
  for (const name of names) {
    const value = Object.hasOwn(body, name) ? read(body[name]) : undefined;
    if (value) return value;
  }
  return undefined;
}
