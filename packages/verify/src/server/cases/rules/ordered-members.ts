import { wordsOf } from "@openapi-packages/compiler/mock/state/words";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { clausesOf, type Clause } from "./clauses.ts";
import { bodyMembers, withMembers, type BodyMembers } from "./member-words.ts";

/** What a sentence says of two members of a body: the lower one is not above, or is below, the upper one. */
export interface OrderRule {
  readonly lower: string;
  readonly upper: string;
  readonly sentence: string;
  /** The member of the body whose object has both; `undefined` if the body has them itself. */
  readonly within?: string;
  /** The numbers by which the lower and the upper one are multiplied. Default: they are compared as they are. */
  readonly times?: readonly [lower: number, upper: number];
  /** True if they must not be equal either. */
  readonly isStrict?: true;
}

const below = "(?:before|earlier than|less than|lower than|smaller than|below|under)";
const above = "(?:after|later than|greater than|more than|higher than|larger than|above|over)";
const not =
  "(?:must not|may not|must never|cannot|can ?not|can't|is not|are not|not)(?: be| come| lie)?";
const must = "(?:must|has to|have to)(?: be| come| lie)?";
const atLeast =
  "(?:at least|on or after|not before|not earlier than|no earlier than|not less than|no less than|not below|greater than or equal to|equal to or greater than)";
const atMost =
  "(?:at most|on or before|not after|not later than|no later than|not more than|no more than|not above|less than or equal to|equal to or less than)";

/** By which words the first member is the upper or the lower one. */
const relations: readonly (readonly [isUpper: boolean, pattern: RegExp])[] = [
  [true, new RegExp(`^(?:${not} ${below}|${must} (?:${above}|${atLeast}))$`)],
  [false, new RegExp(`^(?:${not} (?:${above}|exceed)|${must} (?:${below}|${atMost}))$`)],
];

/** The words of {@link relations} by which the members may not be equal. */
const strictly = new RegExp(`^${must} (?:${above}|${below})$`);

/** By which words the description of a member says on which side of another one it is: "Later than startsOn". */
const side: typeof relations = [
  [true, new RegExp(`^${above}$`)],
  [false, new RegExp(`^${below}$`)],
];

/** By which words the description of a refusal says that the first member is on the wrong side of the second. */
const wrong: typeof relations = [
  [true, new RegExp(`^(?:is )?(?:not ${above}|${below})$`)],
  [false, new RegExp(`^(?:is )?(?:not ${below}|${above})$`)],
];

/** Returns what the description of an operation, its body and its refusals say of pairs of members. */
export function orderRulesOf(api: VerifiedApi, operation: VerifiedOperation): OrderRule[] {
  const members = bodyMembers(api, operation);
  if (members === undefined || members.names.length < 2) return [];
  const { names } = members;
  const said = clausesOf(operation.model.description).flatMap((one) => pairIn(one, names));
  const ofMembers = names.flatMap((name) =>
    members.clausesOf(name).flatMap((one) => pairOf(one, name, names)),
  );
  const refusals = operation.model.responses.filter(({ status }) =>
    ["400", "422"].includes(status),
  );
  const ofRefusals = refusals.flatMap(({ description }) =>
    clausesOf(description).flatMap((one) => wrongPairIn(one, names)),
  );
  const ofObjects = names.flatMap((within) =>
    pairsWithin(members, within).map((rule) => ({ ...rule, within })),
  );
  const all = [...said, ...ofMembers, ...ofRefusals, ...ofObjects].filter(
    ({ lower, upper }) => lower !== upper,
  );
  const isContradicted = (rule: OrderRule): boolean =>
    all.some((one) => isOf(one, rule.within, rule.upper, rule.lower));
  const isFirst = (rule: OrderRule, index: number): boolean =>
    all.findIndex((one) => isOf(one, rule.within, rule.lower, rule.upper)) === index;
  const mayBeEqual = ({ lower, upper }: OrderRule): boolean =>
    [
      ...clausesOf(operation.model.description).filter((one) =>
        /‹M/.test(withMembers(one.text, [lower, upper])),
      ),
      ...[lower, upper].flatMap((name) => members.clausesOf(name)),
    ].some(({ sentence }) => /\b(?:same|equal|identical)\b/i.test(sentence));
  return all
    .filter((rule, index) => isFirst(rule, index) && !isContradicted(rule))
    .map(({ isStrict, ...rule }) => (isStrict && !mayBeEqual(rule) ? { ...rule, isStrict } : rule));
}

const isOf = (rule: OrderRule, within: string | undefined, lower: string, upper: string): boolean =>
  rule.within === within && rule.lower === lower && rule.upper === upper;

/** Reads "max must not be below min" of an object that has both. */
function pairsWithin(members: BodyMembers, within: string): OrderRule[] {
  const names = members.namesWithin(within);
  return members.clausesOf(within).flatMap((one) => pairIn(one, names, true));
}

const pair =
  /‹M(\d+)› ([a-z' ]+?) (?:(\d+) (?:times|×|\*|x) )?‹M(\d+)›(?: (?:times|×|\*|x|multiplied by) (\d+))?(?=$|,| and\b)/;

/** Reads `periodTo must not be before periodFrom`, and `timeout must be less than interval times 1000`. */
function pairIn(
  { text, sentence }: Clause,
  names: readonly string[],
  isPlain = false,
): OrderRule[] {
  const found = pair.exec(withMembers(text, names, isPlain)) ?? [];
  const [, first, words = "", before, second, behind] = found;
  const by = Number(before ?? 1) * Number(behind ?? 1);
  return ruleOf(names[Number(first)], names[Number(second)], words, relations, sentence, by);
}

/** Reads `The last day, not before periodFrom` of a member. */
function pairOf({ text, sentence }: Clause, name: string, names: readonly string[]): OrderRule[] {
  const plain = withMembers(text, names);
  const [, words = "", other] = /(?:^|, )(?:it )?([a-z' ]+?) ‹M(\d+)›$/.exec(plain) ?? [];
  const known = plain.startsWith(words) ? [...relations, ...side] : relations;
  return ruleOf(name, names[Number(other)], words, known, sentence);
}

/** Reads `end not after start` in what an answer 422 says. */
function wrongPairIn({ text, sentence }: Clause, names: readonly string[]): OrderRule[] {
  return text.split(/, | or /).flatMap((part) => {
    const [, first, words = "", second] =
      /^(?:the )?‹M(\d+)› ([a-z ]+?) (?:the )?‹M(\d+)›$/.exec(withMembers(part, names, true)) ?? [];
    return ruleOf(names[Number(first)], names[Number(second)], words, wrong, sentence);
  });
}

function ruleOf(
  first: string | undefined,
  second: string | undefined,
  words: string,
  known: typeof relations,
  sentence: string,
  by = 1,
): OrderRule[] {
  const found = known.find(([, pattern]) => pattern.test(words));
  if (first === undefined || second === undefined || found === undefined) return [];
  if (by === 0 || (by === 1 && areOfOtherUnits(first, second))) return [];
  const [isUpper] = found;
  const times = by === 1 ? {} : { times: isUpper ? ([by, 1] as const) : ([1, by] as const) };
  const isStrict = known !== wrong && (strictly.test(words) || isSide(words));
  const rule = { sentence, ...times, ...(isStrict && by === 1 && { isStrict }) };
  return [
    isUpper ? { upper: first, lower: second, ...rule } : { upper: second, lower: first, ...rule },
  ];
}

const isSide = (words: string): boolean => side.some(([, pattern]) => pattern.test(words));

const units = new Set(
  "milliseconds seconds minutes hours days weeks months years ms cents euros dollars mm cm m km metres meters grams g kg kilograms".split(
    " ",
  ),
);

/** True if two names end with different units, whose numbers say nothing of each other: `minMinutes` and `maxHours`. */
function areOfOtherUnits(one: string, other: string): boolean {
  const [first = "", second = ""] = [wordsOf(one).at(-1), wordsOf(other).at(-1)];
  return units.has(first) && units.has(second) && first !== second;
}

/** Compares two numbers, days or times; `undefined` if they are none, or of different kinds, or multiplied and no numbers. */
export function compared(
  one: unknown,
  other: unknown,
  times?: OrderRule["times"],
): number | undefined {
  const [ofOne, ofOther] = times ?? [1, 1];
  if (typeof one === "number" && typeof other === "number") return one * ofOne - other * ofOther;
  if (times !== undefined) return undefined;
  const [first, second] = [timeOf(one), timeOf(other)];
  return first === undefined || second === undefined ? undefined : first - second;
}

function timeOf(value: unknown): number | undefined {
  const isTime =
    typeof value === "string" && /^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/i.test(value);
  const time = isTime ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

const day = 86_400_000;

/** Returns a number, a day or a time beside another: the next one, or the one before; `undefined` for other values. */
export function beside(value: unknown, isLater: boolean): number | string | undefined {
  const step = isLater ? 1 : -1;
  if (typeof value === "number") return value + step;
  const time = timeOf(value);
  if (time === undefined || typeof value !== "string") return undefined;
  const other = new Date(time + step * day).toISOString();
  return value.length === 10 ? other.slice(0, 10) : other.replace(".000Z", "Z");
}
