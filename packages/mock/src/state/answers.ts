import { isObject } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { AnyResult } from "@openapi-packages/runtime";
import type { Answer, ResponseHeaders } from "@openapi-packages/runtime/server";
import type { OperationPlan } from "./plan.ts";
import { textOf } from "./record.ts";

/**
 * Returns the success answer of an operation with a record in it, if its body contains one.
 *
 * @param key the record's key, which headers such as `Location` contain.
 */
export function answerWith(
  plan: OperationPlan,
  value: JsonObject,
  key?: string,
): Answer<AnyResult> {
  const { success, state } = plan;
  const body = state.at === undefined ? {} : { body: plan.bodyWith(value) };
  if (success.headers === undefined || key === undefined) return { ...success, ...body };
  return { ...success, ...body, headers: headersFor(plan, success.headers, key) };
}

/** Returns the example's headers with the key of another record. */
function headersFor(plan: OperationPlan, headers: ResponseHeaders, key: string): ResponseHeaders {
  const own = plan.store.descriptor.key;
  const example = own === undefined ? undefined : plan.pattern?.[own];
  if (example === undefined || example === null || isObject(example)) return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (typeof value !== "string") return [name, value];
      return [name, value.replaceAll(textOf(example), () => encodeURIComponent(key))];
    }),
  );
}
