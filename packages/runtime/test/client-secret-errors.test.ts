import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { call } from "../src/client/index.ts";
import type { CallOptions, ClientOptions } from "../src/client/index.ts";
import { logging } from "../src/client/logging.ts";
import { tracing } from "../src/client/opentelemetry.ts";
import { failure } from "./client-harness.ts";
import { clientWith, plainOperation, success } from "./transport-harness.ts";

/** All that a log or a debugger may show of an error, its causes included. */
const shown = (error: unknown): string => inspect(error, { depth: 9, showHidden: true });

async function failed(client: ClientOptions, options: CallOptions = {}): Promise<Error> {
  const security = Object.keys(client.auth ?? {}).map((name) => ({ [name]: [] }));
  const { core } = clientWith([success], { retries: 0, ...client });
  return (await failure(call(core, plainOperation("GET", { security }), {}, options))) as Error;
}

const broken = [
  "sekret\nx",
  "sekret\r\nX-A: b",
  "sekret\0",
  "sekretŁ",
  "sekret\u2028",
  "sekret\ud800",
];

describe.each(broken)("a credential such as %j", (value) => {
  test.each([
    ["bearer", "authorization"],
    ["headerKey", "x-key"],
  ])("by %s fails with an error that names the header only", async (scheme, header) => {
    const error = await failed({ auth: { [scheme]: value } });
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain(`Op: the header "${header}" contains`);
    expect(shown(error)).not.toMatch(/sek/);
  });

  test("by hand fails so too, whatever fetch is used", async () => {
    for (const name of ["Authorization", "X-Anything"]) {
      const error = await failed({}, { headers: { [name]: value } });
      expect(error.message).toContain(`the header "${name.toLowerCase()}" contains`);
      expect(shown(error)).not.toMatch(/sek/);
    }
    const lines: unknown[] = [];
    const log = (...line: unknown[]): void => void lines.push(line);
    const span = { setAttribute: () => {}, setStatus: () => {}, end: () => {} };
    const spans: unknown[] = [];
    const tracer = {
      startSpan: (...given: unknown[]) => {
        spans.push(given);
        return span;
      },
    };
    await failed({
      auth: { bearer: value, headerKey: value },
      middleware: [
        logging({ level: "debug", logger: { error: log, warn: log, info: log, debug: log } }),
        tracing({ tracer: tracer as never }),
      ],
    });
    expect([lines.length > 0, spans.length]).toEqual([true, 1]);
    expect(shown([lines, spans])).not.toMatch(/sek/);
  });

  test("in query or cookie is sent encoded, or fails with an error that does not repeat it", async () => {
    for (const scheme of ["queryKey", "cookieKey", "basic"]) {
      const { core, requests } = clientWith([success], { auth: { [scheme]: value }, retries: 0 });
      const security = [{ [scheme]: [] }];
      const outcome = await call(core, plainOperation("GET", { security })).then(
        () => "",
        (error: unknown) => shown(error),
      );
      expect(outcome).not.toMatch(/sek/);
      expect(requests.length === 1 || outcome !== "").toBe(true);
    }
  });
});

test("a line break around a credential is left out, as fetch does", async () => {
  const { core, requests } = clientWith([success], { auth: { headerKey: " key\r\n" }, retries: 0 });
  await call(core, plainOperation("GET", { security: [{ headerKey: [] }] }));
  expect(requests[0]?.headers.get("x-key")).toBe("key");
});

test.each([
  "http://user:sekret@books.example/v1",
  "http://[sekret/v1",
  "http://sekret@books.example",
])("the address %s fails with an error that does not repeat it", async (baseUrl) => {
  const error = await failed({ baseUrl, auth: { bearer: "sekret" } });
  expect(error).toBeInstanceOf(TypeError);
  expect(error.message).toContain("set `baseUrl` and `auth`");
  expect(shown(error)).not.toMatch(/sekret/);
});

test.each([
  ["ApiError", () => new Response("{}", { status: 500 })],
  ["DecodeError", () => new Response("{", { headers: { "content-type": "application/json" } })],
])("an %s has its response, and does not show its address in a log", async (name, respond) => {
  const value = "http://books.example/v1/op?api_key=sekret";
  const answer = (): Response => Object.defineProperty(respond(), "url", { value });
  const { core } = clientWith([answer], { auth: { queryKey: "sekret" }, retries: 0 });
  const responses = { 200: { content: [{ mediaType: "application/json" }] } };
  const operation = plainOperation("GET", { security: [{ queryKey: [] }], responses });
  const error = (await failure(call(core, operation))) as Error & { response: Response };
  expect(error.name).toBe(name);
  expect(error.response.url).toContain("api_key=sekret");
  expect(inspect(error, { depth: 9 }) + JSON.stringify(error)).not.toMatch(/sekret/);
});

test("an address that is none does not show the key in its query", async () => {
  const error = await failed({ baseUrl: "http://[", auth: { queryKey: "sekret" } });
  expect(error).toBeInstanceOf(TypeError);
  expect(shown(error)).not.toMatch(/sekret/);
});
