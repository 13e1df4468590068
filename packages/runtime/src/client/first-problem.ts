import { isObject } from "../members.ts";

/** Members that say what is wrong, as problem details (RFC 9457), OAuth (RFC 6749, 5.2) and services name them. */
const texts = ["detail", "message", "error_description", "msg", "reason", "title", "error", "code"];

/** Members with a list of all that is wrong, or a map of it by place. */
const lists = ["errors", "issues", "violations", "details", "detail"];

/** Members of an entry of such a list that say where it is. */
const places = ["field", "pointer", "param", "path", "loc", "property"];

/** The most characters of a message that are the service's. */
const longest = 200;

/**
 * What a service says is wrong, in one line: the kind of error, what its error says as a whole, and the
 * first entry of its list of errors; empty where it says nothing.
 *
 * @param code the kind of error, where the body has one.
 * @param body the decoded body of an error.
 * @param issues the member that the description has for the list of errors.
 * @param secrets what is not to be repeated.
 */
export function firstProblem(
  code: string | undefined,
  body: unknown,
  issues: string | undefined,
  secrets: readonly string[],
): string {
  const problem = isObject(body) || Array.isArray(body) ? problemOf(body, issues) : textOf(body);
  // A page is not for a message.
  const text = problem?.startsWith("<") ? undefined : problem;
  let line = [code && !text?.includes(code) && code, text].filter(Boolean).join(": ");
  for (const secret of secrets)
    if (secret.trim().length > 3) line = line.replaceAll(secret.trim(), "REDACTED");
  // Line breaks and other control characters would be another line of a log.
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

/** The first of a list of errors, or of a map of errors by place. */
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

/** A place as text: a path of several parts is joined as a JSON Pointer is. */
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
