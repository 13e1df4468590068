import { createMock } from "@openapi-packages/mock";
import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const colour = `content: { application/json: { schema: { $ref: "#/components/schemas/Colour" } } }`;

/** Colours under names that the client chooses: PUT alone creates and replaces them. */
const description = await read(`openapi: 3.1.0
info: { title: Colours, version: "1" }
paths:
  /colours/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string, minLength: 1 } }]
    put:
      operationId: putColour
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewColour" } } }
      responses: { "200": { description: Replaced., ${colour} }, "201": { description: Created., ${colour} } }
    get:
      operationId: getColour
      responses: { "200": { description: It., ${colour} }, "404": { description: None. } }
components:
  schemas:
    NewColour:
      type: object
      required: [code]
      properties: { code: { type: string, minLength: 1 }, remark: { type: string } }
    Colour:
      type: object
      required: [name, code]
      properties: { name: { type: string }, code: { type: string }, remark: { type: string } }
`);

type Fetch = (request: Request) => Response | Promise<Response>;

/** A service of colours that keeps what a PUT leaves out, if it is told to. */
function colourService(keeps: boolean): Fetch {
  const all = new Map<string, object>();
  return async (request) => {
    const name = decodeURIComponent(new URL(request.url).pathname.split("/").at(-1) ?? "");
    const known = all.get(name);
    if (request.method === "PUT") {
      const given = (await request.json()) as object;
      all.set(name, { ...(keeps && known), ...given, name });
      return Response.json(all.get(name), { status: known === undefined ? 201 : 200 });
    }
    return known === undefined ? new Response(null, { status: 404 }) : Response.json(known);
  };
}

const verified = async (fetch: Fetch, seed = 0): Promise<string[]> => {
  const server = { fetch: async (request: Request) => fetch(request) };
  const replay = ["putColour/flow/left-out"];
  const { failures } = await verifyServer({ description, server, replay, seed });
  return failures.map(({ message }) => message);
};

test("a mock removes what a PUT leaves out, also where PUT alone creates records", async () => {
  const { fetch } = createMock(description.mock);
  const put = async (body: object): Promise<unknown> => {
    const headers = { "content-type": "application/json" };
    const init = { method: "PUT", headers, body: JSON.stringify(body) };
    const answer = await fetch(new Request("http://localhost/colours/red", init));
    return answer.json();
  };
  expect(await put({ code: "f00", remark: "warm" })).toMatchObject({ remark: "warm" });
  expect(await put({ code: "f01" })).toEqual({ name: "red", code: "f01" });
});

test("finds a service that keeps what a PUT leaves out, where PUT alone creates records", async () => {
  expect(await verified(colourService(true))).toEqual([
    "keeps `remark`, which the PUT left out (RFC 9110, section 9.3.4)",
  ]);
  for (const seed of [0, 1, 2]) {
    expect(await verified(colourService(false), seed)).toEqual([]);
    expect(await verified(createMock(description.mock).fetch, seed)).toEqual([]);
  }
});
