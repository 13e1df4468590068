import { expect, test } from "vitest";
import { methodCases } from "../src/server/cases/methods/method-cases.ts";
import { verifiedShelter, type Fault } from "./shelter.ts";

/** Answers requests of a method in its own way. */
const toMethod =
  (method: string, answer: () => Response): Fault =>
  (request) =>
    request.method === method ? answer() : undefined;

const allowing = (allow?: string): Response =>
  new Response(null, { status: 405, headers: allow === undefined ? {} : { allow } });

test("a server that has the methods of its description, and says which, has no failure", async () => {
  const report = await verifiedShelter(methodCases);
  expect(report).toMatchObject({ cases: 7, failures: [], errors: [], leftOut: [] });
});

test.each([
  ["takes a method", "undocumented-method", "200", () => new Response(null, { status: 200 })],
  ["fails over a method", "server-error", "500", () => new Response(null, { status: 500 })],
  ["refuses a method and says that it has it", "allow", "has PUT", () => allowing("GET, PUT")],
])("finds a server that %s", async (_, check, words, answer) => {
  const { failures } = await verifiedShelter(methodCases, toMethod("PUT", answer));
  expect(failures.map((one) => [one.check, one.id])).toEqual([
    [check, "ListAnimals/methods/PUT@0"],
    [check, "GetAnimal/methods/PUT@0"],
  ]);
  expect(failures[0]?.message).toContain(words);
  expect(failures[0]?.pointer).toBe("/paths/~1animals");
});

test("reports once that a service does not say which methods there are", async () => {
  const { failures } = await verifiedShelter(
    methodCases,
    toMethod("PUT", () => allowing()),
  );
  expect(failures).toMatchObject([
    { check: "allow", id: "ListAnimals/methods/PUT@0", alsoIn: ["GetAnimal/methods/PUT@0"] },
  ]);
  expect(failures[0]?.message).toBe(
    "a 405 has no header Allow, in 2 operations (ListAnimals, GetAnimal): " +
      "answers 405 to PUT /animals without the header Allow",
  );
});

test.each([
  ["404", () => new Response(null, { status: 404 })],
  ["501", () => new Response(null, { status: 501 })],
  ["an empty Allow", () => allowing("")],
  ["a redirect", () => new Response(null, { status: 302, headers: { location: "/login" } })],
])("does not call it a failure to answer with %s", async (_, answer) => {
  const { failures } = await verifiedShelter(methodCases, toMethod("PUT", answer));
  expect(failures).toEqual([]);
});

test("leaves HEAD, OPTIONS and TRACE alone, which HTTP itself rules", async () => {
  const sent = new Set<string>();
  await verifiedShelter(methodCases, (request) => {
    sent.add(request.method);
    return undefined;
  });
  expect([...sent].toSorted()).toEqual(["DELETE", "GET", "PATCH", "POST", "PUT"]);
});

test("sends nothing to a path whose operation is to be left alone", async () => {
  const report = await verifiedShelter(methodCases, undefined, {
    expectations: { leaveAlone: ["ListAnimals", "GetAnimal"] },
  });
  expect(report).toMatchObject({ exchanges: 0, failures: [] });
  expect(report.leftOut).toHaveLength(7);
});
