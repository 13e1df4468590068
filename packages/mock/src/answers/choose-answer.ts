import { errorBody } from "@openapi-packages/runtime";
import type { ApiDescriptor, OperationDescriptor } from "@openapi-packages/runtime";
import { notImplemented } from "@openapi-packages/runtime/internals";
import { responseKey } from "@openapi-packages/runtime/internals";
import type { MockExample } from "../description.ts";
import { preferenceFailure } from "./preferences.ts";
import type { Preferences } from "./preferences.ts";
import { withStatus } from "./with-status.ts";

/**
 * Chooses the answer of an operation: its first example, or the one that the request prefers by status, name or
 * both. A range or `default` is replaced by the requested status. An error common to all operations
 * (`x-common-errors`) is created if there is no example of it.
 *
 * @throws {RequestFailure} 400 with the available answers if there is no such answer; 501 if the operation has
 * none at all.
 */
export function chooseAnswer(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  examples: readonly MockExample[],
  preferences: Preferences,
): MockExample {
  const { code, example } = preferences;
  const ofStatus = code === undefined ? examples : ofStatusIn(api, operation, examples, code);
  if (ofStatus === undefined)
    throw preferenceFailure("code", statusesOf(api, operation), preferences);
  const chosen =
    example === undefined ? ofStatus[0] : ofStatus.find(({ name }) => name === example);
  if (chosen !== undefined) return chosen;
  if (example === undefined) throw notImplemented(operation.operationId);
  throw preferenceFailure("example", namesOf(ofStatus), preferences);
}

/** Returns the answers with a status; `undefined` if the operation does not have it. */
function ofStatusIn(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  examples: readonly MockExample[],
  code: number,
): readonly MockExample[] | undefined {
  const key = responseKey(operation.responses, code);
  const isCommon = api.errorBody?.statuses.includes(code) === true;
  const isOwn = key !== undefined && (key !== "default" || !isCommon);
  const documented = isOwn
    ? examples.filter(({ status }) => responseKey(operation.responses, status) === key)
    : [];
  const exact = documented.filter(({ status }) => status === code);
  if (exact.length > 0) return exact;
  if (documented.length > 0) return documented.map((one) => withStatus(one, code));
  if (isCommon) return [commonError(api, code)];
  const isEmpty = key !== undefined && operation.responses[key]?.content === undefined;
  return isEmpty ? [{ status: code }] : undefined;
}

const commonError = (api: ApiDescriptor, status: number): MockExample => ({
  status,
  body: errorBody(api, status).body,
});

function statusesOf(api: ApiDescriptor, { responses }: OperationDescriptor): string {
  const own = Object.keys(responses);
  const common = (api.errorBody?.statuses ?? []).map(String).filter((one) => !own.includes(one));
  return `must be a status that the operation has: ${[...own, ...common].join(", ")}`;
}

function namesOf(examples: readonly MockExample[]): string {
  const names = new Set(examples.flatMap(({ name }) => (name === undefined ? [] : [name])));
  if (names.size === 0) return "must be left out: the answers have no names";
  return `must be the name of an answer: ${[...names].join(", ")}`;
}
