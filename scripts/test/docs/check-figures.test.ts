import { describe, expect, test } from "vitest";
import { checkFigures } from "../../docs/check-figures.ts";
import { figures } from "../../figures/figure-commands.ts";
import { sumOf, withFigures } from "../../figures/sections.ts";
import { listFiles } from "../../repository.ts";

const path = "docs/page.md";
const found = (text: string) => checkFigures({ path, text }).map(({ message }) => message);

const section = (text: string) =>
  withFigures("# P\n\n<!-- figures server -->\n<!-- end of figures server -->\n", "server", text);

describe("a ratio that was typed", () => {
  test.each([
    "took 0.60 of the time of Hey API",
    "takes 2.5 times as long",
    "is two times faster",
    "twice as fast as the others",
    "takes twice the memory",
    "1.4 to 1.8 times slower",
    "0.49 × bare",
    "× 3 of ours",
    "starts 3x sooner",
    "a factor of 2",
    "half the time",
    "a tenth of a run more",
    "takes a tenth more",
    "60 % of hey-api's time",
    "it takes 7 to 9 % of a run",
    "30% faster",
    "1.62, slower",
    "takes half of Hey API's time",
    "takes 2.5\ntimes as long",
    "| OpenAI | 0.60 |",
    "| GET | Fastify 0.88 | 1 |",
    "| OpenAI | **1.67, slower** |",
  ])("is found in %j", (text) => {
    const page = text.startsWith("|") ? `| a | b |\n| - | -: |\n${text}\n` : `Text that ${text}.\n`;
    expect(found(page)).toContainEqual(expect.stringContaining("was typed"));
  });

  test.each([
    "is retried, twice by default",
    "was sent three times on 503",
    "a body is validated at most 10 times",
    "| Hey API 0.99 | Orval 8 |\n| --- | --- |\n| 0.99.0 | 7 |",
    "| Node | 22, modules; 22.12 for `require` |",
    "finds 24 of 45 faults",
    "weighs 9.9 KB",
  ])("is not %j", (text) => {
    expect(found(`${text}\n`)).toEqual([]);
  });
});

describe("a section of figures", () => {
  test("may have ratios", () => {
    expect(found(section("| a | b |\n| --- | ---: |\n| GET | 0.88 |"))).toEqual([]);
  });

  test("is not edited by hand", () => {
    const page = section("| a | b |\n| --- | ---: |\n| GET | 1.88 |");
    expect(found(page.replace("1.88", "0.88"))).toEqual([
      'the figures "server" are not as `npm run bench:server -- --write` wrote them; run it again',
    ]);
  });

  test("may be laid out otherwise", () => {
    expect(sumOf("| a | b |\n| --- | ---: |")).toBe(
      sumOf("| a   |    b |\n|-----| -----: |".replaceAll("|-----|", "| ----- |")),
    );
  });

  test("has a command, and an end", () => {
    expect(
      found("<!-- figures mine -->\n2.5 times as long\n<!-- end of figures mine -->\n"),
    ).toEqual(['no command writes the figures "mine"']);
    expect(found("<!-- figures server -->\n\ntext\n")).toEqual([
      "a section of figures without its end",
    ]);
  });

  test("is on each page that its command writes", () => {
    const page = checkFigures({ path: "README.md", text: "# One\n" }).map(({ message }) => message);
    expect(page).toContain(
      "has no section <!-- figures start -->, which `npm run bench:start -- --write` writes",
    );
  });
});

test("pages of figures exist", () => {
  const pages = Object.values(figures).flatMap((figure): readonly string[] => figure.pages);
  expect(listFiles()).toEqual(expect.arrayContaining([...new Set(pages)]));
});
