/** Headers of one part of a multipart body. */
export interface PartHeaders {
  readonly [name: string]: string;
}

/** Those of a part, or of each part of a list by its place. */
type GivenHeaders = PartHeaders | readonly PartHeaders[];

const headersOfParts = new WeakMap<object, GivenHeaders>();

/** Separate from the headers to send, so that a forwarded part does not forward its headers. */
const headersReceived = new WeakMap<object, GivenHeaders>();

/** Keeps the headers of a received part, or of the parts of a list, for {@link partHeadersOf}. */
export const keepHeaders = (part: object, headers: GivenHeaders): void =>
  void headersReceived.set(part, headers);

/**
 * Attaches headers to one part of a multipart body (OpenAPI 3.1, Encoding Object, `headers`):
 * `{ photo: withPartHeaders(blob, { "X-Rotation": "90" }) }`. A body that is a list of parts takes those of all of
 * them, texts too, by their place: `withPartHeaders(["<p>", blob], [{ "Content-Location": "/" }])`. The value
 * itself is not changed.
 */
export function withPartHeaders<Value extends object>(
  part: Value,
  headers: Value extends readonly unknown[] ? GivenHeaders : PartHeaders,
): Value {
  headersOfParts.set(part, headers);
  return part;
}

/**
 * Returns the headers of a received part of a multipart body, by lower-case name. The part is a file, or
 * the object that a JSON part was decoded to; other values have no headers.
 *
 * @param position the place in `part`, a body that is a list of parts, counted from 0: so texts have headers too
 */
export function partHeadersOf(part: object, position?: number): PartHeaders {
  return ofPlace(headersReceived.get(part), position) ?? {};
}

/** The headers that somebody has attached to a part, or to its place in a list. */
export function headersToSend(part: unknown, list?: object, position?: number): PartHeaders {
  const own = typeof part === "object" && part !== null ? headersOfParts.get(part) : undefined;
  const placed = list && ofPlace(headersOfParts.get(list), position);
  return { ...ofPlace(own, undefined), ...placed };
}

/** Gives a list of parts that stands for another, part for part, the headers of that. */
export function copyPartHeaders(from: unknown, to: unknown): void {
  if (from === to || !Array.isArray(from) || !Array.isArray(to)) return;
  const headers = from.map((part: unknown, position) => headersToSend(part, from, position));
  headersOfParts.set(to, headers);
}

function ofPlace(
  given: GivenHeaders | undefined,
  position: number | undefined,
): PartHeaders | undefined {
  const isList = Array.isArray(given);
  if (position === undefined) return isList ? undefined : (given as PartHeaders | undefined);
  return isList ? (given as readonly PartHeaders[])[position] : undefined;
}
