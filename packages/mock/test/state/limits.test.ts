import { describe, expect, test } from "vitest";
import { Agenda } from "../../src/state/agenda.ts";
import { createMockEngine } from "../../src/create-mock.ts";
import type { MockLimits } from "../../src/limits.ts";
import type { MockRecord } from "../../src/state/record.ts";
import { ResourceStore } from "../../src/state/store.ts";
import { shop } from "../node/shop.ts";
import { mocked } from "./harness.ts";
import { shelfId } from "./library-ids.ts";

const remembering = (limits: Partial<MockLimits>, description = shop) =>
  createMockEngine(description, { limits });

const titles = (mock: ReturnType<typeof remembering>): string[] =>
  (mock.state.list("Book") as { title: string }[]).map(({ title }) => title);

async function create(mock: ReturnType<typeof remembering>, title: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const sent = { method: "POST", headers, body: JSON.stringify({ title }) };
  await (await mock.fetch("/books", sent)).text();
}

describe("what is over a limit goes, the oldest first", () => {
  test("of records, before those of the examples", async () => {
    const mock = remembering({ resourceRecords: 3 });
    for (const title of ["1", "2", "3", "4"]) await create(mock, title);
    expect(titles(mock)).toEqual(["Dune", "3", "4"]);
    expect(mock.usage()).toMatchObject({ records: 3, evicted: 2 });
  });

  test("of all records together, of the resource that has most", () => {
    const { state } = mocked({ limits: { records: 12 } });
    const shelf = state.get("Shelf", shelfId) as object;
    const shelves = state.list("Shelf").length;
    for (let number = 0; number < 40; number += 1)
      state.put("Shelf", { ...shelf, shelf_id: `s${number}`, name: `Shelf ${number}` });
    const { records } = state.usage;
    expect(records).toBe(12);
    expect(state.get("Shelf", shelfId)).toMatchObject(shelf);
    const names = (state.list("Shelf") as { name: string }[]).slice(shelves);
    expect(names.at(-1)).toMatchObject({ name: "Shelf 39" });
    expect(names[0]).toMatchObject({ name: `Shelf ${40 - names.length}` });
  });

  test("of bytes, those that were changed and their contents among them", async () => {
    const mock = remembering({ stateBytes: 5000 });
    for (const title of ["1", "2", "3"]) await create(mock, title.repeat(1000));
    expect(titles(mock).map((title) => title.length)).toEqual([4, 1000, 1000, 1000]);
    mock.state.put("Book", { book_id: "b1", title: "x".repeat(3000) });
    expect(titles(mock).map((title) => title.length)).toEqual([3000, 1000]);
    await create(mock, "y".repeat(9000));
    expect(titles(mock).map((title) => title.length)).toEqual([9000]);
    expect(mock.usage()).toMatchObject({ records: 1, evicted: 4 });
    expect(mock.usage().stateBytes).toBeGreaterThan(9000);
    mock.reset();
    expect(titles(mock)).toEqual(["Dune"]);
    expect(mock.usage().stateBytes).toBeLessThan(1000);
  });

  test("of what was put to signed addresses", async () => {
    const { state, send } = mocked({ limits: { contentBytes: 100, stateBytes: 100_000 } });
    const path = "/__mock/contents/";
    await send(`POST /shelves/${shelfId}/files`, { name: "porto.md" });
    const signed = await send(`POST /shelves/${shelfId}/file-urls/porto.md`, { operation: "PUT" });
    const address = (signed.body as { url: string }).url;
    const url = address.slice(address.indexOf(path));
    const put = (length: number) =>
      send(`PUT ${url}`, undefined, { body: new Uint8Array(length), headers: {} });
    const before = state.usage.bytes;
    expect((await put(101)).status).toBe(413);
    expect((await put(100)).status).toBe(200);
    expect(state.usage.bytes - before).toBeGreaterThanOrEqual(100);
    expect((await put(0)).status).toBe(200);
    expect(state.usage.bytes - before).toBeLessThan(100);
  });

  test("with what is below it", async () => {
    const { state, get } = mocked({ limits: { resourceRecords: 4 } });
    const shelves = () => state.list("Shelf") as { shelf_id: string }[];
    const made = await get("POST /shelves", { name: "First" });
    const first = String(made["shelf_id"]);
    for (const book of state.list("Book") as { id: string }[]) state.remove("Book", book.id);
    await get(`POST /shelves/${first}/books`, { title: "Below" });
    expect(state.list("Book")).toHaveLength(1);
    for (let number = 0; number < 6; number += 1) await get("POST /shelves", { name: "Next" });
    expect(shelves()).toHaveLength(4);
    expect(shelves().map((one) => one.shelf_id)).not.toContain(first);
    expect(state.list("Book")).toEqual([]);
  });

  test("of a snapshot that is taken up", () => {
    const mock = remembering({ resourceRecords: 2 });
    const record = (id: string) => ({ scope: {}, value: { book_id: id, title: id } });
    mock.restore({ version: 1, records: { Book: ["1", "2", "3"].map(record) } });
    expect(titles(mock)).toEqual(["2", "3"]);
  });
});

test("of keys that were deleted the first are forgotten", () => {
  const { Book } = shop.state?.resources ?? {};
  const resources = { Book: { ...(Book as object), isOpen: true } } as never;
  const state = { operations: shop.state?.operations ?? {}, resources };
  const mock = remembering({ resourceRecords: 5 }, { ...shop, state });
  for (let number = 0; number < 20; number += 1) {
    mock.state.put("Book", { book_id: `k${number}`, title: "x" });
    mock.state.remove("Book", `k${number}`);
  }
  expect(mock.snapshot().deleted?.["Book"]).toEqual(["k15", "k16", "k17", "k18", "k19"]);
});

test("what is removed is counted no more", () => {
  const { state } = mocked();
  const shelf = state.get("Shelf", shelfId) as object;
  state.put("Shelf", { ...shelf, shelf_id: "s" });
  state.remove("Shelf", "s");
  const before = state.usage;
  for (let number = 0; number < 5; number += 1) {
    state.put("Shelf", { ...shelf, shelf_id: "s", name: "x".repeat(100) });
    state.remove("Shelf", "s");
  }
  expect(state.usage).toEqual(before);
});

test("what is removed holds no value, though it is in the order for a while", () => {
  const { Book } = shop.state?.resources ?? {};
  const store = new ResourceStore("Book", Book as never, false);
  const contents = { type: "text/plain", bytes: new Uint8Array(5) };
  const records = ["1", "2", "3"].map(
    (key, order) =>
      ({
        key,
        order,
        resource: "Book",
        value: { title: key },
        contents,
        isGone: false,
      }) as never as MockRecord,
  );
  for (const record of records) store.add(record);
  store.remove(records[0] as MockRecord);
  const { isGone, value, contents: left } = records[0] as MockRecord;
  expect([isGone, value, left]).toEqual([true, {}, undefined]);
  expect(store.all()).toEqual(records.slice(1));
  expect(store.size).toBe(2);
});

test("an agenda throws away what has become void", () => {
  const agenda = new Agenda();
  const live = { isGone: false, since: 0 } as MockRecord;
  for (let number = 0; number < 100_000; number += 1) {
    const record = { isGone: false, since: 0 } as MockRecord;
    agenda.add(record, 0, 10 + number);
    if (number % 2 === 0) record.isGone = true;
    else record.since = undefined;
  }
  agenda.add(live, 0, 5);
  expect(agenda.size).toBeLessThan(2000);
  expect(agenda.take()?.record).toBe(live);
});

test("rules of faults are refused where there are too many", () => {
  const mock = remembering({ faultRules: 2 });
  const rule = { operation: "GetBook", status: 404 };
  for (const _ of [1, 2]) mock.faults.add(rule);
  expect(() => mock.faults.add(rule)).toThrow("there are 2 rules already");
});

test("a limit is a whole number from 1, and one that there is", () => {
  for (const records of [0, -1, 1.5, NaN, "5" as never])
    expect(() => remembering({ records })).toThrow("the limit records must be a whole number");
  expect(() => remembering({ recrods: 5 } as never)).toThrow(
    "there is no limit recrods; there are",
  );
});
