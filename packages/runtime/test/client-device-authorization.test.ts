import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { deviceAuthorization, OAuthError } from "../src/client/oauth.ts";
import type { DeviceAuthorizationOptions, DeviceUserCode } from "../src/client/oauth.ts";
import { failure, json } from "./client-harness.ts";

const asked = { operationId: "Get", scheme: "oauth" };

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});

afterEach(() => {
  vi.useRealTimers();
});

const pending = { error: "authorization_pending" };
const granted = { access_token: "token", token_type: "Bearer", expires_in: 600 };
const code = {
  device_code: "device-secret",
  user_code: "WDJB-MJHT",
  verification_uri: "https://id.example.com/device",
  verification_uri_complete: "https://id.example.com/device?code=WDJB-MJHT",
  expires_in: 60,
  interval: 5,
};

/** An authorization server that gives a code, and then its answers one after the other, the last for good. */
function authorizationServer(answers: readonly object[], given: object = code) {
  const requests: { at: number; url: string; body: { [name: string]: string } }[] = [];
  const shown: DeviceUserCode[] = [];
  let next = 0;
  const options: DeviceAuthorizationOptions = {
    deviceAuthorizationUrl: "https://id.example.com/device_authorization",
    tokenUrl: "https://id.example.com/token",
    clientId: "tv",
    scopes: ["watch"],
    onUserCode: (one) => {
      shown.push(one);
    },
    fetch: async (input, { body }) => {
      const { url } = input as Request;
      requests.push({
        at: Date.now(),
        url: url.slice(url.lastIndexOf("/") + 1),
        body: Object.fromEntries(new URLSearchParams(body as string)),
      });
      if (url.endsWith("device_authorization"))
        return json(given, { status: "error" in given ? 400 : 200 }) as never;
      const answer = answers[Math.min(next, answers.length - 1)] ?? {};
      next += 1;
      if (answer instanceof Error) throw answer;
      return json(answer, { status: "error" in answer ? 400 : 200 }) as never;
    },
  };
  return { requests, shown, options };
}

describe("the device flow", () => {
  test("shows a code, and asks at the server's interval until the user has let it in", async () => {
    const { requests, shown, options } = authorizationServer([pending, pending, granted]);
    const token = deviceAuthorization(options)(asked);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await token).toBe("token");
    expect(shown).toEqual([
      {
        userCode: "WDJB-MJHT",
        verificationUri: "https://id.example.com/device",
        verificationUriComplete: "https://id.example.com/device?code=WDJB-MJHT",
        expiresAt: 60_000,
      },
    ]);
    expect(requests.map(({ at, url }) => [at, url])).toEqual([
      [0, "device_authorization"],
      [5000, "token"],
      [10_000, "token"],
      [15_000, "token"],
    ]);
    expect(requests[0]?.body).toEqual({ client_id: "tv", scope: "watch" });
    expect(requests[1]?.body).toEqual({
      client_id: "tv",
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: "device-secret",
    });
  });

  test("asks more slowly where it is told to, and where no answer comes", async () => {
    const slow = { error: "slow_down" };
    const { requests, options } = authorizationServer([slow, new Error("broken"), granted]);
    const token = deviceAuthorization(options)(asked);
    await vi.advanceTimersByTimeAsync(35_000);
    expect(await token).toBe("token");
    expect(requests.map(({ at }) => at)).toEqual([0, 5000, 15_000, 35_000]);
  });

  test("ends when the user refuses, and when the code ends, and says nothing secret", async () => {
    const refused = authorizationServer([
      { error: "access_denied", error_description: "no device-secret for you" },
    ]);
    const denied = failure(deviceAuthorization(refused.options)(asked));
    await vi.advanceTimersByTimeAsync(5000);
    const error = (await denied) as OAuthError;
    expect(error).toBeInstanceOf(OAuthError);
    expect(error.error).toBe("access_denied");
    expect(error.message).not.toContain("device-secret");

    const late = failure(deviceAuthorization(authorizationServer([pending]).options)(asked));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(((await late) as OAuthError).error).toBe("expired_token");
  });

  test("ends when the caller gives up", async () => {
    const controller = new AbortController();
    const { options } = authorizationServer([pending]);
    const token = failure(deviceAuthorization({ ...options, signal: controller.signal })(asked));
    await vi.advanceTimersByTimeAsync(7000);
    controller.abort(new Error("enough"));
    expect(((await token) as Error).message).toBe("enough");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("refuses an endpoint that gives no code", async () => {
    const { options } = authorizationServer([], { error: "invalid_client" });
    const error = (await failure(deviceAuthorization(options)(asked))) as OAuthError;
    expect(error.message).toContain("the device authorization endpoint https://id.example.com");
    expect(error.error).toBe("invalid_client");
  });

  test("renews the token without the user, and asks again once that is revoked", async () => {
    const { requests, shown, options } = authorizationServer([
      { ...granted, refresh_token: "first" },
      { ...granted, access_token: "second" },
      { error: "invalid_grant" },
      { ...granted, access_token: "third" },
    ]);
    const kept: unknown[] = [];
    const credential = deviceAuthorization({ ...options, onTokens: (one) => void kept.push(one) });
    const token = credential(asked);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await token).toBe("token");
    expect(await credential({ ...asked, refused: "token" })).toBe("second");
    expect(requests.at(-1)?.body).toMatchObject({
      grant_type: "refresh_token",
      refresh_token: "first",
    });
    const third = credential({ ...asked, refused: "second" });
    await vi.advanceTimersByTimeAsync(5000);
    expect(await third).toBe("third");
    expect(shown).toHaveLength(2);
    expect(kept).toMatchObject([
      { refreshToken: "first" },
      { refreshToken: "first" },
      { refreshToken: "first" },
    ]);
  });
});
