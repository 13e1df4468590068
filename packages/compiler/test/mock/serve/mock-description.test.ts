import { api, operationTable } from "@genai-app/contract";
import { serializers } from "@genai-app/contract/serializers";
import { validators } from "@genai-app/contract/validators";
import type { MockDescription, MockOperation } from "@openapi-packages/mock";
import { createServerCore } from "@openapi-packages/runtime/server";
import * as serialization from "@openapi-packages/runtime/serialization";
import * as validation from "@openapi-packages/runtime/validation";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RefusedExample } from "../../../src/mock/answers/mock-answer.ts";
import { loadDocument } from "../../../../description/src/load/load-document.ts";
import {
  mockDescription,
  type DescriptionRuntime,
} from "../../../src/mock/serve/mock-description.ts";
import { buildApiModel } from "../../../../description/src/model/build-api-model.ts";
import { repository, temporaryFolder, writeTree } from "../../../../../generator/test/support.ts";

const streamOf = (items: readonly unknown[]): unknown => ({
  async *[Symbol.asyncIterator]() {
    yield* items;
  },
});

const runtime: DescriptionRuntime = { validation, serialization, streamOf };

async function modelOf(spec: string) {
  return buildApiModel(await loadDocument(spec)).model;
}

const ours = modelOf(join(repository, "spec", "openapi.yaml"));

const pets = `
openapi: 3.1.1
info: { title: Pets, version: "1" }
paths:
  /pets:
    get:
      operationId: listPets
      summary: All pets
      tags: [Pets]
      responses:
        "200":
          description: All.
          content:
            application/json:
              schema: { type: array, items: { $ref: "#/components/schemas/Pet" } }
              examples:
                two: { value: [{ name: Rex, friends: [{ name: Tom }] }] }
                none: { value: [] }
                broken: { value: [{ name: 7 }] }
        default:
          description: It failed.
          content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } }
    post:
      operationId: createPet
      tags: [Pets]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
      responses:
        "201":
          description: Made.
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
  /pets/{name}/photo:
    get:
      operationId: getPhoto
      tags: [Pets]
      parameters:
        - { name: name, in: path, required: true, schema: { type: string, pattern: "^[a-z]+$" } }
        - { name: size, in: query, schema: { type: integer, default: 3 } }
      responses:
        "200": { description: It., content: { image/png: {} } }
  /news:
    get:
      operationId: getNews
      responses:
        "200":
          description: All that happens.
          content:
            text/event-stream:
              schema: { $ref: "#/components/schemas/Pet" }
              x-event-sequence: [{ name: Rex }, { name: Tom }]
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: { type: string, pattern: "^[A-Z]", examples: [Rex] }
        friends: { type: array, items: { $ref: "#/components/schemas/Pet" } }
    Failure: { type: object, required: [reason], properties: { reason: { type: string } } }
`;

async function describePets(onRefused?: (refused: readonly RefusedExample[]) => void) {
  const folder = temporaryFolder();
  writeTree(folder, { "pets.yaml": pets });
  return mockDescription(
    await modelOf(join(folder, "pets.yaml")),
    runtime,
    onRefused === undefined ? {} : { onRefused },
  );
}

function operationOf({ operations }: MockDescription, operationId: string): MockOperation {
  const found = operations.find(({ operation }) => operation.operationId === operationId);
  if (found === undefined) throw new Error(`there is no ${operationId}`);
  return found;
}

/** A server that answers what each operation answers first. */
function serve({ api: described, operations }: MockDescription) {
  const routes = operations.map((mock) => ({
    operation: mock.operation,
    validators: () => mock.validators,
    serializers: mock.serializers ?? {},
    handler: () => mock.answers[0] as never,
  }));
  return createServerCore(described, routes, {
    security: "unchecked",
    validateResponses: "strict",
  });
}

async function ask(description: MockDescription, method: string, url: string, body?: string) {
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
  const response = await serve(description).handle({ method, url, headers, body: bytes });
  return { status: response.status, body: response.body };
}

describe("a mock's description", () => {
  it("has of our description what the generated contract has", async () => {
    const described = mockDescription(await ours, runtime);
    const operations = described.operations.map(({ operation }) => operation);
    expect(described.api).toEqual(api);
    expect(operations).toEqual(Object.values(operationTable));
    for (const { operation, validators: own, serializers: sent } of described.operations) {
      const id = operation.operationId as keyof typeof validators;
      expect(shapeOf(own)).toEqual(shapeOf(Object.assign({ responses: {} }, validators[id])));
      expect(shapeOf(sent?.responses ?? {})).toEqual(shapeOf(serializers[id].responses ?? {}));
    }
  });

  it("has answers to each of our operations, and all of them conform", async () => {
    const { operations } = mockDescription(await ours, runtime);
    for (const { operation, answers, validators: own } of operations) {
      const id = String(operation.operationId);
      expect([id, answers.length > 0]).toEqual([id, true]);
      for (const { status, body } of answers) {
        const validate = own.responses?.[status]?.["application/json"];
        if (validate === undefined || isStream(body)) continue;
        expect([id, status, validate(body)]).toEqual([id, status, true]);
      }
    }
  });

  it("says how records are kept only where they are to be kept", async () => {
    const { state } = mockDescription(await ours, runtime);
    expect(Object.keys(state?.resources ?? {})).not.toEqual([]);
    expect(mockDescription(await ours, runtime, { isRemembering: false })).not.toHaveProperty(
      "state",
    );
  });

  it("compiles nothing before it is asked for, and then what the operation needs", async () => {
    const used = new Set<string>();
    const counting = (name: string, helpers: Readonly<Record<string, unknown>>) =>
      new Proxy(helpers, {
        ownKeys: (target) => {
          used.add(name);
          return Reflect.ownKeys(target);
        },
      });
    const described = mockDescription(await ours, {
      validation: counting("validators", { ...validation }),
      serialization: counting("serializers", { ...serialization }),
      streamOf,
    });
    serve(described);
    expect([...used]).toEqual([]);
    void operationOf(described, "GetAssistant").validators;
    expect([...used]).toEqual(["validators"]);
    expect(operationOf(described, "GetAssistant").serializers?.responses).toHaveProperty("200");
    expect([...used]).toEqual(["validators", "serializers"]);
  });

  it("says where an operation belongs and what it does in short", async () => {
    const { title, operations } = await describePets();
    expect(title).toBe("Pets");
    expect(operations[0]).toMatchObject({ tag: "Pets", summary: "All pets" });
    expect(operations[1]).not.toHaveProperty("summary");
  });

  it("lets operations share what was compiled for others, in whatever order", async () => {
    for (const order of [
      ["listPets", "createPet"],
      ["createPet", "listPets"],
    ]) {
      const described = await describePets();
      for (const id of order) void operationOf(described, id).validators;
      const create = operationOf(described, "createPet").validators.body?.["application/json"];
      const list = operationOf(described, "listPets").validators.responses?.["200"];
      expect(create?.({ name: "Rex", friends: [{ name: "Tom" }] })).toBe(true);
      expect(create?.({ name: "Rex", friends: [{ name: "tom" }] })).toBe(false);
      expect(create?.errors).toMatchObject([
        { instancePath: "/friends/0/name", keyword: "pattern" },
      ]);
      expect(list?.["application/json"]?.([{ name: "tom" }])).toBe(false);
    }
  });

  it("answers each documented status, the description's examples by their names", async () => {
    const answers = operationOf(await describePets(), "listPets").answers;
    expect(answers).toMatchObject([
      { name: "two", status: 200 },
      { name: "none", status: 200, body: [] },
      { status: 500, body: { reason: expect.any(String) } },
    ]);
  });

  it("tells of the examples that cannot be used, once, when the operation is asked for", async () => {
    const told: RefusedExample[] = [];
    const described = await describePets((refused) => told.push(...refused));
    expect(told).toEqual([]);
    const list = operationOf(described, "listPets");
    expect(list.answers).toBe(list.answers);
    expect(told).toMatchObject([{ reason: "/0/name does not satisfy type" }]);
  });

  it("serves answers, and refuses requests that do not conform", async () => {
    const described = await describePets();
    expect(await ask(described, "GET", "/pets")).toEqual({
      status: 200,
      body: '[{"name":"Rex","friends":[{"name":"Tom"}]}]',
    });
    expect(await ask(described, "POST", "/pets", '{"name":"Rex"}')).toMatchObject({ status: 201 });
    expect(await ask(described, "POST", "/pets", '{"name":"rex"}')).toMatchObject({ status: 400 });
    expect(await ask(described, "GET", "/pets/rex/photo")).toMatchObject({ status: 200 });
    expect(await ask(described, "GET", "/pets/REX/photo")).toMatchObject({ status: 400 });
  });

  it("gives streams as the runtime makes them, and files as files", async () => {
    const described = await describePets();
    const news = operationOf(described, "getNews").answers[0]?.body;
    const items: unknown[] = [];
    for await (const item of news as AsyncIterable<unknown>) items.push(item);
    expect(items).toEqual([{ name: "Rex" }, { name: "Tom" }]);
    const photo = operationOf(described, "getPhoto").answers[0]?.body;
    expect(photo).toBeInstanceOf(Blob);
    expect((photo as Blob).type).toBe("image/png");
  });

  it("checks a pattern that may take for ever at once", async () => {
    const folder = temporaryFolder();
    writeTree(folder, { "pets.yaml": pets.replace('"^[A-Z]"', '"^(a+)+$"') });
    const described = mockDescription(await modelOf(join(folder, "pets.yaml")), runtime);
    const hostile = JSON.stringify({ name: `${"a".repeat(60)}!` });
    expect(await ask(described, "POST", "/pets", hostile)).toMatchObject({ status: 400 });
    const valid = JSON.stringify({ name: "a".repeat(60) });
    expect(await ask(described, "POST", "/pets", valid)).toMatchObject({ status: 201 });
  });
});

/** Which members are functions, and where. */
function shapeOf(value: object): unknown {
  return JSON.parse(
    JSON.stringify(value, (_name, one: unknown) => (typeof one === "function" ? "function" : one)),
  );
}

const isStream = (body: unknown): boolean =>
  typeof body === "object" && body !== null && Symbol.asyncIterator in body;
