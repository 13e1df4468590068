import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unseen as mockUnseen } from "../../packages/mock/src/node/unseen.ts";
import { documentation } from "../src/emit/documentation.ts";
import {
  comment,
  literal,
  markdownCode,
  markdownLine,
  markdownPlain,
  markdownText,
  propertyKey,
  shellText,
  visible,
  visibleProse,
} from "../../packages/description/src/text/escape.ts";

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

  it("keeps Markdown, and shows control characters", () => {
    expect(comment("  *a* `b` ${c}\r\nd\u0000\u001b\u202e ")).toBe(
      "*a* `b` ${c}\nd\\u{0}\\u{1b}\\u{202e}",
    );
  });
});

const codePoints = Array.from({ length: 0x110000 }, (_, code) => code);

/** Code points that nobody sees, of all that are assigned, and of those that Unicode keeps for such. */
const unseenCodes = codePoints.filter((code) => visible(String.fromCodePoint(code)).length > 4);

describe("a character that nobody sees", () => {
  const tags = Array.from("Hi", (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));

  it.each([
    ["tags", `a${tags.join("")}b`, "a\\udb40\\udc48\\udb40\\udc69b", "a\\u{e0048}\\u{e0069}b"],
    ["a soft hyphen", "a\u00adb", "a\\u00adb", "a\\u{ad}b"],
    ["a space of no width", "a\u200bb", "a\\u200bb", "a\\u{200b}b"],
    ["a filler of Hangul", "a\u3164b", "a\\u3164b", "a\\u{3164}b"],
    ["selectors of variants", "a\ufe0f\u{e0100}", "a\\ufe0f\\udb40\\udd00", "a\\u{fe0f}\\u{e0100}"],
    ["an annotation", "a\ufff9b\ufffb", "a\\ufff9b\\ufffb", "a\\u{fff9}b\\u{fffb}"],
    ["private use", "\ue000\u{f0000}", "\\ue000\\udb80\\udc00", "\\u{e000}\\u{f0000}"],
    ["a half of a pair", "a\ud83d", "a\\ud83d", "a\\u{d83d}"],
    [
      "joiners without an emoji",
      "a\u200db 😀\u200d",
      "a\\u200db 😀\\u200d",
      "a\\u{200d}b 😀\\u{200d}",
    ],
    ["tags behind a flag that is none", "🏴\u{e0041}", "🏴\\udb40\\udc41", "🏴\\u{e0041}"],
    [
      "two joiners between letters",
      "می\u200c\u200cخ",
      "می\\u200c\\u200cخ",
      "می\\u{200c}\\u{200c}خ",
    ],
  ])("is shown: %s", (_what, text, code, prose) => {
    expect([visible(text), visibleProse(text)]).toEqual([code, prose]);
    expect(JSON.parse(literal(text))).toBe(text);
    expect(evaluated(literal({ [text]: text }))).toBe(JSON.stringify({ [text]: text }));
  });

  it.each([
    "👩‍👩‍👧 🏳️‍🌈 ❤️ 1️⃣ ☎️",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "می\u200cخواهم",
    "क्\u200dष",
    "naïve 用户 é\u0301 ﷽ \u0601١",
    "a\tb\nc",
  ])("is left where scripts and emoji need it: %j", (text) => {
    expect([visible(text), visibleProse(text)]).toEqual([text, text]);
  });

  it("is any that Unicode ignores, takes for a control or format, or leaves to nobody", () => {
    const ignored = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}]$/u;
    const lacking = codePoints.filter(
      (code) => ignored.test(String.fromCodePoint(code)) && ![9, 10, 13].includes(code),
    );
    const known = new Set(unseenCodes);
    expect(lacking.length).toBeGreaterThan(4000);
    expect(lacking.filter((code) => !known.has(code)).slice(0, 9)).toEqual([]);
  });

  it("is the same to the console and the terminal of the mock", () => {
    const own = codePoints.filter(
      (code) => String.fromCodePoint(code).replace(mockUnseen, "") === "",
    );
    expect(own).toEqual([9, 10, 13, ...unseenCodes].toSorted((one, other) => one - other));
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

describe("a line of Markdown on a page of others", () => {
  const acting =
    /!?(?<!\\)\[|@(?!<!-- -->)\S|#(?!<!-- -->)\d|https?:(?!<!-- -->)|www(?!<!-- -->)\.|<(?!!-- -->)|&(?!amp;|lt;)/i;

  it.each([
    ["![x](https://evil.example/a.png)", "!\\[x\\](https:<!-- -->//evil.example/a.png)"],
    ["see @everyone and @acme/team", "see @<!-- -->everyone and @<!-- -->acme/team"],
    ["&#64;everyone &lbrack;a](b)", "&amp;#<!-- -->64;everyone &amp;lbrack;a\\](b)"],
    ["<img src=x>", "&lt;img src=x>"],
    [
      "closes #12, GH-3 at www.evil.example",
      "closes #<!-- -->12, GH<!-- -->-3 at www<!-- -->.evil.example",
    ],
    ["the member `a` of pet_id", "the member `a` of pet_id"],
  ])("has nothing that acts: %s", (text, shown) => {
    expect(markdownPlain(text)).toBe(shown);
  });

  it("has no link, image, mention or HTML, whatever the text", () => {
    const parts = fc.constantFrom(
      ..."!([\\])@#1&<>| ax",
      "https://",
      "www.",
      "&#64;",
      "&lt;",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 20 }), (texts) => {
        expect(markdownPlain(texts.join("")).replaceAll("\\\\", "·")).not.toMatch(acting);
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
