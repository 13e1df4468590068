import { describe, expect, it } from "vitest";
import { parseOptions } from "../../src/cli/options/parse-options.ts";
import { serveOptions } from "../../src/cli/serve-options.ts";

const optionsOf = (...args: string[]) => serveOptions(parseOptions("mock", args).values);

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

  it("is which paths and which bodies are taken", () => {
    const paths = ["--base-path", "/v1", "--base-path", "/"];
    expect(optionsOf(...paths, "--slashes", "lenient", "--accept-null", "absent")).toEqual({
      port: 4010,
      basePath: ["/v1", "/"],
      slashes: "lenient",
      acceptNull: "absent",
    });
    expect(() => optionsOf("--slashes", "any")).toThrow("--slashes is exact or lenient");
    expect(() => optionsOf("--accept-null", "")).toThrow("--accept-null is absent");
  });

  it("is how long things take, and who may call", () => {
    expect(optionsOf("--latency", "200", "--interval", "5..9", "--no-cors")).toEqual({
      port: 4010,
      latency: 200,
      streams: { interval: "5..9" },
      isCorsOn: false,
    });
  });

  it("is how much is remembered, and how long another server may take", () => {
    const limits = ["--limit", "records=5", "--limit", "connections=10"];
    expect(optionsOf(...proxy, ...limits, "--proxy-timeout", "500")).toEqual({
      port: 4010,
      limits: { records: 5, connections: 10 },
      upstream: { url: "https://api.example.com", timeout: 500 },
    });
    for (const limit of ["records", "records=", "records=-1", "=5", "records=1e3"])
      expect(() => optionsOf("--limit", limit)).toThrow("--limit is name=number, as in");
    expect(() => optionsOf(...proxy, "--proxy-timeout", "1s")).toThrow("is milliseconds from 0");
    expect(() => optionsOf("--proxy-timeout", "5")).toThrow("is about --proxy");
  });

  it("is by which names and from which pages, and who may use the console", () => {
    const token = ["--console-token", "secret"];
    const origin = ["--allow-origin", "https://app.example"];
    expect(optionsOf(...token, "--allow-host", "mock.example", ...origin)).toEqual({
      port: 4010,
      consoleToken: "secret",
      allowHosts: ["mock.example"],
      allowOrigins: ["https://app.example"],
    });
    for (const off of ["--no-console", "--no-cors"])
      expect(() => optionsOf(...token, ...origin, off)).toThrow("choose one");
    expect(() => optionsOf("--console-token", "")).toThrow("is empty");
  });
});
