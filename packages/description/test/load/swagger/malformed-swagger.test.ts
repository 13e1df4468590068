import { expect, it } from "vitest";
import {
  isObject,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "../../../src/json/json.ts";
import { parseSourceFile } from "../../../src/load/read/source-file.ts";
import { liftSwagger } from "../../../src/load/swagger/lift-swagger.ts";

const description: JsonObject = {
  swagger: "2.0",
  info: { title: "Pets", version: "1" },
  host: "a.example",
  schemes: ["https"],
  consumes: ["multipart/form-data"],
  produces: ["application/json"],
  paths: {
    "/pets": {
      parameters: [{ $ref: "#/parameters/Limit" }, { name: "a", in: "formData", type: "file" }],
      post: {
        schemes: ["wss"],
        consumes: ["application/json"],
        parameters: [
          { $ref: "#/parameters/Body" },
          { name: "b", in: "query", type: "array", items: { collectionFormat: "csv" } },
        ],
        responses: {
          200: { schema: { $ref: "#/definitions/Cat" }, headers: { A: { type: "string" } } },
          default: { $ref: "#/responses/Failed" },
        },
      },
    },
  },
  parameters: {
    Limit: { name: "limit", in: "query", type: "integer" },
    Body: { name: "body", in: "body", schema: { type: "object" } },
  },
  responses: { Failed: { description: "Failed.", examples: { "text/plain": "No." } } },
  definitions: {
    Pet: { discriminator: "kind", properties: { kind: { type: "string", "x-nullable": true } } },
    Cat: { "x-ms-discriminator-value": "cat", allOf: [{ $ref: "#/definitions/Pet" }] },
  },
  securityDefinitions: { oauth: { type: "oauth2", flow: "implicit", scopes: {} } },
};

/** The paths to all values of a value. */
function pathsOf(value: Json, path: readonly (string | number)[] = []): (string | number)[][] {
  const parts = isObject(value) || Array.isArray(value) ? Object.entries(value) : [];
  return parts.flatMap(([name, part]) => [
    [...path, name],
    ...pathsOf(part as Json, [...path, name]),
  ]);
}

const substitutes: readonly Json[] = [
  null,
  true,
  7,
  "text",
  [],
  {},
  [null],
  { $ref: 7 },
  { $ref: "#/definitions/Cat" },
];

it("lifts whatever stands anywhere, and leaves it to the checks", () => {
  for (const path of pathsOf(description).filter(([first]) => first !== "swagger")) {
    for (const substitute of substitutes) {
      const changed = structuredClone(description) as JsonObject;
      const holder = valueAt(changed, toPointer(path.slice(0, -1))) as JsonObject;
      holder[String(path.at(-1))] = structuredClone(substitute) as Json;
      const lifted = liftSwagger(parseSourceFile("swagger.json", JSON.stringify(changed)));
      expect(lifted.file.value).toMatchObject({ openapi: "3.0.4" });
    }
  }
});
