import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { listOf, operationsOn } from "../../../records/effects.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { Flow, isSuccess } from "./flow.ts";
import { resourceFlows } from "./resources.ts";

/** Returns the operation that shows the records of a resource: by their keys, else in a list. */
export function listOrRead(api: VerifiedApi, resource: string): FoundOperation | undefined {
  const read = operationsOn(api, resource).find(
    ({ operation, state }) => state.kind === "read" && operation.model.method === "GET",
  );
  const list = listOf(api, resource);
  return read ?? (list?.state.path.length === 0 ? list : undefined);
}

/** The numbers of a record, with the answer that shows it. */
export interface Numbers {
  readonly exchange: Exchange;
  readonly values: ReadonlyMap<string, number>;
}

/** Reads the numbers of a record, by its key or in a list. */
export async function numbersOf(flow: Flow, record: MadeRecord): Promise<Numbers | undefined> {
  const { resource } = record;
  const { api } = flow.probe;
  const own = resourceFlows(api).find(({ name }) => name === resource);
  const by = listOrRead(api, resource);
  if (by === undefined) return undefined;
  const others = new Flow(flow.probe, own ?? { ...flow.resource, name: resource });
  if (by.state.kind === "read") {
    const exchange = (await others.on(by, record))?.exchange;
    if (exchange === undefined || !isSuccess(exchange)) return undefined;
    return { exchange, values: numbersIn(others.shown(by, exchange)) };
  }
  const walk = await others.list(record, by);
  const [item] = walk === undefined ? [] : others.found(walk, record);
  const [exchange] = walk?.exchanges ?? [];
  return exchange && item !== undefined ? { exchange, values: numbersIn(item) } : undefined;
}

/** Words of numbers that tell versions and times, which change with every change. */
const versions = /version|revision|etag|time|updated|modified|sequence/i;

function numbersIn(shown: unknown): ReadonlyMap<string, number> {
  if (!isObject(shown)) return new Map();
  const names = Object.keys(shown).filter((name) => !versions.test(name));
  return new Map(
    names.flatMap((name) => {
      const value = getMember(shown, name);
      return typeof value === "number" ? [[name, value] as const] : [];
    }),
  );
}
