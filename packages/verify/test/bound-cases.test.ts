import type { Json } from "@openapi-packages/description";
import { refusedAtBound } from "../src/server/cases/bounds/beside-bound.ts";
import { expect, test } from "vitest";
import { boundCases } from "../src/server/cases/bounds/bound-cases.ts";
import {
  lenientAbout,
  lenientAboutQuery,
  membersOf,
  verifiedShelter,
  type Fault,
} from "./shelter.ts";

test("a server that keeps to the bounds of its description has no failure", async () => {
  const report = await verifiedShelter(boundCases);
  expect(report).toMatchObject({ failures: [], errors: [], leftOut: [], notRun: 0 });
  expect(report.cases).toBeGreaterThan(10);
});

test("tries none, one, the fewest and the most of what is bounded", async () => {
  const sent = new Set<unknown>();
  await verifiedShelter(boundCases, async (request) => {
    const body = await membersOf(request);
    if (typeof body?.["name"] === "string") sent.add(Array.from(body["name"]).length);
    return undefined;
  });
  expect([0, 2, 12].every((length) => sent.has(length))).toBe(true);
});

test("sends no value at a bound again that was taken with those of other members", async () => {
  const countOf = async (fault?: Fault): Promise<number> => {
    let count = 0;
    await verifiedShelter(boundCases, async (request, ...others) => {
      if (request.method === "POST") count += 1;
      return fault?.(request, ...others);
    });
    return count;
  };
  const refusesBoth = refusing(({ name, age }) => name !== "Leo" && age === 0, "not both");
  expect(await countOf()).toBeLessThan((await countOf(refusesBoth)) - 2);
});

/** Refuses what it means with words about the name. */
const refusing =
  (isMeant: (body: Record<string, unknown>) => boolean, message: string): Fault =>
  async (request) => {
    const body = await membersOf(request);
    return request.method === "POST" && body !== undefined && isMeant(body)
      ? Response.json({ message }, { status: 400 })
      : undefined;
  };

test.each([
  [
    "texts of the greatest length",
    "body/name/length-12",
    "maxLength",
    refusing(({ name }) => String(name).length === 12, "name: must be shorter than 12 characters"),
  ],
  [
    "characters as units of UTF-16",
    "body/name/length-12-of-characters-beyond-U+FFFF",
    "maxLength",
    refusing(({ name }) => String(name).length > 12, "name is too long"),
  ],
  [
    "the greatest number",
    "body/age/at-maximum",
    "maximum",
    refusing(({ age }) => age === 100, "age must be less than 100"),
  ],
  [
    "the most items",
    "body/colours/items-4",
    "maxItems",
    refusing(
      ({ colours }) => Array.isArray(colours) && colours.length === 4,
      "colours must have at most 3 items",
    ),
  ],
])("finds a server that refuses %s", async (_, id, rule, fault) => {
  const { failures } = await verifiedShelter(boundCases, fault);
  expect(failures).toMatchObject([
    {
      id: `AddAnimal/bounds/${id}@0`,
      check: "accepts-valid",
      pointer: expect.stringContaining(rule),
    },
  ]);
});

test("finds a server that takes what is beyond a bound by more than one", async () => {
  const lenient = lenientAbout((body) => {
    if (body["name"] === "") body["name"] = "None";
  });
  const { failures } = await verifiedShelter(boundCases, lenient);
  expect(failures).toMatchObject([
    { id: "AddAnimal/bounds/body/name/length-0@0", check: "takes-invalid" },
  ]);
});

test("says nothing of a refusal that a rule of the service may be the reason for", async () => {
  const taken = refusing(({ name }) => name === "Leo".padEnd(12, "o"), "name is taken already");
  expect((await verifiedShelter(boundCases, taken)).failures).toEqual([]);
  expect((await verifiedShelter(boundCases, lenientAboutQuery("limit"))).failures).toEqual([]);
});

test.each([
  [
    "the greatest number",
    "body/age/at-maximum",
    "with 400, and takes 99",
    refusing(({ age }) => age === 100, "no"),
  ],
  [
    "texts of the greatest length",
    "body/name/length-12",
    "with 400, and takes",
    refusing(({ name }) => String(name).length === 12, "no"),
  ],
  [
    "texts that are too long in bytes",
    "body/name/length-12-of-characters-beyond-U+FFFF",
    "with 400, and takes",
    refusing(({ name }) => Buffer.byteLength(String(name)) > 12, "no"),
  ],
])("finds a server that refuses %s alone, without a word of it", async (_, id, words, fault) => {
  const { failures } = await verifiedShelter(boundCases, fault);
  expect(failures).toMatchObject([
    {
      id: `AddAnimal/bounds/${id}@0`,
      check: "accepts-valid",
      message: expect.stringContaining(words),
    },
  ]);
});

test.each([
  ["numbers beside the bound too", refusing(({ age }) => Number(age) >= 99, "no")],
  ["all texts of other characters", refusing(({ name }) => /[^ -~]/.test(String(name)), "no")],
])("says nothing of a server that refuses %s", async (_, fault) => {
  expect((await verifiedShelter(boundCases, fault)).failures).toEqual([]);
});

test("says nothing of numbers of several items, whose sum may have a limit", async () => {
  const line = { count: 1, size: "small" };
  const send = async (): Promise<never> => {
    throw new Error("nothing is to be sent");
  };
  const at = (value: Json, tokens: readonly string[], lines: readonly object[]) =>
    refusedAtBound({ value, inside: [6, 7], input: { body: { lines } }, tokens, send });
  expect(await at(8, ["lines", "0", "count"], [line, line])).toBe(undefined);
  expect(await at([line, line, line], ["lines"], [line, line, line])).toBe(undefined);
  await expect(at(8, ["lines", "0", "count"], [line])).rejects.toThrow(/nothing/);
  await expect(at(["a", "b"], ["tags"], [])).rejects.toThrow(/nothing/);
});

test("says nothing of a number that is used up", async () => {
  let rest = 199;
  const limited: Fault = async (request) => {
    const body = await membersOf(request);
    if (request.method !== "POST" || typeof body?.["age"] !== "number") return undefined;
    const isEnough = body["age"] <= rest;
    if (isEnough) rest -= body["age"];
    return isEnough ? undefined : Response.json({ message: "no" }, { status: 400 });
  };
  expect((await verifiedShelter(boundCases, limited)).failures).toEqual([]);
});
