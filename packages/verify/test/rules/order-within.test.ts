import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { verifiedApi, type VerifiedOperation } from "../../src/description/verified-api.ts";
import { orderRulesOf } from "../../src/server/cases/rules/ordered-members.ts";
import { describe as read } from "../support.ts";

interface Said {
  /** What is said of the pay of a new job, and of a change. */
  readonly create?: string;
  readonly change?: string;
  readonly names?: readonly [string, string];
}

const rule = "max must not be below min (422).";

const write = (text: string, [min, max]: readonly [string, string], needed: string): string => `
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties:
                title: { type: string, minLength: 1, example: Cook }
                pay:
                  type: [object, "null"]
                  description: ${JSON.stringify(text)}
                  required: [${needed}]
                  properties:
                    ${min}: { type: [integer, "null"], minimum: 0 }
                    ${max}: { type: [integer, "null"], minimum: 0 }
                    currency: { type: string }
            example: { title: Cook, pay: { ${min}: 100, ${max}: 200, currency: EUR } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Job" } } } }
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Job" } } } }
        "404": { description: None. }
        "422": { description: Wrong. }`;

const jobs = ({ create = "", change = "", names = ["min", "max"] }: Said): string => `openapi: 3.1.0
info: { title: Jobs, version: "1" }
paths:
  /jobs:
    post:
      operationId: addJob${write(create, names, [...names, "currency"].join(", "))}
  /jobs/{jobId}:
    parameters: [{ name: jobId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getJob
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Job" } } } }
        "404": { description: None. }
    patch:
      operationId: changeJob${write(change, names, "")}
components:
  schemas:
    Job:
      type: object
      required: [id, title]
      properties:
        id: { type: string, readOnly: true }
        title: { type: string }
        pay: { type: [object, "null"], properties: { ${names[0]}: { type: [integer, "null"] }, ${names[1]}: { type: [integer, "null"] } } }
`;

interface Pay {
  readonly min?: number | null;
  readonly max?: number | null;
}

/** How a service treats a pay whose members are in the wrong order. */
interface Way {
  readonly create: "take" | "refuse" | "turn";
  readonly change: "take" | "refuse" | "turn" | "ignore";
  /** True if a change looks at what it was sent alone, and not at what is stored. */
  readonly isBlind?: boolean;
  /** True if a change replaces the pay as a whole. */
  readonly isWhole?: boolean;
}

const isTurned = ({ min, max }: Pay): boolean =>
  typeof min === "number" && typeof max === "number" && min > max;

function jobService({ create, change, isBlind = false, isWhole = false }: Way) {
  const known = new Map<string, { readonly pay?: Pay }>();
  const answer = (status: number): Response => new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const [, , id = ""] = new URL(request.url).pathname.split("/");
    const old = known.get(id);
    if (id !== "" && old === undefined) return answer(404);
    if (request.method === "GET") return Response.json(old);
    const body = (await request.json()) as { readonly pay?: Pay };
    const merged = { ...(!isWhole && old?.pay), ...body.pay };
    const way = old === undefined ? create : change;
    const isWrong = isTurned(isBlind ? (body.pay ?? {}) : merged);
    if (isWrong && way === "refuse") return answer(422);
    const pay =
      isWrong && way === "turn"
        ? { ...merged, min: merged.max, max: merged.min }
        : way === "ignore"
          ? old?.pay
          : merged;
    const key = id === "" ? `j-${known.size}` : id;
    const made = { ...old, ...body, pay: pay as Pay, id: key };
    known.set(key, made);
    return Response.json(made, { status: old === undefined ? 201 : 200 });
  };
}

async function said(by: string, way: Way, texts: Said): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(jobs(texts)),
    server: { fetch: jobService(way) },
    replay: [`${by}/order/pay/min/max`],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const told = [
  `described-rule: takes \`pay.max\` below \`pay.min\`, and the description says ${JSON.stringify(rule)}`,
];
const good: Way = { create: "refuse", change: "refuse" };

describe("the order of two members of an object in a body", () => {
  test("is tried where a record is created", async () => {
    expect(await said("addJob", { ...good, create: "take" }, { create: rule })).toEqual(told);
    expect(await said("addJob", good, { create: rule })).toEqual([]);
    expect(await said("addJob", { ...good, create: "turn" }, { create: rule })).toEqual([]);
  });

  test("is tried where it is changed", async () => {
    const texts = { create: rule };
    expect(await said("changeJob", { ...good, change: "take" }, texts)).toEqual(told);
    expect(await said("changeJob", good, texts)).toEqual([]);
    expect(await said("changeJob", { ...good, change: "ignore" }, texts)).toEqual([]);
    expect(await said("changeJob", { ...good, change: "turn" }, texts)).toEqual([]);
    // Nothing says that a change of one is compared with the other.
    expect(await said("changeJob", { ...good, isBlind: true }, texts)).toEqual([]);
  });

  test("is tried with the stored one where the change says so", async () => {
    const texts = { change: rule };
    expect(await said("changeJob", { ...good, isBlind: true }, texts)).toEqual(told);
    expect(await said("changeJob", good, texts)).toEqual([]);
    expect(await said("changeJob", { ...good, isBlind: true, isWhole: true }, texts)).toEqual([]);
  });
});

test.each<[string, readonly [string, string], string[]]>([
  [rule, ["min", "max"], ["pay min max"]],
  ["`min` must be at most `max`.", ["min", "max"], ["pay min max"]],
  [
    "fromDay must be before toDay, and both are shown.",
    ["fromDay", "toDay"],
    ["pay fromDay toDay"],
  ],
  ["min and max are in the same currency.", ["min", "max"], []],
  ["max must not be below min, unless it is 0.", ["min", "max"], []],
  ["max must not be below the former min.", ["min", "max"], []],
  ["`max` must not be below `min`. `min` must not be below `max`.", ["min", "max"], []],
  ["maxHours must not be below minMinutes.", ["minMinutes", "maxHours"], []],
  ["maxHours must not be below minHours.", ["minHours", "maxHours"], ["pay minHours maxHours"]],
])("%s", async (create, names, wanted) => {
  const api = verifiedApi(await read(jobs({ create, names })));
  const rules = orderRulesOf(api, api.find("addJob") as VerifiedOperation);
  expect(rules.map(({ within = "", lower, upper }) => `${within} ${lower} ${upper}`)).toEqual(
    wanted,
  );
});
