import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { sentencesOf } from "../../../description/said.ts";
import { isDone, isSuccess, type Flow } from "../flows/flow.ts";
import { exportPath } from "./exports.ts";
import { shownKeys } from "./shown-keys.ts";

/** "Deleted tickets are not exported", "without deleted ones": what an export says of itself. */
const hasNone = [
  /\b(?:delet|remov)ed\b[^.;,]*\b(?:are|is) (?:not|never|excluded|omitted|left out)\b/i,
  /\b(?:no|not|none|never|without|except|excluding|but)\b[^.;,]{0,30}\b(?:delet|remov)ed\b/i,
];

/** "It is in no list and no export afterwards": what a deletion says of exports. */
const isInNone = /\b(?:no|not|never|no longer|neither)\b[^.;]*\bexport/i;

const isCondition = /\b(?:while|until|unless|if|must|may|can|cannot)\b/i;

/** True if a sentence of an export says that it has no deleted records, or one of the deletion that no export has them. */
function saysWithout(get: VerifiedOperation, { operation }: FoundOperation): boolean {
  const says = ({ model }: VerifiedOperation, ...patterns: readonly RegExp[]): boolean =>
    sentencesOf(model.summary, model.description).some(
      (one) => !isCondition.test(one) && patterns.some((pattern) => pattern.test(one)),
    );
  return says(get, ...hasNone) || says(operation, isInNone);
}

/** Deletes a record that an export shows, which must not show it any more if it says so: 4 requests. */
export async function exportedDeletion(flow: Flow, get: VerifiedOperation): Promise<void> {
  const { remove } = flow.resource;
  if (remove === undefined || !saysWithout(get, remove)) return;
  if (!flow.probe.mayCall(remove.operation)) return;
  const made = await flow.create();
  const path = made && exportPath(flow, get, made.record, made.input);
  const { input } = await flow.probe.records.inputFor(get, false);
  if (made === undefined || path === undefined || input === undefined) return;
  const asked = { ...input, path: { ...input.path, ...path } };
  const { key } = made.record;
  const before = await flow.probe.call(get, asked);
  if (!isSuccess(before) || !shownKeys(flow, before).includes(key)) return;
  const removal = (await flow.on(remove, made.record))?.exchange;
  if (removal === undefined || !isDone(removal)) return;
  const after = await flow.probe.call(get, asked);
  if (!isSuccess(after) || !shownKeys(flow, after).includes(key)) return;
  const message = `has ${key}, which was deleted before`;
  const { pointer } = get.model;
  const shown = [made.exchange, removal, after];
  flow.probe.report({ check: "lists-deleted", message, pointer }, get, shown);
}
