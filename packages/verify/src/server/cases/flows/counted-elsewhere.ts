import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { pointerParts } from "@openapi-packages/description";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { listOf } from "../../../records/effects.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { valuesAt } from "../../../records/places.ts";
import { memberNames, schemaAt } from "../../../schema/members.ts";
import { isNamedAfter } from "../concurrency/count-of-removed.ts";
import { withLargePages } from "../pages/list-pages.ts";
import { walkList, type Walk } from "../pages/walk.ts";
import { isDone, isGone, isSuccess, type Flow } from "./flow.ts";
import type { ResourceFlow } from "./resources.ts";

/** The most pages of a list in which a record is looked for. */
const mostPages = 3;

/** A list of the records that the members of others name, which counts those others. */
export interface CountingList {
  readonly list: FoundOperation;
  /** The place of the key in the body of a creation. */
  readonly pointer: readonly string[];
  /** The member of the items that has the number, such as `plant_count`. */
  readonly member: string;
}

/** Returns the list whose items count the records of a resource that refer to them; `undefined` if there is none. */
export function countingList(
  api: VerifiedApi,
  { name, create, remove, read }: ResourceFlow,
): CountingList | undefined {
  if (remove === undefined || read === undefined) return undefined;
  const { document } = api.description.model;
  for (const { pointer, resource } of create.state.references ?? []) {
    const list = resource === name || pointer.includes("*") ? undefined : listOf(api, resource);
    if (list === undefined || list.state.path.length > 0 || list.state.at === undefined) continue;
    const success = list.operation.model.responses.find(({ status }) => status === "200");
    const body = success?.content.find(({ kind }) => kind === "json")?.schema?.json;
    const items = schemaAt(document, body, [...pointerParts(list.state.at), "*"]);
    const names = memberNames(document, items);
    const member = names.find((one) => isNamedAfter(`/${one}`, create.operation));
    if (member !== undefined) return { list, pointer, member };
  }
  return undefined;
}

/**
 * Creates and deletes a record that another one counts, such as a plant of a greenhouse with `plant_count`: a number that
 * went up by one goes down again. 5 requests, and 1 to be sure of a failure.
 */
export async function countedElsewhere(
  flow: Flow,
  { list, pointer, member }: CountingList,
): Promise<void> {
  const { probe, resource } = flow;
  const { remove, read } = resource;
  const { input } = await probe.records.inputFor(list.operation, false);
  if (input === undefined || remove === undefined || read === undefined) return;
  const asked = withLargePages(probe.api, list.operation, input);
  const seen = (): Promise<Walk> => walkList(probe, list.operation, asked, mostPages);
  const { key: keyName = "id" } =
    probe.api.description.mock.state?.resources[list.state.resource] ?? {};
  const countOf = ({ items }: Walk, key: unknown): unknown => {
    const item = items.find((one) => isObject(one) && getMember(one, keyName) === key);
    return isObject(item) ? getMember(item, member) : undefined;
  };
  const before = await seen();
  const made = await flow.create();
  const [key] = valuesAt(made?.input.body, pointer);
  if (made === undefined || key === undefined) return;
  const between = await seen();
  const count = countOf(between, key);
  if (typeof count !== "number" || count - 1 !== countOf(before, key)) return;
  const removal = (await flow.on(remove, made.record))?.exchange;
  if (removal === undefined || !isDone(removal)) return;
  const after = await seen();
  if (!after.exchanges.every(isSuccess) || countOf(after, key) !== count) return;
  const gone = await flow.read(made.record);
  // Some services keep the record and mark it.
  if (gone === undefined || !isGone(gone)) return;
  const { id } = resource.create.operation;
  const message = `\`${member}\` is ${count} before and after ${remove.operation.id}, and ${id} makes it 1 more`;
  flow.report("derived-value", list, message, [...between.exchanges, removal, ...after.exchanges]);
}
