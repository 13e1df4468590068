import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { nameWords } from "./state-words.ts";

const changing = ["chang", "modif", "updat", "edit", "alter", "amend", "correct"];

/** Verbs for what methods do, whatever the operation is called. */
const usual: Readonly<Record<string, readonly string[]>> = {
  PATCH: changing,
  PUT: [...changing, "replac", "overwrit", "set"],
  DELETE: ["delet", "remov"],
  POST: ["add", "creat", "attach", "append"],
};

/** Participles that do not begin as their verb does. */
const irregular: Readonly<Record<string, string>> = {
  paid: "pay",
  sent: "send",
  sold: "sell",
  bought: "buy",
  taken: "take",
  given: "give",
};

/** True if each verb says what an operation does, by its name, its path, its summary or its method. */
export function doesIt({ id, model }: VerifiedOperation, verbs: readonly string[]): boolean {
  const path = model.path.split("/").filter((one) => !one.includes("{"));
  const own = [nameWords(id), nameWords(path.at(-1) ?? ""), model.summary.toLowerCase()]
    .flatMap((one) => one.split(/[^a-z]+/))
    .filter((word) => word.length > 2 && !common.has(word));
  const isBelow = model.method !== "POST" || path.length > 1;
  const known = isBelow ? (usual[model.method] ?? []) : [];
  return (
    verbs.length > 0 &&
    verbs.every((one) => {
      const verb = irregular[one] ?? one;
      return known.some((stem) => verb.startsWith(stem)) || own.some((word) => isAlike(word, verb));
    })
  );
}

const common = new Set(["the", "and", "for", "from", "with", "that", "its", "all", "one"]);

/** True if two words have the same stem: `cancelled` and `cancel`, `decided` and `decision`. */
export function isAlike(one: string, other: string): boolean {
  const [short = "", long = ""] = [stem(one), stem(other)].toSorted((a, b) => a.length - b.length);
  if (short.length < 3) return false;
  const isClose = short.length > 4 && short.length < 7 && long.startsWith(short.slice(0, 4));
  return long.startsWith(short) || isClose;
}

const stem = (word: string): string =>
  word.replace(/(ing|ied|ed|es|s|e|y)$/, "").replace(/(.)\1$/, "$1");
