import type { VerifiedApi } from "../../../description/verified-api.ts";
import { effectOf } from "../../../records/effects.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { creationsNaming, type RecordWrite } from "../../../records/stories/record-writes.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { sentencesOfDeletion } from "../flows/deleted-below.ts";
import { Flow, isDone, isGone, isSuccess } from "../flows/flow.ts";
import { resourceFlows, type ResourceFlow } from "../flows/resources.ts";
import { countedAbove, reportCounted } from "./counted-above.ts";
import { filled } from "./filled.ts";
import { keptWhileNamed, movedInto, type KeptWhileNamed } from "./kept-while-named.ts";

/** Records that a deletion takes with it, since their bodies name the record. */
export interface DeletedWith {
  readonly remove: FoundOperation;
  readonly write: RecordWrite;
  readonly child: ResourceFlow;
  /** What says in which states they keep the record; `undefined` if they never do. */
  readonly keeping: KeptWhileNamed | undefined;
}

/**
 * Returns the creations of what a deletion names, and whose bodies name the record: `/screenings` of a film; those below
 * its path, too, where some of them keep it, since `deletedBelow` leaves their states as they are.
 */
export function deletedWith(
  api: VerifiedApi,
  resource: ResourceFlow,
  remove: FoundOperation,
): DeletedWith[] {
  const { name } = resource;
  const sentences = sentencesOfDeletion(remove.operation.model);
  const flows = resourceFlows(api);
  const kept = keptWhileNamed(api, resource, remove);
  const below = kept.map(({ write }) => write).filter(({ key }) => key.in === "path");
  return [...creationsNaming(api, name), ...below].flatMap((write) => {
    const { path } = write.operation.model;
    const words = (path.split("/").at(-1) ?? "").replaceAll(/[^a-z0-9]+/gi, " ").trim();
    const isNamed = sentences.some(
      (one) =>
        listedWith(one).some((noun) => new RegExp(`\\b${words}$`, "i").test(noun)) ||
        isDeletedToo(one, words),
    );
    const child = flows.find((one) => one.name === effectOf(api, write.operation)?.resource);
    const keeping = kept.find((one) => one.write.operation === write.operation);
    return isNamed && child !== undefined ? [{ remove, write, child, keeping }] : [];
  });
}

/** True for "The other bookings of the room are deleted too" and "Deletes the bookings, too", and not for what is deleted sometimes. */
const isDeletedToo = (sentence: string, words: string): boolean =>
  new RegExp(
    String.raw`\b${words}(?: (?:of|in|for|below) (?:the|an?|its) [\w-]+)? are (?:also |all )?(?:deleted|removed)\b` +
      String.raw`|^(?:also )?(?:deletes|removes) (?:(?:all|the|its|of|their) )*${words}\b.* (?:too|also|as well)[.;]?$`,
    "i",
  ).test(sentence) && !/\b(?:only|unless|if|later|days?|weeks?|months?)\b/i.test(sentence);

/** Returns what a sentence lists after "with": `its poster`, `its reviews`. The list ends where another statement begins. */
function listedWith(sentence: string): string[] {
  const [, ...lists] = sentence.split(/\bwith\b/i);
  return lists.flatMap((list) => {
    const nouns = list.split(/[.:;(]/)[0]?.split(/,(?: and)?| and /) ?? [];
    const end = nouns.findIndex(
      (noun, index) =>
        index > 0 && !/^\s*(?:(?:its|their|the|all|any)\b.*|\w+(?: \w+)?)$/i.test(noun.trim()),
    );
    return nouns.slice(0, end < 0 ? undefined : end).map((noun) => noun.trim());
  });
}

/**
 * Creates a record that names another one, and deletes that: the first one is not shown any more. 6 requests, and those that
 * bring the records into states in which that is taken.
 */
export async function deletedNaming(
  flow: Flow,
  { remove, write, child, keeping }: DeletedWith,
): Promise<void> {
  const found = await filled(flow, write);
  if (found === undefined || found.made.resource !== child.name) return;
  const { live, made } = found;
  const free = keeping && { ...keeping, isIn: otherStates(keeping) };
  const moves = free === undefined ? [] : await movedInto(flow.probe, free, made, live.record.key);
  if (moves === undefined) return;
  const children = new Flow(flow.probe, child);
  const before = await shownOf(children, made);
  if (before === undefined) return;
  const above =
    moves.length === 0 ? await countedAbove(children, made, flow.resource.name) : undefined;
  const deletion = (await flow.on(remove, live.record))?.exchange;
  if (deletion === undefined || !isDone(deletion)) return;
  flow.probe.records.forget(flow.resource.name);
  // Some services keep the record and mark it.
  const gone = await flow.read(live.record);
  if (gone === undefined || !isGone(gone)) return;
  const after = await shownOf(children, made);
  if (after === undefined) return above && reportCounted(children, above, found.exchange, deletion);
  const message = `leaves a ${child.name} of the deleted ${flow.resource.name}, which ${after.by.operation.id} shows, and says that it deletes them with it`;
  flow.report("read-after-delete", remove, message, [
    ...live.exchanges,
    found.exchange,
    ...moves,
    before.exchange,
    deletion,
    after.exchange,
  ]);
}

/** Returns a test of the states in which records do not keep what they name, of those that show their state. */
const otherStates =
  ({ isIn }: KeptWhileNamed) =>
  (state: unknown): boolean =>
    typeof state === "string" && !isIn(state);

/** Returns the answer that shows a record, by its key or in its list; `undefined` if none does. */
async function shownOf(
  flow: Flow,
  record: MadeRecord,
): Promise<{ readonly by: FoundOperation; readonly exchange: Exchange } | undefined> {
  const { read, list } = flow.resource;
  const seen = read && (await flow.read(record));
  if (read !== undefined && seen !== undefined)
    return isSuccess(seen) ? { by: read, exchange: seen } : undefined;
  const walk = await flow.list(record);
  const [exchange] = walk?.exchanges ?? [];
  if (walk === undefined || list === undefined || exchange === undefined) return undefined;
  return flow.found(walk, record).length > 0 ? { by: list, exchange } : undefined;
}
