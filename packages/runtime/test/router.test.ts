import { describe, expect, test } from "vitest";
import { growthOfWork } from "../../../test/growth-of-work.ts";
import { Router } from "../src/server/router.ts";
import { sortBySpecificity } from "../src/specificity.ts";

const templates = [
  "/{any}",
  "/books",
  "/books/{id}",
  "/books/{id}.json",
  "/books/{id}/pages/{page}",
  "/books/latest",
  "/books/latest/pages/first",
  "/{any}/latest",
  "/a b",
];

const router = new Router<string>();
for (const template of templates) router.add("GET", template, template);

describe("a router", () => {
  test.each([
    ["/books", "/books"],
    ["/shelves", "/{any}"],
    ["/books/latest", "/books/latest"],
    ["/books/l%61test", "/books/latest"],
    ["/books/7", "/books/{id}"],
    ["/books/7.json", "/books/{id}.json"],
    ["/books/latest/pages/first", "/books/latest/pages/first"],
    ["/books/latest/pages/2", "/books/{id}/pages/{page}"],
    ["/shelves/latest", "/{any}/latest"],
    ["/a%20b", "/a b"],
  ])("leads %s to %s", (path, template) => {
    expect(router.find("GET", path)).toMatchObject({ target: template });
  });

  test("distinguishes paths by their query", () => {
    const byQuery = new Router<string>();
    for (const path of ["/books", "/books?beta=true", "/books?beta=true&a=b%20c"])
      byQuery.add("GET", path, path);
    const find = (query: string): unknown => byQuery.find("GET", "/books", query);
    expect(find("")).toMatchObject({ target: "/books" });
    expect(find("beta=false")).toMatchObject({ target: "/books" });
    expect(find("x=1&beta=true")).toMatchObject({ target: "/books?beta=true" });
    expect(find("a=b+c&beta=true")).toMatchObject({ target: "/books?beta=true&a=b%20c" });
    expect(() => byQuery.add("GET", "/books?beta=true", "")).toThrow("is defined twice");
  });

  test("gives the raw texts of the parameters that lead to the target", () => {
    expect(router.find("GET", "/books/a%2Fb/pages/2")).toEqual({
      basePath: "",
      target: "/books/{id}/pages/{page}",
      values: new Map([
        ["id", "a%2Fb"],
        ["page", "2"],
      ]),
    });
  });

  test("names the methods of the template that is most specific", () => {
    const methods = new Router<string>();
    methods.add("PUT", "/a/{b}", "put");
    methods.add("DELETE", "/a/c", "delete");
    expect(methods.find("POST", "/a/c")).toEqual({ allow: ["DELETE"] });
    expect(methods.find("PUT", "/a/c")).toEqual({ allow: ["DELETE"] });
    expect(methods.find("HEAD", "/a/c")).toEqual({ allow: ["DELETE"] });
    expect(methods.find("PUT", "/a/d")).toMatchObject({ target: "put" });
  });

  test("refuses a template that it has, and keeps the first of those that are the same path", () => {
    const pets = new Router<string>();
    pets.add("GET", "/pets/{id}", "first");
    pets.add("GET", "/pets/{name}", "second");
    pets.add("GET", "/pets/{id}", "below", { basePath: "/v1" });
    expect(() => pets.add("GET", "/pets/{id}", "again")).toThrow("is defined twice");
    expect(pets.find("GET", "/pets/7")).toMatchObject({ target: "first" });
    expect(pets.find("GET", "/v1/pets/7")).toMatchObject({ target: "below", basePath: "/v1" });
  });

  test("knows no names of a prototype", () => {
    expect(new Router<string>().find("GET", "/constructor")).toEqual({ allow: [] });
  });
});

describe("a hostile path", () => {
  test.each([
    "",
    "books",
    "//",
    "//books",
    "/books/",
    "/books//pages/2",
    "/books/7/",
    "/books/.",
    "/books/..",
    "/books/%2e%2E",
    "/books/.%2e/pages/2",
    "/books/7/pages/..",
    "/books/7/pages/2/..",
    "/./books",
    "\\books",
    "/books\0",
    "/books%00",
    "/%2Fbooks/7",
    "/books%2F7",
    "/__proto__/7/8",
  ])("%j leads to none of the operations below /books", (path) => {
    const match = router.find("GET", path);
    const target = "target" in match ? match.target : undefined;
    expect([undefined, "/{any}"]).toContain(target);
  });

  test.each([
    ["/books/%2F..%2F", "%2F..%2F"],
    ["/books/..%2F7", "..%2F7"],
    ["/books/...", "..."],
    ["/books/%00", "%00"],
    ["/books/%", "%"],
    ["/books/%zz", "%zz"],
    ["/books/__proto__", "__proto__"],
    ["/books/ ", " "],
  ])("%j is a parameter's text as it stands", (path, id) => {
    const values = new Map([["id", id]]);
    expect(router.find("GET", path)).toEqual({ target: "/books/{id}", values, basePath: "" });
  });

  test("of any length or depth is matched", () => {
    const long = "a".repeat(1_000_000);
    expect(router.find("GET", `/books/${long}`)).toMatchObject({ target: "/books/{id}" });
    expect(router.find("GET", "/a".repeat(10_000))).toEqual({ allow: [] });
    expect(router.find("GET", "/".repeat(10_000))).toEqual({ allow: [] });
    expect(router.find("GET", "/%2e".repeat(10_000))).toEqual({ allow: [] });
    const query = "beta=true&".repeat(10_000);
    expect(router.find("GET", "/books", query)).toMatchObject({ target: "/books" });
  });

  test("is matched in proportion to its length where parameters take several segments", () => {
    const files = new Router<string>();
    const multiSegment = ["name"];
    for (let depth = 0; depth < 20; depth += 1) {
      files.add("GET", `/{name}${"/{a}/b".repeat(depth)}`, String(depth), { multiSegment });
      files.add("PUT", `${"/a".repeat(depth)}/{name}/c`, String(depth), { multiSegment });
    }
    const find = (length: number): void => {
      expect(files.find("DELETE", "/a/..a".repeat(length))).toEqual({ allow: ["GET", "HEAD"] });
      expect(files.find("GET", `/${"a/%41".repeat(length)}`)).toMatchObject({ target: "0" });
    };
    expect(growthOfWork(find, 1000, 8)).toBeLessThan(32);
  });

  test("does not multiply the ways that are tried", () => {
    const deep = new Router<string>();
    const depth = 16;
    for (let at = 0; at < depth; at += 1)
      deep.add("GET", `${"/a".repeat(at)}/{b}${"/a".repeat(depth - at)}`, String(at));
    expect(deep.find("GET", "/a".repeat(depth + 1))).toMatchObject({ target: "15" });
    expect(deep.find("GET", `${"/a".repeat(depth)}/x/y`)).toEqual({ allow: [] });
  });
});

test("the most specific operation comes first, otherwise the order stays", () => {
  const operation = (path: string) => ({ operationId: path, method: "GET", path, responses: {} });
  expect(sortBySpecificity(templates, operation)).toEqual([
    "/books",
    "/a b",
    "/books/latest",
    "/books/latest/pages/first",
    "/books/{id}.json",
    "/books/{id}",
    "/books/{id}/pages/{page}",
    "/{any}",
    "/{any}/latest",
  ]);
});
