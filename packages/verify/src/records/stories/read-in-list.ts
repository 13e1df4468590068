import { resolvePointer } from "@openapi-packages/runtime";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { listOf } from "../effects.ts";
import { membersOf, type MadeRecord } from "../made-record.ts";
import type { About, PreparedInput, RecordCalls } from "../prepared-input.ts";
import { keyIn } from "../record-keys.ts";
import { stateMemberOf } from "./state-member.ts";

/**
 * Reads a record in the list of its resource, since it has no path of its own: where the list can be asked for another
 * member of it, in that part of the list. 1 request.
 *
 * @returns the answer with the record as its value; `undefined` if the list does not show it at once
 */
export async function readInList(
  api: VerifiedApi,
  record: MadeRecord,
  inputFor: (operation: VerifiedOperation, about: About) => Promise<PreparedInput>,
  { send, judge }: RecordCalls,
): Promise<Exchange | undefined> {
  const { resource, key } = record;
  const list = listOf(api, resource);
  const { input } = list === undefined ? {} : await inputFor(list.operation, record);
  if (list?.state.kind !== "list" || list.state.at === undefined || input === undefined)
    return undefined;
  const moving = stateMemberOf(api, resource)?.name;
  const [filter] = (list.state.filters ?? []).flatMap(({ parameter, member, test }) => {
    const isSteady = test === "equals" && member !== undefined && member !== moving;
    const [sent, shown] = isSteady ? membersOf(record, member) : [];
    const value = sent ?? shown;
    return value === undefined ? [] : [{ [parameter]: value }];
  });
  const asked = { ...input, query: { ...input.query, ...filter } };
  const exchange = await send(list.operation, asked);
  const items = resolvePointer(exchange.value, list.state.at);
  if (exchange.response?.status !== 200 || !Array.isArray(items)) return undefined;
  judge(exchange);
  const { at: _, ...state } = list.state;
  const value: unknown = items.find((one) => keyIn(api, state, one) === key);
  return value === undefined ? undefined : { ...exchange, value };
}
