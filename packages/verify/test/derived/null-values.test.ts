import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { NullValues } from "../../src/check/derived/null-values.ts";
import { verifiedApi } from "../../src/description/verified-api.ts";
import type { Exchange } from "../../src/wire/exchange.ts";
import { describe as read } from "../support.ts";

/** Describes claims, in a list of pages, with a receipt that has members of the same names. */
const claims = (said: string, name = "reason"): string => `openapi: 3.1.0
info: { title: Claims, version: "1" }
paths:
  /claims:
    get:
      operationId: listClaims
      responses:
        "200":
          description: All.
          content:
            application/json:
              schema: { type: object, properties: { items: { type: array, items: { $ref: "#/components/schemas/Claim" } } } }
  /receipts:
    get:
      operationId: listReceipts
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Receipt" } } } }
components:
  schemas:
    Claim:
      type: object
      properties:
        state: { type: string, enum: [open, sent, rejected, paid_out] }
        ${name}: { type: [string, "null"], description: ${JSON.stringify(said)} }
        receipt: { $ref: "#/components/schemas/Receipt" }
    Receipt:
      type: object
      properties:
        state: { type: string, enum: [open, rejected] }
        ${name}: { type: [string, "null"], description: Some text. }
`;

type Claim = Readonly<Record<string, unknown>>;

/** Returns what is said of claims that a list shows. */
const said = async (text: string, all: readonly Claim[], name = "reason"): Promise<string[]> =>
  saidBy(claims(text, name), all, name);

async function saidBy(yaml: string, all: readonly Claim[], name = "reason"): Promise<string[]> {
  const api = verifiedApi(await read(yaml));
  const values = new NullValues(api);
  const note = (id: string, value: unknown, status = 200): string[] => {
    const operation = api.find(id);
    if (operation === undefined) throw new Error(id);
    const exchange = { response: { status }, value } as unknown as Exchange;
    return values.note(operation, exchange).map(({ problem }) => problem.message);
  };
  const old = { state: "open", [name]: "Old." };
  return [
    ...note("listReceipts", [old, { ...old, state: "rejected", [name]: null }]),
    ...note("listClaims", { items: [old] }, 404),
    ...note("listClaims", { items: all.map((one) => ({ ...one, receipt: old })) }),
  ];
}

const good: Claim[] = [
  { state: "open", reason: null },
  { state: "sent", reason: null },
  { state: "rejected", reason: "No." },
  { state: "paid_out", reason: null },
];

describe("a member that is null in some states", () => {
  test.each([
    "null unless rejected",
    "Why it was rejected, null unless it is rejected.",
    "Null unless the claim is `rejected`.",
    "null unless in state `rejected`",
    "Null unless the state is `rejected`.",
    "null while it is open, sent or paid out.",
  ])("is found to have a value in another one: %s", async (text) => {
    const wrong = { state: "sent", reason: "No." };
    expect(await said(text, [...good, wrong])).toEqual([
      `\`reason\` is "No." where \`state\` is "sent", and the description says ${JSON.stringify(text)}`,
    ]);
    expect(await said(text, good)).toEqual([]);
    expect(await said(text, [...good, { state: "rejected", reason: null }])).toEqual([]);
  });

  test("is left alone where two members have such states", async () => {
    const yaml = claims("null unless rejected").replace(
      "        reason:",
      "        phase: { type: string, enum: [open, rejected] }\n        reason:",
    );
    expect(await saidBy(yaml, [...good, { state: "sent", reason: "No." }])).toEqual([]);
  });

  test("is reported once", async () => {
    const api = verifiedApi(await read(claims("null unless rejected")));
    const values = new NullValues(api);
    const [operation] = api.operations;
    if (operation === undefined) throw new Error("no operation");
    const items = [...good, { state: "sent", reason: "No." }];
    const exchange = { response: { status: 200 }, value: { items } } as unknown as Exchange;
    expect(values.note(operation, exchange)).toHaveLength(1);
    const next = { response: { status: 200 }, value: { items: good } } as unknown as Exchange;
    expect(values.note(operation, next)).toEqual([]);
  });

  test("may have a value in a state of which nothing is said", async () => {
    const text = "null while it is open";
    expect(await said(text, [...good, { state: "sent", reason: "No." }])).toEqual([]);
    expect(await said(text, [...good, { state: "open", reason: "No." }])).toHaveLength(1);
  });

  test("is left alone where a service shows it in no state, or always", async () => {
    const text = "null unless rejected";
    const all = good.map((one) => ({ ...one, reason: "No." }));
    expect(await said(text, all)).toEqual([]);
    expect(
      await said(text, [
        { state: "sent", reason: "No." },
        { state: "open", reason: null },
      ]),
    ).toEqual([]);
  });

  test.each([
    "Never null while it is open.",
    "It is not null while it is open",
    "It isn't null unless rejected.",
    "May be null unless rejected.",
    "Usually null unless rejected.",
    "null unless somebody has rejected it",
    "null unless known",
    "null unless rejected or late",
  ])("need not be null: %s", async (text) => {
    const all = [...good, { state: "open", reason: "No." }, { state: "sent", reason: "No." }];
    expect(await said(text, all)).toEqual([]);
  });

  test.each(["paidAt", "paid_by", "payee"])("%s stays in the states that follow", async (name) => {
    const all = [
      { state: "open", [name]: null },
      { state: "sent", [name]: "Ann" },
      { state: "paid_out", [name]: "Ann" },
    ];
    expect(await said("null unless sent", all, name)).toEqual([]);
    expect(await said("null unless in state `sent`", all, name)).toHaveLength(1);
    expect(
      await said("null while it is sent", [...all, { state: "sent", [name]: null }], name),
    ).toHaveLength(1);
  });

  test("is found in what a service answers", async () => {
    const answers = (all: readonly Claim[]) => async (): Promise<Response> =>
      Response.json({ items: all });
    const reported = async (all: readonly Claim[]): Promise<string[]> => {
      const { failures } = await verifyServer({
        description: await read(claims("null unless rejected")),
        server: { fetch: answers(all) },
      });
      return failures
        .filter(({ check }) => check === "derived-value")
        .map(({ operationId = "" }) => operationId);
    };
    expect(await reported([...good, { state: "open", reason: "No." }])).toEqual(["listClaims"]);
    expect(await reported(good)).toEqual([]);
  });
});

describe("a member that is null while a flag says so", () => {
  const notes = (text: string): string =>
    claims(text).replaceAll(
      "        reason:",
      "        hidden: { type: boolean }\n        reason:",
    );
  const shown: Claim[] = [
    { hidden: true, reason: "Rude." },
    { hidden: false, reason: null },
  ];

  test.each([
    "Null while it is visible.",
    "null unless hidden",
    "Null unless the claim is `hidden`.",
    "null while the claim is not hidden",
  ])("is found to have a value: %s", async (text) => {
    const wrong = { hidden: false, reason: "Rude." };
    expect(await saidBy(notes(text), [...shown, wrong])).toEqual([
      `\`reason\` is "Rude." where \`hidden\` is false, and the description says ${JSON.stringify(text)}`,
    ]);
    expect(await saidBy(notes(text), [...shown, { hidden: true, reason: null }])).toEqual([]);
  });

  test("is left alone where the words are about another record", async () => {
    const yaml = notes("Null while the receipt is hidden.");
    const other = { hidden: true, reason: "Rude." };
    expect(
      await saidBy(yaml, [
        { hidden: true, reason: null },
        { hidden: false, reason: "Late." },
        other,
      ]),
    ).toEqual([]);
  });

  test.each(["Null while it is fresh.", "null unless it was hidden and reported"])(
    "is left alone where the words are about something else: %s",
    async (text) => {
      const other = { hidden: false, reason: "Rude." };
      expect(await saidBy(notes(text), [...shown, other])).toEqual([]);
    },
  );
});
