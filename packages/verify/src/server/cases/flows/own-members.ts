import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject, type Json } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberNames } from "../../../schema/members.ts";

/**
 * Returns the input of a change whose body has the values that its record was created with, in the members that both
 * have: those of an example may be another record's, such as a code that is taken.
 *
 * @param own the body of the creation
 */
export function withOwnMembers(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  own: unknown,
): CallInput {
  const schema = bodyMedia(operation, input)?.schema?.json;
  if (schema === undefined || !isObject(own) || !isObject(input.body)) return input;
  const names = memberNames(description.model.document, schema);
  const kept = Object.entries(own).filter(([name]) => names.includes(name));
  const body = { ...input.body, ...Object.fromEntries(kept) };
  return description.holds(schema, body as Json) ? { ...input, body } : input;
}
