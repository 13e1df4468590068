import type { JsonObject } from "../../json/json.ts";
import { bothProperties } from "./combine-parts.ts";
import {
  onlyAlternative,
  unknown,
  type ComponentSchemas,
  type Property,
  type Schema,
} from "./schema.ts";

/**
 * What applies to one value: a schema with the targets of its references, the parts of its
 * intersections, and its only alternative besides `null`. Other alternatives stay separate.
 */
export interface ComposedSchema {
  /** The schemas that the value conforms to, unless it is `null`. */
  readonly parts: readonly Schema[];
  /** The names of the components among them, the nearest first. */
  readonly names: readonly string[];
  /** The members of the object, in order. If several parts document one, the first wins. */
  readonly properties: readonly Property[];
  /** The names of members that a part requires, declared or not. */
  readonly required: ReadonlySet<string>;
  /** If several parts have the same annotation, the first wins. */
  readonly annotations: JsonObject;
  readonly isNullable: boolean;
}

/** Composes a schema of everything that applies to the same value. */
export function composedSchema(
  components: ComponentSchemas,
  schema: Schema,
  annotations: JsonObject = {},
): ComposedSchema {
  const parts: Schema[] = [];
  const names = new Set<string>();
  const required = new Set<string>();
  let all = annotations;
  let isNullable = false;
  const add = (one: Schema): void => {
    switch (one.kind) {
      case "reference": {
        if (names.has(one.name)) return;
        names.add(one.name);
        const target = Object.hasOwn(components, one.name) ? components[one.name] : undefined;
        all = { ...target?.annotations, ...all };
        return add(target?.schema ?? unknown);
      }
      case "intersection":
        return one.parts.forEach(add);
      case "required":
        for (const name of one.names) required.add(name);
        return add(one.schema);
      case "union": {
        const only = onlyAlternative(one);
        if (only === undefined) break;
        isNullable = true;
        return add(only);
      }
      default:
    }
    parts.push(one);
  };
  add(schema);
  const properties = new Map<string, Property>();
  for (const property of parts.flatMap((part) => (part.kind === "object" ? part.properties : []))) {
    const known = properties.get(property.name);
    properties.set(property.name, known === undefined ? property : bothProperties(property, known));
    if (property.isRequired) required.add(property.name);
  }
  return {
    parts,
    names: [...names],
    properties: [...properties.values()].map((property) =>
      required.has(property.name) && !property.isRequired
        ? { ...property, isRequired: true }
        : property,
    ),
    required,
    annotations: all,
    isNullable,
  };
}

/** Returns the schema of a list's items; `undefined` if no part is a list. */
export function itemsOf({ parts }: ComposedSchema): Schema | undefined {
  const items = parts.flatMap((part) => (part.kind === "array" ? [part.items] : []));
  const telling = items.filter(isTelling);
  return telling.length > 1 ? { kind: "intersection", parts: telling } : (telling[0] ?? items[0]);
}

/** True if a schema says more than that a value is an object. */
const isTelling = (schema: Schema): boolean =>
  schema.kind === "object"
    ? schema.properties.length + schema.additional.length > 0
    : schema.kind !== "unknown";
