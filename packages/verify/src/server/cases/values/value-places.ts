import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject, type JsonObject } from "@openapi-packages/description";
import { bodyMedia } from "../../../records/vary.ts";
import { applicableSchemas, schemaAt } from "../../../schema/members.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { ownWays } from "../flows/differences.ts";
import type { Flow } from "../flows/flow.ts";

/** A member of a body whose value a service only has to keep. */
export interface ValuePlace {
  readonly tokens: readonly string[];
  readonly type: "text" | "number";
  readonly schemas: readonly JsonObject[];
}

/** The most members of one type that are changed. */
const mostPlaces = 8;

/** The deepest members that are changed. */
const mostDepth = 3;

/** Names of members that name records. */
export const namesRecord = /ids?$|identifiers?$/i;

/** Keywords that give a value a meaning beyond its characters. */
const meaning = ["pattern", "format", "enum", "const", "contentEncoding", "contentMediaType"];

/** Keywords of members that a service may keep to itself. */
const hidden = ["readOnly", "writeOnly", "deprecated", "x-sensitive"];

/**
 * Returns the members of an input's body that are free texts, or numbers: without keys and references of
 * records, which must exist, and without what a service decides by itself.
 */
export function valuePlaces(
  flow: Flow,
  writer: FoundOperation,
  input: CallInput,
): readonly ValuePlace[] {
  const { document } = flow.probe.api.description.model;
  const media = bodyMedia(writer.operation, input);
  const schema = media?.schema?.json;
  if (schema === undefined || media?.stream !== undefined || !hasMembers(media?.kind)) return [];
  const references = (writer.state.references ?? []).map(({ pointer }) => pointer.join("/"));
  const { key, roles, lifecycle } = flow.resource.descriptor;
  const decided = new Set([key, lifecycle?.member, ...Object.keys(roles)]);
  const found: ValuePlace[] = [];
  const walk = (value: unknown, tokens: readonly string[]): void => {
    const name = tokens.at(-1) ?? "";
    if (references.includes(tokens.join("/")) || namesRecord.test(name)) return;
    if (tokens.length === 1 && decided.has(name)) return;
    if (isObject(value) && tokens.length < mostDepth) {
      for (const [own, inner] of Object.entries(value)) walk(inner, [...tokens, own]);
      return;
    }
    const type = typeof value === "string" ? "text" : typeof value;
    if ((type !== "text" && type !== "number") || ownWays.test(name)) return;
    const schemas = applicableSchemas(document, schemaAt(document, schema, tokens));
    const isFree = isFreeAs(type, schemas);
    if (isFree) found.push({ tokens, type, schemas });
  };
  walk(input.body, []);
  const ofType = (type: ValuePlace["type"]): ValuePlace[] =>
    found.filter((one) => one.type === type).slice(0, mostPlaces);
  return [...ofType("text"), ...ofType("number")];
}

const hasMembers = (kind: string | undefined): boolean => kind === "json" || kind === "form";

/** True if schemas allow any text, or any number, of which a service only has to keep the value. */
export function isFreeAs(type: "text" | "number", schemas: readonly JsonObject[]): boolean {
  const has = (keyword: string): boolean => schemas.some((one) => one[keyword] !== undefined);
  if (schemas.some((one) => hidden.some((keyword) => one[keyword] === true))) return false;
  if (type === "text") return typesOf(schemas).has("string") && !meaning.some(has);
  const isNumber = typesOf(schemas).has("integer") || typesOf(schemas).has("number");
  return isNumber && !has("enum") && !has("const");
}

/** Returns the types that schemas name. */
export const typesOf = (schemas: readonly JsonObject[]): ReadonlySet<unknown> =>
  new Set(schemas.flatMap(({ type }): unknown[] => (Array.isArray(type) ? type : [type])));

/** Returns the tightest bound of schemas by a keyword. */
export function boundOf(
  schemas: readonly JsonObject[],
  keyword: string,
  tightest: (...values: number[]) => number,
): number | undefined {
  const values = schemas.map((one) => one[keyword]).filter((one) => typeof one === "number");
  return values.length === 0 ? undefined : tightest(...values);
}
