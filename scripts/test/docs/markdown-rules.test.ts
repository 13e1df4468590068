import { createMarkdownRenderer } from "vitepress";
import { expect, test } from "vitest";
import { markdownOptions } from "../../docs/markdown-rules.ts";

const markdown = await createMarkdownRenderer(import.meta.dirname, markdownOptions);

test.each([
  ["{{ 1 + 1 }}", "{{"],
  ["`{{ 1 + 1 }}`", "<code>{{"],
  ["```text\n{{ 1 + 1 }}\n```", "<pre>"],
  ["<img src=https://example.com/a.png>", "<img"],
  ["<script>alert(1)</script>", "<script"],
  ['text {onclick="alert(1)"}', " onclick="],
  ["# Title {v-html=1}", " v-html="],
  ["<<< ./markdown-rules.test.ts", "createMarkdownRenderer"],
  ["[x](javascript:alert(1))", "href="],
])("what %j says is text", async (text, dangerous) => {
  expect(await markdown.renderAsync(text, {})).not.toContain(dangerous);
});

test("rows of codes have anchors, other rows have none", async () => {
  const html = await markdown.renderAsync(
    "| code | what |\n| --- | --- |\n| `a-b` | x |\n\n| name |\n| --- |\n| `c` |\n",
    {},
  );
  expect(html).toContain('<tr id="a-b">');
  expect(html).not.toContain('id="c"');
});

test("paths in code may go on in the next line", async () => {
  const html = await markdown.renderAsync("`GET /a/{b}/c`, `<a/>` and `<b></b>`", {});
  expect(html).toContain(">GET <wbr>/a<wbr>/{b}<wbr>/c</code>");
  expect(html.replaceAll("<wbr>", "")).toContain(">&lt;a/&gt;</code>");
  expect(html.replaceAll("<wbr>", "")).toContain(">&lt;b&gt;&lt;/b&gt;</code>");
});

test("names of options stay in one line, other code does not", async () => {
  const html = await markdown.renderAsync("`--allow-ref`, `-o` and `a --b`", {});
  expect([...html.matchAll(/<code class="option".*?>(.*?)</g)].map(([, name]) => name)).toEqual([
    "--allow-ref",
    "-o",
  ]);
});

test("a block of code has its title above it", async () => {
  const html = await markdown.renderAsync('```ts title="src/<b>.ts"\nlet a = 1;\n```\n', {});
  expect(html).toMatch(/^<p class="code-title">src\/&lt;b&gt;\.ts<\/p><div class="language-ts/);
});

test("rows of references are entries that say what their columns said", async () => {
  const table =
    "| name | in | required | what it does |\n| - | - | - | - |\n| `id` | path | yes | Names it. |\n";
  const html = await markdown.renderAsync(table, { relativePath: "reference/pets/getPet.md" });
  expect(html).toContain('<table class="entries"');
  expect(html).toContain('<td data-label="in ">path</td>');
  expect(html).toContain("<td>required</td>");
  expect(html).toContain('<td class="words">Names it.</td>');
  const guide = await markdown.renderAsync(table, { relativePath: "guides/start.md" });
  expect(guide).toContain("<td>yes</td>");
  expect(guide).not.toContain("entries");
});

test("a picture is shown in the scheme and the size that it is for", async () => {
  const html = await markdown.renderAsync("![A house](./house-light.svg)", {});
  const shown = [...html.matchAll(/<img class="(.*?)" src="(.*?)" alt="A house"/g)];
  expect(shown.map(([, classes, source]) => [classes, source])).toEqual([
    ["light-only wide-only", "./house-light.svg"],
    ["dark-only wide-only", "./house-dark.svg"],
    ["light-only narrow-only", "./house-narrow-light.svg"],
    ["dark-only narrow-only", "./house-narrow-dark.svg"],
  ]);
});

test("headings have the anchors that GitHub gives them", async () => {
  expect(await markdown.renderAsync("## OpenAPI 3.2", {})).toContain('id="openapi-32"');
});
