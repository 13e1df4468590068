import { describe, expect, test } from "vitest";
import { payloadText } from "../src/idempotency/payload-text.ts";
import { jsonResponse } from "../src/index.ts";
import { idempotencyKeys, memoryStore } from "../src/server/idempotency.ts";
import type { IdempotencyOptions, IdempotencyRecord } from "../src/server/idempotency.ts";
import type { Route, SecurityVerifier } from "../src/server/index.ts";
import { bodyOf, bytes, send, serve } from "./server-harness.ts";

const operation: Route["operation"] = {
  operationId: "Pay",
  method: "POST",
  path: "/payments",
  parameters: [{ name: "Idempotency-Key", in: "header" }],
  requestBody: { required: true, content: [{ mediaType: "application/json" }] },
  responses: { 201: jsonResponse, 402: jsonResponse, 429: jsonResponse, 503: jsonResponse },
};

/** A service that counts payments, and who asks for one by a header. */
function service(options: Partial<IdempotencyOptions> = {}, more: Partial<Route> = {}) {
  let payments = 0;
  const route: Route = {
    operation,
    validators: {},
    handler: () => {
      payments += 1;
      return { status: 201, body: { number: payments } };
    },
    ...more,
  };
  const caller: IdempotencyOptions["caller"] = ({ exchange }) =>
    String(exchange.request.headers["x-account"] ?? "one");
  const server = serve([route], { idempotency: idempotencyKeys({ caller, ...options }) });
  const pay = async (key: string | undefined, amount = 1, headers: Record<string, string> = {}) => {
    const response = await send(server, "POST", "/payments", {
      headers: {
        "content-type": "application/json",
        ...(key !== undefined && { "idempotency-key": key }),
        ...headers,
      },
      body: bytes(JSON.stringify({ amount })),
    });
    return [response.status, (bodyOf(response) as { number?: number }).number];
  };
  return { pay, count: () => payments };
}

describe("a key", () => {
  test("repeats the first answer", async () => {
    const { pay, count } = service();
    expect(await pay("a")).toEqual([201, 1]);
    expect(await pay("a")).toEqual([201, 1]);
    expect(await pay("b")).toEqual([201, 2]);
    expect(count()).toBe(2);
  });

  test("is needed", async () => {
    const { pay, count } = service();
    await pay(undefined);
    await pay(undefined);
    expect(count()).toBe(2);
  });

  test("is refused where it is empty", async () => {
    const { pay, count } = service();
    expect(await pay(" ")).toEqual([400, undefined]);
    expect(count()).toBe(0);
  });

  test("is none of a method that changes nothing", async () => {
    let reads = 0;
    const handler = () => ({ status: 201, body: { number: (reads += 1) } });
    const get = { ...operation, method: "GET" };
    delete get.requestBody;
    const server = serve([{ operation: get, validators: {}, handler }], {
      idempotency: idempotencyKeys({ caller: () => "one" }),
    });
    const headers = { "idempotency-key": "a" };
    await send(server, "GET", "/payments", { headers });
    await send(server, "GET", "/payments", { headers });
    expect(reads).toBe(2);
  });

  test("is refused with another body", async () => {
    const { pay, count } = service();
    await pay("a", 1);
    expect(await pay("a", 2)).toEqual([422, undefined]);
    expect(count()).toBe(1);
  });

  test("is refused while its request is in progress, and repeats the answer afterwards", async () => {
    const answers: ((body: object) => void)[] = [];
    const handler = () =>
      new Promise((resolve) => {
        answers.push((body) => resolve({ status: 201, body }));
      });
    let reached = (): void => {};
    const begun = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const { pay } = service(
      {},
      {
        handler: (() => {
          reached();
          return handler();
        }) as unknown as Route["handler"],
      },
    );
    const first = pay("a");
    await begun;
    expect(await pay("a")).toEqual([409, undefined]);
    answers[0]?.({ number: 7 });
    expect(await first).toEqual([201, 7]);
    expect(await pay("a")).toEqual([201, 7]);
  });

  test("belongs to its caller", async () => {
    const { pay } = service();
    expect(await pay("a", 1, { "x-account": "one" })).toEqual([201, 1]);
    expect(await pay("a", 1, { "x-account": "two" })).toEqual([201, 2]);
  });

  test("is not taken from a caller without a name", async () => {
    const { pay, count } = service({ caller: () => undefined as unknown as string });
    expect((await pay("a"))[0]).toBe(500);
    expect(count()).toBe(0);
  });

  test("belongs to its operation", async () => {
    const called: string[] = [];
    const routes = ["Pay", "Refund"].map((operationId): Route => ({
      operation: { ...operation, operationId, path: `/${operationId}` },
      validators: {},
      handler: () => {
        called.push(operationId);
        return { status: 201, body: {} };
      },
    }));
    const server = serve(routes, { idempotency: idempotencyKeys({ caller: () => "one" }) });
    const headers = { "content-type": "application/json", "idempotency-key": "a" };
    for (const path of ["/Pay", "/Refund"])
      expect((await send(server, "POST", path, { headers, body: bytes("{}") })).status).toBe(201);
    expect(called).toEqual(["Pay", "Refund"]);
  });

  test("is free again after a failure of the service", async () => {
    let calls = 0;
    const handler = () => {
      calls += 1;
      if (calls === 1) throw new Error("broken");
      if (calls === 2) return { status: 503, body: {} };
      if (calls === 3) return { status: 429, body: {} };
      return { status: 402, body: { number: calls } };
    };
    const { pay } = service({}, { handler: handler as Route["handler"] });
    expect((await pay("a"))[0]).toBe(500);
    expect((await pay("a"))[0]).toBe(503);
    expect((await pay("a"))[0]).toBe(429);
    expect(await pay("a")).toEqual([402, 4]);
    expect(await pay("a")).toEqual([402, 4]);
  });

  test("is none where the description has no header for it", async () => {
    const { pay, count } = service({}, { operation: { ...operation, parameters: [] } });
    await pay("a");
    await pay("a");
    expect(count()).toBe(2);
  });

  test("is not asked for before credentials have been verified", async () => {
    const asked: string[] = [];
    const refuse: SecurityVerifier = () => undefined;
    const locked = { ...operation, security: [{ bearer: [] }] };
    const route: Route = { operation: locked, validators: {}, handler: () => ({ status: 201 }) };
    const caller = (): string => {
      asked.push("caller");
      return "one";
    };
    const server = serve([route], {
      security: { bearer: refuse },
      idempotency: idempotencyKeys({ caller }),
    });
    const headers = { "idempotency-key": "a" };
    expect((await send(server, "POST", "/payments", { headers })).status).toBe(401);
    expect(asked).toEqual([]);
  });
});

test("an answer that a handler changes later is repeated as it was", async () => {
  const body = { number: 1 };
  const { pay } = service({}, { handler: () => ({ status: 201, body }) });
  await pay("a");
  body.number = 2;
  expect(await pay("a")).toEqual([201, 1]);
});

test("an answer with instances is repeated with their methods", async () => {
  class Payment {
    readonly #number = 5;
    toJSON(): object {
      return { number: this.#number };
    }
  }
  let calls = 0;
  const handler = () => {
    calls += 1;
    return { status: 201, body: new Payment() };
  };
  const { pay } = service({}, { handler: handler as unknown as Route["handler"] });
  expect(await pay("a")).toEqual([201, 5]);
  expect(await pay("a")).toEqual([201, 5]);
  expect(calls).toBe(1);
});

test("payloads with instances are compared by what they are as JSON", async () => {
  const day = (text: string) => ({ toJSON: () => text });
  expect(await payloadText("/", { day: day("1") })).toBe(await payloadText("/", { day: day("1") }));
  expect(await payloadText("/", { day: day("1") })).not.toBe(
    await payloadText("/", { day: day("2") }),
  );
});

test("a store gets digests alone", async () => {
  const stored: unknown[] = [];
  const records = new Map<string, IdempotencyRecord>();
  const { pay } = service({
    store: {
      async add(id, record) {
        stored.push(id, record.payload);
        const known = records.get(id);
        if (known === undefined) records.set(id, record);
        return known;
      },
      async set(id, record) {
        records.set(id, JSON.parse(JSON.stringify(record)));
      },
      async delete(id) {
        records.delete(id);
      },
    },
  });
  expect(await pay("secret", 4711)).toEqual([201, 1]);
  expect(await pay("secret", 4711)).toEqual([201, 1]);
  for (const text of stored) expect(text).toMatch(/^[\da-f]{64}$/);
});

describe("the store in memory", () => {
  const answered = { payload: "p", answer: { status: 201, body: undefined } };

  test("forgets an answer after its lifetime", () => {
    let time = 0;
    const store = memoryStore({ lifetime: 10, now: () => time });
    store.add("a", { payload: "p" });
    store.set("a", answered);
    time = 9;
    expect(store.add("a", { payload: "p" })).toEqual(answered);
    time = 10;
    expect(store.add("a", { payload: "p" })).toBeUndefined();
  });

  test("removes the oldest answers of too many, and no request in progress", () => {
    const store = memoryStore({ maxKeys: 2 });
    store.add("running", { payload: "p" });
    for (const id of ["b", "c", "d"]) {
      store.add(id, { payload: "p" });
      store.set(id, answered);
    }
    expect(store.add("running", { payload: "p" })).toEqual({ payload: "p" });
    expect(store.add("d", { payload: "p" })).toEqual(answered);
    expect(store.add("b", { payload: "p" })).toBeUndefined();
  });

  test("removes the oldest answers of too many bytes", () => {
    const store = memoryStore({ maxBytes: 1000 });
    const long = { payload: "p", answer: { status: 200, body: ["x".repeat(300)] } };
    const file = { payload: "p", answer: { status: 200, body: new Blob(["x".repeat(700)]) } };
    for (const [id, record] of Object.entries({ a: long, b: file })) {
      store.add(id, { payload: "p" });
      store.set(id, record);
    }
    store.set("b", file);
    expect(store.add("b", { payload: "p" })).toEqual(file);
    expect(store.add("a", { payload: "p" })).toBeUndefined();
    store.delete("b");
    store.set("a", long);
    store.add("c", { payload: "p" });
    expect(store.add("a", { payload: "p" })).toEqual(long);
  });

  test("takes only numbers", () => {
    expect(() => memoryStore({ maxKeys: 0 })).toThrow(TypeError);
    expect(() => memoryStore({ lifetime: Number.NaN })).toThrow(TypeError);
  });
});
