import type { Issue } from "@openapi-packages/runtime";
import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/description";

/** The parts of an input with the same names in both revisions. Path parameters are compared by position. */
const locations = ["query", "header", "cookie", "body"] as const;

/** A value that the same request gives handlers of two revisions differently. */
export interface ReadOtherwise extends Issue {
  /** True if the server's handler receives nothing there. */
  readonly isLost: boolean;
}

/**
 * Returns the differences between what handlers of two revisions receive from one request: parameters with
 * another serialization, changed defaults, members that are no longer read. Values that the client's revision
 * does not know are left out.
 *
 * @param own the input of the handler in the client's revision
 * @param other the input of the handler in the server's revision
 */
export function readOtherwise(own: CallInput, other: CallInput): readonly ReadOtherwise[] {
  return locations.flatMap((location) =>
    [...differences(part(own, location), part(other, location), "")].map(
      ({ pointer, value, counterpart }): ReadOtherwise => ({
        in: location,
        pointer,
        keyword: "read",
        message: `is ${shown(counterpart)} for its handlers, and was ${shown(value)}`,
        isLost: counterpart === undefined,
      }),
    ),
  );
}

/** Returns a part of an input. Names of headers are compared without case (RFC 9110, section 5.1). */
function part(input: CallInput, location: (typeof locations)[number]): unknown {
  const value = input[location];
  return location === "header" && isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name.toLowerCase(), one as unknown]),
      )
    : value;
}

interface Difference {
  readonly pointer: string;
  readonly value: unknown;
  readonly counterpart: unknown;
}

function* differences(
  value: unknown,
  counterpart: unknown,
  pointer: string,
): Generator<Difference> {
  if (value === undefined || isStreamOrFile(value)) return;
  if (Array.isArray(value) && Array.isArray(counterpart) && value.length === counterpart.length)
    for (const [index, item] of value.entries())
      yield* differences(item, counterpart[index], `${pointer}/${index}`);
  else if (isPlain(value) && (isPlain(counterpart) || pointer === ""))
    for (const [name, one] of Object.entries(value)) {
      const inner = isPlain(counterpart) ? counterpart[name] : undefined;
      yield* differences(
        one,
        inner,
        `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      );
    }
  else if (JSON.stringify(value) !== JSON.stringify(counterpart))
    yield { pointer, value, counterpart };
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !Array.isArray(value);

/** True for streams and files, whose contents handlers read themselves. */
const isStreamOrFile = (value: unknown): boolean =>
  value instanceof Blob ||
  value instanceof Uint8Array ||
  (typeof value === "object" && value !== null && Symbol.asyncIterator in value);

/** The longest value in a message, in characters. */
const mostShown = 60;

function shown(value: unknown): string {
  if (value === undefined) return "absent";
  const text = JSON.stringify(value);
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}
