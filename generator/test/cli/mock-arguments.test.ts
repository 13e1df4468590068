import { describe, expect, it } from "vitest";
import { mockOptions } from "../../src/cli/mock-arguments.ts";

describe("what is asked of mock", () => {
  const plain = {
    dynamic: false,
    "no-state": false,
    empty: false,
    errors: false,
    "demand-credentials": false,
    "no-console": false,
    "no-cors": false,
    quiet: false,
  };

  it("is how operations are answered, the others by *", () => {
    const proxy = "https://api.example.com";
    const mode = ["getPet=proxy", "*=mock", "listPets=record"];
    expect(mockOptions({ ...plain, proxy, mode })).toEqual({
      port: 4010,
      upstream: { url: proxy, mode: "mock", modes: { getPet: "proxy", listPets: "record" } },
    });
  });

  it("is the credentials that are accepted, which are demanded then", () => {
    expect(mockOptions({ ...plain, "demand-credentials": true })).toEqual({
      port: 4010,
      demandCredentials: true,
    });
    const credential = ["key=a", "basic=user:pass=word", "key=b"];
    expect(mockOptions({ ...plain, credential })).toEqual({
      port: 4010,
      demandCredentials: true,
      credentials: { key: ["a", "b"], basic: ["user:pass=word"] },
    });
    for (const wrong of ["key", "=a", "key=", ""])
      expect(() => mockOptions({ ...plain, credential: [wrong] })).toThrow(
        "--credential is a security scheme and what it accepts",
      );
  });

  it("is which paths and which bodies are taken", () => {
    const values = { "base-path": ["/v1", "/"], slashes: "lenient", "accept-null": "absent" };
    expect(mockOptions({ ...plain, ...values })).toEqual({
      port: 4010,
      basePath: ["/v1", "/"],
      slashes: "lenient",
      acceptNull: "absent",
    });
    expect(() => mockOptions({ ...plain, slashes: "any" })).toThrow("--slashes is exact or");
    expect(() => mockOptions({ ...plain, "accept-null": "" })).toThrow("--accept-null is absent");
  });

  it("is how long things take, and who may call", () => {
    const values = { ...plain, latency: "200", interval: "5..9", "no-cors": true };
    expect(mockOptions(values)).toEqual({
      port: 4010,
      latency: 200,
      streams: { interval: "5..9" },
      isCorsOn: false,
    });
  });

  it("is how much is remembered, and how long another server may take", () => {
    const proxy = "https://api.example.com";
    const values = { ...plain, proxy, limit: ["records=5", "connections=10"] };
    expect(mockOptions({ ...values, "proxy-timeout": "500" })).toEqual({
      port: 4010,
      limits: { records: 5, connections: 10 },
      upstream: { url: proxy, timeout: 500 },
    });
    for (const limit of ["records", "records=", "records=-1", "=5", "__proto__=5"])
      expect(() => mockOptions({ ...plain, limit: [limit] })).toThrow("--limit is a limit and");
    expect(() => mockOptions({ ...values, "proxy-timeout": "1s" })).toThrow("is milliseconds");
    expect(() => mockOptions({ ...plain, "proxy-timeout": "5" })).toThrow("is about --proxy");
  });

  it("is by which names and from which pages, and who may use the console", () => {
    const values = {
      ...plain,
      "console-token": "secret",
      "allow-host": ["mock.example"],
      "allow-origin": ["https://app.example"],
    };
    expect(mockOptions(values)).toEqual({
      port: 4010,
      consoleToken: "secret",
      allowHosts: ["mock.example"],
      allowOrigins: ["https://app.example"],
    });
    for (const off of ["no-console", "no-cors"])
      expect(() => mockOptions({ ...values, [off]: true })).toThrow("choose one");
    expect(() => mockOptions({ ...plain, "console-token": "" })).toThrow("is empty");
  });
});
