import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse, parseDocument, stringify } from "yaml";
import { parseText } from "../../../src/load/read/parse-text.ts";

const faults = (text: string, isJson = false): string[] =>
  parseText(text, isJson).problems.map(
    ({ line, column, message }) => `${line}:${column} ${message}`,
  );

describe("a text of YAML", () => {
  it("has the values of YAML 1.2, whatever version and tags it claims", () => {
    const text =
      "%YAML 1.1\n---\na: yes\nb: 0o17\nc: 2001-01-01\nd: !!timestamp 2001-01-01\n200: ~\n";
    expect(parseText(text).value).toEqual({
      a: "yes",
      b: 15,
      c: "2001-01-01",
      d: "2001-01-01",
      "200": null,
    });
  });

  it("has the same object wherever an alias stands", () => {
    const { value } = parseText("a: &one { b: 1 }\nc: *one\n");
    expect(value).toEqual({ a: { b: 1 }, c: { b: 1 } });
  });

  it("merges what << names into its map, whose own members win, and the first of several maps", () => {
    const text =
      "a: &a { b: 1, c: 2 }\nd: &d\n  <<: *a\n  c: 3\ne:\n  f: 5\n  <<: [*d, { g: 6, b: 7 }]\n";
    const { value, positions } = parseText(text);
    expect(value).toEqual({
      a: { b: 1, c: 2 },
      d: { b: 1, c: 3 },
      e: { f: 5, b: 1, c: 3, g: 6 },
    });
    const places = [
      ["d", "b"],
      ["d", "c"],
      ["e", "b"],
      ["e", "c"],
      ["e", "g"],
      ["e", "f"],
    ].map((parts) => positions?.locate(parts));
    expect(places.map((place) => `${place?.line}:${place?.column}`)).toEqual([
      "1:9",
      "4:3",
      "1:9",
      "4:3",
      "7:14",
      "6:3",
    ]);
    expect(parseText("a: { <<: { b: 1 } }\n").value).toEqual({ a: { b: 1 } });
    expect(parseText('a: { "<<": 1 }\n').value).toEqual({ a: { "<<": 1 } });
  });

  it.each(["5", "*none", "[*none]", "", "&self { <<: *self }"])("merges no %s", (source) => {
    expect(faults(`a:\n  <<: ${source}\n`)).toHaveLength(1);
  });

  it("must not repeat a key, at any depth; each place is told", () => {
    const text = "a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\na: 2\n";
    expect(faults(text)).toEqual([
      '6:1 the key "a" occurs 2 times in one object, so the last one applies',
      '5:3 the key "c" occurs 2 times in one object, so the last one applies',
    ]);
    expect(faults("{ a: 1, a: 2 }")).toEqual([
      '1:9 the key "a" occurs 2 times in one object, so the last one applies',
    ]);
    expect(
      faults('{ "b": { "a": 1, "\\u0061" : 2, "a": 3 }, "a": [{ "a": "\\"a\\":" }] }'),
    ).toEqual(['1:18 the key "a" occurs 3 times in one object, so the last one applies']);
  });

  it("must be one document, with known anchors", () => {
    expect(faults("a: 1\n---\nb: 2\n")).toEqual([
      expect.stringMatching(/^2:1 .*multiple documents/),
    ]);
    expect(faults("a: *b\n")).toEqual([expect.stringContaining("Unresolved alias")]);
  });

  it("is refused where it holds itself, or too much", () => {
    expect(faults("a: &a { b: *a }\n")).toEqual([expect.stringContaining("more than 200 levels")]);
    const doubled = Array.from(
      { length: 20 },
      (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`,
    );
    expect(faults(`a0: &a0 [1, 1]\n${doubled.join("")}`)).toEqual([
      expect.stringContaining("alias count"),
    ]);
  });
});

describe("places in a text of YAML", () => {
  const text = "a:\n  - b: 1\n    'c d': 2\n  - &x\n    e: 3\nf: *x\n200:\n  g: 4\n";

  it.each([
    [["a"], "1:1"],
    [["a", "0"], "2:5"],
    [["a", "0", "c d"], "3:5"],
    [["a", "1", "e"], "5:5"],
    [["f"], "6:1"],
    [["f", "e"], "5:5"],
    [["200", "g"], "8:3"],
    [["200", "missing", "member"], "7:1"],
    [["missing"], "1:1"],
  ])("%j", (parts, place) => {
    const { line, column } = parseText(text).positions?.locate(parts) ?? {};
    expect(`${line}:${column}`).toBe(place);
  });
});

describe("both readers of YAML", () => {
  const read = (text: string): unknown => parse(text, { schema: "core", logLevel: "error" });

  /**
   * In flow style the writer breaks some texts of several lines, so that its own reader refuses them; and it writes the name
   * `<<` as what merges maps, which the reader of its core schema does not know.
   */
  function writtenText(value: unknown, isFlow: boolean): string {
    const text = stringify(value, { collectionStyle: isFlow ? "flow" : "any" });
    fc.pre(parseDocument(text, { logLevel: "silent" }).errors.length === 0);
    fc.pre(!/^[\s?{,-]*<<\s*:/m.test(text) && !/[{,]\s*<<\s*:/.test(text));
    return text;
  }

  it.each(
    (
      "yes no on off y n true True TRUE false ~ null Null NULL 0 -0 +1 007 0o17 0x1F 0b11 1_000 1e3 1.5e-3 .5 5. " +
      ".inf -.Inf .NaN 1:30 2001-01-01 2001-01-01T00:00:00Z 'it''s' \"\\u00e9\\n\""
    ).split(" "),
  )("give the scalar %s the same value", (scalar) => {
    const text = `a: ${scalar}\n? ${scalar}\n: 1\n- x`.replace(/\n- x$/, "\n");
    expect(parseText(text).value).toEqual(read(text));
  });

  it.each([
    "a: |\n  one\n  two\n\nb: >-\n  one\n  two\n\n  three\n",
    "a: one\n  two\n   three # no text\nb: [1, 'x', {c: d}]\n",
    "# nothing but a comment\na:\n- 1\n-\n  - 2\nb: {}\n",
    "a: 1\r\nb:\r\n  - x\r\n",
  ])("give %j the same value", (text) => {
    expect(parseText(text).value).toEqual(read(text));
  });

  it.each([
    '{ "": [ // ] }\n',
    '{ "a": { \'"\': null }, b: "//" }\n',
    '{ "a": [ b//c,\n d ] }\n',
    '{ "a": \'"\', b: "/*", c: "*/" }\n',
  ])("take %j for no comments of JSON", (text) => {
    expect(parseText(text)).toMatchObject({ value: read(text), problems: [] });
  });

  it("give what looks like comments the same value, unless it is JSON without them", () => {
    const piece = fc.string({ unit: fc.constantFrom(..."\"'/*#:,{}[] a\n") });
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        piece,
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(piece, tie("value"), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(piece, value), fc.boolean(), (written, isFlow) => {
        const text = writtenText(written, isFlow);
        const { value: parsed, problems } = parseText(text);
        expect(parsed).toBeDefined();
        // What is told to have comments is JSON without them, and may be YAML with them.
        const own = problems.length > 0 ? parsed : read(text);
        expect(parsed).toEqual(own);
      }),
    );
  });

  it("give whatever is written the same value", () => {
    const value = fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue());
    fc.assert(
      fc.property(value, fc.boolean(), (written, isFlow) => {
        const text = writtenText(written, isFlow);
        expect(parseText(text).value).toEqual(read(text));
      }),
    );
  });
});

describe("a text that is meant as JSON", () => {
  it.each([
    ['{"a": {"b": "x",\n', "1:17 the JSON ends too early: a bracket or a quote is not closed"],
    ['{"a": "x\n', "1:9 the JSON ends too early: a bracket or a quote is not closed"],
    ['{\n "a": 1\n "b": 2\n}', "3:2 it is not JSON: Expected ',' or '}' after property value"],
    ['{\n "a" {}\n}', "2:6 it is not JSON: Expected ':' after property name"],
    ['{"a": 1}}', "1:9 it is not JSON: Unexpected non-whitespace character after JSON"],
    ['\uFEFF{"a" 1}', "1:7 it is not JSON: Expected ':' after property name"],
    ['{"a": @}', "1:7 it is not JSON: Unexpected token '@'"],
  ])("is refused in the words of JSON: %j", (text, message) => {
    expect(faults(text, true)).toEqual([message]);
  });

  it("may be what YAML reads, or YAML", () => {
    expect(parseText('{ "a": [1, 2,], }', true).value).toEqual({ a: [1, 2] });
    expect(faults("a: [", true)).toEqual(faults("a: ["));
  });
});
