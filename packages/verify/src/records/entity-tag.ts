import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { headerOf } from "../wire/wire-request.ts";
import type { RecordCalls } from "./prepared-input.ts";

/** Returns the described parameter `If-Match` of an operation; `undefined` if it takes none. */
const tagParameter = ({ model }: VerifiedOperation) =>
  model.parameters.find((one) => one.in === "header" && one.name.toLowerCase() === "if-match");

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
  { send }: RecordCalls,
): Promise<CallInput> {
  const parameter = tagParameter(operation);
  const isNeeded =
    parameter?.required === true || operation.model.responses.some((one) => one.status === "428");
  if (parameter !== undefined && !isNeeded) return withHeader(input, parameter.name, undefined);
  const get = api.operations.find(
    ({ model }) => model.path === operation.model.path && model.method === "GET",
  );
  if (parameter === undefined || get === undefined || get === operation) return input;
  const seen = await send(get, input.path === undefined ? {} : { path: input.path });
  const tag = headerOf(seen.response?.headers ?? [], "etag");
  return tag === undefined ? input : withHeader(input, parameter.name, tag);
}

function withHeader(input: CallInput, name: string, value: string | undefined): CallInput {
  const { [name]: _, ...others } = (input.header ?? {}) as Readonly<Record<string, unknown>>;
  const header = { ...others, ...(value !== undefined && { [name]: value }) };
  const { header: _header, ...rest } = input;
  return Object.keys(header).length === 0 ? rest : { ...rest, header };
}
