import { describe, expect, test } from "vitest";
import { mocked } from "./harness.ts";
import { shelfId } from "./library.ts";

const record = { scope: {}, value: { shelf_id: shelfId } };
const wrong: readonly (readonly [string, unknown])[] = [
  ["the snapshot must be an object", []],
  ["the snapshot's /version must be 1", { version: 2, records: {} }],
  ["the snapshot's /records must be an object", { version: 1 }],
  ["the snapshot's /records/Shelf must be a list", { version: 1, records: { Shelf: {} } }],
  ["/records/Shelf/0/scope must be an object", { version: 1, records: { Shelf: [{ value: {} }] } }],
  [
    "/records/Shelf/0/scope/a~1b must be text",
    { version: 1, records: { Shelf: [{ ...record, scope: { "a/b": 1 } }] } },
  ],
  [
    "/records/Shelf/1/value must have shelf_id",
    { version: 1, records: { Shelf: [record, { scope: {}, value: {} }] } },
  ],
  [
    "/records/Shelf/0/since must be a number",
    { version: 1, records: { Shelf: [{ ...record, since: "x" }] } },
  ],
  [
    "/records/Shelf/0/passed must be a whole number from 0",
    { version: 1, records: { Shelf: [{ ...record, passed: -1 }] } },
  ],
  [
    "/records/Shelf/0/contents/base64 must be Base64",
    { version: 1, records: { Shelf: [{ ...record, contents: { type: "a/b", base64: "*" } }] } },
  ],
  ["/deleted/Shelf must be a list of texts", { version: 1, records: {}, deleted: { Shelf: [1] } }],
  ["/made must be a whole number from 0", { version: 1, records: {}, made: 0.5 }],
];

describe("a snapshot", () => {
  test("is JSON, and takes back all that has changed", async () => {
    const { state, get, send } = mocked();
    const before = state.snapshot();
    expect(JSON.parse(JSON.stringify(before))).toEqual(before);
    await get("POST /shelves", { name: "New" });
    await send(`DELETE /shelves/${shelfId}`);
    state.restore(before);
    expect(state.snapshot()).toEqual(before);
    expect(await get(`GET /shelves/${shelfId}`)).toMatchObject({ name: "Travel" });
  });

  test("is not changed by what happens later", async () => {
    const { state, get } = mocked();
    const before = state.snapshot();
    const text = JSON.stringify(before);
    await get(`PATCH /shelves/${shelfId}`, { name: "Changed", labels: [] });
    expect(JSON.stringify(before)).toBe(text);
  });

  test.each(wrong)("is refused: %s", (message, given) => {
    const { state } = mocked();
    const before = state.snapshot();
    expect(() => state.restore(given)).toThrow(TypeError);
    expect(() => state.restore(given)).toThrow(message);
    expect(state.snapshot()).toEqual(before);
    expect(() => mocked({ start: given as never })).toThrow(message);
  });

  test("hands on records of resources that the description does not have", () => {
    const { state } = mocked();
    const other = { scope: {}, value: { any: 1 } };
    state.restore({ version: 1, records: { Other: [other] } });
    expect(state.snapshot().records).toEqual({ Other: [other] });
    state.reset();
    expect(state.snapshot().records).not.toHaveProperty("Other");
  });
});

describe("the start", () => {
  test("is what the examples show, nothing, or a snapshot, and comes back by a reset", async () => {
    const examples = mocked();
    expect(examples.state.list("Shelf")).toHaveLength(1);
    await examples.send(`DELETE /shelves/${shelfId}`);
    examples.state.reset();
    expect(await examples.get(`GET /shelves/${shelfId}/books`)).toHaveLength(1);
    const empty = mocked({ start: "empty" });
    expect(empty.state.snapshot()).toEqual({ version: 1, records: {} });
    await empty.get("POST /shelves", { name: "New" });
    const taken = mocked({ start: empty.state.snapshot() });
    const { version } = taken.state;
    await taken.get("POST /shelves", { name: "More" });
    expect(taken.state.version).toBeGreaterThan(version);
    taken.state.reset();
    expect(taken.state.list("Shelf")).toMatchObject([{ name: "New" }]);
    const again = await taken.get("POST /shelves", { name: "More" });
    taken.state.reset();
    expect(await taken.get("POST /shelves", { name: "More" })).toEqual(again);
  });
});

test("resources that are named like a prototype are handed on, and are no prototype", () => {
  const { state } = mocked();
  const records = '{"__proto__":[{"scope":{},"value":{"isAdmin":true}}],"constructor":[]}';
  state.restore({ version: 1, records: JSON.parse(records) as object });
  expect(Reflect.get({}, "isAdmin")).toBeUndefined();
  const after = JSON.stringify(state.snapshot().records);
  expect(JSON.parse(after)).toMatchObject(JSON.parse(records) as object);
  expect(after).toContain('"__proto__":[{');
  const value = JSON.parse('{"__proto__":{"isAdmin":true},"id":"x"}') as object;
  const scope = JSON.parse('{"__proto__":"x"}') as Record<string, string>;
  state.restore({ version: 1, records: { Book: [{ scope, value }] } });
  expect(Reflect.get({}, "isAdmin")).toBeUndefined();
});
