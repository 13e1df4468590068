/** A part of a sentence, with the sentence that it stands in. */
export interface Clause {
  /** Its words in lower case, without parentheses. Code in backticks is kept. */
  readonly text: string;
  /** The sentence as it was written, on one line. */
  readonly sentence: string;
  /** True if it says that the answer is a refusal: `(409)`, `with 409`. */
  readonly isRefusal: boolean;
  /** True if it is one of a list that begins with a refusal: `Refused with 409: …; …`. */
  readonly isRefused: boolean;
  /** True if the next one refuses all others: `…; other orders are refused with 409`. */
  readonly refusesOthers: boolean;
}

/** Words by which a sentence has exceptions that its other words do not tell. */
export const exceptions =
  /\b(unless|except|apart from|other than|by (an |the )?(admin|owner|manager)\w*|usually|normally|by default|should|depends?)\b/i;

const refusalHead =
  /^(it is |they are |is |are )?(refused|forbidden|not possible|not allowed|conflict)( with)?( 409| 422| 400)?$/;

const others =
  /^(all |any )?(other|others)\b[^,]* (is|are) (refused|rejected|forbidden)( with 4\d\d)?[.!]?$/i;

const onlyStatus = /^(it is |they are )?(refused )?(with )?4\d\d( conflict)?[.!]?$/i;

/** Returns the sentences of a text in Markdown, each on one line. */
export function sentencesOf(text: string): string[] {
  return text
    .replaceAll(/\r?\n\s*([-*+]|\d+\.)\s+/g, "\n\n")
    .split(/\n\s*\n/)
    .flatMap((paragraph) =>
      paragraph
        .replaceAll(/\s+/g, " ")
        .replaceAll("**", "")
        .split(/(?<=[.!?]["”)`]?)\s+(?=[A-Z`“"(*_])/),
    )
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** Returns the parts of the sentences of a text, as far as they say what holds without an exception. */
export function clausesOf(text: string): Clause[] {
  return sentencesOf(text).flatMap((sentence) => {
    if (exceptions.test(sentence)) return [];
    let isRefused = false;
    const all = split(sentence);
    return all.flatMap((part, index): Clause[] => {
      // A status after a colon says what becomes of what stands before it: `… is not deleted: 409`.
      const isRefusal = /\b(4\d\d|conflict)\b/i.test(part) || onlyStatus.test(all[index + 1] ?? "");
      const plain = withoutParentheses(part);
      if (plain === undefined) return [];
      if (refusalHead.test(plain)) {
        isRefused = true;
        return [];
      }
      const refusesOthers = others.test(all[index + 1] ?? "");
      return [{ text: plain, sentence, isRefusal, isRefused, refusesOthers }];
    });
  });
}

/** Splits a sentence where another statement begins, but not within code. */
const split = (sentence: string): string[] =>
  sentence
    .split(/(?:;|:)(?=(?:[^`]*`[^`]*`)*[^`]*$)\s*/)
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** A list of values in code: `(\`rented\`, \`retired\` or \`lost\`)`. */
const listed = / \(((?:`[^`]*`(?:, (?:and |or )?| and | or )?)+)\)/g;

/** What a list of values says again: `in any other status (\`rented\` or \`retired\`)`. */
const otherStates =
  /\bin (?:any|an|one of the|the|all) others? (?:status|state|phase|stage)(?:e?s)? \(((?:`[^`]*`(?:, (?:and |or )?| and | or )?)+)\)/gi;

/** A status in parentheses: `(409)`, `(409 otherwise)`, `(409, \`not_active\`)`. */
const statusAside =
  /^(?:with |else |otherwise |status |http )*4\d\d(?: conflict)?(?:,? (?:with )?(?:the (?:error )?code )?`[^`]*`)?(?: otherwise| else| if not)?$/i;

/**
 * Returns a part in lower case without its parentheses and its stop; `undefined` if what is in parentheses is more than
 * a status or the section of a standard.
 */
function withoutParentheses(written: string): string | undefined {
  const part = written.replaceAll(otherStates, "in $1").replaceAll(listed, " $1");
  const asides = [...part.matchAll(/\(([^()]*)\)/g)].map(([, inside = ""]) => inside.trim());
  const isPlain = (one: string): boolean => statusAside.test(one) || /^RFC \d+.*$/.test(one);
  if (!asides.every(isPlain)) return undefined;
  return part
    .replaceAll(/\s*\([^()]*\)/g, "")
    .replaceAll(/,? (else|otherwise)( it is| they are)?( refused)?( with)? 4\d\d$/gi, "")
    .replaceAll(/[.!]+$/g, "")
    .replace(/^409 (?=(?:`[^`]*` )?(?:when|if|while|once|as long as)\b)/i, "refused with 409 ")
    .replaceAll(/["“”]/g, "`")
    .trim()
    .toLowerCase();
}
