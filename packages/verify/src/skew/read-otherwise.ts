import type { Issue } from "@openapi-packages/runtime";
import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "openapi-packages/description";

/** The parts of an input that have the same names in all revisions; of a path's parameters the place counts alone. */
const locations = ["query", "header", "cookie", "body"] as const;

/** A value that the handlers of two revisions are not given alike by the same request. */
export interface ReadOtherwise extends Issue {
  /** True if the handler of the server's revision is given nothing there. */
  readonly isLost: boolean;
}

/**
 * Where one request gives handlers of two revisions different values: parameters that are serialized in another way,
 * defaults that changed, members that are no longer read. What the client's revision does not know is left out.
 *
 * @param own what the handler of the client's revision is given
 * @param other what that of the server's revision is given
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

/** A part of an input; names of headers have no case (RFC 9110, section 5.1). */
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

/** Their contents are read by handlers themselves. */
const isStreamOrFile = (value: unknown): boolean =>
  value instanceof Blob ||
  value instanceof Uint8Array ||
  (typeof value === "object" && value !== null && Symbol.asyncIterator in value);

/** The most characters of a value in a message. */
const mostShown = 60;

function shown(value: unknown): string {
  if (value === undefined) return "absent";
  const text = JSON.stringify(value);
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}
