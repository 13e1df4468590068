import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember } from "@openapi-packages/runtime/internals";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { Flow, isDone, isGone, isSuccess, type Made } from "./flow.ts";
import { resourceFlows, type ResourceFlow } from "./resources.ts";
import { parentOf } from "./wrong-parent.ts";

/** A record above others, which can be deleted. */
export interface Above {
  readonly parent: ResourceFlow;
  /** The parameter that names it in the paths of the records below it. */
  readonly parameter: string;
  /** Reads a record below it, by a path that names both. */
  readonly read: FoundOperation;
}

/** Returns the record above the records of a resource; `undefined` if there is none that can be read and deleted. */
export function aboveOf(api: VerifiedApi, { create, read }: ResourceFlow): Above | undefined {
  const above = read === undefined ? undefined : parentOf(read);
  const isBelow = create.state.path.some(({ parameter }) => parameter === above?.parameter);
  const parent = resourceFlows(api).find(({ name }) => name === above?.resource);
  if (read === undefined || above === undefined || !isBelow) return undefined;
  if (parent?.remove === undefined || parent.read === undefined) return undefined;
  return { parent, parameter: above.parameter, read };
}

/**
 * Checks that a record below a deleted one is not read any more by the path of the deleted one, if the service looks at
 * the record above at all: 7 requests, and those for creating both.
 */
export async function deletedAbove(flow: Flow, { parent, parameter, read }: Above): Promise<void> {
  const { probe } = flow;
  const above = new Flow(probe, parent);
  const own = await above.create((input) => above.varied(parent.create, input));
  if (own === undefined || parent.remove === undefined) return;
  const isRead = await above.read(own.record);
  const below = isRead && isSuccess(isRead) ? await createBelow(flow, own, parameter) : undefined;
  if (below === undefined || String(getMember(below.record.path, parameter)) !== own.record.key)
    return;
  const before = await flow.read(below.record);
  if (before === undefined || !isSuccess(before)) return;
  const nowhere = await readBelow(flow, read, below.record, parameter, `${own.record.key}9071355`);
  if (nowhere === undefined || isSuccess(nowhere)) return;
  const deletion = (await above.on(parent.remove, own.record))?.exchange;
  if (deletion === undefined || !isDone(deletion)) return;
  const gone = await above.read(own.record);
  const after = gone && isGone(gone) ? await flow.read(below.record) : undefined;
  if (after === undefined || !isSuccess(after)) return;
  const { id } = parent.remove.operation;
  const text = `answers ${after.response?.status} for what is below a ${parent.name} that ${id} deleted`;
  flow.report("read-after-delete", read, text, [below.exchange, deletion, after]);
}

/** Creates a record below another one. */
function createBelow(flow: Flow, { record }: Made, parameter: string): Promise<Made | undefined> {
  return flow.create((input: CallInput) => ({
    ...input,
    path: { ...input.path, ...record.path, [parameter]: record.key },
  }));
}

async function readBelow(
  flow: Flow,
  read: FoundOperation,
  record: MadeRecord,
  parameter: string,
  key: string,
): Promise<Exchange | undefined> {
  const path = { ...record.path, [parameter]: key };
  const { input } = await flow.probe.records.inputFor(read.operation, { ...record, path });
  if (input === undefined || (await flow.probe.write(read.operation, input)) === undefined)
    return undefined;
  return flow.probe.call(read.operation, input);
}
