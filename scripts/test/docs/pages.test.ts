import { describe, expect, test } from "vitest";
import { diagnosticCodes } from "../../../packages/description/src/diagnostics/diagnostic-codes.ts";
import { changeKinds } from "../../../generator/src/changes/diff/change-kinds.ts";
import { llmsFullText, llmsIndex } from "../../docs/llms.ts";
import {
  anchorsOf,
  codeRowsOf,
  headingsOf,
  summaryOf,
  withImages,
  withoutComments,
} from "../../docs/markdown.ts";
import { home } from "../../docs/navigation.ts";
import { allPages, readSite, type Page } from "../../docs/pages.ts";
import { sidebarsOf, type SidebarItem } from "../../docs/sidebar.ts";

const page = (path: string, text: string): Page => ({
  source: path,
  path,
  text,
  title: headingsOf(text)[0]?.text ?? "",
});

describe("Markdown", () => {
  test("has headings with the anchors that GitHub gives them", () => {
    const text =
      "# OpenAPI 3.2\n\n## `x-a` & [b](c.md)\n\n```sh\n# none\n```\n\n## Ä_b\n\n## Ä_b\n";
    expect(headingsOf(text).map(({ anchor }) => anchor)).toEqual([
      "openapi-32",
      "x-a--b",
      "ä_b",
      "ä_b-1",
    ]);
  });

  test("has a code in each row of a table of codes", () => {
    const table = "| code | what |\n| --- | --- |\n| `a-b` | x |\n| `c` | y |\n";
    expect(codeRowsOf(`${table}| [\`d\`](#d) | z |\n\n| other |\n| --- |\n| \`e\` |\n`)).toEqual([
      "a-b",
      "c",
    ]);
  });

  test("loses its comments, but not those in code", () => {
    const text = "<!-- a -->\nb\n\n```html\n<!-- c -->\n```\n";
    expect(withoutComments(text)).toBe("\nb\n\n```html\n<!-- c -->\n```\n");
  });

  test("has an image in place of a picture for GitHub", () => {
    const text = `# A

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="b-dark.svg">
  <img alt="A house" src="b-light.svg">
</picture>

End.`;
    expect(withImages(text)).toBe("# A\n\n![A house](b-light.svg)\n\n\n\n\nEnd.");
  });

  test("begins with what it is about", () => {
    expect(summaryOf("# A\n\n```sh\nb\n```\n\nSays [what](c.md)\n`it` is. More.\n")).toBe(
      "Says what it is. More.",
    );
  });
});

describe("the site", () => {
  const { pages, files } = readSite();
  const byPath = new Map(pages.map((one) => [one.path, one]));

  test("has a page for each row of the navigation, with a title", () => {
    expect(pages.map(({ path }) => path)).toEqual(allPages().map(({ path }) => path));
    expect(pages.filter(({ title }) => title === "")).toEqual([]);
  });

  test("has an anchor for each code of diagnostics and of changes", () => {
    const text = (path: string) => byPath.get(path)?.text ?? "";
    const diagnostics = new Set(anchorsOf(text("generator/diagnostics.md")));
    expect(Object.keys(diagnosticCodes).filter((code) => !diagnostics.has(code))).toEqual([]);
    const changes = new Set(anchorsOf(text("guides/diff.md")));
    expect(Object.keys(changeKinds).filter((code) => !changes.has(code))).toEqual([]);
  });

  test("links its pages and files to each other", () => {
    expect(byPath.get("guides/streams.md")?.text).toContain("(../generator/index.md#extensions)");
    expect(byPath.get("guides/verify-clients.md")?.text).toContain(
      "(../files/packages/verify/examples/client.py.txt)",
    );
    expect(files.map(({ source }) => source)).toContain("packages/verify/examples/client.py");
  });

  test("has all pages in its navigation", () => {
    const linksOf = (items: readonly SidebarItem[]): string[] =>
      items.flatMap(({ link, items: below = [] }) => [link ?? [], linksOf(below)].flat());
    const links = new Set(Object.values(sidebarsOf(pages)).flatMap(linksOf));
    const expected = pages
      .filter(({ path }) => path !== home.path)
      .map(({ path }) => `/${path.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, ".html")}`);
    expect([...links].toSorted()).toEqual(expected.toSorted());
  });
});

describe("llms.txt", () => {
  const pages = [
    page("index.md", "# Documentation\n\nOne description in. More."),
    page("guides/start.md", "# The first call\n\nYou have a description: this one.\n\nMore."),
    page("reference/pets/GetPet.md", "# GetPet\n\nRead a pet\n"),
  ];

  test("lists each page in Markdown, by section", () => {
    expect(llmsIndex(pages, "/docs/")).toBe(
      `# openapi-packages\n\n> One description in. More.\n\n## Start\n\n- [The first call](/docs/guides/start.md): You have a description.\n\n## Operations\n\n- [GetPet](/docs/reference/pets/GetPet.md): Read a pet\n`,
    );
  });

  test("has a full text without the pages of operations", () => {
    const text = llmsFullText(pages, "/");
    expect(text).toContain("# The first call");
    expect(text).not.toContain("GetPet");
  });
});
