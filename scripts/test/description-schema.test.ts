import { Ajv } from "ajv";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { diagnosticCodes } from "../../packages/description/src/diagnostics/diagnostic-codes.ts";
import { fixedFields } from "../../packages/description/src/load/openapi/fixed-fields.ts";
import { schemaKeywords } from "../../packages/description/src/load/openapi/schema-keywords.ts";
import { descriptionSchemas } from "../description-schema/description-schema.ts";
import { extensions } from "../description-schema/extension-schemas.ts";
import { fieldTexts } from "../description-schema/field-texts.ts";
import { keywordSchemas } from "../description-schema/keyword-schemas.ts";
import { schemaText } from "../description-schema/schema-text.ts";
import { listFiles, readSources } from "../repository.ts";

const repository = join(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(repository, path), "utf8");

const schemas = Object.entries(descriptionSchemas());
const ajv = new Ajv({ strict: false, allErrors: true });
for (const [name, schema] of schemas) ajv.addSchema(schema, `${name}.schema.json`);

/** Validates a text with a schema, and returns the pointer and rule of each error. */
function faults(name: string, text: string): string[] {
  const validate = ajv.getSchema(`${name}.schema.json`);
  if (validate === undefined || validate(parse(text)) === true) return [];
  return (validate.errors ?? [])
    .filter(({ keyword }) => !["if", "anyOf"].includes(keyword))
    .map(({ instancePath, params, message }) =>
      `${instancePath} ${String(params["additionalProperty"] ?? params["missingProperty"] ?? message)}`.trim(),
    );
}

describe("the schemas of descriptions", () => {
  it.each(schemas)("are written: %s", (name, schema) => {
    expect(read(`generator/${name}.schema.json`)).toBe(schemaText(schema));
    const { exports } = JSON.parse(read("generator/package.json")) as { exports: object };
    expect(exports).toHaveProperty([`./${name}.schema.json`]);
  });

  it("tell of each field, keyword and extension what it is for", () => {
    const fields = [...fixedFields].map(([name, of]) => [name, [...of.keys()]]);
    const described = Object.entries(fieldTexts).map(([name, of]) => [name, Object.keys(of)]);
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(fields));
    expect(Object.keys(keywordSchemas).toSorted()).toEqual([...schemaKeywords].toSorted());
    const texts = [
      ...Object.values(fieldTexts).flatMap((of) => Object.values(of)),
      ...Object.values(keywordSchemas).map(([text]) => text),
      ...Object.values(extensions).map(({ text }) => text),
    ];
    expect(texts.filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([]);
  });

  it("know the extensions that the generator reads", () => {
    const paths = listFiles().filter((path) =>
      /^(?:generator\/src\/scaffold|packages\/(?:description|compiler|changes)\/src)\/.*\.ts$/.test(
        path,
      ),
    );
    const names = readSources(paths).flatMap(({ text }) => text.match(/"x-[A-Za-z-]+"/g) ?? []);
    const unknown = new Set(
      names
        .map((name) => name.slice(1, -1))
        .filter(
          (name) => !Object.hasOwn(extensions, name) && !Object.hasOwn(diagnosticCodes, name),
        ),
    );
    expect([...unknown].toSorted()).toEqual(ownMarks);
  });
});

/** Names with `x-` that are internal to the loader, belong to Swagger 2.0, or are headers. */
const ownMarks = [
  "x-absent-from-variant",
  "x-dynamic-anchors",
  "x-dynamic-reference",
  "x-nullable",
  "x-of-parameters",
  "x-powered-by",
  "x-read-only-in-request",
];

describe("files of descriptions", () => {
  const files = listFiles().filter((path) => /^spec\/(?!workflows).*\.yaml$/.test(path));

  it.each(files)("%s names its schema, which has nothing to say of it", (path) => {
    const text = read(path);
    const [, schema = ""] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
    expect(existsSync(join(repository, dirname(path), schema))).toBe(true);
    const name = /([\w-]+)\.schema\.json$/.exec(schema)?.[1] ?? "";
    expect(faults(name, text)).toEqual([]);
  });

  it("of any version have no faults either", () => {
    const folder = "test/descriptions";
    const golden = "generator/test/golden";
    const paths = [
      ...readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" }).map((path) =>
        join(folder, path),
      ),
      ...readdirSync(join(repository, golden)).map((name) =>
        join(golden, name, "description.yaml"),
      ),
    ].filter((path) => path.endsWith(".yaml") && existsSync(join(repository, path)));
    const found = paths
      .map((path) => [path, read(path)] as const)
      .filter(([path, text]) => /^openapi:/m.test(text) && !path.includes("/no-responses/"))
      .map(([path, text]) => [path, faults("description", text)] as const);
    expect(found.length).toBeGreaterThan(50);
    expect(found.filter(([, said]) => said.length > 0)).toEqual([]);
  });
});

const head = (version: string): string =>
  `openapi: ${version}\ninfo: { title: Pets, version: 1.0.0 }\n`;

it.each([
  [
    "3.1.1",
    "paths: { /pets: { get: { operationID: listPets, responses: {} } } }",
    "/paths/~1pets/get operationID",
  ],
  ["3.1.1", "paths: { pets: {} }", "/paths pets"],
  [
    "3.1.1",
    "components: { schemas: { Pet: { propertees: {} } } }",
    "/components/schemas/Pet/propertees boolean schema is false",
  ],
  [
    "3.0.4",
    "paths: {}\ncomponents: { schemas: { Pet: { mine: 1 } } }",
    "/components/schemas/Pet mine",
  ],
  ["3.0.4", "paths: {}\nwebhooks: {}", " webhooks"],
  ["3.1.1", "paths: { /pets: { query: {} } }", "/paths/~1pets query"],
  [
    "3.1.1",
    'paths: { /pets: { get: { responses: { "204": {} } } } }',
    "/paths/~1pets/get/responses/204 description",
  ],
  [
    "3.1.1",
    "components: { schemas: { S: { enum: [a, b], x-lifecycle: { step: [a, b] } } } }",
    "/components/schemas/S/x-lifecycle step",
  ],
  [
    "3.1.1",
    "paths: { /a: { get: { responses: {}, x-pagination: { style: all } } } }",
    "/paths/~1a/get/x-pagination/style must be equal to one of the allowed values",
  ],
])("a fault of a description of %s is told at its place: %s", (version, text, fault) => {
  expect(faults("description", `${head(version)}${text}\n`)).toEqual([fault.trim()]);
});

it.each([
  ["3.1.1", "components: { schemas: { Pet: { mine: 1, cost: 2, when: 3 } } }"],
  ["3.2.0", 'paths: { /pets: { query: { responses: { "204": {} } } } }'],
  [
    "3.0.4",
    "paths: { /pets: { get: { responses: { default: { $ref: '#/components/responses/R' } } } } }",
  ],
  ["3.1.1", "x-own: { anything: true }\npaths: { x-own: 1 }"],
  [
    "3.1.1",
    "tags: [{ name: Pets, x-renamed-from: [Animals, { name: Beasts, since: v1 }] }]\npaths: {}",
  ],
])("what a description of %s may have is no fault: %s", (version, text) => {
  expect(faults("description", `${head(version)}${text}\n`)).toEqual([]);
});
