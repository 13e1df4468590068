import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember } from "@openapi-packages/runtime/internals";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { headerOf } from "../wire/wire-request.ts";
import type { RecordCalls } from "./prepared-input.ts";

/** Returns the described header of an operation, by its name in small letters; `undefined` if it takes none. */
export const headerParameter = ({ model }: VerifiedOperation, wanted: string) =>
  model.parameters.find((one) => one.in === "header" && one.name.toLowerCase() === wanted);

/** Returns the described parameter `If-Match` of an operation; `undefined` if it takes none. */
const tagParameter = (operation: VerifiedOperation) => headerParameter(operation, "if-match");

/** True if an operation may refuse what has no precondition (RFC 6585, section 3). */
export const documents428 = ({ model }: VerifiedOperation): boolean =>
  model.responses.some(({ status }) => status === "428");

/**
 * Returns the input of an operation that creates what its path names, if there is nothing yet (RFC 9110, section
 * 13.1.2), where it may refuse one without a precondition.
 */
export function asCreation(operation: VerifiedOperation, input: CallInput): CallInput {
  const parameter = headerParameter(operation, "if-none-match");
  if (parameter === undefined || !documents428(operation)) return input;
  const tag = tagHeaderOf(operation);
  const own = tag === undefined ? input : withHeader(input, tag, undefined);
  return withHeader(own, parameter.name, "*");
}

/** Returns the described name of the header `If-Match` of an operation; `undefined` if it takes none. */
export const tagHeaderOf = (operation: VerifiedOperation): string | undefined =>
  tagParameter(operation)?.name;

/**
 * Returns the input of an operation with the current tag of what it changes, which GET of the same path says (RFC
 * 9110, section 13.1.1), if it requires `If-Match`, or documents 428: 1 request. Another optional header is left out, since no example has a
 * current tag.
 */
export async function withCurrentTag(
  api: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  { send, known }: RecordCalls,
): Promise<CallInput> {
  const parameter = tagParameter(operation);
  const isNeeded = parameter?.required === true || documents428(operation);
  if (parameter !== undefined && !isNeeded) return withHeader(input, parameter.name, undefined);
  const get = api.operations.find(
    ({ model }) => model.path === operation.model.path && model.method === "GET",
  );
  if (parameter === undefined || get === undefined || get === operation) return input;
  const place = JSON.stringify([get.id, input.path]);
  const before = known.tagAt(place);
  if (before !== undefined) return withHeader(input, parameter.name, before);
  const seen = await send(get, input.path === undefined ? {} : { path: input.path });
  const tag = headerOf(seen.response?.headers ?? [], "etag");
  if (tag === undefined) return input;
  known.noteTag(place, tag);
  return withHeader(input, parameter.name, tag);
}

/** Returns an input that goes on with any version (RFC 9110, section 13.1.1); `undefined` if it names none. */
export function withAnyTag(operation: VerifiedOperation, input: CallInput): CallInput | undefined {
  const name = tagHeaderOf(operation);
  const tag = name === undefined ? undefined : getMember(input.header, name);
  return name === undefined || tag === undefined || tag === "*"
    ? undefined
    : withHeader(input, name, "*");
}

function withHeader(input: CallInput, name: string, value: string | undefined): CallInput {
  const { [name]: _, ...others } = (input.header ?? {}) as Readonly<Record<string, unknown>>;
  const header = { ...others, ...(value !== undefined && { [name]: value }) };
  const { header: _header, ...rest } = input;
  return Object.keys(header).length === 0 ? rest : { ...rest, header };
}
