import { describe, expect, it } from "vitest";
import { answers, operationOf, resourceOf, pathOf, stateFrom } from "./described.ts";

const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;

const query = (name: string, schema: string): string =>
  `{ name: ${name}, in: query, schema: ${schema} }`;

describe("filters of a list", () => {
  const item = `
Item:
  type: object
  properties:
    item_id: { type: string }
    name: { type: string }
    status: { type: string, enum: [open, closed] }
    created_at: { type: string, format: date-time }
    updated_at: { type: string, format: date-time }
    price: { type: number }
    due_on: { type: string, format: date }
    tags: { type: array, items: { type: string } }
    hourly_rate_cents: { type: integer }
    box_width: { type: integer }
    lid_width: { type: integer }
`;
  const filtersOf = (...parameters: readonly string[]): unknown => {
    const list = `{ type: object, properties: { items: { type: array, items: ${ref("Item")} }, prefix: { type: string }, page: { type: integer } } }`;
    const state = stateFrom(
      `
/items:
  get:
    operationId: ListItems
    parameters: [${parameters.join(", ")}]
    responses: { "200": ${answers(list)} }
`,
      item,
    );
    const operation = operationOf(state, "ListItems");
    const { path: _, at: __, kind: ___, resource: ____, ...rest } = operation;
    return "pages" in rest ? { ...rest, pages: undefined } : rest;
  };
  const text = "{ type: string }";
  const time = "{ type: string, format: date-time }";

  it.for([
    [query("status", "{ type: array, items: { enum: [open, closed] } }"), "status", "equals"],
    [query("prefix", text), "name", "prefix"],
    [query("name_starts_with", text), "name", "prefix"],
    [query("postfix", text), "name", "suffix"],
    [query("since", time), "created_at", "from"],
    [query("updated_before", time), "updated_at", "until"],
    [query("q", text), undefined, "search"],
    [query("order_by", text), undefined, "sort"],
    [query("order", "{ type: string, enum: [asc, desc] }"), undefined, "sort"],
    [query("tag", text), "tags", "equals"],
    [query("names", "{ type: array, items: { type: string } }"), "name", "equals"],
    [query("min_price", "{ type: number }"), "price", "from"],
    [query("price_lte", "{ type: number }"), "price", "until"],
    [query("price.gte", "{ type: number }"), "price", "from"],
    [query("dueBefore", "{ type: string, format: date }"), "due_on", "until"],
    [query("maxRateCents", "{ type: integer }"), "hourly_rate_cents", "until"],
    [query("min_cents", "{ type: integer }"), "hourly_rate_cents", "from"],
  ] as const)("are known by name: %s", ([parameter, member, test]) => {
    const [, name = ""] = /name: ([^,]+)/.exec(parameter) ?? [];
    const filter = { parameter: name, test, ...(member === undefined ? {} : { member }) };
    expect(filtersOf(parameter)).toMatchObject({ filters: [filter] });
  });

  it.for([
    query("page", "{ type: integer }"),
    query("after", text),
    query("since", "{ type: integer }"),
    query("status", "{ type: string, enum: [open, closed, all] }"),
    query("unknown", text),
    query("order", text),
    query("min_price", text),
    query("max_length", "{ type: integer }"),
    query("max_width", "{ type: integer }"),
    query("max_rate", "{ type: integer }"),
  ])("are not what pages, or means something else: %s", (parameter) => {
    expect(filtersOf(parameter)).toEqual({});
  });

  it.for([
    // Another form of the member's word, whatever else the item has.
    ["starts_at", "Only those that start at this instant or later.", "starts_at"],
    ["watered_at, created_at", "Waterings from this instant on.", "watered_at"],
    ["inspected_at, created_at", "Only inspections from this instant on.", "inspected_at"],
    // The only time of the item, whose name says nothing.
    ["at", "Only those at this instant or later.", "at"],
    ["at, ends_at", "Only those that end at this instant or later.", "ends_at"],
    // Something that the item does not show, or more than one.
    ["at", "Only those that changed since.", undefined],
    ["starts_at, ends_at", "Those that start or end later.", undefined],
    // The only time, by which the list is described.
    ["read_at", "Not earlier than this.", "read_at", "Latest `read_at` first."],
    ["read_at", "Not earlier than this.", undefined, "Latest read first."],
    ["read_at", "Reported not earlier than this.", undefined, "Latest `read_at` first."],
    ["checked_at", "Nothing checked earlier than this.", "checked_at", "By `checked_at`."],
    ["read_at", "Changed not earlier than this.", undefined, "Latest `read_at` first."],
    ["read_at, due_at", "Not earlier than this.", undefined, "Latest `read_at` first."],
  ] as const)("are known by description: %s, %s", ([members, description, member, list = ""]) => {
    const times = members.split(", ").map((name) => `${name}: ${time}`);
    const state = stateFrom(
      `
/items:
  get:
    operationId: ListItems
    description: "${list}"
    parameters: [{ name: from, in: query, description: "${description}", schema: ${time} }]
    responses: { "200": ${answers(`{ type: array, items: ${ref("Item")} }`)} }
`,
      `Item: { type: object, properties: { item_id: ${text}, ${times.join(", ")} } }`,
    );
    const { filters } = operationOf(state, "ListItems") as { filters?: unknown };
    expect(filters).toEqual(
      member === undefined ? undefined : [{ parameter: "from", member, test: "from" }],
    );
  });

  it("may be repeated in the answer", () => {
    expect(filtersOf(query("prefix", text), query("page", "{ type: integer }"))).toMatchObject({
      echoes: { prefix: "prefix" },
    });
  });
});

describe("a read", () => {
  it("has some members only if it is asked for them", () => {
    const state = stateFrom(
      `
/files/{file_id}:
  parameters: ${pathOf("file_id")}
  get:
    operationId: GetFile
    parameters: [${query("include_contents", "{ type: boolean }")}, ${query("include_nothing", "{ type: boolean }")}]
    responses: { "200": ${answers(ref("File"))} }
`,
      "{ File: { type: object, properties: { file_id: { type: string }, contents: {} } } }",
    );
    expect(operationOf(state, "GetFile")).toMatchObject({
      includes: { contents: "include_contents" },
    });
  });
});

describe("references in a request", () => {
  const thing = (name: string): string =>
    `${name}: { type: object, properties: { ${name.toLowerCase()}_id: { type: string } } }`;
  const paths = (name: string, creates: boolean): string => `
/${name.toLowerCase()}s/{${name.toLowerCase()}_id}:
  parameters: ${pathOf(`${name.toLowerCase()}_id`)}
  get: { operationId: Get${name}, responses: { "200": ${answers(ref(name))} } }
${
  creates
    ? `/${name.toLowerCase()}s:
  post:
    operationId: Create${name}
    requestBody: { content: { application/json: { schema: ${ref("Body")} } } }
    responses: { "201": ${answers(ref(name))} }
`
    : ""
}`;

  it("name what is called so where entries of a list have the key of what they are about", () => {
    const wish = `
/wishes:
  get: { operationId: ListWishes, responses: { "200": ${answers(`{ type: array, items: ${ref("Wish")} }`)} } }
/wishes/{box_id}:
  parameters: ${pathOf("box_id")}
  put:
    operationId: PutWish
    requestBody: { content: { application/json: { schema: ${ref("Wish")} } } }
    responses: { "200": ${answers(ref("Wish"))} }
`;
    const schemas = `${thing("Box")}
${thing("Cup")}
Body: { type: object, properties: { box_id: { type: string } } }
Wish: { type: object, properties: { box_id: { type: string }, note: { type: string } } }`;
    const state = stateFrom(`${paths("Box", false)}${paths("Cup", true)}${wish}`, schemas);
    expect(operationOf(state, "PutWish").resource).toBe("Wish");
    expect(operationOf(state, "CreateCup").references).toEqual([
      { pointer: ["box_id"], resource: "Box" },
    ]);
  });

  it("are members named after resources, at any depth", () => {
    const body = `
Body:
  type: object
  properties:
    box_id: { type: string }
    cup_id: { type: string }
    deep: { properties: { a: { properties: { b: { properties: { c: { properties: { d: { properties: { box_id: { type: string } } } } } } } } } } }
    box_ids: { type: array, items: { type: string } }
    box_count: { type: integer }
    nested:
      oneOf:
        - { type: object, properties: { boxId: { type: string } } }
        - { type: object, properties: { list: { type: array, items: ${ref("Body")} } } }
`;
    const schemas = `${thing("Box")}\n${thing("Cup")}\n${body}`;
    const state = stateFrom(`${paths("Box", true)}${paths("Cup", false)}`, schemas);
    const { references } = operationOf(state, "CreateBox");
    // The key that the new box itself is given names no other.
    expect(references).not.toContainEqual({ pointer: ["box_id"], resource: "Box" });
    expect(references).toContainEqual({ pointer: ["box_ids", "*"], resource: "Box" });
    expect(references).toContainEqual({ pointer: ["nested", "boxId"], resource: "Box" });
    // Nothing creates cups, so that there may be any.
    expect(references).toContainEqual({ pointer: ["cup_id"], resource: "Cup" });
    expect([resourceOf(state, "Box").isOpen, resourceOf(state, "Cup").isOpen]).toEqual([
      false,
      true,
    ]);
    expect(
      references
        ?.map(({ pointer }) => pointer.length)
        .toSorted()
        .at(-1),
    ).toBe(5);
  });
});
