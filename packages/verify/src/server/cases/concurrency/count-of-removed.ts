import { member } from "@openapi-packages/description";
import { resolvePointer } from "@openapi-packages/runtime";
import { stem, wordsOf } from "@openapi-packages/compiler/mock/state/words";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { recordIn } from "../../../records/record-keys.ts";
import { memberSchemas } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { Flow, isDone, isSuccess } from "../flows/flow.ts";
import { resourceFlows } from "../flows/resources.ts";

/** Words of members that say how many there are. */
export const ofCounts = new Set(["count", "number", "num", "total"]);

/** Words by which a number does not count what was removed. */
const withoutRemoved =
  /\b(?:not|no longer|without|except|excluding|only|fewer|less)\b[^.;]*\b(?:remov|delet)|\b(?:now|at (?:the|this) moment|currently)\b/i;
const countsLess =
  /\b(?:not|no longer|without|fewer|less|decreas\w*|decrement\w*|reduc\w*|one down)\b/i;

/** An addition below a record, and the record's numbers that count it. */
interface Counted {
  readonly record: MadeRecord;
  /** The creation below the record, and its answer. */
  readonly operation: VerifiedOperation;
  readonly added: Exchange;
  /** The record before, and after the addition. */
  readonly before: Exchange;
  /** JSON pointers of the numbers that went up by one. */
  readonly pointers: readonly string[];
}

/**
 * Removes what was added below a record and counted there: the number goes down again. What is removed may be counted
 * further, unless a sentence says otherwise or it is no longer in its list. 2 requests, and those for the list.
 *
 * @returns the record after the removal; `undefined` if nothing was removed
 */
export async function removedAgain(flow: Flow, counted: Counted): Promise<Exchange | undefined> {
  const { operation, added, before, record, pointers } = counted;
  const { probe, resource } = flow;
  const below = resourceFlows(probe.api).find(({ create }) => create.operation === operation);
  const pointer = pointers.find((one) => isNamedAfter(one, operation));
  const child = recordIn(probe.api, operation, added, added.input ?? {});
  const { read } = resource;
  if (below?.remove === undefined || child === undefined || pointer === undefined) return undefined;
  if (read === undefined || !probe.mayCall(below.remove.operation)) return undefined;
  const children = new Flow(probe, below);
  const removal = (await children.on(below.remove, child))?.exchange;
  if (removal === undefined || !isDone(removal)) return undefined;
  const after = await flow.read(record);
  if (after === undefined || !isSuccess(after)) return undefined;
  const [known, now] = [before, after].map(({ value }) => resolvePointer(value, pointer));
  if (typeof known !== "number" || known !== now) return after;
  const isSaid = saysLess(flow, after, below.remove, pointer);
  const walk = isSaid ? undefined : await children.list(child);
  const isGone = walk?.isWhole === true && children.found(walk, child).length === 0;
  if (!isSaid && !isGone) return after;
  const name = pointer.slice(1).replaceAll("/", ".");
  const message = `\`${name}\` is ${now} before and after ${below.remove.operation.id}, and ${operation.id} makes it 1 more`;
  flow.report("derived-value", read, message, [added, before, removal, after]);
  return after;
}

/** True for `commentCount` or `number_of_comments` of what is added at `/comments`. */
export function isNamedAfter(pointer: string, { model }: VerifiedOperation): boolean {
  const nouns = wordsOf(model.path.split("/").at(-1) ?? "").map(stem);
  const words = wordsOf(pointer.split("/").at(-1) ?? "").map(stem);
  return nouns.every((one) => words.includes(one)) && words.some((one) => ofCounts.has(one));
}

/** True if a sentence about the number, or one of the removal that names it, says that it is less afterwards. */
function saysLess(
  flow: Flow,
  seen: Exchange,
  { operation: { model } }: FoundOperation,
  pointer: string,
): boolean {
  const { read } = flow.resource;
  const name = pointer.slice(1);
  const { document } = flow.probe.api.description.model;
  const schemas = memberSchemas(document, read && flow.schemaOf(read, seen), name);
  const described = schemas.map((one) => member(one, "description"));
  const own = described.filter((one) => typeof one === "string");
  const ofRemoval = sentencesOf(model.summary, model.description);
  return (
    sentencesOf(...own).some((one) => withoutRemoved.test(one)) ||
    ofRemoval.some((one) => one.includes(name) && countsLess.test(one))
  );
}
