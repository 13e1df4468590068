import { describe, expect, test } from "vitest";
import { encodePath } from "../src/parameters/path.ts";
import { matchPath, parsePathTemplate } from "../src/path-template.ts";
import { Router } from "../src/server/router.ts";

const expand = (template: string, values: object): string =>
  encodePath(parsePathTemplate(template), [], values);

const match = (template: string, path: string): object | undefined => {
  const values = matchPath(parsePathTemplate(template), path);
  return values && Object.fromEntries(values);
};

describe("a path template", () => {
  test.each([
    ["/", {}, "/"],
    ["/assistants", {}, "/assistants"],
    ["/assistants/{id}", { id: "a1" }, "/assistants/a1"],
    ["/a/{b}/c{d}.json", { b: "x", d: "y" }, "/a/x/cy.json"],
    ["/files/{name}", { name: "a/b c?d#é" }, "/files/a%2Fb%20c%3Fd%23%C3%A9"],
    ["/files/{name}", { name: "100%2F" }, "/files/100%252F"],
    ["/files/{name}", { name: "..." }, "/files/..."],
    ["/versions/{major}.{minor}", { major: "1.2", minor: "3" }, "/versions/1%2E2.3"],
    ["/pages/{number}", { number: 7 }, "/pages/7"],
  ])("%s takes %j as %s", (template, values, path) => {
    expect(expand(template, values)).toBe(path);
  });

  test.each([
    ["/files/{name}", { name: "" }, 'path parameter "name" must not be empty'],
    ["/files/{name}", { name: [] }, 'path parameter "name" must not be empty'],
    ["/files/{name}", { name: "." }, 'path parameter "name" must not be "." or ".."'],
    ["/files/{name}", { name: ".." }, 'path parameter "name" must not be "." or ".."'],
    ["/files/.{name}", { name: "." }, 'path parameter "name" must not be "." or ".."'],
    ["/files/{name}", {}, 'path parameter "name" is missing'],
    ["/files/{name}", { name: null }, 'path parameter "name" is missing'],
    [
      "/files/{name}",
      { name: "\ud800" },
      'path parameter "name": a text contains a lone surrogate',
    ],
  ])("%s refuses %j", (template, values, message) => {
    expect(() => expand(template, values)).toThrow(new TypeError(message));
  });

  test.each([
    ["/assistants/{id}", "/assistants/a1", { id: "a1" }],
    ["/a/{b}/c{d}.json", "/a/x/cy.json", { b: "x", d: "y" }],
    ["/a/{b}.json", "/a/x.json.json", { b: "x.json" }],
    ["/versions/{major}.{minor}", "/versions/1%2E2.3", { major: "1%2E2", minor: "3" }],
    ["/files/{name}", "/files/a%2Fb", { name: "a%2Fb" }],
    ["/files/{name}", "/files/", undefined],
    ["/files/{name}", "/files/a/b", undefined],
    ["/files/{name}", "/files/..", undefined],
    ["/files/{name}", "/files/%2E%2e", undefined],
    ["/files/{name}", "files/a", undefined],
    ["/a/{b}.json", "/a/.json", undefined],
    ["/a/{b}.json", "/a/x.xml", undefined],
    ["/files/", "/files", undefined],
  ])("%s matches %s as %j", (template, path, values) => {
    expect(match(template, path)).toEqual(values);
  });

  const expandAll = (template: string, name: unknown): string =>
    encodePath(
      parsePathTemplate(template),
      [{ name: "name", in: "path", required: true, multiSegment: true }],
      { name },
    );

  const values: [value: string, path: string][] = [
    ["a", "/files/a"],
    ["dir/a b.txt", "/files/dir/a%20b.txt"],
    ["dir/100%2F/é?#", "/files/dir/100%252F/%C3%A9%3F%23"],
    ["dir/", "/files/dir%2F"],
    ["/dir", "/files/%2Fdir"],
    ["/", "/files/%2F"],
    ["a//b/c", "/files/a%2F%2Fb/c"],
    ["../a/b", "/files/..%2Fa/b"],
    ["a/../b", "/files/a%2F..%2Fb"],
    ["a/.", "/files/a%2F."],
    ["../..", "/files/..%2F.."],
    ["%2e%2e/a", "/files/%252e%252e/a"],
    [".../a", "/files/.../a"],
    ["a\\..\\b/c", "/files/a%5C..%5Cb/c"],
  ];
  test.each(values)("takes %j with its slashes as %s, which leads back to it", (value, path) => {
    expect(expandAll("/files/{name}", value)).toBe(path);
    expect(expandAll("/files/{name}/raw", value)).toBe(`${path}/raw`);
    const { pathname } = new URL(path, "http://localhost");
    const router = new Router<string>();
    router.add("GET", "/files/{name}", "", { multiSegment: ["name"] });
    const found = router.find("GET", pathname);
    expect("values" in found && decodeURIComponent(found.values.get("name") ?? "")).toBe(value);
  });

  test.each([
    [".", 'path parameter "name" must not be "." or ".."'],
    ["..", 'path parameter "name" must not be "." or ".."'],
    ["", 'path parameter "name" must not be empty'],
    [undefined, 'path parameter "name" is missing'],
  ])("refuses %j for a parameter of several segments", (value, message) => {
    expect(() => expandAll("/files/{name}", value)).toThrow(new TypeError(message));
  });

  test.each(["assistants", "/a/{b", "/a/b}", "/a/{}", "/a/{b}}", "/a/{{b}}"])(
    "%s is refused as malformed",
    (template) => {
      expect(() => parsePathTemplate(template)).toThrow(TypeError);
    },
  );
});
