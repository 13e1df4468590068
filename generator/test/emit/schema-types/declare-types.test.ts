import { describe, expect, it } from "vitest";
import { declareTypes, inlineTypeText } from "../../../src/emit/schema-types/declare-types.ts";
import type { Json, JsonObject } from "../../../../packages/description/src/json/json.ts";
import { inlineSchema } from "../../../../packages/description/src/model/schema/inline-schema.ts";
import {
  impossible,
  unknown,
  type DocumentedSchema,
  type EnumSchema,
  type ComponentSchemas,
  type ObjectSchema,
  type ReferenceSchema,
  type Schema,
} from "../../../../packages/description/src/model/schema/schema.ts";
import type { GrowingEnums } from "../../../src/emit/schema-types/growing-enums.ts";
import { schemaTypeName } from "../../../../packages/description/src/names/names.ts";

const documented = (schema: Schema, annotations: JsonObject = {}): DocumentedSchema => ({
  schema,
  annotations,
});
const declaredAll = (schemas: ComponentSchemas, growing?: GrowingEnums): string =>
  declareTypes(schemas, schemaTypeName, growing);
const declared = (schemas: Readonly<Record<string, Schema>>, growing?: GrowingEnums): string =>
  declaredAll(
    Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, documented(one)])),
    growing,
  );
const object = (members: readonly (readonly [string, Schema, JsonObject?])[]): ObjectSchema => ({
  kind: "object",
  properties: members.map(([name, schema, annotations]) => ({
    name,
    isRequired: false,
    ...documented(schema, annotations),
  })),
  additional: [],
  undeclared: "any",
});
const reference = (name: string): ReferenceSchema => ({ kind: "reference", name });
const oneOf = (
  values: readonly Json[],
  openness: EnumSchema["openness"] = undefined,
): EnumSchema => ({ kind: "enum", values, openness });

describe("the declarations of components", () => {
  it("have the names of their types and the order of the components", () => {
    const list: Schema = { kind: "array", items: reference("pet") };
    expect(declared({ "pet-list": list, pet: object([]) })).toBe(
      "export type PetList = Pet[];\nexport type Pet = Record<string, unknown>;\n",
    );
  });

  it.each(["50%", "#/%zz", "a/b~c", "NaN", "__proto__", 'quo"te', "größe", "\u2028"])(
    "take %j for a name of a component and of a member",
    (name) => {
      const union: Schema = { kind: "union", alternatives: [reference(`S${name}`)] };
      const text = declared({ [`S${name}`]: object([[name, { kind: "string" }]]), Union: union });
      const type = schemaTypeName(`S${name}`);
      expect(text).toContain(`export interface ${type} {`);
      expect(text).toContain(`export type Union = ${type};`);
      const [, key = ""] = /^ {4}(.+)\?: string;$/m.exec(text) ?? [];
      expect(key.startsWith('"') ? JSON.parse(key) : key).toBe(name);
    },
  );

  it("have a type parameter for other values where an enum may grow, and only there", () => {
    const sizes: Schema = { kind: "array", items: reference("Size") };
    const schemas = {
      Size: oneOf(["s", 1, null], "undeclared"),
      Sizes: sizes,
      Fixed: oneOf(["a", "b"]),
      Any: oneOf(["a", 1], "everywhere"),
      Asked: sizes,
    };
    const any = 'export type Any = "a" | 1 | (string & {}) | (number & {});\n';
    expect(declared(schemas)).toBe(
      `export type Size = "s" | 1 | null;\nexport type Sizes = Size[];\nexport type Fixed = "a" | "b";\n${any}export type Asked = Size[];\n`,
    );
    const growing: GrowingEnums = {
      parameter: "Other",
      hasParameter: (name) => name === "Size" || name === "Sizes",
      isGrowing: ({ openness }) => openness === "undeclared",
      unlisted: () => undefined,
    };
    expect(declared(schemas, growing)).toBe(
      [
        'export type Size<Other = never> = "s" | 1 | null | Other | (Other extends string ? number & {} : never);\n',
        "export type Sizes<Other = never> = Size<Other>[];\n",
        'export type Fixed = "a" | "b";\n',
        any,
        "export type Asked = Size[];\n",
      ].join(""),
    );
  });

  it("bring the helper along where one of them needs it", () => {
    const named: Schema = { kind: "required", schema: reference("Pet"), names: ["name"] };
    expect(declared({ Named: named })).toMatch(
      /^export type Named = WithRequired<Pet, "name">;\ntype WithRequired</,
    );
    expect(declared({ Pet: object([]) })).not.toContain("WithRequired");
  });

  it("say what the description says of them, and let none of it out of the comment", () => {
    const said = { description: "*/ trap(); /* \u202e @deprecated", default: "\u0000*/" };
    const pet = documented(object([["name", { kind: "string" }, said]]), said);
    const text = declaredAll({ Pet: pet });
    expect(text).not.toMatch(/[\u0000\u202e]|\*\/ trap| @deprecated/);
    expect(text.match(/\*\//g)).toHaveLength(2);
  });
});

describe("the text of a type without a name", () => {
  const text = (schema: Schema): string => inlineTypeText(schema, (name) => `${name}_`);

  it.each<[Schema, string]>([
    [inlineSchema({ properties: { a: { $ref: "#/components/schemas/Pet" } } }), "{ a?: Pet_; }"],
    [{ kind: "array", items: oneOf(["a", "b"], "undeclared") }, '("a" | "b")[]'],
    [
      { kind: "tuple", prefixItems: [{ kind: "string" }], minItems: 0, items: unknown },
      "[string?, ...unknown[]]",
    ],
    [
      { kind: "union", alternatives: [{ kind: "null" }, oneOf([{ a: [1] }])] },
      "null | { a: [1]; }",
    ],
    [impossible, "never"],
  ])("is on one line: %j", (schema, expected) => {
    expect(text(schema)).toBe(expected);
  });

  it("shows characters that nobody sees", () => {
    expect(text(oneOf(["\u202e\u2028"]))).toBe('"\\u202e\\u2028"');
  });
});
