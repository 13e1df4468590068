import type { VerifiedApi } from "./verified-api.ts";

/**
 * Returns a function that computes what follows from a description alone once for each, when it is first asked for: a lookup
 * of what is asked for each operation, or each resource.
 */
export function oncePerApi<Value>(
  compute: (api: VerifiedApi) => Value,
): (api: VerifiedApi) => Value {
  const known = new WeakMap<VerifiedApi, { readonly value: Value }>();
  return (api) => {
    const { value } = known.get(api) ?? { value: compute(api) };
    if (!known.has(api)) known.set(api, { value });
    return value;
  };
}
