import type { Json, JsonObject } from "@openapi-packages/description";
import { isObject } from "@openapi-packages/runtime/internals";
import type { VerifiedApi } from "../../description/verified-api.ts";
import {
  derivedIn,
  isAsExpected,
  objectsIn,
  wordsOf,
  type Derived,
  type DerivedRule,
} from "./derived-rule.ts";

/** An object in an example, and which example it is. */
interface Shown {
  readonly object: JsonObject;
  readonly source: string;
}

/** Words of members that have a sum, at their beginning or at their end. */
const sums = new Set(["total", "sum", "subtotal"]);

/** Words of members that have a number of items, beside the name of the list. */
const counts = new Set(["count", "total", "number", "num", "of"]);

/**
 * Returns the sums and counts that all examples of answers agree in: a member named like a total that has, in every
 * example with both, the sum of one member of the items of a list beside it, and a member named like the number of items
 * of a list that has it. At least one example has several items.
 */
export function exampleRules(api: VerifiedApi): DerivedRule[] {
  const all = examplesOf(api);
  const tried = new Map<string, DerivedRule | undefined>();
  for (const { object } of all)
    for (const asked of candidatesIn(object)) {
      const key = JSON.stringify([asked.member, asked.list, asked.part]);
      if (!tried.has(key)) tried.set(key, ruleOf(all, asked));
    }
  return [...tried.values()].filter((rule) => rule !== undefined);
}

type Asked = Pick<DerivedRule, "member" | "list" | "part">;

/** Returns the examples of the successful answers of all operations. */
function examplesOf({ operations }: VerifiedApi): Shown[] {
  return operations.flatMap(({ id, model }) =>
    model.responses
      .filter(({ status }) => status.startsWith("2"))
      .flatMap(({ content }) => content.filter((one) => one.kind === "json" && !one.stream))
      .flatMap(({ example, examples }) => {
        const named: [string, Json][] = Object.entries(examples);
        const unnamed = named.length > 0 || example === undefined ? [] : [["", example] as const];
        return [...named, ...unnamed].flatMap(([name, value]) => {
          const source = `they are equal in the example ${name === "" ? "" : `${name} `}of ${id}`;
          return objectsIn(value).map((object) => ({ object, source }));
        });
      }),
  );
}

function candidatesIn(object: JsonObject): Asked[] {
  const numbers = Object.keys(object).filter((name) => typeof object[name] === "number");
  const lists = Object.keys(object).filter((name) => Array.isArray(object[name]));
  return lists.flatMap((list) =>
    numbers.flatMap((member): Asked[] => {
      const words = wordsOf(member);
      const isSum = [words[0], words.at(-1)].some((word) => sums.has(word ?? ""));
      const [first] = object[list] as readonly Json[];
      const parts = isSum && isObject(first) ? Object.keys(first) : [];
      const counted = isCountOf(words, list, lists) ? [{ member, list, part: undefined }] : [];
      return [...counted, ...parts.map((part) => ({ member, list, part }))];
    }),
  );
}

/** True for the words of `count` beside one list, and of `itemCount`, `totalItems` and the like beside `items`. */
function isCountOf(words: readonly string[], list: string, lists: readonly string[]): boolean {
  const others = words.filter((word) => !counts.has(word));
  if (others.length === words.length) return false;
  if (others.length === 0) return lists.length === 1 && words.includes("count");
  return others.join(" ") === wordsOf(list).join(" ");
}

/** Returns a rule if all examples with both members agree in it. */
function ruleOf(all: readonly Shown[], asked: Asked): DerivedRule | undefined {
  const { member, list, part } = asked;
  const both = all.filter(
    ({ object }) => typeof object[member] === "number" && Array.isArray(object[list]),
  );
  const derived = both.map(({ object }) => derivedIn(object, asked));
  if (!derived.every((one) => one !== undefined && isAsExpected(one))) return undefined;
  const shown = both[derived.findIndex((one) => one !== undefined && isTelling(one, part))];
  const examples = both.map(({ object }) => object);
  return shown && { ...asked, source: shown.source, examples };
}

/** True if a number is no coincidence: several items count. */
function isTelling({ items, expected }: Derived, part: string | undefined): boolean {
  const counting = part === undefined ? items : items.filter((one) => one[part] !== 0);
  return expected !== 0 && counting.length > 1;
}
