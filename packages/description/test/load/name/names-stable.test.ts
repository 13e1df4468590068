import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringMember, valueAt, type Json, type JsonObject } from "../../../src/json/json.ts";
import { documentFrom } from "../../../src/load/load-document.ts";
import { ReferenceResolver } from "../../../src/load/read/reference-resolver.ts";
import { parseSourceFile } from "../../../src/load/read/source-file.ts";
import { buildApiModel } from "../../../src/model/build-api-model.ts";
import { everything } from "../../../../../generator/test/hostile/description.ts";

/** Every name that a user of the packages writes, by the place that it comes from. */
function namesOf(description: JsonObject): Map<string, string> {
  const root = parseSourceFile("/nowhere/openapi.json", JSON.stringify(description));
  const resolver = new ReferenceResolver(root, { folders: [], origins: new Set() });
  const document = documentFrom(root, resolver);
  const { model, diagnostics } = buildApiModel(document);
  expect([...document.diagnostics, ...diagnostics].filter(isError)).toEqual([]);
  const names = new Map<string, string>();
  for (const { name, typeName } of model.schemas) names.set(`schema ${name}`, typeName);
  for (const group of model.groups) {
    names.set(`tag ${group.tag}`, `${group.name} ${group.typeName} ${group.fileName}`);
    for (const operation of group.operations) {
      const { pointer, methodName, inputTypeName, resultTypeName, variableName } = operation;
      const own = [methodName, inputTypeName, resultTypeName, variableName].join(" ");
      names.set(`operation ${pointer}`, `${group.name} ${own}`);
      const bodies = [operation.requestBody, ...operation.responses];
      for (const [index, body] of bodies.entries())
        for (const { mediaType, schema } of body?.content ?? [])
          names.set(
            `body ${pointer} ${index} ${mediaType}`,
            stringMember(schema?.json, "$ref") ?? "",
          );
    }
  }
  return names;
}

const isError = ({ severity }: { readonly severity: string }): boolean => severity === "error";

/** A description with inline bodies, operations without ids, and operations without tags. */
const description = JSON.parse(JSON.stringify(everything)) as JsonObject;
Object.assign(valueAt(description, "/paths") as JsonObject, {
  "/inline/{id}/things": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    put: {
      requestBody: {
        content: {
          "application/json": { schema: { type: "object", properties: { a: { type: "string" } } } },
          "application/xml": { schema: { type: "object" } },
        },
      },
      responses: {
        "200": {
          description: "Done.",
          content: { "application/json": { schema: { type: "array" } } },
        },
        "404": {
          description: "No.",
          content: { "application/json": { schema: { type: "object" } } },
        },
      },
    },
  },
});

/** A word that the description has nowhere. */
const word = fc.stringMatching(/^Zz[a-z]{3,8}$/);

const schema = fc.constantFrom<JsonObject>(
  { type: "object", properties: { a: { type: "string", enum: ["a"] } } },
  { type: "array", items: { type: "object" } },
  { oneOf: [{ type: "string" }, { type: "object" }] },
);

/** An edit that concerns nothing that was there before. */
const edit: fc.Arbitrary<(document: JsonObject) => void> = fc.oneof(
  fc
    .tuple(word, schema, fc.boolean(), fc.boolean())
    .map(([name, inline, isFirst, hasId]) => (document: JsonObject) => {
      const content = { "application/json": { schema: inline } };
      const operation = {
        ...(hasId ? { operationId: name } : {}),
        tags: [name],
        requestBody: { content },
        responses: { "200": { description: name, content } },
      };
      const before = document["paths"] as JsonObject;
      const added = { [`/${name}`]: { post: operation } };
      document["paths"] = isFirst ? { ...added, ...before } : { ...before, ...added };
    }),
  fc.tuple(word, schema, fc.boolean()).map(([name, added, isFirst]) => (document: JsonObject) => {
    const components = document["components"] as JsonObject;
    const before = components["schemas"] as JsonObject;
    components["schemas"] = isFirst ? { [name]: added, ...before } : { ...before, [name]: added };
  }),
  fc.tuple(word, fc.nat(3)).map(([name, index]) => (document: JsonObject) => {
    const tags = [...(document["tags"] as Json[])];
    tags.splice(index, 0, { name, description: name });
    document["tags"] = tags;
  }),
  fc.tuple(word, schema).map(([name, added]) => (document: JsonObject) => {
    const properties = valueAt(document, "/components/schemas/Pet/properties") as JsonObject;
    properties[name] = added;
  }),
  fc
    .tuple(word, fc.constantFrom("402", "503"), schema)
    .map(([name, status, inline]) => (document: JsonObject) => {
      const content = { "application/json": { schema: inline } };
      const responses = valueAt(document, "/paths/~1pets/post/responses") as JsonObject;
      responses[status] = { description: name, content };
    }),
);

describe("an edit of a description", () => {
  const before = namesOf(description);

  it("changes no name but those of what it adds", () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        const changed = JSON.parse(JSON.stringify(description)) as JsonObject;
        for (const one of edits) one(changed);
        const after = namesOf(changed);
        const kept = [...before.keys()].map((place) => [place, after.get(place)] as const);
        // Statuses are told apart by their index; new ones come last or by their number.
        const comparable = ([place]: readonly [string, unknown]): boolean =>
          !place.startsWith("body /paths/~1pets/post");
        expect(kept.filter(comparable)).toEqual([...before].filter(comparable));
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});
