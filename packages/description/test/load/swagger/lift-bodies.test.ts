import { describe, expect, it } from "vitest";
import { valueAt } from "../../../src/json/json.ts";

import { done, lift, operationOf, said, withOperation } from "./lifted.ts";

describe("bodies", () => {
  const pet = "definitions: { Pet: { type: object } }\n";

  it("are of the media types of the operation, else of the description, else JSON", async () => {
    const body =
      "      parameters: [{ name: pet, in: body, required: true, description: A pet., schema: { $ref: '#/definitions/Pet' } }]\n";
    const own = "      consumes: [application/merge-patch+json]\n";
    const bodyOf = (...types: string[]): unknown => ({
      required: true,
      description: "A pet.",
      content: Object.fromEntries(
        types.map((type) => [type, { schema: { $ref: "#/components/schemas/Pet" } }]),
      ),
    });
    const consumes = `${pet}consumes: [application/json, text/json]\n`;
    expect(await operationOf(body + done, pet)).toMatchObject({
      requestBody: bodyOf("application/json"),
    });
    expect(await operationOf(body + done, consumes)).toMatchObject({
      requestBody: bodyOf("application/json", "text/json"),
    });
    expect(await operationOf(own + body + done, consumes)).toMatchObject({
      requestBody: bodyOf("application/merge-patch+json"),
    });
  });

  it("are where a shared parameter is one, and no parameter", async () => {
    const shared = `${pet}parameters:
  PetBody: { name: pet, in: body, schema: { $ref: "#/definitions/Pet" } }
  Limit: { name: limit, in: query, type: integer }
`;
    const parameters =
      "      parameters: [{ $ref: '#/parameters/PetBody' }, { $ref: '#/parameters/Limit' }]\n";
    const { value, diagnostics } = await lift(withOperation(parameters + done, shared));
    expect(said(diagnostics)).toEqual([]);
    expect(valueAt(value, "/paths/~1pets~1{id}/post")).toMatchObject({
      parameters: [{ $ref: "#/components/parameters/Limit" }],
      requestBody: { content: { "application/json": {} } },
    });
    expect(valueAt(value, "/components/parameters")).toEqual({
      Limit: { name: "limit", in: "query", schema: { type: "integer" } },
    });
  });

  it("of several media types have one schema", async () => {
    const operation = `      consumes: [application/json, application/xml]
      produces: [application/json, application/xml]
      parameters: [{ name: pet, in: body, schema: { type: object, properties: { a: { type: string } } } }]
      responses: { "200": { description: All., schema: { type: object, properties: { b: { type: string } } } } }
`;
    const { value } = await lift(withOperation(operation));
    expect(Object.keys(valueAt(value, "/components/schemas") ?? {})).toHaveLength(2);
  });
});

it.for(["[application/xml, application/json]", "[application/json, application/xml]"])(
  "names the schema that %s have in common after JSON",
  async (types) => {
    const pet = "schema: { type: object, properties: { name: { type: string } } }";
    const { value } = await lift(
      withOperation(`      consumes: ${types}
      produces: ${types}
      parameters: [{ name: body, in: body, ${pet} }]
      responses: { "200": { description: Done., ${pet} } }
`),
    );
    const operation = valueAt(value, "/paths/~1pets~1{id}/post");
    const media = (name: string): object => {
      const same = { schema: { $ref: `#/components/schemas/${name}` } };
      return { content: { "application/json": same, "application/xml": same } };
    };
    expect(operation).toMatchObject({
      requestBody: media("ChangeBody"),
      responses: { "200": media("ChangeResponse") },
    });
  },
);

describe("forms", () => {
  const form = (consumes: string): string => `      consumes: ${consumes}
      parameters:
        - { name: name, in: formData, type: string, required: true, description: Its name., minLength: 1 }
        - { name: tags, in: formData, type: array, items: { type: string }, collectionFormat: multi }
        - { name: codes, in: formData, type: array, items: { type: integer } }
`;

  it("are one body, with the style of lists", async () => {
    const { value, diagnostics } = await lift(
      withOperation(form("[application/x-www-form-urlencoded]") + done),
    );
    expect(said(diagnostics)).toEqual([]);
    expect(valueAt(value, "/paths/~1pets~1{id}/post/requestBody")).toEqual({
      required: true,
      content: {
        "application/x-www-form-urlencoded": {
          schema: { $ref: "#/components/schemas/ChangeBody" },
          encoding: {
            tags: { style: "form", explode: true },
            codes: { style: "form", explode: false },
          },
        },
      },
    });
    expect(valueAt(value, "/components/schemas/ChangeBody")).toMatchObject({
      required: ["name"],
      properties: { name: { type: "string", description: "Its name.", minLength: 1 } },
    });
  });

  it("of two media types, or of shared fields, have one schema", async () => {
    const operation = `      consumes: [multipart/form-data, application/x-www-form-urlencoded]
      parameters: [{ $ref: "#/parameters/Name" }, { name: all, in: formData, type: object }]
${done}    put:
      operationId: replace
      parameters: [{ $ref: "#/parameters/Name" }]
${done}`;
    const shared =
      "parameters: { Name: { name: name, in: formData, type: string, minLength: 2 } }\n";
    const { value, diagnostics } = await lift(withOperation(operation, shared));
    expect(said(diagnostics)).toEqual([]);
    expect(valueAt(value, "/components/schemas")).toEqual({
      ChangeBody: {
        type: "object",
        properties: {
          name: { $ref: "#/components/schemas/ChangeBodyName" },
          all: { type: "object" },
        },
      },
      ReplaceBody: {
        type: "object",
        properties: { name: { $ref: "#/components/schemas/ChangeBodyName" } },
      },
      ChangeBodyName: { type: "string", minLength: 2 },
    });
  });

  it("with a file are multipart, where each item is a part", async () => {
    const file = "        - { name: photo, in: formData, type: file }\n";
    const { value, diagnostics } = await lift(
      withOperation(form("[application/x-www-form-urlencoded]") + file + done),
    );
    const content = valueAt(value, "/paths/~1pets~1{id}/post/requestBody/content");
    expect(Object.keys(content ?? {})).toEqual(["multipart/form-data"]);
    expect(valueAt(value, "/components/schemas/ChangeBody/properties/photo")).toMatchObject({
      type: "string",
      format: "binary",
    });
    expect(said(diagnostics)).toEqual([
      expect.stringContaining('swagger-loss the collectionFormat "csv"'),
    ]);
  });

  it("take the fields of the path, unless the operation has one of the name", async () => {
    const text = withOperation(
      `      parameters: [{ name: a, in: formData, type: integer }]\n${done}`,
    ).replace(
      "type: integer }]\n    post",
      "type: integer }, { name: a, in: formData, type: string }, { name: b, in: formData, type: string }]\n    post",
    );
    const { value } = await lift(text);
    expect(valueAt(value, "/components/schemas/ChangeBody/properties")).toEqual({
      a: { type: "integer" },
      b: { type: "string" },
    });
    expect(valueAt(value, "/paths/~1pets~1{id}/parameters")).toHaveLength(1);
  });
});
