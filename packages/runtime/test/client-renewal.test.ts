import { describe, expect, test } from "vitest";
import { call } from "../src/client/index.ts";
import type {
  CallInput,
  ClientOptions,
  Credential,
  CredentialRequest,
} from "../src/client/index.ts";
import { failure } from "./client-harness.ts";
import { clientWith, plainOperation, status, success } from "./transport-harness.ts";

const expired = status(401);

/** A server that takes one token only, and a call of it. */
function serverOf(token: string, options: ClientOptions) {
  const answer = ({ headers }: Request): Response =>
    headers.get("authorization") === `Bearer ${token}` ? success() : expired.clone();
  const { core, requests } = clientWith([answer], { retries: 0, ...options });
  const operation = plainOperation("POST", { security: [{ bearer: [] }] });
  return { call: (input: CallInput = {}) => call(core, operation, input), requests };
}

const tokens = (requests: readonly Request[]) =>
  requests.map(({ headers }) => headers.get("authorization"));

describe("a credential that is refused", () => {
  test("is asked for afresh, and the request sent once more", async () => {
    const asked: CredentialRequest[] = [];
    const auth: Credential = async (request) => {
      asked.push(request);
      return request.refused === undefined ? "old" : "new";
    };
    const server = serverOf("new", { auth });
    expect(await server.call({ body: { a: 1 } })).toEqual({ ok: true });
    expect(tokens(server.requests)).toEqual(["Bearer old", "Bearer new"]);
    expect(await server.requests[1]?.text()).toBe('{"a":1}');
    expect(asked.at(-1)).toEqual({ operationId: "Op", scheme: "bearer", refused: "old" });
  });

  test.each<[string, ClientOptions["auth"]]>([
    ["a text", "old"],
    ["a user name and password", { username: "a", password: "b" }],
    ["always the same", () => "old"],
    ["equal each time", () => ({ username: "a", password: "b" })],
    ["gone", ({ refused }: CredentialRequest) => (refused === undefined ? "old" : undefined)],
  ])("and is %s is an error at once", async (_name, auth) => {
    const server = serverOf("new", auth === undefined ? {} : { auth });
    expect(await failure(server.call())).toMatchObject({ name: "ApiError", status: 401 });
    expect(server.requests).toHaveLength(1);
  });

  test("again and again is an error after the second time", async () => {
    let count = 0;
    const server = serverOf("never", { auth: () => `token ${count++}`, retries: 2 });
    expect(await failure(server.call())).toMatchObject({ status: 401 });
    expect(server.requests).toHaveLength(2);
  });

  test("and that cannot be made afresh passes the reason on, and frees the connection", async () => {
    const reason = new Error("no refresh token");
    let signal: AbortSignal | undefined;
    const auth: Credential = ({ refused }) => {
      if (refused !== undefined) throw reason;
      return "old";
    };
    const { core } = clientWith([success], { auth });
    const operation = plainOperation("GET", { security: [{ bearer: [] }] });
    const own: ClientOptions["fetch"] = async (_request, init) => {
      signal = init?.signal;
      return new Response(new ReadableStream(), { status: 401 });
    };
    expect(await failure(call(core, operation, {}, { fetch: own }))).toBe(reason);
    expect(signal?.aborted).toBe(true);
  });

  test("by many calls at once is asked for once", async () => {
    let renewals = 0;
    let finish = (): void => {};
    const renewed = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const server = serverOf("new", {
      async auth({ refused }) {
        if (refused === undefined) return "old";
        renewals += 1;
        await renewed;
        return "new";
      },
    });
    const calls = Array.from({ length: 20 }, () => server.call().result());
    await new Promise((resolve) => setImmediate(resolve));
    finish();
    const results = await Promise.all(calls);
    expect(results.map(({ status: code }) => code)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(renewals).toBe(1);
    expect(server.requests).toHaveLength(40);
  });

  test("is not asked for afresh where the body can be sent once, and the error says so", async () => {
    let renewals = 0;
    const auth: Credential = ({ refused }) => (refused === undefined ? "old" : `${++renewals}`);
    const { core, requests } = clientWith([expired, success], { auth });
    const operation = plainOperation("POST", {
      security: [{ bearer: [] }],
      writeBody: () => ({ body: new Blob(["streamed"]).stream() }),
    });
    const error = await failure(call(core, operation));
    expect(error).toMatchObject({ status: 401 });
    expect((error as Error).message).toMatch(/body is a stream.* function/);
    expect([requests.length, renewals]).toEqual([1, 0]);
  });

  test("and has been made afresh meanwhile is not asked for again", async () => {
    let token = "old";
    const refused: unknown[] = [];
    const { core, requests } = clientWith(
      [
        () => {
          token = "new";
          return expired.clone();
        },
        success,
      ],
      {
        auth(request) {
          if ("refused" in request) refused.push(request.refused);
          return token;
        },
      },
    );
    await call(core, plainOperation("GET", { security: [{ bearer: [] }] }));
    expect(tokens(requests)).toEqual(["Bearer old", "Bearer new"]);
    expect(refused).toEqual([]);
  });

  test("of two schemes is made afresh where it can be", async () => {
    const { core, requests } = clientWith([expired, success], {
      auth: {
        headerKey: "k",
        bearer: ({ refused }) => (refused === undefined ? "old" : "new"),
      },
    });
    const security = [{ bearer: [], headerKey: [] }];
    await call(core, plainOperation("GET", { security }));
    expect(tokens(requests)).toEqual(["Bearer old", "Bearer new"]);
    expect(requests.map(({ headers }) => headers.get("x-key"))).toEqual(["k", "k"]);
  });
});

describe("a credential that cannot be had", () => {
  test("passes the reason on, and nothing is sent", async () => {
    const reason = new Error("locked");
    const auths: Credential[] = [
      () => Promise.reject(reason),
      () => {
        throw reason;
      },
    ];
    for (const auth of auths) {
      const server = serverOf("new", { auth, retries: 2 });
      expect(await failure(server.call())).toBe(reason);
      expect(server.requests).toHaveLength(0);
    }
  });
});

test("what the caller sets by hand stays", async () => {
  const { core, requests } = clientWith([success], { auth: { bearer: "t", queryKey: "q" } });
  const security = [{ bearer: [], queryKey: [] }];
  const operation = plainOperation("GET", { security });
  const headers = { Authorization: "mine" };
  await call(core, operation, { query: { api_key: "own" } }, { headers });
  expect(tokens(requests)).toEqual(["mine"]);
  expect(new URL(requests[0]?.url ?? "").search).toBe("?api_key=own");
});
