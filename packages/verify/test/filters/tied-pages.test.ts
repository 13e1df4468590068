import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const person = `{ type: object, required: [id, name], properties: { id: { type: string, readOnly: true }, name: { type: string, minLength: 1 }, note: { type: string } } }`;
const json = (schema: string): string =>
  `content: { application/json: { schema: ${schema}, example: { name: Ada } } }`;
const sort = "{ name: sort, in: query, schema: { type: string, enum: [name, -name] } }";

const people = (text: string, ...parameters: readonly string[]): string => `openapi: 3.1.0
info: { title: People, version: "1" }
paths:
  /people:
    get:
      operationId: listPeople
      description: ${text}
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }
        - { name: cursor, in: query, schema: { type: string } }
        ${parameters.map((one) => `- ${one}`).join("\n        ")}
      responses: { "200": { description: They., content: { application/json: { schema: { type: object, required: [items, nextCursor], properties: { items: { type: array, items: ${person} }, nextCursor: { type: [string, "null"] } } } } } } }
    post:
      operationId: addPerson
      requestBody: { required: true, ${json(person)} }
      responses: { "201": { description: It., ${json(person)} }, "409": { description: There is one. }, "422": { description: Wrong. } }
  /people/{personId}:
    parameters: [{ name: personId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getPerson, responses: { "200": { description: It., ${json(person)} }, "404": { description: None. } } }
`;

type Way = "goes on after the name" | "has each name once" | "sets names itself" | "takes no one";

interface Person {
  readonly id: string;
  readonly name: string;
}

/** A service whose cursor is the last item of a page. */
function service(
  way?: Way,
  seeds: readonly string[] = [],
): (request: Request) => Promise<Response> {
  const all: Person[] = seeds.map((name, index) => ({ id: `s${index}`, name }));
  const add = (name: string): Response => {
    if (way === "takes no one") return new Response(null, { status: 422 });
    if (way === "has each name once" && all.some((one) => one.name === name))
      return new Response(null, { status: 409 });
    const number = all.length + 1;
    const own = {
      id: `p${number}`,
      name: way === "sets names itself" ? `${name} ${number}` : name,
    };
    all.push(own);
    return Response.json(own, { status: 201 });
  };
  return async (request) => {
    const { pathname, searchParams: query } = new URL(request.url);
    const [, , id] = pathname.split("/");
    if (request.method === "POST") return add(((await request.json()) as Person).name);
    if (id !== undefined) {
      const found = all.find((one) => one.id === id);
      return found === undefined ? new Response(null, { status: 404 }) : Response.json(found);
    }
    const down = query.get("sort")?.startsWith("-") === true ? -1 : 1;
    const byName = (one: Person, other: Person): number =>
      one.name === other.name ? 0 : (one.name < other.name ? -1 : 1) * down;
    const byId = (one: Person, other: Person): number => all.indexOf(one) - all.indexOf(other);
    const sorted = all.toSorted((one, other) => byName(one, other) || byId(one, other));
    const last = all.find((one) => one.id === query.get("cursor"));
    const within = way === "goes on after the name" ? () => 0 : byId;
    const isAfter = (one: Person): boolean =>
      last === undefined || (byName(one, last) || within(one, last)) > 0;
    const rest = sorted.filter(isAfter);
    const items = rest.slice(0, Number(query.get("limit") ?? 20));
    return Response.json({
      items,
      nextCursor: rest.length > items.length ? items.at(-1)?.id : null,
    });
  };
}

async function verified(yaml: string, way?: Way, seeds?: readonly string[]): Promise<VerifyReport> {
  const report = await verifyServer({
    description: await read(yaml),
    server: { fetch: service(way, seeds) },
    replay: ["listPeople/filters"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report;
}

const messagesOf = ({ failures }: VerifyReport): string[] =>
  failures.map(({ check, message }) => `${check}: ${message}`);

test("finds a cursor that goes on after the value, with an item that has the same one", async () => {
  const report = await verified(people("All.", sort), "goes on after the name");
  expect(messagesOf(report)).toEqual(["sort: sort=name leaves out p5, in pages of 2"]);
});

test("finds it in a list whose order is stated", async () => {
  const report = await verified(people("Sorted by name."), "goes on after the name");
  expect(messagesOf(report)).toEqual([
    "sort: the list (Sorted by name) leaves out p5, in pages of 2",
  ]);
});

test("ends a page between two items that are there already", async () => {
  const seeds = ["Ada", "Bo", "Cy", "Cy", "Di", "Ed"];
  const report = await verified(people("All.", sort), "goes on after the name", seeds);
  expect(messagesOf(report)).toEqual(["sort: sort=name leaves out s3, in pages of 3"]);
});

test.each<[Way | undefined]>([
  [undefined],
  ["has each name once"],
  ["sets names itself"],
  ["takes no one"],
])("a cursor that leaves out nothing has no failure: %s", async (way) => {
  for (const yaml of [people("All.", sort), people("Sorted by name.")]) {
    for (const seeds of [[], ["Ada", "Bo", "Cy"]]) {
      const report = await verified(yaml, way, seeds);
      expect(messagesOf(report)).toEqual([]);
      expect(report.exchanges).toBeLessThan(25);
    }
  }
});
