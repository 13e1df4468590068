import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/runtime/internals";
import { member, type Json, type JsonObject } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { bodyMedia, variedTexts } from "../../../records/vary.ts";
import { memberSchemas } from "../../../schema/members.ts";
import { ownWays } from "./differences.ts";
import { textFor } from "../values/extreme-texts.ts";
import { isFreeAs, namesRecord } from "../values/value-places.ts";

/**
 * Returns an input with another valid value in each member of its body that has one: text, number, flag or
 * choice; `undefined` if there is none.
 */
export function otherValues(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
): CallInput | undefined {
  const schema = bodyMedia(operation, input)?.schema?.json;
  const { body } = input;
  if (schema === undefined || !isObject(body)) return undefined;
  const { document } = description.model;
  let varied = body as JsonObject;
  for (const [name, value] of Object.entries(varied)) {
    const next = othersThan(value, memberSchemas(document, schema, name))
      .map((one) => ({ ...varied, [name]: one }))
      .find((one) => description.holds(schema, one));
    varied = next ?? varied;
  }
  return varied === body ? undefined : { ...input, body: varied };
}

/** Returns an input with a text in each member of its body that may have any; `undefined` if there is none. */
export function withTexts(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  text: string,
): CallInput | undefined {
  const schema = bodyMedia(operation, input)?.schema?.json;
  const { body } = input;
  if (schema === undefined || !isObject(body)) return undefined;
  const { document } = description.model;
  let changed = body as JsonObject;
  for (const [name, value] of Object.entries(changed)) {
    const schemas = memberSchemas(document, schema, name);
    const isOwn = ownWays.test(name) || namesRecord.test(name);
    if (typeof value !== "string" || isOwn || !isFreeAs("text", schemas)) continue;
    const own = textFor({ what: name, text }, { tokens: [name], type: "text", schemas });
    const next = own === undefined ? changed : { ...changed, [name]: own };
    if (description.holds(schema, next)) changed = next;
  }
  return changed === body ? undefined : { ...input, body: changed };
}

/** Returns values that a member may have instead of its own: texts, numbers, flags or choices. */
export function othersThan(value: Json, schemas: readonly JsonObject[]): readonly Json[] {
  const choices = schemas.flatMap((one) => {
    const values = member(one, "enum");
    return Array.isArray(values) ? (values as readonly Json[]) : [];
  });
  return (choices.length > 0 ? choices : valuesLike(value)).filter((one) => one !== value);
}

function valuesLike(value: Json): Json[] {
  if (typeof value === "string") return /^\d{4}-\d\d-\d\d/.test(value) ? [] : variedTexts(value, 1);
  if (typeof value === "number") return [value + 1, value - 1];
  return typeof value === "boolean" ? [!value] : [];
}
