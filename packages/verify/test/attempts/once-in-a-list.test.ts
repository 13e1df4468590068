import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

/** Menus that name dishes, each once. */
const menus = `openapi: 3.1.0
info: { title: Menus, version: "1" }
paths:
  /dishes:
    post:
      operationId: addDish
      requestBody: { required: true, ${json("NewDish")} }
      responses: { "201": { description: Made., ${json("Dish")} } }
  /dishes/{dishId}:
    parameters: [{ name: dishId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getDish
      responses: { "200": { description: It., ${json("Dish")} }, "404": { description: None. } }
  /menus:
    post:
      operationId: addMenu
      description: Every course must name a dish, and none twice (422).
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/NewMenu" }
            example: { courses: [{ dishId: d-1 }, { dishId: d-2 }] }
      responses: { "201": { description: Made., ${json("Menu")} }, "422": { description: Not so. } }
  /menus/{menuId}:
    parameters: [{ name: menuId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getMenu
      responses: { "200": { description: It., ${json("Menu")} }, "404": { description: None. } }
components:
  schemas:
    NewDish: { type: object, required: [name], properties: { name: { type: string } } }
    Dish:
      allOf:
        - { $ref: "#/components/schemas/NewDish" }
        - { type: object, required: [id], properties: { id: { type: string } } }
    NewMenu:
      type: object
      properties:
        courses: { type: array, items: { type: object, required: [dishId], properties: { dishId: { type: string } } } }
    Menu:
      allOf:
        - { $ref: "#/components/schemas/NewMenu" }
        - { type: object, required: [id], properties: { id: { type: string } } }
`;

test("a list whose items name a record once each has one item", async () => {
  const dishes = new Map<string, object>();
  const taken: (readonly string[])[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const [, kind, id = ""] = new URL(request.url).pathname.split("/");
    if (kind === "dishes" && id !== "")
      return dishes.has(id) ? Response.json(dishes.get(id)) : new Response(null, { status: 404 });
    if (kind === "dishes") {
      const made = { ...((await request.json()) as object), id: `dish-${dishes.size}` };
      dishes.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    const { courses = [] } = (await request.json()) as { courses?: { dishId: string }[] };
    const named = courses.map(({ dishId }) => dishId);
    if (new Set(named).size < named.length || !named.every((one) => dishes.has(one)))
      return new Response(null, { status: 422 });
    taken.push(named);
    return Response.json({ id: `m-${taken.length}`, courses }, { status: 201 });
  };
  const { failures, errors } = await verifyServer({
    description: await read(menus),
    server: { fetch },
    replay: ["addMenu/example"],
  });
  expect({ failures, errors }).toEqual({ failures: [], errors: [] });
  expect(taken).toEqual([["dish-0"]]);
});
