import { createMock } from "@openapi-packages/mock";
import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const described = (pattern: string): string => `openapi: 3.1.0
info: { title: Talks, version: 1.0.0 }
paths:
  /talks:
    post:
      operationId: addTalk
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Talk" } } } }
      responses:
        "201": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Talk" } } } }
        "400": { description: Wrong. }
  /talks/{talkId}:
    parameters: [{ name: talkId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getTalk
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Talk" } } } }
        "404": { description: None. }
components:
  schemas:
    Talk:
      type: object
      required: [id, title, begins]
      properties:
        id: { type: string, readOnly: true }
        title: { type: string }
        begins: { type: string, format: date-time${pattern} }
`;

/** A service of talks in the future. */
function talkService(timeOf: (text: string) => number): (request: Request) => Promise<Response> {
  const all = new Map<string, object>();
  return async (request) => {
    if (request.method === "GET") {
      const talk = all.get(new URL(request.url).pathname.split("/")[2] ?? "");
      return talk === undefined ? new Response(null, { status: 404 }) : Response.json(talk);
    }
    const { title, begins } = (await request.json()) as Record<string, unknown>;
    const time = timeOf(String(begins));
    if (!(time > Date.now())) return new Response(null, { status: 400 });
    const id = `talk-${all.size + 1}`;
    const talk = { id, title, begins: new Date(time).toISOString() };
    all.set(id, talk);
    return Response.json(talk, { status: 201 });
  };
}

const verified = async (fetch: (request: Request) => Promise<Response>, pattern = "") => {
  const replay = ["addTalk/flow/created"];
  const report = await verifyServer({
    description: await read(described(pattern)),
    server: { fetch },
    replay,
  });
  expect(report.errors).toEqual([]);
  return report;
};

const ignoring = (text: string): number => Date.parse(text.replace(/[+-]\d\d:\d\d$/, "Z"));

test("finds a service that ignores the offset of a time", async () => {
  const { failures } = await verified(talkService(ignoring));
  expect(failures).toMatchObject([
    {
      check: "shows-what-was-sent",
      message: expect.stringMatching(
        /^`begins` was written as \d{4}-\S+:00\+02:00 and is \S+Z: its offset is ignored \(RFC 3339, section 4\.2\)$/,
      ),
    },
  ]);
});

test("the same instant may be shown in UTC, and an offset may be refused", async () => {
  expect((await verified(talkService(Date.parse))).failures).toEqual([]);
  const utcAlone = (text: string): number => (text.endsWith("Z") ? Date.parse(text) : NaN);
  expect((await verified(talkService(utcAlone))).failures).toEqual([]);
  const mock = createMock((await read(described(""))).mock);
  expect((await verified(async (request) => mock.fetch(request))).failures).toEqual([]);
});

test("no offset is written where a pattern excludes it", async () => {
  const seen: string[] = [];
  const service = talkService((text) => (seen.push(text), ignoring(text)));
  expect((await verified(service, ", pattern: Z$")).failures).toEqual([]);
  expect(seen.filter((text) => !text.endsWith("Z"))).toEqual([]);
});
