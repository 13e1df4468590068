import { createServer } from "node:http";
import { createClient, type ClientOptions } from "@genai-app/client";
import { createMock } from "@genai-app/mocks";
import type { CreateMockOptions } from "@openapi-packages/mock";
import { serveMock, type ServeOptions, type Upstream } from "@openapi-packages/mock/node";
import {
  decodeEventStream,
  decodeLines,
  type DecodeStreamOptions,
} from "@openapi-packages/runtime";
import type { CallOptions, StreamCallOptions, WaitOptions } from "@openapi-packages/runtime/client";
import {
  clientCredentials,
  refreshToken,
  type TokenOptions,
} from "@openapi-packages/runtime/client/oauth";
import type { NumberRanges } from "@openapi-packages/runtime/internals";
import {
  createServerCore,
  type CloseOptions,
  type OperationLimits,
  type ServerOptions,
} from "@openapi-packages/runtime/server";
import {
  configure,
  toNodeListener,
  type ConnectionOptions,
  type TimeoutOptions,
} from "@openapi-packages/runtime/server/node";
import {
  standardWebhooks,
  verifyWebhook,
  type VerifyOptions,
} from "@openapi-packages/runtime/webhooks";
import {
  trafficRecorder,
  verifyClient,
  verifyRoundTrip,
  verifyServer,
  type RoundTripOptions,
  type TrafficRecorderOptions,
  type VerifyClientOptions,
  type VerifyServerOptions,
} from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as describePets, pets } from "../../packages/verify/test/support.ts";

/** The names of the options that are numbers; one that is left out does not compile. */
type Names<Options> = Readonly<Record<keyof NumberRanges<Options>, true>>;

type Row = readonly [place: string, option: string, start: (value: number) => unknown];

/** A row for each option, with what is to refuse it. */
function rows<Options extends object>(
  place: string,
  names: Names<Options>,
  start: (options: Options) => unknown,
): Row[] {
  return Object.keys(names).map((name): Row => [
    place,
    name,
    (value) => start({ [name]: value } as unknown as Options),
  ]);
}

const policy = {
  timeout: true,
  totalTimeout: true,
  idleTimeout: true,
  maxBodyBytes: true,
  maxItemBytes: true,
  retries: true,
  maxRetryAfter: true,
} as const;

const bodyLimits = {
  maxBodyBytes: true,
  maxItemBytes: true,
  bodyTimeout: true,
  maxPartBytes: true,
  maxParts: true,
} as const;

const never = (): never => {
  throw new Error("nothing is sent");
};
const fetch = async (): Promise<Response> => never();
const client = createClient({ auth: "token-of-a-user", fetch });
const api = { securitySchemes: {}, servers: [] };
const noOperations = (options: ServerOptions) => createServerCore(api, [], options);
const route = {
  operation: { operationId: "Get", method: "GET", path: "/", responses: {} },
  validators: {},
  handler: never,
};
const emptyBody = new Uint8Array();
const token = { tokenUrl: "https://id.example/token", clientId: "id", fetch };
const webhook = { headers: { "webhook-signature": "v1,", "webhook-timestamp": "1" }, body: "" };
const description = await describePets(pets);
const upstream = (options: Partial<Upstream>) =>
  createMock({ upstream: { url: "https://api.example", fetch, ...options } });

/** Every option that is a number, of everything that takes options. */
const all: readonly Row[] = [
  ...rows<ClientOptions>("a client", policy, (options) => createClient(options)),
  ...rows<CallOptions>("a call", policy, (options) =>
    client.assistants.getAssistant({ path: { assistant_id: "a" } }, options),
  ),
  ...rows<Exclude<StreamCallOptions["resume"], boolean | undefined>>(
    "the resumption of a stream",
    { attempts: true },
    (resume) => streamed(resume),
  ),
  ...rows<WaitOptions<unknown, string>>(
    "a wait",
    { waitTimeout: true, minInterval: true, maxInterval: true },
    (options) => {
      const call = client.assistantRuns.getAssistantRun({ path: { assistant_run_id: "a" } });
      // The call has begun, and fails on its own.
      call.catch(() => {});
      return call.waitFor(options as never);
    },
  ),
  ...rows<TokenOptions>("tokens", { leeway: true, timeout: true }, (options) =>
    clientCredentials({ ...token, ...options }),
  ),
  ...rows<TokenOptions>("a refreshed token", { leeway: true, timeout: true }, (options) =>
    refreshToken({ ...token, refreshToken: "r", ...options }),
  ),
  ...rows<ServerOptions>(
    "a server",
    { ...bodyLimits, maxUrlBytes: true, maxHeaderBytes: true, heartbeat: true },
    noOperations,
  ),
  ...rows<Omit<OperationLimits, "parts">>("an operation of a server", bodyLimits, (Get) =>
    createServerCore(api, [route], { limits: { Get } }),
  ),
  ...rows<{ readonly 0: number }>("a part of a body", { 0: true }, (parts) =>
    createServerCore(api, [route], { limits: { Get: { parts } } }),
  ),
  ...rows<CloseOptions>("the end of a server", { streamTimeout: true }, (options) =>
    noOperations({}).close(options),
  ),
  ...rows<ConnectionOptions>(
    "a listener",
    { maxDiscardedBytes: true, discardTimeout: true, discardIdleTimeout: true, sendTimeout: true },
    (options) => toNodeListener(noOperations({}), options),
  ),
  ...rows<TimeoutOptions>(
    "a server of Node",
    {
      headersTimeout: true,
      requestTimeout: true,
      keepAliveTimeout: true,
      maxConcurrentStreams: true,
    },
    (options) => configure(createServer(), noOperations({}), options),
  ),
  ...rows<DecodeStreamOptions>("events", { maxItemBytes: true }, (options) =>
    decodeEventStream([emptyBody] as never, options),
  ),
  ...rows<DecodeStreamOptions>("lines", { maxItemBytes: true }, (options) =>
    decodeLines([emptyBody] as never, options),
  ),
  ...rows<VerifyOptions>("a webhook", { tolerance: true, maxBodyBytes: true }, (options) =>
    verifyWebhook(webhook, standardWebhooks, { ...options, secret: "c2VjcmV0" }),
  ),
  ...rows<CreateMockOptions>("a mock", { maxBodyBytes: true }, (options) =>
    createMock(options as never),
  ),
  ...rows<Omit<NonNullable<CreateMockOptions["streams"]>, "interval">>(
    "the streams of a mock",
    { heartbeat: true },
    (streams) => createMock({ streams }),
  ),
  ...rows<Upstream>("a mock in front of a server", { timeout: true }, upstream),
  // A port that is none is a MockStartError, as one that is taken.
  ...rows<Omit<ServeOptions, "port">>(
    "a mock that is served",
    { closeTimeout: true, maxBodyBytes: true },
    (options) => serveMock(description.mock, { ...options, isQuiet: true }),
  ),
  ...rows<VerifyServerOptions>(
    "verifyServer",
    { seed: true, maxTime: true, timeout: true, maxResponseTime: true, maxBodyBytes: true },
    (options) => verifyServer({ ...options, description, server: { fetch } }),
  ),
  ...rows<VerifyClientOptions>(
    "verifyClient",
    { seed: true, maxTime: true, timeout: true },
    (options) => verifyClient({ ...options, description, client: {} }),
  ),
  ...rows<RoundTripOptions>("verifyRoundTrip", { runs: true, seed: true }, (options) =>
    verifyRoundTrip({ ...options, description }),
  ),
  ...rows<TrafficRecorderOptions>(
    "a recorder",
    { maxEntries: true, maxBodyBytes: true, maxBytes: true },
    trafficRecorder,
  ),
];

/** A stream that is read with a policy of resumption. */
async function streamed(resume: { readonly attempts?: number }): Promise<void> {
  const events = createClient({
    auth: "token-of-a-user",
    fetch: async () =>
      new Response("data: {}\n\n", { headers: { "content-type": "text/event-stream" } }),
  });
  const stream = await events.events.getAssistantRunEventsSSE(
    { path: { assistant_run_id: "a" } },
    { resume },
  );
  for await (const _ of stream) break;
}

const wrong: readonly unknown[] = [NaN, "5", "1e3", null, 5n, {}, -Infinity];

test.each(all)("%s is not made with %s that is not a number", async (_, option, start) => {
  for (const value of wrong) {
    // A seed may be any number.
    if (option === "seed" && value === -Infinity) continue;
    const outcome = async (): Promise<unknown> => start(value as number);
    await expect(outcome()).rejects.toThrow(
      new RegExp(`^${option} must be a number from \\S+ to \\w+, not the `),
    );
  }
});

test("the message has the option, what it is and what it may be", () => {
  expect(() => createClient({ timeout: -1 })).toThrow(
    new TypeError("timeout must be a number from 0 to Infinity, not the number -1"),
  );
  expect(() => createClient({ retries: "5" as never })).toThrow("not the string 5");
  const tooLong = { bodyTimeout: Infinity };
  expect(() => noOperations(tooLong)).toThrow("from 0 to 2147483647, not the number Infinity");
  expect(() => createClient({ timeout: Infinity, retries: 0 })).not.toThrow();
});
