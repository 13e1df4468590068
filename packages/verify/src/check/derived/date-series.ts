import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { Json } from "@openapi-packages/description";
import { sentencesOf } from "../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import { valuesAt } from "../../records/places.ts";
import { applicableSchemas, memberNames, memberSchemas } from "../../schema/members.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { DerivedProblem } from "./derived-rule.ts";
import { schemaWalkOf } from "./schema-walk.ts";

/** A list that has an item for each day, or week, of a range that a request names. */
interface SeriesRule {
  readonly place: readonly string[];
  /** The member with the date of an item. */
  readonly member: string;
  readonly from: string;
  readonly to: string;
  /** The parameter that chooses between days and weeks; `undefined` if all are days. */
  readonly unit: { readonly name: string; readonly default: unknown } | undefined;
  /** True if the last day belongs to the range. */
  readonly isClosed: boolean;
  /** "Weeks start on Monday." */
  readonly weeks: { readonly day: number; readonly sentence: string } | undefined;
  readonly sentence: string;
}

/** "There is one bucket for every day, also for those without downloads." */
const forEach = /\b(?:one|an?) \w+ (?:for|per) (?:every|each) day\b/i;
const alsoEmpty = /\b(?:also|even|including)\b.*\b(?:no|none|nothing|without|zero)\b/i;
const closed =
  /\bboth (?:ends|days|dates)? ?(?:belong|are included|included|inclusive)|\binclusive\b/i;

/** Words by which a range is not that which was asked for, or days of it are left out. */
const otherwise =
  /\b(?:at most|shorten\w*|cut|capped|limited|left out|omitted|future|today|begins? with|(?:not|never|only) before|earliest|pages?|(?:named|called|dated|labell?ed)[^.]*\blast day)\b/i;

/** Words by which such a range is refused. */
const refusing = /\b(?:4\d\d|refused|rejected|invalid)\b/i;
const starting = /\bweeks (?:start|begin) on (?:a )?(?<day>monday|sunday)s?\b/i;

const dayLength = 86_400_000;

/** Compares series in answers with the range of days that was asked for, where descriptions say that no day is left out. */
export class DateSeries {
  readonly #rules: ReadonlyMap<string, readonly SeriesRule[]>;

  constructor(api: VerifiedApi) {
    this.#rules = new Map(api.operations.map((one) => [one.id, rulesOf(api, one)]));
  }

  /** Looks at an answer, and returns what its series lack. */
  note({ id, model }: VerifiedOperation, exchange: Exchange): readonly DerivedProblem[] {
    const { request, response } = exchange;
    if (response?.status !== 200) return [];
    const query = new URLSearchParams(request.target.split("?")[1]);
    return (this.#rules.get(id) ?? []).flatMap((rule) => {
      const [from, to] = [rule.from, rule.to].map((name) => dateIn(query.get(name)));
      const unit = rule.unit ? (query.get(rule.unit.name) ?? rule.unit.default) : "day";
      const isOfWeeks = unit === "week";
      if (from === undefined || to === undefined || (unit !== "day" && !isOfWeeks)) return [];
      const dates = valuesAt(exchange.value, rule.place).map((one) =>
        isObject(one) ? dateIn(getMember(one, rule.member)) : undefined,
      );
      const fault = faultOf(rule, { from, to, isOfWeeks }, dates);
      const pointer = `${model.pointer}/responses/200`;
      const problem = { check: "derived-value", message: fault ?? "", pointer } as const;
      return fault === undefined
        ? []
        : [{ problem: { ...problem, about: `days of ${rule.member}` }, exchange }];
    });
  }
}

function rulesOf(api: VerifiedApi, operation: VerifiedOperation): SeriesRule[] {
  const { document } = api.description.model;
  const { model } = operation;
  const said = sentencesOf(model.description);
  const sentence = said.find((one) => forEach.test(one) && alsoEmpty.test(one));
  const isDate = (schema: Json | undefined): boolean =>
    applicableSchemas(document, schema).some((one) => one["format"] === "date");
  const days = model.parameters.filter((one) => one.in === "query" && isDate(one.schema.json));
  const [from, to] = [/^(?:from|start|since)/i, /^(?:to|end|until)/i].map((name) =>
    days.find((one) => name.test(one.name)),
  );
  if (model.method !== "GET" || sentence === undefined || !from || !to) return [];
  if (said.some((one) => otherwise.test(one) && !refusing.test(one))) return [];
  const unit = model.parameters.find((one) => {
    const values = applicableSchemas(document, one.schema.json).flatMap((own) => own["enum"] ?? []);
    return one.in === "query" && values.includes("day");
  });
  const week = said.find((one) => starting.test(one));
  const day = starting.exec(week ?? "")?.groups?.["day"]?.toLowerCase();
  const found = schemaWalkOf(api)
    .of(operation)
    .flatMap(({ schema, place }): SeriesRule[] => {
      const dates = memberNames(document, schema).filter((name) =>
        memberSchemas(document, schema, name).some((one) => one["format"] === "date"),
      );
      const [member, ...others] = dates;
      if (place.at(-1) !== "*" || member === undefined || others.length > 0) return [];
      return [
        {
          place,
          member,
          from: from.name,
          to: to.name,
          unit: unit && { name: unit.name, default: unit.schema.annotations["default"] },
          isClosed: said.some((one) => closed.test(one)),
          weeks: week === undefined ? undefined : { day: day === "monday" ? 1 : 0, sentence: week },
          sentence,
        },
      ];
    });
  // Which one of several lists is the series is not told.
  const isSingle = new Set(found.map(({ place }) => JSON.stringify(place))).size === 1;
  return isSingle ? found : [];
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly isOfWeeks: boolean;
}

/** Says what is wrong with the dates of a series; `undefined` if they are not of the range, as those of an example may be. */
function faultOf(
  { weeks, isClosed, sentence }: SeriesRule,
  { from, to, isOfWeeks }: Range,
  dates: readonly (number | undefined)[],
): string | undefined {
  const known = dates.filter((one) => one !== undefined);
  const earliest = from - (isOfWeeks ? 6 * dayLength : 0);
  const isOfRange = known.every((one) => one >= earliest && one <= to);
  // A day alone may be that of an example.
  const least = isOfWeeks ? 1 : 2;
  if (known.length < least || known.length < dates.length || !isOfRange) return undefined;
  const says = (own: string): string => `, and the description says ${JSON.stringify(own)}`;
  const weekday = (one: number): number => new Date(one).getUTCDay();
  if (isOfWeeks && weeks === undefined) return undefined;
  const other = known.find((one) => isOfWeeks && weekday(one) !== weeks?.day);
  if (other !== undefined)
    return `has a week that starts on ${textOf(other)}, a ${new Date(other).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" })}${says(weeks?.sentence ?? "")}`;
  const first = isOfWeeks ? from - ((weekday(from) - (weeks?.day ?? 0) + 7) % 7) * dayLength : from;
  for (let day = first; isClosed ? day <= to : day < to; day += (isOfWeeks ? 7 : 1) * dayLength)
    if (!known.includes(day))
      return `has nothing for ${textOf(day)}, between ${textOf(from)} and ${textOf(to)}${says(sentence)}`;
  return undefined;
}

const textOf = (day: number): string => new Date(day).toISOString().slice(0, 10);

function dateIn(value: unknown): number | undefined {
  const time =
    typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
