import type { Json } from "@openapi-packages/description/json/json";
import type { ApiModel, Operation } from "@openapi-packages/description/model/api-model";
import {
  composedSchema,
  itemsOf,
} from "@openapi-packages/description/model/schema/composed-schema";
import {
  namedSchema,
  onlyAlternative,
  type ComponentSchemas,
  type Property,
  type Schema,
} from "@openapi-packages/description/model/schema/schema";

/** The defaults that a server adds to a request body before a handler gets it. */
export interface ReceivedPlan {
  /** Maps the name of an absent member to its default. */
  readonly defaults: ReadonlyMap<string, Json>;
  readonly members: ReadonlyMap<string, ReceivedPart>;
  readonly items: ReceivedPart | undefined;
}

/** A plan, or the name of the schema whose plan applies. */
export type ReceivedPart = ReceivedPlan | { readonly name: string };

/**
 * Plans the defaults that are added to request bodies: an absent member gets its `default`.
 * Alternatives other than `null` add no defaults, since the value does not tell which one applies.
 */
export class ReceivedPlanner {
  readonly #types: ComponentSchemas;
  readonly #typeNames: ReadonlyMap<string, string>;
  /** The plans of named schemas, including empty ones; a schema may refer to itself. */
  readonly #plans = new Map<string, ReceivedPlan>();
  readonly #started = new Set<string>();
  readonly #needed = new Map<string, boolean>();

  constructor({ types, schemas }: ApiModel) {
    this.#types = types;
    this.#typeNames = new Map(schemas.map(({ name, typeName }) => [name, typeName]));
  }

  /** The plans of the named schemas in use, by type name. */
  get named(): ReadonlyMap<string, ReceivedPlan> {
    return this.#plans;
  }

  /** Returns the plans of an operation's bodies by media type; empty if no body has defaults. */
  of({ requestBody }: Operation): ReadonlyMap<string, ReceivedPart> {
    const found = (requestBody?.content ?? []).flatMap(({ mediaType, kind, stream, schema }) => {
      const isRead =
        stream === undefined &&
        (kind === "json" || kind === "form" || kind === "multipart" || kind === "parts");
      const part = isRead && schema !== undefined ? this.#part(schema.meaning) : undefined;
      return part === undefined ? [] : [[mediaType, part] as const];
    });
    return new Map(found);
  }

  /** @param depth the number of unnamed schemas around it */
  #part(schema: Schema, depth = 0): ReceivedPart | undefined {
    switch (schema.kind) {
      case "reference":
        return this.#named(schema.name);
      case "required":
        return this.#part(schema.schema, depth);
      case "union": {
        const only = onlyAlternative(schema);
        return only && this.#part(only, depth);
      }
      default: {
        const plan = depth > deepest ? nothing : this.#plan(schema, depth + 1);
        return isEmpty(plan) ? undefined : plan;
      }
    }
  }

  #named(component: string): ReceivedPart | undefined {
    if (!this.#isNeeded(component)) return undefined;
    const name = this.#typeNames.get(component) ?? component;
    if (!this.#started.has(name)) {
      this.#started.add(name);
      this.#plans.set(name, this.#plan(namedSchema(this.#types, component), 1));
    }
    return { name };
  }

  #plan(schema: Schema, depth: number): ReceivedPlan {
    const composed = composedSchema(this.#types, schema);
    const defaults = new Map<string, Json>();
    const members = new Map<string, ReceivedPart>();
    for (const property of composed.properties) {
      const value = this.#default(property);
      if (value !== undefined) defaults.set(property.name, value);
      const part = this.#part(property.schema, depth);
      if (part !== undefined) members.set(property.name, part);
    }
    const items = itemsOf(composed);
    return { defaults, members, items: items && this.#part(items, depth) };
  }

  /** Returns the default of a member. */
  #default({ schema, annotations }: Property): Json | undefined {
    return composedSchema(this.#types, schema, annotations).annotations["default"];
  }

  #isNeeded(component: string): boolean {
    const known = this.#needed.get(component);
    if (known !== undefined) return known;
    const isNeeded = this.#does({ kind: "reference", name: component }, new Set());
    this.#needed.set(component, isNeeded);
    return isNeeded;
  }

  /** True if a schema adds defaults to its values, at any depth. */
  #does(schema: Schema, seen: Set<string>, depth = 0): boolean {
    const key = schema.kind === "reference" ? schema.name : undefined;
    if (depth > deepest || (key !== undefined && seen.has(key))) return false;
    if (key !== undefined) seen.add(key);
    const composed = composedSchema(this.#types, schema);
    const items = itemsOf(composed);
    return (
      composed.properties.some(
        (property) =>
          this.#default(property) !== undefined || this.#does(property.schema, seen, depth + 1),
      ) ||
      (items !== undefined && this.#does(items, seen, depth + 1))
    );
  }
}

/** The limit of nested unnamed schemas. */
const deepest = 12;

const nothing: ReceivedPlan = {
  defaults: new Map(),
  members: new Map(),
  items: undefined,
};

const isEmpty = ({ defaults, members, items }: ReceivedPlan): boolean =>
  defaults.size === 0 && members.size === 0 && items === undefined;
