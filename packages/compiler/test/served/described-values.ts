import * as fc from "fast-check";
import type { Json, JsonObject } from "../../../description/src/json/json.ts";

/** The text that only members with the keyword have. */
export const forbidden = "not for the other side";

/** A schema, with those that it refers to, and a valid value that has each member of its keyword. */
export interface DescribedValue {
  readonly schema: Json;
  readonly value: Json;
  readonly components: JsonObject;
}

/** The keyword whose members the values have. */
export type Keyword = "readOnly" | "writeOnly";

const isPlain = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const marked = (keyword: Keyword): JsonObject => ({ type: "string", [keyword]: true });

/** Schemas that demand a member which they do not say the keyword of. */
const demanding = {
  Demanding: {
    type: "object",
    required: ["own", "x"],
    properties: { own: { type: "string" }, x: { type: "string" } },
  },
  Further: { allOf: [{ $ref: "#/components/schemas/Demanding" }, { required: ["own"] }] },
};

/** Schemas with a member of the keyword, by what says so. */
const leaves = {
  member: (keyword: Keyword) => ({
    schema: {
      type: "object",
      required: ["known"],
      properties: { known: { type: "string" }, "a/b~c": marked(keyword) },
    },
    value: { known: "yes", "a/b~c": forbidden },
  }),
  required: (keyword: Keyword) => ({
    schema: { type: "object", required: ["own"], properties: { own: marked(keyword) } },
    value: { own: forbidden },
  }),
  pattern: (keyword: Keyword) => ({
    schema: {
      type: "object",
      properties: { x: { type: "string" } },
      patternProperties: { "^x-": marked(keyword), "^y": { type: "string" } },
    },
    value: { x: "yes", y: "yes", "x-own": forbidden },
  }),
  others: (keyword: Keyword) => ({
    schema: {
      type: "object",
      properties: { x: { type: "string" } },
      additionalProperties: marked(keyword),
    },
    value: { x: "yes", anything: forbidden },
  }),
  unevaluated: (keyword: Keyword) => ({
    schema: {
      type: "object",
      allOf: [{ properties: { x: { type: "string" } } }],
      unevaluatedProperties: marked(keyword),
    },
    value: { x: "yes", anything: forbidden },
  }),
  alternatives: (keyword: Keyword) => ({
    schema: {
      type: "object",
      properties: { own: { anyOf: [marked(keyword), { type: "null" }] } },
    },
    value: { own: forbidden },
  }),
  reference: (keyword: Keyword) => ({
    schema: { type: "object", properties: { own: { $ref: "#/components/schemas/Own" } } },
    value: { own: forbidden },
    components: { Own: marked(keyword) },
  }),
  overlaid: (keyword: Keyword) => ({
    schema: {
      allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { own: { [keyword]: true } } }],
    },
    value: { own: forbidden, x: "yes" },
    components: {
      Base: {
        type: "object",
        properties: { own: { type: "string" }, x: { type: "string" } },
      },
    },
  }),
  demandedByAnother: (keyword: Keyword) => ({
    schema: {
      allOf: [{ $ref: "#/components/schemas/Demanding" }, { properties: { own: marked(keyword) } }],
    },
    value: { own: forbidden, x: "yes" },
    components: demanding,
  }),
  demandedByTheReference: (keyword: Keyword) => ({
    schema: {
      $ref: "#/components/schemas/Demanding",
      properties: { own: { [keyword]: true } },
    },
    value: { own: forbidden, x: "yes" },
    components: demanding,
  }),
  demandedDeepBelow: (keyword: Keyword) => ({
    schema: {
      allOf: [
        { allOf: [{ $ref: "#/components/schemas/Further" }] },
        { allOf: [{ properties: { own: { [keyword]: true } } }] },
      ],
    },
    value: { own: forbidden, x: "yes" },
    components: demanding,
  }),
  demandedByBoth: (keyword: Keyword) => ({
    schema: {
      allOf: [
        { $ref: "#/components/schemas/Further" },
        { $ref: "#/components/schemas/DeclaringFurther" },
      ],
    },
    value: { own: forbidden, x: "yes" },
    components: {
      ...demanding,
      DeclaringFurther: {
        required: ["own"],
        allOf: [{ properties: { own: { $ref: "#/components/schemas/Declared" } } }],
      },
      Declared: marked(keyword),
    },
  }),
  recursion: (keyword: Keyword) => ({
    schema: { $ref: "#/components/schemas/Node" },
    value: { own: forbidden, next: [{ own: forbidden, next: [{ own: forbidden }] }] },
    components: {
      Node: {
        type: "object",
        properties: {
          own: marked(keyword),
          next: { type: "array", items: { $ref: "#/components/schemas/Node" } },
        },
      },
    },
  }),
  dynamicRecursion: (keyword: Keyword) => ({
    schema: { $ref: "#/components/schemas/Leaf" },
    value: { below: [{ own: forbidden, below: [{ own: forbidden }] }] },
    components: {
      Tree: {
        $dynamicAnchor: "node",
        type: "object",
        properties: { below: { type: "array", items: { $dynamicRef: "#node" } } },
      },
      Leaf: {
        $dynamicAnchor: "node",
        $ref: "#/components/schemas/Tree",
        properties: { own: marked(keyword) },
      },
    },
  }),
} satisfies Record<
  string,
  (keyword: Keyword) => Omit<DescribedValue, "components"> & Partial<DescribedValue>
>;

type Wrapped = Pick<DescribedValue, "schema" | "value">;

/** What applies a schema: each keyword of JSON Schema 2020-12 that does, in each of its ways. */
const wrappers = {
  properties: ({ schema, value }: Wrapped) => ({
    schema: { type: "object", properties: { below: schema } },
    value: { below: value },
  }),
  additionalProperties: ({ schema, value }: Wrapped) => ({
    schema: { type: "object", additionalProperties: schema },
    value: { one: value, other: value },
  }),
  patternProperties: ({ schema, value }: Wrapped) => ({
    schema: { type: "object", patternProperties: { "^n": schema } },
    value: { name: value },
  }),
  unevaluatedProperties: ({ schema, value }: Wrapped) => ({
    schema: {
      type: "object",
      allOf: [{ properties: { seen: { type: "string" } } }],
      unevaluatedProperties: schema,
    },
    value: { seen: "yes", other: value },
  }),
  items: ({ schema, value }: Wrapped) => ({
    schema: { type: "array", items: schema },
    value: [value, value],
  }),
  prefixItems: ({ schema, value }: Wrapped) => ({
    schema: { type: "array", prefixItems: [{ type: "string" }, schema] },
    value: ["first", value],
  }),
  itemsBehind: ({ schema, value }: Wrapped) => ({
    schema: { type: "array", prefixItems: [{ type: "string" }], items: schema },
    value: ["first", value, value],
  }),
  unevaluatedItems: ({ schema, value }: Wrapped) => ({
    schema: { type: "array", prefixItems: [{ type: "string" }], unevaluatedItems: schema },
    value: ["first", value],
  }),
  contains: ({ schema, value }: Wrapped) => ({
    schema: { type: "array", contains: schema },
    value: ["other", value],
  }),
  allOf: ({ schema, value }: Wrapped) => ({ schema: { allOf: [{}, schema] }, value }),
  anyOf: ({ schema, value }: Wrapped) => ({
    schema: { anyOf: [{ type: "integer" }, schema] },
    value,
  }),
  anyOfBehindAnything: ({ schema, value }: Wrapped) => ({
    schema: { anyOf: [{}, schema] },
    value,
  }),
  oneOf: ({ schema, value }: Wrapped) => ({
    schema: { oneOf: [schema, { type: "integer" }] },
    value,
  }),
  oneOfTagged: ({ schema, value }: Wrapped) => ({
    schema: {
      oneOf: ["a", "b"].map((tag) => ({
        type: "object",
        required: ["tag", "below"],
        properties: { tag: { const: tag }, below: tag === "a" ? schema : { type: "string" } },
      })),
    },
    value: { tag: "a", below: value },
  }),
  if: ({ schema, value }: Wrapped) => ({ schema: { if: schema }, value }),
  whatFollows: ({ schema, value }: Wrapped) => ({
    schema: JSON.parse(`{"if":{},"then":${JSON.stringify(schema)}}`) as Json,
    value,
  }),
  else: ({ schema, value }: Wrapped) => ({
    schema: { if: { type: "integer" }, else: schema },
    value,
  }),
  dependentSchemas: ({ schema, value }: Wrapped) =>
    isPlain(value)
      ? {
          schema: { dependentSchemas: { [Object.keys(value)[0] ?? ""]: schema } },
          value,
        }
      : { schema, value },
  referenced: ({ schema, value }: Wrapped) => ({
    schema: { $ref: "#/components/schemas/Referenced", description: "Beside others." },
    value,
    referenced: schema,
  }),
  deep: ({ schema, value }: Wrapped) =>
    Array.from({ length: 14 }).reduce<Wrapped>(
      (inner) => ({
        schema: { type: "object", properties: { below: inner.schema } },
        value: { below: inner.value },
      }),
      { schema, value },
    ),
} satisfies Record<string, (inner: Wrapped) => Wrapped & { readonly referenced?: Json }>;

export type Leaf = keyof typeof leaves;
export type Wrapper = keyof typeof wrappers;

export const leafNames = Object.keys(leaves) as Leaf[];
export const wrapperNames = Object.keys(wrappers) as Wrapper[];

/** A leaf in wrappers, the last one being the outermost. */
export function describedValue(
  keyword: Keyword,
  leaf: Leaf,
  around: readonly Wrapper[],
): DescribedValue {
  const start: Omit<DescribedValue, "components"> & Partial<DescribedValue> = leaves[leaf](keyword);
  const components = new Map<string, Json>(Object.entries(start.components ?? {}));
  let inner: Wrapped = start;
  for (const [index, name] of around.entries()) {
    const wrapped: Wrapped & { readonly referenced?: Json } = wrappers[name](inner);
    const { referenced } = wrapped;
    inner = wrapped;
    if (referenced === undefined) continue;
    components.set(`Referenced${index}`, referenced);
    inner = {
      ...wrapped,
      schema: {
        ...(wrapped.schema as JsonObject),
        $ref: `#/components/schemas/Referenced${index}`,
      },
    };
  }
  return { ...inner, components: Object.fromEntries(components) };
}

/** Random ones. */
export const describedValues = (keyword: Keyword): fc.Arbitrary<DescribedValue> =>
  fc
    .tuple(
      fc.constantFrom(...leafNames),
      fc.array(fc.constantFrom(...wrapperNames), { maxLength: 4 }),
    )
    .map(([leaf, around]) => describedValue(keyword, leaf, around));
