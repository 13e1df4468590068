import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;
const parameters = `parameters: [{ name: boxId, in: path, required: true, schema: { type: string } }]`;

/** Boxes, of which the first one that is listed is closed, and letters in them. */
const boxes = `openapi: 3.1.0
info: { title: Boxes, version: 1.0.0 }
paths:
  /boxes:
    get:
      operationId: listBoxes
      responses: { "200": { description: All., ${json(`{ type: array, items: ${ref("Box")} }`)} } }
    post:
      operationId: addBox
      responses: { "201": { description: It., ${json(ref("Box"))} } }
  /boxes/{boxId}/letters:
    ${parameters}
    get:
      operationId: listLetters
      parameters:
        - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
        - { name: perPage, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }
        - { name: sort, in: query, schema: { type: string, enum: [weight, -weight] } }
      responses:
        "200":
          description: A page.
          ${json(`{ type: object, required: [items, total, totalWeight], properties: { items: { type: array, items: ${ref("Letter")} }, total: { type: integer }, totalWeight: { type: integer } } }`)}
        "404": { description: None. }
    post:
      operationId: addLetter
      requestBody: { required: true, ${json(ref("NewLetter"))} }
      responses:
        "201": { description: It., ${json(ref("Letter"))} }
        "404": { description: None. }
        "409": { description: The box is closed. }
        "422": { description: There is no such colour. }
components:
  schemas:
    Box: { type: object, required: [id], properties: { id: { type: string } } }
    NewLetter: { type: object, required: [colour, weight], properties: { colour: { type: string, example: red }, weight: { type: integer, minimum: 1, maximum: 900, example: 5 } } }
    Letter: { type: object, required: [id, colour, weight], properties: { id: { type: string }, colour: { type: string }, weight: { type: integer } } }
`;

type Fault = "sums the page" | "sorts texts";

interface Letter {
  readonly id: string;
  readonly colour: string;
  readonly weight: number;
}

function service(fault?: Fault): (request: Request) => Promise<Response> {
  const all = new Map<string, Letter[]>([["closed", []]]);
  const answer = (status: number): Response => new Response(null, { status });
  const sum = (letters: readonly Letter[]): number =>
    letters.reduce((total, { weight }) => total + weight, 0);
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, , id = "", below] = pathname.split("/");
    const isPost = request.method === "POST";
    if (id === "" && !isPost) return Response.json([...all.keys()].map((one) => ({ id: one })));
    if (id === "") {
      const made = `box-${all.size}`;
      all.set(made, []);
      return Response.json({ id: made }, { status: 201 });
    }
    const letters = all.get(id);
    if (letters === undefined || below !== "letters") return answer(404);
    if (isPost) {
      const { colour, weight } = (await request.json()) as Letter;
      if (id === "closed") return answer(409);
      if (colour !== "red") return answer(422);
      const made = { id: `${id}-${letters.length + 1}`, colour, weight };
      letters.push(made);
      return Response.json(made, { status: 201 });
    }
    const order = searchParams.get("sort");
    const compare = (one: Letter, other: Letter): number =>
      fault === "sorts texts"
        ? String(one.weight).localeCompare(String(other.weight))
        : one.weight - other.weight;
    const sorted = order === null ? letters : letters.toSorted(compare);
    if (order === "-weight") sorted.reverse();
    const size = Number(searchParams.get("perPage") ?? 20);
    const start = (Number(searchParams.get("page") ?? 1) - 1) * size;
    const items = sorted.slice(start, start + size);
    const totalWeight = sum(fault === "sums the page" ? items : letters);
    return Response.json({ items, total: letters.length, totalWeight });
  };
}

async function messagesOf(replay: string, fault?: Fault): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(boxes),
    server: { fetch: service(fault) },
    replay: [replay],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

test("the pages of a list are those of a parent that takes more records", async () => {
  expect(await messagesOf("listLetters/pages")).toEqual([]);
  const [message, ...others] = await messagesOf("listLetters/pages", "sums the page");
  expect(others).toEqual([]);
  expect(message).toMatch(/^pages: says \d+ (and \d+ )?at \/totalWeight/);
});

test("a list is sorted and filtered below a parent that takes more records", async () => {
  expect(await messagesOf("listLetters/filters")).toEqual([]);
  expect(await messagesOf("listLetters/filters", "sorts texts")).toEqual([
    expect.stringMatching(/^sort: sort=weight gives weight \d+ before \d+$/),
  ]);
});
