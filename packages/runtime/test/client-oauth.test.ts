import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clientCredentials, OAuthError, refreshToken } from "../src/client/oauth.ts";
import type { OAuthTokens, TokenOptions } from "../src/client/oauth.ts";
import type { OperationDescriptor } from "../src/index.ts";
import { call, clientOn, failure, json } from "./client-harness.ts";

const asked = { operationId: "Get", scheme: "oauth" };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A token endpoint that gives numbered tokens, or what it is told to. */
function endpoint(answer: object | (() => Response) = {}) {
  const requests: { headers: { [name: string]: string }; body: { [name: string]: string } }[] = [];
  const fetch: NonNullable<TokenOptions["fetch"]> = async (
    _,
    { headers, body, method, redirect },
  ) => {
    expect([method, redirect]).toEqual(["POST", "manual"]);
    requests.push({ headers, body: Object.fromEntries(new URLSearchParams(body as string)) });
    if (typeof answer === "function") return (answer as () => Response)();
    const number = requests.length;
    return json({
      access_token: `token-${number}`,
      token_type: "Bearer",
      expires_in: 600,
      ...answer,
    });
  };
  const given = { tokenUrl: "https://id.example.com/token", clientId: "id", fetch };
  return {
    requests,
    options: { ...given, clientSecret: "top secret&é" } satisfies TokenOptions,
    given,
  };
}

/** An answer that does not end, as a few kilobytes of gzip may be, and how much of it was taken. */
function endless(): { response: Response; taken: () => number } {
  let taken = 0;
  const chunk = new Uint8Array(64 * 1024).fill(32);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken += chunk.length;
      if (taken > 64 * 1024 * 1024) throw new Error("too much was read");
      controller.enqueue(chunk);
    },
  });
  return { response: new Response(body), taken: () => taken };
}

test("an answer of more than 1 MiB is given up, and not read to its end", async () => {
  const { response, taken } = endless();
  const { options } = endpoint(() => response);
  const error = (await failure(clientCredentials(options)(asked))) as Error;
  expect(error).toBeInstanceOf(OAuthError);
  expect(error.message).toContain("its answer is larger than 1048576 bytes");
  expect(taken()).toBeLessThan(2 * 1024 * 1024);
});

describe("client credentials", () => {
  test("are sent in the header, encoded as a form first", async () => {
    const { requests, options } = endpoint();
    const more = { scopes: ["a", "b:c"], parameters: { audience: "https://api" } };
    expect(await clientCredentials({ ...options, ...more })(asked)).toBe("token-1");
    const [request] = requests;
    expect(request?.headers["authorization"]).toBe(`Basic ${btoa("id:top+secret%26%C3%A9")}`);
    expect(request?.body).toEqual({
      grant_type: "client_credentials",
      scope: "a b:c",
      audience: "https://api",
    });
  });

  test("are sent in the body where the server wants them there, and without a secret", async () => {
    const { requests, options, given } = endpoint();
    const clientAuthentication = "client_secret_post" as const;
    await clientCredentials({ ...options, clientAuthentication })(asked);
    await clientCredentials(given)(asked);
    expect(requests.map(({ body }) => body)).toEqual([
      { grant_type: "client_credentials", client_id: "id", client_secret: "top secret&é" },
      { grant_type: "client_credentials", client_id: "id" },
    ]);
    expect(requests.map(({ headers }) => headers["authorization"])).toEqual([undefined, undefined]);
  });

  test("give a token that is kept until shortly before its end", async () => {
    const { requests, options } = endpoint();
    const token = clientCredentials({ ...options, leeway: 100_000 });
    expect(await token(asked)).toBe("token-1");
    vi.advanceTimersByTime(499_999);
    expect(await token(asked)).toBe("token-1");
    vi.advanceTimersByTime(1);
    expect(await token(asked)).toBe("token-2");
    expect(requests).toHaveLength(2);
  });

  test("give tokens of short lives, and of lives that nobody tells, that are kept too", async () => {
    const short = endpoint({ expires_in: "10" });
    const token = clientCredentials(short.options);
    expect([await token(asked), await token(asked)]).toEqual(["token-1", "token-1"]);
    vi.advanceTimersByTime(5000);
    expect(await token(asked)).toBe("token-2");
    const untold = endpoint({ expires_in: undefined });
    const other = clientCredentials(untold.options);
    await other(asked);
    vi.advanceTimersByTime(1e12);
    expect(await other(asked)).toBe("token-1");
  });

  test("are asked for once by calls at the same time, and again after a failure", async () => {
    let isUp = false;
    const { requests, options } = endpoint(() =>
      isUp
        ? json({ access_token: "t" })
        : json({ error: "temporarily_unavailable" }, { status: 503 }),
    );
    const token = clientCredentials(options);
    const failed = await Promise.allSettled([token(asked), token(asked), token(asked)]);
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    isUp = true;
    expect(await Promise.all([token(asked), token(asked)])).toEqual(["t", "t"]);
    expect(requests).toHaveLength(2);
  });

  test("are renewed once where the API refuses the token, by all calls together", async () => {
    vi.useRealTimers();
    const { requests, options } = endpoint();
    const operation: OperationDescriptor = {
      operationId: "Get",
      method: "GET",
      path: "/books",
      security: [{ bearer: [] }],
      responses: { 200: { content: [{ mediaType: "application/json" }] } },
    };
    const auth = clientCredentials(options);
    const accepted = new Set(["Bearer token-2"]);
    const { core, requests: sent } = clientOn(
      ({ headers }) => {
        const isKnown = accepted.has(headers.get("authorization") ?? "");
        return isKnown ? json({ ok: true }) : json({}, { status: 401 });
      },
      { auth },
    );
    const calls = Array.from({ length: 5 }, () => call(core, operation));
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 5 }, () => ({ ok: true })));
    expect([requests.length, sent.length]).toEqual([2, 10]);
    accepted.clear();
    expect(await failure(call(core, operation))).toMatchObject({ status: 401 });
    expect([requests.length, sent.length]).toEqual([3, 12]);
  });
});

describe("a refresh token", () => {
  test("is sent, replaced by what comes, and handed on to be kept", async () => {
    const kept: OAuthTokens[] = [];
    const { requests, options } = endpoint({ refresh_token: "r-2", scope: "a b" });
    const token = refreshToken({
      ...options,
      refreshToken: "r-1",
      accessToken: "first",
      onTokens: (tokens) => void kept.push(tokens),
    });
    expect(await token(asked)).toBe("first");
    expect(await token({ ...asked, refused: "first" })).toBe("token-1");
    expect(await token({ ...asked, refused: "first" })).toBe("token-1");
    expect(await token({ ...asked, refused: "token-1" })).toBe("token-2");
    expect(requests.map(({ body }) => body["refresh_token"])).toEqual(["r-1", "r-2"]);
    expect(kept[0]).toEqual({
      accessToken: "token-1",
      refreshToken: "r-2",
      scopes: ["a", "b"],
      expiresAt: Date.now() + 600_000,
    });
  });

  test("stays where the server gives no other", async () => {
    const { requests, options } = endpoint();
    const token = refreshToken({ ...options, refreshToken: "r-1" });
    await token({ ...asked, refused: await token(asked) });
    expect(requests.map(({ body }) => body["refresh_token"])).toEqual(["r-1", "r-1"]);
  });
});

describe("a token endpoint that gives no token", () => {
  test.each<[string, () => Response, string, object]>([
    [
      "as RFC 6749 has it",
      () =>
        json(
          { error: "invalid_client", error_description: "No\nsuch client", error_uri: "https://e" },
          { status: 401 },
        ),
      "the token endpoint https://id.example.com/token answered 401: invalid_client: No such client",
      {
        status: 401,
        error: "invalid_client",
        errorDescription: "No such client",
        errorUri: "https://e",
      },
    ],
    ["with a page", () => new Response("<h1>", { status: 502 }), "answered 502", { status: 502 }],
    ["but a success", () => json({}), "answered 200: no access token", { status: 200 }],
    [
      "of a known type",
      () => json({ access_token: "x", token_type: "mac" }),
      "answered 200: a token of the type mac",
      { status: 200 },
    ],
    ["but a redirect", () => new Response(null, { status: 302 }), "answered 302", { status: 302 }],
  ])("is told as an error: %s", async (_, answer, message, details) => {
    const { options } = endpoint(answer);
    const error = await failure(clientCredentials(options)(asked));
    expect(error).toBeInstanceOf(OAuthError);
    expect(error).toMatchObject({
      message: expect.stringContaining(message) as unknown,
      ...details,
    });
  });

  test("has no secret in its error, whatever the server repeats or the connection says", async () => {
    const echo = { error: "e", error_description: "top secret&é and r-1 are wrong" };
    const { options } = endpoint(() => json(echo, { status: 400 }));
    const secret = { ...options, tokenUrl: "https://u:p@id.example.com/token?key=k" };
    const broken = async (): Promise<Response> => {
      throw new TypeError("cannot send top secret&é");
    };
    for (const one of [options, secret, { ...secret, fetch: broken }]) {
      const token = refreshToken({ ...one, refreshToken: "r-1" });
      const error = await failure(token(asked));
      expect(error).toBeInstanceOf(OAuthError);
      expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(
        /top secret|r-1|u:p|key=k/,
      );
    }
  });
});
