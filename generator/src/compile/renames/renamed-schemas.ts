import { arrayMember, isObject, member, stringMember, type Json } from "../../json.ts";
import type { ApiModel } from "../../model/api-model.ts";
import { standingProperties, type EarlierProperty } from "../../model/renames/mark-renames.ts";
import {
  reachableNames,
  referencedNames,
  reversed,
  schemaParts,
} from "../../model/schema-references.ts";
import { referencedName } from "../../subschemas.ts";
import { flatSchema } from "../flat-schema.ts";
import { NamedSchemas } from "../named-schemas.ts";

/** Alternatives as one: the schemas that each member may have. */
export interface FlattenedSchemas {
  readonly properties: ReadonlyMap<string, readonly Json[]>;
  readonly items: readonly Json[];
  readonly additional: readonly Json[];
}

/** The schemas of a description, as far as members of theirs have earlier names that are still accepted. */
export class RenamedSchemas {
  readonly #schemas: NamedSchemas;
  /** The keys of the named schemas in which, or below which, anything is renamed. */
  readonly #renamed: ReadonlySet<string>;
  /** Numbers of alternatives by the schemas that they are. */
  readonly #alternatives = new Map<string, number>();
  readonly #numbers = new Map<Json, number>();

  private constructor(schemas: NamedSchemas, renamed: ReadonlySet<string>) {
    this.#schemas = schemas;
    this.#renamed = renamed;
  }

  /** Those of a model; without a walk through them where nothing is renamed. */
  static of(model: ApiModel): RenamedSchemas {
    const schemas = NamedSchemas.of(model);
    if (!model.hasEarlierMembers) return new RenamedSchemas(schemas, new Set());
    const references = new Map(model.schemas.map((one) => [one.name, referencedNames(one.schema)]));
    const own = model.schemas.filter(({ schema }) => isRenamedWithin(schema));
    const renamed = reachableNames(
      own.map(({ name }) => name),
      reversed(references),
    );
    return new RenamedSchemas(schemas, renamed);
  }

  /** True if anything is renamed in a schema, or in what it refers to. */
  hasRenamed(schema: Json): boolean {
    for (const part of schemaParts(schema)) {
      const name = referencedName(part);
      if (name !== undefined && this.#renamed.has(name)) return true;
      // That of the schema itself is about its own name.
      if (part !== schema && isRenamed(part)) return true;
    }
    return false;
  }

  /** The earlier names of a property. */
  earlierNames(property: Json): readonly EarlierProperty[] {
    const own = standingProperties(property);
    const isMerged = isObject(property) && Object.keys(property).join() === "allOf";
    const parts = isMerged ? arrayMember(property, "allOf") : [];
    return [...own, ...parts.flatMap((part) => this.earlierNames(part))];
  }

  /** The name of what schemas are together: that of one with a name, or a number; `undefined` of one without a name. */
  nameOf(schemas: readonly Json[]): string | undefined {
    const [only, ...more] = schemas;
    if (only !== undefined && more.length === 0) {
      const reference = referenceIn(only);
      return reference === undefined ? undefined : this.#schemas.named(reference)?.name;
    }
    const key = schemas.map((schema) => this.#numberOf(schema)).join();
    const number = this.#alternatives.get(key) ?? this.#alternatives.size + 1;
    this.#alternatives.set(key, number);
    return `$${number}`;
  }

  #numberOf(schema: Json): number {
    const number = this.#numbers.get(schema) ?? this.#numbers.size;
    this.#numbers.set(schema, number);
    return number;
  }

  /** What alternatives say of one value: all that any of them, or theirs, says. */
  flattened(schemas: readonly Json[]): FlattenedSchemas {
    const properties = new Map<string, Json[]>();
    const items: Json[] = [];
    const additional: Json[] = [];
    const seen = new Set<Json>();
    const add = (schema: Json): void => {
      if (seen.has(schema)) return;
      seen.add(schema);
      const flat = flatSchema(schema, (reference) => this.#schemas.target(reference));
      if (flat === undefined) return;
      for (const [name, property] of flat.properties) {
        const known = properties.get(name) ?? [];
        properties.set(name, known.includes(property) ? known : [...known, property]);
      }
      const { items: item, additionalProperties: others } = flat.keywords;
      if (isObject(item) && member(flat.keywords, "prefixItems") === undefined) items.push(item);
      if (isObject(others)) additional.push(others);
      flat.alternatives.flat().forEach(add);
    };
    schemas.forEach(add);
    return { properties, items, additional };
  }
}

const isRenamed = (schema: Json): boolean => standingProperties(schema).length > 0;

/** True if a property of a schema, at any depth of its own text, is renamed. */
function isRenamedWithin(schema: Json): boolean {
  for (const part of schemaParts(schema)) if (isRenamed(part)) return true;
  return false;
}

/** The reference that a schema consists of, but for what says nothing of members. */
function referenceIn(schema: Json): string | undefined {
  if (!isObject(schema)) return undefined;
  const reference = stringMember(schema, "$ref");
  const says = ["allOf", "anyOf", "oneOf", "properties", "items", "additionalProperties"];
  return says.some((keyword) => schema[keyword] !== undefined) ? undefined : reference;
}
