import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/runtime/internals";
import { type Json, type JsonObject } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { memberSchemas, memberNames } from "../schema/members.ts";
import { bodyMedia } from "./vary.ts";

/** Large numbers, the largest first. Services take few that are larger. */
const large = [1000, 100, 50, 20, 10, 5, 2];

/** Returns an input with large numbers in its body, so that a stock or a quota does not run out at once. */
export function ampleInput(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
): CallInput {
  const schema = bodyMedia(operation, input)?.schema?.json;
  const { body } = input;
  if (schema === undefined || !isObject(body)) return input;
  const { document } = description.model;
  let ample = body as JsonObject;
  for (const name of memberNames(document, schema)) {
    const types = memberSchemas(document, schema, name).flatMap((one) => one["type"] ?? []);
    const known = ample[name];
    const isNumber = known === undefined ? types.some(isNumeric) : typeof known === "number";
    if (!isNumber || /id$/i.test(name)) continue;
    const values = large.filter((one) => one > Number(known ?? 0));
    ample =
      values
        .map((one) => ({ ...ample, [name]: one }))
        .find((one) => description.holds(schema, one)) ?? ample;
  }
  return ample === body ? input : { ...input, body: ample };
}

const isNumeric = (type: Json): boolean => type === "integer" || type === "number";
