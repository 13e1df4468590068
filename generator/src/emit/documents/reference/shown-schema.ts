import type { JsonObject } from "@openapi-packages/description/json/json";
import {
  onlyAlternative,
  type ComponentSchemas,
  type DocumentedSchema,
  type Schema,
} from "@openapi-packages/description/model/schema/schema";

/** The most references to follow; longer chains are circular. */
const mostReferences = 50;

/**
 * Returns a schema as a table shows it: references are resolved, and a union with `null` becomes
 * its only other alternative. The annotations of the nearest schema apply.
 */
export function shownSchema(
  components: ComponentSchemas,
  { schema, annotations }: DocumentedSchema,
): DocumentedSchema {
  let [shown, all]: [Schema, JsonObject] = [schema, annotations];
  for (let steps = 0; steps < mostReferences; steps += 1) {
    const next = nextOf(components, shown);
    if (next === undefined) break;
    [shown, all] = [next.schema, { ...next.annotations, ...all }];
  }
  return { schema: shown, annotations: all };
}

function nextOf(components: ComponentSchemas, schema: Schema): DocumentedSchema | undefined {
  switch (schema.kind) {
    case "reference":
      return Object.hasOwn(components, schema.name) ? components[schema.name] : undefined;
    case "required":
      return { schema: schema.schema, annotations: {} };
    case "union": {
      const only = onlyAlternative(schema);
      return only === undefined ? undefined : { schema: only, annotations: {} };
    }
    default:
      return undefined;
  }
}
