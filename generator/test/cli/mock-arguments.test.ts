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

  it("is how long things take, and who may call", () => {
    const values = { ...plain, latency: "200", interval: "5..9", "no-cors": true };
    expect(mockOptions(values)).toEqual({
      port: 4010,
      latency: 200,
      streams: { interval: "5..9" },
      isCorsOn: false,
    });
  });
});
