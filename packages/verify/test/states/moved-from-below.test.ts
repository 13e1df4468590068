import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;
const own = `parameters: [{ name: bikeId, in: path, required: true, schema: { type: string } }]`;

/** Describes bikes, which rentals below them bring into another state. */
const bikes = (rental: string): string => `openapi: 3.1.0
info: { title: Bikes, version: "1" }
paths:
  /bikes:
    post:
      operationId: addBike
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [label], properties: { label: { type: string, minLength: 1 } } } } } }
      responses: { "201": { description: Added., ${json("Bike")} } }
  /bikes/{bikeId}:
    ${own}
    get: { operationId: getBike, responses: { "200": { description: It., ${json("Bike")} }, "404": { description: None. } } }
    delete:
      operationId: deleteBike
      description: Deletes a bike. A \`rented\` bike is answered with 409 \`wrong_state\`.
      responses: { "204": { description: Gone. }, "404": { description: None. }, "409": { description: It is in use. } }
  /bikes/{bikeId}/return:
    ${own}
    post: { operationId: returnBike, responses: { "200": { description: It., ${json("Bike")} }, "404": { description: None. }, "409": { description: It is not rented. } } }
  /bikes/{bikeId}/rentals:
    ${own}
    post:
      operationId: rentBike
      description: ${JSON.stringify(rental)}
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [rider], properties: { rider: { type: string, minLength: 1 } } } } }
      responses: { "201": { description: Rented., ${json("Rental")} }, "404": { description: None. }, "409": { description: It is in use. } }
components:
  schemas:
    Bike:
      type: object
      required: [id, label, status]
      properties: { id: { type: string }, label: { type: string }, status: { type: string, enum: [available, rented], readOnly: true } }
    Rental:
      type: object
      required: [id, rider, bikeId]
      properties: { id: { type: string }, rider: { type: string }, bikeId: { type: string } }
`;

/** @param deletesAll true to delete bikes that are rented, too */
function bikeService(deletesAll: boolean): (request: Request) => Promise<Response> {
  const all = new Map<string, { id: string; label: string; status: string }>();
  let made = 0;
  const answer = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const [, , id = "", below] = new URL(request.url).pathname.split("/");
    const text = await request.text();
    const body = (text === "" ? {} : JSON.parse(text)) as Readonly<Record<string, string>>;
    made += 1;
    if (id === "") {
      const bike = { id: `b-${made}`, label: body["label"] ?? "", status: "available" };
      all.set(bike.id, bike);
      return Response.json(bike, { status: 201 });
    }
    const bike = all.get(id);
    if (bike === undefined) return answer(404);
    if (below === "return") {
      if (bike.status !== "rented") return answer(409);
      bike.status = "available";
      return Response.json(bike);
    }
    if (below === "rentals") {
      if (bike.status === "rented") return answer(409);
      bike.status = "rented";
      const rental = { id: `r-${made}`, rider: body["rider"], bikeId: bike.id };
      return Response.json(rental, { status: 201 });
    }
    if (request.method === "GET") return Response.json(bike);
    if (bike.status === "rented" && !deletesAll) return answer(409);
    all.delete(id);
    return answer(204);
  };
}

async function said(rental: string, deletesAll: boolean): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(bikes(rental)),
    server: { fetch: bikeService(deletesAll) },
    replay: ["addBike/states"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, operationId, message }) => `${check} ${operationId}: ${message}`);
}

test("a bike is deleted in a state that a rental brings about, whose description names it", async () => {
  const rental = "Rents a bike, which is `rented` from then on.";
  expect(await said(rental, true)).toEqual([
    'described-rule deleteBike: answers 204 where `status` of the Bike is "rented", and the description says "A `rented` bike is answered with 409 `wrong_state`."',
  ]);
  expect(await said(rental, false)).toEqual([]);
});
