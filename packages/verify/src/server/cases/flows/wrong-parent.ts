import { getMember } from "@openapi-packages/runtime/internals";
import { namedAbove, type FoundOperation } from "../../../records/made-record.ts";
import { keyIn } from "../../../records/record-keys.ts";
import { isSuccess, type Flow } from "./flow.ts";

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

/** Checks that a record is only found below its own parent: 3 requests, and those for creating both. */
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
  if (elsewhere === undefined || !isSuccess(elsewhere)) return;
  const shown = keyIn(flow.probe.api, read.state, elsewhere.value);
  if (shown === record.key)
    flow.report(
      "wrong-parent",
      read,
      `answers ${elsewhere.response?.status} for a ${flow.resource.name} of another ${parent.resource}`,
      [made.exchange, own, elsewhere],
    );
}

/** Checks that a list below another parent does not contain a record: 2 requests, and those for creating both. */
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
  if (walk === undefined || flow.found(walk, record).length === 0) return;
  const text = `lists ${record.key} below ${other.key}, but it belongs below ${below}`;
  flow.report("wrong-parent", list, text, [made.exchange, ...walk.exchanges]);
}
