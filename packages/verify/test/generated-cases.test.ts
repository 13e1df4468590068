import { expect, test } from "vitest";
import { exampleCases } from "../src/server/cases/examples.ts";
import { generatedCases } from "../src/server/cases/generated/generated-cases.ts";
import { membersOf, verifiedShelter, type Fault } from "./shelter.ts";

const only = { operations: ["AddAnimal"] };

/** A server that answers in its own way to bodies of some kind. */
function answering(
  isMeant: (body: Record<string, unknown>) => boolean,
  answer: () => Response,
): Fault {
  return async (request) => {
    const body = request.method === "POST" ? await membersOf(request) : undefined;
    return body !== undefined && isMeant(body) ? answer() : undefined;
  };
}

const refusal = (message: string): Response => Response.json({ message }, { status: 400 });
const lengthOf = (value: unknown): number => (typeof value === "string" ? value.length : 0);

test("shrinks what makes a server fail to the smallest input that does", async () => {
  const isForeign = (name: unknown): boolean => typeof name === "string" && /[^\0-\x7f]/.test(name);
  const fails = answering(
    ({ name }) => isForeign(name),
    () => new Response(null, { status: 500 }),
  );
  const { failures } = await verifiedShelter(generatedCases, fails, only);
  const found = failures.find((one) => one.id === "AddAnimal/generated@0");
  expect(found?.check).toBe("server-error");
  const body: unknown = JSON.parse(new TextDecoder().decode(found?.exchanges[0]?.request.body));
  // Nothing but what is required, and one character that it stumbles over.
  expect(body).toStrictEqual({ name: expect.stringMatching(/^(.|[^\0-\x7f]){2}$/u), age: 0 });
});

test.each([
  [
    "a length",
    "name",
    "name is too long",
    ({ name }: Record<string, unknown>) => lengthOf(name) > 3,
  ],
  [
    "a choice",
    "kind",
    "kind must be one of: bird",
    (body: Record<string, unknown>) => "kind" in body,
  ],
  [
    "letters",
    "name",
    "name has invalid characters",
    ({ name }: Record<string, unknown>) => typeof name === "string" && /[^\0-\x7f]/.test(name),
  ],
  [
    "a member",
    "weight",
    "weight: unknown field",
    (body: Record<string, unknown>) => "weight" in body,
  ],
  [
    "a number, in words whose rule has the name of another member",
    "age",
    '[{"dataPath":".age","params":{"weight":4},"message":"must be integer"}]',
    (body: Record<string, unknown>) => "weight" in body,
  ],
])(
  "finds a server that refuses %s which the schema allows, by its own words",
  async (_what, name, words, isMeant) => {
    const { failures } = await verifiedShelter(
      generatedCases,
      answering(isMeant, () => refusal(words)),
      only,
    );
    expect(failures).toContainEqual(
      expect.objectContaining({
        check: "accepts-valid",
        message: expect.stringMatching(new RegExp(`^refuses .* as \`${name}\` of the body`)),
        pointer: expect.stringMatching(new RegExp(`/properties/${name}$`)),
      }),
    );
  },
);

test.each(["This name is taken", "Try again later", "age: the keeper is too young for it"])(
  "does not call it a failure that a rule of the service refuses: %s",
  async (words) => {
    const isMeant = ({ name }: Record<string, unknown>): boolean => lengthOf(name) > 3;
    const { failures } = await verifiedShelter(
      generatedCases,
      answering(isMeant, () => refusal(words)),
      only,
    );
    expect(failures.filter((one) => one.check === "accepts-valid")).toEqual([]);
  },
);

test("finds answers that are not as described and that no example brings about", async () => {
  const wrong: Fault = (request) => {
    const kinds = new URL(request.url).searchParams.getAll("kinds");
    return kinds.includes("dog") && request.method === "GET" ? Response.json({}) : undefined;
  };
  const { failures } = await verifiedShelter(generatedCases, wrong, {
    operations: ["ListAnimals"],
  });
  expect(failures).toMatchObject([{ check: "body", id: "ListAnimals/generated@0" }]);
});

test("finds a server that refuses the description's own example, by its words", async () => {
  const refuses = answering(
    () => true,
    () => refusal("age must be a string"),
  );
  const { failures } = await verifiedShelter(exampleCases, refuses, only);
  expect(failures).toMatchObject([
    {
      id: "AddAnimal/example@0",
      check: "accepts-valid",
      exchanges: [{ response: { status: 400 } }],
    },
  ]);
});

test.each([413, 429, 431])("leaves %d to whoever limits requests", async (status) => {
  const limited: Fault = () => new Response(null, { status });
  for (const makeCases of [exampleCases, generatedCases])
    expect((await verifiedShelter(makeCases, limited)).failures).toEqual([]);
});

test("leaves it to the coverage whether a record is there that nobody could make", async () => {
  const gone: Fault = () => new Response(null, { status: 410 });
  const report = await verifiedShelter(exampleCases, gone, { operations: ["GetAnimal"] });
  expect(report.failures).toEqual([]);
  expect(report.coverage).toMatchObject([{ isCovered: false }]);
});
