import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember } from "@openapi-packages/runtime/internals";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import type { Probe } from "../../../run/probe.ts";
import { seedOf } from "../../../run/seed.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { withOwnKey } from "../../../records/own-key.ts";
import { inputBelow } from "./below.ts";
import { isDone } from "./flow.ts";

/** The most operations that create something below a record. */
const mostCreations = 2;

/** The most GETs that show what one of them has created. */
const mostReads = 2;

/** An operation that creates something below a record, and the GETs that show it. */
export interface CreationBelow {
  readonly create: VerifiedOperation;
  readonly reads: readonly VerifiedOperation[];
}

/** A GET of what was created below a record. */
export interface ReadBelow {
  readonly operation: VerifiedOperation;
  readonly input: CallInput;
  /** The creation. */
  readonly made: Exchange;
}

/**
 * Returns the operations that create something below a path: POST to a list there, and PUT of one path, with the GETs
 * of the list and of the one.
 *
 * @param elsewhere returns GETs at other paths that show what an operation has created
 */
export function creationsBelow(
  api: VerifiedApi,
  path: string,
  elsewhere: (create: VerifiedOperation) => readonly VerifiedOperation[] = () => [],
): readonly CreationBelow[] {
  const gets = api.operations.filter(({ model }) => model.method === "GET");
  const found = api.operations.flatMap((create): readonly CreationBelow[] => {
    const { method, path: own } = create.model;
    if (!own.startsWith(`${path}/`)) return [];
    const parent = own.replace(/\/\{[^{}]+\}$/, "");
    const isNested = parent.slice(path.length).includes("{");
    const isPost = method === "POST" && own === parent;
    if (isNested || (!isPost && method !== "PUT")) return [];
    const near = gets.filter(({ model }) =>
      isPost ? model.path === own || isOneOf(own, model.path) : [own, parent].includes(model.path),
    );
    const reads = [...near, ...elsewhere(create).filter((one) => !near.includes(one))];
    return reads.length === 0 ? [] : [{ create, reads: reads.slice(0, mostReads) }];
  });
  return found.slice(0, mostCreations);
}

/** True for the path of one item of a list, or of a part of it. */
const isOneOf = (list: string, path: string): boolean =>
  path.startsWith(`${list}/`) && /^\/\{[^{}]+\}[^{}]*$/.test(path.slice(list.length));

/**
 * Creates what can be created below a record: 1 request for each of at most 2 operations.
 *
 * @param creations what is created. Default: whatever a GET below the record shows
 * @returns the GETs that should show it
 */
export async function filledBelow(
  probe: Probe,
  read: FoundOperation,
  record: MadeRecord,
  creations = creationsBelow(probe.api, read.operation.model.path),
): Promise<readonly ReadBelow[]> {
  const name = read.state.path.at(-1)?.parameter;
  if (name === undefined) return [];
  const above = { ...record.path, [name]: record.key };
  probe.records.share(record);
  const found: ReadBelow[] = [];
  for (const { create, reads } of creations) {
    const { input } = await probe.records.inputFor(create, "new");
    if (input === undefined || !probe.mayCall(create)) continue;
    const placed = inputBelow(create, input, read, record);
    const own = withOwnKey(create, placed, `verify-below-${seedOf(record.key)}`);
    if ((await probe.write(create, own)) === undefined) continue;
    const { exchange, input: sent, record: child } = await probe.records.create(create, own);
    // It may have been taken below another record alone.
    const isThere = Object.entries(above).every(([parameter, key]) => {
      const named = getMember(sent.path, parameter);
      return named === undefined || named === key;
    });
    if (!isDone(exchange) || !isThere) continue;
    for (const operation of reads) {
      const path = pathOf(operation, { ...input.path, ...above }, create, child?.key);
      const { input: asked } = await probe.records.inputFor(operation, false);
      if (path !== undefined && asked !== undefined)
        found.push({ operation, input: { ...asked, path }, made: exchange });
    }
  }
  return found;
}

/** Returns the path parameters of a GET; `undefined` if one is not known. */
function pathOf(
  { model }: VerifiedOperation,
  known: Readonly<Record<string, unknown>>,
  create: VerifiedOperation,
  key: string | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const own = create.model.parameters.filter((one) => one.in === "path").map(({ name }) => name);
  const entries = model.parameters
    .filter((one) => one.in === "path")
    .map(({ name }) => [name, own.includes(name) ? known[name] : key] as const);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}
