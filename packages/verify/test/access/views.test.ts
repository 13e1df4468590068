import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;
const refusals = `"400": { description: Wrong. }, "401": { description: Who? }, "404": { description: None. }`;
const list = `
    get:
      operationId: listScans
      responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Scan" } } } } } }`;

/** Scans, of which only the text is read. */
const scans = (about = "The text.", listed = ""): string => `openapi: 3.1.0
info: { title: Scans, version: 1.0.0 }
security: [{ token: [] }]
paths:
  /scans:${listed}
    post:
      operationId: addScan
      requestBody: { required: true, ${json("NewScan")} }
      responses: { "201": { description: It., ${json("Scan")} }, ${refusals} }
  /scans/{scanId}:
    parameters: [{ name: scanId, in: path, required: true, schema: { type: string } }]
    patch:
      operationId: renameScan
      requestBody: { required: true, ${json("NewScan")} }
      responses: { "200": { description: It., ${json("Scan")} }, ${refusals} }
    delete:
      operationId: removeScan
      responses: { "204": { description: Gone. }, "403": { description: No. }, ${refusals} }
  /scans/{scanId}/text:
    get:
      operationId: readText
      summary: ${about}
      parameters: [{ name: scanId, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: It., content: { text/plain: { schema: { type: string } } } }, "403": { description: No. }, ${refusals} }
  /scans/{scanId}/archive:
    post:
      operationId: archiveScan
      parameters: [{ name: scanId, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: Done. }, ${refusals} }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    NewScan: { type: object, required: [title], properties: { title: { type: string, minLength: 1 } } }
    Scan: { type: object, required: [id, title], properties: { id: { type: string }, title: { type: string } } }
`;

interface Habits {
  /** What others get for reading, for a change, for an action, and for a deletion. */
  readonly read?: number;
  readonly change?: number;
  readonly act?: number;
  readonly remove?: number;
  /** True if another one's DELETE deletes, whatever it answers. */
  readonly isRemoved?: boolean;
  readonly isListed?: boolean;
  /** What the owner gets for a deletion that is refused. */
  readonly ownersRemove?: number;
  /** True if all texts are alike, and there for any key. */
  readonly isAlike?: boolean;
  /** How often a text can be read. */
  readonly times?: number;
}

function scanService({ read: reading = 404, ...habits }: Habits) {
  const { change = 404, act = 404, remove = 404, times = 99 } = habits;
  const all = new Map<string, { owner: string; title: string; left: number }>();
  const answer = (status: number, value?: object): Response =>
    value === undefined ? new Response(null, { status }) : Response.json(value, { status });
  return async (request: Request): Promise<Response> => {
    const owner = request.headers.get("authorization") ?? "";
    const [, , id = "", part = ""] = new URL(request.url).pathname.split("/");
    if (owner !== "Bearer ada" && owner !== "Bearer bob") return answer(401);
    const { title } = (await request.json().catch(() => ({}))) as { title?: unknown };
    const isValid = typeof title === "string" && title !== "";
    if (id === "" && request.method === "GET") {
      const shown = [...all].filter(([, one]) => habits.isListed === true || one.owner === owner);
      return Response.json(shown.map(([key, one]) => ({ id: key, title: one.title })));
    }
    if (id === "") {
      if (!isValid) return answer(400);
      const key = `s-${all.size + 1}`;
      all.set(key, { owner, title, left: times });
      return answer(201, { id: key, title });
    }
    if (habits.isAlike === true && part === "text") return new Response("Text of a scan");
    const scan = all.get(id);
    if (scan === undefined || scan.left <= 0) return answer(404);
    const isOwn = scan.owner === owner;
    const does = (others: number): number => (isOwn ? 204 : others);
    if (request.method === "DELETE") {
      if (isOwn && habits.ownersRemove !== undefined) return answer(habits.ownersRemove);
      if (isOwn || habits.isRemoved === true) scan.left = 0;
      return answer(does(remove));
    }
    if (part === "archive") return answer(does(act));
    if (request.method === "PATCH")
      return does(change) < 300 ? answer(200, { id, title: scan.title }) : answer(does(change));
    if (does(reading) >= 300) return answer(reading);
    if (isOwn) scan.left -= 1;
    return new Response(`Text of ${id}`, { headers: { "content-type": "text/plain" } });
  };
}

async function messagesOf(habits: Habits, yaml = scans(), isPrivate = false): Promise<string[]> {
  const report = await verifyServer({
    description: await read(yaml),
    server: { fetch: scanService(habits) },
    credentials: { token: "ada" },
    otherCredentials: { token: "bob" },
    ...(isPrivate && { expectations: { privateResources: ["Scan"] } }),
    replay: ["addScan/views-of-others"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  expect(report.exchanges).toBeGreaterThan(3);
  return report.failures.map(
    ({ operationId, message }) => `${operationId}: ${message.split(";")[0]}`,
  );
}

test.each<[Habits, string]>([
  [{ read: 200 }, "readText: shows another principal's Scan, which removeScan says does not exist"],
  [{ isRemoved: true }, "removeScan: deletes another principal's Scan, though it answers 404"],
  [
    { isRemoved: true, remove: 403, read: 200 },
    "removeScan: deletes another principal's Scan, though it answers 403",
  ],
  [{ isRemoved: true, remove: 204 }, "removeScan: deletes another principal's Scan"],
  [{ act: 204 }, "archiveScan: does archiveScan to another principal's Scan"],
  [{ change: 200 }, "renameScan: changes another principal's Scan"],
])("finds a scan that another principal reaches by its text: %o", async (habits, message) => {
  expect(await messagesOf(habits)).toEqual([message]);
});

test("finds a text of a scan that the other principal's list does not have", async () => {
  const habits = { read: 200, remove: 403 };
  expect(await messagesOf(habits, scans("The text.", list))).toEqual([
    "readText: shows another principal's Scan",
  ]);
});

test("finds a text of a scan that the user says is private", async () => {
  const habits = { read: 200, remove: 403, isListed: true };
  expect(await messagesOf(habits, scans("The text.", list), true)).toEqual([
    "readText: shows another principal's Scan",
  ]);
});

const forAll = scans("The text, which any user may read.");

test.each<[Habits, string?]>([
  [{}],
  [{ read: 403, change: 403, act: 403, remove: 403 }],
  // All that is shared may also be changed.
  [{ read: 200, change: 200, act: 204, remove: 204, isRemoved: true }],
  [{ read: 200, remove: 403 }],
  [{ read: 200 }, forAll],
  [{ read: 200, remove: 403 }, forAll.replace("/scans:", `/scans:${list}`)],
  [{ read: 200, isListed: true, isRemoved: true }, scans("The text.", list)],
  // Some services answer 204 to any DELETE, and delete nothing.
  [{ remove: 204 }],
  [{ times: 1 }],
  [{ read: 200, isAlike: true }],
  [{ isAlike: true }, scans("The text.", list)],
  [{ read: 200, ownersRemove: 404 }],
])("a scan that others may read, or cannot reach, is no failure: %o", async (habits, yaml) => {
  expect(await messagesOf(habits, yaml)).toEqual([]);
});
