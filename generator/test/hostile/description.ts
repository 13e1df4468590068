import type { JsonObject } from "../../../packages/description/src/json/json.ts";

const docs = { description: "Text.", url: "https://example.com/docs" };
const pet = { $ref: "#/components/schemas/Pet" };

/** A schema with every keyword that holds text. */
const keywords: JsonObject = {
  $comment: "Text.",
  title: "Text",
  description: "Text.",
  type: "object",
  externalDocs: docs,
  xml: { name: "text", namespace: "https://example.com/text", prefix: "text" },
  examples: [{ kind: "text", "a key": "text" }],
  default: { kind: "text" },
  required: ["kind"],
  properties: {
    kind: { const: "text" },
    level: { type: "string", enum: ["low", "high"], "x-enum-varnames": ["LOW", "HIGH"] },
    coded: {
      oneOf: [
        { const: "A", title: "first", description: "Text." },
        { const: "B", title: "second", description: "Text." },
      ],
    },
    text: { type: "string", pattern: "^[a-z]+$", format: "email", default: "text" },
    file: { type: "string", contentMediaType: "text/plain", contentEncoding: "base64" },
    list: { type: "array", items: { type: "string", description: "Text." } },
    pair: { type: "array", prefixItems: [{ type: "string", title: "Text" }] },
    nested: { type: "object", properties: { "a key": { type: "string", description: "Text." } } },
    map: { type: "object", additionalProperties: { type: "string", description: "Text." } },
  },
  patternProperties: { "^x-": { type: "string", description: "Text." } },
  dependentRequired: { text: ["level"] },
  dependentSchemas: { text: { required: ["level"] } },
  $defs: { Inner: { type: "string", description: "Text." } },
  "x-extension": { text: "text" },
};

const example = { summary: "Text.", description: "Text.", value: { kind: "text" } };

const content = {
  "application/json": { schema: pet, examples: { first: example } },
  "application/x-www-form-urlencoded": {
    schema: { type: "object", properties: { note: { type: "string" } } },
    encoding: { note: { contentType: "text/plain", style: "form" } },
  },
  "multipart/form-data": {
    schema: {
      type: "object",
      properties: { file: { type: "string", format: "binary" }, note: { type: "string" } },
    },
    encoding: {
      file: {
        contentType: "image/png",
        headers: { "x-part": { description: "Text.", schema: { type: "string" } } },
      },
    },
  },
};

const operation: JsonObject = {
  tags: ["pets"],
  summary: "Text.",
  description: "Text.",
  operationId: "createPet",
  externalDocs: docs,
  deprecated: true,
  "x-not-shown": "Text.",
  "x-assumption": "Text.",
  parameters: [
    {
      name: "sort",
      in: "query",
      description: "Text.",
      style: "form",
      schema: { type: "string", enum: ["up", "down"] },
      examples: { first: { summary: "Text.", value: "up" } },
    },
    {
      name: "filter",
      in: "query",
      content: { "application/json": { schema: { type: "object" }, example: { a: "text" } } },
    },
    { name: "x-trace", in: "header", example: "text", schema: { type: "string" } },
    { name: "session", in: "cookie", schema: { type: "string", pattern: "^s" } },
    { $ref: "#/components/parameters/Page" },
  ],
  requestBody: { description: "Text.", content },
  responses: {
    "200": {
      description: "Text.",
      headers: { "x-rate": { description: "Text.", schema: { type: "string" }, example: "text" } },
      content: {
        "application/json": { schema: pet, example: { kind: "text" } },
        "text/plain": { schema: { type: "string" }, example: "text" },
      },
      links: {
        next: {
          operationId: "createPet",
          description: "Text.",
          parameters: { id: "$response.body#/id" },
          requestBody: "$request.body",
        },
      },
    },
    "4XX": { $ref: "#/components/responses/Failure" },
    default: { description: "Text.", content: { "application/problem+json": { schema: {} } } },
  },
  callbacks: {
    onEvent: {
      "{$request.body#/url}": {
        post: {
          operationId: "onEvent",
          summary: "Text.",
          requestBody: { content: { "application/json": { schema: pet } } },
          responses: { "204": { description: "Text." } },
        },
      },
    },
  },
  security: [{ key: [] }, { oauth: ["read"] }],
  servers: [{ url: "https://pets.example.com", description: "Text." }],
};

const list: JsonObject = {
  tags: ["pets"],
  operationId: "listPets",
  summary: "Text.",
  parameters: [{ name: "page", in: "query", schema: { type: "integer", default: 1 } }],
  "x-pagination": {
    style: "page",
    request: { page: "page" },
    response: { items: "/items", totalCount: "/total" },
  },
  responses: {
    "200": {
      description: "Text.",
      content: {
        "application/json": {
          schema: {
            type: "object",
            "x-name": "PetPage",
            required: ["items"],
            properties: {
              items: { type: "array", items: pet },
              total: { type: "integer" },
            },
          },
          example: { items: [{ kind: "text" }], total: 1 },
        },
      },
    },
  },
};

const events: JsonObject = {
  operationId: "petEvents",
  responses: {
    "200": {
      description: "Text.",
      content: {
        "text/event-stream": {
          schema: { type: "object", properties: { type: { type: "string" } } },
          "x-event-sequence": [{ type: "text" }],
          "x-assumption": "Text.",
        },
      },
    },
  },
};

const securitySchemes: JsonObject = {
  key: { type: "apiKey", description: "Text.", name: "x-key", in: "header" },
  basic: { type: "http", scheme: "basic" },
  token: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  oauth: {
    type: "oauth2",
    flows: {
      clientCredentials: {
        tokenUrl: "https://example.com/token",
        refreshUrl: "https://example.com/refresh",
        scopes: { read: "Text." },
      },
    },
  },
  openid: { type: "openIdConnect", openIdConnectUrl: "https://example.com/openid" },
};

/** A description that has every kind of object, and every kind of text in it. */
export const everything: JsonObject = {
  openapi: "3.1.1",
  jsonSchemaDialect: "https://spec.openapis.org/oas/3.1/dialect/base",
  info: {
    title: "Everything",
    summary: "Text.",
    description: "Text.",
    termsOfService: "https://example.com/terms",
    contact: { name: "Text", url: "https://example.com", email: "text@example.com" },
    license: { name: "Text", identifier: "Apache-2.0" },
    version: "1.0.0",
  },
  externalDocs: docs,
  servers: [
    {
      url: "https://{region}.example.com",
      description: "Text.",
      variables: { region: { default: "eu", enum: ["eu", "us"], description: "Text." } },
    },
  ],
  tags: [{ name: "pets", description: "Text.", externalDocs: docs, "x-name": "pets" }],
  security: [{ token: [] }],
  "x-not-shown": ["Text."],
  "x-common-errors": {
    statuses: [401, 404],
    schema: { $ref: "#/components/schemas/Failure" },
    members: { code: "code", issues: "issues" },
  },
  paths: {
    "/pets": {
      summary: "Text.",
      description: "Text.",
      get: list,
      post: operation,
    },
    "/pets/{id}/events": {
      parameters: [
        {
          name: "id",
          in: "path",
          required: true,
          description: "Text.",
          schema: { type: "string" },
        },
      ],
      get: events,
    },
  },
  webhooks: {
    petBorn: {
      post: {
        operationId: "petBorn",
        description: "Text.",
        requestBody: { content: { "application/json": { schema: pet } } },
        responses: { "204": { description: "Text." } },
      },
    },
  },
  components: {
    schemas: {
      Pet: keywords,
      Animal: {
        type: "object",
        required: ["species"],
        properties: { species: { type: "string" } },
        discriminator: { propertyName: "species", mapping: { cat: "#/components/schemas/Cat" } },
      },
      Cat: { allOf: [{ $ref: "#/components/schemas/Animal" }, { description: "Text." }] },
      Level: { type: "string", enum: ["low", "high"], "x-enum-descriptions": ["Text.", "Text."] },
      Failure: {
        type: "object",
        properties: {
          code: { type: "string" },
          issues: { type: "array", items: { type: "string" } },
        },
      },
    },
    parameters: {
      Page: { name: "size", in: "query", schema: { $ref: "#/components/schemas/Level" } },
    },
    responses: {
      Failure: {
        description: "Text.",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
      },
    },
    requestBodies: { Note: { description: "Text.", content: { "text/plain": {} } } },
    headers: { Rate: { description: "Text.", schema: { type: "string" } } },
    examples: { First: example },
    links: { Next: { operationId: "listPets", description: "Text." } },
    callbacks: {
      OnPet: { "{$url}": { post: { responses: { "200": { description: "Text." } } } } },
    },
    pathItems: { Item: { summary: "Text." } },
    securitySchemes,
  },
};
