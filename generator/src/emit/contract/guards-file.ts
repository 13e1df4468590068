import { StructureKind, type StatementStructures } from "ts-morph";
import type { Json } from "../../json.ts";
import { literal, propertyKey } from "../../escape.ts";
import type { ApiModel, NamedSchema } from "../../model/api-model.ts";
import { namedSchema, type ComponentSchemas, type Schema } from "../../model/schema/schema.ts";
import { schemasWithin } from "../../model/schema/schemas-within.ts";
import { documentation } from "../documentation.ts";
import type { EmittedFile, EmitOptions } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { moduleFile } from "../statements.ts";
import { earlierConstant } from "./earlier-names.ts";

/** A named variant of unions, and the member that tells it from the others. */
interface Guarded {
  readonly schema: NamedSchema;
  readonly property: string;
  readonly values: readonly Json[];
}

/** The name of the guard of a variant: `isCat`. */
export const guardName = ({ typeName }: NamedSchema): string => `is${typeName}`;

/** The variants of tagged unions that have a guard, in the order of the description. */
export function guardedVariants({ types, schemas }: ApiModel): Guarded[] {
  const tags = new Map<string, Tag>();
  const reader = new LiteralReader(types);
  for (const union of Object.values(types).flatMap(({ schema }) => schemasWithin(schema))) {
    const alternatives = union.kind === "union" ? union.alternatives : [];
    const branches = alternatives.filter(({ kind }) => kind !== "null");
    const names = branches.flatMap((branch) => (branch.kind === "reference" ? branch.name : []));
    if (branches.length < 2 || names.length < branches.length) continue;
    const found = tagsOf(names.map((name) => reader.named(name)));
    for (const [index, tag] of found.entries()) {
      const name = names[index] ?? "";
      if (!tags.has(name)) tags.set(name, tag);
    }
  }
  return schemas.flatMap((schema) => {
    const { name, variant } = schema;
    const tag = tags.get(name);
    // A guard knows requests and responses by the same tag.
    if (tag === undefined || (variant !== undefined && variant.of !== name)) return [];
    return [{ schema, ...tag }];
  });
}

interface Tag {
  readonly property: string;
  readonly values: readonly Json[];
}

/** The tag of each branch by the first member that tells all of them apart; empty where none does. */
function tagsOf(branches: readonly Literals[]): Tag[] {
  const [first = new Map<string, readonly Json[]>(), ...others] = branches;
  for (const [property, values] of first) {
    const all = [values, ...others.map((other) => other.get(property))];
    if (all.some((one) => one === undefined)) continue;
    const lists = all as (readonly Json[])[];
    const texts = lists.flat().map((value) => JSON.stringify(value));
    if (new Set(texts).size === texts.length)
      return lists.map((own) => ({ property, values: own }));
  }
  return [];
}

/** The required members of a type that have few values only, with these. */
type Literals = ReadonlyMap<string, readonly Json[]>;

/** Reads the members that have few values, of each component once. */
class LiteralReader {
  readonly #schemas: ComponentSchemas;
  readonly #known = new Map<string, Literals>();

  constructor(schemas: ComponentSchemas) {
    this.#schemas = schemas;
  }

  named(name: string): Literals {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // What a schema says of itself by way of others says nothing.
    this.#known.set(name, new Map());
    const literals = this.#of(namedSchema(this.#schemas, name));
    this.#known.set(name, literals);
    return literals;
  }

  #of(schema: Schema): Literals {
    switch (schema.kind) {
      case "reference":
        return this.named(schema.name);
      case "object":
        return new Map(
          schema.properties.flatMap(({ name, isRequired, schema: own }) => {
            const values = isRequired ? literalValues(own) : undefined;
            return values === undefined ? [] : [[name, values] as const];
          }),
        );
      case "intersection":
        return new Map(schema.parts.flatMap((one) => [...this.#of(one)]));
      case "union":
        return new Map(this.#shared(schema.alternatives));
      default:
        return new Map();
    }
  }

  /** What all alternatives of a union have; a member that has many values tells nothing apart. */
  #shared(alternatives: readonly Schema[]): [string, readonly Json[]][] {
    const all = alternatives.map((one) => this.#of(one));
    const [first = new Map<string, readonly Json[]>(), ...others] = all;
    return [...first.keys()]
      .filter((key) => others.every((other) => other.has(key)))
      .map((key): [string, readonly Json[]] => {
        const values = all.flatMap((branch) => branch.get(key) ?? []);
        return [key, [...new Set(values)]];
      })
      .filter(([, values]) => values.length <= mostValues);
  }
}

/** The most values of a tag of one variant. */
const mostValues = 100;

/** The values of a constant or of an enum that does not grow: one that does tells nothing apart. */
function literalValues(schema: Schema): readonly Json[] | undefined {
  if (schema.kind !== "enum" || schema.openness !== undefined) return undefined;
  return schema.values.every(isSingle) ? schema.values : undefined;
}

const isSingle = (value: Json): boolean => ["string", "number", "boolean"].includes(typeof value);

/** The guards of tagged unions, each a function without imports; no file where there are none. */
export function guardsFile(model: ApiModel, options: EmitOptions): EmittedFile[] {
  const guarded = guardedVariants(model);
  if (guarded.length === 0) return [];
  const path = "contract/src/guards.ts";
  const earlier = guarded.flatMap(({ schema }) =>
    schema.earlierNames.map((typeName) =>
      earlierConstant(guardName({ ...schema, typeName }), guardName(schema)),
    ),
  );
  const names = new ModuleScope(path, options, []);
  return [moduleFile(path, names, guarded.map(guardFunction), earlier)];
}

function guardFunction({ schema, property, values }: Guarded): StatementStructures {
  const key = propertyKey(property);
  const access = `value[${literal(property)}]`;
  const union = values.map((value) => literal(value)).join(" | ");
  const test = values.map((value) => `${access} === ${literal(value)}`).join(" || ");
  return {
    kind: StructureKind.Function,
    name: guardName(schema),
    isExported: true,
    docs: documentation(
      `Tells \`${schema.typeName}\` from the other variants of a union, by its tag alone: nothing else of it is checked.`,
    ),
    typeParameters: [{ name: "Value", constraint: `{ readonly ${key}?: unknown }` }],
    parameters: [{ name: "value", type: "Value" }],
    returnType: `value is Extract<Value, { readonly ${key}: ${union} }>`,
    statements: [`return ${test};`],
  };
}
