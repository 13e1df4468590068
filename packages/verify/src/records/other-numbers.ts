import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject, type JsonObject } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { isNamedIn } from "./named-in-refusal.ts";
import type { Sent } from "./sent.ts";
import { bodyMedia } from "./vary.ts";

/**
 * Returns an input with other whole numbers in the members that a refusal names, such as the `number` of an episode that
 * another one has; `undefined` if it names none.
 *
 * @param step by how much they are larger
 */
export function withOtherNumbers(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  { input, exchange }: Sent,
  step: number,
): CallInput | undefined {
  const schema = bodyMedia(operation, input)?.schema?.json;
  const { body } = input;
  if (schema === undefined || !isObject(body)) return undefined;
  let other = body as JsonObject;
  for (const [name, value] of Object.entries(other)) {
    if (!Number.isInteger(value) || !isNamedIn(exchange, name)) continue;
    const next = { ...other, [name]: Number(value) + step };
    if (description.holds(schema, next)) other = next;
  }
  return other === body ? undefined : { ...input, body: other };
}
