import type { JsonSchema, SchemaObject, Schemas } from "../operation.ts";
import { isRecord, listOf, propertiesOf, requiredOf, resolve, set } from "./resolve.ts";

/** The level of detail of a schema. */
export interface Detail {
  /** The depth of nested members and items. */
  readonly depth: number;
  /** The longest description, in characters. */
  readonly text: number;
}

/** The state while one schema is inlined. */
interface Context extends Detail {
  readonly schemas: Schemas;
  /** The number of schemas that may still be inlined, since inlining can grow without bound. */
  readonly budget: { left: number };
  readonly isCut: { value: boolean };
}

/** A schema that all clients support: without references, `allOf`, `oneOf`, lists of types and recursion. */
export interface InlineSchema {
  readonly schema: SchemaObject;
  /** True if members were omitted, because of their depth or because of recursion. */
  readonly isCut: boolean;
}

const mostSchemas = 4000;

/**
 * Inlines a schema for clients and models. References are followed and `allOf` is merged. `oneOf` becomes
 * `anyOf`, `const` becomes `enum`, and a list of types becomes an `anyOf`, since all clients support these.
 * Keywords that only validators need are omitted, and recursion is cut.
 *
 * @returns `undefined` if it is too large in this detail
 */
export function inlineSchema(
  schema: JsonSchema,
  schemas: Schemas,
  detail: Detail,
): InlineSchema | undefined {
  const context = { ...detail, schemas, budget: { left: mostSchemas }, isCut: { value: false } };
  const inlined = inline(context, schema, 0, new Set());
  return context.budget.left < 0 ? undefined : { schema: inlined, isCut: context.isCut.value };
}

function inline(
  context: Context,
  schema: JsonSchema,
  level: number,
  open: ReadonlySet<string>,
): SchemaObject {
  if (--context.budget.left < 0) return {};
  const { schema: plain, names, isCircular } = resolve(schema, context.schemas, open);
  if (isCircular) context.isCut.value = true;
  const { type } = plain;
  if (Array.isArray(type) && type.length > 1) {
    const { description, default: fallback, ...each } = plain;
    const alternatives = (type as string[]).map((one) => ofType(each, one));
    return withTexts(
      context,
      { description, default: fallback },
      {
        anyOf: alternatives.map((one) => inline(context, one, level, names)),
      },
    );
  }
  const alternatives = [...listOf(plain, "oneOf"), ...listOf(plain, "anyOf")].filter(isShown);
  if (alternatives.length > 0) return union(context, plain, alternatives, level, names);
  return withTexts(context, plain, valueOf(context, plain, level, names));
}

/** Restricts a schema of several types to one of them. */
function ofType(schema: SchemaObject, type: string): SchemaObject {
  if (type === "null") return { type };
  const values = schema["enum"];
  if (!Array.isArray(values)) return { ...schema, type };
  return { ...schema, type, enum: values.filter((value) => isOfType(value, type)) };
}

function isOfType(value: unknown, type: string): boolean {
  if (type === "integer" || type === "number") return typeof value === "number";
  if (type === "array") return Array.isArray(value);
  return type === "object" ? isRecord(value) : typeof value === type;
}

/** True unless an alternative only lists required members, which only validators need. */
const isShown = (schema: JsonSchema): boolean =>
  typeof schema === "object" &&
  Object.keys(schema).some((keyword) => !["required", "not", "description"].includes(keyword));

function union(
  context: Context,
  schema: SchemaObject,
  alternatives: readonly JsonSchema[],
  level: number,
  open: ReadonlySet<string>,
): SchemaObject {
  const own = propertiesOf(schema);
  if (Object.keys(own).length > 0) {
    // Members that all alternatives have are merged into one object.
    const members = { ...own };
    for (const one of alternatives)
      for (const [name, member] of Object.entries(
        propertiesOf(resolve(one, context.schemas, open).schema),
      ))
        if (!Object.hasOwn(members, name)) set(members, name, member);
    const { oneOf: _, anyOf: __, ...rest } = schema;
    const whole = { ...rest, properties: members };
    return withTexts(context, whole, valueOf(context, whole, level, open));
  }
  if (level > context.depth) return withTexts(context, schema, cut(context, "is one of several"));
  const inlined = alternatives.map((one) => inline(context, one, level, open));
  const texts = [...new Set(inlined.map((one) => JSON.stringify(one)))];
  const different = texts.map((text) => JSON.parse(text) as SchemaObject);
  const [only] = different;
  if (different.length === 1 && only !== undefined)
    return { ...only, ...withTexts(context, schema, {}) };
  return withTexts(context, schema, { anyOf: different.flatMap(nested) });
}

/** Flattens a union within a union. */
function nested(schema: SchemaObject): readonly SchemaObject[] {
  const { anyOf, ...rest } = schema;
  return Array.isArray(anyOf) && Object.keys(rest).length === 0
    ? (anyOf as SchemaObject[])
    : [schema];
}

/** The keywords that are copied unchanged. */
const plainKeywords = [
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "exclusiveMinimum",
  "exclusiveMaximum",
];

/** The formats that validators of clients support. */
const knownFormats = new Set([
  "date",
  "date-time",
  "time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uri",
  "uuid",
]);

function valueOf(
  context: Context,
  schema: SchemaObject,
  level: number,
  open: ReadonlySet<string>,
): SchemaObject {
  const { type: types, format, pattern } = schema;
  const values = "const" in schema ? [schema["const"]] : schema["enum"];
  const type = Array.isArray(types) ? (types[0] as string) : (types ?? typeOf(schema, values));
  const plain = plainKeywords.filter((keyword) => typeof schema[keyword] === "number");
  const shared = {
    ...(typeof type === "string" ? { type } : {}),
    ...(Array.isArray(values) ? { enum: values } : {}),
    ...(typeof format === "string" && knownFormats.has(format) ? { format } : {}),
    ...(typeof pattern === "string" && isPattern(pattern) ? { pattern } : {}),
    ...Object.fromEntries(plain.map((keyword) => [keyword, schema[keyword]])),
  };
  if (type === "object") return { ...shared, ...objectOf(context, schema, level, open) };
  return type === "array" ? { ...shared, ...arrayOf(context, schema, level, open) } : shared;
}

/** Returns the type that keywords or values imply if `type` is omitted. */
function typeOf(schema: SchemaObject, values: unknown): string | undefined {
  if (isRecord(schema["properties"]) || isRecord(schema["additionalProperties"])) return "object";
  if (schema["items"] !== undefined || schema["prefixItems"] !== undefined) return "array";
  if (!Array.isArray(values)) return undefined;
  const types = new Set(values.map((value) => (value === null ? "null" : typeof value)));
  const [type] = types;
  return types.size === 1 && ["string", "number", "boolean", "null"].includes(type ?? "")
    ? type
    : undefined;
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").source !== "";
  } catch {
    return false;
  }
}

function objectOf(
  context: Context,
  schema: SchemaObject,
  level: number,
  open: ReadonlySet<string>,
): SchemaObject {
  const properties = Object.entries(propertiesOf(schema)).filter(([, member]) => member !== false);
  if (level >= context.depth && properties.length > 0)
    return cut(context, `has the members ${namesOf(properties.map(([name]) => name))}`);
  const required = requiredOf(schema).filter((name) => properties.some(([own]) => own === name));
  const inlined = properties.map(
    ([name, member]) => [name, inline(context, member, level + 1, open)] as const,
  );
  const { additionalProperties: more } = schema;
  return {
    ...(inlined.length > 0 ? { properties: Object.fromEntries(inlined) } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(more === false ? { additionalProperties: false } : {}),
    ...(isRecord(more) && level < context.depth
      ? { additionalProperties: inline(context, more, level + 1, open) }
      : {}),
  };
}

function arrayOf(
  context: Context,
  schema: SchemaObject,
  level: number,
  open: ReadonlySet<string>,
): SchemaObject {
  const tuple = listOf(schema, "prefixItems");
  const { items } = schema;
  const each = tuple.length > 0 ? { anyOf: tuple } : isRecord(items) ? items : {};
  // Items do not count as a level: a list of objects shows as much as one object.
  return { items: inline(context, each, level, open) };
}

function cut(context: Context, what: string): SchemaObject {
  context.isCut.value = true;
  return { description: `It ${what}.` };
}

const mostNames = 12;

function namesOf(names: readonly string[]): string {
  const more = names.length - mostNames;
  return names.slice(0, mostNames).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Returns a schema with the description and the default of the original one. */
function withTexts(context: Context, from: SchemaObject, schema: SchemaObject): SchemaObject {
  const { description, default: fallback } = from;
  const texts = [description, schema["description"]].filter((text) => typeof text === "string");
  const binary = from["format"] === "binary" ? ["In base64."] : [];
  const text = [...texts.map((one) => shortened(one as string, context.text)), ...binary].join(" ");
  const { anyOf } = schema;
  return {
    ...schema,
    ...(Array.isArray(anyOf)
      ? { anyOf: anyOf.map((one) => unlessSaid(one as SchemaObject, text)) }
      : {}),
    ...(text === "" ? {} : { description: text }),
    ...(isSmall(fallback) ? { default: fallback } : {}),
  };
}

/** Removes the description of an alternative if its union has the same one. */
function unlessSaid(schema: SchemaObject, text: string): SchemaObject {
  const { description, ...rest } = schema;
  return description === text ? rest : schema;
}

const isSmall = (value: unknown): boolean =>
  value !== undefined && JSON.stringify(value).length <= 80;

/** Returns a text on one line, truncated at a word boundary. */
export function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/gu, " ").trim();
  if (line.length <= most) return line;
  return `${line.slice(0, most).replace(/\s+\S*$/u, "")}…`;
}
