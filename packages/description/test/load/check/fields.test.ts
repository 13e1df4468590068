import { describe, expect, it } from "vitest";
import { inLines, saidOf } from "./said.ts";

const head = (version: string): string =>
  `openapi: ${version}\ninfo: { title: Fields, version: 1.0.0 }\n`;
const codes = async (text: string): Promise<string[]> =>
  (await saidOf(text)).map(({ code }) => code);

describe("a field of an object of OpenAPI", () => {
  it("is named where it is misspelt, once for all its places", async () => {
    const said = await saidOf(`${head("3.1.1")}paths:
  /pets:
    pots: { operationId: CreatePet, requestbody: {}, responses: {} }
    get:
      operationId: ListPets
      requestbody: {}
      tag: [pets]
      responses: { "200": { description: Done., contents: {} } }
    put:
      operationId: ReplacePets
      requestbody: {}
      responses: { "200": { description: Done., Contents: {} } }
`);
    expect(inLines(said)).toEqual([
      '5:5 field-unknown "pots" is not a field of a Path Item Object, so it is ignored | did you mean post?',
      '8:7 field-unknown "requestbody" is not a field of an Operation Object, so it is ignored (2 places) | did you mean requestBody?',
      '9:7 field-unknown "tag" is not a field of an Operation Object, so it is ignored | did you mean tags?',
      '10:49 field-unknown "contents" is not a field of a Response Object, so it is ignored | did you mean content?',
      '14:49 field-unknown "Contents" is not a field of a Response Object, so it is ignored | did you mean content?',
    ]);
    expect(said[1]?.related?.map(({ line, column }) => [line, column])).toEqual([[13, 7]]);
  });

  it.for([
    ["3.0.4", ["field-version", "field-version", "field-version", "field-version"]],
    ["3.1.1", ["field-version", "field-version"]],
    ["3.2.0", []],
  ] as const)("is of %s or of a later version", async ([version, expected]) => {
    const text = `${head(version).replace(" }", ", summary: All. }")}webhooks: {}
paths:
  /pets:
    query:
      responses: { "200": { description: Done., summary: Done. } }
`;
    expect(await codes(text)).toEqual(expected);
  });

  it("has any name where it begins with x-, and no other", async () => {
    const text = `${head("3.1.1")}x-a: 1\npaths: { /a: { x-b: 2, get: { x-c: { d: 1 }, responses: { x-e: 1, "200": { description: Done. } } } } }\n`;
    expect(await codes(text)).toEqual([]);
    expect(inLines(await saidOf(text.replace("x-a", "x_a")))).toEqual([
      expect.stringMatching(/^3:1 field-unknown "x_a" is not a field .* starts with x-$/),
    ]);
  });

  it("is looked for in objects that nothing else looks into", async () => {
    const text = `openapi: 3.1.1
info: { title: Fields, version: 1.0.0, contact: { mail: a@example.com }, license: { nam: MIT } }
externalDocs: { ulr: https://example.com }
servers:
  - { url: "https://{a}.example.com", variables: { a: { deflt: b }, c: { default: d, enum: [e] } } }
tags: [{ name: pets, externalDoc: {} }]
paths: {}
components:
  securitySchemes:
    o: { type: oauth2, flows: { implict: {}, password: { tokenurl: a, scopes: {} } } }
  schemas:
    A: { type: object, discriminator: { propertyname: kind }, xml: { atribute: true } }
`;
    expect(inLines(await saidOf(text)).map((line) => line.split(" is no")[0])).toEqual([
      '2:51 field-unknown "mail"',
      '2:85 field-unknown "nam"',
      '3:17 field-unknown "ulr"',
      '5:57 field-unknown "deflt"',
      expect.stringMatching(/^5:74 default-invalid default "d" of the server variable "c"/),
      '6:22 field-unknown "externalDoc"',
      '10:33 field-unknown "implict"',
      '10:58 field-unknown "tokenurl"',
      '12:41 field-unknown "propertyname"',
      '12:70 field-unknown "atribute"',
    ]);
  });

  it("has a value of its kind", async () => {
    const text = `openapi: 3.1.1
info: { title: Fields, version: 1.0 }
paths:
  /pets:
    get:
      tags: pets
      deprecated: no
      parameters:
        - { name: a, in: query, required: "yes", schema: {} }
        - { name: b, in: query, required: 1, schema: {} }
      responses: { "200": { description: Done. } }
`;
    expect(inLines(await saidOf(text))).toEqual([
      '2:24 field-invalid version must be a string, but it is 1, so it is read as "1" | put it in quotes',
      '6:7 field-invalid tags must be a list of strings, but it is "pets", so it is read as ["pets"] | write a list: [pets]',
      '7:7 field-invalid deprecated must be true or false, but it is "no", so it is read as false | write false, without quotes: no and off are strings in YAML 1.2',
      '9:33 field-invalid required must be true or false, but it is "yes", so it is read as true | write true, without quotes: yes and on are strings in YAML 1.2',
      "10:33 field-invalid required must be true or false, but it is 1, so it is read as true | write true, without quotes: yes and on are strings in YAML 1.2",
    ]);
  });

  it("is there where it is REQUIRED", async () => {
    const text = (version: string): string => `${head(version)}servers: [{ description: None. }]
paths:
  /pets:
    get:
      parameters: [{ name: a, in: query }]
      responses: { "200": {}, "201": { $ref: "#/components/responses/Done" }, "204": { description: "" } }
components: { responses: { Done: { headers: {} } } }
`;
    expect(inLines(await saidOf(text("3.1.1")))).toEqual([
      "3:11 field-missing a Server Object has no url, which OpenAPI requires | add url",
      "7:20 field-missing a Parameter Object has neither schema nor content, one of which OpenAPI requires | add schema, such as { type: string }",
      "8:20 field-missing a Response Object has no description, which OpenAPI requires (2 places) | add description",
    ]);
    expect(await codes(text("3.2.0"))).toEqual(["field-missing", "field-missing"]);
  });

  it("of a schema beside $ref is honoured in 3.0 where it says something of the place, and reported elsewhere", async () => {
    const text = (version: string): string => `${head(version)}paths: {}
components:
  schemas:
    Size: { type: string }
    Pet:
      type: object
      properties:
        one: { $ref: "#/components/schemas/Size", description: Mine., nullable: true, default: s }
        two: { $ref: "#/components/schemas/Size", maxLength: 3, x-own: true }
`;
    expect(inLines(await saidOf(text("3.0.4"))).filter((line) => line.includes("ignored"))).toEqual(
      [
        '11:51 field-ignored "maxLength" is next to $ref, so it is ignored | put the reference into allOf, and it beside that',
      ],
    );
    expect(await codes(text("3.1.1"))).not.toContain("field-ignored");
  });

  it("is ignored beside $ref, and a keyword of schemas in a header", async () => {
    const text = (version: string): string => `${head(version)}paths:
  /pets:
    get:
      responses:
        "200": { $ref: "#/components/responses/Done", description: Mine. }
        "201": { description: Done., headers: { X-Page: { type: integer } } }
        "202": { description: Done, or not. }
components: { responses: { Done: { description: Done. } } }
`;
    const [beside, ...others] = inLines(await saidOf(text("3.0.4")));
    expect(beside).toBe(
      '7:55 field-ignored "description" is next to $ref, so it is ignored | remove it, or write it where the reference leads',
    );
    expect(others.map((line) => line.split(" | ")[1])).toEqual([
      "put it into schema, if it says what values there may be",
      "put a string with a comma in quotes",
    ]);
    expect(inLines(await saidOf(text("3.1.1")))).toEqual(others);
  });
});
