import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { paginationStyles } from "../../../packages/description/src/model/pagination-styles.ts";
import { checkCodeNames, checkCodePaths, checkPrograms } from "../../docs/check-names.ts";
import { repositoryRoot } from "../../repository.ts";

const read = (path: string): string => readFileSync(join(repositoryRoot, path), "utf8");
const page = (text: string) => ({ path: "docs/page.md", text });

const known = {
  sources: [
    { path: "generator/src/emit/type-nodes.ts", text: "export function typeNode() {}" },
    { path: "generator/src/load/lift.ts", text: "const liftSchema = 1;" },
  ],
};

const messages = (findings: readonly { readonly message: string }[]): string[] =>
  findings.map(({ message }) => message);

describe("names of code in texts", () => {
  it("are in some source", () => {
    expect(
      messages(checkCodeNames(page("`typeNode` and `liftSchema`, `plain`, `a + b`"), known)),
    ).toEqual([]);
    expect(checkCodeNames(page("One.\n\nThen `typeNodes`."), known)).toMatchObject([
      { line: 3, message: "no source has typeNodes" },
    ]);
  });

  it("are near the files that a step names", () => {
    const step =
      "1. **emit**: `typeNode` (`emit/type-nodes.ts`)\n2. `liftSchema` (`type-nodes.ts`)";
    expect(checkCodeNames(page(step), known)).toMatchObject([
      { line: 2, message: expect.stringContaining("liftSchema") },
    ]);
  });

  it("are paths of files that are there", () => {
    const text = "`load/lift.ts`, `src/{load,emit}/*.ts`, `load/lower.ts`, `one.md`";
    expect(messages(checkCodePaths(page(text), known))).toEqual(["there is no file load/lower.ts"]);
  });
});

describe("a program of npx", () => {
  const check = (text: string, path = "docs/page.md") =>
    checkPrograms(
      { path, text },
      (name) => ({ redocly: "@redocly/cli", prettier: "prettier" })[name],
    );

  it("is one of a package with its name, or of one that the page installs", () => {
    expect(check("npx redocly lint")).toMatchObject([{ line: 1, rule: "names" }]);
    expect(check("npx --yes unheard-of")).toHaveLength(1);
    expect(check("npm install --save-dev @redocly/cli\nnpx redocly lint")).toEqual([]);
    expect(check("npx redocly lint", "CONTRIBUTING.md")).toEqual([]);
    const fine = "npx @redocly/cli@2 lint; npx prettier; npx --no -- openapi-packages; npx tsc";
    expect(check(fine)).toEqual([]);
  });
});

it("docs/pages.md has all members of each style of pages", () => {
  const [, ...rows] = read("docs/pages.md").matchAll(/^\| `(\w+)` +\|([^|]*)\|([^|]*)\|$/gm);
  const names = (cell = ""): string[] =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
  expect(
    Object.fromEntries(
      rows.map(([, style = "", request, response]) => [
        style,
        { request: names(request), response: names(response) },
      ]),
    ),
  ).toEqual(
    Object.fromEntries(
      Object.entries(paginationStyles).map(([style, { request, response }]) => [
        style,
        { request, response },
      ]),
    ),
  );
});

it("docs/start.md has the members of an input as the types have them", () => {
  const [, places = ""] =
    /export type ParameterLocation = ([^;]*);/.exec(
      read("packages/runtime/src/parameter-descriptor.ts"),
    ) ?? [];
  const members = [...places.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  expect(members).toContain("header");
  const [, sentence = ""] = /An input has the members (.*?) that/.exec(read("docs/start.md")) ?? [];
  const names = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(names.toSorted()).toEqual([...members, "body"].toSorted());
});
