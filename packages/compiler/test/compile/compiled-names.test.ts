import { describe, expect, test } from "vitest";
import type { CompiledParts } from "../../src/compile/code/compiled-parts.ts";
import { compileSerializers } from "../../src/compile/serializers/compile-serializers.ts";
import { compileValidators } from "../../src/compile/compile-validators.ts";
import { NamedSchemas } from "../../src/compile/named-schemas.ts";
import { runningChecks } from "../../src/compile/validators/running-checks.ts";
import { ValidatorCompiler } from "../../src/compile/validators/validator-compiler.ts";
import { runtimeNames } from "../../src/symbols/runtime-symbols.ts";
import { buildApiModel } from "../../../description/src/model/build-api-model.ts";
import { described, documentOf } from "../../../description/test/load/name/naming.ts";

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

  test("have the same names and texts in whatever order operations come", () => {
    const all = (parts: readonly CompiledParts[]): unknown =>
      parts.map((one) => declarations(one).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const one = compiled(["check", "getPet"], names);
    const other = compiled(["getPet", "check"], names);
    expect(all(one)).toEqual(all(other));
    for (const [index, { schemas }] of one.entries())
      expect([...schemas.keys()]).toEqual([...(other[index]?.schemas.keys() ?? [])]);
  });

  test("have the same names in whatever order schemas come", () => {
    const nameList = (parts: readonly CompiledParts[]): string[] =>
      parts.flatMap((one) => declarations(one).map(([name]) => name)).toSorted();
    const reversed = compiled(["getPet"], names.toReversed());
    expect(nameList(compiled(["getPet"], names))).toEqual(nameList(reversed));
  });
});

test.each(["/validation", "/serialization"] as const)(
  "no helper of %s has a name that the function of a schema can have",
  (entry) => {
    const helpers: readonly string[] = runtimeNames[entry].values;
    expect(helpers.filter((name) => /^(?:check|pick)(?![a-z])/.test(name))).toEqual([]);
  },
);

test("a member may have the name of a function, a helper or a variable", () => {
  const pets = { type: "array", items: { $ref: "#/components/schemas/Pet" } };
  const members = ["checkPet", "CheckPet", "report", "value", "path", "errors", "item", "delete"];
  const Owner = { properties: Object.fromEntries(members.map((name) => [name, pets])) };
  const schemas = new NamedSchemas(
    new Map([
      ["/components/schemas/Owner", { name: "Owner", json: Owner }],
      ["/components/schemas/Pet", { name: "Pet", json: text }],
    ]),
  );
  const firstError = runningChecks(new ValidatorCompiler(schemas).partOf);
  for (const name of members) {
    expect(firstError("checkOwner", { [name]: ["Rex"] })).toBeUndefined();
    const error = firstError("checkOwner", { [name]: ["Rex", 7] });
    expect(error).toEqual({ path: `/${name}/1`, keyword: "type" });
  }
});
