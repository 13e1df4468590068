import { toPointer } from "@openapi-packages/description";
import { equal, isObject } from "@openapi-packages/runtime/internals";
import { isStore } from "../../../records/effects.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { isPlainObject } from "../../../wire/copy-of.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { followLocation } from "../http/location.ts";
import type { Difference } from "./differences.ts";
import { nullKept } from "./null-kept.ts";
import { offsetsKept } from "./offsets.ts";
import { differenceText, isGone, isSuccess, type Flow, type Made } from "./flow.ts";

/**
 * Checks that a created record is returned as it was sent, by its creation, by reading and once in its lists,
 * and that a second creation makes another record, to which its `Location` leads: 5 requests, 1 for each
 * further list, up to 2 for times with an offset, and 1 with null.
 */
export async function created(flow: Flow): Promise<void> {
  const { create, read } = flow.resource;
  const made = await flow.createFull();
  if (made === undefined) return;
  const { record, exchange } = made;
  const seen = await flow.read(record);
  if (read !== undefined && seen !== undefined && isGone(seen))
    flow.report(
      "read-after-create",
      read,
      `answers ${seen.response?.status} for ${record.key}, which was created just before`,
      [exchange, seen],
    );
  const isRead = read !== undefined && seen !== undefined && isSuccess(seen);
  const lost = isRead ? flow.lost(create, made.input, read, seen) : [];
  const answered = flow.lost(create, made.input, create, exchange);
  // What the creation answers as wrongly as it is read was lost by the creation, and is said once.
  const isSame = (one: Difference): boolean =>
    isShown(one) &&
    answered.some(({ pointer, shown }) => pointer === one.pointer && equal(shown, one.shown));
  if (isRead)
    reportOther(
      flow,
      read,
      lost.filter((one) => !isSame(one)),
      [exchange, seen],
    );
  // A creation may answer less than what can be read.
  const isNew = (one: Difference): boolean =>
    isShown(one) && lost.every((other) => other.pointer !== one.pointer || isSame(other));
  reportOther(flow, create, isRead ? answered.filter(isNew) : answered, [exchange]);
  await listed(flow, made, isRead && lost.length === 0 ? seen : undefined);
  await another(flow, made);
  if (lost.length === 0) await offsetsKept(flow, made);
  await nullKept(flow, made);
}

const isShown = ({ shown }: Difference): boolean => shown !== undefined && shown !== null;

function reportOther(
  flow: Flow,
  by: FoundOperation,
  lost: readonly Difference[],
  exchanges: readonly Exchange[],
): void {
  if (lost.length === 0) return;
  const pointers = lost.map(({ pointer }) => pointer);
  flow.report("shows-what-was-sent", by, differenceText(lost), exchanges, pointers);
}

async function listed(flow: Flow, made: Made, seen: Exchange | undefined): Promise<void> {
  const { record, exchange } = made;
  for (const list of flow.resource.lists) {
    const beside = await flow.list(record, list);
    if (beside === undefined || !flow.showsKeys(beside)) continue;
    const found = flow.found(beside, record);
    const exchanges = [exchange, ...beside.exchanges];
    if (found.length === 0 && beside.isWhole)
      flow.report(
        "lists-once",
        list,
        `does not list ${record.key}, which was created just before`,
        exchanges,
      );
    if (found.length > 1)
      flow.report("lists-once", list, `lists ${record.key} ${found.length} times`, exchanges);
    const shown = seen && flow.itemLike(list, beside, record, seen);
    if (shown === undefined) continue;
    const lost = flow.lostIn(flow.resource.create, made.input, list, shown);
    reportOther(flow, list, lost.filter(isShown), exchanges);
  }
}

/**
 * Reports flags that are sent as false and shown as true by two creations: a service may decide so of the first record
 * alone, such as the address that is the default one.
 */
function reportTurned(flow: Flow, first: Made, second: Made): void {
  const { create } = flow.resource;
  const turned = [first, second].map(({ input, exchange }) => {
    const shown = flow.shown(create, exchange);
    const { body } = input;
    if (!isObject(body) || !isObject(shown)) return [];
    return Object.keys(body).filter(
      (name) =>
        body[name] === false && shown[name] === true && flow.isOwn(create, input, exchange, name),
    );
  });
  const names = turned[0]?.filter((name) => turned[1]?.includes(name)) ?? [];
  if (names.length === 0) return;
  const list = names.map((name) => `\`${name}\``).join(", ");
  const pointers = names.map((name) => toPointer([name]));
  const text = `${list} was written as false and is true, in each of two records`;
  const exchanges = [first.exchange, second.exchange];
  flow.report("shows-what-was-sent", create, text, exchanges, pointers);
}

/** Returns a body with the members that another one has beside its own. A file has none. */
const withMembersOf = (other: unknown, body: unknown): unknown =>
  isPlainObject(other) && isPlainObject(body) ? { ...other, ...body } : body;

/** Checks that a second creation makes another record, unless requests contain the key. */
async function another(flow: Flow, { record, exchange, input }: Made): Promise<void> {
  const { create, descriptor } = flow.resource;
  if (descriptor.keyType === "given" || isStore(create)) return;
  // With the same members, since what becomes of a flag is known from two creations alone.
  const second = await flow.create((same) =>
    flow.varied(create, { ...same, body: withMembersOf(input.body, same.body) }),
  );
  // The first record of a service is found even if Location always leads to it.
  if (second !== undefined) reportTurned(flow, { record, exchange, input }, second);
  if (second !== undefined) await followLocation(flow.probe, create.operation, second.exchange);
  const isOther = second === undefined || second.record.key !== record.key;
  if (String(flow.keyOf(input.body)) === record.key) return;
  // Some services answer a repeated creation with the existing record.
  if (isOther || equal(second.input.body, input.body)) return;
  flow.report("read-after-create", create, `gives two records the key ${record.key}`, [
    exchange,
    second.exchange,
  ]);
}
