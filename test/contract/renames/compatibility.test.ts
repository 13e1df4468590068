import { join } from "node:path";
import { verifyCompatibility } from "@openapi-packages/verify";
import { expect, it } from "vitest";

const specOf = (version: string): string => join(import.meta.dirname, `${version}.yaml`);

it("finds no request of before that a server of today refuses or does not look at", async () => {
  const { failures } = await verifyCompatibility({
    base: specOf("before"),
    head: specOf("after"),
    compatibility: "backward",
  });
  const ofRequests = failures.filter(({ check }) => check !== "incompatible-answer");
  expect(ofRequests.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  // What is answered has today's names alone, unless a server sends both.
  expect(failures.length).toBeGreaterThan(0);
});
