import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;

/** Tickets that are closed with a solution, which the call may give. */
const tickets = (body: string): string => `openapi: 3.1.0
info: { title: Tickets, version: "1" }
paths:
  /tickets:
    post:
      operationId: addTicket
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }
      responses: { "201": { description: Made., ${json("Ticket")} } }
  /tickets/{ticketId}:
    parameters: [{ name: ticketId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getTicket
      responses: { "200": { description: It., ${json("Ticket")} }, "404": { description: None. } }
  /tickets/{ticketId}/close:
    parameters: [{ name: ticketId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: closeTicket
      description: A ticket with no solution cannot be closed (409).
      ${body}
      responses: { "200": { description: It., ${json("Ticket")} }, "404": { description: None. }, "409": { description: Not now. } }
  /tickets/{ticketId}/solution:
    parameters: [{ name: ticketId, in: path, required: true, schema: { type: string } }]
    put:
      operationId: putSolution
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [solution], properties: { solution: { type: string } } } } } }
      responses: { "200": { description: It., ${json("Ticket")} }, "404": { description: None. } }
components:
  schemas:
    Ticket:
      type: object
      required: [id, title, status, solution]
      properties:
        id: { type: string }
        title: { type: string }
        status: { type: string, enum: [open, closed] }
        solution: { type: [string, "null"] }
`;

const withSolution =
  "requestBody: { required: true, content: { application/json: { schema: { type: object, required: [solution], properties: { solution: { type: string } } } } } }";

interface Ticket {
  readonly title: string;
  readonly solution?: string | null;
}

const found = async (body: string, isChecked: boolean): Promise<string[]> => {
  const known = new Map<string, object>();
  const fetch = async (request: Request): Promise<Response> => {
    const [, , id = "", below] = new URL(request.url).pathname.split("/");
    const text = await request.text();
    const sent = (text === "" ? {} : JSON.parse(text)) as Partial<Ticket>;
    if (id === "") {
      const made = { id: `t-${known.size}`, title: sent.title, status: "open", solution: null };
      known.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    const ticket = known.get(id);
    if (ticket === undefined) return new Response(null, { status: 404 });
    if (below === undefined) return Response.json(ticket);
    const closed = { ...ticket, ...sent, ...(below === "close" && { status: "closed" }) };
    if (isChecked && (closed as Partial<Ticket>).solution === null)
      return new Response(null, { status: 409 });
    known.set(id, closed);
    return Response.json(closed);
  };
  const { failures, errors } = await verifyServer({
    description: await read(tickets(body)),
    server: { fetch },
    replay: ["addTicket/states"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ message }) => message);
};

test("what a call needs may come with it", async () => {
  expect(await found("", false)).toEqual([
    'answers 200 where the Ticket has no solution, and the description says "A ticket with no solution cannot be closed (409)."',
  ]);
  expect(await found("", true)).toEqual([]);
  expect(await found(withSolution, true)).toEqual([]);
});
