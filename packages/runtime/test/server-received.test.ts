import { describe, expect, test } from "vitest";
import type { OperationDescriptor } from "../src/operation.ts";
import type { ReceivedBody } from "../src/received.ts";
import type { Route, ServerOptions } from "../src/server/index.ts";
import {
  isObject,
  markReadOnly,
  report,
  token,
  validator,
  type Check,
} from "../src/validation/index.ts";
import { bodyOf, echo, sendJson, serve } from "./server-harness.ts";

const operation = (method: string): OperationDescriptor => ({
  operationId: `${method}Node`,
  method,
  path: "/nodes",
  requestBody: { required: true, content: [{ mediaType: "application/json" }] },
  responses: { 200: { content: [{ mediaType: "application/json" }] } },
});

const node: ReceivedBody = {
  defaults: { size: 3, labels: [] },
  members: { next: () => node, others: { items: () => node } },
};

/** As a compiled validator of a schema that leads back to itself. */
const check: Check = (value, path, errors) => {
  if (!isObject(value)) return;
  for (const name of ["id", "a/b", "__proto__"])
    if (Object.hasOwn(value, name)) markReadOnly(errors, path + token(name));
  const { next, others } = value;
  check(next, `${path}/next`, errors);
  if (!Array.isArray(others)) return;
  for (const [index, other] of others.entries()) check(other, `${path}/others/${index}`, errors);
};

/** The body that a handler gets of one that is sent. */
async function received(
  text: string,
  { method = "POST", ...options }: ServerOptions & { method?: string } = {},
): Promise<unknown> {
  const route = echo(operation(method), {
    received: { "application/json": node },
    validators: { body: { "application/json": validator(check) } },
  });
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

  test("is validated anew without what is read-only", async () => {
    const isLeft: Check = (value, path, errors) => {
      const { id, kept } = value as { id?: unknown; kept?: unknown };
      if (id !== undefined) markReadOnly(errors, `${path}/id`);
      // Another schema may hold for what is left.
      else if (kept !== undefined) markReadOnly(errors, `${path}/kept`);
      else if (Object.keys(value as object).length === 0) report(errors, path, "minProperties");
    };
    const validators = () => ({ body: { "application/json": validator(isLeft) } });
    const route = (): Route => echo(operation("POST"), { validators: validators() });
    const send = (text: string) => sendJson(serve([route()]), "POST", "/nodes", text);
    expect(bodyOf(await send('{"id":1,"kept":2,"name":"a"}'))).toEqual({ body: { name: "a" } });
    expect((await send('{"id":1,"kept":2}')).status).toBe(400);
  });

  test.for(["null", "[]", "7", '"id"', '[{"id":1}]'])("may be %s", async (text) => {
    expect(await received(text)).toEqual(JSON.parse(text));
  });
});
