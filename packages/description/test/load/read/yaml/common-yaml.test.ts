import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isObject, type Json } from "../../../../src/json/json.ts";
import { composeYaml } from "../../../../src/load/read/yaml/composed-yaml.ts";
import { readCommonYaml } from "../../../../src/load/read/yaml/common-yaml.ts";
import { runs, seed } from "../../../../../../test/test-all.ts";

/** The ways to all that is in a value. */
function waysIn(value: unknown, way: readonly string[] = []): string[][] {
  const entries = Array.isArray(value) || isObject(value) ? Object.entries(value) : [];
  return [[...way], ...entries.flatMap(([key, one]) => waysIn(one, [...way, key]))];
}

interface Reading {
  readonly value: Json | undefined;
  readonly fault?: unknown;
  readonly repeatedKeys?: readonly unknown[];
  readonly places: readonly unknown[];
}

/** What the parser of `yaml` says of a text, as far as both readers say it. */
function composed(text: string): Reading {
  const { value, places, fault, repeatedKeys } = composeYaml(text);
  return { value, fault, repeatedKeys, places: waysIn(value).map((way) => places?.locate(way)) };
}

/** What we read of a text; `undefined` if it is left to the parser of `yaml`. */
function common(text: string): Reading | undefined {
  const read = readCommonYaml(text);
  if (read === undefined) return undefined;
  const { value, places } = read;
  return {
    value: value ?? undefined,
    fault: undefined,
    repeatedKeys: [],
    places: waysIn(value).map((way) => places.locate(way)),
  };
}

const ordinary = `# Pets
openapi: 3.1.0
info:
  title: "a \\u0041: b"
  version: 1.0   # no text
  description: |
    one
      two

    three
  summary: >-
    folded
    text
tags:
- name: x
  y: 'it''s'
- name: __proto__
-
  - - deep
    - 1e3
  - k: v
paths: {a: [1, ~, {b: c}, ], "d": {e: },
  f: x y}
plain: several
  lines of
  text
__proto__: {constructor: 1}
quoted: "one
  two  \\

  three"
single: 'one
  ''two'' '
empty:
null:
200:
    - a
    # between
    - b: [ ]
      c: -x
    -   wide: 1
        more: 2
`;

const fragments = [
  "a·b·c·a: ·b: ·c:·d:·: ·:·- ·- ·-·? ·~·1·0x1f·1.50·null·__proto__·é",
  "|·>·|-·>+·|2·|1-·\"x\"·\"x y\"·'z'·\"·'·\"\\u0041\\n\"·'it''s'",
  "#c· # c·[·]·{·}·, ·,·&a ·*a·!t ·\t· ·  ·---·...·%Y·\\·\r·@·`·\u0002·\u001f",
  "\n·\n  ·\n    ·\n\n·x: |\n  q\n·y: >\n    q\n   r\n",
];
const fragment = fc.constantFrom(...fragments.flatMap((some) => some.split("·")));

/** The ordinary text, with up to three places changed. */
const edited = fc
  .array(fc.tuple(fc.nat(ordinary.length), fc.nat(3), fragment), { maxLength: 3 })
  .map((edits) =>
    edits.reduce(
      (text, [at, cut, added]) => text.slice(0, at) + added + text.slice(at + cut),
      ordinary,
    ),
  );

const rows = ordinary.split("\n");

/** Lines of the ordinary text in any order, indented more or less than there. */
const shuffled = fc
  .array(fc.tuple(fc.constantFrom(...rows), fc.integer({ min: -2, max: 2 })), { maxLength: 14 })
  .map((lines) =>
    lines
      .map(([row, more]) => " ".repeat(Math.max(more, 0)) + withoutIndent(row, -more))
      .join("\n"),
  );

function withoutIndent(row: string, most: number): string {
  return row.replace(new RegExp(`^ {0,${Math.max(most, 0)}}`), "");
}

/** Lines of a few fragments each. */
const wild = fc
  .array(fc.tuple(fc.nat(6), fc.array(fragment, { minLength: 1, maxLength: 5 })), { maxLength: 8 })
  .map((lines) => lines.map(([indent, parts]) => " ".repeat(indent) + parts.join("")).join("\n"));

const text = fc
  .tuple(fc.oneof(edited, shuffled, wild), fc.boolean())
  .map(([written, isWindows]) => (isWindows ? written.replaceAll("\n", "\r\n") : written));

describe("the reader of common YAML", () => {
  it("reads nothing otherwise than the parser, values and places", () => {
    fc.assert(
      fc.property(text, (written) => {
        const read = common(written);
        expect(read).toEqual(read && composed(written));
      }),
      { numRuns: runs(2_000, 200_000), seed: seed(1) },
    );
  });

  it.each([ordinary, ordinary.replaceAll("\n", "\r\n"), `\uFEFF${ordinary}`, `---\n${ordinary}`])(
    "reads what is ordinary itself",
    (written) => {
      expect(common(written)).toBeDefined();
      expect(common(written)).toEqual(composed(written));
    },
  );

  it.each([
    "a: &x 1",
    "a: *x",
    "a: !!str 1",
    "%YAML 1.2\n---\na: 1",
    "? a\n: 1",
    "a: 1\n---\nb: 2",
    "a: 1\na: 2",
    "a: 1\nb\n: 2",
    "{a\n: 1}",
    "a\n: 1",
    'a: "x"#c',
    'a: "x" y',
    "a: 'x",
    "a: @x",
    "a: |#c\n  x",
    "a: | x\n  y",
    "- \ta: 1",
    `${"a".repeat(1025)}: 1`,
    "a: 1\n b: 2",
    "[a: 1]",
    "[a]: 1",
    "",
  ])("leaves %j to the parser", (written) => {
    expect(readCommonYaml(written)).toBeUndefined();
  });
});
