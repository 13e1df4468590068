import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject, member, type Json, type JsonObject } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { fullerInput } from "../../../records/fuller.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberSchemas } from "../../../schema/members.ts";
import { isNotShown, ownWays } from "./differences.ts";
import { otherValues } from "./other-values.ts";

/** A body without its plain optional members, and values for them. */
export interface OptionalMembers {
  /** The body with the other members alone. */
  readonly bare: JsonObject;
  /** The possible values of each optional member. */
  readonly values: ReadonlyMap<string, readonly Json[]>;
  /** True if the operation allows a body. */
  readonly holds: (body: JsonObject) => boolean;
}

/**
 * Returns the optional texts, numbers and flags of an input's body, without keys, references, and what services
 * decide by themselves; `undefined` if there are none.
 *
 * @param ignored members that the service may set or change
 */
export function optionalMembers(
  api: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  ignored: ReadonlySet<string>,
): OptionalMembers | undefined {
  const media = bodyMedia(operation, input);
  const schema = media?.schema?.json;
  const { body } = input;
  const fuller = fullerInput(api, operation, input);
  if (schema === undefined || media?.kind !== "json" || media.stream !== undefined)
    return undefined;
  if (!isObject(body) || !isObject(fuller.body)) return undefined;
  const { document } = api.description.model;
  const others = otherValues(api, operation, fuller)?.body;
  const holds = (one: JsonObject): boolean => api.description.holds(schema, one);
  const isJudged = (name: string): boolean =>
    !ignored.has(name) &&
    !ownWays.test(name) &&
    !/ids?$|identifiers?$/i.test(name) &&
    memberSchemas(document, schema, name).every((one) => !isNotShown(one));
  let bare: JsonObject = body;
  const values = new Map<string, readonly Json[]>();
  for (const [name, value] of Object.entries(fuller.body)) {
    if (!["string", "number", "boolean"].includes(typeof value) || !isJudged(name)) continue;
    const { [name]: _, ...rest } = bare;
    if (!holds(rest)) continue;
    bare = rest;
    const defaults = memberSchemas(document, schema, name).map((one) => member(one, "default"));
    const own = [value, member(others as Json | undefined, name), dayBefore(value)].filter(
      (one): one is Json => one !== undefined && !defaults.includes(one),
    );
    values.set(name, own);
  }
  return values.size === 0 ? undefined : { bare, values, holds };
}

/** Returns another date, since choices of other values leave dates alone; `undefined` for other values. */
function dayBefore(value: Json): Json | undefined {
  const isDate = typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
  const time = isDate ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time - 86_400_000).toISOString().slice(0, 10);
}

/** Returns values of optional members that a record does not show so far. */
export function newValues(
  { bare, values, holds }: OptionalMembers,
  names: readonly string[],
  shown: JsonObject,
): JsonObject {
  let found: JsonObject = {};
  for (const name of names) {
    const next = (values.get(name) ?? [])
      .filter((one) => one !== shown[name])
      .map((one) => ({ ...found, [name]: one }))
      .find((one) => holds({ ...bare, ...one }));
    found = next ?? found;
  }
  return found;
}
