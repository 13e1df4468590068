import {
  arrayMember,
  isObject,
  literal,
  literalSchema,
  member,
  objectMember,
  referencedName,
  stringMember,
  type Json,
  type JsonObject,
} from "openapi-packages/emitter";
import { listChecks, listCode } from "./list-code.ts";
import { objectChecks, objectCode } from "./object-code.ts";
import { listedCode, numberCode, textCode } from "./scalars.ts";
import {
  checkFunction,
  isClosed,
  late,
  referenceCode,
  type SchemaContext,
} from "./schema-context.ts";
import {
  anything,
  checked,
  intersection,
  isNull,
  nothing,
  taggedUnion,
  union,
  type ZodCode,
} from "./zod-code.ts";

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
  const listed = literalSchema(schema);
  const isTyped =
    listed === undefined ? types.length > 0 : types.some((type) => isLimited(schema, type));
  return [
    ...(listed === undefined ? [] : [literalCode(context, listed)]),
    ...(isTyped ? [union(types.map((type) => typedCode(context, schema, type)))] : []),
  ];
}

type LiteralSchema = NonNullable<ReturnType<typeof literalSchema>>;

function literalCode(context: SchemaContext, schema: LiteralSchema): ZodCode {
  switch (schema.kind) {
    case "impossible":
      return nothing;
    case "null":
      return isNull;
    case "enum": {
      const { values } = schema;
      if (values.every((value) => typeof value !== "object" || value === null))
        return listedCode(values);
      const equals = checkFunction(context, "equals");
      const tests = values.map((value) => `${equals}(value, ${literal(value)})`);
      const type = values.map(literal).join(" | ");
      return {
        code: `z.custom<${type}>((value) => ${tests.join(" || ")})`,
        type: `z.ZodCustom<${type}, ${type}>`,
      };
    }
  }
}

/** True if a schema has keywords that apply to values of a type. */
function isLimited(schema: JsonObject, type: string): boolean {
  return families[type === "integer" ? "number" : type]?.some((key) => key in schema) === true;
}

/** Returns the types that a schema states, or that its keywords imply. */
function typesOf(schema: JsonObject): readonly string[] {
  const type = member(schema, "type");
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) {
    const types = (type as readonly Json[]).filter((one) => typeof one === "string");
    return types.includes("number") ? types.filter((one) => one !== "integer") : types;
  }
  const implied = Object.keys(families).filter((one) => isLimited(schema, one));
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
      return isNull;
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
  const choices = branches.map((branch) => schemaCode(context, branch));
  const { tag, isExclusive } = context.unionOf(schema, keyword);
  if (tag !== undefined && branches.every((branch) => hasPlainTag(context, branch, tag.property)))
    return [taggedUnion(tag.property, choices)];
  return [union(choices, keyword === "oneOf" && choices.length > 1 && !isExclusive)];
}

/** True for a plain object that lists the values of a tag itself, as `z.discriminatedUnion` requires. */
function hasPlainTag(context: SchemaContext, branch: Json, tag: string): boolean {
  const name = referencedName(branch);
  const isAlone = isObject(branch) && Object.keys(branch).length === 1;
  const isPlain = context.declared.get(name ?? "")?.type.startsWith("z.ZodObject<") === true;
  const target = context.schemas.get(name ?? "")?.json;
  const property = objectMember(objectMember(target, "properties"), tag);
  return isAlone && isPlain && property !== undefined && literalSchema(property) !== undefined;
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
