import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { distinctNames, type NameClaim } from "../../../src/load/name/distinct-names.ts";
import { isObject, type Json, type JsonObject } from "../../../src/json/json.ts";
import { attemptDocument } from "../../../../../generator/test/hostile/attempt.ts";
import { Workspace } from "../../../../../generator/test/hostile/workspace.ts";
import { described, done, named, paths } from "./naming.ts";

/** Words of few letters, so that most of them collide with others. */
const word = fc.stringMatching(/^[aAbB][aA2_ -]{0,3}$/);

/** The same object with its members the other way round, all the way down. */
function reversed(value: Json): Json {
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member)] as const);
  return Object.fromEntries(members.toReversed());
}

describe("any names", () => {
  it("are told apart by everything that is called after them, in whatever order they come", () => {
    const words = fc.uniqueArray(word, { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(
        words,
        fc.array(word, { minLength: 1, maxLength: 8 }),
        words,
        (schemas, ids, tags) => {
          const description = described({
            paths: paths(ids, (index) => tags[index % tags.length] ?? ""),
            components: {
              schemas: Object.fromEntries(schemas.map((name) => [name, { enum: [name] }])),
            },
          });
          const { places, groups, errors, schemas: types } = named(description);
          expect(errors).toEqual([]);
          expect(new Set(types).size).toBe(schemas.length);
          const files = Object.values(groups).map(([, file = ""]) => file.toLowerCase());
          expect(new Set(files).size).toBe(files.length);
          for (const index of [0, 1]) {
            const values = Object.values(places).map(
              (names) => names.split(/ (?=\w+$)/)[index] ?? "",
            );
            expect(
              new Set(index === 1 ? values.map((one) => one.toLowerCase()) : values).size,
            ).toBe(ids.length);
          }
          const other = named(reversed(description) as JsonObject);
          expect({ places: other.places, groups: other.groups }).toEqual({ places, groups });
          expect(other.schemas.toSorted()).toEqual(types.toSorted());
        },
      ),
      { numRuns: 200, seed: 11 },
    );
  });

  it("with a number behind them are no other's", () => {
    const claims = fc
      .uniqueArray(fc.stringMatching(/^[aA]2{0,3}$/), { minLength: 1 })
      .map((names) =>
        names.map((raw): NameClaim => ({
          stem: raw.toLowerCase(),
          raw,
          name: raw.toLowerCase(),
          rank: 1,
          what: raw,
          pointer: raw,
        })),
      );
    fc.assert(
      fc.property(claims, (all) => {
        const names = [...distinctNames(all, (name) => [name]).values()].map(({ name }) => name);
        expect(new Set(names).size).toBe(all.length);
        for (const { name } of all) expect(names).toContain(name);
      }),
      { numRuns: 100, seed: 3 },
    );
  });
});

/** The packages' files as a file system has them that does not tell capitals apart. */
const files: string[] = [];
const workspace = new Workspace("names-colliding");

/** Collisions of every kind at once; what refers to the schemas has to find them. */
function colliding(): JsonObject {
  const json = (name: string): object => ({
    content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  const names = ["pet", "Pet", "PET", "p-et", "P_et", "Pet2", "用户", "_", "!"];
  const ids = [
    ...names,
    "delete",
    "delete_",
    "con",
    "con_",
    "fooExample",
    "mockFoo",
    "getURL",
    "getUrl",
  ];
  const operations = ids.map((operationId, index) => {
    const schema = json(names[index % names.length] ?? "");
    const tags = [
      ["Pet shops", "pet-shops", "PetShops", "http", "index", "webhook receiver"][index % 6],
    ];
    const responses = { "200": { description: "Done.", ...schema } };
    return [`/${index}`, { post: { operationId, tags, requestBody: schema, responses } }];
  });
  const schemas = names.map((name, index) => {
    const self = { $ref: `#/components/schemas/${name}` };
    const id = { type: "string", readOnly: true };
    const kind = { type: "string", enum: [name, "other"], "x-enum-varnames": ["Own", "Other"] };
    const object = { type: "object", required: ["id", "kind"], properties: { id, kind, self } };
    return [name, index % 3 === 2 ? { enum: ["a", "b"] } : object];
  });
  return described({
    paths: Object.fromEntries(operations),
    webhooks: { event: { post: { operationId: "pet", responses: done } } },
    components: { schemas: Object.fromEntries(schemas) },
  });
}

beforeAll(async () => {
  const outcome = attemptDocument(colliding(), "@colliding");
  if (!("files" in outcome)) throw outcome.refused;
  files.push(...outcome.files.map(({ path }) => path.toLowerCase()));
  await workspace.install("colliding", outcome.files);
});

it("packages of names that collide have a file for each, compile and load", async () => {
  expect(new Set(files).size).toBe(files.length);
  expect(await workspace.compile()).toBe("");
  expect(await workspace.load()).toEqual({ fired: [], failed: [], isClean: true });
});
