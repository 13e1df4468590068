import { beforeAll, describe, expect, it } from "vitest";
import { growthOfWork } from "../../test/growth-of-work.ts";
import { isTestAll, runs, sampled } from "../../test/test-all.ts";
import { attempt, attemptDocument } from "./hostile/attempt.ts";
import { everything } from "./hostile/description.ts";
import { positionsOf, withText } from "./hostile/positions.ts";
import { Workspace } from "./hostile/workspace.ts";

/** A description whose only operation takes and gives a schema `X`, in JSON. */
function description(schemas: string, example = "1"): string {
  const content = `{ "application/json": { "schema": { "$ref": "#/components/schemas/X" }, "example": ${example} } }`;
  return `{
    "openapi": "3.1.1",
    "info": { "title": "Large", "version": "1.0.0" },
    "paths": { "/a": { "post": {
      "operationId": "A",
      "requestBody": { "content": ${content} },
      "responses": { "200": { "description": "Done.", "content": ${content} } }
    } } },
    "components": { "schemas": { ${schemas} } }
  }`;
}

const nested = (levels: number, open: string, close: string, core: string): string =>
  open.repeat(levels) + core + close.repeat(levels);

/** Schemas that each refer to the next. */
function chain(length: number, link: (next: string) => string): string {
  const schemas = Array.from({ length }, (_, index) => {
    const next = `{ "$ref": "#/components/schemas/S${index + 1}" }`;
    return `"S${index}": ${index === length - 1 ? '{ "type": "string" }' : link(next)}`;
  });
  return `"X": { "$ref": "#/components/schemas/S0" }, ${schemas.join(", ")}`;
}

/** Schemas that each hold the next one twice: two others lie between them. */
const forked = (length: number, keyword: string): string => {
  const links = Array.from({ length }, (_, index) => {
    const side = (name: string): string =>
      `"${name}${index}": { "allOf": [{ "$ref": "#/components/schemas/S${index + 1}" }, { "properties": { "${name}${index}": { "type": "string" } } }] }`;
    return `"S${index}": { "${keyword}": [{ "$ref": "#/components/schemas/L${index}" }, { "$ref": "#/components/schemas/R${index}" }] }, ${side("L")}, ${side("R")}`;
  });
  return `"X": { "$ref": "#/components/schemas/S0" }, ${links.join(", ")}, "S${length}": { "type": "object", "properties": { "z": { "type": "string" } } }`;
};

/** Schemas that each take in the next two, in a ring. */
const ring = (length: number): string => {
  const links = Array.from({ length }, (_, index) => {
    const parts = [1, 2].map(
      (step) => `{ "$ref": "#/components/schemas/S${(index + step) % length}" }`,
    );
    return `"S${index}": { "properties": { "p${index}": { "type": "string" } }, "allOf": [${parts.join(", ")}] }`;
  });
  return `"X": { "$ref": "#/components/schemas/S0" }, ${links.join(", ")}`;
};

const yaml = (rest: string): string =>
  `openapi: 3.1.1\ninfo: { title: T, version: 1.0.0 }\npaths: {}\n${rest}`;

/** Descriptions by how many levels they have. */
const deep: Readonly<Record<string, (levels: number) => string>> = {
  properties: (levels) => description(`"X": ${nested(levels, '{"properties":{"a":', "}}", "{}")}`),
  items: (levels) => description(`"X": ${nested(levels, '{"items":', "}", "{}")}`),
  allOf: (levels) => description(`"X": ${nested(levels, '{"allOf":[', "]}", "{}")}`),
  oneOf: (levels) =>
    description(`"X": ${nested(levels, '{"oneOf":[', ',{"type":"null"}]}', '{"type":"string"}')}`),
  not: (levels) => description(`"X": ${nested(levels, '{"not":', "}", "{}")}`),
  "additional properties": (levels) =>
    description(`"X": ${nested(levels, '{"additionalProperties":', "}", "{}")}`),
  "lists of an example": (levels) => description('"X": {}', nested(levels, "[", "]", "1")),
  "objects of an example": (levels) => description('"X": {}', nested(levels, '{"a":', "}", "1")),
  "an enum's value": (levels) =>
    description(`"X": { "enum": [${nested(levels, "[", "]", "1")}] }`, '""'),
  "lists in YAML": (levels) => yaml(`x-a: ${nested(levels, "[", "]", "1")}`),
  "objects in YAML": (levels) => yaml(`x-a: ${nested(levels, "{ a: ", "}", "1")}`),
  "lists in YAML without an end": (levels) => yaml(`x-a: ${"[".repeat(levels)}`),
  "lists in JSON without an end": (levels) => `{ "openapi": ${"[".repeat(levels)}`,
  "references to references": (levels) => description(chain(levels, (next) => next)),
  "parts of parts": (levels) => description(chain(levels, (next) => `{ "allOf": [${next}] }`)),
  "members of members": (levels) =>
    description(chain(levels, (next) => `{ "required": ["a"], "properties": { "a": ${next} } }`)),
  "members of members, twice each": (levels) =>
    description(
      chain(
        levels,
        (next) => `{ "required": ["a", "b"], "properties": { "a": ${next}, "b": ${next} } }`,
      ),
    ),
  alternatives: (levels) =>
    description(chain(levels, (next) => `{ "oneOf": [${next}, { "items": ${next} }] }`)),
};

const discriminator =
  '"discriminator": { "propertyName": "kind" }, "required": ["kind"], "properties": { "kind": { "type": "string" } }';

/** Descriptions in which the ways to a schema double with each level, by how many levels they have. */
const doubling: Readonly<Record<string, (levels: number) => string>> = {
  "the same part twice": (levels) =>
    description(chain(levels, (next) => `{ "allOf": [${next}, ${next}] }`)),
  "two parts that extend the same": (levels) => description(forked(levels, "allOf")),
  "parts that are the same, evaluated": (levels) =>
    description(
      chain(levels, (next) => `{ "allOf": [${next}, ${next}], "unevaluatedProperties": false }`),
    ),
  "two alternatives that extend the same": (levels) => description(forked(levels, "oneOf")),
  "any of two that extend the same": (levels) => description(forked(levels, "anyOf")),
  "the same alternative twice": (levels) =>
    description(chain(levels, (next) => `{ "oneOf": [${next}, ${next}] }`)),
  "two alternatives in each part": (levels) =>
    description(
      `"X": { "allOf": [${Array.from({ length: levels }, (_, index) => `{ "oneOf": [{ "properties": { "l${index}": { "type": "string" } } }, { "properties": { "r${index}": { "type": "integer" } } }] }`).join()}] }`,
    ),
  conditions: (levels) =>
    description(chain(levels, (next) => `{ "if": ${next}, "then": ${next}, "else": ${next} }`)),
  "what must not hold": (levels) =>
    description(chain(levels, (next) => `{ "not": { "allOf": [${next}, ${next}] } }`)),
  "parents and children": (levels) =>
    description(chain(levels, (next) => `{ "allOf": [${next}, ${next}], ${discriminator} }`)),
  "maps of maps": (levels) =>
    description(
      chain(
        levels,
        (next) => `{ "properties": { "a": ${next} }, "additionalProperties": ${next} }`,
      ),
    ),
  "parts in a ring": (levels) => description(ring(levels)),
};

/** Descriptions that ask for more than there is. */
const greedy: Readonly<Record<string, string>> = {
  "a billion items": description('"X": { "type": "array", "minItems": 1000000000 }', '""'),
  "a billion characters": description('"X": { "type": "string", "minLength": 1000000000 }'),
  "a billion members": description('"X": { "type": "object", "minProperties": 1000000000 }'),
  "a billion repetitions": description('"X": { "type": "string", "pattern": "^a{1000000000}$" }'),
  "a text that takes a pattern forever": description(
    '"X": { "type": "string", "pattern": "^(a+)+$" }',
    `"${"a".repeat(60)}!"`,
  ),
  "a schema that holds itself": description(
    '"X": { "type": "object", "required": ["x"], "properties": { "x": { "$ref": "#/components/schemas/X" } } }',
  ),
  "a schema that is part of itself": description(
    '"X": { "allOf": [{ "$ref": "#/components/schemas/X" }] }',
  ),
  "schemas that are parts of each other": description(
    '"X": { "allOf": [{ "$ref": "#/components/schemas/Y" }] }, "Y": { "anyOf": [{ "$ref": "#/components/schemas/X" }] }',
  ),
  "a thousand alternatives": description(
    `"X": { "oneOf": [${Array.from({ length: 1000 }, (_, index) => `{ "const": "${index}" }`).join()}] }`,
  ),
  "ten thousand values": description(
    `"X": { "enum": [${Array.from({ length: 10_000 }, (_, index) => `"v${index}"`).join()}] }`,
  ),
};

const name = (text: string): string => text.toLowerCase().replace(/[^a-z]+/g, "-");

/** What becomes of a description. */
function outcomeOf(text: string): string {
  const outcome = attempt(text, "@case");
  return "files" in outcome ? "taken" : (outcome.refused.diagnostics[0]?.code ?? "");
}

/** Members may have a type of their own each, however many those are. */
const endless: readonly string[] = ["members of members", "members of members, twice each"];

/** How many levels of what is taken, and of what doubles, are generated from, since each is code. */
const takenLevels = runs(1000, 10_000);
const doublingLevels = 200;

/** From how many levels on the growth of work is seen, up to four times as many. */
const growingLevels = runs(8, 12);

describe("thousands of levels are taken, or refused with a reason", () => {
  it.for(Object.keys(deep))("%s", (kind) => {
    const isEndless = endless.includes(kind);
    const expected = isEndless ? ["taken"] : ["syntax", "too-deep"];
    const levels = isEndless ? takenLevels : 10_000;
    expect(expected).toContain(outcomeOf(deep[kind]?.(levels) ?? ""));
  });
});

describe("what is deep, greedy or doubles, but within bounds", () => {
  const workspace = new Workspace("hostile-size");

  beforeAll(async () => {
    const descriptions = [
      ...Object.entries(deep).map(([kind, make]) => [kind, make(90)] as const),
      ...Object.entries(greedy),
      ...Object.entries(doubling).map(([kind, make]) => [kind, make(40)] as const),
    ].filter(([kind]) => !kind.endsWith("without an end"));
    for (const [kind, text] of descriptions) {
      const outcome = attempt(text, `@${name(kind)}`);
      if (!("files" in outcome)) throw outcome.refused;
      await workspace.install(name(kind), outcome.files);
    }
  });

  it("compiles", async () => {
    expect(await workspace.compile()).toBe("");
  });

  it("loads, and checks in time", async () => {
    expect(await workspace.load()).toEqual({ fired: [], failed: [], isClean: true });
  });
});

describe("what doubles with each level", () => {
  // In `npm test`, what is compiled above has 40 levels.
  it.runIf(isTestAll).for(Object.keys(doubling))("comes to an end: %s", (kind) => {
    expect(["taken", "too-deep"]).toContain(outcomeOf(doubling[kind]?.(doublingLevels) ?? ""));
  });

  it.for(Object.keys(doubling))("is work by a small power of the levels: %s", (kind) => {
    const generate = (levels: number): void => void outcomeOf(doubling[kind]?.(levels) ?? "");
    expect(growthOfWork(generate, growingLevels, 4, 60)).toBeLessThan(64);
  });

  it.for(["two alternatives that extend the same", "conditions"])("is warned of: %s", (kind) => {
    const outcome = attempt(doubling[kind]?.(40) ?? "", "@case");
    if (!("files" in outcome)) throw outcome.refused;
    expect(outcome.warnings.map(({ code }) => code)).toContain("schema-slow");
  });
});

describe("a text of a megabyte", () => {
  const all = positionsOf(everything).filter(({ kind }) => kind !== "word");
  const text = "a".repeat(2 ** 20);

  it.for(sampled(all, 18))("is printed or refused: $kind $pointer", (position) => {
    const outcome = attemptDocument(withText(everything, [position], text), "@case");
    const paths = "files" in outcome ? outcome.files.map(({ path }) => path) : [];
    const said = "refused" in outcome ? outcome.refused.message : "";
    expect(Math.max(0, ...paths.map(({ length }) => length))).toBeLessThan(200);
    expect(said.length).toBeLessThan(20_000);
  });

  it("that is a tag names files that a file system takes", () => {
    const tags = ["long ".repeat(60), "长".repeat(120), "con", "nul"];
    for (const tag of tags) {
      const operation = { tags: [tag], responses: { 200: { description: "Done." } } };
      const outcome = attempt(
        JSON.stringify({
          openapi: "3.1.1",
          info: { title: "T", version: "1.0.0" },
          paths: { "/a": { get: operation } },
        }),
        "@case",
      );
      if (!("files" in outcome)) throw outcome.refused;
      for (const { path } of outcome.files)
        for (const part of path.split("/")) {
          expect(Buffer.byteLength(part)).toBeLessThan(200);
          expect(part).not.toMatch(/^(con|nul)\./);
        }
    }
  });
});

describe("a pattern", () => {
  it.for([
    ["^(a+)+$", "pattern-slow"],
    ["([", "pattern-ignored"],
  ] as const)("%s is warned of once, with all of its places", ([pattern, code]) => {
    const schemas = JSON.stringify({
      type: "string",
      pattern,
      patternProperties: { [pattern]: {} },
    });
    const outcome = attempt(description(`"X": ${schemas}`, '"a"'), "@case");
    if (!("files" in outcome)) throw outcome.refused;
    expect(outcome.warnings).toMatchObject([{ code, related: [{ line: expect.any(Number) }] }]);
  });
});
