import { resolvePointer } from "@openapi-packages/runtime";
import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { plainName } from "@openapi-packages/compiler/mock/state/words";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { effectOf, listOf } from "../../../records/effects.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isSuccess } from "../flows/flow.ts";
import { withLargePages } from "../pages/list-pages.ts";

/** A list of records, and the read of each by the key that the list shows. */
export interface ListedKeys {
  readonly read: FoundOperation;
  readonly list: FoundOperation;
  /** The path parameter with the key. */
  readonly parameter: string;
  /** The member with the key. */
  readonly member: string;
  /** True if the description allows a key in the path. */
  allows(key: string): boolean;
}

/** The most keys that have to be encoded, or are easily misread, and that are read. */
const mostKeys = 3;

/** Returns the reads of records by a key, beside the list of the same records. */
export function listedKeys(api: VerifiedApi): ListedKeys[] {
  return api.operations.flatMap((operation): ListedKeys[] => {
    const state = effectOf(api, operation);
    const [, above = "", parameter] = /^(.*)\/\{([^{}]+)\}$/.exec(operation.model.path) ?? [];
    if (state?.kind !== "read" || operation.model.method !== "GET") return [];
    const list = listOf(api, state.resource);
    const { key } = api.description.mock.state?.resources[state.resource] ?? {};
    const isBeside = list?.operation.model.path === above && list.state.at !== undefined;
    const schema = operation.model.parameters.find(
      (one) => one.in === "path" && one.name === parameter,
    )?.schema.json;
    if (!isBeside || parameter === undefined || key === undefined) return [];
    const allows = (text: string): boolean =>
      schema !== undefined && api.description.holds(schema, text);
    return [{ read: { operation, state }, list, parameter, member: key, allows }];
  });
}

/**
 * Reads records whose keys a list shows and that have to be encoded in a path: each has to be there, if another record of
 * the list is. 1 request for the list, up to 3 for the keys, and 1 for another record; 2 more before a report.
 */
export async function verifyListedKeys(probe: Probe, listed: ListedKeys): Promise<void> {
  const shown = await keysOf(probe, listed);
  const [first, ...others] = hardKeys(shown.keys);
  if (first === undefined) return;
  const { operation } = listed.read;
  const { input } = await probe.records.inputFor(operation, false);
  const read = (key: string): Promise<Exchange> => {
    const path = { ...input?.path, ...shown.path, [listed.parameter]: key };
    return probe.call(operation, { ...input, path });
  };
  const hard = [first, ...others];
  const seen: Exchange[] = [];
  for (const key of hard) seen.push(await read(key));
  const lost = hard.find((_, index) => isLost(seen[index]));
  if (lost === undefined) return;
  // Where no record of a list can be read, that is not for its key.
  const plain = shown.keys.find((key) => !hard.includes(key));
  if (!seen.some(isSuccess) && plain !== undefined) seen.push(await read(plain));
  if (!seen.some(isSuccess)) return;
  const again = await keysOf(probe, listed);
  if (!again.keys.includes(lost) || again.exchange === undefined) return;
  const after = await read(lost);
  if (!isLost(after)) return;
  const message = `answers ${after.response?.status} to ${after.request.target}, the key ${JSON.stringify(lost)} that ${listed.list.operation.id} shows`;
  const { pointer } = operation.model;
  const problem = { check: "read-after-create", message, pointer, about: "listed key" } as const;
  probe.report(problem, operation, [again.exchange, after]);
}

const isLost = (exchange: Exchange | undefined): boolean =>
  exchange?.response?.status === 404 || exchange?.response?.status === 400;

/** The keys that one page of a list shows. */
interface ShownKeys {
  readonly keys: readonly string[];
  readonly exchange: Exchange | undefined;
  readonly path: CallInput["path"];
}

async function keysOf(probe: Probe, { list, member, allows }: ListedKeys): Promise<ShownKeys> {
  const { operation, state } = list;
  const { input } = await probe.records.inputFor(operation, false);
  const exchange =
    input && (await probe.call(operation, withLargePages(probe.api, operation, input)));
  const items = resolvePointer(exchange?.value, state.at ?? "");
  const records = exchange?.response?.status === 200 && Array.isArray(items) ? items : [];
  const keys = records.flatMap((one: unknown) => {
    const key = isObject(one) && !isRemoved(one) ? getMember(one, member) : undefined;
    return typeof key === "string" && allows(key) ? [key] : [];
  });
  return { keys, exchange, path: input?.path };
}

const removed = /^(?:is_)?(?:deleted|removed|archived|trashed)(?:_at|_on)?$/;

/** True for a record that a list shows although it is gone. */
const isRemoved = (record: object): boolean =>
  Object.entries(record).some(([name, value]) => removed.test(plainName(name)) && Boolean(value));

/** Returns keys with characters that have to be encoded, or are easily misread, such that each has another one. */
function hardKeys(keys: readonly string[]): string[] {
  const found: string[] = [];
  const known = new Set<string>();
  // Clients take these for steps of the path.
  const possible = keys.filter((key) => key !== "." && key !== ".." && key !== "");
  for (const key of possible) {
    const own = [...key].filter((one) => /[^\w~-]/.test(one));
    if (found.length < mostKeys && own.some((one) => !known.has(one))) found.push(key);
    for (const one of found.includes(key) ? own : []) known.add(one);
  }
  return found;
}
