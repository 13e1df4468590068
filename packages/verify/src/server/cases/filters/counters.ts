import { getMember } from "@openapi-packages/runtime/internals";
import { isObject, type Json } from "@openapi-packages/description";
import { plainName, stem } from "@openapi-packages/compiler/mock/state/words";
import { sentencesOf } from "../../../description/said.ts";
import type { Walk } from "../pages/walk.ts";
import { shownValue } from "./list-place.ts";

/** Words for what can still be had. */
const leftWords = new Set(["left", "available", "free", "remaining", "open"]);

/** Words of a number of all that there are. */
const countWords = new Set(["count", "number", "of"]);

/** Words by which true and false are those with and those without. */
const tellsBoth =
  /\bwith\b[^.;]*\btrue\b[^.;]*\bwithout\b[^.;]*\bfalse\b|\btrue\b[^.;]*\bwith\b[^.;]*\bfalse\b[^.;]*\bwithout\b/i;

/** Returns the member that counts what a flag asks for: `seatsLeft` of `hasSeats`, if that is about seats that are left. */
function counterOf(
  flag: string,
  description: string | undefined,
  items: readonly object[],
): string | undefined {
  const [, noun] = /^has_(.+)$/.exec(plainName(flag)) ?? [];
  if (noun === undefined) return undefined;
  const asked = new Set(noun.split("_"));
  const said = (description ?? "").toLowerCase().split(/[^a-z]+/);
  const isOfLeft = [...asked, ...said].some((word) => leftWords.has(word));
  const nouns = [...asked].filter((word) => !leftWords.has(word)).map(stem);
  const numbers = Object.entries(items[0] ?? {}).filter(([, value]) => typeof value === "number");
  const found = numbers.filter(([name]) => {
    const words = plainName(name).split("_");
    const others = words.filter((word) => !nouns.includes(stem(word)));
    const isOfNoun = others.length === words.length - nouns.length;
    const meant = isOfLeft ? leftWords : countWords;
    return isOfNoun && others.length > 0 && others.every((word) => meant.has(word));
  });
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/** Says which item a list has by a flag although the number that it shows says otherwise; `undefined` if there is none. */
export function counterFault(
  flag: string,
  description: string | undefined,
  having: Walk,
  without: Walk,
): { readonly message: string; readonly walk: Walk } | undefined {
  const objectsIn = ({ items }: Walk): object[] =>
    items.filter((one) => isObject(one as Json)) as object[];
  const all = [...objectsIn(having), ...objectsIn(without)];
  const member = counterOf(flag, description, all);
  if (member === undefined) return undefined;
  const isOfBoth = sentencesOf(description).some((one) => tellsBoth.test(one));
  for (const [walk, isWrong] of [
    [having, (value: number) => value <= 0],
    [without, (value: number) => isOfBoth && value > 0],
  ] as const) {
    const wrong = objectsIn(walk)
      .map((item) => getMember(item, member))
      .find((value) => typeof value === "number" && isWrong(value));
    if (wrong !== undefined) {
      const message = `filter ${flag}=${walk === having} contains an item whose ${member} is ${shownValue(wrong)}`;
      return { message, walk };
    }
  }
  return undefined;
}
