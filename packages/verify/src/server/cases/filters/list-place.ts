import type { FilterDescriptor, StateOperation } from "@openapi-packages/mock/description";
import { resolvePointer } from "@openapi-packages/runtime";
import { getMember } from "@openapi-packages/runtime/internals";
import {
  isObject,
  member,
  pointerParts,
  type Json,
  type JsonObject,
  type Parameter,
} from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { applicableSchemas, memberNames, schemaAt } from "../../../schema/members.ts";

/** A list of records, and what its description says of them and of its query. */
export interface ListPlace {
  readonly api: VerifiedApi;
  readonly operation: VerifiedOperation;
  readonly state: Extract<StateOperation, { kind: "list" }>;
}

/** Returns the parameter of a filter. */
export const parameterOf = (
  { operation }: ListPlace,
  { parameter }: FilterDescriptor,
): Parameter | undefined =>
  operation.model.parameters.find((one) => one.in === "query" && one.name === parameter);

/** Words of descriptions for texts whose case does not matter. */
const saysCaseless =
  /\bcase[- ]?insensitive(?:ly)?\b|\b(?:ignor\w+|regardless of|irrespective of|without regard to) (?:the |letter |their )?case\b|\bcompared (?:\w+ )?in (?:lower|upper)[- ]?case\b/i;

/** True if the description of a parameter says that case does not matter. */
export const ignoresCase = (parameter: Parameter | undefined): boolean =>
  isCaseless(parameter?.description.replaceAll(/\s+/g, " ") ?? "");

/** True if a text says that case does not matter. */
export const isCaseless = (text: string): boolean => saysCaseless.test(text);

/** Returns the values that a schema lists, or that of its items; `undefined` if it allows any. */
export function valuesIn(
  { api }: ListPlace,
  schema: Json | undefined,
): readonly Json[] | undefined {
  const { document } = api.description.model;
  const schemas = applicableSchemas(document, schema);
  const inner = schemas.flatMap((one) => applicableSchemas(document, member(one, "items")));
  return [...schemas, ...inner]
    .map((one) => member(one, "enum"))
    .find((one): one is Json & readonly Json[] => Array.isArray(one));
}

/** Returns the schema of a member of the list's items. */
export const itemSchema = (place: ListPlace, name: string): Json | undefined =>
  schemaIn(place, ["*", name]);

/** Returns an item with the members that its schema has, and no values: an example of it may not be known. */
export function describedItem(place: ListPlace): JsonObject {
  const names = memberNames(place.api.description.model.document, schemaIn(place, ["*"]));
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** Returns the schema at a place in the list. */
function schemaIn(
  { api, operation, state }: ListPlace,
  pointer: readonly string[],
): Json | undefined {
  const success = operation.model.responses.find(({ status }) => status.startsWith("2"));
  const body = success?.content.find(({ kind }) => kind === "json")?.schema?.json;
  const { document } = api.description.model;
  return schemaAt(document, body, [...pointerParts(state.at ?? ""), ...pointer]);
}

/** Returns the format of a schema's values. */
export const formatOf = ({ api }: ListPlace, schema: Json | undefined): unknown =>
  applicableSchemas(api.description.model.document, schema)
    .map((one) => member(one, "format"))
    .find((one) => one !== undefined);

/** Returns the key of an item of the list, for messages and for comparing lists. */
export function keyIn({ api, state }: ListPlace, item: object): string {
  const { key = "id" } = api.description.mock.state?.resources[state.resource] ?? {};
  return String(getMember(item, key));
}

/** Returns a value as a parameter takes it, alone or in a list; `undefined` if it takes it neither way. */
export function asParameter(
  { api }: ListPlace,
  { schema }: Parameter,
  value: Json,
): Json | undefined {
  return [value, String(value), [value], [String(value)]].find((one) =>
    api.description.holds(schema.json, one),
  );
}

/** Shortens a value for a message. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Returns the records of a list in an example of its answer. */
export function recordsOf(body: unknown, at: string | undefined): JsonObject[] {
  const list = resolvePointer(body, at ?? "");
  return Array.isArray(list) ? (list.filter((item) => isObject(item)) as JsonObject[]) : [];
}
