import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { headerOf } from "../../../wire/wire-request.ts";
import type { Flow } from "./flow.ts";

/** Returns the described name of the header `If-Match` of an operation; `undefined` if it takes none. */
export const tagHeaderOf = ({ model }: VerifiedOperation): string | undefined =>
  model.parameters.find((one) => one.in === "header" && one.name.toLowerCase() === "if-match")
    ?.name;

/** Returns the input of a change with the record's current tag, if the operation takes one: 1 request. */
export async function withCurrentTag(
  flow: Flow,
  { operation }: FoundOperation,
  record: MadeRecord,
  input: CallInput,
): Promise<CallInput> {
  const name = tagHeaderOf(operation);
  const seen = name === undefined ? undefined : await flow.read(record);
  const tag = headerOf(seen?.response?.headers ?? [], "etag");
  if (name === undefined || tag === undefined) return input;
  return { ...input, header: { ...input.header, [name]: tag } };
}
