import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, type Flow, type Made } from "../flows/flow.ts";
import { movedTo } from "./moved-record.ts";

/** What a description says of what a record has taken, such as a name or a time, and gives back. */
export interface FreedRule {
  readonly sentence: string;
  /** The state of the records that give it back. Default: they are deleted. */
  readonly state: string | undefined;
}

/** Words by which something is there again. */
const again =
  /\b(?:can|may) be (?:given|used|taken|chosen|registered|assigned|booked|reserved) again\b|\b(?:is|are|becomes?) (?:free|available|released)(?: again)?\b|\b(?:can|may) do (?:so|it) again\b|\bcan be reused\b|\bfrees\b/i;

/** Words by which records stand in no other one's way. */
const uncounted =
  /\b(?:do|does|are|is) (?:not|no longer) (?:count(?:ed)?|block|occupy|conflict|matter|considered)\b|\b(?:is|are) ignored\b/i;

const deletion = /\b(?:delet|remov|withdraw)\w*/i;

/**
 * Returns what a sentence says of what is given back.
 *
 * @param isOfDeletion true if it is a sentence of the operation that deletes the record
 */
export function freedBy(
  sentence: string,
  states: readonly string[],
  isOfDeletion: boolean,
): FreedRule[] {
  const isFreed = again.test(sentence) && !/\b(?:not|never)\b/i.test(sentence);
  if (!isFreed && !uncounted.test(sentence)) return [];
  // `booked` in "can be booked again" is no state of the record.
  const others = sentence.replace(again, "");
  const named = states.filter((one) => new RegExp(`\\b${one}\\b`, "i").test(others));
  if (named.length > 1) return [];
  const isDeleted = isOfDeletion || deletion.test(sentence);
  return named.length === 1 || isDeleted ? [{ sentence, state: named[0] }] : [];
}

/** Deletes a record, or brings it into the state in which it gives back what it has taken; `undefined` if that fails. */
export async function free(
  flow: Flow,
  { record }: Made,
  { state }: FreedRule,
): Promise<readonly Exchange[] | undefined> {
  if (state !== undefined) return movedTo(flow.probe, record, state);
  const { remove } = flow.resource;
  const gone = remove && (await flow.on(remove, record));
  return gone !== undefined && isDone(gone.exchange) ? [gone.exchange] : undefined;
}
