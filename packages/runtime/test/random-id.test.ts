import { expect, test, vi } from "vitest";
import { randomId } from "../src/random-id.ts";

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test("an id is a UUID, also on a page without `crypto.randomUUID`", () => {
  expect(randomId()).toMatch(uuid);
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal("crypto", { getRandomValues });
  try {
    const ids = new Set(Array.from({ length: 100 }, randomId));
    expect(ids.size).toBe(100);
    for (const id of ids) expect(id).toMatch(uuid);
  } finally {
    vi.unstubAllGlobals();
  }
});
