import { equal } from "@openapi-packages/runtime/internals";
import { followLocation } from "../http/location.ts";
import { differenceText, isGone, isSuccess, type Flow, type Made } from "./flow.ts";

/**
 * Checks that a created record is returned as it was sent, by reading and once in its list, and that a second
 * creation makes another record, to which its `Location` leads: 5 requests.
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
  const [by, shown] = read !== undefined && seen !== undefined ? [read, seen] : [create, exchange];
  const lost = isSuccess(shown) ? flow.lost(create, made.input, by, shown) : [];
  if (lost.length > 0)
    flow.report(
      "shows-what-was-sent",
      by,
      differenceText(lost),
      [...new Set([exchange, shown])],
      lost.map(({ pointer }) => pointer),
    );
  await listed(flow, made);
  await another(flow, made);
}

async function listed(flow: Flow, { record, exchange }: Made): Promise<void> {
  const { list } = flow.resource;
  const beside = await flow.list(record);
  if (list === undefined || beside === undefined) return;
  const count = flow.found(beside, record).length;
  const exchanges = [exchange, ...beside.exchanges];
  if (count === 0 && beside.isWhole)
    flow.report(
      "lists-once",
      list,
      `does not list ${record.key}, which was created just before`,
      exchanges,
    );
  if (count > 1) flow.report("lists-once", list, `lists ${record.key} ${count} times`, exchanges);
}

/** Checks that a second creation makes another record, unless the request contained the key. */
async function another(flow: Flow, { record, exchange, input }: Made): Promise<void> {
  const { create, descriptor } = flow.resource;
  if (descriptor.keyType === "given") return;
  const second = await flow.create((same) => flow.varied(create, same));
  // The first record of a service is found even if Location always leads to it.
  if (second !== undefined) await followLocation(flow.probe, create.operation, second.exchange);
  const isOther = second === undefined || second.record.key !== record.key;
  // Some services answer a repeated creation with the existing record.
  if (isOther || equal(second.input.body, input.body)) return;
  flow.report("read-after-create", create, `gives two records the key ${record.key}`, [
    exchange,
    second.exchange,
  ]);
}
