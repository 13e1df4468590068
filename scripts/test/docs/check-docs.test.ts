import { describe, expect, test } from "vitest";
import { checkCode, checkScripts } from "../../docs/check-code.ts";
import { checkLinks } from "../../docs/check-links.ts";
import { checkNavigation } from "../../docs/check-navigation.ts";
import { checkStructure } from "../../docs/check-structure.ts";
import { formatFinding } from "../../repository.ts";

const path = "docs/start.md";

describe("navigation", () => {
  const check = (sources: readonly string[], files: readonly string[]) => {
    const rows = sources.map((source, index) => ({ source, path: `${index}.md` }));
    return checkNavigation(rows, files).map(({ message }) => message);
  };

  test("has all pages of docs, each once", () => {
    expect(check([path, "README.md"], [path, "README.md", "spec/notes.md"])).toEqual([]);
  });

  test("misses a page of docs", () => {
    expect(check([path], [path, "docs/new.md"])).toEqual([
      "is not in the navigation: add it to scripts/docs/navigation.ts",
    ]);
  });

  test("has a page that does not exist", () => {
    expect(check([path], [])).toEqual([`${path} does not exist`]);
  });

  test("has a page twice", () => {
    expect(check([path, path], [path])).toEqual([`${path} stands there 2 times`]);
  });
});

describe("links", () => {
  const targets = {
    paths: new Set([path, "docs/auth.md", "docs", "LICENSE", "docs/a name.md"]),
    anchors: new Map([
      [path, new Set(["here"])],
      ["docs/auth.md", new Set(["tokens"])],
    ]),
  };
  const check = (text: string) => checkLinks([{ path, text }], targets).map(formatFinding);

  test.each([
    "[x](auth.md#tokens)",
    "[x](./auth.md)",
    "[x](#here)",
    "[x](../LICENSE)",
    "[x](a%20name.md)",
    "[x](https://example.com/a#b)",
    "[`a[0]`](auth.md)",
    "`[x](nowhere.md)`",
    "```text\n[x](nowhere.md)\n```",
    "<!-- [x](nowhere.md) -->",
  ])("%j leads somewhere, or is no link", (text) => {
    expect(check(text)).toEqual([]);
  });

  test.each([
    ["[x](nowhere.md)", "nowhere.md leads to nothing"],
    ["![x](nowhere.png)", "nowhere.png leads to nothing"],
    ["[x](auth.md#gone)", "docs/auth.md has no heading #gone"],
    ["[x](#gone)", `${path} has no heading #gone`],
    ["[x](http://example.com)", "http://example.com is not https"],
    ["[x](https://localhost)", "https://localhost names no host"],
    ["[x](https://[)", "https://[ is no address"],
  ])("%j is dead", (text, message) => {
    expect(check(`first line\n\n${text}\n`)).toEqual([`${path}:3  link  ${message}`]);
  });
});

describe("structure", () => {
  const check = (text: string) => checkStructure({ path, text }).map(formatFinding);

  test("has one first heading, and skips no level", () => {
    expect(check("# A\n\n## B\n\n### C\n\n## D\n\n```sh\n# a comment\n```\n")).toEqual([]);
  });

  test.each([
    ["## A\n", "1  structure  does not begin with a heading of the first level"],
    ["# A\n\n# B\n", "3  structure  has a second heading of the first level"],
    ["# A\n\n### B\n", "3  structure  goes from level 1 to 3"],
    ["# A\n\n![](a.png)\n", "3  structure  has an image without a text"],
    [
      "# A\n\nText <b>bold</b>\n",
      "3  structure  has the element <b>, which the site would show as text",
    ],
  ])("%j is reported", (text, finding) => {
    expect(check(text)).toEqual([`${path}:${finding}`]);
  });
});

describe("code", () => {
  const check = (language: string, code: string) =>
    checkCode({ path, text: `# A\n\n\`\`\`${language}\n${code}\n\`\`\`\n` }).map(formatFinding);

  test.each([
    ["yaml", "a: [1, 2]"],
    ["json", '{ "a": 1 }'],
    ["ts", "const a = ;"],
    ["sh", "npx openapi-packages generate openapi.yaml --out packages --scope @acme"],
    ["sh", "npm install --save-dev openapi-packages --save-exact"],
    ["sh", "curl https://example.com | openapi-packages generate - --out packages # --nothing"],
    ["sh", "openapi-packages verify openapi.yaml \\\n  --credential 'key=${KEY}' > report.txt"],
  ])("%s %j is taken", (language, code) => {
    expect(check(language, code)).toEqual([]);
  });

  test.each([
    ["yaml", "a: [1", "4  code  Flow sequence"],
    ["json", "{ a: 1 }", "4  code  is not JSON"],
    ["", "text", "4  code  a code block without a language"],
    ["sh", "npm test\nnpx openapi-packages make", "5  code  openapi-packages has no command make"],
    ["sh", "openapi-packages mock --prot 1", "4  code  there is no option --prot"],
  ])("%s %j is reported", (language, code, finding) => {
    expect(check(language, code)).toEqual([expect.stringContaining(`${path}:${finding}`)]);
  });

  test("names scripts that exist", () => {
    const text = "`npm run bench:types`, `npm run bench:none`, `npm run mine`";
    expect(checkScripts({ path, text }, ["bench:types"]).map(({ message }) => message)).toEqual([
      "npm run bench:none: package.json has no such script",
    ]);
  });
});
