import { describe, expect, test } from "vitest";
import type { CompiledParts } from "../../src/compile/code/compiled-parts.ts";
import { compileSerializers } from "../../src/compile/serializers/compile-serializers.ts";
import { compileValidators } from "../../src/compile/compile-validators.ts";
import { buildApiModel } from "../../src/model/build-api-model.ts";
import { described, documentOf } from "../load/name/naming.ts";

const text = { type: "string" };

/** An operation that takes one of each, and its path. */
function operation(operationId: string): [string, object] {
  const schema = { $ref: "#/components/schemas/Path" };
  const content = { "application/json": { schema: { properties: { path: schema } } } };
  const parameters = ["path", "query", "header", "cookie"].map((place) => ({
    name: "p",
    in: place,
    required: true,
    schema: place === "path" ? text : schema,
  }));
  const responses = {
    200: { description: "Done.", content },
    "4XX": { description: "No.", content },
  };
  return [
    `/${operationId}/{p}`,
    { put: { operationId, parameters, requestBody: { content }, responses } },
  ];
}

/** The code for operations that have a schema of each name in what they take and answer. */
function compiled(
  operationIds: readonly string[],
  names: readonly string[],
): readonly CompiledParts[] {
  const schemas = Object.fromEntries(
    names.map((name) => [
      name,
      {
        type: "object",
        properties: Object.fromEntries(
          names.map((other) => [
            `next ${other}`,
            { anyOf: [text, { $ref: `#/components/schemas/${other}` }] },
          ]),
        ),
      },
    ]),
  );
  const description = described({
    paths: Object.fromEntries(operationIds.map(operation)),
    components: { schemas },
  });
  const { model } = buildApiModel(documentOf("/nowhere/openapi.json", JSON.stringify(description)));
  return [compileValidators(model).parts, compileSerializers(model).parts];
}

function declarations({
  operations,
  schemas,
}: CompiledParts): readonly (readonly [string, string])[] {
  return [...operations.values(), ...new Set(schemas.values())].flatMap((part) =>
    part.declarations.map(({ name, text: code }) => [name, code] as const),
  );
}

const names = "Path Query Header Cookie Body Response200 Response4XX".split(" ");
names.push("Path_tracked", "pathTracked", "Größe", "PathOrQuery");

describe("functions and constants of one description", () => {
  test("have names of their own", () => {
    for (const parts of compiled(["check", "checkPath", "pick", "pickPath"], names)) {
      const declared = declarations(parts).map(([name]) => name);
      expect(new Set(declared).size).toBe(declared.length);
    }
  });

  test("have the same names and texts in whatever order operations and schemas come", () => {
    const sorted = (parts: readonly CompiledParts[]): unknown =>
      parts.map((one) => new Map(declarations(one).toSorted(([a], [b]) => (a < b ? -1 : 1))));
    const reversed = compiled(["getPet", "check"], names.toReversed());
    // Members are in the order of their schema, which is reversed too.
    const nameList = (parts: readonly CompiledParts[]): string[] =>
      parts.flatMap((one) => declarations(one).map(([name]) => name)).toSorted();
    expect(nameList(compiled(["check", "getPet"], names))).toEqual(nameList(reversed));
    expect(sorted(compiled(["getPet", "check"], names))).toEqual(
      sorted(compiled(["check", "getPet"], names)),
    );
  });
});
