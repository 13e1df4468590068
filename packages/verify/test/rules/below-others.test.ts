import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;
const inCellar = `parameters: [{ name: cellarId, in: path, required: true, schema: { type: string } }]`;

const cellars = (said: string): string => `openapi: 3.1.0
info: { title: Cellars, version: "1" }
paths:
  /cellars:
    post:
      operationId: addCellar
      requestBody: { required: true, ${json("NewCellar")} }
      responses: { "201": { description: Made., ${json("Cellar")} } }
  /cellars/{cellarId}:
    ${inCellar}
    get: { operationId: getCellar, responses: { "200": { description: It., ${json("Cellar")} }, "404": { description: None. } } }
  /cellars/{cellarId}/racks:
    ${inCellar}
    post:
      operationId: addRack
      description: ${JSON.stringify(said)}
      requestBody: { required: true, ${json("NewRack")} }
      responses: { "201": { description: Made., ${json("Rack")} }, "404": { description: None. }, "409": { description: "Another rack has this label, or there are too many." } }
  /cellars/{cellarId}/racks/{rackId}:
    parameters:
      - { name: cellarId, in: path, required: true, schema: { type: string } }
      - { name: rackId, in: path, required: true, schema: { type: string } }
    get: { operationId: getRack, responses: { "200": { description: It., ${json("Rack")} }, "404": { description: None. } } }
components:
  schemas:
    NewCellar: { type: object, required: [name], properties: { name: { type: string, minLength: 1, example: North } } }
    Cellar: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    NewRack:
      type: object
      required: [label, serial]
      properties:
        label: { type: string, minLength: 1, maxLength: 40, example: Left }
        serial: { type: string, minLength: 1, maxLength: 40, example: S1 }
    Rack: { type: object, required: [id, label, serial], properties: { id: { type: string }, label: { type: string }, serial: { type: string } } }
`;

interface Rack {
  readonly label: string;
  readonly serial: string;
}

type Way =
  | "one label for each cellar"
  | "one label everywhere"
  | "one serial everywhere"
  | "one cellar with racks";

function service(way: Way): (request: Request) => Promise<Response> {
  const names = new Map<string, string>();
  let racks: readonly (Rack & { readonly cellar: string })[] = [];
  let last = 0;
  const answer = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const [, , cellar = "", below] = new URL(request.url).pathname.split("/");
    if (cellar !== "" && !names.has(cellar)) return answer(404);
    if (request.method === "GET" && below === undefined)
      return Response.json({ id: cellar, name: names.get(cellar) });
    if (request.method === "GET") return answer(404);
    const body = (await request.json()) as Rack & { readonly name: string };
    last += 1;
    const id = `${below === undefined ? "c" : "r"}-${last}`;
    if (below === undefined) {
      names.set(id, body.name);
      return Response.json({ id, name: body.name }, { status: 201 });
    }
    const isRival = (one: (typeof racks)[number]): boolean =>
      (one.label === body.label && (one.cellar === cellar || way === "one label everywhere")) ||
      (one.serial === body.serial && way === "one serial everywhere") ||
      (one.cellar !== cellar && way === "one cellar with racks");
    if (racks.some(isRival)) return answer(409);
    racks = [...racks, { ...body, cellar }];
    return Response.json({ id, ...body }, { status: 201 });
  };
}

async function found(said: string, way: Way): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(cellars(said)),
    server: { fetch: service(way) },
    replay: ["addRack/unique/label"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const told = [
  "The label is unique within the cellar; case counts.",
  "The label is unique within the cellar.",
  "The label must be unique. Two cellars may well use the same label.",
];

test.each(told)("finds a value that is refused below another record: %s", async (said) => {
  const [message = "", ...others] = await found(said, "one label everywhere");
  expect(others).toEqual([]);
  expect(message).toMatch(
    /^described-rule: refuses the `label` of a record below another Cellar, and the description says "/,
  );
});

test.each(told)("has nothing against services that keep to it: %s", async (said) => {
  expect(await found(said, "one label for each cellar")).toEqual([]);
  expect(await found(said, "one serial everywhere")).toEqual([]);
  expect(await found(said, "one cellar with racks")).toEqual([]);
});

test.each([
  "The label must be unique.",
  "The label is unique within the cellar, and across all cellars of a house.",
  "The label is unique within the house.",
])("says nothing where the description does not tell: %s", async (said) => {
  expect(await found(said, "one label everywhere")).toEqual([]);
});
