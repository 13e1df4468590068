import { beforeAll, describe, expect, test } from "vitest";
import type { MockDescription } from "@openapi-packages/mock";
import type { Validator } from "@openapi-packages/runtime";
import { bothEnds, describeApi, type BothEnds } from "./both-ends.ts";

const text = `
openapi: 3.1.0
info: { title: Nulls, version: "1" }
paths:
  /pets:
    post:
      operationId: createPet
      parameters:
        - name: filter
          in: query
          content: { application/json: { schema: { type: object, properties: { size: { type: integer } } } } }
        - name: page
          in: query
          content: { application/json: { schema: { type: integer, default: 1 } } }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
      responses: { "200": { description: It., content: { application/json: {} } } }
components:
  schemas:
    Pet:
      type: object
      required: [name]
      additionalProperties: false
      properties:
        name: { type: string }
        kind: { enum: [cat, dog] }
        note: { type: [string, "null"] }
        age: { type: integer, minimum: 0 }
        any: {}
        tags: { type: array, items: { type: string } }
        "a/b~c": { type: string }
        __proto__: { type: string }
        labels: { type: object, additionalProperties: { type: string } }
        friends: { type: array, items: { $ref: "#/components/schemas/Pet" } }
        house: { $ref: "#/components/schemas/House" }
        tagged: { $ref: "#/components/schemas/Tagged" }
        open: { $ref: "#/components/schemas/Open" }
        both: { allOf: [{ $ref: "#/components/schemas/House" }, { type: object, properties: { more: { type: string } } }] }
    House:
      type: object
      required: [street]
      minProperties: 2
      properties:
        street: { type: string }
        number: { type: integer }
        city: { type: string }
    Tagged:
      oneOf:
        - { type: object, required: [type], properties: { type: { const: a }, x: { type: string }, y: { type: [string, "null"] } } }
        - { type: object, required: [type], properties: { type: { const: b }, x: { type: [string, "null"] }, y: { type: string } } }
      discriminator: { propertyName: type }
    Open:
      anyOf:
        - { type: object, required: [left], properties: { left: { type: string }, x: { type: string }, z: { type: string } } }
        - { type: object, required: [right], properties: { right: { type: [string, "null"] }, x: { type: [string, "null"] }, z: { type: string } } }
`;

let lenient: BothEnds;
let exact: BothEnds;
beforeAll(async () => {
  const description = await describeApi(text);
  lenient = bothEnds(description, { acceptNull: "absent" });
  exact = bothEnds(description);
});

const bodyOf = async (body: unknown): Promise<unknown> =>
  ((await lenient.send("POST", "/pets", body)).body as { body?: unknown }).body;

const issuesOf = async (body: unknown): Promise<unknown> => {
  const seen = await lenient.send("POST", "/pets", body);
  expect(seen.status).toBe(400);
  const { errors } = seen.body as { errors: { pointer: string; keyword: string }[] };
  return errors.map(({ pointer, keyword }) => `${pointer} ${keyword}`);
};

describe("null for an optional member that is not nullable", () => {
  test.each([
    ["a text", { age: null }],
    ["a list", { tags: null }],
    ["of some values", { kind: null }],
    ["an object", { house: null }],
    ["a union", { tagged: null, open: null }],
    ["a name with a slash", { "a/b~c": null }],
    ["a name of a prototype", JSON.parse('{"__proto__": null}') as object],
    ["several", { age: null, kind: null, tags: null }],
  ])("is as if it were not there: %s", async (_, members) => {
    expect(await bodyOf({ name: "Rex", ...members })).toEqual({ name: "Rex" });
    expect((await exact.send("POST", "/pets", { name: "Rex", ...members })).status).toBe(400);
  });

  test.each([
    [
      {
        friends: [
          { name: "Tom", age: null },
          { name: "Ada", friends: null },
        ],
      },
      { friends: [{ name: "Tom" }, { name: "Ada" }] },
    ],
    [{ house: { street: "s", number: null, city: "c" } }, { house: { street: "s", city: "c" } }],
    [
      { both: { street: "s", city: "c", number: null, more: null } },
      { both: { street: "s", city: "c" } },
    ],
    [{ labels: { one: "1", two: null } }, { labels: { one: "1" } }],
    [{ tagged: { type: "a", x: null, y: null } }, { tagged: { type: "a", y: null } }],
    [{ tagged: { type: "b", x: null, y: null } }, { tagged: { type: "b", x: null } }],
    [{ open: { left: "l", x: null, z: null } }, { open: { left: "l" } }],
    [{ open: { right: "r", x: null, z: null } }, { open: { right: "r", x: null } }],
    [{ open: { right: null, x: null, z: null } }, { open: { right: null, x: null } }],
  ])("at any depth: %j", async (given, expected) => {
    expect(await bodyOf({ name: "Rex", ...given })).toEqual({ name: "Rex", ...expected });
  });

  test("of thousands of items", async () => {
    const friends = Array.from({ length: 3000 }, () => ({ name: "Tom", age: null, note: null }));
    const body = (await bodyOf({ name: "Rex", friends })) as { friends: unknown[] };
    expect(body.friends).toHaveLength(3000);
    expect(new Set(body.friends.map((one) => JSON.stringify(one)))).toEqual(
      new Set(['{"name":"Tom","note":null}']),
    );
  });

  test("of many unions, by the alternative of each", async () => {
    const friends = Array.from({ length: 300 }, (_, index) => ({
      name: "Tom",
      open: { [index % 2 === 0 ? "left" : "right"]: "s", x: null, z: null },
    }));
    const body = (await bodyOf({ name: "Rex", friends })) as { friends: { open: object }[] };
    expect(body.friends.slice(0, 2).map(({ open }) => open)).toEqual([
      { left: "s" },
      { right: "s", x: null },
    ]);
    const texts = body.friends.map(({ open }) => JSON.stringify(open));
    expect(new Set(texts).size).toBe(2);
  });

  test("of parameters, which then have their default", async () => {
    const url = `/pets?page=null&filter=${encodeURIComponent('{"size":null}')}`;
    const { body } = await lenient.send("POST", url, { name: "Rex" });
    expect(body).toMatchObject({ query: { page: 1, filter: {} } });
  });
});

describe("null stays", () => {
  test("where it is allowed", async () => {
    const body = { name: "Rex", note: null, any: null };
    expect(await bodyOf(body)).toEqual(body);
    expect(await bodyOf({ ...body, age: null })).toEqual(body);
  });

  test.each([
    [{ name: null }, ["/name type"]],
    [{ name: null, age: null }, ["/name type"]],
    [{ name: "Rex", age: null, other: null }, ["/other additionalProperties"]],
    [{ name: "Rex", tags: [null], age: null }, ["/tags/0 type"]],
    [
      { name: "Rex", house: { street: null, city: null } },
      ["/house minProperties", "/house/street type"],
    ],
    [{ name: "Rex", house: { street: "s", city: null } }, ["/house minProperties"]],
    [{ age: null }, ["/name required"]],
    [{ name: "Rex", kind: null, age: -1 }, ["/age minimum"]],
    [null, [" type"]],
  ])("an error otherwise: %j", async (body, issues) => {
    expect(((await issuesOf(body)) as string[]).toSorted()).toEqual(issues);
  });
});

/** A description whose validator of bodies counts how often it is called. */
function counted(description: MockDescription): [MockDescription, () => number] {
  let calls = 0;
  const operations = description.operations.map((mock) => {
    const inner = mock.validators.body?.["application/json"];
    const counting: Validator = (value) => {
      calls += 1;
      const isValid = inner?.(value) === true;
      counting.errors = inner?.errors ?? null;
      return isValid;
    };
    const validators = { ...mock.validators, body: { "application/json": counting } };
    return { ...mock, operation: mock.operation, validators };
  });
  return [{ ...description, operations }, () => calls];
}

describe("the number of validations", () => {
  const many = <Item>(item: Item): Item[] => Array.from({ length: 12_000 }, () => item);
  const sent: readonly (readonly [name: string, most: number, members: object])[] = [
    ["of a valid body", 1, {}],
    ["of members", 12, { friends: many({ name: "Tom", age: null }) }],
    ["of unions", 80, { friends: many({ name: "Tom", open: { left: "l", x: null, z: null } }) }],
    ["of one map", 12, { labels: Object.fromEntries(many(0).map((_, key) => [`k${key}`, null])) }],
  ];
  test.each(sent)("is bounded: %s", async (_, most, members) => {
    const [description, calls] = counted(await describeApi(text));
    const { server } = bothEnds(description, { acceptNull: "absent" });
    const body = new TextEncoder().encode(JSON.stringify({ name: "Rex", ...members }));
    const headers = { host: "api.example", "content-type": "application/json" };
    await server.handle({ method: "POST", url: "/pets", headers, body });
    expect(calls()).toBeLessThanOrEqual(most);
  });

  test("is one where the option is not set", async () => {
    const [description, calls] = counted(await describeApi(text));
    await bothEnds(description).send("POST", "/pets", { name: "Rex", age: null });
    expect(calls()).toBe(2); // one of each end
  });
});
