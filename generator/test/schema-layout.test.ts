import * as fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { declareSchemas, type Declaration } from "../src/emit/contract/declare-schemas.ts";
import { layOutDeclaration } from "../src/emit/contract/schema-layout.ts";
import { objectMember, type Json, type JsonObject } from "../src/json.ts";
import { documentFrom, loadDocument } from "../src/load/load-document.ts";
import type { OpenApiDocument } from "../src/load/load-document.ts";
import { ReferenceResolver } from "../src/load/read/reference-resolver.ts";
import { parseSourceFile } from "../src/load/read/source-file.ts";
import { buildApiModel } from "../src/model/build-api-model.ts";
import { schemaTypeName } from "../src/names.ts";
import { mutate, mutation } from "./fuzz/mutations.ts";
import { everything } from "./hostile/description.ts";
import { caseNames, goldenFolder, repository } from "./support.ts";

type Declarations = ReadonlyMap<string, Declaration | undefined>;

interface Declared {
  /** As they are laid out; `undefined` for a form without a layout. */
  readonly laidOut: Declarations;
  /** What openapi-typescript and TypeScript's printer make of those that are laid out. */
  readonly expected: Declarations;
}

/** Declares schemas in both ways. */
function declared(schemas: JsonObject, typeNames: ReadonlyMap<string, string>): Declared {
  const laidOut = new Map(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      layOutDeclaration(name, schema, typeNames),
    ]),
  );
  const wanted = Object.fromEntries(
    Object.entries(schemas).filter(([name]) => laidOut.get(name) !== undefined),
  );
  const printed = declareSchemas({ wanted, schemas, typeNames });
  const names = Object.keys(schemas);
  return { laidOut, expected: new Map(names.map((name) => [name, printed.get(name)])) };
}

function declaredOf(document: OpenApiDocument): Declared {
  const { model } = buildApiModel(document);
  const schemas = objectMember(objectMember(model.typeDocument, "components"), "schemas") ?? {};
  return declared(schemas, new Map(model.schemas.map(({ name, typeName }) => [name, typeName])));
}

function unknownNames({ laidOut }: Declared): string[] {
  return [...laidOut].flatMap(([name, declaration]) => (declaration === undefined ? [name] : []));
}

function documentOf(description: JsonObject): OpenApiDocument {
  const root = parseSourceFile("/nowhere/description.json", JSON.stringify(description));
  return documentFrom(root, new ReferenceResolver(root, { folders: [], origins: new Set() }));
}

/** A schema in the model's form, by a name that is no identifier, beside one that it refers to. */
function declaredSchema(schema: Json): Declared {
  const schemas = { "a-schema": schema, Other: { type: "string" } };
  return declared(
    schemas,
    new Map(Object.keys(schemas).map((name) => [name, schemaTypeName(name)])),
  );
}

const corpus = join(repository, "test", "descriptions", "corpus");
const keywords = join(import.meta.dirname, "keywords");

/** Descriptions whose names have to be escaped. */
const escaping: Readonly<Record<string, readonly string[]>> = {
  hostile: ['a/b";*/'],
  "odd-keys.yaml": ["Keys"],
};

describe("the layout of a schema's declaration", () => {
  it.for([
    ...caseNames(goldenFolder).map((name) => [name, join(goldenFolder, name, "description.yaml")]),
    ...readdirSync(corpus).map((name) => [name, join(corpus, name)]),
    ["of the project", join(repository, "spec", "openapi.yaml")],
  ] as [string, string][])("is openapi-typescript's, of nearly all: %s", async ([name, path]) => {
    const found = declaredOf(await loadDocument(path));
    expect(unknownNames(found)).toEqual(escaping[name] ?? []);
    for (const unknown of unknownNames(found)) expect(found.expected.get(unknown)).toBeUndefined();
    expect(found.laidOut).toEqual(found.expected);
  });

  it.for(readdirSync(keywords))("is openapi-typescript's for a keyword: %s", (file) => {
    const { schemas } = parse(readFileSync(join(keywords, file), "utf8")) as { schemas: Json };
    const info = { title: "Keywords", version: "1.0.0" };
    const found = declaredOf(documentOf({ openapi: "3.1.1", info, components: { schemas } }));
    expect(unknownNames(found)).toEqual([]);
    expect(found.laidOut).toEqual(found.expected);
  });

  it("is openapi-typescript's, whatever a description has in its place", () => {
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), (mutations) => {
        const edited = JSON.parse(JSON.stringify(everything)) as JsonObject;
        for (const one of mutations) mutate(edited, one);
        let document: OpenApiDocument;
        try {
          document = documentOf(edited);
        } catch {
          return;
        }
        const { laidOut, expected } = declaredOf(document);
        expect(laidOut).toEqual(expected);
      }),
      { numRuns: 200, seed: 11 },
    );
  });

  it.for<readonly [string, Json]>([
    ["alternatives within alternatives", { anyOf: [{ anyOf: [{}, false] }, { enum: [1, 2] }] }],
    ["words that are there twice", { anyOf: [{ type: "null" }, { type: "null" }, {}, {}] }],
    ["a list of alternatives", { type: "list", items: { enum: ["a", null, -1.5, 1e21] } }],
    ["a list of parts", { type: "list", items: { allOf: [{ type: "string" }, { enum: [1, 2] }] } }],
    ["parts of one kind", { allOf: [{ type: "string" }, { type: "string" }] }],
    ["nothing", false],
    ["constants of objects", { const: { a: [[], [1, { b: {} }], true], "b c": null } }],
    ["a tuple", { type: "tuple", prefix: [{ enum: [1, 2] }, { enum: [3, 4] }], min: 1, rest: {} }],
    ["an empty tuple", { type: "tuple", prefix: [], min: 0 }],
    [
      "members of any name",
      {
        type: "mixed",
        properties: { "7": { $ref: "#/components/schemas/Other" }, "-1": {}, "1e21": true },
        required: ["7"],
        index: [
          { prefix: "x-", schema: { enum: [1, 2] }, isOptional: true },
          { prefix: "y", schema: {}, isOptional: true },
          { prefix: "", schema: { allOf: [{ enum: [1] }, { enum: [2] }] }, isOptional: true },
        ],
      },
    ],
    [
      "members that others declare",
      { type: "with-required", schema: { $ref: "#/components/schemas/Other" }, keys: ["a", 'b"'] },
    ],
    ["no members", { type: "hollow" }],
    ["no members allowed", { type: "empty" }],
    ["names of other letters", { type: "object", properties: { "größe ☃ %41": { const: "ß☃" } } }],
    [
      "comments",
      {
        title: " A title\r\nof two lines ",
        description: "  Ends a comment: */\n\n\tand goes on.  ",
        default: { a: [1, ""] },
        deprecated: true,
        example: "",
        examples: [null, "*/", 0],
        format: "a format",
        type: "object",
        properties: { a: { description: "One line.", readOnly: true, type: "boolean" } },
      },
    ],
    ["a comment of a star and a slash", { title: "*", type: "string" }],
    ["no text at all", { title: " ", description: "", type: "string" }],
  ])("is openapi-typescript's: %s", ([, schema]) => {
    for (const one of [schema, { type: "object", properties: { below: schema } }]) {
      const { laidOut, expected } = declaredSchema(one);
      expect(laidOut.get("a-schema")).toBeDefined();
      expect(laidOut).toEqual(expected);
    }
  });

  it.for<readonly [string, Json]>([
    ["a form of JSON Schema that the model has none of", { type: "array", items: {} }],
    ["two forms at once", { anyOf: [{}], allOf: [{}] }],
    ["a keyword that no form has", { type: "string", nullable: true }],
    ["a reference to nowhere", { $ref: "#/components/schemas/Nowhere" }],
    ["a name with a line end", { type: "object", properties: { "a\nb": {} } }],
    ["a line end that others do not know", { description: "a\u2028b", type: "string" }],
    ["a title that is no text", { title: 1, type: "string" }],
    ["files beside constants", { type: "string", format: "binary", enum: ["a"] }],
    ["names that start with what must be escaped", { type: "mixed", index: [{ prefix: "`" }] }],
  ])("is left to openapi-typescript: %s", ([, schema]) => {
    expect(declaredSchema(schema).laidOut.get("a-schema")).toBeUndefined();
  });
});
