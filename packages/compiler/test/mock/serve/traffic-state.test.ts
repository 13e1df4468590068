import { join } from "node:path";
import { expect, test } from "vitest";
import { createMockEngine } from "@openapi-packages/mock/node";
import { readDescription, type Description } from "../../../src/mock/serve/read-description.ts";
import { trafficState } from "../../../src/mock/serve/traffic/traffic-state.ts";
import { temporaryFolder, writeTree } from "../../../../../generator/test/support.ts";

const text = `
openapi: 3.1.1
info: { title: Pets, version: "1" }
servers: [{ url: "https://api.example/v1" }]
paths:
  /owners/{owner}/pets:
    parameters: [{ name: owner, in: path, required: true, schema: { type: string } }]
    get:
      operationId: listPets
      responses:
        "200":
          description: All.
          content:
            application/json:
              schema:
                type: object
                properties: { pets: { type: array, items: { $ref: "#/components/schemas/Pet" } } }
    post:
      operationId: createPet
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
  /owners/{owner}/pets/{id}:
    parameters:
      - { name: owner, in: path, required: true, schema: { type: string } }
      - { name: id, in: path, required: true, schema: { type: integer } }
    get:
      operationId: getPet
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
    delete: { operationId: deletePet, responses: { "204": { description: Gone. } } }
components:
  schemas:
    Pet:
      type: object
      required: [id]
      properties:
        id: { type: integer }
        name: { type: string }
        status: { type: string }
        chip: { type: string, x-sensitive: true }
        code: { type: string, maxLength: 4, x-sensitive: true }
`;

/** The description, read once more for each test. */
function read(): Promise<Description> {
  const folder = temporaryFolder();
  writeTree(folder, { "openapi.yaml": text });
  return readDescription(join(folder, "openapi.yaml"));
}

interface Sent {
  readonly status?: number;
  readonly body?: unknown;
  readonly second?: number;
  readonly authorization?: string;
  readonly isCut?: boolean;
}

/** An entry of recorded traffic: `GET /owners/ann/pets/1`, or with an address. */
function entry(line: string, { status = 200, body, second = 0, authorization, isCut }: Sent) {
  const [method = "", target = ""] = line.split(" ");
  const content = body === undefined ? "" : JSON.stringify(body);
  const time = `2025-01-01T00:00:${String(second).padStart(2, "0")}Z`;
  return {
    startedDateTime: time,
    request: {
      method,
      url: target.startsWith("/") ? `https://api.example/v1${target}` : target,
      headers: authorization === undefined ? [] : [{ name: "Authorization", value: authorization }],
    },
    response: {
      status,
      headers: [{ name: "Content-Type", value: "application/json" }],
      content: isCut === true ? { size: 9 } : { size: content.length, text: content },
    },
  };
}

/** The pets that a mock starts with, by owner, and what was not used. */
async function started(...entries: ReturnType<typeof entry>[]) {
  const description = await read();
  const { snapshot, answers, unused } = trafficState(description, { log: { entries } });
  const mock = createMockEngine(description.mock, { start: snapshot });
  const of = async (owner: string): Promise<unknown> => {
    const response = await mock.fetch(`/owners/${owner}/pets`);
    return ((await response.json()) as { pets: unknown }).pets;
  };
  return { of, answers, unused };
}

test("records of answers are where they were, and the newest answer wins member by member", async () => {
  const { of, answers, unused } = await started(
    entry("GET /owners/ann/pets", {
      second: 3,
      body: { pets: [{ id: 1, name: "New" }, { id: 2 }] },
    }),
    entry("GET /owners/ann/pets/1", { second: 1, body: { id: 1, name: "Old", status: "sold" } }),
    entry("POST /owners/bob%20b/pets", { status: 201, second: 2, body: { id: 1, name: "Tom" } }),
    entry("GET /owners/ann/pets/9", { status: 404, body: { title: "None" } }),
  );
  expect(await of("ann")).toEqual([{ id: 1, name: "New", status: "sold" }, { id: 2 }]);
  expect(await of("bob%20b")).toEqual([{ id: 1, name: "Tom" }]);
  expect([answers, unused]).toEqual([3, []]);
});

test("a record that was deleted is gone, unless a later answer has it", async () => {
  const pet = (id: number, second: number) =>
    entry(`GET /owners/ann/pets/${id}`, { second, body: { id } });
  const { of } = await started(
    pet(1, 1),
    pet(2, 1),
    entry("DELETE /owners/ann/pets/1", { status: 204, second: 2 }),
    entry("DELETE /owners/ann/pets/2", { status: 204, second: 2 }),
    pet(2, 3),
  );
  expect(await of("ann")).toEqual([{ id: 2 }]);
});

test("secrets are left out: what the description marks, and credentials of the request", async () => {
  const authorization = "Bearer token-0123456789";
  const body = { id: 1, name: "by token-0123456789", chip: "c-1" };
  const { of, unused } = await started(
    entry("GET /owners/ann/pets/1", { authorization, body }),
    entry("GET /owners/ann/pets/2", { body: { id: 2, code: "1234" } }),
  );
  expect(await of("ann")).toEqual([{ id: 1, name: "by REDACTED", chip: "REDACTED" }]);
  expect(unused.map(({ reason }) => reason)).toEqual([
    "does not match the description without its secrets",
  ]);
});

test("entries that give no record are listed with their reason", async () => {
  const { of, answers, unused } = await started(
    entry("GET /owners/ann/pets/1", { body: { id: "one" } }),
    entry("GET /cats/0123456789abcdef?token=secret", { body: {} }),
    entry("GET https://other.example/pets", { body: {} }),
    entry("GET /owners/ann/pets/2", { status: 0 }),
    entry("GET /owners/ann/pets/3", { isCut: true }),
    entry("GET /owners/ann/pets/4", { status: 202, body: { id: 4 } }),
  );
  expect([await of("ann"), answers]).toEqual([[], 0]);
  expect(
    unused.map(({ index, method, path, reason }) => `${index} ${method} ${path}: ${reason}`),
  ).toEqual([
    "0 GET /v1/owners/ann/pets/1: does not match the description",
    "1 GET /v1/cats/…: belongs to no operation",
    "2 GET /pets: is at another server",
    "3 GET /v1/owners/ann/pets/2: has no answer",
    "4 GET /v1/owners/ann/pets/3: was recorded without its body",
    "5 GET /v1/owners/ann/pets/4: does not match the description",
  ]);
});
