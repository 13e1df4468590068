import type { JsonSchema, SchemaObject, Schemas } from "../operation.ts";

const prefix = "#/components/schemas/";

/** True for a JSON object: neither null nor a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the members of `properties`, or none. */
export function propertiesOf(schema: SchemaObject): Readonly<Record<string, JsonSchema>> {
  const { properties } = schema;
  return isRecord(properties) ? (properties as Record<string, JsonSchema>) : {};
}

/** Returns the names in `required`. */
export function requiredOf({ required }: SchemaObject): readonly string[] {
  return Array.isArray(required) ? (required as string[]) : [];
}

/** Returns the schemas of a keyword that contains a list of them. */
export function listOf(schema: SchemaObject, keyword: string): readonly JsonSchema[] {
  const list = schema[keyword];
  return Array.isArray(list) ? (list as JsonSchema[]) : [];
}

/** Returns the name of the referenced schema. */
export function referenceOf(schema: SchemaObject): string | undefined {
  const { $ref } = schema;
  if (typeof $ref !== "string" || !$ref.startsWith(prefix)) return undefined;
  return $ref.slice(prefix.length).replaceAll("~1", "/").replaceAll("~0", "~");
}

/** A schema without `$ref` and `allOf` at its root, and the names of the schemas that it was built from. */
export interface Resolved {
  readonly schema: SchemaObject;
  readonly names: ReadonlySet<string>;
  /** True if it is recursive here. */
  readonly isCircular: boolean;
}

/**
 * Follows `$ref` and merges `allOf` at the root.
 *
 * @param open the names of the enclosing schemas, which are not followed again
 */
export function resolve(
  schema: JsonSchema,
  schemas: Schemas,
  open: ReadonlySet<string> = new Set(),
): Resolved {
  if (typeof schema === "boolean") return { schema: {}, names: open, isCircular: false };
  const name = referenceOf(schema);
  const { $ref: _, allOf: __, ...own } = schema;
  const parts: Resolved[] = [];
  if (name !== undefined) {
    if (open.has(name)) return { schema: circular(name, own), names: open, isCircular: true };
    const target = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    parts.push(resolve(target ?? {}, schemas, new Set([...open, name])));
  }
  for (const part of listOf(schema, "allOf")) parts.push(resolve(part, schemas, open));
  const names = new Set([...open, ...parts.flatMap((part) => [...part.names])]);
  return {
    schema: parts.map((part) => part.schema).reduceRight(merged, own),
    names,
    isCircular: parts.some(({ isCircular }) => isCircular),
  };
}

/** Creates the schema at a recursion. */
function circular(name: string, own: SchemaObject): SchemaObject {
  return { description: `${name} again, as it is further up.`, ...own };
}

/** Merges two schemas as far as one can express both. For conflicting keywords the first schema wins. */
function merged(one: SchemaObject, other: SchemaObject): SchemaObject {
  const properties: Record<string, JsonSchema> = { ...propertiesOf(other) };
  for (const [name, schema] of Object.entries(propertiesOf(one)))
    set(properties, name, name in properties ? both(schema, properties[name] ?? {}) : schema);
  const required = [...new Set([...requiredOf(other), ...requiredOf(one)])];
  return {
    ...other,
    ...one,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

const both = (one: JsonSchema, other: JsonSchema): JsonSchema => {
  if (typeof one === "boolean") return other;
  return typeof other === "boolean" ? one : { allOf: [one, other] };
};

/** Sets a member of any name, including `__proto__`. */
export function set(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}
