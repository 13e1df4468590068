import { runInNewContext } from "node:vm";
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { generate } from "../src/generate.ts";
import type { FormatterName } from "../src/print/formatter.ts";
import { scaffold } from "../src/scaffold/scaffold.ts";
import { readTree, temporaryFolder } from "./support.ts";
import { everything } from "./hostile/description.ts";
import { positionsOf, withText } from "./hostile/positions.ts";

/** One character of each kind that nobody sees, or that ends a comment. */
const hostile = [
  ..."\u0000\u0007\u001b\u007f\u0085\u009b\u061c\u200e\u200f\u2028\u2029",
  ..."\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff",
  "\u00ad",
  "\u200b",
  "\u3164",
  "\ufe0f",
  "\u{e0041}",
  "\ud800",
  "\udc00",
  "*/",
];

/** More of them, which are tried together. */
const others =
  "\u034f\u115f\u180e\u200c\u200d\u2800\ufe0e\uffa0\ufff9\ufffb\ufffe\ue000\u{1d173}\u{e0001}\u{e0100}\u{f0000}";

/** What is in a file that a reader does not see as it is. */
const unseen = /[^\P{C}\n\t]|[\u2028\u2029\u2800\p{Default_Ignorable_Code_Point}]/u;

/** A description with a text in each kind of place that reaches a file. */
function describeWith(text: string): object {
  const schema = {
    type: "object",
    title: `t${text}`,
    description: `d${text}`,
    required: ["kind"],
    properties: {
      [`key${text}`]: { type: "string", default: `default${text}`, examples: [`example${text}`] },
      kind: { const: `const${text}` },
      choice: { enum: [`a${text}`, `b${text}`], "x-enum-varnames": [`A${text}`, `B${text}`] },
      text: { type: "string", pattern: `^[^${text === "*/" ? "a" : text}]*$`, format: `f${text}` },
      map: { type: "object", patternProperties: { [`^x-${text === "*/" ? "" : text}`]: {} } },
      deep: { type: "object", default: { [`a${text}`]: [`b${text}`] }, deprecated: true },
    },
  };
  const content = {
    "application/json": { schema: { $ref: "#/components/schemas/Thing" } },
  };
  return {
    openapi: "3.1.0",
    info: { title: `Title${text}`, version: `1${text}`, description: `About${text}` },
    tags: [{ name: `tag${text}`, description: `of${text}` }],
    paths: {
      "/things/{id}": {
        post: {
          operationId: `Make${text}`,
          tags: [`tag${text}`],
          summary: `sum${text}`,
          description: `text${text}`,
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "string" } },
            { name: `q${text}`, in: "query", description: `p${text}`, schema: { type: "string" } },
          ],
          requestBody: { content, description: `body${text}` },
          responses: { 200: { description: `ok${text}`, content } },
        },
      },
    },
    components: { schemas: { Thing: schema } },
  };
}

async function generated(document: object, formatter: FormatterName = "oxfmt") {
  const folder = temporaryFolder();
  const spec = join(folder, "openapi.json");
  writeFileSync(spec, JSON.stringify(document));
  const out = join(folder, "packages");
  await generate({
    spec,
    out,
    scope: "@case",
    openapiJson: true,
    codeSamples: ["client", "curl"],
    formatter,
  });
  const handlers = join(folder, "handlers");
  const options = { spec, out: handlers, scope: "@case", operations: [], tags: [] };
  await scaffold({ ...options, template: "store" });
  return { files: { ...readTree(out), ...readTree(handlers) } };
}

const unseenIn = (files: Readonly<Record<string, string>>): string[] =>
  Object.entries(files).flatMap(([path, text]) => {
    const found = unseen.exec(text.replaceAll("\r\n", "\n"));
    return found === null
      ? []
      : [`${path}: ${JSON.stringify(text.slice(found.index - 30, found.index + 9))}`];
  });

/** The values of the string literals of a module. */
function literalsOf(code: string): unknown[] {
  const withoutComments = code.replaceAll(/\/\*[^]*?\*\//g, "");
  return [...withoutComments.matchAll(/"(?:[^"\\\n]|\\.)*"/g)].map(([one]) => runInNewContext(one));
}

describe("a character that nobody sees", () => {
  it.for(hostile)("is in no file, and its values stay what they are: %j", async (given) => {
    // A file cannot have a half of a pair: the loader replaces it.
    const text = given.toWellFormed();
    const { files } = await generated(describeWith(given));
    expect(unseenIn(files)).toEqual([]);
    const values = (path: string): unknown[] => literalsOf(files[path] ?? "");
    const expected = [`const${text}`, `a${text}`, `b${text}`];
    for (const path of ["contract/src/schema.ts", "contract/src/validators/schemas.js"])
      expect(values(path)).toEqual(expect.arrayContaining(expected));
    expect(values("contract/src/schema.ts")).toContain(`key${text}`);
    const document = JSON.parse(files["contract/openapi.json"] ?? "{}") as { info?: object };
    expect(document.info).toMatchObject({ title: `Title${text}`, version: `1${text}` });
  });

  it.for(["oxfmt", "none"] as const)("is in no file of %s", async (formatter) => {
    const text = hostile.join("") + others;
    const { files } = await generated(describeWith(text), formatter);
    expect(unseenIn(files)).toEqual([]);
  });

  it("is in no file, wherever it stands in a description", async () => {
    const text = `a\u202e\u2028\u007f\u200f\u061c\ufeff\u200b\u{e0041}${others}b`;
    const places = positionsOf(everything).filter(({ kind }) => kind === "value");
    const descriptions = places.filter(({ pointer }) =>
      /\/(?:description|title|summary|default|const|enum\/\d+)$/.test(pointer),
    );
    const { files } = await generated(withText(everything, descriptions, text));
    expect(unseenIn(files)).toEqual([]);
  });
});
