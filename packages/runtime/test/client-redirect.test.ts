import { describe, expect, test, vi } from "vitest";
import { call } from "../src/client/index.ts";
import type { CallInput, CallOptions, ClientOptions } from "../src/client/index.ts";
import { failure } from "./client-harness.ts";
import { clientWith, plainOperation, status, success } from "./transport-harness.ts";

/** The requests of a call with an API key in a header, whose first answers are redirects. */
async function redirected(
  redirects: readonly (readonly [number, string])[],
  method = "GET",
  {
    input = {},
    options = {},
    client = {},
  }: {
    input?: CallInput;
    options?: CallOptions;
    client?: ClientOptions;
  } = {},
): Promise<Request[]> {
  const answers = redirects.map(([code, location]) => status(code, { location }));
  const { core, requests } = clientWith([...answers, success], {
    auth: { headerKey: "k", queryKey: "q", bearer: "t", cookieKey: "c" },
    retries: 0,
    ...client,
  });
  const security = [{ headerKey: [], queryKey: [], bearer: [], cookieKey: [] }];
  await call(core, plainOperation(method, { security }), input, options);
  return requests;
}

const other = "http://other.example/there";
const secrets = ["authorization", "cookie", "x-key"];
const secretsOf = (request: Request | undefined): string[] =>
  secrets.filter((name) => request?.headers.has(name));

describe("a redirect", () => {
  test("to the same origin takes the credentials along", async () => {
    const [first, second] = await redirected([[307, "../elsewhere?a=b"]]);
    expect(secretsOf(first)).toEqual(secrets);
    expect(second?.url).toBe("http://books.example/elsewhere?a=b");
    expect(secretsOf(second)).toEqual(secrets);
  });

  test.each([301, 302, 303, 307, 308])(
    "by %d to another origin leaves them behind",
    async (code) => {
      const [first, second] = await redirected([[code, other]], "GET", {
        options: { headers: { "X-Plain": "p" } },
      });
      expect(new URL(first?.url ?? "").searchParams.get("api_key")).toBe("q");
      expect(second?.url).toBe(other);
      expect(secretsOf(second)).toEqual([]);
      expect(second?.headers.get("x-plain")).toBe("p");
    },
  );

  test("leaves them behind where they were set by hand, too", async () => {
    const own = { "X-Key": "mine", Authorization: "Digest mine", Cookie: "a=b" };
    for (const client of [{}, { auth: "unused" }]) {
      const [first, second] = await redirected([[307, other]], "GET", {
        options: { headers: own },
        client,
      });
      expect(first?.headers.get("x-key")).toBe("mine");
      expect(secretsOf(second)).toEqual([]);
    }
    const [, second] = await redirected([[307, other]], "GET", { client: { headers: own } });
    expect(secretsOf(second)).toEqual([]);
  });

  test("does not bring them back on the way home", async () => {
    const requests = await redirected([
      [307, other],
      [307, "/again"],
      [307, "http://books.example/v1/op"],
    ]);
    expect(requests.map((one) => secretsOf(one).length)).toEqual([3, 0, 0, 0]);
    expect(requests[2]?.url).toBe("http://other.example/again");
  });

  test.each([
    ["POST", 307],
    ["POST", 308],
    ["PUT", 301],
  ])("of %s by %d to another origin fails, since the body is not for it", async (method, code) => {
    const { core, requests } = clientWith([status(code, { location: other }), success], {
      retries: 0,
    });
    const error = await failure(call(core, plainOperation(method), { body: { title: "secret" } }));
    expect(error).toMatchObject({ name: "ConnectionError" });
    expect((error as Error).message).toMatch(/must not receive the request: set `baseUrl`/);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ["https://books.example/v1", "http://books.example/there"],
    ["http://books.example/v1", "http://user:secret@books.example/there"],
    ["http://books.example/v1", "http://user:secret@other.example/there"],
    ["http://books.example/v1", "//user@other.example/there"],
    ["http://books.example/v1", "javascript:alert(1)"],
    ["http://books.example/v1", "data:application/json,{}"],
    ["http://books.example/v1", "file:///etc/passwd"],
    ["http://books.example/v1", "ftp://books.example/a"],
    ["http://books.example/v1", "http://[?key=secret"],
  ])("from %s to %s fails, and the error does not repeat it", async (baseUrl, location) => {
    const { core, requests } = clientWith([status(302, { location }), success], {
      baseUrl,
      retries: 0,
    });
    const error = await failure(call(core, plainOperation("GET")));
    expect(error).toMatchObject({ name: "ConnectionError" });
    expect(String((error as Error).message)).not.toMatch(/secret|user|alert|passwd/);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ["http://books.example:8080/there", true],
    ["https://books.example/there", true],
    ["http://sub.books.example/there", true],
    ["//other.example/there", true],
    ["http://books.example:80/there", false],
  ])("to %s leaves what is secret behind: %s", async (location, isLeft) => {
    const own = { "x-session-token": "s", "x-plain": "p", "x-signature": "g" };
    const [, second] = await redirected([[302, `${location}?api_key=q&a=b`]], "GET", {
      options: { headers: own },
    });
    expect(secretsOf(second)).toEqual(isLeft ? [] : secrets);
    expect(second?.headers.has("x-session-token")).toBe(!isLeft);
    expect(second?.headers.get("x-plain")).toBe("p");
    expect(new URL(second?.url ?? "").search).toBe(isLeft ? "?a=b" : "?api_key=q&a=b");
  });

  test.each([
    ["POST", 301, "GET"],
    ["POST", 302, "GET"],
    ["POST", 303, "GET"],
    ["PUT", 303, "GET"],
    ["HEAD", 303, "HEAD"],
    ["POST", 307, "POST"],
    ["POST", 308, "POST"],
    ["PUT", 301, "PUT"],
  ])("of %s by %d goes on as %s", async (method, code, next) => {
    for (const to of next === method && method !== "HEAD" ? ["/there"] : ["/there", other]) {
      const input = method === "HEAD" ? {} : { body: { title: "Ä" } };
      const [first, second] = await redirected([[code, to]], method, { input });
      expect(second?.method).toBe(next);
      const isKept = method === next && method !== "HEAD";
      expect(await second?.text()).toBe(isKept ? '{"title":"Ä"}' : "");
      expect(second?.headers.get("content-type")).toBe(
        isKept ? (first?.headers.get("content-type") ?? "") : null,
      );
    }
  });

  test("is followed twenty times", async () => {
    const twenty = Array.from({ length: 20 }, () => [302, "/again"] as const);
    expect(await redirected(twenty)).toHaveLength(21);
    const error = await failure(redirected([...twenty, [302, "/again"]]));
    expect((error as Error).message).toMatch(/the server redirects too often/);
  });

  test("without a location is an answer", async () => {
    const { core } = clientWith([status(302)], { auth: { headerKey: "k" } });
    const operation = plainOperation("GET", { security: [{ headerKey: [] }] });
    expect(await failure(call(core, operation))).toMatchObject({ name: "ApiError", status: 302 });
  });

  test("that is documented is an answer of a server in memory", async () => {
    const { core } = clientWith([status(302, { location: other })], { auth: { headerKey: "k" } });
    const operation = plainOperation("GET", { responses: { 302: {} } });
    expect(await failure(call(core, operation))).toMatchObject({ name: "ApiError", status: 302 });
  });

  test("of a body that is a stream fails, and the error says what to do", async () => {
    const operation = plainOperation("POST", {
      security: [{ headerKey: [] }],
      writeBody: (_operation, { body }) => ({ body: body as BodyInit }),
    });
    const stream = () => new Blob(["streamed"]).stream();
    const send = (body: unknown) => {
      const { core } = clientWith([status(307, { location: "/there" }), success], {
        auth: { headerKey: "k" },
      });
      return call(core, operation, { body });
    };
    expect(((await failure(send(stream()))) as Error).message).toMatch(/pass a function/);
    expect(await send(stream)).toEqual({ ok: true });
  });

  test("is left to fetch where no header has a key", async () => {
    const { core, requests } = clientWith([status(302, { location: other })], {
      auth: { bearer: "t" },
    });
    const { redirects: _, ...api } = core.api;
    const operation = plainOperation("GET", { security: [{ bearer: [] }] });
    const error = await failure(call({ ...core, api }, operation));
    expect(error).toMatchObject({ name: "ApiError", status: 302 });
    expect(requests.map(({ redirect }) => redirect)).toEqual(["follow"]);
  });

  test("that a browser hides fails, and the error says what to do", async () => {
    const hidden = () => Object.defineProperty(status(200), "type", { value: "opaqueredirect" });
    const { core } = clientWith([hidden], { auth: { headerKey: "k" }, retries: 0 });
    const error = await failure(
      call(core, plainOperation("GET", { security: [{ headerKey: [] }] })),
    );
    expect((error as Error).message).toMatch(/browsers hide its target: set `baseUrl`/);
  });

  test.each([
    [{ bearer: "t" }, "follow"],
    [{ queryKey: "q" }, "follow"],
    [{ headerKey: "k" }, "manual"],
  ])("with %j is followed in a browser by whom knows the secret: %s", async (auth, mode) => {
    vi.stubGlobal("document", {});
    try {
      const { core, requests } = clientWith([success], { auth });
      const security = [{ [Object.keys(auth)[0] as string]: [] }];
      await call(core, plainOperation("GET", { security }));
      expect(requests[0]?.redirect).toBe(mode);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
