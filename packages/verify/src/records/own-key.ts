import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember } from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../description/verified-api.ts";
import { seedOf } from "../run/seed.ts";

/** Returns the described name of an operation's header for idempotency keys; `undefined` if it has none. */
export function idempotencyHeader({ model, mock }: VerifiedOperation): string | undefined {
  const header = model.parameters.find(
    ({ in: location, name }) =>
      location === "header" &&
      (/^(x-)?idempotency-key$/i.test(name) || name === mock.idempotencyKey),
  );
  return header?.name;
}

/**
 * Returns an input with its own idempotency key, if the operation takes one: otherwise a service would repeat
 * the answer to an earlier request, or refuse a key that came with another body. The key follows from the request,
 * so that only equal requests have equal keys.
 *
 * @param use tells apart equal requests that are none of them repeated
 */
export function withOwnKey(operation: VerifiedOperation, input: CallInput, use: string): CallInput {
  const name = idempotencyHeader(operation);
  if (name === undefined) return input;
  const { path, query, body } = input;
  const request = JSON.stringify([use, operation.id, path, query, body]);
  const withKey = (key: string): CallInput => ({
    ...input,
    header: { ...input.header, [name]: key },
  });
  const isTaken = operation.mock.validators.header;
  const keys = keysOf(request).map(withKey);
  return keys.find(({ header }) => isTaken?.(header) !== false) ?? withKey(uuidOf(request));
}

/** Returns an input with a key of its own in place of the one of the description, if it has one. */
export function withFreshKey(
  operation: VerifiedOperation,
  input: CallInput,
  use: string,
): CallInput {
  const name = idempotencyHeader(operation);
  const isSent = name !== undefined && getMember(input.header, name) !== undefined;
  return isSent ? withOwnKey(operation, input, use) : input;
}

/** Returns keys for a text, of which schemas of keys accept one: a UUID first, which is the usual one. */
function keysOf(text: string): readonly string[] {
  const uuid = uuidOf(text);
  const digits = uuid.replaceAll("-", "");
  return [uuid, digits, digits.toUpperCase(), digits.slice(0, 16), `key_${digits.slice(0, 20)}`];
}

/** Returns the same UUID for the same text. */
function uuidOf(text: string): string {
  const digits = [1, 2, 3, 4].map((part) =>
    seedOf(`${part} ${text}`).toString(16).padStart(8, "0"),
  );
  const [a = "", b = "", c = "", d = ""] = digits;
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`;
}
