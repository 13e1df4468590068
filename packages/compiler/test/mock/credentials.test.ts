import { createMock, type Mock } from "@openapi-packages/mock";
import { streamOf } from "@openapi-packages/mock";
import * as serialization from "@openapi-packages/runtime/serialization";
import * as validation from "@openapi-packages/runtime/validation";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDocument } from "../../../description/src/load/load-document.ts";
import { mockDescription } from "../../src/mock/serve/mock-description.ts";
import { planState } from "../../src/mock/state/plan-state.ts";
import { buildApiModel } from "../../../description/src/model/build-api-model.ts";
import { temporaryFolder, writeTree } from "../../../../generator/test/support.ts";

/** What a description of keys may have otherwise. */
interface Keys {
  /** The path, and the name of the schema. */
  readonly path?: string;
  readonly schema?: string;
  /** Members of a key, those of the answer to its creation, and those of its request. */
  readonly members?: string;
  readonly required?: string;
  readonly created?: string;
  readonly given?: string;
  readonly schemes?: string;
  readonly security?: string;
  /** Further paths. */
  readonly more?: string;
}

const json = (schema: string): string =>
  `{ description: Done., content: { application/json: { schema: ${schema} } } }`;

/** A service with keys, and something that they open. */
const described = ({
  path = "/keys",
  schema = "ApiKey",
  members = "",
  required = "id, name",
  created = "secret: { type: string }",
  given = "",
  schemes = "key: { type: apiKey, in: header, name: X-API-Key }",
  security = "{ key: [] }",
  more = "",
}: Keys): string => `
openapi: 3.1.0
info: { title: Keys, version: "1" }
security: [${security}]
paths:
  /things:
    get: { operationId: listThings, responses: { "200": ${json("{ type: array, items: { type: string } }")} } }
  ${path}:
    get: { operationId: listKeys, responses: { "200": ${json(`{ type: array, items: { $ref: "#/components/schemas/${schema}" } }`)} } }
    post:
      operationId: createKey
      requestBody:
        content:
          application/json:
            schema: { type: object, properties: { name: { type: string }, ${given} } }
      responses: { "201": ${json('{ $ref: "#/components/schemas/Created" }')} }
  ${path}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getKey, responses: { "200": ${json(`{ $ref: "#/components/schemas/${schema}" }`)} } }
    patch:
      operationId: changeKey
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { "200": ${json(`{ $ref: "#/components/schemas/${schema}" }`)} }
    delete: { operationId: deleteKey, responses: { "204": { description: Done. } } }
${more}
components:
  securitySchemes:
    ${schemes}
  schemas:
    ${schema}:
      type: object
      required: [${required}]
      properties: { id: { type: string }, name: { type: string }, ${members} }
    Created:
      allOf:
        - { $ref: "#/components/schemas/${schema}" }
        - { type: object, ${created === "" ? "" : `required: [${created.split(":")[0]}], properties: { ${created} }`} }
`;

async function modelOf(keys: Keys | string) {
  const folder = temporaryFolder();
  writeTree(folder, { "keys.yaml": typeof keys === "string" ? keys : described(keys) });
  const { model, diagnostics } = buildApiModel(await loadDocument(join(folder, "keys.yaml")));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return model;
}

/** What the plan says of the keys as credentials. */
async function inferred(keys: Keys) {
  const { resources } = planState(await modelOf(keys), () => []);
  return Object.values(resources).map(({ credential }) => credential);
}

/** A mock that demands credentials, and calls of it with a key. */
async function mocked(
  keys: Keys | string = {},
  header: (key: string) => Record<string, string> = xApiKey,
) {
  const description = mockDescription(await modelOf(keys), {
    validation,
    serialization,
    streamOf: streamOf as never,
  });
  const mock: Mock = createMock(description, { demandCredentials: true });
  const call = async (key: string, method: string, path: string, body?: object) => {
    const { status, ...response } = await mock
      .fetch(path, {
        method,
        headers: { ...header(key), "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      .then(async (one) => ({ status: one.status, text: await one.text() }));
    return { status, body: response.text === "" ? {} : JSON.parse(response.text) };
  };
  const root = Object.values(mock.credentials)[0]?.[0] ?? "";
  /** True if a key opens something. */
  const opens = async (key: string): Promise<boolean> =>
    (await call(key, "GET", "/things")).status === 200;
  const create = async (path = "/keys", more: object = {}) => {
    const { status, body } = await call(root, "POST", path, { name: "mine", ...more });
    expect(status).toBe(201);
    return body as Record<"id" | "secret" | "value" | "token", string>;
  };
  return { mock, call, root, opens, create };
}

const xApiKey = (key: string): Record<string, string> => ({ "x-api-key": key });
const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

describe("a key that the description's own operations create", () => {
  it("is accepted from then on, listed without its secret, and refused once it is deleted", async () => {
    const { call, root, opens, create } = await mocked();
    expect(await opens("made-up")).toBe(false);
    const [one, two] = [await create(), await create()];
    expect(one.secret).not.toBe(two.secret);
    expect(await opens(one.secret)).toBe(true);
    const { body } = await call(one.secret, "GET", "/keys");
    expect(body).toContainEqual({ id: one.id, name: "mine" });
    expect(JSON.stringify(body)).not.toContain(one.secret);
    expect((await call(root, "GET", `/keys/${one.id}`)).body).not.toHaveProperty("secret");
    expect((await call(one.secret, "DELETE", `/keys/${one.id}`)).status).toBe(204);
    expect(await opens(one.secret)).toBe(false);
    expect(await opens(two.secret)).toBe(true);
  });

  it("stays known in a snapshot, and is forgotten by a reset", async () => {
    const { mock, opens, create, call, root } = await mocked();
    const [kept, gone] = [await create(), await create()];
    await call(root, "DELETE", `/keys/${gone.id}`);
    const saved = JSON.parse(JSON.stringify(mock.snapshot())) as unknown;
    mock.reset();
    expect(await opens(kept.secret)).toBe(false);
    mock.restore(saved);
    expect(await opens(kept.secret)).toBe(true);
    expect(await opens(gone.secret)).toBe(false);
  });

  it("is a bearer token where tokens are", async () => {
    const keys = {
      path: "/tokens",
      schema: "AccessToken",
      created: "token: { type: string }",
      schemes: "bearer: { type: http, scheme: Bearer }",
      security: "{ bearer: [] }",
    };
    const { opens, create } = await mocked(keys, bearer);
    expect(await opens((await create("/tokens")).token)).toBe(true);
  });

  it.each([
    ["optional", "id, name"],
    ["required", "id, name, value"],
  ])("may be of one schema in all answers, with an %s secret", async (_, required) => {
    const keys = { members: "value: { type: string }", required, created: "" };
    const { opens, create, call, root } = await mocked(keys);
    const [one, two] = [await create(), await create()];
    expect(one.value).not.toBe(two.value);
    expect(await opens(one.value)).toBe(true);
    await call(root, "DELETE", `/keys/${one.id}`);
    expect(await opens(one.value)).toBe(false);
    expect(await opens(two.value)).toBe(true);
  });

  it("may have its secret beside it", async () => {
    const created = "{ type: object, properties: { api_key: $&, value: { type: string } } }";
    const text = described({ created: "" }).replace(
      '{ $ref: "#/components/schemas/Created" }',
      created,
    );
    const { opens, create, call, root } = await mocked(text);
    const [one, two] = (await Promise.all([create(), create()])) as unknown as {
      readonly api_key: { readonly id: string };
      readonly value: string;
    }[];
    expect(one?.value).not.toBe(two?.value);
    expect(await opens(one?.value ?? "")).toBe(true);
    expect((await call(root, "DELETE", `/keys/${one?.api_key.id}`)).status).toBe(204);
    expect(await opens(one?.value ?? "")).toBe(false);
    expect(await opens(two?.value ?? "")).toBe(true);
  });

  it("is accepted from the start where examples show it, until it is deleted", async () => {
    const text = described({})
      .replace(
        'schema: { type: array, items: { $ref: "#/components/schemas/ApiKey" } }',
        "$&, example: [{ id: k1, name: One }]",
      )
      .replace(
        'schema: { $ref: "#/components/schemas/Created" }',
        "$&, example: { id: k1, name: One, secret: shown-once }",
      );
    const model = await modelOf(text);
    const runtime = { validation, serialization, streamOf: streamOf as never };
    const mock = createMock(mockDescription(model, runtime), { demandCredentials: true });
    const headers = { "x-api-key": "shown-once" };
    expect((await mock.fetch("/things", { headers })).status).toBe(200);
    await mock.fetch("/keys/k1", { method: "DELETE", headers });
    expect((await mock.fetch("/things", { headers })).status).toBe(401);
    const none = createMock(mockDescription(model, runtime), {
      demandCredentials: true,
      start: "empty",
    });
    expect((await none.fetch("/things", { headers })).status).toBe(401);
  });
});

describe("a key is refused once it", () => {
  const revoking = (path: string, answer: string): string =>
    `  ${path}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: revokeKey, responses: { ${answer} } }`;

  it.each([
    ["shown once", "", '{ $ref: "#/components/schemas/Created" }'],
    ["always shown", "secret: { type: string }", '{ $ref: "#/components/schemas/ApiKey" }'],
  ])("has another secret, which is %s", async (_, members, answer) => {
    const keys = {
      members,
      required: members === "" ? "id, name" : "id, name, secret",
      ...(members === "" ? {} : { created: "" }),
      more: revoking("/keys/{id}/rotate", `"200": ${json(answer)}`),
    };
    const { call, root, opens, create } = await mocked(keys);
    const { id, secret } = await create();
    const { body } = await call(root, "POST", `/keys/${id}/rotate`);
    expect(await opens(secret)).toBe(false);
    expect(await opens((body as { secret: string }).secret)).toBe(true);
    const again = await call(root, "POST", `/keys/${id}/rotate`);
    expect(again.body).not.toEqual(body);
    expect(await opens((body as { secret: string }).secret)).toBe(false);
  });

  const active = "active: { type: boolean, example: true }";
  const key = json('{ $ref: "#/components/schemas/ApiKey" }');

  it.each([
    ["without an answer", active, '"204": { description: Done. }', { active: false }],
    ["with the key as the answer", active, `"200": ${key}`, { active: false }],
    ["that no member tells of", "", '"204": { description: Done. }', {}],
  ])("was revoked by an operation %s", async (_, members, answer, then) => {
    const keys = { members, more: revoking("/keys/{id}/revoke", answer) };
    const { mock, call, root, opens, create } = await mocked(keys);
    const { id, secret } = await create();
    expect(await opens(secret)).toBe(true);
    expect((await call(root, "POST", `/keys/${id}/revoke`)).status).toBeLessThan(300);
    expect(await opens(secret)).toBe(false);
    expect((await call(root, "GET", `/keys/${id}`)).body).toMatchObject({ id, ...then });
    mock.restore(mock.snapshot());
    expect(await opens(secret)).toBe(false);
  });

  it.each([
    ["active: { type: boolean, example: true }", { active: false }],
    ["revoked: { type: boolean, example: false }", { revoked: true }],
    ["status: { type: string, enum: [active, revoked] }", { status: "revoked" }],
    [
      'revoked_at: { type: [string, "null"], format: date-time, example: null }',
      { revoked_at: "2020-01-01T00:00:00Z" },
    ],
    ["expires_at: { type: string, format: date-time }", { expires_at: "2020-01-01T00:00:00Z" }],
  ])("says so: %s", async (members, change) => {
    const { call, root, opens, create } = await mocked({ members });
    const { id, secret } = await create();
    expect(await opens(secret)).toBe(true);
    expect((await call(root, "PATCH", `/keys/${id}`, change)).status).toBe(200);
    expect(await opens(secret)).toBe(false);
  });

  it("has expired", async () => {
    const expires = "expires_at: { type: string, format: date-time }";
    const { mock, opens, create } = await mocked({ members: expires, given: expires });
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const { secret } = await create("/keys", { expires_at });
    expect(await opens(secret)).toBe(true);
    mock.advance(61_000);
    expect(await opens(secret)).toBe(false);
  });
});

describe("keys are inferred", () => {
  it("with the scheme that they are for", async () => {
    const schemes = [
      "header: { type: apiKey, in: header, name: X-API-Key }",
      "jwt: { type: http, scheme: bearer, bearerFormat: JWT }",
      "login: { type: http, scheme: basic }",
    ].join("\n    ");
    const security = "{ header: [] }, { jwt: [] }, { login: [] }";
    expect(await inferred({ schemes, security })).toEqual([
      { schemes: ["header"], secret: "secret" },
    ]);
    const tokens = { path: "/access-tokens", schema: "AccessToken" };
    expect(await inferred({ schemes, security, ...tokens })).toEqual([
      { schemes: ["jwt"], secret: "secret" },
    ]);
    const opaque = schemes.replace(", bearerFormat: JWT", "");
    expect(await inferred({ schemes: opaque, security })).toEqual([
      { schemes: ["header", "jwt"], secret: "secret" },
    ]);
    const speaking = schemes.replace("JWT }", "JWT, description: An API key. }");
    expect(await inferred({ schemes: speaking, security })).toEqual([
      { schemes: ["header", "jwt"], secret: "secret" },
    ]);
    const unused = await inferred({ schemes, security: "{ login: [] }" });
    expect(unused).toEqual([undefined]);
  });

  it.each([
    ["/ssh-keys", "SshKey"],
    ["/signing-keys", "SigningKey"],
    ["/webhooks", "Webhook"],
  ])("of no resource that is something else: %s", async (path, schema) => {
    expect(await inferred({ path, schema })).toEqual([undefined]);
  });

  it("of none whose creation shows no secret", async () => {
    expect(await inferred({ created: "" })).toEqual([undefined]);
  });
});
