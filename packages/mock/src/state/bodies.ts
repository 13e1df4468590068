import { getMember, isObject, setMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { MockInput } from "./settings.ts";
import type { OperationPlan } from "./plan.ts";
import { isJson } from "./record.ts";
import type { Resources } from "./resources.ts";

/**
 * Returns the members that a request gives a record: those of its body, which may wrap them as the answer does.
 */
export function bodyOf({ tokens }: OperationPlan, { body }: MockInput): JsonObject {
  if (!isObject(body)) return {};
  const [wrapper, ...rest] = tokens;
  const isWrapped = wrapper !== undefined && rest.length === 0 && Object.keys(body).length === 1;
  const wrapped = isWrapped ? getMember(body, wrapper) : undefined;
  return isObject(wrapped) ? wrapped : body;
}

/**
 * Returns the members of a request that a record takes: those that are JSON, and that the answers of the
 * resource declare.
 *
 * @param pattern a record whose members are all declared.
 * @param other another one.
 */
export function declaredMembers(
  resources: Resources,
  plan: OperationPlan,
  body: JsonObject,
  pattern: JsonObject,
  other: JsonObject = {},
): JsonObject {
  const isDeclared = (name: string): boolean =>
    Object.hasOwn(pattern, name) || Object.hasOwn(other, name);
  const names = Object.keys(body);
  if (names.every((name) => isDeclared(name) && body[name] !== undefined && isJson(body[name])))
    return body;
  const taken: JsonObject = {};
  const doubtful: JsonObject = {};
  for (const name of names) {
    const value = body[name];
    if (value === undefined || !isJson(value)) continue;
    setMember(isDeclared(name) ? taken : doubtful, name, value);
  }
  if (Object.keys(doubtful).length === 0) return taken;
  const view = resources.viewOf(plan.store);
  const whole = { ...pattern, ...other, ...doubtful };
  for (const one of new Set([plan, view])) {
    if (one === undefined || !one.isShowing) continue;
    for (const name of one.declaredIn(whole))
      if (Object.hasOwn(doubtful, name)) setMember(taken, name, doubtful[name]);
  }
  return taken;
}
