import { expect, test } from "vitest";
import { compareWeights, recordWeights } from "../weights/compare.ts";

const name = "one operation, bytes";
const line = (value: number, why = "") => ({ [name]: { value, why } });

test("a weight within 2 % of its line is nothing to report", () => {
  for (const value of [980, 1000, 1020])
    expect(compareWeights([{ name, value }], line(1000))).toEqual([]);
});

test("growth above 2 % fails until its line has changed", () => {
  const measured = [{ name, value: 1021 }];
  expect(compareWeights(measured, line(1000))).toEqual([
    {
      message: `${name}: from 1000 to 1021, +2.1 %; say what it is for (npm run weights -- --write --why "…")`,
      isFault: true,
    },
  ]);
  expect(compareWeights(measured, line(1021, "Retries."))).toEqual([]);
});

test("what was nothing may not become something", () => {
  expect(compareWeights([{ name, value: 1 }], line(0))).toMatchObject([{ isFault: true }]);
  expect(compareWeights([{ name, value: 0 }], line(0))).toEqual([]);
});

test("shrinking by more than 2 % asks to write it down, and is no fault", () => {
  expect(compareWeights([{ name, value: 979 }], line(1000))).toEqual([
    {
      message: `${name}: from 1000 to 979, -2.1 %; write it down (npm run weights -- --write)`,
      isFault: false,
    },
  ]);
});

test("a weight without a line fails, and a line without a weight", () => {
  expect(compareWeights([{ name, value: 1 }], {})).toMatchObject([{ isFault: true }]);
  expect(compareWeights([], line(1))).toMatchObject([{ isFault: true }]);
});

test("a weight that depends on the machine is neither compared nor recorded", () => {
  const measured = [{ name, value: 1, isHeld: false }];
  expect(compareWeights(measured, {})).toEqual([]);
  expect(recordWeights(measured, {})).toEqual({});
});

test("growth is recorded with what it is for, and not without", () => {
  const measured = [{ name, value: 1100 }];
  expect(recordWeights(measured, line(1000), "Retries.")).toEqual(line(1100, "Retries."));
  expect(() => recordWeights(measured, line(1000))).toThrow(`${name} grew by +10.0 %`);
});

test("a weight that shrank no longer says why it grew", () => {
  expect(recordWeights([{ name, value: 900 }], line(1000, "Retries."))).toEqual(line(900));
});

test("a weight within 2 % keeps its line, so that small growths add up", () => {
  const recorded = line(1000, "Retries.");
  expect(recordWeights([{ name, value: 1019 }], recorded)).toEqual(recorded);
});
