import type { SchemaObject, Schemas, ServedOperation } from "../operation.ts";
import { inlineSchema, shortened, type Detail } from "../schema/inline-schema.ts";
import { annotationsOf, type Annotations } from "./annotations.ts";
import { resultArguments, toolArguments } from "./flat-input.ts";
import { estimateTokens } from "./tokens.ts";

/** A tool in the result of `tools/list`. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object"; readonly [keyword: string]: unknown };
  readonly annotations: Annotations;
}

/** The most tokens of one tool's input. A larger one is shown in less detail. */
export const mostToolTokens = 2000;

/** The most tokens of a schema in the result of `describe`. */
export const mostDescribedTokens = 6000;

/** Levels of detail in descending order. The first one that fits is used. */
const details: readonly Detail[] = [
  { depth: 6, text: 400 },
  { depth: 4, text: 200 },
  { depth: 3, text: 120 },
  { depth: 2, text: 80 },
  { depth: 1, text: 60 },
  { depth: 0, text: 60 },
  { depth: -1, text: 40 },
];

/** The flat input of an operation, and whether members were omitted. */
export interface FlatInput {
  readonly schema: { readonly type: "object"; readonly [keyword: string]: unknown };
  readonly isCut: boolean;
}

/**
 * Returns the schema of an operation's flat input, in as much detail as the tokens allow. Its root only
 * contains `properties`: clients reject or remove alternatives and definitions there.
 */
export function flatInput(
  operation: ServedOperation,
  schemas: Schemas,
  mostTokens: number,
): FlatInput {
  let smallest: FlatInput = { schema: { type: "object", additionalProperties: true }, isCut: true };
  const all = toolArguments(operation, schemas);
  for (const detail of details) {
    const inlined = all.map(
      ({ name, schema }) => [name, inlineSchema(schema, schemas, detail)] as const,
    );
    const shown = inlined.flatMap(([name, one]) =>
      one === undefined ? [] : [[name, one] as const],
    );
    if (shown.length < all.length) continue;
    const required = all.flatMap((argument) => (argument.required ? [argument.name] : []));
    const schema = {
      type: "object" as const,
      properties: Object.fromEntries(shown.map(([name, one]) => [name, one.schema])),
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: false,
    };
    smallest = { schema, isCut: shown.some(([, one]) => one.isCut) };
    if (estimateTokens(schema) <= mostTokens) return smallest;
  }
  return smallest;
}

/** Returns a schema for `describe`, in as much detail as the tokens allow. */
export function describedSchema(schema: SchemaObject, schemas: Schemas): SchemaObject {
  let smallest: SchemaObject = {};
  for (const detail of details) {
    const inlined = inlineSchema(schema, schemas, detail);
    if (inlined === undefined) continue;
    smallest = inlined.schema;
    if (estimateTokens(smallest) <= mostDescribedTokens) return smallest;
  }
  return smallest;
}

/** The additional arguments of each tool with a result. */
const resultProperties = {
  [resultArguments.fields]: {
    type: "array",
    items: { type: "string" },
    description: "Members of the result to keep, e.g. items.name. Left out: all.",
  },
  [resultArguments.cursor]: {
    type: "string",
    description: "The cursor of a result that was cut, for its next part.",
  },
};

/** Returns the tool of one operation. */
export function operationTool(operation: ServedOperation, schemas: Schemas): ListedTool {
  const { schema } = flatInput(operation, schemas, mostToolTokens);
  const { properties = {} } = schema as { properties?: object };
  const results = operation.output === undefined ? {} : resultProperties;
  return {
    name: operation.tool ?? operation.id,
    ...(operation.summary === "" ? {} : { title: operation.summary }),
    description: descriptionOf(operation, 600),
    inputSchema: { ...schema, properties: { ...properties, ...results } },
    annotations: annotationsOf(operation),
  };
}

/** Describes an operation, including its method and path. */
export function descriptionOf(operation: ServedOperation, most: number): string {
  const { summary, description = "", deprecated, method, path } = operation;
  const parts = [
    ...(deprecated === true ? ["Deprecated."] : []),
    ...(summary === "" ? [] : [summary.replace(/[.\s]*$/u, "").replace(/[^…]$/u, "$&.")]),
    ...(description === "" || description === summary ? [] : [shortened(description, most)]),
    `(${method} ${path})`,
  ];
  return parts.join(" ");
}
