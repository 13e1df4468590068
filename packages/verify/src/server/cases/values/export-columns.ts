import { isObject, member } from "@openapi-packages/description";
import { plainName } from "@openapi-packages/compiler/mock/state/words";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { memberNames } from "../../../schema/members.ts";
import type { ResourceFlow } from "../flows/resources.ts";
import { readCsv } from "./csv.ts";

/** The smallest part of the columns that have to be members of a resource. */
const leastPart = 0.5;

/** The same where nothing but the columns tells what a text has. */
const leastAlone = 0.75;

/**
 * Returns the resources whose members are the columns of an export, which its examples show: those with the most of them.
 *
 * @param isNamed true if the path tells that the text has records of these resources
 * @returns all of them if no columns are known, and the path tells
 */
export function withColumns(
  api: VerifiedApi,
  get: VerifiedOperation,
  flows: readonly ResourceFlow[],
  isNamed: boolean,
): readonly ResourceFlow[] {
  const columns = columnsOf(get);
  if (columns.length < 2) return isNamed ? flows : [];
  const parts = flows.map((flow) => {
    const names = membersOf(api, flow);
    return columns.filter((one) => names.has(one)).length / columns.length;
  });
  const most = Math.max(0, ...parts);
  if (most < (isNamed ? leastPart : leastAlone)) return isNamed && flows.length === 1 ? flows : [];
  return flows.filter((_, index) => parts[index] === most);
}

/** Returns the plain names of the columns of CSV, or of the members of lines of JSON, in the example of a text. */
export function columnsOf({ model }: VerifiedOperation): string[] {
  const success = model.responses.find(({ status }) => status.startsWith("2"));
  const media = [/csv/i, /json/i]
    .map((type) => success?.content.find(({ mediaType }) => type.test(mediaType)))
    .find((one) => one !== undefined);
  const texts = [media?.example, ...Object.values(media?.examples ?? {})];
  const text = texts.find((one) => typeof one === "string");
  if (media === undefined || text === undefined) return [];
  const [line = ""] = text.split(/\r?\n/);
  return (/csv/i.test(media.mediaType) ? (readCsv(text).rows[0] ?? []) : keysIn(line)).map(
    plainName,
  );
}

function keysIn(line: string): string[] {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

export function membersOf(api: VerifiedApi, { create, read }: ResourceFlow): ReadonlySet<string> {
  const { document } = api.description.model;
  const { operation, state } = read ?? create;
  const success = operation.model.responses.find(({ status }) => status.startsWith("2"));
  const schema = success?.content.find(({ kind }) => kind === "json")?.schema?.json;
  const whole = memberNames(document, schema);
  const holder = state.at?.split("/").find((one) => one !== "");
  const inner =
    holder === undefined ? [] : memberNames(document, member(member(schema, "properties"), holder));
  return new Set([...whole, ...inner].map(plainName));
}
