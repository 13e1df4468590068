import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/runtime/internals";
import type { Json, JsonObject } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Probe } from "../../../run/probe.ts";
import { isDone } from "./flow.ts";

/** The least number that is sent: what counts changes, as a version does, grows by less. */
const least = 3;

/** Returns the PUTs of numbers that are read at another path alone, such as the lines of a cart. */
export function putsOfNumbers({ operations }: VerifiedApi): readonly VerifiedOperation[] {
  const isRead = (path: string): boolean =>
    operations.some(({ model }) => model.method === "GET" && model.path === path);
  return operations.filter(
    ({ model }) =>
      model.method === "PUT" &&
      model.path.endsWith("}") &&
      model.requestBody?.content[0]?.kind === "json" &&
      !isRead(model.path),
  );
}

/**
 * Checks that a second PUT of the same does not add a number to that of the first (RFC 9110, section 9.2.2), as far as
 * both answers show it at one place: 2 requests, and those for the records.
 */
export async function putTwice(probe: Probe, by: VerifiedOperation): Promise<void> {
  const { input } = await probe.records.inputFor(by, "new");
  const large = input && withLargeNumbers(probe, by, input);
  if (large === undefined) return;
  const { exchange: first, input: sent } = await probe.records.create(by, large);
  if (!isDone(first) || !isObject(sent.body)) return;
  const second = await probe.call(by, sent);
  if (!isDone(second)) return;
  for (const [member, number] of Object.entries(sent.body)) {
    if (typeof number !== "number" || number < least) continue;
    const shown = addedAt(first.value, second.value, member, number);
    if (shown === undefined) continue;
    const message = `a second PUT of the same adds to the first: \`${member}\` was sent as ${number}, and is ${shown} after the first and ${shown + number} after the second (RFC 9110, section 9.2.2)`;
    probe.report({ check: "repeats", message, pointer: by.model.pointer }, by, [first, second]);
    return;
  }
}

/** Returns an input whose numbers are not too small; `undefined` if it has none. */
function withLargeNumbers(
  { api }: Probe,
  by: VerifiedOperation,
  input: CallInput,
): CallInput | undefined {
  const schema = bodyMedia(by, input)?.schema?.json;
  if (schema === undefined || !isObject(input.body)) return undefined;
  let body = input.body as JsonObject;
  for (const [name, value] of Object.entries(body)) {
    const larger: JsonObject = { ...body, [name]: least };
    const isSmall = typeof value === "number" && value < least;
    if (isSmall && api.description.holds(schema, larger)) body = larger;
  }
  const hasNumber = Object.values(body).some((one) => typeof one === "number" && one >= least);
  return hasNumber ? { ...input, body: body as Json } : undefined;
}

/** Returns a member of one value that is larger by a number at the same place of another. */
function addedAt(
  first: unknown,
  second: unknown,
  member: string,
  number: number,
): number | undefined {
  const isList = Array.isArray(first) && Array.isArray(second) && first.length === second.length;
  if (!isList && !(isObject(first) && isObject(second))) return undefined;
  for (const [name, value] of Object.entries(first)) {
    const other = (second as Readonly<Record<string, unknown>>)[name];
    if (name === member && typeof value === "number" && other === value + number) return value;
    const found = addedAt(value, other, member, number);
    if (found !== undefined) return found;
  }
  return undefined;
}
