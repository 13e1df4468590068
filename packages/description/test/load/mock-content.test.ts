import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { OpenApiDocument } from "../../src/load/load-document.ts";
import { loadDocument } from "../../src/load/load-document.ts";
import { valueAt } from "../../src/json/json.ts";
import { readDescription } from "../../../compiler/src/mock/serve/read-description.ts";

const folder = mkdtempSync(join(tmpdir(), "mock-content-"));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (name: string, xMock: string): string => {
  const path = join(folder, name);
  writeFileSync(
    path,
    `openapi: 3.1.1
info: { title: T, version: "1" }
paths:
  /says:
    post:
      operationId: Say
      requestBody:
        content: { application/json: { schema: { type: string } } }
        x-mock: ${xMock}
      responses: { "200": { $ref: "#/components/responses/Said" } }
components:
  responses:
    Said:
      description: D.
      content: { application/json: { schema: { type: string }, example: a } }
      x-mock: { content: { text/plain: { schema: { type: string }, example: b } } }
`,
  );
  return path;
};

const lenient = "{ content: { application/json: { schema: { type: [string, number] } } } }";
const responses = "/components/responses/Said/content";
const contentOf = ({ value }: OpenApiDocument): readonly string[] =>
  Object.keys(valueAt(value, responses) ?? {});

test("x-mock takes the place of content for a mock, and means nothing to others", async () => {
  const path = written("lenient.yaml", lenient);
  expect(contentOf(await loadDocument(path))).toEqual(["application/json"]);
  expect(contentOf(await loadDocument(path, { isMocked: true }))).toEqual(["text/plain"]);
});

test.each([
  [false, 400],
  [true, 200],
])("a mock takes what it allows (%s)", async (isMocked, status) => {
  const { mock } = await readDescription(written(`${isMocked}.yaml`, lenient), { isMocked });
  const { createMockEngine } = await import("@openapi-packages/mock/node");
  const answer = await createMockEngine(mock).fetch("http://mock.test/says", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "1",
  });
  expect(answer.status).toBe(status);
});

test.each(["text", "{ schema: {} }", "{ content: [] }"])(
  "x-mock without content is reported with its place: %s",
  async (xMock) => {
    const { diagnostics } = await readDescription(written("broken.yaml", xMock), {
      isMocked: true,
    });
    const [first] = diagnostics;
    expect(first?.message).toContain("content");
    expect([7, 8]).toContain(first?.location.line); // the body, or its content
  },
);
