import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe } from "./support.ts";

const description = `openapi: 3.1.0
info: { title: Choirs, version: 1.0.0 }
paths:
  /halls:
    get:
      operationId: ListHalls
      responses:
        "200":
          description: All halls.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Hall" } } } }
  /halls/{hallId}:
    get:
      operationId: GetHall
      parameters: [{ name: hallId, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: A hall.
          content: { application/json: { schema: { $ref: "#/components/schemas/Hall" } } }
        "404": { description: Unknown. }
  /concerts:
    post:
      operationId: CreateConcert
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [hallId], properties: { hallId: { type: string, example: north } } }
      responses:
        "201": { description: Planned. }
        "400": { description: Invalid. }
        "422": { description: No such hall. }
components:
  schemas:
    Hall: { type: object, required: [id], properties: { id: { type: string } } }
`;

const halls = [{ id: "north" }, { id: "south" }];

/** A service that answers with a status when a concert names a hall that does not exist. */
const choirs =
  (unknown: number) =>
  async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const found = halls.find(({ id }) => pathname === `/halls/${id}`);
    if (pathname === "/halls") return Response.json(halls);
    if (pathname !== "/concerts")
      return found === undefined ? new Response(null, { status: 404 }) : Response.json(found);
    const body = (await request.json().catch(() => undefined)) as { hallId?: unknown } | null;
    if (typeof body?.hallId !== "string") return new Response(null, { status: 400 });
    const isKnown = halls.some(({ id }) => id === body.hallId);
    return new Response(null, { status: isKnown ? 201 : unknown });
  };

const saidOf = async (unknown: number): Promise<string[]> => {
  const { failures } = await verifyServer({
    description: await describe(description),
    server: { fetch: choirs(unknown) },
    replay: ["CreateConcert/unknown/body"],
  });
  return failures.map(({ check, message }) => `${check}: ${message}`);
};

test("a body that names a record that nobody has is no error of the server", async () => {
  expect(await saidOf(500)).toEqual([
    "server-error: answers 500 to a hallId that nobody has, which is the client's error",
  ]);
  expect(await saidOf(422)).toEqual([]);
  expect(await saidOf(404)).toEqual([]);
});

test.each([
  ["^h-[0-9]+$", "h-4"],
  ["^H[0-9]{3}$", "H014"],
  ["^[0-9a-f]{6}$", "b2c01d"],
])("an identifier of the form %s that nobody has is tried too", async (pattern, example) => {
  const path = "{ name: hallId, in: path, required: true, schema: { type: string } }";
  const yaml = description.replace(
    path,
    path.replace("type: string }", `type: string, pattern: "${pattern}" }, example: ${example}`),
  );
  const asked: string[] = [];
  const { failures } = await verifyServer({
    description: await describe(yaml),
    server: {
      fetch: async (request) => {
        asked.push(new URL(request.url).pathname);
        return new Response(null, { status: 500 });
      },
    },
    replay: ["GetHall/unknown/hallId"],
  });
  expect(asked.filter((one) => one !== `/halls/${example}` && one !== "/halls")).toHaveLength(1);
  expect(failures.map(({ message }) => message)).toEqual([
    "answers 500 to a hallId that nobody has, which is the client's error",
  ]);
});
