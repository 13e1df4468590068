import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject, type Json } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { bodyMedia } from "./vary.ts";

/** Returns the members of a JSON body that may be left out, or null, each by itself. */
export function spareMembers(
  api: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
): string[] {
  const { body } = input;
  if (bodyMedia(operation, input)?.kind !== "json" || !isObject(body)) return [];
  return Object.keys(body).filter(
    (name) => body[name] !== null && withoutMembers(api, operation, input, [name]) !== body,
  );
}

/** Returns the body of an input without some of its members. Those that it requires are null, if they may be. */
export function withoutMembers(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  names: Iterable<string>,
): unknown {
  const schema = bodyMedia(operation, input)?.schema?.json ?? true;
  let body = input.body;
  for (const name of names) {
    if (!isObject(body)) break;
    const { [name]: _, ...rest } = body;
    const candidates = [rest, { ...rest, [name]: null }];
    body = candidates.find((one) => description.holds(schema, one as Json)) ?? body;
  }
  return body;
}
