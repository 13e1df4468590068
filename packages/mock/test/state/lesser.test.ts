import { expect, test } from "vitest";
import { lesserOf } from "../../src/state/lesser.ts";

test("an object is lesser by one member at a time, however deep", () => {
  const value = { login: { user: "ana", token: "secret" }, urls: ["a"] };
  expect(lesserOf(value)).toEqual([
    { login: { token: "secret" }, urls: ["a"] },
    { login: { user: "ana" }, urls: ["a"] },
    { login: { user: "ana", token: "secret" } },
  ]);
});

test("what is no object cannot be lesser", () => {
  for (const value of ["text", 1, null, undefined, ["a"], {}]) expect(lesserOf(value)).toEqual([]);
});

test("an object of many members is not tried without each of them", () => {
  const names = Array.from({ length: 100 }, (_, index) => [`member${index}`, index]);
  expect(lesserOf(Object.fromEntries(names))).toHaveLength(16);
});
