import { beforeAll, describe, expect, test } from "vitest";
import { standardWebhooks, toFetch } from "@openapi-packages/runtime/server";
import { loadFeaturePackages, type FeaturePackages } from "./packages.ts";

let packages: FeaturePackages;
beforeAll(async () => {
  packages = await loadFeaturePackages("webhooks");
});

const event = { name: "a", size: 1 };

function post(path: string, body: unknown): Request {
  const headers = { "content-type": "application/json" };
  return new Request(`http://hooks.example${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
}

describe("a webhook receiver", () => {
  test.each([
    ["somethingNewWebhook", "/something%20new"],
    ["subscribeOnEventCallback", "/Subscribe/onEvent"],
  ])("receives %s at %s", async (name, path) => {
    const received: unknown[] = [];
    const handler = (input: unknown) => {
      received.push(input);
      return { status: 204 };
    };
    const receive = toFetch(packages.createWebhookReceiver({ [name]: handler }));
    expect((await receive(post(path, event))).status).toBe(204);
    expect(received).toEqual([{ body: event }]);
    expect((await receive(post(path, { other: 1 }))).status).toBe(400);
    expect((await receive(post("/nothing", event))).status).toBe(404);
  });

  test("takes what the mock signs, and refuses what it does not", async () => {
    const handler = () => ({ status: 204 });
    const receiver = packages.createWebhookReceiver(
      { somethingNewWebhook: handler },
      { secret: "whsec_c2VjcmV0", signature: standardWebhooks },
    );
    const send = async (options: object): Promise<number> => {
      const url = "http://hooks.example/something%20new";
      const own = { url, fetch: toFetch(receiver), ...options };
      const { status } = await packages.sendWebhook("something new", { body: event }, own);
      return status;
    };
    const signature = standardWebhooks;
    expect(await send({ secret: "whsec_c2VjcmV0", signature })).toBe(204);
    expect(await send({ secret: "whsec_b3RoZXI=", signature })).toBe(401);
    expect(await send({})).toBe(401);
  });

  test("gets the callback that the mock of an operation sends", async () => {
    const received: unknown[] = [];
    const handler = (input: unknown) => {
      received.push(input);
      return { status: 204 };
    };
    const receiver = packages.createWebhookReceiver(
      { subscribeOnEventCallback: handler },
      { secret: "whsec_c2VjcmV0", signature: standardWebhooks },
    );
    const signed = { secret: "whsec_c2VjcmV0", signature: standardWebhooks };
    const mock = packages.createMock({ callbacks: { fetch: toFetch(receiver), ...signed } });
    const url = "http://localhost/Subscribe/onEvent";
    const { status } = await mock.fetch(`/subscriptions?url=${url}`, { method: "POST" });
    expect(status).toBe(204);
    await mock.settled();
    expect(received).toEqual([{ body: mock.callbacks[0]?.body }]);
    expect(mock.callbacks).toMatchObject([{ operationId: "Subscribe", url, status: 204 }]);
  });

  test("answers 501 to what has no handler", async () => {
    const receive = toFetch(packages.createWebhookReceiver({}));
    expect((await receive(post("/something%20new", event))).status).toBe(501);
  });
});
