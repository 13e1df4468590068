import {
  arrayMember,
  isObject,
  member,
  objectMember,
  stringMember,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import { typeName } from "@openapi-packages/description/names/names";
import { comment, literal, literalKey } from "@openapi-packages/description/text/escape";
import { earlierConstantText, earlierTypeText } from "./earlier-names.ts";

/** One value of an enum. */
interface EnumMember {
  readonly name: string;
  readonly value: string | number;
  readonly description: string;
}

/**
 * Prints a frozen constant for each named enum, under the name of its type. Members are named by
 * `x-enum-varnames`, `x-enumNames` or the titles of `oneOf`, or else by their values. An enum
 * property of a named schema gets a constant if it defines such names.
 */
export function enumConstants(model: ApiModel): string {
  const { operations } = allNames(model);
  const taken = new Set([...operations, ...model.schemas.map((schema) => schema.typeName)]);
  const texts: string[] = [];
  for (const { name, typeName: type, json: schema, variant, earlierNames } of model.schemas) {
    // A constant called `Object` would hide `Object.freeze`.
    if (type === "Object" || (variant !== undefined && variant.of !== name)) continue;
    const members = enumMembers(schema);
    if (members !== undefined) {
      texts.push(constantText(type, members));
      texts.push(...earlierNames.map((earlier) => earlierConstantText(earlier, type)));
    }
    for (const [property, inner] of Object.entries(objectMember(schema, "properties") ?? {})) {
      const own = hasNames(inner) ? enumMembers(inner) : undefined;
      if (own === undefined) continue;
      const wanted = type + typeName(property);
      const free = [wanted, `${wanted}Enum`].find((candidate) => !taken.has(candidate));
      if (free === undefined) continue;
      taken.add(free);
      texts.push(constantText(free, own), typeText(free));
      const end = free.slice(type.length);
      for (const earlier of earlierNames)
        texts.push(earlierConstantText(earlier + end, free), earlierTypeText(earlier + end, free));
    }
  }
  return texts.join("");
}

function allNames({ groups, commonErrors }: ApiModel): { operations: string[] } {
  const operations = groups.flatMap((group) =>
    group.operations.flatMap(({ inputTypeName, resultTypeName }) => [
      inputTypeName,
      resultTypeName,
    ]),
  );
  return { operations: commonErrors === undefined ? operations : [...operations, "CommonError"] };
}

/** Returns the members of an enum of strings and numbers; `undefined` for any other schema. */
function enumMembers(schema: Json): EnumMember[] | undefined {
  const listed = arrayMember(schema, "x-extensible-enum");
  const values = listed.length > 0 ? (member(schema, "enum") ?? listed) : member(schema, "enum");
  const found = Array.isArray(values)
    ? listedMembers(schema as JsonObject, values as readonly Json[])
    : titledMembers(schema);
  if (found === undefined || found.length === 0) return undefined;
  const names = new Set(found.map(({ name }) => name));
  // Names that are not unique are replaced by the values.
  if (names.size === found.length) return found;
  const byValue = found.map((one) => [String(one.value), one] as const);
  return [...new Map(byValue.toReversed())].toReversed().map(([name, one]) => ({ ...one, name }));
}

function hasNames(schema: Json): boolean {
  if (enumNames(schema).length > 0) return true;
  return [...arrayMember(schema, "oneOf"), ...arrayMember(schema, "anyOf")].some(
    (branch) => stringMember(branch, "title") !== undefined,
  );
}

function enumNames(schema: Json): readonly Json[] {
  const names = arrayMember(schema, "x-enum-varnames");
  return names.length > 0 ? names : arrayMember(schema, "x-enumNames");
}

function listedMembers(schema: JsonObject, values: readonly Json[]): EnumMember[] | undefined {
  const names = enumNames(schema);
  const descriptions =
    member(schema, "x-enum-descriptions") ?? member(schema, "x-enumDescriptions") ?? [];
  const members: EnumMember[] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    if (typeof value !== "string" && typeof value !== "number") return undefined;
    if (members.some((known) => known.value === value)) continue;
    const name = names[index];
    const description = isObject(descriptions)
      ? member(descriptions, String(value))
      : (descriptions as readonly Json[])[index];
    members.push({
      name: typeof name === "string" && name !== "" ? name : String(value),
      value,
      description: typeof description === "string" ? description : "",
    });
  }
  return members;
}

/** Reads a `oneOf` of constants with titles: JSON Schema's way to name the values of an enum. */
function titledMembers(schema: Json): EnumMember[] | undefined {
  const branches = [...arrayMember(schema, "oneOf"), ...arrayMember(schema, "anyOf")];
  const members: EnumMember[] = [];
  for (const branch of branches) {
    if (member(branch, "type") === "null") continue;
    const value = member(branch, "const");
    if (typeof value !== "string" && typeof value !== "number") return undefined;
    const name = stringMember(branch, "title") ?? String(value);
    members.push({ name, value, description: stringMember(branch, "description") ?? "" });
  }
  return members;
}

/** Prints a constant with an explicit type, as `isolatedDeclarations` requires. */
function constantText(name: string, members: readonly EnumMember[]): string {
  const types = members.map(({ name: key, value, description }) => {
    const text = comment(description).replace(/\s*\n\s*/g, " ");
    const docs = text === "" ? "" : `  /** ${text} */\n`;
    return `${docs}  readonly ${literalKey(key)}: ${literal(value)};\n`;
  });
  const values = members.map(
    ({ name: key, value }) => `    ${literalKey(key)}: ${literal(value)},\n`,
  );
  return `/** The values of \`${name}\` that the description knows. */
export const ${name}: {
${types.join("")}} = /* @__PURE__ */ Object.freeze({
${values.join("")}} as const);
`;
}

function typeText(name: string): string {
  return `export type ${name} = (typeof ${name})[keyof typeof ${name}];\n`;
}
