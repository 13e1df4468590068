import { describe, expect, test, vi } from "vitest";
import type { ErrorTemplate } from "../src/error-types.ts";
import type { ApiDescriptor, OperationDescriptor } from "../src/operation.ts";
import { withScopes } from "../src/server/index.ts";
import type { Problem, Route, ServerFailure, ServerOptions } from "../src/server/index.ts";
import { validator } from "../src/validation/index.ts";
import { bodyOf, send, sendJson, serve } from "./server-harness.ts";

const json = (mediaType = "application/json") => ({ content: [{ mediaType }] });

const operation: OperationDescriptor = {
  operationId: "SaveBook",
  method: "POST",
  path: "/books",
  requestBody: { required: true, content: [{ mediaType: "application/json" }] },
  security: [{ key: ["write"] }],
  responses: {
    200: json(),
    400: json("application/vnd.books+json"),
    401: json("text/plain"),
    406: {},
    default: json(),
  },
};

const api: ApiDescriptor = {
  securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } },
  servers: [],
};

/** A validator that accepts what a function does. */
const accepting = (accepts: (value: never) => boolean, keyword = "type") =>
  validator((value: unknown, path: string, errors: { keyword: string }[]) => {
    if (!accepts(value as never))
      errors.push({ keyword, instancePath: path, params: {} } as { keyword: string });
  });

const validators = {
  body: { "application/json": accepting((value) => typeof value === "object") },
  responses: {
    400: {
      "application/vnd.books+json": accepting(
        ({ text, extra }: { text: unknown; extra: unknown }) =>
          typeof text === "string" && text.length <= 60 && extra === undefined,
      ),
    },
    default: {
      "application/json": accepting(
        ({ reason }: { reason: unknown }) => typeof reason === "string",
      ),
    },
  },
};

const invalid: ErrorTemplate = {
  members: {
    text: { from: "detail", most: 60 },
    kind: { byStatus: { 400: "INVALID" }, otherwise: "ERROR" },
    found: { each: { members: { at: { from: "pointer" } } } },
  },
};

function shop(options: ServerOptions = {}, more: Partial<Route> = {}) {
  const failures: ServerFailure[] = [];
  const server = serve(
    [
      {
        operation,
        validators,
        errorBodies: {
          400: { mediaType: "application/vnd.books+json", template: invalid },
          401: { mediaType: "text/plain", template: { from: "title" } },
          default: {
            mediaType: "application/json",
            template: { members: { reason: { from: "code" } } },
          },
        },
        handler: () => {
          throw new Error("lost");
        },
        ...more,
      },
    ],
    {
      security: {
        key: ({ value }) => value !== "" && withScopes("me", value === "w" ? ["write"] : []),
      },
      onError: (failure) => void failures.push(failure),
      ...options,
    },
    api,
  );
  const post = (body: string, headers: Record<string, string> = {}) =>
    send(server, "POST", "/books?q=secret", {
      headers: { "content-type": "application/json", "x-key": "w", ...headers },
      body: new TextEncoder().encode(body),
    });
  return { server, post, failures };
}

describe("what a server refuses by itself is of the documented type", () => {
  test("a 400 by its own schema and media type, with what was found", async () => {
    const response = await shop().post("1");
    expect(response).toMatchObject({
      status: 400,
      headers: { "content-type": "application/vnd.books+json" },
    });
    expect(bodyOf(response)).toEqual({
      text: expect.stringMatching(/^body: must/),
      kind: "INVALID",
      found: [{ at: "" }],
    });
  });

  test("a 422 where the operation documents that and no 400", async () => {
    const responses = { 200: json(), 401: json("text/plain"), 422: json() };
    const response = await shop({}, { operation: { ...operation, responses } }).post("1");
    expect(response.status).toBe(422);
    expect(bodyOf(response)).toMatchObject({ status: 422, errors: [{ in: "body" }] });
  });

  test("a text", async () => {
    const response = await shop().post("{}", { "x-key": "" });
    expect(response).toMatchObject({
      status: 401,
      headers: { "content-type": "text/plain; charset=utf-8", "www-authenticate": "ApiKey" },
      body: "Unauthorized",
    });
  });

  test.for([
    ["403", { "x-key": "r" }, "Forbidden"],
    ["413", {}, "PayloadTooLarge"],
    ["415", { "content-type": "text/csv" }, "UnsupportedMediaType"],
    ["500", {}, "InternalServerError"],
  ] as const)("a %s by default", async ([status, headers, reason]) => {
    const { post } = shop(status === "413" ? { maxBodyBytes: 1 } : {});
    const response = await post("{}", headers);
    expect([response.status, bodyOf(response)]).toEqual([Number(status), { reason }]);
  });

  test("also on a page that came by plain http, where crypto has no randomUUID", async () => {
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    try {
      const response = await shop().post("{}", { "content-type": "text/csv" });
      expect(bodyOf(response)).toEqual({ reason: "UnsupportedMediaType" });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test("a 501 names its operation; a 503 while the server closes", async () => {
    const missing = shop({}, { handler: undefined });
    expect(bodyOf(await missing.post("{}"))).toEqual({ reason: "NotImplemented" });
    const problems: Problem[] = [];
    const { post } = shop(
      { errorBody: (problem) => void problems.push(problem) },
      { handler: undefined },
    );
    await post("{}");
    expect(problems[0]?.detail).toBe("SaveBook is not implemented");
    await missing.server.close();
    expect(bodyOf(await missing.post("{}"))).toEqual({ reason: "ServiceUnavailable" });
  });

  test("a documented status without a body, and one that is not documented, is problem+json", async () => {
    const response = await shop().post("{}", { accept: "image/png" });
    expect(response).toMatchObject({
      status: 406,
      headers: { "content-type": "application/problem+json" },
    });
    const { default: _, ...responses } = operation.responses;
    const other = shop({}, { operation: { ...operation, responses } });
    const problem = await other.post("{}");
    expect(bodyOf(problem)).toMatchObject({ type: "about:blank", status: 500 });
  });

  test("a template whose value does not conform is not sent", async () => {
    const broken = { 400: { mediaType: "application/vnd.books+json", template: { value: {} } } };
    const response = await shop({}, { errorBodies: broken }).post("1");
    expect(response.headers["content-type"]).toBe("application/problem+json");
  });

  test("an id that a client chose and the schema refuses is replaced", async () => {
    const id = { members: { reason: { from: "requestId" } } } as const;
    const uuid = accepting(({ reason }: { reason: string }) => /^[-0-9a-f]{36}$/.test(reason));
    const { post } = shop(
      { requestIdHeader: "x-request-id" },
      {
        errorBodies: { default: { mediaType: "application/json", template: id } },
        validators: { ...validators, responses: { default: { "application/json": uuid } } },
      },
    );
    const response = await post("{}", { "x-request-id": "none" });
    expect(bodyOf(response)).toEqual({ reason: expect.stringMatching(/^[-0-9a-f]{36}$/) });
  });
});

describe("the option errorBody", () => {
  test("gives the body, of the operation and the problem", async () => {
    const { post, failures } = shop({
      errorBody: async (problem, { operationId }) => ({
        text: `${operationId} ${problem.status} ${problem.instance} ${problem.errors.length}`,
      }),
    });
    const response = await post("1");
    expect(response.headers["content-type"]).toBe("application/vnd.books+json");
    expect(bodyOf(response)).toEqual({ text: "SaveBook 400 /books 1" });
    expect(failures).toEqual([]);
  });

  test("is picked by the operation's serializer", async () => {
    const pick = ({ text }: { text: string }) => ({ text });
    const serializers = {
      responses: { 400: { "application/vnd.books+json": pick as (value: unknown) => unknown } },
    };
    const { post } = shop({ errorBody: () => ({ text: "a", extra: "column" }) }, { serializers });
    expect(bodyOf(await post("1"))).toEqual({ text: "a" });
  });

  test.for([
    ["is not sent where it breaks the description", () => ({ text: 7 })],
    [
      "may fail",
      () => {
        throw new Error("no body");
      },
    ],
  ] as const)("%s: that is reported, and the default is sent", async ([, errorBody]) => {
    const { post, failures } = shop({ errorBody });
    expect(bodyOf(await post("1"))).toMatchObject({ kind: "INVALID" });
    expect(failures.map(({ phase }) => phase)).toEqual(["response"]);
  });

  test("is not asked of what the operation does not document, nor without an operation", async () => {
    const asked: number[] = [];
    const { server, post } = shop({ errorBody: ({ status }) => void asked.push(status) });
    await post("{}", { accept: "image/png" });
    await send(server, "GET", "/books");
    await sendJson(server, "GET", "/nothing", "");
    expect(asked).toEqual([]);
  });
});

describe("errors that all operations have in common", () => {
  const common: ApiDescriptor = {
    ...api,
    errorBody: {
      statuses: [401, 404],
      mediaType: "application/json",
      template: { members: { message: { from: "title" } } },
    },
  };
  const { default: _, 401: __, ...responses } = operation.responses;
  const route = { operation: { ...operation, responses }, validators, handler: undefined };

  test("stand behind the operation's own", async () => {
    const options = { security: { key: () => undefined } };
    const own = serve([{ ...route, operation }], options, common);
    const shared = serve([route], options, common);
    const headers = { "content-type": "application/json", "x-key": "a" };
    expect((await send(own, "POST", "/books", { headers })).headers["content-type"]).toBe(
      "application/problem+json",
    );
    expect(bodyOf(await send(shared, "POST", "/books", { headers }))).toEqual({
      message: "Unauthorized",
    });
    expect(bodyOf(await send(shared, "GET", "/else"))).toEqual({ message: "Not Found" });
  });
});
