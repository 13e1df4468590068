import { getMember } from "@openapi-packages/runtime/internals";
import { namedAbove, type FoundOperation, type MadeRecord } from "../../../records/made-record.ts";
import { keyIn } from "../../../records/record-keys.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, isGone, isSuccess, type Flow } from "./flow.ts";

/** A path parameter that names the parent of records, and its resource. */
interface Parent {
  readonly parameter: string;
  readonly resource: string;
}

/** Returns the parameter of a record's parent, or of that of a list; `undefined` without a parent. */
export function parentOf({ state: { kind, path } }: FoundOperation): Parent | undefined {
  const { parameter, resource } = path.at(kind === "list" ? -1 : -2) ?? {};
  return parameter === undefined || resource === undefined ? undefined : { parameter, resource };
}

/** Checks that a record is only found, and deleted, below its own parent: 4 requests, and those for creating both. */
export async function wrongParent(flow: Flow, read: FoundOperation): Promise<void> {
  const parent = parentOf(read);
  const made = await flow.create();
  if (parent === undefined || made === undefined) return;
  const { record } = made;
  const below = getMember(record.path, parent.parameter);
  const own = await flow.read(record);
  if (below === undefined || own === undefined || !isSuccess(own)) return;
  const other = await flow.probe.records.make(parent.resource, record.path);
  if (other === undefined || other.key === String(below)) return;
  const path = { ...record.path, [parent.parameter]: other.key };
  const elsewhere = (await flow.on(read, { ...record, path }))?.exchange;
  if (elsewhere === undefined) return;
  if (isGone(elsewhere)) await deletedElsewhere(flow, { ...record, path }, record, made.exchange);
  if (!isSuccess(elsewhere)) return;
  const shown = keyIn(flow.probe.api, read.state, elsewhere.value);
  if (shown === record.key)
    flow.report(
      "wrong-parent",
      read,
      `answers ${elsewhere.response?.status} for a ${flow.resource.name} of another ${parent.resource}`,
      [made.exchange, own, elsewhere],
    );
}

/** Checks that DELETE below another parent does not delete a record: 1 request, and 1 to be sure of a failure. */
async function deletedElsewhere(
  flow: Flow,
  elsewhere: MadeRecord,
  record: MadeRecord,
  creation: Exchange,
): Promise<void> {
  const { remove } = flow.resource;
  const parent = remove && parentOf(remove);
  if (remove === undefined || parent === undefined) return;
  if (elsewhere.path[parent.parameter] === record.path[parent.parameter]) return;
  if (!flow.probe.mayCall(remove.operation)) return;
  const deletion = (await flow.on(remove, elsewhere))?.exchange;
  if (deletion === undefined || !isDone(deletion)) return;
  const own = (await flow.on(remove, record))?.exchange;
  if (own === undefined || !isGone(own) || own.request.target === deletion.request.target) return;
  const text = `deletes ${record.key} below another ${parent.resource}`;
  flow.report("wrong-parent", remove, text, [creation, deletion, own]);
}

/**
 * Checks that a list below another parent does not contain a record, and that it is not deleted there if no operation
 * reads it: 3 requests, and those for creating both.
 */
export async function listedElsewhere(flow: Flow, list: FoundOperation): Promise<void> {
  const parent = parentOf(list);
  const made = await flow.create();
  if (parent === undefined || made === undefined) return;
  const { record } = made;
  const below = getMember(namedAbove(list.state, record), parent.parameter);
  const other = await flow.probe.records.make(parent.resource, record.path);
  if (other === undefined || below === undefined || other.key === String(below)) return;
  const walk = await flow.list(record, list, (input) => ({
    ...input,
    path: { ...input.path, [parent.parameter]: other.key },
  }));
  if (flow.resource.read === undefined && list === flow.resource.list) {
    const path = { ...record.path, [parent.parameter]: other.key };
    await deletedElsewhere(flow, { ...record, path }, record, made.exchange);
  }
  if (walk === undefined || flow.found(walk, record).length === 0) return;
  const text = `lists ${record.key} below ${other.key}, but it belongs below ${below}`;
  flow.report("wrong-parent", list, text, [made.exchange, ...walk.exchanges]);
}
