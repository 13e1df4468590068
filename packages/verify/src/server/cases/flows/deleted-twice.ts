import { sentencesOf } from "../../../description/said.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { changedBy } from "./by-itself.ts";
import { isDone, isSuccess, type Flow, type Made } from "./flow.ts";

/** Words by which something changes nothing, and not only for others: "has no effect on running orders". */
const unchanged =
  /\b(?:changes? nothing|has no(?: further)? effect|does nothing|leaves? it (?:as it is|unchanged))(?! (?:in|on|of|about|at|to|for)\b)/i;

/** Words for a second deletion: "again", or that of an archived job. */
const repeated =
  /\b(?:again|already|twice|second|repeat\w*|once more|(?:an?|the) (?:archived|deleted|removed|cancell?ed|revoked|disabled|deactivated|closed|trashed) \w+)\b/i;

/** Words by which something changes nevertheless. */
const butSome = /\b(?:but|except|other than|apart|besides|unless|only|not)\b/i;

/** Deletes a record again that is kept and marked, where a sentence says that this changes nothing: 3 requests. */
export async function deletedTwice(
  flow: Flow,
  remove: FoundOperation,
  { record }: Made,
  earlier: Exchange,
): Promise<void> {
  const { read } = flow.resource;
  const { summary, description, pointer } = remove.operation.model;
  const sentence = sentencesOf(summary, description).find(
    (one) => unchanged.test(one) && repeated.test(one) && !butSome.test(one),
  );
  const before = sentence === undefined ? undefined : await flow.read(record);
  const second = before && (await flow.on(remove, record))?.exchange;
  const after = second !== undefined && isDone(second) ? await flow.read(record) : undefined;
  if (read === undefined || before === undefined || second === undefined) return;
  if (after === undefined || !isSuccess(after)) return;
  const shown = (one: Exchange): unknown => flow.shown(read, one);
  const [name] = changedBy([shown(earlier), shown(before), shown(after)]);
  if (name === undefined) return;
  const message = `changes \`${name}\` of what was deleted before, and the description says ${JSON.stringify(sentence)}`;
  const problem = { check: "described-rule", message, pointer, about: name } as const;
  flow.probe.report(problem, remove.operation, [before, second, after]);
}
