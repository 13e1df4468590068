import type { StateOperation } from "@openapi-packages/mock/description";
import { getMember } from "@openapi-packages/runtime/internals";

/**
 * True if what an operation shows is not what it made, but what that is below: `POST /agents/{agentId}/functions` may
 * answer with the agent. Short numbers tell nothing: records of two kinds may both be the first.
 *
 * @param path the path parameters of the request
 * @param key that of the record that is shown
 */
export function showsParent(
  { resource, path: parameters }: StateOperation,
  path: Readonly<Record<string, unknown>>,
  key: string,
): boolean {
  const above = parameters.filter((one) => one.resource !== resource);
  return (
    !/^\d{1,9}$/.test(key) &&
    above.some(({ parameter }) => String(getMember(path, parameter)) === key)
  );
}
