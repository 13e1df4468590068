import { expect, it } from "vitest";
import { SecretPlaces } from "../../../../packages/compiler/src/compile/descriptors/secret-places.ts";
import type { Json, JsonObject } from "../../../../packages/description/src/json/json.ts";

const secret = { type: "string", format: "password" };
const to = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });

/** Each refers to the next twice: as many ways as there are numbers of twenty digits in binary. */
const doubled = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [
    `Level${index}`,
    object({ a: to(`Level${index + 1}`), b: to(`Level${index + 1}`) }),
  ]),
);

const document: JsonObject = {
  components: {
    schemas: {
      Secret: secret,
      Node: object({ code: to("Secret"), next: to("Node"), codes: { items: secret } }),
      Left: object({ right: to("Right") }),
      Right: object({ left: to("Left"), pin: secret }),
      Open: { ...object({ self: to("Open") }), additionalProperties: secret },
      Text: object({
        self: to("Text"),
        json: { contentSchema: object({ inner: secret }) },
      }),
      Blank: object({ "": secret, a: secret, self: to("Blank") }),
      Harmless: object({ self: to("Harmless"), name: { type: "string" } }),
      ...doubled,
      Level20: object({ deep: secret }),
    },
  },
};

it.each<[string, Json, string[]]>([
  ["nothing", {}, []],
  ["a schema that is true", true, []],
  ["a password", secret, [""]],
  ["what is written only", { writeOnly: true }, [""]],
  ["what is marked", { "x-sensitive": true }, [""]],
  ["what is marked as none", { "x-sensitive": false, writeOnly: false }, []],
  ["a reference", { ...to("Secret"), description: "A pin." }, [""]],
  ["a mark beside a reference", { ...to("Harmless"), "x-sensitive": true }, [""]],
  ["members", object({ a: secret, b: { type: "string" }, "c/~": secret }), ["/a", "/c~1~0"]],
  ["items", { prefixItems: [secret], items: object({ a: secret }) }, ["/*", "/*/a"]],
  ["other members", { additionalProperties: to("Secret") }, ["/*"]],
  ["members by pattern", { patternProperties: { "^x": secret } }, ["/*"]],
  [
    "alternatives",
    { oneOf: [object({ a: secret })], anyOf: [object({ b: secret })], if: object({ c: secret }) },
    ["/a", "/b", "/c"],
  ],
  ["parts", { allOf: [object({ a: secret }), { allOf: [object({ b: secret })] }] }, ["/a", "/b"]],
  ["what may not be", { not: object({ a: secret }), propertyNames: secret }, []],
  ["JSON in a text", object({ a: { contentSchema: object({ b: secret }) } }), ["/a"]],
  ["itself", to("Node"), ["**/code", "**/codes"]],
  ["itself by way of another", to("Left"), ["**/pin"]],
  ["itself, its secret without a name", to("Open"), ["/self", "/*"]],
  ["itself, its secret in a text", to("Text"), ["**/json"]],
  [
    "itself, in a member without letters",
    object({ b: to("Blank"), c: secret }),
    ["**/", "**/a", "/c"],
  ],
  ["itself, without a secret", to("Harmless"), []],
  ["more places than are worth listing", to("Level0"), ["**/deep"]],
])("the secrets of %s are found", (_, schema, places) => {
  expect(new SecretPlaces(document).of(schema)).toEqual(places);
});

it("are the same whatever was looked at before", () => {
  const places = new SecretPlaces(document);
  places.of(to("Right"));
  expect(places.of(object({ a: to("Left"), b: secret }))).toEqual(["**/pin", "/b"]);
});

it("are looked for once in each schema of many that refer to each other", () => {
  const names = Array.from({ length: 30 }, (_, index) => `Schema${index}`);
  const all = object(Object.fromEntries(names.map((name) => [`to${name}`, to(name)])));
  let reads = 0;
  const schemas = new Proxy<JsonObject>(Object.fromEntries(names.map((name) => [name, all])), {
    get: (target, name) => {
      reads++;
      return Reflect.get(target, name) as Json;
    },
  });
  const places = new SecretPlaces({ components: { schemas } });
  for (const name of names) expect(places.of(to(name))).toEqual([]);
  expect(reads).toBe(names.length);
});
