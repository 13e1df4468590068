import { expect, test } from "vitest";
import { invalidCases } from "../src/server/cases/invalid/invalid-cases.ts";
import {
  lenientAbout,
  lenientAboutQuery,
  membersOf,
  verifiedShelter,
  withBody,
  type Fault,
} from "./shelter.ts";

test("a server that refuses what its description does not allow has no failure", async () => {
  const report = await verifiedShelter(invalidCases);
  expect(report).toMatchObject({ failures: [], errors: [], leftOut: [], notRun: 0 });
});

const valid = { name: "Ada", age: 3 };
const faults: [kind: string, id: string, line: string, fault: Fault][] = [
  [
    "above-maximum",
    "AddAnimal/invalid/body/age/above-maximum",
    "maximum",
    lenientAbout((body) => {
      if (Number(body["age"]) > 100) body["age"] = 100;
    }),
  ],
  [
    "a fraction",
    "AddAnimal/invalid/body/age/not-an-integer",
    "type",
    lenientAbout((body) => {
      if (typeof body["age"] === "number") body["age"] = Math.trunc(body["age"]);
    }),
  ],
  [
    "numbers that are texts",
    "AddAnimal/invalid/body/age/number-as-text",
    "type",
    lenientAbout((body) => {
      if (typeof body["age"] === "string") body["age"] = Number(body["age"]);
    }),
  ],
  [
    "booleans that count as numbers",
    "AddAnimal/invalid/body/age/boolean-as-number",
    "type",
    lenientAbout((body) => {
      if (typeof body["age"] === "boolean") body["age"] = Number(body["age"]);
    }),
  ],
  [
    "texts that are numbers",
    "AddAnimal/invalid/body/name/text-as-number",
    "type",
    lenientAbout((body) => {
      if (typeof body["name"] === "number") body["name"] = String(body["name"]);
    }),
  ],
  [
    "numbers of which only the beginning is one",
    "ListAnimals/invalid/query.limit/number-with-a-rest",
    "type",
    (request, mock) => {
      const url = new URL(request.url);
      const [, digits] = /^(\d+)[a-z]+$/.exec(url.searchParams.get("limit") ?? "") ?? [];
      if (digits === undefined) return undefined;
      url.searchParams.set("limit", digits);
      return mock(new Request(url, request));
    },
  ],
  [
    "required members",
    "AddAnimal/invalid/body/name/missing",
    "required",
    lenientAbout((body) => {
      body["name"] ??= "None";
    }),
  ],
  [
    "members that are not known",
    "AddAnimal/invalid/body/additional-member",
    "additionalProperties",
    lenientAbout((body) => {
      delete body["unexpectedMember"];
    }),
  ],
  [
    "texts that are too long",
    "AddAnimal/invalid/body/name/too-long",
    "maxLength",
    lenientAbout((body) => {
      body["name"] = typeof body["name"] === "string" ? body["name"].slice(0, 12) : body["name"];
    }),
  ],
  [
    "items twice",
    "AddAnimal/invalid/body/colours/not-unique",
    "uniqueItems",
    lenientAbout((body) => {
      if (Array.isArray(body["colours"])) body["colours"] = [...new Set(body["colours"])];
    }),
  ],
  [
    "formats",
    "AddAnimal/invalid/body/chip/no-uuid",
    "format",
    lenientAbout((body) => {
      delete body["chip"];
    }),
  ],
  [
    "values of no enum",
    "AddAnimal/invalid/body/kind/not-in-enum",
    "enum",
    lenientAbout((body) => {
      if (body["kind"] === "none-of-these") body["kind"] = "cat";
    }),
  ],
  [
    "what is within an optional member",
    "AddAnimal/invalid/body/owner/email/missing",
    "required",
    lenientAbout((body) => {
      delete body["owner"];
    }),
  ],
  [
    "numbers at an exclusive bound",
    "AddAnimal/invalid/body/weight/at-exclusive-minimum",
    "exclusiveMinimum",
    lenientAbout((body) => {
      if (body["weight"] === 0) body["weight"] = 1;
    }),
  ],
  [
    "query parameters",
    "ListAnimals/invalid/query.limit/above-maximum",
    "maximum",
    lenientAboutQuery("limit"),
  ],
  [
    "items of query parameters",
    "ListAnimals/invalid/query.kinds/0/not-in-enum",
    "enum",
    lenientAboutQuery("kinds"),
  ],
  [
    "missing headers",
    "ListAnimals/invalid/header.X-Region/missing",
    "/parameters/3",
    (request, mock) => {
      const headers = new Headers(request.headers);
      headers.set("x-region", "de");
      return mock(new Request(request, { headers }));
    },
  ],
  [
    "bodies that are cut off",
    "AddAnimal/invalid/body/malformed",
    "requestBody",
    async (request, mock) =>
      request.method === "POST" && (await membersOf(request)) === undefined
        ? mock(withBody(request, valid))
        : undefined,
  ],
  [
    "requests without a body",
    "AddAnimal/invalid/body/empty",
    "required",
    async (request, mock) =>
      request.method === "POST" && (await request.clone().text()) === ""
        ? mock(
            new Request(request.url, {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify(valid),
            }),
          )
        : undefined,
  ],
];

test.each(faults)("finds a server that takes %s, and says where", async (_, id, rule, fault) => {
  const { failures } = await verifiedShelter(invalidCases, fault);
  expect(failures).toContainEqual(
    expect.objectContaining({
      id: `${id}@0`,
      check: "takes-invalid",
      pointer: expect.stringContaining(rule),
      location: expect.objectContaining({ line: expect.any(Number) }),
    }),
  );
  // Of places that the fault does not touch, nothing is said.
  const places = new Set(failures.map((one) => one.pointer));
  expect(places.size).toBe(failures.length);
});

test("names the place, what was sent there, and the rule, and shows one request", async () => {
  const report = await verifiedShelter(
    invalidCases,
    lenientAbout((body) => {
      if (Number(body["age"]) > 100) body["age"] = 100;
    }),
  );
  expect(report.failures).toMatchObject([
    {
      check: "takes-invalid",
      message: "takes 101 as `age` of the body, which is above the maximum: it answers 201",
      pointer: expect.stringMatching(/\/properties\/age\/maximum$/),
      exchanges: [{ response: { status: 201 } }],
    },
  ]);
});

test("sends a member only such values of another type as lenient code converts", async () => {
  const seen = new Set<unknown>();
  await verifiedShelter(invalidCases, async (request) => {
    const body = request.method === "POST" ? await membersOf(request) : undefined;
    if (body !== undefined && "name" in body) seen.add(body["name"]);
    return undefined;
  });
  const types = new Set([...seen].map((value) => (value === null ? "null" : typeof value)));
  expect(types).toEqual(new Set(["string", "number", "null"]));
});

test("says of a server that fails over what is wrong that it does, documented or not", async () => {
  const report = await verifiedShelter(invalidCases, async (request) => {
    const body = request.method === "POST" ? await membersOf(request) : undefined;
    return typeof body?.["age"] === "string" ? new Response(null, { status: 500 }) : undefined;
  });
  expect(report.failures).toMatchObject([
    { check: "server-error", id: "AddAnimal/invalid/body/age/number-as-text@0" },
  ]);
});

test("calls nothing invalid that is valid once it is written, or ignored by HTTP", async () => {
  const seen: string[] = [];
  const ids = ["query.note/wrong-type", "header.X-Region/missing"].map(
    (place) => `ListAnimals/invalid/${place}`,
  );
  const report = await verifiedShelter(
    invalidCases,
    (request) => {
      seen.push(`${request.headers.get("if-none-match") ?? "no condition"} ${request.url}`);
      return undefined;
    },
    { replay: ids },
  );
  expect(report).toMatchObject({ cases: 2, failures: [] });
  // One request that succeeds, and one without its header: an object as a text of the query is a text.
  expect(seen).toEqual(Array(2).fill("no condition http://localhost/animals"));
  const all = verifiedShelter(invalidCases, undefined, {
    replay: ["ListAnimals/invalid/header.If-None-Match/too-short"],
  });
  await expect(all).rejects.toThrow("there is no case");
});

test("replays one failure alone", async () => {
  const lenient = lenientAboutQuery("limit");
  const id = "ListAnimals/invalid/query.limit/above-maximum@0";
  const report = await verifiedShelter(invalidCases, lenient, { replay: [id] });
  expect(report).toMatchObject({ cases: 1, failures: [{ id }] });
});

test("a server that fails without what is invalid, too, is not said to fail for it", async () => {
  const failing = (isMeant: (body: Record<string, unknown>) => boolean): Fault => {
    let taken = 0;
    return async (request) => {
      const body = request.method === "POST" ? await membersOf(request) : undefined;
      if (body === undefined) return undefined;
      taken += 1;
      return taken > 1 && isMeant(body) ? new Response(null, { status: 500 }) : undefined;
    };
  };
  const saidOf = async (fault: Fault): Promise<readonly string[]> => {
    const { failures } = await verifiedShelter(invalidCases, fault, { operations: ["AddAnimal"] });
    return failures.map(({ id }) => id).filter((id) => id.startsWith("AddAnimal/invalid/body/"));
  };
  expect(await saidOf(failing(() => true))).toEqual([]);
  expect(await saidOf(failing(({ age }) => Number(age) > 100))).toEqual([
    "AddAnimal/invalid/body/age/above-maximum@0",
  ]);
});
