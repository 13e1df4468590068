import { bothProperties } from "./combine-parts.ts";
import { namedSchema, type ComponentSchemas, type Property, type Schema } from "./schema.ts";

/**
 * Returns the members that an object declares, including those of referenced components and of
 * `allOf`, but not those of alternatives. If several declare a member, the documentation of the
 * first wins.
 */
export function declaredProperties(
  components: ComponentSchemas,
  schema: Schema,
): readonly Property[] {
  const found = new Map<string, Property>();
  const seen = new Set<string>();
  const add = (one: Schema): void => {
    switch (one.kind) {
      case "object":
        for (const property of one.properties) {
          const known = found.get(property.name);
          found.set(
            property.name,
            known === undefined ? property : bothProperties(property, known),
          );
        }
        break;
      case "intersection":
        one.parts.forEach(add);
        break;
      case "reference":
        if (seen.has(one.name)) break;
        seen.add(one.name);
        add(namedSchema(components, one.name));
        break;
      case "required":
        add(one.schema);
        for (const name of one.names) {
          const known = found.get(name);
          if (known !== undefined) found.set(name, { ...known, isRequired: true });
        }
        break;
      default:
    }
  };
  add(schema);
  return [...found.values()];
}
