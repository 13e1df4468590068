import { modelFromText, printEmitter } from "openapi-packages/emitter/testing";
import { expect, it } from "vitest";
import { zod } from "../src/index.ts";

const circle = `
openapi: 3.1.1
info: { title: Circle, version: 1.0.0 }
paths:
  /a:
    post:
      operationId: SendA
      requestBody:
        { content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } }
      responses: { "204": { description: Done. } }
components:
  schemas:
    A: { type: object, properties: { b: { $ref: "#/components/schemas/B" } } }
    B: { type: object, properties: { a: { $ref: "#/components/schemas/A" } } }
`;

it("a folder has the schemas alone, and imports the contract beside it", async () => {
  const files = await printEmitter(zod(), await modelFromText(circle), { layout: "folder" });
  expect([...files.keys()]).toEqual([
    "zod/checks.ts",
    "zod/index.ts",
    "zod/operations/default.ts",
    "zod/schemas.ts",
  ]);
  expect(files.get("zod/schemas.ts")).toContain('import type { A } from "../contract/schema.ts";');
});

it("a package depends on the contract where a circle of schemas is closed by a type of it, and on Zod", async () => {
  const files = await printEmitter(zod(), await modelFromText(circle), { scope: "@acme" });
  expect(JSON.parse(files.get("zod/package.json") ?? "")).toMatchObject({
    name: "@acme/zod",
    dependencies: { "@acme/contract": "1.0.0" },
    peerDependencies: { zod: "^4.6.0" },
  });
  const plain = circle.replace('a: { $ref: "#/components/schemas/A" }', "a: { type: string }");
  const others = await printEmitter(zod(), await modelFromText(plain), { scope: "@acme" });
  expect(JSON.parse(others.get("zod/package.json") ?? "")).toMatchObject({ dependencies: {} });
});
