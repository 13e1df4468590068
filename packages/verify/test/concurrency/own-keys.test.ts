import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { describe as read } from "../support.ts";

const said = `With an Idempotency-Key a request can be repeated safely. Keys are each user's own. A key that was used with another body is refused with 409.`;
const payment = `{ type: object, required: [id, amount], properties: { id: { type: string }, amount: { type: integer }, paid_at: { type: string, format: date-time } } }`;
const input =
  "{ type: object, additionalProperties: false, required: [amount], properties: { amount: { type: integer, minimum: 1, maximum: 1000 }, paid_at: { type: string, format: date-time } } }";
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

/** Payments with keys, of which the description says what becomes of them, or nothing. */
const payments = (text: string): string => `openapi: 3.1.0
info: { title: Payments, version: "1" }
security: [{ token: [] }]
paths:
  /payments:
    get:
      operationId: listPayments
      responses: { "200": { description: All., ${json(`{ type: array, items: ${payment} }`)} }, "401": { description: Who? } }
    post:
      operationId: pay
      description: ${JSON.stringify(text)}
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string, pattern: "^[A-Za-z0-9_-]{8,40}$" }, example: 7d1f0c52-8a4e-4a40-9f55-0a6a7b1f2c11 }]
      requestBody: { required: true, ${json(`${input}, example: { amount: 7 }`)} }
      responses:
        "201": { description: Paid., ${json(payment)} }
        "400": { description: Wrong. }
        "401": { description: Who? }
        "409": { description: The key is in use. }
        "415": { description: No JSON. }
components:
  securitySchemes: { token: { type: apiKey, in: header, name: X-Token } }
`;

type Habit = "takes keys with another body" | "ignores offsets";

/** A service that refuses keys that were used with another body, each user having their own. */
function service(...habits: readonly Habit[]): (request: Request) => Promise<Response> {
  const all: { owner: string; id: string }[] = [];
  const keys = new Map<string, { readonly text: string; readonly made: unknown }>();
  const has = (habit: Habit): boolean => habits.includes(habit);
  return async (request) => {
    const owner = request.headers.get("x-token") ?? "";
    if (owner !== "mine" && owner !== "theirs") return new Response(null, { status: 401 });
    if (request.method === "GET") return Response.json(all.filter((one) => one.owner === owner));
    if (request.method !== "POST")
      return new Response(null, { status: 405, headers: { allow: "GET, POST" } });
    if (request.headers.get("content-type")?.toLowerCase() !== "application/json")
      return new Response(null, { status: 415 });
    const text = await request.text();
    const body = bodyOf(text);
    if (body === undefined) return new Response(null, { status: 400 });
    const given = request.headers.get("idempotency-key");
    const key = given && `${owner} ${given}`;
    const before = key === null ? undefined : keys.get(key);
    if (before !== undefined && before.text !== text && !has("takes keys with another body"))
      return new Response(null, { status: 409 });
    if (before !== undefined) return Response.json(before.made, { status: 201 });
    const paidAt = body.paid_at;
    const time =
      paidAt === undefined
        ? {}
        : {
            paid_at: has("ignores offsets")
              ? paidAt.replace(/(Z|[+-]\d\d:\d\d)$/i, "Z")
              : new Date(paidAt).toISOString(),
          };
    const made = { owner, id: `p${all.length + 1}`, amount: body.amount, ...time };
    all.push(made);
    if (key !== null) keys.set(key, { text, made });
    return Response.json(made, { status: 201 });
  };
}

interface Body {
  readonly amount: number;
  readonly paid_at?: string;
}

/** True for a time with an offset, on a day that there is. */
function isTimeText(value: unknown): boolean {
  const [, day = ""] =
    /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.exec(String(value)) ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  return (
    day !== "" &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(day) &&
    !Number.isNaN(Date.parse(String(value)))
  );
}

function bodyOf(text: string): Body | undefined {
  try {
    const { amount, paid_at: time, ...others } = JSON.parse(text) as Body;
    const isTime = time === undefined || isTimeText(time);
    const isAmount = Number.isInteger(amount) && amount >= 1 && amount <= 1000;
    return isTime && isAmount && Object.keys(others).length === 0
      ? { amount, ...(time !== undefined && { paid_at: time }) }
      : undefined;
  } catch {
    return undefined;
  }
}

async function verified(text: string, ...habits: readonly Habit[]): Promise<VerifyReport> {
  return verifyServer({
    description: await read(payments(text)),
    server: { fetch: service(...habits) },
    credentials: { token: "mine" },
    otherCredentials: { token: "theirs" },
  });
}

const linesOf = ({ failures }: VerifyReport): string[] =>
  failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);

describe("requests with an idempotency key", () => {
  test("have keys of their own, so that a service refuses none but the one that is repeated with another body", async () => {
    const report = await verified(said);
    expect(linesOf(report)).toEqual([]);
    expect(report).toMatchObject({ errors: [], leftOut: [] });
    expect(
      report.coverage.find(({ operationId }) => operationId === "pay")?.statuses,
    ).toMatchObject({ 409: 1 });
  });

  test.each<[Habit, string]>([
    [
      "takes keys with another body",
      "idempotency-key pay: takes an idempotency key that was used with another body, which it refuses by its description: answers 201",
    ],
    [
      "ignores offsets",
      "shows-what-was-sent pay: `paid_at` was written as 2024-05-06T11:00:00+02:00 and is 2024-05-06T11:00:00Z: its offset is ignored (RFC 3339, section 4.2)",
    ],
  ])("show a service that %s", async (habit, line) => {
    expect(linesOf(await verified(said, habit))).toEqual([line]);
  });

  test.each([
    "With an Idempotency-Key a request is repeated. If the values differ, the answer is 409.",
    "Keys are remembered for a day. A request that comes with another body is refused by 409.",
    "If a payment has been made with this key and the same body, nothing is paid and the first answer is given again; with another body the answer is 409.",
    "The key repeats a request. It has its first answer, unless its body has changed: that is an error.",
  ])(
    "are refused with another body where a sentence after one about the key says so: %s",
    async (text) => {
      expect(linesOf(await verified(text, "takes keys with another body"))).toEqual([
        expect.stringMatching(/^idempotency-key pay: takes an idempotency key .* another body/),
      ]);
    },
  );

  test.each<[string, string, Habit]>([
    [
      "refuses values and other requests for other reasons",
      "With an Idempotency-Key a request is repeated. If the request has other errors, the answer is 400. If another request runs, the answer is 409.\n\nIf the values differ from the account's, the answer is 409.",
      "takes keys with another body",
    ],
    [
      "repeats the answer to another body, as it says",
      "A key that was used with another body has the answer of the first request.",
      "takes keys with another body",
    ],
    [
      "says that another body is not refused",
      "A key with another body is not refused: it has the first answer.",
      "takes keys with another body",
    ],
    [
      "has another answer for another body",
      "A key repeats a request with the same body; with another body it is forgotten.",
      "takes keys with another body",
    ],
    [
      "says nothing of other bodies",
      "Send a new key for each request.",
      "takes keys with another body",
    ],
  ])("do not blame a service that %s", async (_, text, habit) => {
    expect(linesOf(await verified(text, habit))).toEqual([]);
  });
});
