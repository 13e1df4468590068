import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject, member, type Json } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { memberSchemas } from "../schema/members.ts";
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
export function laterTimes(
  api: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  index: number,
): CallInput | undefined {
  const media = bodyMedia(operation, input);
  const schema = media?.schema?.json ?? true;
  if (media?.kind !== "json" || !isObject(input.body)) return undefined;
  const { document } = api.description.model;
  const start = Date.UTC(new Date().getUTCFullYear() + 1, 0, 2, 9) + index * day;
  let count = 0;
  const entries = Object.entries(input.body).map(([name, value]) => {
    const formats = memberSchemas(document, schema, name).map((one) => member(one, "format"));
    const isTime = typeof value === "string" && formats.includes("date-time");
    if (!isTime && !(typeof value === "string" && formats.includes("date"))) return [name, value];
    count += 1;
    const time = new Date(start + count * (isTime ? hour : day)).toISOString();
    return [name, isTime ? time.replace(".000Z", "Z") : time.slice(0, 10)];
  });
  const body: unknown = Object.fromEntries(entries);
  return count > 0 && api.description.holds(schema, body as Json) ? { ...input, body } : undefined;
}
