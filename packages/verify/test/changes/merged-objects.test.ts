import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const stays = "Absent members stay as they are, also within `alerts`.";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;

/** Settings at a path of their own, and desks that have the same object. */
const yaml = (said: string, ofAlerts = "What is told.", type = "application/json"): string => {
  const change = `requestBody: { required: true, content: { ${type}: { schema: { $ref: "#/components/schemas/Change" } } } }`;
  return `openapi: 3.1.0
info: { title: Settings, version: "1" }
paths:
  /settings:
    get: { operationId: getSettings, responses: { "200": { description: They., ${json("Settings")} } } }
    patch:
      operationId: changeSettings
      description: ${JSON.stringify(said)}
      ${change}
      responses: { "200": { description: They., ${json("Settings")} }, "422": { description: Wrong. } }
  /desks:
    post:
      operationId: addDesk
      requestBody: { required: true, ${json("Settings")} }
      responses: { "201": { description: It., ${json("Desk")} }, "422": { description: Wrong. } }
  /desks/{deskId}:
    parameters: [{ name: deskId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getDesk, responses: { "200": { description: It., ${json("Desk")} }, "404": { description: None. } } }
    patch:
      operationId: changeDesk
      description: ${JSON.stringify(said)}
      ${change}
      responses: { "200": { description: It., ${json("Desk")} }, "404": { description: None. }, "422": { description: Wrong. } }
components:
  schemas:
    Alerts: { type: object, required: [mail, phone, digest], properties: { mail: { type: boolean }, phone: { type: boolean }, digest: { type: string, enum: [none, daily, weekly] } } }
    Settings: { type: object, required: [title, alerts], properties: { title: { type: string }, alerts: { $ref: "#/components/schemas/Alerts" } } }
    Desk: { allOf: [{ type: object, required: [id], properties: { id: { type: string } } }, { $ref: "#/components/schemas/Settings" }] }
    Change: { type: object, properties: { title: { type: string }, alerts: { type: object, description: ${JSON.stringify(ofAlerts)}, properties: { mail: { type: boolean }, phone: { type: boolean }, digest: { type: string, enum: [none, daily, weekly] } } } } }
`;
};

type Way = "falls back to defaults" | "replaces" | "has no digest without mail" | "is a mock";

interface Alerts {
  readonly mail?: boolean;
  readonly phone?: boolean;
  readonly digest?: string;
}

const usual = { mail: true, phone: true, digest: "daily" };

function service(way?: Way): (request: Request) => Promise<Response> {
  const all = new Map<string, { title: string; alerts: Alerts }>();
  all.set("settings", { title: "One", alerts: usual });
  const merged = (old: Alerts, given: Alerts): Alerts => {
    if (way === "replaces") return given;
    if (way === "falls back to defaults") return { ...usual, ...given };
    const now = { ...old, ...given };
    const isBound = way === "has no digest without mail" && now.mail === false;
    return isBound ? { ...now, phone: false, digest: "none" } : now;
  };
  return async (request) => {
    const [, name = "", key] = new URL(request.url).pathname.split("/");
    const id = key ?? name;
    const given = request.method === "GET" ? {} : ((await request.json()) as { alerts?: Alerts });
    if (request.method === "POST") {
      const own = { title: "One", alerts: usual, ...given, id: `d${all.size}` };
      all.set(own.id, own);
      return Response.json(own, { status: 201 });
    }
    const own = all.get(id);
    if (own === undefined) return new Response(null, { status: 404 });
    if (request.method === "PATCH" && way !== "is a mock") {
      const alerts = given.alerts === undefined ? own.alerts : merged(own.alerts, given.alerts);
      all.set(id, { ...own, ...given, alerts });
    }
    return Response.json(all.get(id));
  };
}

async function messagesOf(description: string, way?: Way, ...ids: string[]): Promise<string[]> {
  const report = await verifyServer({
    description: await read(description),
    server: { fetch: service(way) },
    replay: ids.map((id) => `${id}/flow/merged/alerts`),
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  expect(report.exchanges).toBeGreaterThan(ids.length * 2);
  return report.failures
    .filter(({ check }) => check === "read-after-update")
    .map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

const lost = (id: string, rule = ""): string =>
  `read-after-update ${id}: changes \`alerts.phone\`, \`alerts.digest\`, and the change is of \`alerts.mail\` alone${rule}`;

test.each([
  stays,
  "Members that are left out stay as they are, nested ones too.",
  "Fields of `alerts` that are not sent remain.",
  "The `alerts` are merged.",
])("finds an object that is replaced although what it leaves out stays: %s", async (said) => {
  for (const way of ["replaces", "falls back to defaults"] as const)
    expect(await messagesOf(yaml(said), way, "changeSettings", "changeDesk")).toEqual([
      lost("changeSettings"),
      // New desks have a default that stays a default.
      way === "replaces" ? lost("changeDesk") : lost("changeDesk").replace("`alerts.phone`, ", ""),
    ]);
});

test("finds it where the object says so, and in a merge patch", async () => {
  const ofAlerts = yaml("A change.", "Members that are left out stay.");
  expect(await messagesOf(ofAlerts, "replaces", "changeDesk")).toEqual([lost("changeDesk")]);
  const patch = yaml("A change.", undefined, "application/merge-patch+json");
  expect(await messagesOf(patch, "replaces", "changeSettings")).toEqual([
    lost("changeSettings", " (RFC 7396)"),
  ]);
});

test.each<[Way | undefined]>([[undefined], ["has no digest without mail"], ["is a mock"]])(
  "an object whose other members stay, or follow from the changed one, has no failure: %s",
  async (way) => {
    expect(await messagesOf(yaml(stays), way, "changeSettings", "changeDesk")).toEqual([]);
  },
);

test.each<[string, string?]>([
  ["Absent members stay as they are."],
  ["An absent `alerts` stays as it is."],
  ["Absent members stay as they are, but within `alerts` they are reset."],
  ["Absent members stay as they are, except within `alerts`."],
  ["Absent members stay as they are. `alerts` is replaced as a whole."],
  ["A change.", "Stays if it is absent."],
  ["A merge patch.", "Sent as a whole."],
])("what says nothing of the members of an object is not tried: %s %s", async (said, ofAlerts) => {
  const messages = messagesOf(yaml(said, ofAlerts), "replaces", "changeSettings");
  await expect(messages).rejects.toThrow("there is no case");
});
