import { isObject, stringMember, type Json, type JsonObject } from "../../json.ts";
import { schemaName } from "../../subschemas.ts";

const data = new Set(["const", "default", "description", "enum", "example", "examples", "title"]);

/** The names of the schemas that a schema's type refers to. */
export function typeReferences(schema: Json, schemas: JsonObject): string[] {
  const names = new Set<string>();
  const stack: Json[] = [schema];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (Array.isArray(node)) stack.push(...(node as readonly Json[]));
    if (!isObject(node)) continue;
    const target = schemaName(stringMember(node, "$ref") ?? "");
    if (target !== undefined && Object.hasOwn(schemas, target)) names.add(target);
    for (const [key, value] of Object.entries(node)) {
      if (key === "properties" && isObject(value)) stack.push(...Object.values(value));
      else if (!data.has(key)) stack.push(value);
    }
  }
  return [...names];
}
