import { afterEach, describe, expect, it, vi } from "vitest";
import {
  ConnectionError,
  TimeoutError,
  createClient,
  type SendRequest,
} from "../../src/fetch-client/index.ts";
import type { paths } from "./paths.ts";

const pet = { id: "1", name: "Rex" };

afterEach(() => {
  vi.useRealTimers();
});

/** A client whose requests are answered in turn; the last answer is that of all later ones. */
function clientOf(answers: readonly (() => Response | Promise<Response>)[], options: object = {}) {
  vi.useFakeTimers();
  const sent: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    sent.push(`${request.method} ${await request.text()}`);
    return answer?.() ?? Response.error();
  };
  const baseUrl = "https://example.com";
  const client = createClient<paths>({ baseUrl, fetch: fetch as SendRequest, ...options });
  return { client, sent };
}

/** Lets all waits pass until a call has ended. */
async function ended<Result>(call: Promise<Result>): Promise<Result> {
  const settled = call.then(
    () => true,
    () => true,
  );
  await vi.runAllTimersAsync();
  await settled;
  return call;
}

const unavailable = (): Response => Response.json({ title: "Later" }, { status: 503 });
const failing = (): Response => Response.json({ title: "Broken" }, { status: 500 });
const found = (): Response => Response.json(pet);

describe("retries of a client by path and method", () => {
  it("send the request again, with its body", async () => {
    const { client, sent } = clientOf([unavailable, found]);
    const { data } = await ended(client.POST("/pets", { body: { name: "Rex" } }));
    expect(data).toEqual(pet);
    expect(sent).toEqual(['POST {"name":"Rex"}', 'POST {"name":"Rex"}']);
  });

  it("do no work twice", async () => {
    const { client, sent } = clientOf([failing, found]);
    const { error } = await ended(client.POST("/pets", { body: { name: "Rex" } }));
    expect(error).toEqual({ title: "Broken" });
    expect(sent).toHaveLength(1);
  });

  it("do it twice with a key by which the server knows", async () => {
    const { client, sent } = clientOf([failing, found]);
    const headers = { "idempotency-key": "k" };
    const { data } = await ended(client.POST("/pets", { body: { name: "Rex" }, headers }));
    expect(data).toEqual(pet);
    expect(sent).toHaveLength(2);
  });

  it("have a number, of the client or of a call", async () => {
    const { client, sent } = clientOf([unavailable], { retries: 1 });
    expect((await ended(client.GET("/pets"))).error).toEqual({ title: "Later" });
    expect(sent).toHaveLength(2);
    await ended(client.GET("/pets", { retries: 0 }));
    expect(sent).toHaveLength(3);
  });

  it("are within middleware, which sees one answer", async () => {
    const { client, sent } = clientOf([unavailable, found]);
    const seen: number[] = [];
    client.use({ onResponse: ({ response }) => void seen.push(response.status) });
    await ended(client.GET("/pets"));
    expect([sent.length, seen]).toEqual([2, [200]]);
  });
});

describe("errors of a client by path and method", () => {
  it("name the operation of a connection that fails", async () => {
    const { client } = clientOf([() => Promise.reject(new TypeError("fetch failed"))]);
    const failed = ended(client.POST("/pets", { body: { name: "Rex" } }));
    await expect(failed).rejects.toThrow(ConnectionError);
    await expect(failed).rejects.toThrow("POST /pets");
  });

  it("name a time limit that has passed", async () => {
    const { client } = clientOf([() => new Promise<Response>(() => {})], { retries: 0 });
    await expect(ended(client.GET("/pets", { timeout: 50 }))).rejects.toThrow(TimeoutError);
  });

  it("reach middleware as they are", async () => {
    const { client } = clientOf([() => Promise.reject(new TypeError("fetch failed"))]);
    const seen: unknown[] = [];
    client.use({ onError: ({ error }) => void seen.push(error) });
    await expect(ended(client.POST("/pets", { body: { name: "R" } }))).rejects.toThrow("POST");
    expect(seen[0]).toBeInstanceOf(ConnectionError);
  });

  it("name a body that is too large", async () => {
    const { client } = clientOf([found], { maxBodyBytes: 10 });
    await expect(ended(client.GET("/pets"))).rejects.toThrow("larger than 10 bytes");
  });

  it("refuse a limit that is no number", async () => {
    expect(() => createClient<paths>({ retries: Number.NaN })).toThrow("retries");
    const { client } = clientOf([found]);
    await expect(client.GET("/pets", { timeout: -1 })).rejects.toThrow("timeout");
  });
});
