import {
  arrayMember,
  isObject,
  literal,
  member,
  objectMember,
  referencedName,
  stringMember,
  type Json,
  type JsonObject,
} from "openapi-packages/emitter";
import { listChecks, listCode } from "./list-code.ts";
import { objectChecks, objectCode } from "./object-code.ts";
import { listedCode, listedValues, numberCode, textCode } from "./scalars.ts";
import {
  checkFunction,
  isClosed,
  late,
  referenceCode,
  type SchemaContext,
} from "./schema-context.ts";
import { anything, checked, intersection, nothing, union, type ZodCode } from "./zod-code.ts";

/** The keywords that apply to values of one type. They imply the type if it is not stated. */
const families: Readonly<Record<string, readonly string[]>> = {
  object: [
    ..."properties required additionalProperties patternProperties propertyNames".split(" "),
    ..."minProperties maxProperties dependentRequired dependentSchemas".split(" "),
  ],
  array: "items prefixItems minItems maxItems uniqueItems contains".split(" "),
  string: "minLength maxLength pattern".split(" "),
  number: "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf".split(" "),
};

/** Generates the code of a schema (JSON Schema 2020-12). */
export function schemaCode(context: SchemaContext, schema: Json): ZodCode {
  if (schema === false) return nothing;
  if (!isObject(schema)) return anything;
  if (isEverything(member(schema, "not"))) return nothing;
  const name = referencedName(schema);
  const all = [
    ...(name === undefined ? [] : [referenceCode(context, name)]),
    ...ownCode(context, schema),
    ...arrayMember(schema, "allOf").map((part) => schemaCode(context, part)),
    ...choiceCode(context, schema, "anyOf"),
    ...choiceCode(context, schema, "oneOf"),
  ];
  const checks = [...closedChecks(context, all), ...checksOf(late(context), schema)];
  return checked(checks, intersection(all));
}

/**
 * Returns checks for closed objects within an intersection: Zod accepts a member that one part knows, whereas
 * in JSON Schema each part decides by itself.
 */
function closedChecks(context: SchemaContext, parts: readonly ZodCode[]): string[] {
  if (parts.length < 2) return [];
  return parts
    .filter(({ code, type }) => isClosed(type) || context.closed.has(code))
    .map(({ code }) => `${checkFunction(context, "accepts")}(${code}, value)`);
}

const isEverything = (schema: Json | undefined): boolean =>
  schema === true || (isObject(schema) && Object.keys(schema).length === 0);

/** Generates a schema's own constraints: its listed values, or its types. */
function ownCode(context: SchemaContext, schema: JsonObject): ZodCode[] {
  const types = typesOf(schema);
  const listed = listedValues(schema);
  if (listed === undefined)
    return types.length === 0 ? [] : [union(types.map((type) => typedCode(context, schema, type)))];
  const possible = listed.filter(
    (value) => member(schema, "type") === undefined || types.some((type) => isOfType(value, type)),
  );
  const limits = types.filter((type) => families[baseType(type)]?.some((key) => key in schema));
  const limited =
    limits.length === 0 ? [] : [union(types.map((type) => typedCode(context, schema, type)))];
  if (possible.every((value) => typeof value !== "object" || value === null))
    return [possible.length === 0 ? nothing : listedCode(possible), ...limited];
  const equals = checkFunction(context, "equals");
  const tests = possible.map((value) => `${equals}(value, ${literal(value)})`);
  const code = `z.custom<${possible.map(literal).join(" | ")}>((value) => ${tests.join(" || ")})`;
  const type = possible.map(literal).join(" | ");
  return [{ code, type: `z.ZodCustom<${type}, ${type}>` }, ...limited];
}

const baseType = (type: string): string => (type === "integer" ? "number" : type);

function isOfType(value: unknown, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

/** Returns the types that a schema states, or that its keywords imply. */
function typesOf(schema: JsonObject): readonly string[] {
  const type = member(schema, "type");
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) {
    const types = (type as readonly Json[]).filter((one) => typeof one === "string");
    return types.includes("number") ? types.filter((one) => one !== "integer") : types;
  }
  const implied = Object.keys(families).filter((one) =>
    families[one]?.some((key) => key in schema),
  );
  const isBinary = stringMember(schema, "format") === "binary";
  return isBinary && !implied.includes("string") ? [...implied, "string"] : implied;
}

function typedCode(context: SchemaContext, schema: JsonObject, type: string): ZodCode {
  switch (type) {
    case "object":
      return objectCode(context, schema, schemaCode);
    case "array":
      return listCode(context, schema, schemaCode);
    case "string":
      return textCode(schema);
    case "number":
    case "integer":
      return numberCode(schema, type === "integer");
    case "boolean":
      return { code: "z.boolean()", type: "z.ZodBoolean" };
    case "null":
      return { code: "z.null()", type: "z.ZodNull" };
    default:
      return nothing;
  }
}

function choiceCode(
  context: SchemaContext,
  schema: JsonObject,
  keyword: "anyOf" | "oneOf",
): ZodCode[] {
  if (!Object.hasOwn(schema, keyword)) return [];
  const branches = arrayMember(schema, keyword);
  const tagged = taggedCode(context, schema, keyword);
  if (tagged !== undefined) return [tagged];
  const choices = branches.map((branch) => schemaCode(context, branch));
  return [union(choices, keyword === "oneOf" && choices.length > 1 && !areDistinct(branches))];
}

/** True if no two schemas state a common type. */
function areDistinct(branches: readonly Json[]): boolean {
  const types = branches.map((branch) => (isObject(branch) ? statedTypes(branch) : []));
  const all = types.flat();
  return types.every((own) => own.length > 0) && new Set(all).size === all.length;
}

function statedTypes(branch: JsonObject): string[] {
  return member(branch, "type") === undefined ? [] : typesOf(branch).map(baseType);
}

/** Objects that a member tells apart, where Zod can tell them apart by it: plain ones that have the member themselves. */
function taggedCode(
  context: SchemaContext,
  schema: JsonObject,
  keyword: "anyOf" | "oneOf",
): ZodCode | undefined {
  const tag = context.tagOf(schema, keyword);
  const branches = arrayMember(schema, keyword);
  if (tag === undefined || !branches.every((branch) => hasPlainTag(context, branch, tag.property)))
    return undefined;
  const choices = branches.map((branch) => schemaCode(context, branch));
  const property = literal(tag.property);
  return {
    code: `z.discriminatedUnion(${property}, [${choices.map(({ code }) => code).join(", ")}])`,
    type: `z.ZodDiscriminatedUnion<[${choices.map(({ type }) => type).join(", ")}], ${property}>`,
  };
}

function hasPlainTag(context: SchemaContext, branch: Json, tag: string): boolean {
  const name = referencedName(branch);
  const isAlone = isObject(branch) && Object.keys(branch).length === 1;
  const isPlain = context.declared.get(name ?? "")?.type.startsWith("z.ZodObject<") === true;
  const target = context.schemas.get(name ?? "")?.schema;
  const property = objectMember(objectMember(target, "properties"), tag);
  const isListed = property !== undefined && listedValues(property) !== undefined;
  return isAlone && isPlain && isListed && arrayMember(target, "required").includes(tag);
}

/** Returns checks that Zod does not provide, as expressions of `value`. */
function checksOf(context: SchemaContext, schema: JsonObject): string[] {
  const accepts = (one: Json): string =>
    `${checkFunction(context, "accepts")}(${schemaCode(context, one).code}, value)`;
  const [not, condition] = [member(schema, "not"), member(schema, "if")];
  const then = member(schema, "then") ?? true;
  const otherwise = member(schema, "else") ?? true;
  const isConditional =
    condition !== undefined && (isObject(then) || isObject(otherwise) || !then || !otherwise);
  return [
    ...(not === undefined ? [] : [`!${accepts(not)}`]),
    ...(isConditional
      ? [`(${accepts(condition)} ? ${accepts(then)} : ${accepts(otherwise)})`]
      : []),
    ...listChecks(context, schema, schemaCode),
    ...objectChecks(context, schema, schemaCode),
  ];
}
