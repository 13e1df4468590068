import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { operationGroups, type Operation } from "../../../src/model/api-model.ts";
import { buildApiModel } from "../../../src/model/build-api-model.ts";
import { described, documentOf } from "./naming.ts";

/** Media types of one body with the words that names have for them. */
const words = {
  "application/json": "",
  "application/problem+json": "ProblemJson",
  "application/xml": "Xml",
  "text/event-stream": "EventStream",
};

type Content = readonly (readonly [mediaType: string, schema: Json])[];

/** A schema that no other media type has, in place or of a component. */
const schemaOf = (mediaType: string, isInline: boolean): JsonObject =>
  isInline
    ? { type: "string", description: mediaType }
    : { $ref: `#/components/schemas/${mediaType.replaceAll(/\W/g, "_")}` };

const components = Object.fromEntries(
  Object.keys(words).map((mediaType) => [
    mediaType.replaceAll(/\W/g, "_"),
    schemaOf(mediaType, true),
  ]),
);

/** What is made of an operation whose request and answer have some media types, in place or as components. */
function madeOf(content: Content, isComponent: boolean): { schemas: object; operation: Operation } {
  const body = {
    content: Object.fromEntries(content.map(([mediaType, schema]) => [mediaType, { schema }])),
  };
  const response = { description: "Made.", ...body };
  const [requestBody, made] = isComponent
    ? [
        { $ref: "#/components/requestBodies/CreatePet" },
        { $ref: "#/components/responses/CreatePet" },
      ]
    : [body, response];
  const text = JSON.stringify(
    described({
      paths: {
        "/pets": { post: { operationId: "createPet", requestBody, responses: { "201": made } } },
      },
      components: {
        schemas: components,
        ...(isComponent && {
          requestBodies: { CreatePet: body },
          responses: { CreatePet: response },
        }),
      },
    }),
  );
  const { model } = buildApiModel(documentOf("/nowhere/openapi.json", text));
  const [operation] = operationGroups(model).flatMap((group) => group.operations);
  if (operation === undefined) throw new Error("there is no operation");
  const { schemas } = (model.document as { components: { schemas: JsonObject } }).components;
  const named = Object.entries(schemas).filter(([name]) => !(name in components));
  const says = named.map(([name, schema]) => [name, (schema as JsonObject)["description"]]);
  return { schemas: Object.fromEntries(says) as object, operation };
}

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((one) =>
    permutations(all.filter((other) => other !== one)).map((rest) => [one, ...rest]),
  );
}

/** Every choice of some of them. */
const subsets = (all: readonly string[]): string[][] =>
  Array.from({ length: 2 ** all.length }, (_, bits) =>
    all.filter((_one, index) => (bits & (2 ** index)) !== 0),
  );

const mediaTypes = Object.keys(words);

describe("names of the bodies of several media types", () => {
  it.for([false, true])(
    "say the media type but for JSON, in whichever order and place they are described (components: %s)",
    (isComponent) => {
      for (const inline of subsets(mediaTypes)) {
        const expected = Object.fromEntries(
          Object.entries(words)
            .filter(([mediaType]) => inline.includes(mediaType))
            .flatMap(([mediaType, word]) => [
              [`CreatePet${word}Body`, mediaType],
              [`CreatePet${word}Response`, mediaType],
            ]),
        );
        for (const order of permutations(mediaTypes)) {
          const content = order.map((one) => [one, schemaOf(one, inline.includes(one))] as const);
          expect(madeOf(content, isComponent).schemas).toEqual(expected);
        }
      }
    },
  );

  it("has JSON first of those that are no streams, and of requests first of all", () => {
    for (const order of permutations(mediaTypes)) {
      const content = order.map((one) => [one, schemaOf(one, false)] as const);
      const { requestBody, responses } = madeOf(content, false).operation;
      const json = ["application/json", "application/problem+json"];
      expect(requestBody?.content.slice(0, 2).map(({ mediaType }) => mediaType)).toEqual(json);
      const answered = responses[0]?.content.map(({ mediaType }) => mediaType) ?? [];
      const wholes = answered.filter((mediaType) => mediaType !== "text/event-stream");
      expect(wholes).toEqual([...json, "application/xml"]);
      expect(answered.indexOf("text/event-stream")).toBe(order.indexOf("text/event-stream"));
    }
  });

  it.for([
    [
      ["application/xml", "Application/JSON; charset=utf-8"],
      ["CreatePetXmlBody", "CreatePetBody"],
    ],
    [
      ["application/vnd.pets+json", "application/xml"],
      ["CreatePetBody", "CreatePetXmlBody"],
    ],
    [
      ["application/problem+json", "application/vnd.pets+json"],
      ["CreatePetProblemJsonBody", "CreatePetBody"],
    ],
    [
      ["application/vnd.b+json", "application/vnd.a+json"],
      ["CreatePetVndBJsonBody", "CreatePetBody"],
    ],
    [
      ["", "application/json"],
      ["CreatePetBodyContent", "CreatePetBody"],
    ],
    [
      ["application/json; version=2", "application/json"],
      ["CreatePetApplicationJsonVersion2Body", "CreatePetBody"],
    ],
    [
      ["text/xml", "application/json", "application/xml"],
      ["CreatePetTextXmlBody", "CreatePetBody", "CreatePetApplicationXmlBody"],
    ],
    [
      ["multipart/form-data", "application/x-www-form-urlencoded"],
      ["CreatePetMultipartBody", "CreatePetFormBody"],
    ],
    [
      ["*/*", "text/plain", "image/*", "application/octet-stream"],
      ["CreatePetAnyBody", "CreatePetTextBody", "CreatePetImageBody", "CreatePetBinaryBody"],
    ],
    [["application/xml"], ["CreatePetBody"]],
  ] as const)("%j are called %j", ([types, names]) => {
    const expected = Object.fromEntries(names.map((name, index) => [name, types[index]]));
    for (const order of permutations<string>(types)) {
      const { schemas } = madeOf(
        order.map((one) => [one, schemaOf(one, true)]),
        false,
      );
      expect(schemas).toMatchObject(expected);
      expect(Object.keys(schemas)).toHaveLength(2 * types.length);
    }
  });

  it("leave a name to the operation that would have it alone", () => {
    const operation = (operationId: string, content: object): object => ({
      post: { operationId, requestBody: { content }, responses: {} },
    });
    const own = operation("createPetXml", { "application/json": { schema: { title: "own" } } });
    const other = operation("createPet", {
      "application/json": {},
      "application/xml": { schema: { title: "other" } },
    });
    for (const paths of [
      { "/a": own, "/b": other },
      { "/a": other, "/b": own },
    ]) {
      const text = JSON.stringify(described({ paths }));
      const { value } = documentOf("/nowhere/openapi.json", text);
      expect(value["components"]).toEqual({
        schemas: {
          CreatePetXmlBody: { title: "own" },
          CreatePetApplicationXmlBody: { title: "other" },
        },
      });
    }
  });
});
