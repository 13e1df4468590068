import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generate } from "../../src/generate.ts";
import { readTree, temporaryFolder } from "../support.ts";

const description = `
openapi: 3.0.3
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      responses: { "200": { description: Pets., content: { application/json: { schema: { $ref: "#/components/schemas/pet" } } } } }
    post:
      tags: [admin]
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/NewPet" } } } }
      responses: { "204": { description: Done. } }
components:
  schemas:
    pet: { type: object, nullable: true, properties: { name: { type: string } } }
    NewPet: { type: object, properties: { name: { type: string, x-name: label } } }
`;

function written(text: string): { readonly spec: string; readonly out: string } {
  const folder = temporaryFolder();
  const spec = join(folder, "openapi.yaml");
  writeFileSync(spec, text);
  return { spec, out: join(folder, "api") };
}

const moduleIn = (out: string): string => readFileSync(join(out, "paths", "index.ts"), "utf8");

describe("the package paths", () => {
  it("is one module of a folder, if nothing else is written", async () => {
    const { spec, out } = written(description);
    const result = await generate({ spec, out, packages: ["paths"] });
    expect(Object.keys(readTree(out)).toSorted()).toEqual([
      "paths/.openapi-packages.json",
      "paths/index.ts",
    ]);
    expect(result).toMatchObject({ operations: 2, undeclaredPages: [] });
    const again = await generate({ spec, out, packages: ["paths"], check: true });
    expect(again.changes).toEqual([]);
    writeFileSync(spec, description.replace("listPets", "findPets"));
    const changed = await generate({ spec, out, packages: ["paths"], check: true });
    expect(changed.changes[0]).toMatchObject({ path: "paths/index.ts", kind: "changed" });
  });

  it("has the names of the authors, and inline schemas in their places", async () => {
    const { spec, out } = written(description);
    await generate({ spec, out, packages: ["paths"] });
    expect(moduleIn(out)).toContain('["schemas"]["pet"]');
    expect(moduleIn(out)).toMatch(/pet: \{\s*name\?: string;\s*\} \| null;/);
    expect(moduleIn(out)).not.toMatch(/Pet\w*Response|label/);
  });

  it("has what filters leave", async () => {
    const { spec, out } = written(description);
    await generate({ spec, out, packages: ["paths"], filters: { includeTags: ["admin"] } });
    expect(moduleIn(out)).toContain("NewPet");
    expect(moduleIn(out)).not.toMatch(/listPets|\bpet\b/);
  });

  it("is a package beside others", async () => {
    const { spec, out } = written(description);
    await generate({ spec, out, packages: ["paths", "client"], scope: "@acme" });
    const tree = readTree(out);
    expect(JSON.parse(tree["paths/package.json"] ?? "")).toMatchObject({ name: "@acme/paths" });
    expect(tree["paths/src/index.ts"]).toContain("listPets");
    expect(tree["paths/dist/index.d.ts"]).toContain("listPets");
    expect(tree["client/src/index.ts"]).not.toContain("paths");
  });

  it("leaves a client alone in a folder as it is", async () => {
    const [alone, beside] = [written(description), written(description)];
    await generate({ ...alone, layout: "folder", packages: ["client"] });
    await generate({ ...beside, layout: "folder", packages: ["client", "paths"] });
    // The lists of what was written record the options, which are not the same.
    const filesOf = (out: string) =>
      Object.entries(readTree(out)).filter(
        ([path]) => !path.startsWith("paths/") && !path.endsWith("/.openapi-packages.json"),
      );
    expect(filesOf(beside.out)).toEqual(filesOf(alone.out));
  });

  it("is made of Swagger 2.0", async () => {
    const { spec, out } = written(`
swagger: "2.0"
info: { title: Pets, version: 1.0.0 }
paths:
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{ name: id, in: path, required: true, type: string }]
      responses: { "200": { description: A pet., schema: { $ref: "#/definitions/Pet" } } }
definitions:
  Pet: { type: object, properties: { name: { type: string, x-nullable: true } } }
`);
    await generate({ spec, out, packages: ["paths"] });
    expect(moduleIn(out)).toMatch(/name\?: string \| null/);
    expect(moduleIn(out)).toContain('components["schemas"]["Pet"]');
  });
});
