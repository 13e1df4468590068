import { describe, expect, it } from "vitest";
import type { JSONValue } from "json-p3";
import { BoundedEnvironment } from "../../../src/load/overlay/bounded-query.ts";
import { OverlayLimits } from "../../../src/load/overlay/overlay-limits.ts";
import { overlaid, overlay, pets, saidOf } from "./overlaid.ts";

/** Actions as YAML, from their targets and what they do. */
const actions = (...all: readonly (readonly [target: string, change: string])[]): string =>
  overlay(
    all
      .map(([target, change]) => `  - target: ${JSON.stringify(target)}\n    ${change}\n`)
      .join(""),
  );

const wide = (count: number, item: string): string =>
  `${pets}x-list:\n${`  - ${item}\n`.repeat(count)}`;

const times = <Item>(count: number, item: Item): Item[] =>
  Array.from({ length: count }, () => item);

describe("an overlay that asks for more than any machine has is refused, with the action's place", () => {
  it.each<[string, string, string, RegExp]>([
    [
      "a filter that a regular expression takes forever for",
      wide(1, `${"a".repeat(60)}!`) + `x-more: ["${"a".repeat(4000)}!"]\n`,
      actions(["$['x-more'][?search(@, '(a+)+(a+)+(a+)+$')]", "remove: true"]),
      /^fixes.yaml:4 warning overlay-unmatched/,
    ],
    [
      "a pattern that has no program",
      wide(1, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
      actions(["$['x-list'][?search(@, '(((a?){60}){60}){60}$')]", "remove: true"]),
      /fixes\.yaml:4 overlay-invalid .* is too much: search with ".*" could take long for a text of 30 characters/,
    ],
    [
      "forty copies that double a list",
      wide(1, "a"),
      actions(...times(40, ["$['x-list']", "copy: $['x-list']"] as const)),
      /fixes\.yaml:\d+ overlay-invalid the action on \$\['x-list'\] is too much: the overlays add more than 500000 values in all/,
    ],
    [
      "forty copies of an object into itself",
      `${pets}x-list: { a: { b: 1 } }\n`,
      actions(...times(300, ["$['x-list'].a", "copy: $['x-list']"] as const)),
      /too much: the (?:overlays add|document becomes more than 200 levels deep)/,
    ],
    [
      "a long text at every place",
      wide(20_000, "{}"),
      actions(["$['x-list'][*]", `update: { text: ${"a".repeat(100_000)} }`]),
      /too much: the overlays add more than/,
    ],
  ])("%s", async (_what, description, fixes, expected) => {
    const said = await saidOf({ "openapi.yaml": description, "fixes.yaml": fixes });
    expect(said.filter((line) => !line.includes("openapi.yaml:")).join("\n")).toMatch(expected);
    // One limit is one message, however many actions follow.
    expect(said.filter((line) => line.includes("too much")).length).toBeLessThan(2);
  });
});

describe("a query ends where its steps do", () => {
  const list = Array.from({ length: 300 }, (_, index) => index);
  const deep = JSON.parse(`${"[".repeat(150)}1${"]".repeat(150)}`) as JSONValue;

  it.each<[string, JSONValue]>([
    ["$[?count($[?count($[*]) > 0]) > 0]", list],
    ["$[?@ == 1 || count($[*]) > 0]", [...list, ...list]],
    ["$[?$ == $[0]]", [...list, ...list]],
    ["$[?value($) == 1]", [...list, ...list]],
    ["$[?!(length($) == 1)]", [...list, ...list]],
    ["$..*..*..*", deep],
    ["$..[?@..*]", [deep, deep, deep]],
    ["$[?$..a]", list],
    ["$[?count($[?1 == 2]) == 0]", list],
    ["$..a..a..a..a", { a: { a: deep }, b: Object.fromEntries(list.map((one) => [one, deep])) }],
  ])("%s", (text, value) => {
    const query = new BoundedEnvironment(new OverlayLimits(20_000)).compile(text);
    expect(() => query.query(value)).toThrow(/visit more than 20000 values in all/);
  });

  it("which are enough for what visits each value a few times", () => {
    const query = new BoundedEnvironment(new OverlayLimits(20_000)).compile("$..[?@ == 1]");
    expect(query.query([list, list, list]).length).toBe(3);
  });
});

describe("the functions of filters", () => {
  it.each<[string, number]>([
    ["search(@.name, '(a+)+$')", 2],
    ["match(@.name, 'a+')", 1],
    ["match(@.name, 'a.a')", 1],
    ["search(@.name, '[^b]a')", 1],
    ["search(@.name, 'b.')", 1],
    // RFC 9485 has none of these, which makes the result false.
    ["search(@.name, '\\\\w')", 0],
    ["search(@.name, '(?=a)')", 0],
    ["search(@.name, '(')", 0],
    ["search(@.size, '1')", 0],
    ["length(@.name) == 2", 1],
    ["@ == $['x-list'][1]", 1],
    ["count(@.*) == 2", 1],
    ["value(@..name) == 'b'", 1],
  ])("%s selects %i", async (filter, count) => {
    const description = `${pets}x-list: [{ name: aaa }, { name: b }, { name: ba, size: 1 }]\n`;
    const fixes = actions([`$['x-list'][?${filter}]`, "update: { found: true }"]);
    const document = await overlaid({ "openapi.yaml": description, "fixes.yaml": fixes });
    const list = (document.value as unknown as { "x-list"?: readonly { found?: true }[] })[
      "x-list"
    ];
    expect(list?.filter(({ found }) => found).length).toBe(count);
  });
});
