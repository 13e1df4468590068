import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generate } from "../../../src/generate.ts";
import { goldenFolder, readTree, temporaryFolder } from "../../support.ts";

test("with closed enums, clients read other values only where the description says so", async () => {
  const out = temporaryFolder();
  const spec = join(goldenFolder, "enums", "description.yaml");
  await generate({ spec, out, scope: "@case", enums: "closed" });
  const files = readTree(out);
  const types = files["contract/src/schema.ts"]?.replace(/\s+/g, " ");
  expect(types).toContain('place?: "home" | "away" | Other;');
  expect(types).toContain('size?: "small" | "large";');
  expect(types).toMatch(/export type Status =/);
  expect(files["client/src/types/schema.ts"]).not.toContain("export type Status ");
  expect(files["client/README.md"]).toContain("that the description marks as extensible");
});

const commonErrors = `openapi: 3.1.0
info: { title: Pets, version: "1" }
x-common-errors:
  statuses: [500]
  schema: { $ref: "#/components/schemas/Problem" }
paths:
  /pets:
    get:
      operationId: listPets
      responses: { "204": { description: None. } }
    post:
      operationId: createPet
      responses:
        default: { description: Any., content: { application/json: { schema: { $ref: "#/components/schemas/Other" } } } }
components:
  schemas:
    Other: { type: object, properties: { size: { type: number } } }
    Problem: { type: object, properties: { kind: { enum: [a, b] } } }
`;

test("what operations have in common is declared once too, and only its results have a type parameter", async () => {
  const out = temporaryFolder();
  const spec = join(temporaryFolder(), "openapi.yaml");
  writeFileSync(spec, commonErrors);
  await generate({ spec, out, scope: "@case", compile: false });
  const files = readTree(out);
  // A schema has the name that the type parameter has otherwise.
  expect(files["contract/src/common-error.ts"]).toContain(
    "export type CommonError<Other_ = never> = { status: 500; body: Problem<Other_> };",
  );
  const operations = files["contract/src/operations/default.ts"];
  expect(operations).toContain("export type ListPetsResult<Other_ = never> =");
  expect(operations).toContain("export type CreatePetResult = {");
  expect(files["client/src/types/schema.ts"]).toContain(
    "export type CommonError = contract.CommonError<Open>;",
  );
  const client = files["client/src/default.ts"];
  expect(client).toContain("export type ListPetsResult = default_.ListPetsResult<Open>;");
  expect(client).not.toContain("CreatePetResult =");
});
