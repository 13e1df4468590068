import type { CompiledModel } from "../../compiler/src/compile/validators/validator-compiler.ts";
import type { JsonObject } from "../src/json/json.ts";

/** The model of a description that has components and nothing else, their keys being names of types. */
export function modelOfSchemas(schemas: JsonObject): CompiledModel {
  return {
    document: { components: { schemas } },
    schemas: Object.entries(schemas).map(([name, json]) => ({
      pointer: `/components/schemas/${name}`,
      typeName: name,
      json,
    })),
  };
}
