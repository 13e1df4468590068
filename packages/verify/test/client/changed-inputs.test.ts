import { expect, test } from "vitest";
import { copyOf } from "../../src/wire/copy-of.ts";
import { verifyNotes } from "./support.ts";

/** Empties a value in place, with all that it has. */
function empty(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const name of Object.keys(value)) {
    empty(Reflect.get(value, name));
    Reflect.deleteProperty(value, name);
  }
}

test("a client that empties each input, once it is sent, is found for that alone, and spoils no other case", async () => {
  const { failures, errors, cases } = await verifyNotes({ draft: (_, input) => empty(input) });
  expect(failures.map(({ check, operationIds }) => [check, operationIds?.length])).toEqual([
    ["changed-input", 4],
  ]);
  expect(failures[0]?.message).toContain("CreateNote changes body of the input");
  expect(errors).toEqual([]);
  expect(cases).toBeGreaterThan(50);
});

test("a copy has nothing that can be changed in common with its original, and files as they are", () => {
  const file = new File(["a"], "a.txt");
  const original = {
    list: [{ name: "a" }],
    date: new Date(0),
    bytes: new Uint8Array([1]),
    buffer: new Uint8Array([2]).buffer,
    file,
  };
  const copy = copyOf(original);
  expect(copy).toEqual(original);
  copy.list[0] = { name: "b" };
  copy.date.setTime(1);
  copy.bytes[0] = 9;
  new Uint8Array(copy.buffer)[0] = 9;
  expect(original).toMatchObject({ list: [{ name: "a" }], date: new Date(0) });
  expect([...original.bytes, ...new Uint8Array(original.buffer)]).toEqual([1, 2]);
  expect(copy.file).toBe(file);
});
