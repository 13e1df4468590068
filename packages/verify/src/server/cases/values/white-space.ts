import { toPointer } from "@openapi-packages/description";
import { sentencesAbout, sentencesOf } from "../../../description/said.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Flow } from "../flows/flow.ts";
import type { ValuePlace } from "./value-places.ts";

/** An operation that has written a text with white space around or in it, and the exchanges that show what became of it. */
interface Written {
  readonly by: FoundOperation;
  readonly exchanges: readonly Exchange[];
}

/** The treatment of white space at a place of texts, by operation. */
interface Habits {
  readonly keeping: Map<string, Written>;
  readonly removing: Map<string, Written>;
}

/** Returns a text with one space in place of each white space. */
const collapsed = (text: string): string => text.replaceAll(/\s+/g, " ");

/** True if a text has several white spaces between other characters. */
export const hasWideSpace = (text: string): boolean => /\S\s{2,}\S/.test(text);

/** Where a sentence speaks of white space in texts. */
const within =
  /\b(white ?spaces?|spaces)\b.*\b(within|inside|in between|between (the )?words|in the middle)\b/i;
const keeps =
  /\b(stays?|kept|keeps?|stored|shown|answered|returned|preserved?|remains?|unchanged|not (changed|collapsed|removed))\b/i;
/** That texts are kept with their white space, and that it is made one. */
const exactly = /\b(exactly|verbatim|as (they|it) (are|is|were|was)( sent| given| written)?)\b/i;
const collapses = /\b(collaps|squeez|normali[sz]|single (white )?space|one (white )?space)/i;

/**
 * What the operations that write a resource do with white space around and in texts. A service may remove it; if one
 * operation keeps it in a member and another one does not, the same text is not the same in two records. What the
 * description says of it has to be so.
 */
export class WhiteSpace {
  readonly #around: Habits = { keeping: new Map(), removing: new Map() };
  readonly #inside: Habits = { keeping: new Map(), removing: new Map() };
  readonly #said = new Set<string>();

  /** Records what a text that was sent with white space is shown as, and reports a contradiction. */
  note(
    flow: Flow,
    by: FoundOperation,
    place: ValuePlace,
    [sent, shown]: readonly [sent: string, shown: unknown],
    exchanges: readonly Exchange[],
  ): void {
    const pointer = toPointer(place.tokens);
    const written = { by, exchanges };
    if (sent !== sent.trim()) {
      if (shown === sent) this.#around.keeping.set(pointer, written);
      else if (shown === sent.trim()) this.#around.removing.set(pointer, written);
      this.#judge(flow, this.#around, pointer, written, {
        what: `removes white space around ${pointer}`,
        sentenceOf: () => keptWhole(flow, by, place),
      });
    }
    if (!hasWideSpace(sent) || typeof shown !== "string") return;
    const own = sent.trim();
    if (shown.trim() === own) this.#inside.keeping.set(pointer, written);
    else if (shown.trim() === collapsed(own)) this.#inside.removing.set(pointer, written);
    this.#judge(flow, this.#inside, pointer, written, {
      what: `makes one of several white spaces within ${pointer}`,
      sentenceOf: () => keptBy(flow, by, place),
    });
  }

  /** Reports what is removed although a sentence says that it stays, else what another operation keeps. */
  #judge(
    flow: Flow,
    habits: Habits,
    pointer: string,
    written: Written,
    { what, sentenceOf }: { readonly what: string; readonly sentenceOf: () => string | undefined },
  ): void {
    const sentence = habits.removing.get(pointer) === written ? sentenceOf() : undefined;
    if (sentence === undefined) return compare(flow, habits, pointer, what);
    if (this.#said.has(pointer)) return;
    this.#said.add(pointer);
    report(flow, written, pointer, `${what}, and the description says ${JSON.stringify(sentence)}`);
  }
}

/** Words for all texts, and by which they are as they were sent. */
const texts = /\b(?:texts?|strings?|names?|titles?|values?)\b/i;
const asSent =
  /\b(?:exactly|verbatim|unchanged)\b[^.;]*\b(?:as (?:they|it) (?:are|is|were|was) (?:sent|given|written)|kept|stored|answered)\b|\b(?:kept|stored|answered|returned|come back|shown)\b[^.;]*\b(?:exactly|verbatim|unchanged)\b|\bnot(?:hing is)? trimmed\b|\bnever trimmed\b/i;
const trims =
  /\b(?:trims?|trimmed|strips?|stripped|without (?:leading|surrounding))\b|\bwhite ?space (?:around|at)\b/i;

const notTrimmed = /\b(?:not|never|nothing)\b[^.;,]*\b(?:trim|strip)/i;

/** Returns the sentence by which texts stay as they were sent; `undefined` if there is none, or another one speaks of white space around them. */
function keptWhole(
  { probe: { api } }: Flow,
  { operation }: FoundOperation,
  { schemas }: ValuePlace,
): string | undefined {
  const own = sentencesOf(...schemas.map((one) => String(one["description"] ?? "")));
  const all = [...own, ...sentencesAbout(api, operation)];
  if (all.some((one) => trims.test(one) && !notTrimmed.test(one))) return undefined;
  return all.find((one) => asSent.test(one) && texts.test(one));
}

/** Returns the sentence by which white space in a member stays; `undefined` if there is none, or another one speaks against it. */
function keptBy(
  { probe: { api } }: Flow,
  { operation }: FoundOperation,
  { tokens, schemas }: ValuePlace,
): string | undefined {
  const own = sentencesOf(...schemas.map((one) => String(one["description"] ?? "")));
  const name = tokens.at(-1) ?? "";
  const isOfOther = (text: string): boolean => text.includes("`") && !text.includes(`\`${name}\``);
  const all = [...own, ...sentencesAbout(api, operation)].filter(
    (one) => /white ?space|\bspaces\b/i.test(one) && !isOfOther(one),
  );
  if (all.some((one) => collapses.test(one))) return undefined;
  const kept = all.filter((one) => keeps.test(one));
  return kept.find((one) => within.test(one)) ?? kept.find((one) => exactly.test(one));
}

/** Reports that one operation removes what another one keeps. */
function compare(flow: Flow, habits: Habits, pointer: string, what: string): void {
  const [keeping, removing] = [habits.keeping.get(pointer), habits.removing.get(pointer)];
  if (keeping === undefined || removing === undefined || keeping.by === removing.by) return;
  const message = `${what}, which ${keeping.by.operation.id} keeps`;
  const exchanges = [...removing.exchanges, ...keeping.exchanges];
  report(flow, { by: removing.by, exchanges }, pointer, message);
}

function report(flow: Flow, { by, exchanges }: Written, pointer: string, message: string): void {
  const check = by.state.kind === "create" ? "shows-what-was-sent" : "read-after-update";
  flow.report(check, by, message, exchanges, [pointer]);
}
