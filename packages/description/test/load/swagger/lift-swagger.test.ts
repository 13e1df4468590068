import { describe, expect, it } from "vitest";
import { uniqueDiagnostics } from "../../../src/diagnostics/diagnostics.ts";
import { valueAt } from "../../../src/json/json.ts";
import { loadDocument } from "../../../src/load/load-document.ts";
import { serve, texts } from "../serve.ts";
import { done, lift, operationOf, said, withOperation } from "./lifted.ts";

it("is said to have been lifted", async () => {
  const { value, diagnostics } = await lift(withOperation(done));
  expect(value["openapi"]).toBe("3.1.1");
  expect(diagnostics).toMatchObject([{ code: "swagger-lifted", location: { line: 1 } }]);
});

describe("parameters", () => {
  const list = (name: string, place: string, format: string): string =>
    `        - { name: ${name}, in: ${place}, type: array, items: { type: string }, collectionFormat: ${format} }\n`;

  it("have their schema apart, and lists their style", async () => {
    const parameters = `      parameters:
        - { name: limit, in: query, type: integer, default: 10, x-nullable: true, description: Most. }
        - { name: plain, in: query, type: array, items: { type: string } }
${["ssv", "pipes", "multi"].map((format) => list(format, "query", format)).join("")}${list("X-All", "header", "csv")}`;
    const array = { type: "array", items: { type: "string" } };
    expect(await operationOf(parameters + done)).toMatchObject({
      parameters: [
        { name: "limit", description: "Most.", schema: { type: ["integer", "null"], default: 10 } },
        { name: "plain", style: "form", explode: false, schema: array },
        { name: "ssv", style: "spaceDelimited", explode: false, schema: array },
        { name: "pipes", style: "pipeDelimited", explode: false, schema: array },
        { name: "multi", style: "form", explode: true, schema: array },
        { name: "X-All", style: "simple", schema: array },
      ],
    });
  });

  it("are said not to be what OpenAPI 3 cannot say", async () => {
    const parameters = `      parameters:
${list("tabs", "query", "tsv")}${list("X-All", "header", "pipes")}        - { name: deep, in: query, type: array, items: { type: array, collectionFormat: pipes, items: { type: string } } }
`;
    const { diagnostics } = await lift(withOperation(parameters + done));
    expect(said(diagnostics)).toEqual([
      'swagger.yaml:9 swagger-loss the collectionFormat "tsv" of a list does not exist in OpenAPI 3 here',
      'swagger.yaml:10 swagger-loss the collectionFormat "pipes" of a list does not exist in OpenAPI 3 here',
      'swagger.yaml:11 swagger-loss the collectionFormat "pipes" of items does not exist in OpenAPI 3',
    ]);
  });
});

describe("responses", () => {
  it("have content, headers with schemas, and examples by media type", async () => {
    const responses = `      produces: [application/json]
      responses:
        "200":
          description: A pet.
          schema: { type: string }
          headers: { X-Rate: { type: integer, description: Left. } }
          examples: { application/json: Tom }
        default: { $ref: "#/responses/Failed" }
`;
    const more =
      "responses: { Failed: { description: Failed., schema: { type: string, x-nullable: true } } }\nproduces: [text/plain]\n";
    const { value, diagnostics } = await lift(withOperation(responses, more));
    expect(said(diagnostics)).toEqual([]);
    expect(valueAt(value, "/paths/~1pets~1{id}/post/responses")).toMatchObject({
      "200": {
        headers: { "X-Rate": { description: "Left.", schema: { type: "integer" } } },
        content: { "application/json": { example: "Tom" } },
      },
      default: { $ref: "#/components/responses/Failed" },
    });
    expect(valueAt(value, "/components/responses/Failed/content")).toHaveProperty("text/plain");
  });

  it("that are files are binary", async () => {
    const responses =
      '      responses: { "200": { description: A photo., schema: { type: file } } }\n';
    const { value } = await lift(withOperation(responses));
    const content = "/paths/~1pets~1{id}/post/responses/200/content";
    expect(Object.keys(valueAt(value, content) ?? {})).toEqual(["application/octet-stream"]);
    expect(JSON.stringify(value)).toContain('"format":"binary"');
  });
});

it("makes servers of schemes, host and basePath", async () => {
  const serversOf = async (more: string): Promise<unknown> =>
    (await lift(withOperation(done, more))).value["servers"];
  const both = "host: api.example.com\nbasePath: /v1/\nschemes: [https, http]\n";
  expect(await serversOf(both)).toEqual([
    { url: "https://api.example.com/v1" },
    { url: "http://api.example.com/v1" },
  ]);
  expect(await serversOf("basePath: /v1\n")).toEqual([{ url: "/v1" }]);
  expect(await serversOf("basePath: /\n")).toBeUndefined();
  expect(await operationOf(`      schemes: [wss]\n${done}`, both)).toMatchObject({
    servers: [{ url: "wss://api.example.com/v1" }],
  });
  const { origin } = await serve(texts({ "/a.yaml": withOperation(done, "host: a.example\n") }));
  const remote = await loadDocument(`${origin}/a.yaml`);
  expect(remote.value["servers"]).toEqual([{ url: "http://a.example" }]);
});

it("makes security schemes of security definitions", async () => {
  const more = `securityDefinitions:
  basic: { type: basic, description: Name and password. }
  key: { type: apiKey, in: header, name: X-Key }
  app: { type: oauth2, flow: application, tokenUrl: https://a.example/token, scopes: {} }
  code: { type: oauth2, flow: accessCode, authorizationUrl: https://a.example, tokenUrl: https://a.example/token, scopes: { read: Read. } }
  implicit: { type: oauth2, flow: implicit, authorizationUrl: https://a.example, scopes: {} }
  password: { type: oauth2, flow: password, tokenUrl: https://a.example/token, scopes: {} }
security: [{ basic: [], key: [], app: [], code: [read], implicit: [], password: [] }]
`;
  const { value, diagnostics } = await lift(withOperation(done, more));
  expect(said(diagnostics)).toEqual([]);
  const tokenUrl = "https://a.example/token";
  const authorizationUrl = "https://a.example";
  expect(valueAt(value, "/components/securitySchemes")).toEqual({
    basic: { type: "http", scheme: "basic", description: "Name and password." },
    key: { type: "apiKey", in: "header", name: "X-Key" },
    app: { type: "oauth2", flows: { clientCredentials: { tokenUrl, scopes: {} } } },
    code: {
      type: "oauth2",
      flows: { authorizationCode: { authorizationUrl, tokenUrl, scopes: { read: "Read." } } },
    },
    implicit: { type: "oauth2", flows: { implicit: { authorizationUrl, scopes: {} } } },
    password: { type: "oauth2", flows: { password: { tokenUrl, scopes: {} } } },
  });
});

describe("schemas", () => {
  it("have discriminators with the values that children name, null, and no change in data", async () => {
    const more = `definitions:
  Pet:
    type: object
    discriminator: kind
    required: [kind]
    properties:
      kind: { type: string }
      default: { type: string, x-nullable: true }
      owner: { $ref: "#/definitions/Owner", x-nullable: true }
      properties: { type: object, properties: { discriminator: { type: string } } }
  Cat: { x-ms-discriminator-value: "#cat", allOf: [{ $ref: "#/definitions/Pet" }] }
  Owner: { type: object, example: { discriminator: kind, x-nullable: true, $ref: "#/definitions/None" } }
`;
    const { value, diagnostics } = await lift(withOperation(done, more));
    expect(said(diagnostics)).toEqual([]);
    const schemas = valueAt(value, "/components/schemas");
    expect(schemas).toMatchObject({
      Pet: {
        discriminator: {
          propertyName: "kind",
          mapping: { "#cat": "#/components/schemas/Cat" },
        },
        properties: {
          default: { type: ["string", "null"] },
          owner: { anyOf: [{ $ref: "#/components/schemas/Owner" }, { type: "null" }] },
          properties: { properties: { discriminator: { type: "string" } } },
        },
      },
      Owner: { examples: [{ discriminator: "kind", "x-nullable": true }] },
    });
  });
});

describe("places", () => {
  it("are those of the original", async () => {
    const operation = `      parameters:
        - { name: body, in: body, schema: { properties: { a: { type: textt } } } }
        - { name: limit, in: query, type: numberr }
      responses:
        "200": { description: All., schema: { type: objectt }, headers: { X-A: { type: booleann } } }
`;
    const more = `responses:
  Failed: { description: Failed., schema: { type: failedd } }
definitions:
  Pet: { type: pett }
`;
    const { diagnostics } = await lift(withOperation(operation, more));
    const places = uniqueDiagnostics(diagnostics).map(
      ({ location: { line, pointer } }) => `${line} ${pointer}`,
    );
    expect(places.slice(1)).toEqual([
      "4 /responses/Failed/schema/type",
      "6 /definitions/Pet/type",
      "13 /paths/~1pets~1{id}/post/parameters/0/schema/properties/a/type",
      "14 /paths/~1pets~1{id}/post/parameters/1/type",
      "16 /paths/~1pets~1{id}/post/responses/200/schema/type",
      "16 /paths/~1pets~1{id}/post/responses/200/headers/X-A/type",
    ]);
  });

  it("are those of overlays, which change the original", async () => {
    const fixes = `overlay: 1.1.0
info: { title: Fixes, version: 1.0.0 }
actions:
  - target: $.definitions.Pet.properties
    update: { tag: { type: textt } }
`;
    const more = "definitions: { Pet: { type: object, properties: { a: { type: string } } } }\n";
    const { diagnostics } = await lift(withOperation(done, more), { "fixes.yaml": fixes }, [
      "fixes.yaml",
    ]);
    expect(said(diagnostics)).toEqual([
      expect.stringContaining("fixes.yaml:5 schema-type-unknown"),
    ]);
  });
});

it("reads schemas of other files, and says that of these it reads no other parts", async () => {
  const operation = `      parameters: [{ $ref: "common.yaml#/parameters/Limit" }]
      responses: { "200": { description: A pet., schema: { $ref: "common.yaml#/definitions/Pet" } } }
`;
  const files = {
    "common.yaml": `definitions:
  Pet: { type: object, properties: { owner: { $ref: "swagger.yaml#/definitions/Owner" }, kind: { $ref: "#/definitions/Kind" } } }
  Kind: { type: string, x-nullable: true }
parameters: { Limit: { name: limit, in: query, schema: {} } }
`,
  };
  const more = "definitions: { Owner: { type: object } }\n";
  const { value, diagnostics } = await lift(withOperation(operation, more), files);
  expect(said(diagnostics)).toEqual([
    'swagger.yaml:9 swagger-parts $ref "common.yaml#/parameters/Limit" leads to a part of another file; of those of Swagger 2.0 only schemas are read',
  ]);
  expect(valueAt(value, "/components/schemas")).toMatchObject({
    Pet: {
      properties: {
        owner: { $ref: "#/components/schemas/Owner" },
        kind: { $ref: "#/components/schemas/Kind" },
      },
    },
    Kind: { type: ["string", "null"] },
  });
});
