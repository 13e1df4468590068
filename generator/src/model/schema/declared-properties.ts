import { bothProperties } from "./combine-parts.ts";
import { namedSchema, type ComponentSchemas, type Property, type Schema } from "./schema.ts";

/**
 * The members that an object declares: those of the components that it refers to and of the parts of `allOf` too, but
 * not those of alternatives. Of a member that several declare, the documentation of the first counts.
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
