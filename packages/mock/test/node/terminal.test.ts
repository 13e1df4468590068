import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { painter, wantsColors } from "../../src/node/terminal/colors.ts";
import { exampleCurl } from "../../src/node/terminal/example-curl.ts";
import { exchangeLines } from "../../src/node/terminal/exchange-lines.ts";
import { printable } from "../../src/node/terminal/printable.ts";
import type { MockDescription } from "../../src/description.ts";
import type { MockExchange } from "../../src/types.ts";
import * as fixture from "../../../runtime/test/fixture.ts";
import { temporaryFolder } from "./ending.ts";
import { consoleToken, sendJson, start } from "./harness.ts";
import { shop } from "./shop.ts";

const exchange: MockExchange = {
  number: 1,
  time: new Date(2024, 0, 2, 3, 4, 5).getTime(),
  method: "GET",
  url: "/books/b1?x=1",
  operationId: "GetBook",
  status: 200,
  duration: 1.6,
  mode: "mock",
  fault: undefined,
  violations: [],
};
const plain = painter(false);

describe("the terminal", () => {
  test("tells at the start what listens where, and each request in a line", async () => {
    const stateFile = join(temporaryFolder(), "state.json");
    const { url, output, close } = await start({ stateFile });
    await fetch(`${url}/books/b1`);
    await sendJson("POST", `${url}/books`, {});
    await close();
    const lines = output.text.split("\n");
    expect(lines.slice(0, 6)).toEqual([
      "Books <&>: every request is accepted without checking credentials (--demand-credentials checks them)",
      `  listening  ${url}`,
      "  mocking    5 operations, stateful",
      `  console    ${url}/__mock?token=${consoleToken}`,
      `  state      ${stateFile}`,
      `  try        curl ${url}/books`,
    ]);
    expect(lines[7]).toMatch(/^\d\d:\d\d:\d\d {2}200 {2}GET {5}\/books\/b1 {2}GetBook {2}\d+ ms$/);
    expect(lines[8]).toMatch(/^\d\d:\d\d:\d\d {2}400 {2}POST {4}\/books {2}CreateBook {2}\d+ ms$/);
    expect(lines[9]).toMatch(/^ {10}request: body \/title /);
  });

  test("says nothing where it is to be quiet", async () => {
    const { url, output, close } = await start({ isQuiet: true });
    await fetch(`${url}/books`);
    await close();
    expect(output.text).toBe("");
  });

  test("tells what went wrong below the request", () => {
    const text = exchangeLines(
      {
        ...exchange,
        status: undefined,
        mode: "proxy",
        fault: "reset",
        violations: [
          {
            operationId: "GetBook",
            method: "GET",
            url: "/",
            side: "response",
            status: 200,
            message: "is no JSON",
            issues: [],
          },
        ],
      },
      plain,
    );
    expect(text.split("\n")).toEqual([
      "03:04:05  ---  GET     /books/b1?x=1  GetBook  proxy  2 ms",
      "          fault: reset",
      "          response: is no JSON",
      "",
    ]);
  });

  test("is commanded by no request", () => {
    const url = "/\u001B]0;owned\u0007\u009B2J\u202Eevil\r\n200";
    expect(exchangeLines({ ...exchange, url }, plain)).toContain(
      String.raw`/\x1b]0;owned\x07\x9b2J\u202eevil\x0d\x0a200  GetBook`,
    );
    expect(printable("x".repeat(300))).toBe(`${"x".repeat(199)}…`);
  });
});

describe("colours", () => {
  test.each<[{ [name: string]: string }, boolean, boolean]>([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: "1" }, true, false],
    [{ NO_COLOR: "" }, true, true],
    [{ TERM: "dumb" }, true, false],
    [{ FORCE_COLOR: "1" }, false, true],
    [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false, true],
    [{ FORCE_COLOR: "0" }, true, false],
  ])("%j, on a terminal: %s", (environment, isTerminal, isWanted) => {
    expect(wantsColors(environment, isTerminal)).toBe(isWanted);
  });

  test("tell good from bad", () => {
    const paint = painter(true);
    expect(exchangeLines(exchange, paint)).toContain("\u001B[32m200\u001B[0m");
    expect(exchangeLines({ ...exchange, status: 404 }, paint)).toContain("\u001B[33m404\u001B[0m");
    expect(exchangeLines({ ...exchange, status: 500 }, paint)).toContain("\u001B[31m500\u001B[0m");
  });
});

describe("the example to try", () => {
  const of = (...operations: MockDescription["operations"]): MockDescription => {
    const { state: _, ...rest } = shop;
    return { ...rest, operations };
  };
  const answers = [{ status: 200, body: { a: "it's" } }];
  const operation = { ...fixture.getBook, path: "/a/{a}", parameters: [] };

  test("is a GET without parameters", () => {
    expect(exampleCurl(shop, "http://h", undefined)).toBe("curl http://h/books");
  });

  test("takes its parameters from what there is at the start", () => {
    const [getBook] = shop.operations;
    const only = { ...shop, operations: getBook ? [getBook] : [] };
    expect(exampleCurl(only, "http://h", undefined)).toBe("curl http://h/books/b1");
  });

  test("takes its parameters from the example of the answer, else there is none", () => {
    expect(exampleCurl(of({ operation, validators: {}, answers }), "http://h", undefined)).toBe(
      String.raw`curl 'http://h/a/it'\''s'`,
    );
    const none = of({ operation, validators: {}, answers: [] });
    expect(exampleCurl(none, "http://h", undefined)).toBeUndefined();
  });

  test("leaves out what cannot be called without a parameter", () => {
    const parameters = [{ name: "q", in: "query", required: true }] as const;
    const search = { ...fixture.listBooks, parameters };
    const only = of({ operation: search, validators: {}, answers: [] });
    expect(exampleCurl(only, "http://h", undefined)).toBeUndefined();
  });

  test.each([
    ["bearer", "curl -H 'authorization: Bearer example' http://h/books"],
    ["basic", "curl -u user:password http://h/books"],
    ["headerKey", "curl -H 'X-Key: example' http://h/books"],
    ["queryKey", "curl 'http://h/books?api_key=example'"],
    ["cookieKey", "curl -b 'sid=example' http://h/books"],
  ])("brings the credentials of %s where the mock asks for them", (scheme, command) => {
    const secured = { ...fixture.listBooks, security: [{ [scheme]: [] }] };
    const only = of({ operation: secured, validators: {}, answers: [] });
    expect(exampleCurl(only, "http://h", {})?.replace("-b sid=example", "-b 'sid=example'")).toBe(
      command,
    );
    expect(exampleCurl(only, "http://h", undefined)).toBe("curl http://h/books");
    const known = exampleCurl(only, "http://h", { [scheme]: ["it's:mine"] }) ?? "";
    expect(known).toContain(
      scheme.endsWith("yKey") || scheme === "cookieKey" ? "%3Amine" : ":mine",
    );
  });
});
