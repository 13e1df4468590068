import { describe, expect, test } from "vitest";
import { createServerCore } from "../src/server/index.ts";
import type { Route, ServerOptions } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";

type Security = NonNullable<Route["operation"]["security"]>;

const handler = () => ({ status: 200, body: {} });

/** The start of a server whose operations have these requirements, with any `security`, as JavaScript has it. */
const start = (
  requirements: readonly (Security | undefined)[],
  security?: unknown,
  more: { readonly route?: Partial<Route>; readonly options?: ServerOptions; root?: Security } = {},
) => {
  const routes = requirements.map((own, index): Route => ({
    operation: {
      ...fixture.listBooks,
      operationId: `Operation${index}`,
      path: `/books/${index}`,
      ...(own && { security: own }),
    },
    validators: {},
    handler,
    ...more.route,
  }));
  const api = { ...fixture.api, ...(more.root && { security: more.root }) };
  return () =>
    createServerCore(api, routes, { ...more.options, security } as unknown as ServerOptions);
};

describe("a server does not start without a verifier of a scheme", () => {
  test("that an operation names", () => {
    expect(start([[{ bearer: [] }]])).toThrow(
      "security: there is no verifier for bearer (HTTP bearer), which Operation0 names",
    );
    expect(start([[{ bearer: [] }]])).toThrow('security: { "bearer": (credential) => … }');
    expect(start([[{ bearer: [] }]])).toThrow('security: "unchecked"');
  });

  test("that the description names for all operations", () => {
    expect(start([undefined], {}, { root: [{ bearer: [] }] })).toThrow("for bearer (HTTP bearer)");
  });

  test("that is an alternative, one of several, or optional", () => {
    for (const security of [
      [{ bearer: [] }, { queryKey: [] }],
      [{ bearer: [], queryKey: [] }],
      [{}, { queryKey: [] }],
    ])
      expect(start([security], { bearer: () => "user" })).toThrow(
        "for queryKey (API key api_key in query), which Operation0 names",
      );
  });

  test("and lists all schemes, and the first of their operations", () => {
    const many = Array.from({ length: 5 }, () => [{ bearer: [] }, { oauth: [] }]);
    const starting = start([...many, [{ headerKey: [] }]], { bearer: undefined });
    expect(starting).toThrow(
      /for bearer .*, which Operation0, Operation1, Operation2 and 2 more of 5 operations name\n/,
    );
    expect(starting).toThrow(/for oauth \(oauth2\), which/);
    expect(starting).toThrow(/for headerKey \(API key X-Key in header\), which Operation5 names\n/);
  });

  test("if the option missing answers for operations without a handler", () => {
    const route = { handler: undefined };
    expect(start([[{ bearer: [] }]], undefined, { route })).not.toThrow();
    expect(start([[{ bearer: [] }]], undefined, { route, options: { missing: handler } })).toThrow(
      "for bearer",
    );
  });
});

test("an operation without a handler and without a verifier refuses", async () => {
  const server = start([[{ bearer: [] }]], undefined, { route: { handler: undefined } })();
  const headers = { authorization: "Bearer t" };
  expect((await server.handle({ method: "GET", url: "/books/0", headers })).status).toBe(401);
});

test("a server starts with what its operations name, and with more that is declared", () => {
  const verifier = () => "user";
  expect(start([[]])).not.toThrow();
  expect(start([[{}]], {})).not.toThrow();
  expect(start([[{ bearer: [] }]], { bearer: verifier })).not.toThrow();
  expect(start([[{ bearer: [] }]], { bearer: verifier, basic: verifier })).not.toThrow();
  expect(start([[{ bearer: [] }]], "unchecked")).not.toThrow();
  // Nothing could meet it anyway.
  expect(start([[{ undeclared: [] }]])).not.toThrow();
});

test("a server does not start with what is no verifier", () => {
  const given = { Bearer: () => "user", bearer: () => "user" };
  expect(start([[{ bearer: [] }]], given)).toThrow(
    'the description has no security scheme "Bearer" (it has bearer, basic, headerKey, queryKey, cookieKey, oauth); did you mean bearer?',
  );
  expect(start([[]], { somethingElseAltogether: () => "user" })).toThrow(/oauth\)$/);
  expect(start([[{ bearer: [] }]], { bearer: "secret" })).toThrow("is not a function, but string");
  for (const security of ["Unchecked", "none", false, true, null, 0])
    expect(start([[{ bearer: [] }]], security)).toThrow(
      `security: ${JSON.stringify(security)} is neither verifiers by scheme nor "unchecked"`,
    );
});

test("what objects inherit is no verifier", () => {
  const api = { ...fixture.api, securitySchemes: { toString: { type: "oauth2" as const } } };
  const operation = { ...fixture.listBooks, security: [{ toString: [] }] };
  const route = { operation, validators: {}, handler };
  expect(() => createServerCore(api, [route], { security: {} })).toThrow("for toString");
});
