import { describe, expect, test } from "vitest";
import { createServerCore, secretsEqual, withScopes } from "../src/server/index.ts";
import type { RequestContext, Route, Server } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";
import { bodyOf, echo, send, serve } from "./server-harness.ts";

describe("the scopes of a credential", () => {
  const secured = (security: NonNullable<Route["operation"]["security"]>, given: string[]) =>
    serve([echo({ ...fixture.listBooks, security })], {
      security: { oauth: ({ token }) => withScopes(token, given), headerKey: () => "key" },
    });
  const oauth = { authorization: "Bearer t" };
  const get = (server: Server, headers: Record<string, string> = oauth) =>
    send(server, "GET", "/books", { headers });

  test("have to hold all that is required", async () => {
    const security = [{ oauth: ["read", 'a"b'] }];
    expect((await get(secured(security, ["other", 'a"b', "read"]))).status).toBe(200);
    const refused = await get(secured(security, ["read"]));
    expect(refused.status).toBe(403);
    expect(bodyOf(refused)).toEqual({ type: "Forbidden" });
    expect(refused.headers["www-authenticate"]).toBe(
      'Bearer error="insufficient_scope", scope="read a\\"b"',
    );
  });

  test("do not matter where another alternative is met", async () => {
    const server = secured([{ oauth: ["read"] }, { headerKey: [] }], []);
    expect((await get(server, { ...oauth, "x-key": "k" })).status).toBe(200);
    expect((await get(server)).status).toBe(403);
    expect((await get(server, {})).status).toBe(401);
  });

  test("are not part of the principal", async () => {
    const principals: unknown[] = [];
    const handler: Route["handler"] = (_, { principal }) => {
      principals.push(principal);
      return { status: 200, body: {} };
    };
    const operation = { ...fixture.listBooks, security: [{ oauth: [], headerKey: [] }] };
    const server = serve([echo(operation, { handler })], {
      security: { oauth: async () => withScopes({ id: 1 }, []), headerKey: () => "key" },
    });
    await get(server, { ...oauth, "x-key": "k" });
    expect(principals).toEqual([{ oauth: { id: 1 }, headerKey: "key" }]);
  });
});

test.each([
  ["secret", "secret", true],
  ["ü€😀", "ü€😀", true],
  ["", "", false],
  ["secret", "secreT", false],
  ["Secret", "secret", false],
  ["secret", "secretsecret", false],
  ["secretsecret", "secret", false],
  ["secre", "secret", false],
  ["", "secret", false],
  ["secret", "", false],
  ["\0", "", false],
])("%j and %j are the same secret: %s", (given, secret, expected) => {
  expect(secretsEqual(given, secret)).toBe(expected);
});

describe("a principal's type", () => {
  interface User {
    readonly id: string;
  }
  const route = (handler: Route<RequestContext<User>>["handler"]): Route<RequestContext<User>> => ({
    operation: { ...fixture.listBooks, security: [{ bearer: [] }] },
    validators: {},
    handler,
  });
  const greet = route((_, { principal }) => ({ status: 200, body: principal.id }));

  test("is that which the verifiers give", async () => {
    const server = createServerCore<RequestContext<User>>(fixture.api, [greet], {
      security: { bearer: ({ token }) => ({ id: token }) },
    });
    const headers = { authorization: "Bearer ann" };
    expect(bodyOf(await send(server, "GET", "/books", { headers }))).toBe("ann");
  });

  test("is demanded of them", () => {
    createServerCore<RequestContext<User>>(fixture.api, [greet], {
      // @ts-expect-error a text is no user
      security: { bearer: ({ token }) => token },
    });
    createServerCore<RequestContext<User>>(fixture.api, [greet], {
      // @ts-expect-error what looks like a user with scopes is not one
      security: { bearer: ({ token }) => ({ principal: { id: token }, scopes: ["read"] }) },
    });
    // @ts-expect-error somebody has to give the users
    createServerCore<RequestContext<User>>(fixture.api, []);
    // @ts-expect-error a context of one's own has to be made
    createServerCore<{ user: User }>(fixture.api, []);
    const { operations } = createServerCore<RequestContext<User>>(fixture.api, [greet], {
      security: { bearer: async ({ token }) => withScopes({ id: token }, ["read"]) },
    });
    expect(operations).toEqual([greet.operation]);
  });
});
