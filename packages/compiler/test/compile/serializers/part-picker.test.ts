import { describe, expect, test } from "vitest";
import { RunningCode } from "../../../src/compile/code/running-code.ts";
import { NamedSchemas } from "../../../src/compile/named-schemas.ts";
import { SerializerCompiler } from "../../../src/compile/serializers/serializer-compiler.ts";
import type { Json, JsonObject } from "../../../../description/src/json/json.ts";
import { loadDocument } from "../../../../description/src/load/load-document.ts";
import { buildApiModel } from "../../../../description/src/model/build-api-model.ts";
import * as runtime from "../../../../runtime/src/serialization/index.ts";
import { goldenFolder } from "../../../../../generator/test/support.ts";

type Serializer = (value: unknown) => unknown;

/** The function compiled from a schema with a name, with the runtime's own helpers. */
function serializer(schemas: NamedSchemas, name: string): Serializer {
  const running = new RunningCode(new SerializerCompiler(schemas).partOf, runtime);
  return running.function(`pick${name}`) as Serializer;
}

/** The JSON that is sent of a value of a schema. */
function sent(schema: Json, value: unknown, schemas: JsonObject = {}): unknown {
  const serialize = serializer(namedSchemas({ ...schemas, Value: schema }), "Value");
  const text = JSON.stringify(serialize(value));
  return text === undefined ? undefined : JSON.parse(text);
}

function namedSchemas(schemas: JsonObject): NamedSchemas {
  const named = Object.entries(schemas).map(
    ([name, json]) => [`/components/schemas/${name}`, { name, json }] as const,
  );
  return new NamedSchemas(new Map(named));
}

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...more,
});
const user = object({ id: { type: "integer" }, name: text });
const row = { id: 1, name: "Ada", password: "secret" };
const clean = { id: 1, name: "Ada" };

describe("of an object is sent", () => {
  test.each<[string, Json, unknown, unknown]>([
    ["what is declared", user, row, clean],
    ["what is declared within lists", { type: "array", items: user }, [row, row], [clean, clean]],
    ["what is declared within members", object({ a: user }), { a: row, b: row }, { a: clean }],
    ["nothing where a text is declared", object({ name: text }), { name: row }, { name: {} }],
    ["nothing where a list is declared", { type: "array" }, row, {}],
    ["nothing where only certain texts are", { enum: ["a", "b"] }, row, {}],
    ["no list", user, [row], []],
    ["all where nothing is said", {}, row, row],
    ["all where no member is listed", { type: "object" }, row, row],
    ["all where all is allowed expressly", { additionalProperties: true }, row, row],
    [
      "a member that is demanded, though nothing describes it",
      { ...user, required: ["password"] },
      row,
      row,
    ],
    [
      "nothing where members are ruled out",
      { type: "object", additionalProperties: false },
      row,
      {},
    ],
  ])("%s", (_, schema, value, expected) => {
    expect(sent(schema, value)).toEqual(expected);
  });

  test("what additionalProperties and patternProperties describe", () => {
    const map = { type: "object", additionalProperties: user };
    expect(sent(map, { a: row, b: 1 })).toEqual({ a: clean, b: 1 });
    const both = object({ a: text }, { additionalProperties: { type: "array", items: user } });
    expect(sent(both, { a: row, b: [row] })).toEqual({ a: {}, b: [clean] });
    const pattern = { type: "object", patternProperties: { "^x-": user } };
    expect(sent(pattern, { "x-a": row, b: 1 })).toEqual({ "x-a": clean });
  });

  test("no member that is written only, whatever else is open", () => {
    const secret = { type: "string", writeOnly: true };
    const open = object({ name: text, password: secret }, { additionalProperties: true });
    expect(sent(open, { ...row, more: 1 })).toEqual({ ...clean, more: 1 });
    const either = { oneOf: [object({ password: secret }), object({ password: text, id: {} })] };
    expect(sent(either, row)).toEqual({ id: 1 });
  });

  test("its own member of an inherited name, and nothing that it inherits", () => {
    const odd = object({ constructor: text, toString: text, ["__proto__"]: text, a: text });
    Object.defineProperty(odd["properties"], "__proto__", { value: text, enumerable: true });
    expect(sent(odd, { a: "b" })).toEqual({ a: "b" });
    const own = JSON.parse('{"__proto__":"p","constructor":"c"}') as object;
    expect(JSON.stringify(sent(odd, own))).toBe('{"constructor":"c","__proto__":"p"}');
    const map = { type: "object", additionalProperties: text };
    expect(JSON.stringify(sent(map, own))).toBe('{"__proto__":"p","constructor":"c"}');
  });
});

describe("of schemas that combine", () => {
  test("allOf declares what each of them does", () => {
    const both = { allOf: [ref("User"), { type: "object" }, object({ age: {} })] };
    expect(sent(both, { ...row, age: 7 }, { User: user })).toEqual({ ...clean, age: 7 });
    const twice = { allOf: [object({ a: {} }), object({ a: user })] };
    expect(sent(twice, { a: row })).toEqual({ a: clean });
  });

  test("alternatives declare together what each of them does", () => {
    const either = { anyOf: [user, object({ email: text }), { type: "null" }] };
    expect(sent(either, { ...row, email: "e" })).toEqual({ ...clean, email: "e" });
    expect(sent(either, null)).toBeNull();
    const free = { oneOf: [{ type: "object" }, object({ a: user })] };
    expect(sent(free, { a: row, b: 1 })).toEqual({ a: clean, b: 1 });
    const demanding = object({ id: {} }, { anyOf: [{ required: ["id"] }, { required: ["name"] }] });
    expect(sent(demanding, row)).toEqual(clean);
  });

  const cat = object({ kind: { const: "cat" }, lives: {} }, { required: ["kind"] });
  const dog = object({ kind: { const: "dog" }, tricks: {} }, { required: ["kind"] });
  const pet = { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } };
  const all = { lives: 9, tricks: 2, secret: 1 };

  test.each([
    ["cat", { kind: "cat", lives: 9 }],
    ["dog", { kind: "dog", tricks: 2 }],
    ["cow", { kind: "cow", lives: 9, tricks: 2 }],
  ])("a discriminator chooses: %s", (kind, expected) => {
    expect(sent(pet, { kind, ...all }, { Cat: cat, Dog: dog })).toEqual(expected);
    const own = { ...pet, type: "object", properties: { name: text } };
    const named = { ...expected, name: "a" };
    expect(sent(own, { kind, name: "a", ...all }, { Cat: cat, Dog: dog })).toEqual(named);
  });

  test("what holds under a condition is declared", () => {
    const branches = { if: { a: { const: 1 } }, else: { c: {} } };
    const condition = Object.fromEntries(
      ["if", "then", "else"].map((keyword) => [
        keyword,
        object(keyword === "then" ? { b: {} } : branches[keyword as keyof typeof branches]),
      ]),
    );
    const dependentSchemas = { a: object({ d: {} }) };
    const conditional = object({ a: {} }, { ...condition, dependentSchemas });
    expect(sent(conditional, { a: 1, b: 2, c: 3, d: 4, e: 5 })).toEqual({ a: 1, b: 2, c: 3, d: 4 });
  });

  test("schemas may come back to themselves", () => {
    const Node = object({ name: text, children: { type: "array", items: ref("Node") } });
    const tree = { name: "a", x: 1, children: [{ name: "b", x: 1, children: [] }] };
    const expected = { name: "a", children: [{ name: "b", children: [] }] };
    expect(sent(ref("Node"), tree, { Node })).toEqual(expected);
    const List = { type: "array", items: ref("List") };
    expect(sent(ref("List"), [[[]], [{ a: 1 }]], { List })).toEqual([[[]], [{}]]);
    const A = object({ next: { anyOf: [ref("A"), ref("B")] }, a: {} });
    const B = object({ next: { allOf: [ref("A"), ref("B")] }, b: {} });
    const deep = { a: 1, c: 3, next: { b: 2, c: 3, next: { a: 1, b: 2, c: 3 } } };
    const cut = { a: 1, next: { b: 2, next: { a: 1, b: 2 } } };
    expect(sent(ref("A"), deep, { A, B })).toEqual(cut);
  });
});

describe("as JSON has it", () => {
  test("what has toJSON is what that gives", () => {
    const at = new Date(0);
    const value = { name: at, id: { toJSON: () => 7 } };
    expect(sent(user, value)).toEqual({ name: at.toJSON(), id: 7 });
    expect(sent(user, { toJSON: () => row })).toEqual(clean);
    expect(sent({ type: "array", items: user }, { toJSON: () => [row] })).toEqual([clean]);
    expect(sent({ type: "array", items: text }, [at, "a"])).toEqual([at.toJSON(), "a"]);
    expect(sent(text, at)).toBe(at.toJSON());
  });

  test("undefined, null, NaN and functions are as ever", () => {
    const odd = { id: Number.NaN, name: undefined };
    expect(sent(user, odd)).toEqual({ id: null });
    expect(sent(user, { id: null, name: () => "" })).toEqual({ id: null });
    expect(sent({ type: "array", items: text }, [undefined, null])).toEqual([null, null]);
    expect(sent(user, null)).toBeNull();
    expect(sent(user, undefined)).toBeUndefined();
  });

  test("tuples keep their places", () => {
    const pair = { type: "array", prefixItems: [user, text], items: user };
    expect(sent(pair, [row, "a", row])).toEqual([clean, "a", clean]);
  });

  test("long texts and odd characters are sent as they are", () => {
    const long = '\u2028"\\\ud800'.repeat(50_000);
    expect(sent(user, { name: long })).toEqual({ name: long });
  });
});

test("members without a value are none where a schema counts them", () => {
  const serialize = serializer(namedSchemas({ Value: { ...user, maxProperties: 1 } }), "Value");
  expect(Object.keys(serialize({ id: 1 }) as object)).toEqual(["id"]);
});

test("answers leave out what a description has as written only", async () => {
  const file = `${goldenFolder}/variants/description.yaml`;
  const { model } = buildApiModel(await loadDocument(file));
  const serialize = serializer(NamedSchemas.of(model), "Account");
  const others = [{ id: "2", password: "secret", plan: "free" }];
  const account = { id: "1", password: "secret", others, profile: { name: "Ada", x: 1 } };
  expect(JSON.parse(JSON.stringify(serialize(account)))).toEqual({
    id: "1",
    others: [{ id: "2", plan: "free" }],
    profile: { name: "Ada" },
  });
});

test("lists within lists are sent, in functions that hold few of each other", () => {
  const nested = (levels: number, core: Json): Json =>
    levels === 0 ? core : nested(levels - 1, { type: "array", items: core });
  const listed = (levels: number, core: unknown): unknown =>
    levels === 0 ? core : listed(levels - 1, [core]);
  expect(sent(nested(20, user), listed(20, row))).toEqual(listed(20, clean));
  const compiler = new SerializerCompiler(namedSchemas({ Value: nested(20, user) }));
  const code = JSON.stringify(compiler.partOf("pickValue").declarations);
  expect(code).toContain("list(");
  expect(code).not.toMatch(/(list\(value, \(value\) => ){4}/);
});
