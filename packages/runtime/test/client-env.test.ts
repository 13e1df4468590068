import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { fromEnv } from "../src/client/env.ts";
import { createClientCore, type ClientOptions } from "../src/client/index.ts";
import { api } from "./fixture.ts";

afterEach(() => vi.unstubAllEnvs());

describe("the options from an environment", () => {
  test.each<[{ [name: string]: string }, ClientOptions]>([
    [{}, {}],
    [{ BOOKS_BASE_URL: "https://books.example/v1" }, { baseUrl: "https://books.example/v1" }],
    [{ BOOKS_API_KEY: "k" }, { auth: "k" }],
    [{ BOOKS_TOKEN: "t" }, { auth: "t" }],
    [{ BOOKS_USERNAME: "u", BOOKS_PASSWORD: "p" }, { auth: { username: "u", password: "p" } }],
    [{ BOOKS_USERNAME: "u" }, { auth: { username: "u", password: "" } }],
    [
      {
        BOOKS_TIMEOUT: "500",
        BOOKS_TOTAL_TIMEOUT: "Infinity",
        BOOKS_IDLE_TIMEOUT: " 0 ",
        BOOKS_RETRIES: "0",
      },
      { timeout: 500, totalTimeout: Infinity, idleTimeout: 0, retries: 0 },
    ],
    [{ BOOKS_BASE_URL: "", BOOKS_API_KEY: "", BOOKS_TIMEOUT: "" }, {}],
    [{ API_KEY: "other", PENS_API_KEY: "other", BOOKS: "other" }, {}],
  ])("%j are %j", (environment, options) => {
    expect(fromEnv("BOOKS", environment)).toEqual(options);
  });

  test.each([
    [{ BOOKS_BASE_URL: "secret" }, "BOOKS_BASE_URL is not an absolute URL"],
    [{ BOOKS_TIMEOUT: "secret" }, "BOOKS_TIMEOUT is not a whole number"],
    [{ BOOKS_RETRIES: "-1" }, "BOOKS_RETRIES is not a whole number"],
    [{ BOOKS_RETRIES: "1e3" }, "BOOKS_RETRIES is not a whole number"],
    [
      { BOOKS_API_KEY: "secret", BOOKS_TOKEN: "secret" },
      "BOOKS_API_KEY and BOOKS_TOKEN are both set: set one, or give the client its `auth`",
    ],
  ])("of %j are refused, without telling the value", (environment, message) => {
    expect(() => fromEnv("BOOKS", environment)).toThrow(new TypeError(message));
  });

  test("are those of the process where none is given", () => {
    vi.stubEnv("BOOKS_TOKEN", "t");
    expect(fromEnv("BOOKS")).toEqual({ auth: "t" });
  });

  test("are none where there is no process, as in browsers", () => {
    vi.stubEnv("BOOKS_TOKEN", "t");
    vi.stubGlobal("process", undefined);
    const options = fromEnv("BOOKS");
    vi.unstubAllGlobals();
    expect(options).toEqual({});
  });

  test("are for a client, beside others", () => {
    const options = fromEnv("BOOKS", { BOOKS_RETRIES: "1" });
    expectTypeOf(options).toExtend<ClientOptions<"any">>();
    expect(createClientCore(api, { ...options, timeout: 1 }).options).toEqual({
      retries: 1,
      timeout: 1,
    });
  });
});

test("nothing else of the client reads the environment", () => {
  const folder = join(import.meta.dirname, "..", "src");
  const readers = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !/^(?:server|mock)/.test(path))
    .filter((path) =>
      /\bprocess\b|\bDeno\b|\bBun\b|\bimport\.meta\b|\.env\b|node:process/.test(
        // Comments may speak of it.
        readFileSync(join(folder, path), "utf8").replace(/\/\*[^]*?\*\/|\/\/.*/g, ""),
      ),
    );
  expect(readers).toEqual([join("client", "env.ts")]);
});
