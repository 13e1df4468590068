import { expect, test } from "vitest";
import { compileSerializers } from "../../src/compile/serializers/compile-serializers.ts";
import { compileValidators } from "../../src/compile/compile-validators.ts";
import { emitSerializers } from "../../../../generator/src/emit/contract/serializer-files.ts";
import { emitValidators } from "../../../../generator/src/emit/contract/validator-files.ts";
import type { ModuleStructure } from "../../../../generator/src/emit/emitted-file.ts";
import type { EmitModel } from "../../../../generator/src/emit/emit-model.ts";
import { buildApiModel } from "../../../description/src/model/build-api-model.ts";
import { described, documentOf } from "../../../description/test/load/name/naming.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const content = (schema: object): object => ({
  description: "Done.",
  content: { "application/json": { schema } },
});

const id = {
  name: "id",
  in: "path",
  required: true,
  schema: { type: "string", pattern: "^[a-z]+$" },
};

function operation(operationId: string, tag: string, responses: object): object {
  return { get: { operationId, tags: [tag], parameters: [id], responses } };
}

const problem = { 400: content(ref("Problem")) };

const paths: Readonly<Record<string, object>> = {
  "/pets/{id}": operation("GetPet", "Pets", { 200: content(ref("Pet")), ...problem }),
  "/toys/{id}": operation("GetToy", "Pets", { 200: content(ref("Toy")), ...problem }),
  "/shops/{id}": operation("GetShop", "Shops", { 200: content(ref("Shop")), ...problem }),
};

const pattern = { type: "string", pattern: "^[A-Z]" };

const schemas: Readonly<Record<string, object>> = {
  Pet: { type: "object", properties: { name: pattern, size: ref("Size") } },
  Problem: { type: "object", properties: { title: { type: "string" } } },
  Shop: {
    type: "object",
    properties: { email: { type: "string", pattern: "@" }, pets: { items: ref("Pet") } },
  },
  Size: { type: "string", enum: [..."abcdefghijklmno"] },
  Toy: { type: "object", properties: { size: ref("Size"), email: pattern } },
};

/** The parts of a description that are edited. */
interface Parts {
  readonly paths: Readonly<Record<string, object>>;
  readonly schemas: Readonly<Record<string, object>>;
}

/** The statements of a module, each as a text that tells it from any other. */
const statementTexts = ({ statements = [] }: ModuleStructure): string[] =>
  [statements].flat().map((one) => (typeof one === "string" ? one.trim() : JSON.stringify(one)));

/** Path → statements of the modules of validators and serializers. */
function modules(parts: Parts): ReadonlyMap<string, readonly string[]> {
  const description = described({ paths: parts.paths, components: { schemas: parts.schemas } });
  const document = documentOf("/nowhere/openapi.json", JSON.stringify(description));
  const { model } = buildApiModel(document);
  const compiled = {
    ...model,
    validators: compileValidators(model),
    serializers: compileSerializers(model),
  } as unknown as EmitModel;
  const options = { scope: "@acme" };
  const files = [...emitValidators(compiled, options), ...emitSerializers(compiled, options)];
  return new Map(
    files.map((file) => [
      file.path.replace("contract/src/", ""),
      file.kind === "module" ? statementTexts(file.structure) : [],
    ]),
  );
}

test.each<[string, Parts, readonly string[]]>([
  [
    "another member of a schema changes the modules of schemas",
    { paths, schemas: { ...schemas, Toy: { properties: { age: pattern, size: ref("Size") } } } },
    ["serializers/schemas.js", "validators/schemas.js"],
  ],
  [
    "a text that becomes an object changes the modules of schemas",
    { paths, schemas: { ...schemas, Size: { type: "object", properties: { name: pattern } } } },
    ["serializers/schemas.js", "validators/schemas.js"],
  ],
  [
    "another status changes the modules of its group",
    {
      paths: {
        ...paths,
        "/toys/{id}": operation("GetToy", "Pets", {
          200: content(ref("Toy")),
          404: content(ref("Problem")),
          ...problem,
        }),
      },
      schemas,
    },
    [
      "serializers/operations/pets.js",
      "validators/operations/pets.d.ts",
      "validators/operations/pets.js",
    ],
  ],
  [
    "another operation changes the modules of its group and the tables",
    {
      paths: {
        "/toys": operation("ListToys", "Pets", { 200: content(ref("Toy")), ...problem }),
        ...paths,
      },
      schemas,
    },
    [
      "serializers.ts",
      "serializers/operations/pets.d.ts",
      "serializers/operations/pets.js",
      "validators.ts",
      "validators/operations/pets.d.ts",
      "validators/operations/pets.js",
    ],
  ],
])("%s", (_, edited, changed) => {
  const before = modules({ paths, schemas });
  const after = modules(edited);
  const differing = [...after].filter(
    ([path, lines]) => String(before.get(path)) !== String(lines),
  );
  expect(differing.map(([path]) => path).toSorted()).toEqual(changed);
});

test.each<[string, object]>([
  ["Pet", { type: "object", properties: { size: pattern } }],
  ["Size", { type: "object", properties: { name: pattern } }],
])("an edit of %s changes no statement of another schema", (name, edited) => {
  const before = modules({ paths, schemas });
  const after = modules({ paths, schemas: { ...schemas, [name]: edited } });
  for (const path of ["validators/schemas.js", "serializers/schemas.js"]) {
    const different = (after.get(path) ?? [])
      .filter((text) => !before.get(path)?.includes(text))
      .filter((text) => !text.startsWith("{"));
    expect(different).not.toEqual([]);
    for (const text of different)
      expect(text).toMatch(new RegExp(`^(?:export function|const) (?:check|pick)${name}\\b`));
  }
});
