import { expect, test } from "vitest";
import { Agenda } from "../../src/state/agenda.ts";
import type { MockRecord } from "../../src/state/record.ts";

test("an agenda gives the earliest first, and of those at one time what was added first", () => {
  const agenda = new Agenda();
  const dues = Array.from({ length: 200 }, (_, index) => (index * 7919) % 50);
  for (const due of dues) agenda.add({} as MockRecord, 0, due);
  const taken = dues.map(() => agenda.take() ?? { due: NaN, number: NaN });
  const expected = taken.toSorted((one, other) => one.due - other.due || one.number - other.number);
  expect(taken).toEqual(expected);
  expect(new Set(taken.map(({ number }) => number)).size).toBe(200);
  expect(agenda.due).toBe(Infinity);
  expect(agenda.take()).toBeUndefined();
});
