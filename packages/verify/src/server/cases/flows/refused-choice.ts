import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import type { FoundOperation } from "../../../records/made-record.ts";
import { choosingMember, recordWriteOf } from "../../../records/stories/record-writes.ts";
import { stateMemberOf } from "../../../records/stories/state-member.ts";
import { isDone, isSuccess, type Flow } from "./flow.ts";
import { alteredMember } from "./left-out.ts";

/** The most states that are asked for: each twice, since the first ones may be refused after the last one alone. */
const mostChoices = 8;

/** Returns the states that a change of a record asks for, and that it may refuse by 409; none if it does not. */
function choicesOf(flow: Flow, { operation }: FoundOperation): ReturnType<typeof choosingMember> {
  const { api } = flow.probe;
  const write = recordWriteOf(api, operation);
  const mayRefuse = operation.model.responses.some(({ status }) => status === "409");
  if (write === undefined || !mayRefuse) return undefined;
  return choosingMember(api, write, stateMemberOf(api, write.resource));
}

/**
 * Checks that a change which is refused by 409 for the state that it asks for does not change another member: 2 requests for
 * each state until one is refused.
 */
export async function refusedChoice(flow: Flow, update: FoundOperation): Promise<void> {
  const { read } = flow.resource;
  const choosing = choicesOf(flow, update);
  const made = choosing && (await flow.create());
  if (choosing === undefined || made === undefined || read === undefined) return;
  const { input } = await flow.probe.records.inputFor(update.operation, made.record);
  let altered = input && alteredMember(flow, update, input);
  for (const state of [...choosing.values, ...choosing.values].slice(0, mostChoices)) {
    const [name = ""] = Object.keys(altered ?? {});
    if (altered === undefined || name === choosing.name) return;
    const value = getMember(altered, name);
    const before = await flow.read(made.record);
    const body = { ...altered, [choosing.name]: state };
    const sent = await flow.on(update, made.record, (own) => ({ ...own, body }));
    if (before === undefined || sent === undefined || !isSuccess(before)) return;
    // What is promised for later may come in between.
    if (sent.exchange.response?.status === 202) return;
    if (isDone(sent.exchange)) altered = alteredMember(flow, update, { ...input, body });
    if (sent.exchange.response?.status !== 409) continue;
    const after = await flow.read(made.record);
    const [old, now] = [before, after].map((one) => one && flow.shown(read, one));
    if (after === undefined || !isObject(old) || !isObject(now)) return;
    if (equal(getMember(now, name), value) && !equal(getMember(old, name), value)) {
      const message = `is refused with 409, and changes \`${name}\` nevertheless`;
      flow.report("read-after-update", update, message, [before, sent.exchange, after]);
    }
    return;
  }
}
