import { resolvePointer } from "@openapi-packages/runtime";
import { isObject } from "@openapi-packages/runtime/internals";
import { canonicalText, member, type Parameter } from "@openapi-packages/description";
import { plainName } from "@openapi-packages/compiler/mock/state/words";
import { sentencesAbout } from "../../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { MadeRecord } from "../../../records/made-record.ts";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, isSuccess } from "../flows/flow.ts";
import { listPages } from "./list-pages.ts";

/** How many entries are made: enough that one follows a page of two. */
const wanted = 3;

/** The most entries among which those that were made are looked for. */
const mostItems = 100;

/** How a list is asked for by cursors, and how its entries come and go. */
interface SteadyList {
  readonly list: VerifiedOperation;
  readonly put: VerifiedOperation | undefined;
  readonly remove: VerifiedOperation;
  /** The parameter of the deletion that names an entry. */
  readonly parameter: string;
  /** The resource whose key it is. */
  readonly resource: string;
  readonly cursor: string;
  readonly size: string;
  /** The largest size that is asked for. */
  readonly most: number;
  readonly items: string;
  readonly next: string;
}

/**
 * Tests lists whose description says that entries which come or go between two pages make no other one be left out: an
 * entry of a page is deleted before the next one is asked for. At most 11 requests for a list.
 */
export function* steadyCursorCases({ api }: CaseContext): Generator<Case> {
  for (const operation of api.operations) {
    const list = saysSteady(api, operation) ? steadyList(api, operation) : undefined;
    if (list !== undefined)
      yield {
        id: `${operation.id}/pages/deleted-between`,
        operations: [operation, list.remove],
        aims: ["2XX"],
        run: (probe) => deletedBetween(probe, list),
      };
  }
}

const comes = /\b(creat|add|insert|delet|remov|chang)\w*/i;
const between = /\b(between|while|during|meanwhile|in the meantime)\b/i;
const never = /\b(never|not|no|nothing|none|without|cannot|neither|nor)\b|n't\b/i;
const lost =
  /\b(twice|again|repeat\w*|duplicat\w*|skip\w*|le(ft|ave|aves|aving)\b[^.]{0,12}\bout|miss\w*|omit\w*|lost)\b/i;

const pages = /\b(pag(es?|ing|ination)|cursors?)\b/i;
const perhaps = /\b(may|might|can|could)\b(?!\s*not)/i;

/** True if a description says that pages stay right while entries come and go. */
const saysSteady = (api: VerifiedApi, operation: VerifiedOperation): boolean =>
  sentencesAbout(api, operation).some(
    (one) =>
      [comes, between, never, lost, pages].every((each) => each.test(one)) && !perhaps.test(one),
  );

function steadyList(api: VerifiedApi, list: VerifiedOperation): SteadyList | undefined {
  const { method, path } = list.model;
  const cursors = method === "GET" ? cursorsOf(api, list) : undefined;
  const below = api.operations.filter(
    ({ model }) =>
      model.path.startsWith(`${path}/{`) && /^[^/]*\}$/.test(model.path.slice(path.length + 1)),
  );
  const remove = below.find(({ model }) => model.method === "DELETE");
  const parameter = /\{([^{}]*)\}$/.exec(remove?.model.path ?? "")?.[1];
  if (cursors === undefined || remove === undefined || parameter === undefined) return undefined;
  const put = below.find(({ model }) => model.method === "PUT" && model.requestBody === undefined);
  const resource = resourceOf(api, remove, parameter);
  return resource === undefined
    ? undefined
    : { list, put, remove, parameter, resource, ...cursors };
}

/** Returns the resource whose key a parameter has: that of the operation, or of another one with the parameter. */
function resourceOf(
  { description, operations }: VerifiedApi,
  remove: VerifiedOperation,
  parameter: string,
): string | undefined {
  const states = description.mock.state?.operations ?? {};
  const last = (id: string) => states[id]?.path.at(-1);
  const own = last(remove.id)?.resource;
  const named = operations.find(({ id }) => last(id)?.parameter === parameter);
  return own ?? (named && last(named.id)?.resource);
}

/** Returns how a list is asked for by cursors, by its declared or usual names. */
function cursorsOf(
  api: VerifiedApi,
  operation: VerifiedOperation,
): Pick<SteadyList, "cursor" | "size" | "most" | "items" | "next"> | undefined {
  const { pagination, size } = listPages(api, operation) ?? {};
  if (
    pagination?.style === "cursor" &&
    size !== undefined &&
    pagination.response.nextCursor !== undefined
  ) {
    const { items, nextCursor: next } = pagination.response;
    return {
      cursor: pagination.request.cursor,
      size: size.name,
      most: Math.min(size.maximum ?? mostItems, mostItems),
      items,
      next,
    };
  }
  if (pagination !== undefined) return undefined;
  const query = operation.model.parameters.filter(({ in: location }) => location === "query");
  const called = (...names: readonly string[]): Parameter | undefined =>
    query.find(({ name }) => names.includes(plainName(name)));
  const [cursor, limit] = [
    called("cursor", "page_token"),
    called("limit", "page_size", "per_page"),
  ];
  const { document } = api.description.model;
  const answer = operation.model.responses.find(({ status }) => status === "200");
  const schema = answer?.content.find(({ kind }) => kind === "json")?.schema?.json;
  const names = memberNames(document, schema);
  const next = names.find((name) => ["next_cursor", "next_page_token"].includes(plainName(name)));
  const lists = names.filter((name) =>
    memberSchemas(document, schema, name).some((one) => member(one, "type") === "array"),
  );
  const [items] = lists;
  const isKnown = cursor !== undefined && limit !== undefined && next !== undefined;
  if (!isKnown || items === undefined || lists.length > 1) return undefined;
  const most = Math.min(Number(member(limit.schema.json, "maximum") ?? mostItems), mostItems);
  return { cursor: cursor.name, size: limit.name, most, items: `/${items}`, next: `/${next}` };
}

async function deletedBetween(probe: Probe, steady: SteadyList): Promise<void> {
  const made = await entries(probe, steady);
  const { input } = await probe.records.inputFor(steady.list, made[0] ?? false);
  if (made.length < wanted || input === undefined) return;
  const ask = async (query: object): Promise<Page | undefined> => {
    const asked = { ...input, query: { ...input.query, ...query } };
    const exchange = await probe.call(steady.list, asked);
    return isSuccess(exchange) ? pageIn(steady, exchange) : undefined;
  };
  const whole = await ask({ [steady.size]: steady.most });
  const place = whole && placeOf(made, whole.items);
  const first = place && (await ask({ [steady.size]: place.size }));
  if (place === undefined || first?.next === undefined) return;
  if (!isThere(first.items, place.deleted) || isThere(first.items, place.following)) return;
  const removal = await probe.records.inputFor(steady.remove, place.record);
  if (removal.input === undefined) return;
  const path = { ...removal.input.path, [steady.parameter]: place.record.key };
  const deletion = await probe.call(steady.remove, { ...removal.input, path });
  if (!isDone(deletion)) return;
  const second = await ask({ [steady.size]: place.size, [steady.cursor]: first.next });
  if (second === undefined || isThere(second.items, place.following)) return;
  // It may have gone, or changed, together with the one that was deleted.
  const after = await ask({ [steady.size]: steady.most });
  if (after === undefined || !isThere(after.items, place.following)) return;
  const message = `the page after one of which ${place.record.key} was deleted leaves out an entry that is still listed, which it does not by its description`;
  const { pointer } = steady.list.model;
  const steps = [first.exchange, deletion, second.exchange, after.exchange];
  probe.report({ check: "pages", message, pointer }, steady.list, steps);
}

/** A page of a list. */
interface Page {
  readonly exchange: Exchange;
  readonly items: readonly unknown[];
  /** The cursor of the next page; `undefined` if there is none. */
  readonly next: unknown;
}

function pageIn({ items: at, next }: SteadyList, exchange: Exchange): Page {
  const items = resolvePointer(exchange.value, at);
  return {
    exchange,
    items: Array.isArray(items) ? items : [],
    next: resolvePointer(exchange.value, next) ?? undefined,
  };
}

const isThere = (items: readonly unknown[], wantedItem: unknown): boolean =>
  items.some((item) => canonicalText(item) === canonicalText(wantedItem));

/** An entry that was made, and the size of a page that has it and has another entry behind it. */
interface Place {
  readonly record: MadeRecord;
  readonly deleted: unknown;
  readonly following: unknown;
  readonly size: number;
}

function placeOf(made: readonly MadeRecord[], items: readonly unknown[]): Place | undefined {
  for (const [index, deleted] of items.entries()) {
    const values = isObject(deleted) ? Object.values(deleted).map(String) : [];
    const record = made.find(({ key }) => values.includes(key));
    const size = Math.max(2, index + 1);
    const following = items[size];
    if (record !== undefined && following !== undefined)
      return { record, deleted, following, size };
  }
  return undefined;
}

/** Makes entries: records, or what a PUT without a body adds to the list. */
async function entries(
  probe: Probe,
  { put, parameter, resource }: SteadyList,
): Promise<readonly MadeRecord[]> {
  const made: MadeRecord[] = [];
  while (made.length < wanted) {
    const record = await probe.records.make(resource);
    if (record === undefined) break;
    const { input } = put === undefined ? {} : await probe.records.inputFor(put, record);
    const path = { ...input?.path, [parameter]: record.key };
    if (put !== undefined && !isDone(await probe.call(put, { ...input, path }))) break;
    made.push(record);
  }
  return made;
}
