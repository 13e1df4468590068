import { describe, expect, it } from "vitest";
import { answers, operationOf, pathOf, resourceOf, stateFrom } from "./described.ts";

const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;

const ok = (name: string): string => `responses: { "200": ${answers(ref(name))} }`;

/** Shops with orders below them, and what else `paths` and `schemas` say. */
const stateOf = (members: string, paths = "", schemas = "") =>
  stateFrom(
    `
/shops:
  get:
    operationId: ListShops
    responses: { "200": ${answers(`{ type: array, items: ${ref("Shop")} }`)} }
  post:
    operationId: CreateShop
    requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }
    responses: { "201": ${answers(ref("Shop"))} }
/shops/{shop_id}:
  parameters: ${pathOf("shop_id")}
  get: { operationId: GetShop, ${ok("Shop")} }
/shops/{shop_id}/orders:
  parameters: ${pathOf("shop_id")}
  get:
    operationId: ListOrders
    responses: { "200": ${answers(`{ type: array, items: ${ref("Order")} }`)} }
  post:
    operationId: CreateOrder
    requestBody: { content: { application/json: { schema: ${ref("NewOrder")} } } }
    responses: { "201": ${answers(ref("Order"))} }
/orders/{order_id}:
  parameters: ${pathOf("order_id")}
  get: { operationId: GetOrder, ${ok("Order")} }
${paths}
`,
    `
Shop:
  type: object
  properties: { shop_id: { type: string }, name: { type: string }, ${members} }
Order:
  type: object
  properties:
    order_id: { type: string }
    shop_id: { type: string }
    tag_ids: { type: array, items: { type: string } }
    cart_id: { type: string }
    source_of: ${ref("Source")}
NewOrder:
  type: object
  properties:
    additional_tag_ids: { type: array, items: { type: string } }
    extra_cart_id: { type: string }
    new_cart: { type: boolean }
    new_shop: { type: string }
Source:
  oneOf:
    - { type: object, required: [web], properties: { web: { type: object } } }
    - { type: object, required: [till], properties: { till: { type: object } } }
${schemas}
`,
  );

describe("what members of records name", () => {
  it.for([
    ["order_id: { type: string }", [{ pointer: ["order_id"], resource: "Order", isNewest: true }]],
    [
      "latest_order_id: { type: string }",
      [{ pointer: ["latest_order_id"], resource: "Order", isNewest: true }],
    ],
    ["best_order_id: { type: string }", [{ pointer: ["best_order_id"], resource: "Order" }]],
    [
      "order_ids: { type: array, items: { type: string } }",
      [{ pointer: ["order_ids", "*"], resource: "Order" }],
    ],
    [
      "lines: { type: array, items: { type: object, properties: { order_id: { type: string } } } }",
      [{ pointer: ["lines", "*", "order_id"], resource: "Order" }],
    ],
    ["external_order_id: { type: string }", undefined],
    ["order_id: { type: boolean }", undefined],
    ["order_count: { type: integer }", undefined],
  ] as const)("%s", ([member, references]) => {
    expect(resourceOf(stateOf(member), "Shop").references).toEqual(references);
  });

  it("is the newest only where no request says which", () => {
    const change = `
/shops/{shop_id}/order:
  parameters: ${pathOf("shop_id")}
  get: { operationId: Look, ${ok("Shop")} }
  put:
    operationId: Choose
    requestBody: { content: { application/json: { schema: { type: object, properties: { order_id: { type: string } } } } } }
    ${ok("Shop")}
`;
    expect(resourceOf(stateOf("order_id: { type: string }", change), "Shop").references).toEqual([
      { pointer: ["order_id"], resource: "Order" },
    ]);
  });

  it("is who it belongs to, where there is a list of persons with keys like it", () => {
    const people = `
/users:
  get:
    operationId: ListUsers
    responses: { "200": ${answers(`{ type: array, items: ${ref("User")} }`)} }
/users/{user_id}:
  parameters: ${pathOf("user_id")}
  get: { operationId: GetUser, ${ok("User")} }
`;
    const user = (type: string): string =>
      `User: { type: object, properties: { user_id: { type: string${type} }, name: { type: string } } }`;
    const owner = 'created_by: { type: string, example: "30e47e78-5f72-47ae-ba04-68db17b28e54" }';
    const reference = [{ pointer: ["created_by"], resource: "User" }];
    const referencesOf = (member: string, type: string) =>
      resourceOf(stateOf(member, people, user(type)), "Shop").references;
    expect(referencesOf(owner, ", format: uuid")).toEqual(reference);
    expect(referencesOf(owner, "")).toBeUndefined();
    expect(referencesOf("created_by: { type: string }", ", format: uuid")).toBeUndefined();
  });
});

describe("what requests do beyond giving members", () => {
  it("adds to lists, makes keys, and takes over what is of the same kinds above", () => {
    const { merges, makes, derives } = operationOf(
      stateOf(`source: ${ref("Source")}`),
      "CreateOrder",
    ) as { merges?: unknown; makes?: unknown; derives?: unknown };
    expect({ merges, makes, derives }).toEqual({
      merges: [{ from: "additional_tag_ids", into: "tag_ids" }],
      makes: [{ flag: "new_cart", member: "cart_id" }],
      derives: { source_of: "source" },
    });
  });

  it("takes over nothing of another name, or of other kinds", () => {
    const other =
      "{ oneOf: [{ type: object, required: [web], properties: { web: {} } }, { type: object, required: [app], properties: { app: {} } }] }";
    for (const members of [`origin: ${ref("Source")}`, `source: ${other}`])
      expect(operationOf(stateOf(members), "CreateOrder")).not.toHaveProperty("derives");
  });

  it("is held against what the operation requires of its record", () => {
    const call = `
/shops/{shop_id}/hook:
  parameters: ${pathOf("shop_id")}
  post: { operationId: CallHook, x-requires: { is_open: true }, ${ok("Shop")} }
`;
    expect(operationOf(stateOf("is_open: { type: boolean }", call), "CallHook")).toMatchObject({
      requires: { is_open: true },
    });
  });
});

describe("kinds of objects", () => {
  const kindsOf = (schema: string): unknown =>
    resourceOf(stateOf(`choice: ${schema}`), "Shop").variants?.map(({ member, kinds }) => ({
      member,
      kinds: kinds.map(({ tag, is }) => (is === undefined ? tag : `${tag} ${String(is)}`)),
    }));
  const branch = (name: string, value: string): string =>
    `{ type: object, required: [${name}], properties: { ${name}: ${value} } }`;
  const either = (...branches: readonly string[]): string => `{ oneOf: [${branches.join(", ")}] }`;

  it.for([
    [either(branch("a", "{}"), branch("b", "{}")), ["a", "b"]],
    [either(branch("t", "{ const: x }"), branch("t", "{ enum: [y] }")), ["t x", "t y"]],
    [either(branch("a", "{}"), branch("b", "{}"), '{ type: "null" }'), ["a", "b"]],
  ] as const)("are told by a member: %s", ([schema, kinds]) => {
    expect(kindsOf(schema)).toEqual([{ member: "choice", kinds }]);
  });

  it.for([
    either(branch("a", "{}"), branch("a", "{}")),
    either(branch("a", "{}"), "{ type: string }"),
    either(branch("a", "{}"), "{ type: object, properties: { b: {} } }"),
  ])("are none that cannot be told: %s", (schema) => {
    expect(kindsOf(schema)).toBeUndefined();
  });

  it("are told by a discriminator", () => {
    const state = stateOf(
      `choice: { oneOf: [${ref("Cat")}, ${ref("Dog")}, ${ref("Bird")}], discriminator: { propertyName: kind, mapping: { meow: "#/components/schemas/Cat" } } }`,
      "",
      `
Cat: { type: object, required: [kind], properties: { kind: { type: string }, lives: { type: integer } } }
Dog: { type: object, required: [kind], properties: { kind: { type: string }, size: { type: integer } } }
Bird: { type: object, required: [kind], properties: { kind: { enum: [a bird] } } }
`,
    );
    const [variant] = resourceOf(state, "Shop").variants ?? [];
    expect(variant?.kinds.map(({ tag, is }) => [tag, is])).toEqual([
      ["kind", "meow"],
      ["kind", "Dog"],
      // What an alternative says itself counts before the name of its schema.
      ["kind", "a bird"],
    ]);
  });
});
