import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import type { OperationDescriptor } from "../src/operation.ts";
import { toFetch } from "../src/server/index.ts";
import type { Route } from "../src/server/index.ts";
import { echo, send, serve } from "./server-harness.ts";

const operation: OperationDescriptor = {
  operationId: "Get",
  method: "GET",
  path: "/",
  responses: {
    200: {
      content: [{ mediaType: "text/plain" }],
      headers: [{ name: "X-Described", in: "header" }],
    },
  },
};

describe.each(["sekret\r\nSet-Cookie: a=b", "sekret\n", "sekret\0", "sekretŁ", "sekret\u2028"])(
  "an answer with %j",
  (value) => {
    test.each([
      [{ headers: { "X-Described": value } }, "x-described"],
      [{ headers: { "X-Other": value } }, "x-other"],
      [{ headers: { "Set-Cookie": ["a=b", value] } }, "set-cookie"],
      [{ contentType: `text/plain; a=${value}` }, "content-type"],
    ])("in %j is a failure of the server, whose error does not repeat it", async (more, name) => {
      const errors: unknown[] = [];
      const handler: Route["handler"] = () => ({ status: 200, body: "a", ...more });
      const options = { onError: ({ error }: { error: unknown }) => void errors.push(error) };
      const server = serve([echo(operation, { handler })], options);
      const response = await send(server, "GET", "/");
      expect(response.status).toBe(500);
      const fetched = await toFetch(server)(new Request("http://a.test/"));
      expect(fetched.status).toBe(500);
      expect([...fetched.headers.keys()]).not.toContain("set-cookie");
      expect(errors).toHaveLength(2);
      expect(String(errors[0])).toContain(`InvalidAnswerError: Get: the header ${name} has`);
      expect(inspect([errors, response, fetched], { depth: 9 })).not.toContain("sekret");
    });
  },
);
