import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;

/** Repairs of watches; watches are neither read nor listed. */
const repairs = (said: string): string => `openapi: 3.1.0
info: { title: Repairs, version: "1" }
security: [{ token: [] }]
paths:
  /watches:
    post:
      operationId: addWatch
      requestBody: { required: true, ${json("NewWatch")} }
      responses: { "201": { description: It., ${json("Watch")} }, "401": { description: No token. } }
  /repairs:
    post:
      operationId: addRepair
      requestBody: { required: true, ${json("NewRepair")} }
      responses: { "201": { description: It., ${json("Repair")} }, "401": { description: No token. }, "422": { description: No watch. } }
  /repairs/{repairId}:
    parameters: [{ name: repairId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getRepair, responses: { "200": { description: It., ${json("Repair")} }, "401": { description: No token. }, "404": { description: None. } } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    NewWatch: { type: object, required: [brand], properties: { brand: { type: string, minLength: 1, example: Ada } } }
    Watch: { type: object, required: [id, brand], properties: { id: { type: string }, brand: { type: string } } }
    NewRepair: { type: object, required: [watchId], properties: { watchId: { type: string, description: ${JSON.stringify(said)} } } }
    Repair: { type: object, required: [id, watch], properties: { id: { type: string }, watch: { $ref: "#/components/schemas/Watch" } } }
`;

type Way = "takes its own" | "takes those of others" | "takes any key" | "shows all to both";

function service(way: Way): (request: Request) => Promise<Response> {
  const watches = new Map<string, { readonly owner: string; readonly brand: string }>();
  const made = new Map<string, { readonly owner: string; readonly watchId: string }>();
  let last = 0;
  const shown = (id: string): Response => {
    const { watchId = "" } = made.get(id) ?? {};
    const { brand = "none" } = watches.get(watchId) ?? {};
    return Response.json({ id, watch: { id: watchId, brand } }, { status: 201 });
  };
  return async (request) => {
    const owner = request.headers.get("authorization") ?? "";
    if (!owner.startsWith("Bearer ")) return new Response(null, { status: 401 });
    const [, kind, id = ""] = new URL(request.url).pathname.split("/");
    if (id !== "") {
      const isSeen = made.get(id)?.owner === owner || way === "shows all to both";
      if (!made.has(id) || !isSeen) return new Response(null, { status: 404 });
      return new Response(await shown(id).text(), {
        headers: { "content-type": "application/json" },
      });
    }
    const body = (await request.json()) as { readonly brand: string; readonly watchId: string };
    last += 1;
    if (kind === "watches") {
      watches.set(`w-${last}`, { owner, brand: body.brand });
      return Response.json({ id: `w-${last}`, brand: body.brand }, { status: 201 });
    }
    const watch = watches.get(body.watchId);
    const isTaken = watch !== undefined && (watch.owner === owner || way !== "takes its own");
    if (!isTaken && way !== "takes any key") return new Response(null, { status: 422 });
    made.set(`r-${last}`, { owner, watchId: body.watchId });
    return shown(`r-${last}`);
  };
}

async function found(said: string, way: Way): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(repairs(said)),
    server: { fetch: service(way) },
    credentials: { token: "token-of-anna" },
    otherCredentials: { token: "token-of-ben" },
    replay: ["addRepair/foreign-references"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const yours = "One of your watches.";

test("finds a record of another principal that nothing shows, and that a body may name", async () => {
  expect(await found(yours, "takes those of others")).toEqual([
    "other-principal: takes a reference to another principal's Watch in `watchId`, and refuses one to nothing; if others may, name Watch in sharedResources",
  ]);
});

test.each<Way>(["takes its own", "takes any key", "shows all to both"])(
  "has nothing against a service that %s",
  async (way) => {
    expect(await found(yours, way)).toEqual([]);
  },
);

test("says nothing where the description does not tell whose it is", async () => {
  expect(await found("A watch.", "takes those of others")).toEqual([]);
});
