import { describe, expect, test } from "vitest";
import type { ParameterDescriptor, ValueShape } from "../src/operation.ts";
import { decodeText, decodeTexts } from "../src/parameters/decode.ts";
import { encodeParameter } from "../src/parameters/encode.ts";
import { decodeForm, decodePairs, parseQuery } from "../src/parameters/query.ts";
import { parseCookies } from "../src/parameters/cookie.ts";

const array = ["blue", "black", "brown"];
const object = { R: 100, G: 200, B: 150 };
const arrayShape: ValueShape = { array: "string" };
const objectShape: ValueShape = { object: { R: "integer", G: "integer", B: "integer" } };

/** The value that the text stands for, by the reader of the parameter's location. */
function decode(parameter: ParameterDescriptor, text: string): unknown {
  if (parameter.in === "query") return decodePairs([parameter], parseQuery(text))[parameter.name];
  if (parameter.in === "cookie")
    return decodePairs([parameter], parseCookies(text))[parameter.name];
  return decodeText(parameter, text);
}

type Row = [
  ParameterDescriptor["in"],
  ParameterDescriptor["style"],
  boolean,
  ValueShape,
  unknown,
  string,
];

/** OpenAPI 3.1.1, "Style Examples": the rows of the table, left to right. */
const styleExamples: Row[] = [
  ["path", "matrix", false, "string", "blue", ";color=blue"],
  ["path", "matrix", false, "string", "", ";color"],
  ["path", "matrix", false, arrayShape, array, ";color=blue,black,brown"],
  ["path", "matrix", false, objectShape, object, ";color=R,100,G,200,B,150"],
  ["path", "matrix", true, "string", "blue", ";color=blue"],
  ["path", "matrix", true, arrayShape, array, ";color=blue;color=black;color=brown"],
  ["path", "matrix", true, objectShape, object, ";R=100;G=200;B=150"],
  ["path", "label", false, "string", "blue", ".blue"],
  ["path", "label", false, arrayShape, array, ".blue,black,brown"],
  ["path", "label", false, objectShape, object, ".R,100,G,200,B,150"],
  ["path", "label", true, "string", "blue", ".blue"],
  ["path", "label", true, arrayShape, array, ".blue.black.brown"],
  ["path", "label", true, objectShape, object, ".R=100.G=200.B=150"],
  ["path", "simple", false, "string", "blue", "blue"],
  ["path", "simple", false, arrayShape, array, "blue,black,brown"],
  ["path", "simple", false, objectShape, object, "R,100,G,200,B,150"],
  ["path", "simple", true, arrayShape, array, "blue,black,brown"],
  ["path", "simple", true, objectShape, object, "R=100,G=200,B=150"],
  ["header", "simple", false, arrayShape, array, "blue,black,brown"],
  ["header", "simple", true, objectShape, object, "R=100,G=200,B=150"],
  ["query", "form", false, "string", "blue", "color=blue"],
  ["query", "form", false, "string", "", "color="],
  ["query", "form", false, arrayShape, array, "color=blue,black,brown"],
  ["query", "form", false, objectShape, object, "color=R,100,G,200,B,150"],
  ["query", "form", true, "string", "blue", "color=blue"],
  ["query", "form", true, arrayShape, array, "color=blue&color=black&color=brown"],
  ["query", "form", true, objectShape, object, "R=100&G=200&B=150"],
  ["query", "spaceDelimited", false, arrayShape, array, "color=blue%20black%20brown"],
  ["query", "spaceDelimited", false, objectShape, object, "color=R%20100%20G%20200%20B%20150"],
  ["query", "pipeDelimited", false, arrayShape, array, "color=blue%7Cblack%7Cbrown"],
  ["query", "pipeDelimited", false, objectShape, object, "color=R%7C100%7CG%7C200%7CB%7C150"],
  [
    "query",
    "deepObject",
    true,
    objectShape,
    object,
    "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
  ],
  ["cookie", "form", false, arrayShape, array, "color=blue,black,brown"],
  ["cookie", "form", true, arrayShape, array, "color=blue; color=black; color=brown"],
  ["cookie", "form", true, objectShape, object, "R=100; G=200; B=150"],
];

describe("a parameter in a style", () => {
  test.each(styleExamples)(
    "%s %s explode=%s %j: %j ⇄ %s",
    (location, style, explode, shape, value, text) => {
      const parameter: ParameterDescriptor = {
        name: "color",
        in: location,
        explode,
        shape,
        ...(style && { style }),
      };
      expect(encodeParameter(parameter, value)).toBe(text);
      expect(decode(parameter, text)).toEqual(value);
    },
  );

  test.each([
    [{ name: "q", in: "query" }, "a&b=c+d é", "q=a%26b%3Dc%2Bd%20%C3%A9"],
    [{ name: "q", in: "query" }, "it's (fine)!*", "q=it%27s%20%28fine%29%21%2A"],
    [{ name: "q", in: "query", allowReserved: true }, ":/?[]@!$'()*,;=", "q=:/?[]@!$'()*,;="],
    [{ name: "q", in: "query", allowReserved: true }, "a&b#c+d%41", "q=a%26b%23c%2Bd%2541"],
    [
      { name: "q", in: "query", allowReserved: true, explode: false, shape: arrayShape },
      ["a,b", "/c"],
      "q=a%2Cb,/c",
    ],
    [{ name: "q", in: "query", explode: false, shape: arrayShape }, ["a,b", "c"], "q=a%2Cb,c"],
    [{ name: "a b", in: "query" }, "c", "a%20b=c"],
    [
      { name: "v", in: "path", style: "label", explode: true, shape: arrayShape },
      ["1.2", "3"],
      ".1%2E2.3",
    ],
    [
      { name: "v", in: "path", style: "matrix", explode: true, shape: arrayShape },
      ["v", ""],
      ";v=v;v",
    ],
    [{ name: "X-Note", in: "header" }, "a, b; c=d", "a, b; c=d"],
    [
      { name: "filter", in: "query", content: "application/json" },
      { a: [1, "é&"] },
      "filter=%7B%22a%22%3A%5B1%2C%22%C3%A9%26%22%5D%7D",
    ],
    [
      { name: "X-Filter", in: "header", content: "application/json" },
      { a: "é" },
      '{"a":"\\u00e9"}',
    ],
    [{ name: "filter", in: "path", content: "application/json" }, { a: 1 }, "%7B%22a%22%3A1%7D"],
    [{ name: "note", in: "query", content: "text/plain" }, '"a"', "note=%22a%22"],
    [{ name: "session", in: "cookie" }, "a;b, c", "session=a%3Bb%2C%20c"],
    [
      {
        name: "f",
        in: "query",
        style: "deepObject",
        shape: { object: { a: { object: { b: "integer" } }, c: { array: "integer" } } },
      },
      { a: { b: 1 }, c: [2, 3] },
      "f%5Ba%5D%5Bb%5D=1&f%5Bc%5D%5B0%5D=2&f%5Bc%5D%5B1%5D=3",
    ],
  ] as [ParameterDescriptor, unknown, string][])(
    "%j writes and reads %j",
    (parameter, value, text) => {
      expect(encodeParameter(parameter, value)).toBe(text);
      expect(decode(parameter, text)).toEqual(value);
    },
  );

  test.each([
    [{ name: "q", in: "query" }, undefined],
    [{ name: "q", in: "query" }, null],
    [{ name: "q", in: "query", shape: arrayShape }, []],
    [{ name: "q", in: "query", explode: false, shape: arrayShape }, []],
    [{ name: "q", in: "query", shape: objectShape }, { R: undefined }],
    [{ name: "q", in: "query", style: "deepObject", shape: objectShape }, {}],
  ] as [ParameterDescriptor, unknown][])("%j leaves %j out", (parameter, value) => {
    expect(encodeParameter(parameter, value)).toBe("");
    expect(decode(parameter, "")).toBeUndefined();
  });

  test.each([
    [{ name: "q", in: "query" }, [["a"]], "a nested value"],
    [{ name: "q", in: "query" }, { a: { b: 1 } }, "a nested value"],
    [{ name: "q", in: "query", style: "spaceDelimited", explode: false }, ["a b"], "the delimiter"],
    [{ name: "q", in: "query", style: "pipeDelimited", explode: false }, ["a|b"], "the delimiter"],
    [{ name: "q", in: "query", style: "deepObject" }, { "a]": 1 }, "a bracket"],
    [{ name: "q", in: "cookie", style: "cookie" }, "a b", "a cookie cannot hold"],
    [{ name: "q", in: "header" }, ["a,b"], 'contains ","'],
    [{ name: "q", in: "header", explode: true }, { "a=": "b" }, 'contains "="'],
  ] as [ParameterDescriptor, unknown, string][])(
    "%j names itself when it cannot write %j",
    (parameter, value, reason) => {
      const write = (): string => encodeParameter(parameter, value);
      expect(write).toThrow(TypeError);
      expect(write).toThrow(`${parameter.in} parameter "q": `);
      expect(write).toThrow(reason);
    },
  );
});

describe("reading text by its shape", () => {
  test.each([
    ["integer", "7", 7],
    ["integer", "-0", -0],
    ["number", "1.5e3", 1500],
    ["number", "7a", "7a"],
    ["number", "", ""],
    ["number", " 7", " 7"],
    ["number", "0x10", "0x10"],
    ["number", "+7", "+7"],
    ["number", "07", "07"],
    ["number", "NaN", "NaN"],
    ["number", "1e999", "1e999"],
    ["boolean", "true", true],
    ["boolean", "false", false],
    ["boolean", "1", "1"],
    ["boolean", "TRUE", "TRUE"],
    ["null", "null", null],
    ["string", "7", "7"],
    ["any", "true", "true"],
    [{ oneOf: ["integer", "string"] }, "7", 7],
    [{ oneOf: ["integer", "string"] }, "seven", "seven"],
    [{ oneOf: ["integer", "string"] }, "2.5", "2.5"],
    [{ oneOf: ["integer", "number"] }, "2.5", 2.5],
    [{ oneOf: ["null", "boolean"] }, "false", false],
  ] as [ValueShape, string, unknown][])("%j takes %j as %j", (shape, text, value) => {
    expect(decodeText({ name: "v", in: "path", shape }, text)).toEqual(value);
  });

  test("a primitive that is given several times becomes an array, for validation to report", () => {
    expect(decodeTexts({ name: "page", in: "query", shape: "integer" }, ["1", "2"])).toEqual([
      "1",
      "2",
    ]);
  });

  test("a list that is not exploded may as well be exploded by the sender", () => {
    const parameter = { name: "status", in: "query", explode: false, shape: arrayShape } as const;
    expect(decodeTexts(parameter, ["a,b", "c"])).toEqual(["a", "b", "c"]);
  });

  test.each([
    ["one", "one"],
    ["one,two", ["one", "two"]],
  ])("a shape with alternatives reads %j as %j", (text, value) => {
    const shape: ValueShape = { oneOf: ["string", arrayShape] };
    expect(decodeText({ name: "v", in: "path", shape }, text)).toEqual(value);
  });

  test("a text without the prefix of its style is no value", () => {
    expect(decodeText({ name: "v", in: "path", style: "label" }, "a")).toBeUndefined();
    expect(decodeText({ name: "v", in: "path", style: "matrix" }, "v=a")).toBeUndefined();
    expect(decodeText({ name: "v", in: "path", style: "matrix" }, ";w=a")).toBeUndefined();
  });

  test("a path text that is not well percent-encoded is an error", () => {
    expect(() => decodeText({ name: "v", in: "path" }, "%zz")).toThrow(URIError);
    expect(() => decodeText({ name: "v", in: "path" }, "%ff")).toThrow(URIError);
  });

  test("a query text that is not well percent-encoded stays as it is", () => {
    expect(decode({ name: "v", in: "query" }, "v=%zz")).toBe("%zz");
  });

  test("JSON content that is none stays text", () => {
    expect(decode({ name: "v", in: "query", content: "application/json" }, "v=%7B")).toBe("{");
  });

  describe("a comma that is percent-encoded", () => {
    const shape = { array: "string" } as const;
    const free = { name: "v", shape, allowEncodedDelimiter: true } as const;

    test.each<[string, ParameterDescriptor, string]>([
      ["query", { ...free, in: "query", explode: false }, "v=a%2Cb%2cc,d"],
      ["cookie", { ...free, in: "cookie", explode: false }, "v=a%2Cb%2cc,d"],
      ["path", { ...free, in: "path" }, "a%2Cb%2cc,d"],
    ])("separates items that have none, in %s", (_, parameter, text) => {
      const value = parameter.in === "path" ? decodeText(parameter, text) : decode(parameter, text);
      expect(value).toEqual(["a", "b", "c", "d"]);
    });

    test("is part of an item that may have one", () => {
      expect(decode({ name: "v", in: "query", explode: false, shape }, "v=a%2Cb,c")).toEqual([
        "a,b",
        "c",
      ]);
      expect(decodeText({ name: "v", in: "path", shape }, "a%2Cb,c")).toEqual(["a,b", "c"]);
    });

    test("separates the items of a form's property", () => {
      const encoding = {
        v: { style: "form", explode: false, allowEncodedDelimiter: true },
      } as const;
      const media = { mediaType: "application/x-www-form-urlencoded", encoding };
      const form = { ...media, shape: { object: { v: shape } } };
      expect(decodeForm(form, String(new URLSearchParams({ v: "a,b" })))).toEqual({
        v: ["a", "b"],
      });
    });
  });
});
