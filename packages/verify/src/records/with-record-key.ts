import { getMember } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedApi } from "../description/verified-api.ts";
import { isStore } from "./effects.ts";
import type { FoundOperation } from "./made-record.ts";
import { valuesAt, withBodyKey } from "./places.ts";
import type { SharedRecords } from "./shared-records.ts";

/**
 * Returns the input of a change with the key of its record in the body, if the body has one: that of the path,
 * or, for `PUT /pet`, that of a new record.
 */
export async function withRecordKey(
  api: VerifiedApi,
  shared: SharedRecords,
  { operation, state }: FoundOperation,
  input: CallInput,
  depth: number,
): Promise<CallInput> {
  const { key } = api.description.mock.state?.resources[state.resource] ?? {};
  const named = state.path.find(({ resource }) => resource === state.resource);
  const isChange = state.kind === "update" || state.kind === "replace";
  if (!isChange || key === undefined) return input;
  const [known] = valuesAt(input.body, [key]);
  if (known === undefined) return input;
  if (named !== undefined) {
    if (!isStore({ operation, state })) return input;
    return withBodyKey(input, key, known, getMember(input.path, named.parameter));
  }
  const record = await shared.recordFor(state.resource, true, depth + 1);
  if (record === undefined) return input;
  return withBodyKey(input, key, known, record.key);
}
