import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject, type Json } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { bodyMedia } from "./vary.ts";

/** Returns the members of a JSON body without each of which its schema still holds. */
export function optionalMembers(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
): string[] {
  const media = bodyMedia(operation, input);
  const schema = media?.schema?.json ?? true;
  const { body } = input;
  if (media?.kind !== "json" || !isObject(body)) return [];
  return Object.keys(body).filter((name) =>
    description.holds(schema, withoutMembers(body, [name]) as Json),
  );
}

/** Returns a body without some of its members. */
export const withoutMembers = (body: object, names: Iterable<string>): object => {
  const left = new Set(names);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !left.has(name)));
};
