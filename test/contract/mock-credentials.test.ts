import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiError, createClient, type ClientOptions } from "@genai-app/client";
import { createMock, description } from "@genai-app/mocks";
import { serveMock } from "@openapi-packages/mock/node";
import { toNodeListener } from "@openapi-packages/runtime/server/node";
import { setupServer } from "msw/node";
import { describe, expect, onTestFinished, test } from "vitest";

type Options = Parameters<typeof createMock>[0];
type Fetch = (request: Request) => Promise<Response>;

/** A mock that demands credentials, and the way to it. */
interface Reached {
  readonly mock: Pick<ReturnType<typeof createMock>, "credentials" | "snapshot" | "restore">;
  readonly baseUrl: string;
  readonly fetch?: Fetch;
}

/** Everything that a mock can be reached by. */
const ways: readonly [name: string, reach: (options: Options) => Promise<Reached>][] = [
  [
    "fetch",
    async (options) => {
      const mock = createMock(options);
      return { mock, baseUrl: "http://mock.test", fetch: mock.fetch };
    },
  ],
  [
    "MSW",
    async (options) => {
      const mock = createMock({ ...options, baseUrl: "http://msw.test" });
      const server = setupServer(...mock.handlers());
      server.listen();
      onTestFinished(() => server.close());
      return { mock, baseUrl: "http://msw.test" };
    },
  ],
  [
    "an adapter on a socket",
    async (options) => {
      const mock = createMock(options);
      const http = createServer(toNodeListener(mock.server)).listen(0, "127.0.0.1");
      await once(http, "listening");
      onTestFinished(() => {
        http.close();
        http.closeAllConnections();
      });
      return { mock, baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };
    },
  ],
  [
    "the mock server",
    async (options) => {
      const { credentials, demandCredentials } = options ?? {};
      const service = await serveMock(description, {
        ...(credentials && { credentials }),
        ...(demandCredentials && { demandCredentials }),
        port: 0,
        isQuiet: true,
      });
      onTestFinished(() => service.close());
      return { mock: service.mock, baseUrl: service.url };
    },
  ],
];

const path = { user_id: "30e47e78-5f72-47ae-ba04-68db17b28e54" };

describe.each(ways)("the keys of a mock that is reached by %s", (_, reach) => {
  const clientOf = ({ baseUrl, fetch }: Reached, auth: NonNullable<ClientOptions["auth"]>) =>
    createClient({ baseUrl, auth, retries: 0, ...(fetch && { fetch }) });

  /** The status of a call with a credential. */
  const statusOf = async (reached: Reached, auth: string): Promise<number> => {
    try {
      await clientOf(reached, auth).config.getConfig();
      return 200;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401)
        expect(error.response.headers.get("www-authenticate")).toBe("Bearer");
      return error.status;
    }
  };

  test("are those of the option, and those that its operations create, until they are deleted", async () => {
    const reached = await reach({ credentials: { bearerAuth: ["root"] } });
    expect(reached.mock.credentials).toEqual({
      bearerAuth: ["root"],
      apiKey: [expect.any(String)],
    });
    expect(await statusOf(reached, "root")).toBe(200);
    expect(await statusOf(reached, "x")).toBe(401);

    const { apiKeys } = clientOf(reached, "root");
    const key = await apiKeys.createApiKey({ path, body: { name: "mine" } });
    expect(await statusOf(reached, key.value)).toBe(200);
    const listed = await Array.fromAsync(
      clientOf(reached, key.value).apiKeys.listApiKeys({ path }),
    );
    expect(listed.map(({ api_key_id }) => api_key_id)).toContain(key.api_key_id);
    const own = { path: { api_key_id: key.api_key_id } };
    expect(JSON.stringify([listed, await apiKeys.getApiKey(own)])).not.toContain(key.value);

    const saved = reached.mock.snapshot();
    await clientOf(reached, key.value).apiKeys.deleteApiKey(own);
    expect(await statusOf(reached, key.value)).toBe(401);
    reached.mock.restore(saved);
    expect(await statusOf(reached, key.value)).toBe(200);
  });

  test("are accepted in api_key by webhooks, and by nothing else", async () => {
    const reached = await reach({ credentials: { bearerAuth: ["root"], apiKey: ["hook"] } });
    const { apiKeys } = clientOf(reached, "root");
    const key = await apiKeys.createApiKey({ path, body: { name: "mine" } });
    const hook = { path: { structure_id: "b305bf13-f341-4134-9f19-301929ae8f99" } };
    const statusWith = async (apiKey: string): Promise<number> => {
      const { structures, config } = clientOf(reached, { apiKey });
      await expect(config.getConfig()).rejects.toMatchObject({ status: 401 });
      return (await structures.invokeStructureWebhookGet(hook).response()).status;
    };
    expect(await statusWith("hook")).toBe(200);
    expect(await statusWith(key.value)).toBe(200);
    expect(await statusWith("x")).toBe(401);
    await apiKeys.deleteApiKey({ path: { api_key_id: key.api_key_id } });
    expect(await statusWith(key.value)).toBe(401);
  });

  test("are made where none is given", async () => {
    const reached = await reach({ demandCredentials: true });
    const [made = ""] = reached.mock.credentials["bearerAuth"] ?? [];
    expect(await statusOf(reached, made)).toBe(200);
    expect(await statusOf(reached, `${made}x`)).toBe(401);
  });
});

test("the schemes of credentials are those of the description", () => {
  // @ts-expect-error there is no such scheme
  expect(() => createMock({ credentials: { bearer: ["root"] } })).toThrow(
    "did you mean bearerAuth?",
  );
});
