import { bodyPart } from "../conversion/decode-answer.ts";
import { getMember, setMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import type { OperationDescriptor } from "../operation.ts";
import {
  bodyOf,
  hasMembers,
  renamedChildren,
  type EarlierNames,
  type OperationRenames,
  type RenamedPart,
} from "../renames.ts";
import { receivedKey } from "../status.ts";
import type { CallInput } from "./call-options.ts";
import type { DecodingStream } from "./converted.ts";
import type { Conversion } from "./operation.ts";
import { isItems } from "./request-items.ts";

/** A function of an operation. */
interface OperationFunction {
  (core: never, input?: CallInput, options?: never): unknown;
  readonly operation: OperationDescriptor;
}

/**
 * The function of an operation that takes its parameters and the members of its body by their earlier names too, and
 * sends them by today's. Where both are given, today's name counts.
 */
export function renamed<Run>(run: Run, renames: OperationRenames): Run {
  const { operation } = run as OperationFunction;
  const call = run as OperationFunction;
  const accepting = (core: never, input?: CallInput, options?: never): unknown =>
    call(core, input && inputOfToday(operation, renames, input), options);
  return Object.assign(accepting, { operation }) as Run;
}

/** An input by today's names, copied where anything in it has another. */
export function inputOfToday(
  operation: OperationDescriptor,
  { body, ...locations }: OperationRenames,
  input: CallInput,
): CallInput {
  const result: JsonObject = { ...input };
  for (const location of ["path", "query", "header", "cookie"] as const) {
    const names = locations[location];
    const values = input[location];
    if (names && values) result[location] = ofToday(values, { names });
  }
  const part = body && partOfBody(operation, body, input.contentType);
  if (part) result["body"] = bodyOfToday(input.body, part);
  return result;
}

function partOfBody(
  { requestBody }: OperationDescriptor,
  body: NonNullable<OperationRenames["body"]>,
  contentType: string | undefined,
): RenamedPart | undefined {
  const mediaType = contentType ?? requestBody?.content[0]?.mediaType ?? "";
  return getMember(body, mediaType) as RenamedPart | undefined;
}

function bodyOfToday(body: unknown, part: RenamedPart): unknown {
  return isItems(body) ? itemsOfToday(body, part) : ofToday(body, part);
}

async function* itemsOfToday(
  items: AsyncIterable<unknown>,
  part: RenamedPart,
): AsyncGenerator<unknown, void, undefined> {
  for await (const item of items) yield ofToday(item, part);
}

/** A value with today's names, copied where anything in it has another; who called still has the one given. */
function ofToday(value: unknown, part: RenamedPart): unknown {
  if (!hasMembers(value)) return value;
  const body = bodyOf(part);
  let result: JsonObject | undefined;
  const own = (): JsonObject =>
    (result ??= Array.isArray(value) ? ([...value] as unknown as JsonObject) : { ...value });
  for (const [earlier, today] of givenNames(value, body.names)) {
    const target = own();
    delete target[earlier];
    if (getMember(target, today) === undefined && value[earlier] !== undefined)
      setMember(target, today, value[earlier]);
  }
  for (const { name, part: below } of renamedChildren(result ?? value, body)) {
    const child = (result ?? value)[name];
    const changed = ofToday(child, below);
    if (changed !== child) setMember(own(), String(name), changed);
  }
  return result ?? value;
}

/** The earlier names that an object has a member of. What an answer was given for reading is none. */
const givenNames = (value: object, names: EarlierNames = {}): [string, string][] =>
  Object.entries(names).filter(([earlier]) =>
    Object.prototype.propertyIsEnumerable.call(value, earlier),
  );

/**
 * The conversion of an operation whose answers are read by earlier names too: an object has each of them beside
 * today's. It is neither listed nor written as JSON, so that what is sent back has today's names alone. An answer of a
 * service of an earlier version gets today's names.
 *
 * @param inner makes the values that are others than those of JSON. Left out: all are JSON
 */
export function earlierNames(renames: OperationRenames, inner?: Conversion): Conversion {
  return {
    encode: (operation, input) => inner?.encode(operation, input) ?? input,
    decode(operation, response, read, isCommonError) {
      const key = receivedKey(operation.responses, response.status);
      const contentType = response.headers.get("content-type");
      const isDescribed = key !== undefined || isCommonError;
      const part = isDescribed ? bodyPart(renames, operation, key, contentType) : undefined;
      const isStream = isDecodingStream(read.body);
      if (part && !isStream) addEarlier(read.body, part);
      const decoded = inner?.decode(operation, response, read, isCommonError) ?? read;
      if (part && isDecodingStream(decoded.body)) {
        const { body } = decoded;
        const decode = body.decodeItem;
        body.decodeItem = (item) => decode(addEarlier(item, part));
      }
      return decoded;
    },
  };
}

const isDecodingStream = (body: unknown): body is DecodingStream =>
  typeof body === "object" && body !== null && "decodeItem" in body;

/** Adds the earlier names to a received value, in its place. */
function addEarlier(value: unknown, part: RenamedPart): unknown {
  if (!hasMembers(value)) return value;
  const body = bodyOf(part);
  for (const [earlier, today] of Object.entries(body.names ?? {})) {
    if (Array.isArray(value)) break;
    if (Object.hasOwn(value, earlier) && !Object.hasOwn(value, today))
      setMember(value, today, value[earlier]);
    if (!Object.hasOwn(value, today)) continue;
    Object.defineProperty(value, earlier, {
      get: (): unknown => value[today],
      set(given: unknown) {
        setMember(value, today, given);
      },
      enumerable: false,
      configurable: true,
    });
  }
  for (const { name, part: below } of renamedChildren(value, body)) addEarlier(value[name], below);
  return value;
}
