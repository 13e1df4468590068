import { isObject } from "../members.ts";
import type { SensitiveParts, SensitiveTable } from "../sensitive.ts";
import { receivedKey } from "../status.ts";
import type { ClientOperation } from "./operation.ts";

/** The text that replaces a secret. */
export const redacted = "REDACTED";

/** Names that usually mark secrets, wherever they occur. */
export const usualSecrets =
  /authorization|cookie|passw|secret|credential|api[-_]?key|access[-_]?key|private[-_]?key|token$|signature$|^sig$/i;

/** Removes the secrets of one operation from messages. Names stay, values are replaced. */
export class Redactor {
  readonly #table: SensitiveTable;
  readonly #parts: SensitiveParts;
  readonly #operation: ClientOperation;

  constructor(table: SensitiveTable, operation: ClientOperation) {
    const { operations = {} } = table;
    const { operationId } = operation;
    this.#table = table;
    this.#operation = operation;
    this.#parts = (Object.hasOwn(operations, operationId) && operations[operationId]) || {};
  }

  /** Returns a URL without user information and without the secrets of its query and path. */
  url(url: string): string {
    const { path = [] } = this.#parts;
    const text = this.address(url);
    if (path.length === 0) return text;
    const end = text.search(/[?#]/);
    const [before, after] = end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end)];
    return redactPath(before, this.#operation.path, new Set(path)) + after;
  }

  headers(headers: Iterable<readonly [string, string]>): { readonly [name: string]: string } {
    const names = new Set([...(this.#table.header ?? []), ...(this.#parts.header ?? [])]);
    const hasPath = this.#parts.path !== undefined;
    const isSecret = (name: string): boolean =>
      names.has(name) ||
      usualSecrets.test(name) ||
      (hasPath && /^(?:content-)?location$|^link$/.test(name));
    return Object.fromEntries(
      Array.from(headers, ([name, value]) => [
        name,
        isSecret(name.toLowerCase()) ? redacted : this.address(value),
      ]),
    );
  }

  /** The places of secrets in the request's body. */
  get body(): Places {
    return new Places(this.#parts.body ?? []);
  }

  /**
   * The places of secrets in a response's body. For an undocumented status these are all secret names of
   * the other bodies, at any depth.
   */
  response(status: number): Places {
    const { body = [], responses = {} } = this.#parts;
    const { errors = [] } = this.#table;
    const key = receivedKey(this.#operation.responses, status);
    if (key !== undefined) return new Places([...(responses[key] ?? []), ...errors]);
    return new Places([...body, ...Object.values(responses).flat(), ...errors].map(anywhere));
  }

  /** Returns a text in which addresses have no secrets. */
  address(text: string): string {
    const names = new Set([...(this.#table.query ?? []), ...(this.#parts.query ?? [])]);
    const isSecret = (name: string): boolean =>
      names.has("*") || names.has(name) || usualSecrets.test(name);
    return text
      .replace(/(\/\/)[^/?#@\s]*@/g, `$1${redacted}@`)
      .replace(/([?&])([^=&#?\s]+)=[^&#\s<>"]*/g, (pair, start: string, name: string) => {
        const plain = decode(name);
        const isOne = isSecret(plain) || isSecret(plain.replace(/\[.*/s, ""));
        return isOne ? `${start}${name}=${redacted}` : pair;
      });
  }
}

/** The places of secrets in a value. */
export class Places {
  readonly #names = new Set<string>();
  readonly #pointers: readonly (readonly string[])[];

  constructor(places: readonly string[]) {
    const pointers = places.filter((place) => !place.startsWith("**"));
    for (const place of places) {
      const [name = ""] = tokens(place.slice(2));
      if (place.startsWith("**")) this.#names.add(name);
    }
    this.#pointers = pointers.map(tokens);
  }

  get isEmpty(): boolean {
    return this.#names.size === 0 && this.#pointers.length === 0;
  }

  /** Returns a copy of a JSON value without its secrets. */
  redact(value: unknown): unknown {
    return this.#redact(value, this.#pointers);
  }

  #redact(value: unknown, pointers: readonly (readonly string[])[]): unknown {
    if (pointers.some((pointer) => pointer.length === 0)) return redacted;
    if (Array.isArray(value)) return value.map((item) => this.#redact(item, step(pointers, "*")));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        this.#names.has(name) || usualSecrets.test(name)
          ? redacted
          : this.#redact(member, step(pointers, name)),
      ]),
    );
  }
}

const tokens = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));

const step = (pointers: readonly (readonly string[])[], token: string): (readonly string[])[] =>
  pointers.flatMap(([first, ...rest]) => (first === "*" || first === token ? [rest] : []));

/** Turns a place into its name at any depth. A place without a name becomes the whole value. */
function anywhere(place: string): string {
  const name = place.split("/").findLast((token) => token !== "*" && token !== "**");
  return name === undefined || name === "" ? "" : `**/${name}`;
}

/**
 * Removes the secret parameters from a path by its template. The base URL comes before the template and
 * values contain no slash, so that both are compared segment by segment from the end.
 */
function redactPath(url: string, template: string, names: ReadonlySet<string>): string {
  const segments = template.split(/\/(?![^{}]*\})/).slice(1);
  const parts = url.split("/");
  const start = parts.length - segments.length;
  const filled = segments.map((segment, at) =>
    redactSegment(parts[start + at] ?? "", segment, names),
  );
  // A path that does not match its template is removed completely.
  if (start < 1 || filled.includes(undefined)) return redacted;
  return [...parts.slice(0, start), ...filled].join("/");
}

function redactSegment(
  text: string,
  template: string,
  names: ReadonlySet<string>,
): string | undefined {
  const [before = "", first, ...rest] = template.split(/\{([^}]*)\}/);
  if (first === undefined) return text === template ? text : undefined;
  const after = rest.at(-1) ?? "";
  const isLike =
    text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
  if (!isLike) return undefined;
  const parameters = [first, ...rest.filter((_, at) => at % 2 === 1)];
  if (!parameters.some((name) => names.has(name))) return text;
  // It is unknown where one of several values ends: all of them are removed.
  return before + redacted + after;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
