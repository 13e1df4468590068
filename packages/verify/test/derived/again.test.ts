import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const again = "Ends it. The member may be enrolled again.";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;

const clubs = (cancellation: string): string => `openapi: 3.1.0
info: { title: Clubs, version: "1" }
paths:
  /members:
    post: { operationId: addMember, responses: { "201": { description: It., ${json("Own")} } } }
  /members/{memberId}:
    parameters: [{ name: memberId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getMember, responses: { "200": { description: It., ${json("Own")} }, "404": { description: None. } } }
  /enrolments:
    post:
      operationId: enrol
      summary: Enrol a member
      requestBody: { required: true, ${json("NewEnrolment")} }
      responses: { "201": { description: It., ${json("Enrolment")} }, "409": { description: Enrolled already. }, "422": { description: No member. } }
  /enrolments/{enrolmentId}:
    parameters: [{ name: enrolmentId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getEnrolment, responses: { "200": { description: It., ${json("Enrolment")} }, "404": { description: None. } } }
  /enrolments/{enrolmentId}/cancel:
    parameters: [{ name: enrolmentId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: cancelEnrolment
      description: ${JSON.stringify(cancellation)}
      responses: { "200": { description: It., ${json("Enrolment")} }, "404": { description: None. }, "409": { description: It has ended. } }
components:
  schemas:
    Own: { type: object, required: [id], properties: { id: { type: string } } }
    NewEnrolment: { type: object, required: [memberId], properties: { memberId: { type: string } } }
    Enrolment: { type: object, required: [id, memberId, status], properties: { id: { type: string }, memberId: { type: string }, status: { type: string, enum: [active, cancelled] } } }
`;

type Way = "counts cancelled ones" | "is closed by a cancellation" | "takes each twice";

interface Enrolment {
  readonly id: string;
  readonly memberId: string;
  status: "active" | "cancelled";
}

function service(way?: Way): (request: Request) => Promise<Response> {
  const members = new Set<string>();
  const enrolments: Enrolment[] = [];
  const isTaken = (memberId: string): boolean =>
    enrolments.some((one) => {
      if (way === "is closed by a cancellation" && one.status === "cancelled") return true;
      const isCounted = way === "counts cancelled ones" || one.status === "active";
      return one.memberId === memberId && isCounted && way !== "takes each twice";
    });
  return async (request) => {
    const [, kind, id, action] = new URL(request.url).pathname.split("/");
    if (kind === "members" && id === undefined) {
      const own = { id: `m${members.size + 1}` };
      members.add(own.id);
      return Response.json(own, { status: 201 });
    }
    if (kind === "members")
      return members.has(id ?? "") ? Response.json({ id }) : new Response(null, { status: 404 });
    if (id === undefined) {
      const { memberId } = (await request.json()) as Enrolment;
      if (!members.has(memberId)) return new Response(null, { status: 422 });
      if (isTaken(memberId)) return new Response(null, { status: 409 });
      enrolments.push({ id: `e${enrolments.length + 1}`, memberId, status: "active" });
      return Response.json(enrolments.at(-1), { status: 201 });
    }
    const own = enrolments.find((one) => one.id === id);
    if (own === undefined) return new Response(null, { status: 404 });
    if (action !== undefined && own.status === "cancelled")
      return new Response(null, { status: 409 });
    if (action !== undefined) own.status = "cancelled";
    return Response.json(own);
  };
}

async function messagesOf(cancellation: string, way?: Way): Promise<string[]> {
  const report = await verifyServer({
    description: await read(clubs(cancellation)),
    server: { fetch: service(way) },
    replay: ["cancelEnrolment/flow/again"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  expect(report.exchanges).toBeGreaterThan(3);
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test("finds a creation that is refused for what was cancelled", async () => {
  expect(await messagesOf(again, "counts cancelled ones")).toEqual([
    'described-rule enrol: is refused with 409 after cancelEnrolment, and taken with other records; the description says "The member may be enrolled again."',
  ]);
});

test.each<[Way | undefined]>([[undefined], ["is closed by a cancellation"], ["takes each twice"]])(
  "a creation that is taken again, or refused to all, has no failure: %s",
  async (way) => {
    expect(await messagesOf(again, way)).toEqual([]);
  },
);

test.each([
  "Ends it.",
  "The member may not be enrolled again.",
  "The member may be enrolled again after a week.",
  "The member may be enrolled again unless it was expelled.",
  "The member may be invoiced again.",
])("a creation that is not said to be possible again is not tried: %s", async (cancellation) => {
  const messages = messagesOf(cancellation, "counts cancelled ones");
  await expect(messages).rejects.toThrow("there is no case");
});
