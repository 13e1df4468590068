import { StructureKind, type StatementStructures } from "ts-morph";
import {
  arrayMember,
  isObject,
  member,
  objectMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { literal, propertyKey } from "../../escape.ts";
import type { ApiModel, NamedSchema } from "../../model/api-model.ts";
import { typesWithin } from "../../model/types/types-within.ts";
import { referencedName } from "../../subschemas.ts";
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
  for (const type of typesWithin({ anyOf: Object.values(types) })) {
    const branches = arrayMember(type, "anyOf").filter((one) => member(one, "type") !== "null");
    const names = branches.map((branch) => referencedName(branch));
    if (branches.length < 2 || names.some((name) => name === undefined)) continue;
    const found = tagsOf(names.map((name) => reader.named(String(name))));
    for (const [index, tag] of found.entries()) {
      const name = String(names[index]);
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

/** Reads the members of types that have few values, of each named type once. */
class LiteralReader {
  readonly #types: JsonObject;
  readonly #known = new Map<string, Literals>();

  constructor(types: JsonObject) {
    this.#types = types;
  }

  named(name: string): Literals {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // What a type says of itself by way of others says nothing.
    this.#known.set(name, new Map());
    const literals = this.#of(this.#types[name]);
    this.#known.set(name, literals);
    return literals;
  }

  #of(type: Json | undefined): Literals {
    const name = referencedName(type);
    if (name !== undefined) return this.named(name);
    if (!isObject(type)) return new Map();
    const required = arrayMember(type, "required");
    const own = Object.entries(objectMember(type, "properties") ?? {}).flatMap(
      ([key, property]): [string, readonly Json[]][] => {
        const values = literalValues(property);
        return values !== undefined && required.includes(key) ? [[key, values]] : [];
      },
    );
    const parts = arrayMember(type, "allOf").flatMap((one) => [...this.#of(one)]);
    return new Map([...parts, ...this.#shared(arrayMember(type, "anyOf")), ...own]);
  }

  /** What all branches of a union have; a member that has many values tells nothing apart. */
  #shared(branches: readonly Json[]): [string, readonly Json[]][] {
    const all = branches.map((one) => this.#of(one));
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

function literalValues(type: Json): readonly Json[] | undefined {
  const constant = member(type, "const");
  if (constant !== undefined) return isSingle(constant) ? [constant] : undefined;
  // An enum that may grow tells nothing apart.
  if (member(type, "isOpen") !== undefined) return undefined;
  const values = arrayMember(type, "enum");
  return values.length > 0 && values.every(isSingle) ? values : undefined;
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
