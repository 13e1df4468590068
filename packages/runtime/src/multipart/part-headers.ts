/** Headers of one part of a multipart body. */
export interface PartHeaders {
  readonly [name: string]: string;
}

/** The headers of a part, or of each part of a list by position. */
type GivenHeaders = PartHeaders | readonly PartHeaders[];

const headersOfParts = new WeakMap<object, GivenHeaders>();

/** Stored separately from the headers to send, so that a forwarded part does not forward its headers. */
const headersReceived = new WeakMap<object, GivenHeaders>();

/** Stores the headers of a received part, or of the parts of a list, for {@link partHeadersOf}. */
export const keepHeaders = (part: object, headers: GivenHeaders): void =>
  void headersReceived.set(part, headers);

/**
 * Attaches headers to one part of a multipart body (OpenAPI 3.1, Encoding Object, `headers`): `{ photo:
 * withPartHeaders(blob, { "X-Rotation": "90" }) }`. For a body that is a list of parts it attaches those of
 * all parts by position, also of texts: `withPartHeaders(["<p>", blob], [{ "Content-Location": "/" }])`.
 * The value itself is not changed.
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
 * @param position the position in `part`, if that is a list of parts, starting at 0. This way texts have
 * headers too.
 */
export function partHeadersOf(part: object, position?: number): PartHeaders {
  return ofPlace(headersReceived.get(part), position) ?? {};
}

/** Returns the headers that were attached to a part, or to its position in a list. */
export function headersToSend(part: unknown, list?: object, position?: number): PartHeaders {
  const own = typeof part === "object" && part !== null ? headersOfParts.get(part) : undefined;
  const placed = list && ofPlace(headersOfParts.get(list), position);
  return { ...ofPlace(own, undefined), ...placed };
}

/** Copies the attached headers from one list of parts to another that replaces it. */
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
