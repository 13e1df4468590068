import { join } from "node:path";
import { expect, it } from "vitest";
import { valueAt } from "../../../src/json/json.ts";
import { loadDocument } from "../../../src/load/load-document.ts";
import { temporaryFolder, writeTree } from "../../../../../generator/test/support.ts";

const root = `openapi: 3.0.4
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { $ref: "#/x-shapes/Pet" } } }
        default:
          description: Failed.
          content: { application/json: { schema: { $ref: "z.yaml#/Owner" } } }
x-shapes:
  Pet:
    type: object
    properties:
      name: { type: string, nullable: true }
      owner: { $ref: "a.yaml#/Owner" }
      other: { $ref: "#/x-shapes/Missing" }
  Unused: { type: string, nullable: true, allOf: [{ $ref: "#/x-shapes/Missing" }] }
`;

it("reads schemas in extensions like others where a reference leads to them, and no others", async () => {
  const folder = temporaryFolder();
  writeTree(folder, {
    "openapi.yaml": root,
    "a.yaml": "Owner: { type: string }\n",
    "z.yaml": "Owner: { type: object }\n",
  });
  const { value, diagnostics } = await loadDocument(join(folder, "openapi.yaml"));
  expect(valueAt(value, "/components/schemas")).toEqual({
    Owner: { type: "string" },
    Owner2: { type: "object" },
    XShapesPet: {
      type: "object",
      properties: {
        name: { type: ["string", "null"] },
        owner: { $ref: "#/components/schemas/Owner" },
        other: {},
      },
    },
  });
  expect(valueAt(value, "/x-shapes/Unused")).toHaveProperty("nullable", true);
  const unresolved = diagnostics.filter(({ code }) => code === "ref-unresolved");
  expect(unresolved.map(({ location }) => location.pointer)).toEqual([
    "/x-shapes/Pet/properties/other/$ref",
  ]);
});
