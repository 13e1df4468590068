import { createMock } from "@openapi-packages/mock";
import { expect, test } from "vitest";
import { describeApi } from "./routing/both-ends.ts";

const build = (state: string): string =>
  `{ id: a, title: One, job: { worker: w1, state: ${state} } }`;

const description = `
openapi: 3.1.1
info: { title: Builds, version: 1.0.0 }
paths:
  /builds:
    get:
      operationId: listBuilds
      responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Build" } } } } } }
    post:
      operationId: createBuild
      requestBody: { content: { application/json: { schema: { type: object, properties: { title: { type: string } } } } } }
      responses: { "201": { $ref: "#/components/responses/Build" } }
  /builds/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getBuild, responses: { "200": { $ref: "#/components/responses/Build" } } }
  /builds/{id}/cancel:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: cancelBuild, responses: { "200": { $ref: "#/components/responses/Build" } } }
components:
  responses:
    Build:
      description: A build.
      content:
        application/json:
          schema:
            type: object
            required: [data]
            properties: { data: { $ref: "#/components/schemas/Build" } }
          example: { data: ${build("done")} }
  schemas:
    Build:
      type: object
      required: [id, title, job]
      x-lifecycle: { member: /job/state }
      properties:
        id: { type: string }
        title: { type: string }
        job:
          type: object
          required: [state]
          properties:
            worker: { type: string }
            state:
              enum: [open, going, done, halted]
              x-lifecycle: { steps: [open, { value: going, lasts: 1000 }, done], cancelled: halted }
`;

test("a mock moves the status that a client waits for, below the top level", async () => {
  const mock = createMock(await describeApi(description));
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const given = body && {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    };
    const response = await mock.fetch(`http://mock.example${path}`, { method, ...given });
    return ((await response.json()) as { data: unknown }).data;
  };
  const job = (state: string) => ({ job: { worker: "w1", state } });
  const created = await send("POST", "/builds", { title: "Two" });
  expect(created).toMatchObject({ title: "Two", ...job("open") });
  const path = `/builds/${(created as { id: string }).id}`;
  mock.advance(500);
  expect(await send("GET", path)).toMatchObject(job("going"));
  const other = (await send("POST", "/builds", { title: "Three" })) as { id: string };
  expect(await send("POST", `/builds/${other.id}/cancel`)).toMatchObject(job("halted"));
  mock.advance(1000);
  expect(await send("GET", path)).toMatchObject({ title: "Two", ...job("done") });
  expect(await send("GET", `/builds/${other.id}`)).toMatchObject(job("halted"));
});
