import { describe, expect, test } from "vitest";
import type { OperationDescriptor } from "../src/operation.ts";
import type { ReceivedBody } from "../src/received.ts";
import type { Route, ServerOptions } from "../src/server/index.ts";
import { bodyOf, echo, sendJson, serve } from "./server-harness.ts";

const operation = (method: string): OperationDescriptor => ({
  operationId: `${method}Node`,
  method,
  path: "/nodes",
  requestBody: { required: true, content: [{ mediaType: "application/json" }] },
  responses: { 200: { content: [{ mediaType: "application/json" }] } },
});

const node: ReceivedBody = {
  readOnly: ["id", "a/b", "__proto__"],
  defaults: { size: 3, labels: [] },
  members: { next: () => node, others: { items: () => node } },
};

/** The body that a handler gets of one that is sent. */
async function received(
  text: string,
  { method = "POST", ...options }: ServerOptions & { method?: string } = {},
): Promise<unknown> {
  const route = echo(operation(method), { received: { "application/json": node } });
  const response = await sendJson(serve([route as Route], options), method, "/nodes", text);
  const body = bodyOf(response) as { body?: unknown };
  return response.status === 200 ? body.body : [response.status, body];
}

describe("the body that a handler gets", () => {
  test("has no member that is read-only, at any depth, whatever it is called", async () => {
    const sent =
      '{"id":1,"a/b":2,"__proto__":{"x":1},"name":"a","size":1,"labels":[1],' +
      '"next":{"id":1,"size":2,"labels":[]},"others":[{"id":2,"size":1,"labels":[]},7]}';
    expect(await received(sent)).toEqual({
      name: "a",
      size: 1,
      labels: [1],
      next: { size: 2, labels: [] },
      others: [{ size: 1, labels: [] }, 7],
    });
  });

  test("has what was left out and has a default; null was not left out", async () => {
    expect(await received('{"next":{"size":null}}')).toEqual({
      size: 3,
      labels: [],
      next: { size: null, labels: [] },
    });
  });

  test("gets a default of its own each time", async () => {
    const bodies: { labels: string[] }[] = [];
    const route = echo(operation("POST"), {
      received: { "application/json": node },
      handler: (({ body }: { body: { labels: string[] } }) => {
        body.labels.push("changed");
        bodies.push(body);
        return { status: 200, body: {} };
      }) as never,
    });
    const server = serve([route]);
    for (const text of ["{}", "{}"]) await sendJson(server, "POST", "/nodes", text);
    expect(bodies.map(({ labels }) => labels)).toEqual([["changed"], ["changed"]]);
  });

  test("has no default for PATCH, where what is left out does not change", async () => {
    expect(await received('{"id":1,"name":"a"}', { method: "PATCH" })).toEqual({ name: "a" });
  });

  test("is refused, or passed on as it is, where the option says so", async () => {
    const sent = '{"id":1,"size":1,"labels":[],"next":{"a/b":1}}';
    expect(await received(sent, { readOnly: "refuse" })).toMatchObject([
      400,
      {
        errors: [
          { in: "body", pointer: "/id", keyword: "readOnly" },
          { in: "body", pointer: "/next/a~1b", keyword: "readOnly" },
        ],
      },
    ]);
    expect(await received(sent, { readOnly: "pass" })).toMatchObject({ id: 1, next: { "a/b": 1 } });
  });

  test.for(["null", "[]", "7", '"id"', '[{"id":1}]'])("may be %s", async (text) => {
    expect(await received(text)).toEqual(JSON.parse(text));
  });
});
