import { describe, expect, it } from "vitest";
import { declareTypes, inlineTypeText } from "../../../src/emit/schema-types/declare-types.ts";
import type { Json, JsonObject } from "../../../src/json.ts";
import { schemaTypeName } from "../../../src/names.ts";

const declared = (types: JsonObject, isOpen = false): string =>
  declareTypes(types, { nameOf: schemaTypeName, isOpen });
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

describe("the declarations of schemas", () => {
  it("have the names of their types and the order of the schemas", () => {
    expect(
      declared({ "pet-list": { type: "list", items: reference("pet") }, pet: object({}) }),
    ).toBe("export type PetList = Pet[];\nexport type Pet = Record<string, unknown>;\n");
  });

  it.each(["50%", "#/%zz", "a/b~c", "NaN", "__proto__", 'quo"te', "größe", "\u2028"])(
    "take %j for a name of a schema and of a member",
    (name) => {
      const types = Object.fromEntries([
        [`S${name}`, object(Object.fromEntries([[name, { type: "string" }]]))],
        ["Union", { anyOf: [reference(`S${name.replaceAll("~", "~0").replaceAll("/", "~1")}`)] }],
      ]);
      const type = schemaTypeName(`S${name}`);
      const text = declared(types);
      expect(text).toContain(`export interface ${type} {`);
      expect(text).toContain(`export type Union = ${type};`);
      const [, key = ""] = /^ {4}(.+)\?: string;$/m.exec(text) ?? [];
      expect(key.startsWith('"') ? JSON.parse(key) : key).toBe(name);
    },
  );

  it("leave enums open only where they are asked to", () => {
    const types = { Size: { enum: ["s", 1, null], isOpen: true }, Fixed: { enum: ["a", "b"] } };
    expect(declared(types)).toBe(
      'export type Size = "s" | 1 | null;\nexport type Fixed = "a" | "b";\n',
    );
    expect(declared(types, true)).toBe(
      'export type Size = "s" | 1 | null | (string & {}) | (number & {});\nexport type Fixed = "a" | "b";\n',
    );
  });

  it("bring the helper along where one of them needs it", () => {
    const demanding = { type: "with-required", schema: reference("Pet"), keys: ["name"] };
    expect(declared({ Named: demanding })).toMatch(
      /^export type Named = WithRequired<Pet, "name">;\ntype WithRequired</,
    );
    expect(declared({ Pet: object({}) })).not.toContain("WithRequired");
  });

  it("say what the description says of them, and let none of it out of the comment", () => {
    const said = { description: "*/ trap(); /* \u202e @deprecated", default: "\u0000*/" };
    const text = declared({ Pet: { ...said, ...object({ name: { ...said, type: "string" } }) } });
    expect(text).not.toMatch(/[\u0000\u202e]|\*\/ trap| @deprecated/);
    expect(text.match(/\*\//g)).toHaveLength(2);
  });
});

describe("the text of a type without a name", () => {
  const text = (type: Json): string => inlineTypeText(type, (name) => `${name}_`);

  it.each([
    [{ ...object({ a: reference("Pet") }), required: ["a"] }, "{ a: Pet_; }"],
    [{ type: "list", items: { enum: ["a", "b"], isOpen: true } }, '("a" | "b")[]'],
    [{ type: "tuple", prefix: [{ type: "string" }], min: 0, rest: {} }, "[string?, ...unknown[]]"],
    [{ anyOf: [{ type: "null" }, { const: { a: [1] } }] }, "null | { a: [1]; }"],
    [false, "never"],
  ])("is on one line: %j", (type, expected) => {
    expect(text(type as Json)).toBe(expected);
  });

  it("shows characters that nobody sees", () => {
    expect(text({ const: "\u202e\u2028" })).toBe('"\\u202e\\u2028"');
  });
});
