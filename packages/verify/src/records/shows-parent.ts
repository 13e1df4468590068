import type { StateOperation } from "@openapi-packages/mock/description";
import { getMember } from "@openapi-packages/runtime/internals";

/**
 * True if the answer of a creation is the parent of the created record: `POST /agents/{agentId}/functions` may
 * return the agent. Short numbers prove nothing, because records of both kinds may be the first.
 *
 * @param path the path parameters of the request
 * @param key the key in the answer
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
