import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { referencedName } from "../../json/subschemas.ts";

/** Reads what a schema declares together with its references and `allOf`. */
export class SchemaLookup {
  readonly schemas: JsonObject;

  constructor(schemas: JsonObject) {
    this.schemas = schemas;
  }

  /** Follows references until a schema without `$ref`. */
  follow(schema: Json | undefined): JsonObject | undefined {
    let node = schema;
    for (let steps = 0; steps < 100 && isObject(node); steps += 1) {
      const name = referencedName(node);
      if (name === undefined) return node;
      node = member(this.schemas, name);
    }
    return isObject(node) ? node : undefined;
  }

  /** Returns a schema and all parts of its `allOf`, with references followed, each once. */
  parts(start: Json | undefined): readonly JsonObject[] {
    const found: JsonObject[] = [];
    const seen = new Set<Json>();
    const visit = (schema: Json | undefined): void => {
      if (!isObject(schema) || seen.has(schema)) return;
      seen.add(schema);
      found.push(schema);
      const name = referencedName(schema);
      if (name !== undefined) visit(member(this.schemas, name));
      arrayMember(schema, "allOf").forEach(visit);
    };
    visit(start);
    return found;
  }

  /** Returns the schemas of a member, from all parts of a schema. */
  property(schema: Json | undefined, name: string): Json[] {
    return this.parts(schema).flatMap((part) => {
      const found = member(member(part, "properties"), name);
      return found === undefined ? [] : [found];
    });
  }

  /** Returns true if a part of the schema requires the member. */
  isRequired(schema: Json | undefined, name: string): boolean {
    return this.parts(schema).some((part) => arrayMember(part, "required").includes(name));
  }
}
