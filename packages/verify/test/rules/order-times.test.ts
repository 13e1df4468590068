import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { verifiedApi, type VerifiedOperation } from "../../src/description/verified-api.ts";
import { orderRulesOf } from "../../src/server/cases/rules/ordered-members.ts";
import { describe as read } from "../support.ts";

const rule = "`wait_ms` must be less than `interval_seconds` times 1000 (422).";

const write = (text: string, needed: string): string => `
      description: ${JSON.stringify(text)}
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [${needed}]
              properties:
                interval_seconds: { type: integer, minimum: 30, maximum: 600 }
                wait_ms: { type: integer, minimum: 100, maximum: 60000 }
            example: { interval_seconds: 50, wait_ms: 2000 }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Probe" } } } }
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Probe" } } } }
        "404": { description: None. }
        "422": { description: Wrong. }`;

const probes = (create: string, change: string): string => `openapi: 3.1.0
info: { title: Probes, version: "1" }
paths:
  /probes:
    post:
      operationId: addProbe${write(create, "interval_seconds, wait_ms")}
  /probes/{probeId}:
    parameters: [{ name: probeId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getProbe
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Probe" } } } }
        "404": { description: None. }
    patch:
      operationId: changeProbe${write(change, "")}
components:
  schemas:
    Probe:
      type: object
      required: [id, interval_seconds, wait_ms]
      properties:
        id: { type: string, readOnly: true }
        interval_seconds: { type: integer }
        wait_ms: { type: integer }
`;

interface Timing {
  readonly interval_seconds?: number;
  readonly wait_ms?: number;
}

type Fault = "takes any" | "looks at what is sent alone" | "takes any change";

function probeService(fault?: Fault) {
  const known = new Map<string, Timing>();
  const isLong = ({ interval_seconds: interval = 600, wait_ms: wait = 0 }: Timing): boolean =>
    wait >= interval * 1000;
  return async (request: Request): Promise<Response> => {
    const [, , id = ""] = new URL(request.url).pathname.split("/");
    const old = known.get(id);
    if (id !== "" && old === undefined) return new Response(null, { status: 404 });
    if (request.method === "GET") return Response.json(old);
    const body = (await request.json()) as Timing;
    const isAny = fault === "takes any" || (fault === "takes any change" && old !== undefined);
    const held = fault === "looks at what is sent alone" ? body : { ...old, ...body };
    if (!isAny && isLong(held)) return new Response(null, { status: 422 });
    const key = id === "" ? `p-${known.size}` : id;
    known.set(key, Object.assign({ id: key }, old, body));
    return Response.json(known.get(key), { status: old === undefined ? 201 : 200 });
  };
}

async function said(by: string, change: string, fault?: Fault): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(probes(rule, change)),
    server: { fetch: probeService(fault) },
    replay: [`${by}/order/wait_ms/interval_seconds`],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const told = [
  `described-rule: takes \`interval_seconds\` times 1000 below \`wait_ms\`, and the description says ${JSON.stringify(rule)}`,
];

test("a member is compared with a multiple of another one", async () => {
  expect(await said("addProbe", "", "takes any")).toEqual(told);
  expect(await said("addProbe", "")).toEqual([]);
  expect(await said("changeProbe", "", "takes any change")).toEqual(told);
  expect(await said("changeProbe", "")).toEqual([]);
});

test.each([
  "The result must obey all the rules of addProbe.",
  "The merged probe is held to the same conditions as in the creation.",
])("a change of one is compared with the stored one where its result is held: %s", async (text) => {
  expect(await said("changeProbe", text, "looks at what is sent alone")).toEqual(told);
  expect(await said("changeProbe", text)).toEqual([]);
});

test.each([
  "",
  "What is sent must obey the rules of addProbe.",
  "The result need not obey the rules of addProbe.",
])("a change of one may be all that is looked at: %s", async (text) => {
  expect(await said("changeProbe", text, "looks at what is sent alone")).toEqual([]);
});

test.each<[string, unknown[]]>([
  [rule, [["wait_ms", "interval_seconds", [1, 1000]]]],
  ["interval_seconds must be at least 2 times wait_ms.", [["wait_ms", "interval_seconds", [2, 1]]]],
  ["`wait_ms` must be less than `interval_seconds`.", []],
  ["`wait_ms` must be less than `interval_seconds` times the number of probes.", []],
  ["`wait_ms` must be less than `interval_seconds` times 1000 plus 5.", []],
])("reads: %s", async (text, wanted) => {
  const api = verifiedApi(await read(probes(text, "")));
  const rules = orderRulesOf(api, api.find("addProbe") as VerifiedOperation);
  expect(rules.map(({ lower, upper, times }) => [lower, upper, times])).toEqual(wanted);
});
