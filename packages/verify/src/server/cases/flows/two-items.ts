import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/runtime/internals";
import type { Json } from "@openapi-packages/description";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { ampleInput } from "../../../records/ample.ts";
import { creatorOf } from "../../../records/effects.ts";
import { keyLike, valuesAt, withValueAt } from "../../../records/places.ts";
import { resourceDescribed } from "../../../records/described-references.ts";
import { resourceNamed } from "../../../records/references.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberNames, memberSchemas, schemaAt } from "../../../schema/members.ts";
import { allListed } from "../states/listed-records.ts";
import { numbersOf } from "./numbers-of.ts";
import { isDone, type Flow } from "./flow.ts";
import type { ResourceFlow } from "./resources.ts";

/** A creation whose body lists items, of which each names another record: the lines of an order. */
export interface ItemsOfRecords {
  /** The place of the keys in the input: `["body", "items", "*", "productId"]`. */
  readonly pointer: readonly string[];
  /** The resource of those records. */
  readonly taken: string;
}

/** Returns the lists of items of a creation that may be refused by 409. */
export function itemsOfRecords(api: VerifiedApi, { create }: ResourceFlow): ItemsOfRecords[] {
  const { responses } = create.operation.model;
  return responses.some(({ status }) => status === "409") ? itemReferences(api, create) : [];
}

/** Returns what names other records in the lists of a body: by what mocks infer, by its name, or by its description. */
export function itemReferences(
  api: VerifiedApi,
  { operation, state }: ResourceFlow["create"],
): ItemsOfRecords[] {
  const { document } = api.description.model;
  const schema = bodyMedia(operation, {})?.schema?.json;
  const known = new Map(
    (state.references ?? []).map(({ pointer, resource }) => [pointer.join("/"), resource]),
  );
  return memberNames(document, schema).flatMap((list) => {
    const items = schemaAt(document, schema, [list, "*"]);
    return memberNames(document, items).flatMap((name): ItemsOfRecords[] => {
      const pointer = [list, "*", name];
      const resource =
        known.get(pointer.join("/")) ??
        resourceNamed(api, name, state.resource) ??
        resourceDescribed(api, memberSchemas(document, items, name), state.resource);
      return resource === undefined ? [] : [{ pointer: ["body", ...pointer], taken: resource }];
    });
  });
}

/**
 * Returns an input with two items that name two records; `undefined` if there is no second record, or the place is in no list
 * of items.
 */
export async function withTwoItems(
  flow: Flow,
  input: CallInput,
  pointer: readonly string[],
  taken: string,
): Promise<{ readonly input: CallInput; readonly keys: readonly unknown[] } | undefined> {
  const [, list = "", star, member = ""] = pointer;
  if (star !== "*" || pointer.length !== 4) return undefined;
  const { probe } = flow;
  const [first] = valuesAt(input, pointer);
  const other = await otherKey(flow, taken, first);
  const [item] = valuesAt(input.body, [list, "0"]).concat(valuesAt(input.body, [list, "*"]));
  const second = other === undefined ? undefined : keyLike(first, other);
  if (first === undefined || second === undefined || !isObject(item)) return undefined;
  const items = [item, { ...item, [member]: second }];
  const body = withValueAt(input.body, [list], items);
  const schema = bodyMedia(flow.resource.create.operation, input)?.schema?.json ?? true;
  if (!probe.api.description.holds(schema, body as Json)) return undefined;
  return { input: { ...input, body }, keys: [first, second] };
}

/** Returns the key of another record: of a new one, else of one that the list shows. */
async function otherKey(
  { probe }: Flow,
  resource: string,
  known: unknown,
): Promise<string | number | undefined> {
  if (creatorOf(probe.api, resource) !== undefined)
    return (await probe.records.make(resource, {}, 1, ampleInput))?.key;
  const listed = await allListed(probe, resource, 1);
  return listed.map(({ key }) => key).find((key) => String(key) !== String(known));
}

/** A number that no stock has. */
const tooMany = [2_000_000_000, 1_000_000, 10_000, 1000, 100, 99];

/**
 * Creates a record with two items, and another one whose second item wants too much: what is refused leaves the numbers of
 * the record that its first item names as they were. 6 requests, and those for the records.
 */
export async function halfTaken(flow: Flow, { pointer, taken }: ItemsOfRecords): Promise<void> {
  const { probe, resource } = flow;
  const { operation } = resource.create;
  const { input: own } = await probe.records.inputFor(operation, "new");
  const two = own && (await withTwoItems(flow, own, pointer, taken));
  if (two === undefined) return;
  const [key] = two.keys;
  const first = {
    resource: taken,
    key: String(key),
    path: { ...two.input.path },
    value: undefined,
  };
  const before = await numbersOf(flow, first);
  const made = before && (await probe.call(operation, two.input));
  const between = made !== undefined && isDone(made) ? await numbersOf(flow, first) : undefined;
  if (before === undefined || between === undefined) return;
  const used = [...before.values].filter(
    ([name, value]) => Number(between.values.get(name)) < value,
  );
  const large = used.length === 0 ? undefined : withTooMany(flow, two.input, pointer);
  const { input: fresh } = await probe.records.inputFor(operation, "new");
  const refused = large && (await probe.call(operation, { ...fresh, ...large }));
  const { status = 0 } = refused?.response ?? {};
  const after = status === 409 ? await numbersOf(flow, first) : undefined;
  if (refused === undefined || after === undefined) return;
  // A number that goes down by itself, such as that of days left, goes down by something else.
  const [name] =
    used.find(([one, value]) => {
      const left = Number(between.values.get(one));
      return left - Number(after.values.get(one)) === value - left;
    }) ?? [];
  if (name === undefined) return;
  const message = `is refused with 409 for its second item, and changes \`${name}\` of the ${taken} that the first one names from ${between.values.get(name)} to ${after.values.get(name)}`;
  const problem = { check: "failed-create", message, pointer: operation.model.pointer } as const;
  probe.report(problem, operation, [between.exchange, refused, after.exchange]);
}

/** Returns an input whose second item has numbers that are too large. */
function withTooMany(
  { probe, resource }: Flow,
  input: CallInput,
  pointer: readonly string[],
): CallInput | undefined {
  const { description } = probe.api;
  const [, list = "", , member = ""] = pointer;
  const schema = bodyMedia(resource.create.operation, input)?.schema?.json ?? true;
  const { document } = description.model;
  const items = schemaAt(document, schema, [list, "*"]);
  const [, second] = valuesAt(input.body, [list, "*"]);
  if (!isObject(second)) return undefined;
  let body = input.body;
  for (const [name, value] of Object.entries(second)) {
    const isNumber = typeof value === "number" && name !== member;
    if (!isNumber || memberSchemas(document, items, name).length === 0) continue;
    const candidates = tooMany.map((one) => withValueAt(body, [list, "1", name], one));
    body = candidates.find((one) => description.holds(schema, one as Json)) ?? body;
  }
  return body === input.body ? undefined : { ...input, body };
}
