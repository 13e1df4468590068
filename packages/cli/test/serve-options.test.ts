import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config/read-config.ts";
import { parseOptions } from "../src/options/parse-options.ts";
import { serveOptions } from "../src/serve-options.ts";

const optionsOf = (...args: string[]) => serveOptions(parseOptions("mock", args).values);

/** The options of serving that a configuration has. */
const configured = (mock: object) => {
  const { jobs, problems } = readConfig({ mock }, "openapi-packages.config.json");
  expect(problems).toEqual([]);
  return serveOptions(jobs[0] ?? {});
};

describe("what is asked of mock", () => {
  const proxy = ["--proxy", "https://api.example.com"];

  it("is how operations are answered, the others by *", () => {
    const modes = ["--mode", "getPet=proxy", "--mode", "*=mock", "--mode", "a=b=record"];
    expect(optionsOf(...proxy, ...modes)).toEqual({
      port: 4010,
      upstream: {
        url: "https://api.example.com",
        mode: "mock",
        modes: { getPet: "proxy", "a=b": "record" },
      },
    });
  });

  it("is the credentials that are accepted, which are demanded then", () => {
    expect(optionsOf("--demand-credentials")).toEqual({ port: 4010, demandCredentials: true });
    const credentials = ["key=a", "basic=user:pass=word", "key=b"].map((one) => [
      "--credential",
      one,
    ]);
    expect(optionsOf(...credentials.flat())).toEqual({
      port: 4010,
      demandCredentials: true,
      credentials: { key: ["a", "b"], basic: ["user:pass=word"] },
    });
    for (const wrong of ["key", "=a", "key=", ""])
      expect(() => optionsOf("--credential", wrong)).toThrow(
        "--credential is scheme=text, as in bearerAuth=secret",
      );
  });

  it("is the scopes that credentials have", () => {
    const given = { credentials: { key: ["a", "b"] }, scopes: { a: "pets:read", b: ["none"] } };
    expect(configured(given)).toEqual({
      port: 4010,
      demandCredentials: true,
      credentials: { key: ["a", "b"] },
      scopes: { a: ["pets:read"], b: ["none"] },
    });
  });

  it("is which paths and which bodies are taken", () => {
    const mock = { basePath: ["/v1", "/"], slashes: "lenient", acceptNull: "absent" };
    expect(configured(mock)).toEqual({ port: 4010, ...mock });
  });

  it("is how long things take, and who may call", () => {
    expect(configured({ latency: 200, interval: "5..9", cors: false })).toEqual({
      port: 4010,
      latency: 200,
      streams: { interval: "5..9" },
      isCorsOn: false,
    });
  });

  it("is how much is remembered, and how long another server may take", () => {
    const limits = { records: 5, connections: 10 };
    expect(configured({ proxy: proxy[1], limits, proxyTimeout: 500 })).toEqual({
      port: 4010,
      limits,
      upstream: { url: "https://api.example.com", timeout: 500 },
    });
    for (const lone of [{ proxyTimeout: 5 }, { errors: true }])
      expect(() => configured(lone)).toThrow(`mock.${Object.keys(lone)[0]} needs --proxy`);
  });

  it("is whether and where callbacks are sent, and how they are signed", () => {
    const given = { allowCallbackOrigins: ["https://hooks.example"], callbackSecret: "secret" };
    expect(configured(given)).toEqual({
      port: 4010,
      callbacks: { allowOrigins: ["https://hooks.example"], secret: "secret" },
    });
    expect(configured({ callbacks: false })).toEqual({ port: 4010, callbacks: false });
    for (const [name, value] of Object.entries(given))
      expect(() => configured({ callbacks: false, [name]: value })).toThrow(
        `mock.${name} needs the callbacks, which mock.callbacks turns off`,
      );
  });

  it("is by which names and from which pages, and who may use the console", () => {
    const callers = {
      consoleToken: "secret",
      allowHosts: ["mock.example"],
      allowOrigins: ["https://app.example"],
    };
    expect(configured(callers)).toEqual({ port: 4010, ...callers });
    for (const off of [{ console: false }, { cors: false }])
      expect(() => configured({ ...callers, ...off })).toThrow("choose one");
  });
});
