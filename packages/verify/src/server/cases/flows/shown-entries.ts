import { lettersOf } from "../../../records/letters-of.ts";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { Json } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { schemaAt } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";

/** An entry of a list in an answer, with the member of the path that names its record. */
export interface ShownEntry {
  readonly value: Readonly<Record<string, unknown>>;
  /** The members on the way to the list, and `*` for each item. */
  readonly place: readonly string[];
}

/** True if an object names a record in the member that is named as the parameter. */
const isOf = (item: object, parameter: string, key: string | number): boolean =>
  Object.entries(item).some(
    ([name, value]) => lettersOf(name) === lettersOf(parameter) && String(value) === String(key),
  );

/** Returns the items of lists anywhere in an answer that name a record. */
export function entriesIn(
  value: unknown,
  parameter: string,
  key: string | number,
  place: readonly string[] = [],
): readonly ShownEntry[] {
  const inside = Array.isArray(value)
    ? (value as readonly unknown[]).map((item) => ["*", item] as const)
    : Object.entries(isObject(value) ? value : {});
  return inside.flatMap(([token, one]): readonly ShownEntry[] => {
    const own = [...place, token];
    const isEntry = token === "*" && Array.isArray(value) && isObject(one);
    return isEntry && isOf(one, parameter, key)
      ? [{ value: one, place: own }]
      : entriesIn(one, parameter, key, own);
  });
}

/** Returns the schema of an entry in an answer. */
export function entrySchema(
  { description }: VerifiedApi,
  { model }: VerifiedOperation,
  { response }: Exchange,
  { place }: ShownEntry,
): Json | undefined {
  const answer = model.responses.find(({ status }) => status === String(response?.status));
  const schema = answer?.content.find(({ kind }) => kind === "json")?.schema?.json;
  return schemaAt(description.model.document, schema, place);
}

/** True if an answer may be a part of the entries: it is asked for in pages. */
export const isInPages = ({ model }: VerifiedOperation): boolean =>
  model.parameters.some(
    ({ in: where, name }) =>
      where === "query" && /limit|page|size|cursor|offset|after|before|top|skip/i.test(name),
  );

/** Returns the value of a member anywhere near the top of an answer: in it, or in an envelope of one member. */
export function answeredMember({ value }: Exchange, name: string): unknown {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return getMember(value, name);
  const inside = Object.values(value).find((one) => isObject(one) && Object.hasOwn(one, name));
  return isObject(inside) ? getMember(inside, name) : undefined;
}
