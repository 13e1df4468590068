import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentation } from "../src/emit/documentation.ts";
import {
  comment,
  literal,
  markdownCode,
  markdownLine,
  markdownText,
  propertyKey,
  shellText,
} from "../src/escape.ts";

/** Texts that try to leave the place they are put into. */
const hostileText = fc.string({
  unit: fc.constantFrom(
    ..."*/\\\"'`${}|<>@a \n\r\t\u0000\u001b\u2028\u2029\u202e\u2066\ud800".split(""),
    "*/",
    "/*",
    "//",
    "@a",
    "</script>",
    "__proto__",
  ),
});

const hostileJson = fc.oneof(fc.jsonValue(), fc.dictionary(hostileText, hostileText), hostileText);

function evaluated(code: string): string | undefined {
  return JSON.stringify(runInNewContext(`(${code})`));
}

describe("a literal", () => {
  it("gives back the value that it was made of", () => {
    fc.assert(
      fc.property(hostileJson, (value) => {
        expect(evaluated(literal(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it("keeps a member called __proto__ a member", () => {
    const value: unknown = JSON.parse('{"__proto__":{"a":1}}');
    expect(evaluated(literal(value))).toBe('{"__proto__":{"a":1}}');
  });

  it("shows what an editor would hide, or take for the end of a line", () => {
    expect(literal("a\u2028b\u202ec")).toBe(String.raw`"a\u2028b\u202ec"`);
  });

  it("leaves out members that are undefined", () => {
    expect(literal({ a: undefined, b: [undefined, null] })).toBe("{ b: [undefined, null] }");
  });
});

describe("a comment", () => {
  it("cannot be left", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(comment(text)).not.toContain("*/");
        const [docs] = documentation(text, text);
        expect(runInNewContext(`/**${docs?.description ?? ""} */ 7`)).toBe(7);
      }),
    );
  });

  it("brings no tags of its own", () => {
    expect(comment("@deprecated\nsee @link, mail a@b.c")).toBe(
      "\\@deprecated\nsee \\@link, mail a@b.c",
    );
  });

  it("keeps Markdown, and loses control characters", () => {
    expect(comment("  *a* `b` ${c}\r\nd\u0000\u001b\u202e ")).toBe("*a* `b` ${c}\nd");
  });
});

describe("a key", () => {
  it("is bare where it can be, and else a string", () => {
    expect(["a_b", "$a", "a-b", "1a", "", "größe"].map(propertyKey)).toEqual([
      "a_b",
      "$a",
      '"a-b"',
      '"1a"',
      '""',
      '"größe"',
    ]);
  });

  it("names the member it was made of", () => {
    fc.assert(
      fc.property(
        hostileText.filter((name) => name !== "__proto__"),
        (name) => {
          expect(evaluated(`{ ${propertyKey(name)}: 1 }`)).toBe(JSON.stringify({ [name]: 1 }));
        },
      ),
    );
  });
});

describe("a line of Markdown", () => {
  it("stays one cell of a table, without HTML", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const line = markdownLine(text);
        expect(line).not.toMatch(/[\n\r<]/);
        expect(line.replace(/\\[\\|]/g, "")).not.toContain("|");
      }),
    );
  });
});

describe("a span of code in Markdown", () => {
  it("has longer fences than its text", () => {
    expect([markdownCode("GET /a"), markdownCode("a `b` ``c``")]).toEqual([
      "`GET /a`",
      "``` a `b` ``c`` ```",
    ]);
  });
});

describe("text of several paragraphs", () => {
  it("keeps paragraphs, lists and closed code blocks", () => {
    const text = "One.\n\n- two\n  - three\n\n```json\n{}\n```";
    expect(markdownText(text).join("\n")).toBe(text);
  });

  it("makes plain text of headings, HTML, definitions of links and open code blocks", () => {
    expect(markdownText("# a\nb\n===\n[c]: https://c.example\n<d>\n```ts")).toEqual([
      "\\# a",
      "b",
      "\\===",
      "\\[c]: https://c.example",
      "&lt;d>",
      "\\`\\`\\`ts",
    ]);
  });

  it("has no code that a check would compile", () => {
    expect(markdownText("```ts\nx\n```")).toEqual(["```text", "x", "```"]);
  });
});

it("one word of a shell holds any text", () => {
  expect(["plain", "a b", "it's", "$(x)`y`", ""].map(shellText)).toEqual([
    "plain",
    "'a b'",
    "'it'\\''s'",
    "'$(x)`y`'",
    "''",
  ]);
});
