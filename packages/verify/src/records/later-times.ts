import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject, member, type Json } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { memberSchemas } from "../schema/members.ts";
import type { MadeRecord } from "./made-record.ts";
import { bodyMedia } from "./vary.ts";

const day = 24 * 60 * 60 * 1000;
const hour = day / 24;

/**
 * Returns an input whose times are in the future and follow each other in the order of the members, an hour or a day
 * apart: reservations and the like end after they begin, and must not overlap. `undefined` if it has no times, or the
 * schema does not allow these.
 *
 * @param index the number of days after the second day of next year, which differs between records
 */
export const laterTimes = (
  api: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  index: number,
): CallInput | undefined => {
  const start = Date.UTC(new Date().getUTCFullYear() + 1, 0, 2, 9) + index * day;
  return withTimesFrom(api, operation, input, { "date-time": start, date: start });
};

/**
 * Returns an input whose times follow those with which its record was made, an hour apart: what has begun ends later, and
 * not years later. Days follow the first one of the record, so that they are before its last one. `undefined` if the record has no
 * times, or the input has none.
 */
export function timesAfter(
  api: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  { sent, value }: Pick<MadeRecord, "sent" | "value">,
): CallInput | undefined {
  const knownIn = (pattern: RegExp): number[] =>
    [sent, value].map((one) => timesIn(one, pattern)).find(({ length }) => length > 0) ?? [];
  return withTimesFrom(api, operation, input, {
    "date-time": Math.max(...knownIn(/^\d{4}-\d\d-\d\dT\d\d:\d\d/i)),
    date: Math.min(...knownIn(/^\d{4}-\d\d-\d\d$/)),
  });
}

const timesIn = (body: unknown, pattern: RegExp): number[] =>
  Object.values(isObject(body as Json) ? (body as object) : {}).flatMap((one) =>
    typeof one === "string" && pattern.test(one) ? [Date.parse(one)] : [],
  );

/**
 * Returns an input with other times in the order of its members; `undefined` if the schema does not allow these.
 *
 * @param starts what times and days follow; those of a format without one stay as they are
 */
function withTimesFrom(
  api: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  starts: Readonly<Record<"date-time" | "date", number>>,
): CallInput | undefined {
  const media = bodyMedia(operation, input);
  const schema = media?.schema?.json ?? true;
  if (media?.kind !== "json" || !isObject(input.body)) return undefined;
  const { document } = api.description.model;
  let count = 0;
  const entries = Object.entries(input.body).map(([name, value]) => {
    const formats = memberSchemas(document, schema, name).map((one) => member(one, "format"));
    const format = (["date-time", "date"] as const).find((one) => formats.includes(one));
    if (format === undefined || typeof value !== "string" || !Number.isFinite(starts[format]))
      return [name, value];
    count += 1;
    const isTime = format === "date-time";
    const time = new Date(starts[format] + count * (isTime ? hour : day)).toISOString();
    return [name, isTime ? time.replace(".000Z", "Z") : time.slice(0, 10)];
  });
  const body: unknown = Object.fromEntries(entries);
  return count > 0 && api.description.holds(schema, body as Json) ? { ...input, body } : undefined;
}
