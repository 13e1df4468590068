import type { VerifiedOperation } from "../../../description/verified-api.ts";

/** What a description says of records that keep their values: "even an archived one". */
export interface KeptRule {
  /** What they are called: `archived`. */
  readonly word: string;
  /** The state of the records. Default: they are deleted. */
  readonly state: string | undefined;
}

/** Words by which such records count, too. */
const kept =
  /\b(?:even|also|including) (?:(?:an?|the|those of|that of) )?(?<word>archived|deleted|removed|inactive|cancelled)\b/i;

/** Returns which records keep their values by a sentence; `undefined` if it says nothing of it, or nothing brings them there. */
export function keptBy(
  sentence: string,
  states: readonly string[],
  remove: VerifiedOperation | undefined,
): KeptRule | undefined {
  const word = kept.exec(sentence)?.groups?.["word"]?.toLowerCase();
  if (word === undefined) return undefined;
  if (states.includes(word)) return { word, state: word };
  const { id = "", model } = remove ?? {};
  // What is archived elsewhere may be deleted for good.
  const said = `${id} ${model?.summary} ${model?.description}`.toLowerCase();
  const isOfRemoval =
    ["deleted", "removed"].includes(word) || said.includes(word.replace(/e?d$/, ""));
  return isOfRemoval ? { word, state: undefined } : undefined;
}

/** Returns a sentence without what it says of such records. */
export const withoutKept = (sentence: string): string => sentence.replace(kept, "");
