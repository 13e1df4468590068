import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject, type Json } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { Exchange } from "../wire/exchange.ts";
import { effectOf } from "./effects.ts";
import type { MadeRecord } from "./made-record.ts";
import { unknownReferences, type LearnedReferences } from "./references.ts";
import { bodyMedia } from "./vary.ts";

/** The most requests that find out what the members of one operation name. */
const mostTries = 6;

/** What sends requests and has records to name. */
interface Trial {
  readonly send: (input: CallInput) => Promise<Exchange>;
  /** Returns a record of a resource; `undefined` if there is none. */
  readonly recordOf: (resource: string) => Promise<MadeRecord | undefined>;
}

/**
 * Finds out which records the members of a refused body name, where their names do not tell: with the key of a
 * record in `leader_id` it is taken. All such members are tried at once, then each alone.
 *
 * @returns the input that was taken; `undefined` if none was
 */
export async function learnReferences(
  api: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  learned: LearnedReferences,
  { send, recordOf }: Trial,
): Promise<{ readonly exchange: Exchange; readonly input: CallInput } | undefined> {
  const names = unknownReferences(api, operation, input.body, learned);
  if (names.length === 0 || !learned.isFirstTry(operation)) return undefined;
  const own = effectOf(api, operation)?.resource;
  const schema = bodyMedia(operation, input)?.schema?.json ?? true;
  const groups = names.length > 1 ? [names, ...names.map((name) => [name])] : [names];
  let tries = 0;
  for (const resource of resourcesFor(api, operation, names, learned)) {
    const record = resource === own ? undefined : await recordOf(resource);
    for (const group of record === undefined ? [] : groups) {
      const body = withKey(input.body, group, record?.key ?? "");
      if (!api.description.holds(schema, body)) continue;
      if (++tries > mostTries) return undefined;
      const tried = { ...input, body };
      const exchange = await send(tried);
      const { status = 0 } = exchange.response ?? {};
      if (status < 200 || status > 299) continue;
      for (const name of group) learned.set(operation, name, resource);
      return { exchange, input: tried };
    }
  }
  return undefined;
}

/** Returns all resources, at last those that the refused body names, as other operations do. */
function resourcesFor(
  api: VerifiedApi,
  operation: VerifiedOperation,
  names: readonly string[],
  learned: LearnedReferences,
): string[] {
  const sent = names.map((name) => learned.likely(operation, name));
  const all = Object.keys(api.description.mock.state?.resources ?? {});
  return all.toSorted((one, other) => Number(sent.includes(one)) - Number(sent.includes(other)));
}

function withKey(body: unknown, names: readonly string[], key: string): Json {
  if (!isObject(body)) return null;
  const values = names.map((name) => [name, typeof body[name] === "number" ? Number(key) : key]);
  return { ...body, ...Object.fromEntries(values) } as Json;
}
