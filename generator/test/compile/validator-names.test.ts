import { expect, test } from "vitest";
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

/** The compiled validators of operations that have a schema of each name in what they take and answer. */
function compiled(operationIds: readonly string[], names: readonly string[]) {
  const schemas = Object.fromEntries(
    names.map((name, index) => [
      name,
      { properties: { next: { $ref: `#/components/schemas/${names[index + 1] ?? names[0]}` } } },
    ]),
  );
  const description = described({
    paths: Object.fromEntries(operationIds.map(operation)),
    components: { schemas },
  });
  const document = documentOf("/nowhere/openapi.json", JSON.stringify(description));
  return compileValidators(buildApiModel(document).model);
}

const names = ["Path", "Query", "Header", "Cookie", "Body", "Response200", "Response4XX"];

test("validators of operations and functions of schemas are told apart in one module", () => {
  const { code, exports } = compiled(["check", "checkPath"], names);
  expect(exports).toContain("checkPath");
  const whole = code.replace(/^import .*$/m, "").replaceAll("export const", "const");
  expect(() => new Function(whole)).not.toThrow();
});

test("a function has the same name in whatever order operations and schemas come", () => {
  const functions = (code: string): string[] =>
    (code.match(/^function \S+?(?=\()/gm) ?? []).toSorted();
  const one = compiled(["check", "getPet"], names);
  const other = compiled(["getPet", "check"], names.toReversed());
  expect(functions(one.code)).toEqual(functions(other.code));
});
