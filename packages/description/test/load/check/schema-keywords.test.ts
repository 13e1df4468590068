import { describe, expect, it } from "vitest";
import { inLines, saidOf, withSchema } from "./said.ts";

const saidOfSchema = async (schema: string, version?: string): Promise<string[]> =>
  inLines(await saidOf(withSchema(schema, version)));

describe("a keyword of a schema", () => {
  it.for([
    ["minLenght", "minLength"],
    ["maxlength", "maxLength"],
    ["min_items", "minItems"],
    ["propertys", "properties"],
    ["requierd", "required"],
    ["additionalproperties", "additionalProperties"],
    ["enums", "enum"],
    ["tpye", "type"],
    ["item", "items"],
    ["ref", "$ref"],
    ["defs", "$defs"],
    ["desc", "description"],
    ["regex", "pattern"],
  ])("may be misspelt: %s", async ([written, meant]) => {
    expect(await saidOfSchema(`{ ${written}: 1 }`)).toEqual([
      `11:14 keyword-unknown "${written}" is not a keyword of a schema, so it is ignored | did you mean ${meant}?`,
    ]);
  });

  it("may be anything else since OpenAPI 3.1", async () => {
    const own =
      "cost when unit note mode tag label sort format_hint deprecation order group markdownDescription enumNames errorMessage hidden xs";
    const schema = `{ ${own.replaceAll(" ", ": 1, ")}: 1, x-minLenght: 1 }`;
    expect(await saidOfSchema(schema)).toEqual([]);
    expect(await saidOfSchema(`{ $schema: "https://example.com/dialect", minLenght: 1 }`)).toEqual(
      [],
    );
    expect(await saidOfSchema("{ hidden: true, x-hidden: true }", "3.0.4")).toEqual([
      '11:14 keyword-unknown "hidden" is not a keyword of a schema, so it is ignored | an extension starts with x-',
    ]);
  });

  it("is one of all drafts, where no version of OpenAPI has others", async () => {
    const text =
      "{ id: a, definitions: {}, dependencies: {}, additionalItems: true, $recursiveAnchor: true, nullable: true, example: 1 }";
    expect(await saidOfSchema(text)).toEqual([]);
    expect(await saidOfSchema("{ const: 1, examples: [1], $defs: {} }", "3.0.4")).toEqual([]);
  });

  it("is none where a property has been put beside properties", async () => {
    expect(
      await saidOfSchema(
        "{ type: object, properties: {}, name: { type: string }, n: { $ref: '#/components/schemas/Kind' } }",
      ),
    ).toEqual([
      expect.stringMatching(
        /^11:44 keyword-unknown "name" .* \| put it under properties, if it is one$/,
      ),
      expect.stringMatching(
        /^11:68 keyword-unknown "n" .* \| put it under properties, if it is one$/,
      ),
    ]);
  });

  it("is a list of names where it is required", async () => {
    const properties =
      "a: { type: string, required: true }, b: { required: true }, c: { required: false }";
    expect(await saidOfSchema(`{ required: yes, properties: { ${properties} } }`)).toEqual([
      expect.stringMatching(
        /^11:14 required-misplaced required: "yes" is in a schema, .* \| write required: \[\.\.\.\]/,
      ),
      expect.stringMatching(
        /^11:62 required-misplaced required: true is in a schema, where required is a list of the names of properties, so it is ignored \(2 places\) \| in the schema that has the property, write required: \[\.\.\.\]/,
      ),
      expect.stringMatching(/^11:108 required-misplaced required: false is in a schema/),
    ]);
    expect(await saidOfSchema("{ required: a, minLength: '3' }")).toEqual([
      expect.stringMatching(/^11:14 keyword-ignored .* \| write a list: required: \[a\]$/),
      expect.stringMatching(/^11:27 keyword-ignored .* \| write 3, without quotes$/),
    ]);
  });
});

describe("a default", () => {
  it.for([
    [
      "{ type: integer, default: one }",
      'default "one" is not of type integer',
      "correct the value",
    ],
    ["{ type: integer, default: '1' }", 'default "1" is not of type integer', "write 1, without"],
    [
      "{ type: boolean, default: 'True' }",
      'default "True" is not of',
      "write true, without quotes",
    ],
    ["{ type: string, default: 1 }", "default 1 is not of type string", 'put it in quotes: "1"'],
    ["{ type: string, default: null }", "default null is not of type string", "or allow null"],
    ["{ enum: [a, b], default: c }", 'default "c" is not one of the values of enum', "correct the"],
    [
      "{ $ref: '#/components/schemas/Kind', default: cow }",
      'default "cow" is not one of',
      "correct",
    ],
    [
      "{ allOf: [{ $ref: '#/components/schemas/Kind' }], default: cow }",
      "is not one of",
      "correct",
    ],
    [
      "{ oneOf: [{ type: string }, { const: 1 }], default: 2 }",
      "matches none of the schemas",
      "correct",
    ],
    ["{ type: array, items: { enum: [a] }, default: [b] }", 'has the item "b", which', "correct"],
    ["{ maximum: 5, default: 6 }", "default 6 breaks maximum: 5", "correct"],
    ["{ minLength: 1, default: '' }", 'default "" breaks minLength: 1', "correct"],
  ] as const)("is held against its schema: %s", async ([schema, message, hint]) => {
    const [said = "", ...others] = await saidOfSchema(schema);
    expect(others).toEqual([]);
    expect(said).toMatch(/^11:\d+ default-invalid default /);
    expect(said).toContain(message);
    expect(said.split(" | ")[1]).toContain(hint);
  });

  it.for([
    "{ type: [string, 'null'], default: null }",
    "{ type: string, nullable: true, default: null }",
    "{ type: number, default: 1 }",
    "{ type: object, default: {} }",
    "{ anyOf: [{ type: string }, { type: 'null' }], default: null }",
    "{ allOf: [{ $ref: '#/components/schemas/Kind' }], default: cat }",
    "{ properties: { next: { $ref: '#/components/schemas/Value' } }, default: { next: {} } }",
  ])("may be any value of its schema: %s", async (schema) => {
    expect(await saidOfSchema(schema)).toEqual([]);
  });

  it("is held against schemas without end in few steps", async () => {
    const schema =
      "{ default: 1, anyOf: [{ $ref: '#/components/schemas/Value' }, { $ref: '#/components/schemas/Value' }] }";
    expect((await saidOfSchema(schema)).filter((line) => line.includes("default"))).toEqual([]);
  });

  it("is told of values of enum that type excludes", async () => {
    expect(await saidOfSchema("{ type: string, enum: [a, 1, 2.5, null] }")).toEqual([
      '11:28 enum-invalid enum has values that are not of type string, so they are ignored: [1,2.5] | put it in quotes: "1"',
    ]);
  });
});
