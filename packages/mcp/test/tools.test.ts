import { describe, expect, it } from "vitest";
import { modelFromText } from "openapi-packages/emitter/testing";
import { annotationsOf } from "../src/tools/annotations.ts";
import { longestToolName, toolNames } from "../src/tools/tool-names.ts";
import { selected, toolsOf } from "./selected.ts";

const answers = `responses: { "200": { description: Done. } }`;

/** The properties of the only tool of one operation with a JSON body of a schema. */
async function propertiesFor(body: string, components = "{}", parameters = "[]"): Promise<object> {
  const [tool] = await toolsOf(
    `/a/{id}:
  post:
    operationId: send
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }, ${parameters.slice(1)}
    requestBody:
      content: { application/json: { schema: ${body} } }
    ${answers}`,
    { components },
  );
  expect(Object.keys(tool?.inputSchema ?? {}).toSorted()).toEqual([
    "additionalProperties",
    "properties",
    "required",
    "type",
  ]);
  return (tool?.inputSchema["properties"] ?? {}) as object;
}

describe("the input of a tool is flat", () => {
  it("parameters and members of the body stand side by side, and tell apart what has one name", async () => {
    const properties = await propertiesFor(
      "{ type: object, properties: { id: { type: string }, name: { type: string } } }",
      "{}",
      `["x", { name: "filter[a b]", in: query, schema: { type: string } }, { name: result_cursor, in: query, schema: { type: string } }]`.replace(
        '"x", ',
        "",
      ),
    );
    expect(properties).toEqual({
      path_id: { type: "integer" },
      filter_a_b: { type: "string" },
      query_result_cursor: { type: "string" },
      body_id: { type: "string" },
      name: { type: "string" },
    });
  });

  it("a body that is not an object with known members is one argument", async () => {
    for (const body of [
      "{ type: array, items: { type: string } }",
      "{ type: object, additionalProperties: { type: string } }",
      "{ oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }",
    ]) {
      const components = `A: { type: object, properties: { a: { type: string } } }
B: { type: object, properties: { b: { type: string } } }`;
      expect(Object.keys(await propertiesFor(body, components))).toEqual(["id", "body"]);
    }
  });

  it("allOf is one object, and an alternative of required members alone is left out", async () => {
    const properties = await propertiesFor(
      "{ allOf: [{ $ref: '#/components/schemas/A' }, { properties: { b: { type: integer } } }], anyOf: [{ required: [a] }, { required: [b] }] }",
      "A: { type: object, properties: { a: { type: string } } }",
    );
    expect(properties).toEqual({
      id: { type: "integer" },
      a: { type: "string" },
      b: { type: "integer" },
    });
  });

  it("schemas have the forms that all clients know", async () => {
    const properties = await propertiesFor(
      `
        { type: object, properties: {
          nullable: { type: [string, "null"], maxLength: 3, description: Text. },
          told: { description: Once., anyOf: [{ type: string, description: Once. }, { type: "null" }] },
          fixed: { const: one },
          either: { oneOf: [{ type: string }, { type: integer }] },
          same: { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/A" }] },
          pair: { type: array, prefixItems: [{ type: string }, { type: integer }] },
          look: { type: string, pattern: "^(?<=a)b$" , format: odd },
          "never": false } }`,
      "A: { type: string, enum: [x] }",
    );
    expect(properties).toMatchObject({
      nullable: {
        anyOf: [{ type: "string", maxLength: 3 }, { type: "null" }],
        description: "Text.",
      },
      fixed: { type: "string", enum: ["one"] },
      either: { anyOf: [{ type: "string" }, { type: "integer" }] },
      same: { type: "string", enum: ["x"] },
      pair: { type: "array", items: { anyOf: [{ type: "string" }, { type: "integer" }] } },
    });
    expect((properties as { told: object }).told).toEqual({
      anyOf: [{ type: "string" }, { type: "null" }],
      description: "Once.",
    });
    expect(Object.keys(properties)).not.toContain("never");
    expect((properties as { look: object }).look).not.toHaveProperty("format");
  });

  it("what contains itself is cut where it begins again", async () => {
    const properties = await propertiesFor(
      "{ type: object, properties: { tree: { $ref: '#/components/schemas/Tree' } } }",
      "Tree: { type: object, properties: { name: { type: string }, children: { type: array, items: { $ref: '#/components/schemas/Tree' } } } }",
    );
    expect(properties).toMatchObject({
      tree: {
        properties: {
          children: { type: "array", items: { description: "Tree again, as it is further up." } },
        },
      },
    });
  });

  it("a large schema is shown in less detail, and then describe comes along", async () => {
    const members = Array.from(
      { length: 40 },
      (_, index) =>
        `m${index}: { type: object, properties: { a: { type: object, properties: { b: { type: object, properties: { c: { type: string, description: "${"long text ".repeat(30)}" } } } } } } }`,
    );
    const tools = await toolsOf(
      `/a:
  post:
    operationId: send
    requestBody: { content: { application/json: { schema: { type: object, properties: { ${members.join(", ")} } } } } }
    ${answers}`,
    );
    expect(tools.map(({ name }) => name)).toEqual(["send", "describe"]);
    expect(JSON.stringify(tools[0]).length).toBeLessThan(9000);
    expect(JSON.stringify(tools[0])).toContain("It has the members c.");
  });
});

describe("the names of tools", () => {
  it("fit 64 characters with the prefix of a client, and are different", () => {
    const long = "a".repeat(80);
    const names = toolNames([`${long}1`, `${long}2`, "search", "a/b", "a_b", "A_B"], "acme");
    const all = [...names.values()];
    expect(new Set(all.map((name) => name.toLowerCase())).size).toBe(all.length);
    for (const name of all) expect(`mcp__acme__${name}`).toMatch(/^[\w-]{1,64}$/);
    expect(names.get("a/b")).toBe("a_b");
    expect(names.get("search")).not.toBe("search");
    expect(longestToolName("acme")).toBe(53);
  });
});

describe("annotations follow from methods", () => {
  it.for([
    ["GET", false, true, false, true],
    ["PUT", false, false, true, true],
    ["DELETE", false, false, true, true],
    ["PATCH", false, false, true, false],
    ["POST", true, false, false, false],
    ["POST", false, false, true, false],
  ] as const)("%s, creating: %s", ([method, creates, reads, destroys, repeats]) => {
    expect(annotationsOf({ method, creates })).toEqual({
      readOnlyHint: reads,
      destructiveHint: destroys,
      idempotentHint: repeats,
      openWorldHint: true,
    });
  });
});

describe("the choice of tools", () => {
  const operation = (id: string, tag: string, more = ""): string => `
  /${id}:
    get: { operationId: ${id}, tags: [${tag}], ${more} responses: { "200": { description: Done. } } }`;
  const text = (...operations: string[]): string =>
    `openapi: 3.1.1\ninfo: { title: Pets, version: 1.0.0 }\npaths:${operations.join("")}\n`;
  const catalog = ["search", "describe", "execute"];
  const names = async (description: string, options = {}): Promise<string[]> =>
    selected(await modelFromText(description), options).tools.map(({ name }) => name);
  const plain = text(operation("one", "A"), operation("two", "B"), operation("three", "B"));

  it("by the budget: all, or none", async () => {
    expect(await names(plain)).toEqual(["one", "two", "three"]);
    expect(await names(plain, { budget: 50 })).toEqual(catalog);
    expect(await names(plain, { tools: "all", budget: 50 })).toEqual(["one", "two", "three"]);
    expect(await names(plain, { tools: "none" })).toEqual(catalog);
  });

  it("by tag and by operationId, and others are reached by the three", async () => {
    expect(await names(plain, { tools: { tags: ["B"] } })).toEqual(["two", "three", ...catalog]);
    const tools = { operations: ["one"] };
    expect(await names(plain, { tools })).toEqual(["one", ...catalog]);
  });

  it("by x-mcp, which names and describes tools, and takes operations out", async () => {
    const marked = text(
      operation("one", "A", "x-mcp: { name: first, description: The first one. },"),
      operation("two", "B", "x-mcp: false,"),
      operation("three", "B"),
    );
    const { tools, costs } = selected(await modelFromText(marked));
    expect(tools.map(({ name }) => name)).toEqual(["first", ...catalog]);
    expect(tools[0]?.description).toContain("The first one.");
    expect(costs).toMatchObject({ operations: 2, tools: 1 });
  });

  it.for([
    [
      "x-mcp: { nme: first },",
      {},
      'one: x-mcp must be true, false, or an object with name and description, not "nme"',
    ],
    [
      "x-mcp: { name: a b },",
      {},
      'one: x-mcp.name "a b" is not a tool name: use at most 53 letters, digits, _ and -',
    ],
    ["x-mcp: { name: search },", {}, `one: x-mcp.name "search" is taken by the server's own tool`],
    ["", { tools: { tags: ["a"] } }, 'tools.tags: there is no tag "a"; there are A'],
    [
      "",
      { tools: { operations: ["One"] } },
      'tools.operations: there is no operation "One", or its x-mcp is false; names are operationIds, as the description has them',
    ],
  ] as const)("refuses %s with options %o", async ([mark, options, message]) => {
    const model = await modelFromText(text(operation("one", "A", mark)));
    expect(() => selected(model, options)).toThrow(message);
  });
});

it("descriptions of tools and of their arguments show what nobody sees", async () => {
  const hidden = "a\u200b\u{e0041}b";
  const [tool] = await toolsOf(
    `/a/{id}:
  get:
    operationId: read
    summary: ${JSON.stringify(hidden)}
    description: ${JSON.stringify(hidden)}
    parameters:
      - { name: id, in: path, required: true, description: ${JSON.stringify(hidden)}, schema: { type: object, description: ${JSON.stringify(hidden)}, properties: { b: { description: ${JSON.stringify(hidden)} } } } }
    ${answers}`,
  );
  const text = JSON.stringify(tool);
  expect(text).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
  expect(
    text.split(JSON.stringify(String.raw`a\u{200b}\u{e0041}b`).slice(1, -1)).length,
  ).toBeGreaterThan(2);
});
