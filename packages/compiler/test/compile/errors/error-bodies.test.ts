import { createMock } from "@openapi-packages/mock";
import { streamOf } from "@openapi-packages/mock";
import { createServerCore, toFetch } from "@openapi-packages/runtime/server";
import * as serialization from "@openapi-packages/runtime/serialization";
import * as validation from "@openapi-packages/runtime/validation";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emitModel } from "../../../../../generator/src/emit/emit-model.ts";
import { planners } from "../../../../../generator/src/emit/planners.ts";
import { loadDocument } from "../../../../description/src/load/load-document.ts";
import { mockDescription } from "../../../src/mock/serve/mock-description.ts";
import { buildApiModel } from "../../../../description/src/model/build-api-model.ts";
import { temporaryFolder, writeTree } from "../../../../../generator/test/support.ts";

/** A description of one operation, and the schema of its errors. */
interface Described {
  /** The schema, as YAML in one line. */
  readonly schema: string;
  /** By default `application/json`. */
  readonly mediaType?: string;
  /** Members of the root, such as `x-common-errors`. */
  readonly root?: string;
  /** Where the schema is documented. */
  readonly status?: string;
  /** Further components. */
  readonly more?: string;
}

const described = ({ schema, mediaType, root, status, more }: Described): string => `
openapi: 3.1.0
info: { title: Things, version: "1" }
${root ?? ""}
security: [{ key: [] }]
paths:
  /things:
    post:
      operationId: createThing
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } }
      responses:
        "200": { description: Done., content: { application/json: { schema: { type: object } } } }
        ${status ?? "default"}: { description: Failed., content: { ${mediaType ?? "application/json"}: { schema: { $ref: "#/components/schemas/Failure" } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: x-key } }
  schemas:
    Failure: ${schema}
    ${more ?? ""}
`;

async function load(given: Described) {
  const folder = temporaryFolder();
  writeTree(folder, { "things.yaml": described(given) });
  const { model, diagnostics } = buildApiModel(await loadDocument(join(folder, "things.yaml")));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return model;
}

/** A server of a description, what it answers to refused requests, and what a proxy says of that. */
async function serving(given: Described) {
  const runtime = { validation, serialization, streamOf: streamOf as never };
  const description = mockDescription(await load(given), runtime);
  const routes = description.operations.map((one) => ({
    operation: one.operation,
    validators: one.validators,
    ...(one.errorBodies && { errorBodies: one.errorBodies }),
    handler: undefined,
  }));
  const server = createServerCore(description.api, routes, {
    security: { key: ({ value }) => value === "secret" && "me" },
  });
  const violations: string[] = [];
  const proxy = createMock(description, {
    baseUrl: "http://proxy.example",
    upstream: {
      url: "http://real.example",
      fetch: toFetch(server),
      onViolation: ({ side, message }) => void (side === "response" && violations.push(message)),
    },
  });
  const mock = createMock(description, { baseUrl: "http://mock.example" });
  const post = async (fetch: typeof proxy.fetch, body: string, key: string) => {
    const headers = { "content-type": "application/json", "x-key": key };
    const response = await fetch("/things", { method: "POST", headers, body });
    const text = await response.text();
    const type = response.headers.get("content-type");
    return [response.status, type, type?.includes("json") ? JSON.parse(text) : text] as const;
  };
  const refusals = {
    invalid: await post(proxy.fetch, '{"name":7}', "secret"),
    anonymous: await post(proxy.fetch, '{"name":"a"}', "none"),
    // A proxy answers by itself what the other server does not implement.
    missing: await post(
      (path, init) => toFetch(server)(new Request(`http://real.example${path}`, init)),
      '{"name":"a"}',
      "secret",
    ),
    mocked: await post(mock.fetch, '{"name":7}', "secret"),
  };
  return { violations, ...refusals };
}

const object = (members: string, more = ""): string =>
  `{ type: object, ${more} properties: { ${members} } }`;

const message = "body /name: must be string";

describe("a refusal of the server is of the documented type", () => {
  const cases: Readonly<Record<string, Described & { readonly body: unknown }>> = {
    "a message": {
      schema: object("message: { type: string }", "required: [message],"),
      body: { message },
    },
    "the address of a page on it, which GitHub's errors have": {
      schema: object(
        "message: { type: string }, documentation_url: { type: string }",
        "required: [message, documentation_url],",
      ),
      body: { message, documentation_url: "about:blank" },
    },
    "an optional address of a page on it": {
      schema: object("message: { type: string }, documentation_url: { type: string }"),
      body: { message },
    },
    "code and message, no other member": {
      schema: object(
        "code: { type: integer }, message: { type: string }",
        "required: [code, message], additionalProperties: false,",
      ),
      body: { code: 400, message },
    },
    "an error in an error, with a code of a list": {
      schema: object(
        `error: ${object("code: { type: string, enum: [bad_request, unauthorized, server_error] }, message: { type: string }", "required: [code, message],")}`,
        "required: [error],",
      ),
      body: { error: { code: "bad_request", message } },
    },
    "OAuth 2": {
      schema: object(
        "error: { type: string, enum: [invalid_request, invalid_client, server_error] }, error_description: { type: string }",
        "required: [error],",
      ),
      body: { error: "invalid_request", error_description: message },
    },
    "JSON:API": {
      mediaType: "application/vnd.api+json",
      schema: object(
        `errors: { type: array, minItems: 1, items: ${object(`status: { type: string }, title: { type: string }, detail: { type: string }, source: ${object("pointer: { type: string }")}`)} }`,
        "required: [errors],",
      ),
      body: {
        errors: [
          {
            status: "400",
            title: "Bad Request",
            detail: "must be string",
            source: { pointer: "/name" },
          },
        ],
      },
    },
    FastAPI: {
      schema: object(
        `detail: { type: array, items: ${object("loc: { type: array, items: { anyOf: [{ type: string }, { type: integer }] } }, msg: { type: string }, type: { type: string }", "required: [loc, msg, type],")} }`,
      ),
      body: { detail: [{ loc: ["body", "name"], msg: "must be string", type: "type" }] },
    },
    "ASP.NET": {
      mediaType: "application/problem+json",
      schema: object(
        "type: { type: [string, 'null'] }, title: { type: [string, 'null'] }, status: { type: [integer, 'null'] }, errors: { type: object, additionalProperties: { type: array, items: { type: string } } }",
      ),
      body: {
        type: "about:blank",
        title: "Bad Request",
        status: 400,
        errors: { name: [message] },
      },
    },
    "Spring Boot": {
      schema: object(
        "timestamp: { type: string, format: date-time }, status: { type: integer }, error: { type: string }, path: { type: string }",
        "required: [timestamp, status, path],",
      ),
      body: { timestamp: expect.any(String), status: 400, error: message, path: "/things" },
    },
    Google: {
      schema: object(
        `error: ${object("code: { type: integer }, message: { type: string }, status: { type: string }, details: { type: array, items: { type: object } }")}`,
      ),
      body: { error: { code: 400, message, status: "400", details: [expect.anything()] } },
    },
    JSend: {
      schema: object(
        "status: { type: string, enum: [success, fail, error] }, message: { type: string }, data: { type: [object, 'null'] }",
        "required: [status, message, data],",
      ),
      body: { status: "fail", message, data: expect.anything() },
    },
    "a flag, constants and what has a default": {
      schema: object(
        "ok: { type: boolean }, version: { const: v1 }, region: { type: string, pattern: '^eu', default: eu-1 }, error: { type: string }",
        "required: [ok, version, region],",
      ),
      body: { ok: false, version: "v1", region: "eu-1", error: message },
    },
    "parts of allOf": {
      schema: `{ allOf: [{ $ref: "#/components/schemas/Base" }, ${object("details: { type: array, items: { type: string } }", "required: [details],")}] }`,
      more: `Base: ${object("message: { type: string, maxLength: 10 }", "required: [message],")}`,
      body: { message: "body /name", details: [message] },
    },
    "one of several": {
      schema: `{ oneOf: [${object("wossname: { type: string, format: ipv4 }", "required: [wossname],")}, ${object("message: { type: string }", "required: [message],")}] }`,
      body: { message },
    },
    "a list": {
      schema: `{ type: array, items: ${object("field: { type: string }, issue: { type: string }")} }`,
      body: [{ field: "name", issue: "must be string" }],
    },
    "a text": { mediaType: "text/plain", schema: "{ type: string }", body: message },
    anything: {
      schema: "{ description: Anything. }",
      body: expect.objectContaining({ status: 400 }),
    },
    "names of its own": {
      schema: object(
        `wossname: { type: string }, kind: { type: string }, deep: ${object("list: { type: array, items: { type: string } }", "required: [list],")}`,
        "required: [wossname, deep], x-common-errors: { members: { message: wossname, issues: /deep/list } },",
      ),
      body: { wossname: message, kind: "ValidationError", deep: { list: [message] } },
    },
    "the names of the errors in common": {
      root: `x-common-errors: { statuses: [404], schema: { $ref: "#/components/schemas/Failure" }, members: { code: wossname, issues: found } }`,
      schema: object(
        "wossname: { type: string }, found: { type: array, items: {} }",
        "required: [wossname],",
      ),
      body: { wossname: "ValidationError", found: [expect.objectContaining({ pointer: "/name" })] },
    },
    "a title and a status, where the title alone can say what is wrong": {
      schema: object(
        "title: { type: string }, status: { type: integer }",
        "required: [title, status],",
      ),
      body: { title: message, status: 400 },
    },
    "a title that has its length": {
      schema: object("title: { type: string, minLength: 3, maxLength: 10 }", "required: [title],"),
      body: { title: "body /name" },
    },
    "a title beside a list of issues whose items cannot be filled": {
      schema: object(
        `title: { type: string }, errors: { type: array, items: ${object("severity: { type: string }", "required: [severity],")} }`,
        "required: [title],",
      ),
      body: { title: message },
    },
    "a title beside a list of issues": {
      schema: object(
        "title: { type: string }, error_list: { type: array, items: { type: string } }",
      ),
      body: { title: "Bad Request", error_list: [message] },
    },
    "a title that the description calls so": {
      schema: object(
        "title: { type: string }",
        "required: [title], x-common-errors: { members: { title: title } },",
      ),
      body: { title: "Bad Request" },
    },
    "problem details that are open, whose title stays the same": {
      mediaType: "application/problem+json",
      schema: object(
        "title: { type: string }, status: { type: integer }",
        "required: [title, status],",
      ),
      body: {
        title: "Bad Request",
        status: 400,
        errors: [expect.objectContaining({ pointer: "/name", keyword: "type" })],
      },
    },
    "problem details that are closed": {
      mediaType: "application/problem+json",
      schema: object("title: { type: string }", "additionalProperties: false,"),
      body: { title: message },
    },
    "problem details that declare errors of another kind": {
      mediaType: "application/problem+json",
      schema: object("title: { type: string }, errors: { type: integer }"),
      body: { title: message },
    },
    "a range, where the others are not": {
      status: "4XX",
      schema: object("message: { type: string }"),
      body: { message },
    },
  };

  it.for(Object.entries(cases))("%s", async ([, { body, ...given }]) => {
    const { invalid, mocked, violations } = await serving(given);
    const [status, type, sent] = invalid;
    expect([status, sent]).toEqual([400, body]);
    expect(type).toContain(given.mediaType ?? "application/json");
    expect(mocked.slice(0, 2)).toEqual([status, type]);
    expect(mocked[2]).toEqual(body);
    // Of other statuses than the range's the description knows nothing.
    const own = violations.filter((violation) => !violation.endsWith("is not documented"));
    expect(own).toEqual([]);
  });

  it("says which operation is not implemented, and who may not call", async () => {
    const { missing, anonymous } = await serving({ schema: object("message: { type: string }") });
    expect(missing.slice(0, 1)).toEqual([501]);
    expect(missing[2]).toEqual({ message: "createThing is not implemented" });
    expect(anonymous.slice(0, 1)).toEqual([401]);
    expect(anonymous[2]).toEqual({ message: expect.stringContaining("credential") });
  });
});

describe("a schema that nothing is known to fill", () => {
  const unknown = {
    "a required member": object(
      "wossname: { type: string, pattern: '^W' }",
      "required: [wossname],",
    ),
    "a member below": object(
      `error: ${object("n: { type: integer, minimum: 9000 }", "required: [n],")}`,
      "required: [error],",
    ),
    "a value that fits no part": "{ type: integer }",
    "members that do not fit together": object(
      "message: { type: string }",
      "required: [message], maxProperties: 0,",
    ),
    nothing: "false",
  };

  it.for(Object.entries(unknown))(
    "%s: it stays problem+json, and is warned of once",
    async ([, schema]) => {
      const [status, type] = (await serving({ schema })).invalid;
      expect([status, type]).toEqual([400, "application/problem+json"]);
      const { unfilledErrors } = emitModel(await load({ schema }), planners);
      expect(unfilledErrors.map(({ of, pointer }) => [of, pointer])).toEqual([
        ["Failure", "/components/schemas/Failure"],
      ]);
    },
  );
});
