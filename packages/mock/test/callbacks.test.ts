import { describe, expect, test, vi } from "vitest";
import { standardWebhooks, verifyWebhook } from "@openapi-packages/runtime/webhooks";
import type { OperationDescriptor } from "../../runtime/src/operation.ts";
import * as fixture from "../../runtime/test/fixture.ts";
import { callbackPlan, type CallbackDescriptor } from "../src/callbacks/index.ts";
import { callbackLimits } from "../src/callbacks/callback-queue.ts";
import { createMockEngine } from "../src/create-mock.ts";
import type { CallbackOptions, CreateMockOptions, Mock } from "../src/types.ts";
import { shop } from "./node/shop.ts";

const bookAdded: OperationDescriptor = {
  operationId: "BookAdded",
  method: "POST",
  path: "/CreateBook/onBook",
  requestBody: { content: [{ mediaType: "application/json" }] },
  responses: { 204: {} },
  signature: standardWebhooks,
};

const onBook: CallbackDescriptor = {
  name: "onBook",
  expression: "{$request.body#/callbackUrl}",
  operation: bookAdded,
  input: { body: { type: "book.added", book: { book_id: "b0", title: "An example" } } },
  validators: {},
};

const hooks = "http://localhost:9/hooks";
const secret = "whsec_c2VjcmV0";

/** A receiver that answers 204 and remembers what it got. */
class Receiver {
  readonly got: { readonly request: Request; readonly body: string }[] = [];
  answer: (request: Request) => Promise<Response> = () =>
    Promise.resolve(new Response(null, { status: 204 }));

  readonly fetch = async (request: Request): Promise<Response> => {
    this.got.push({ request, body: await request.clone().text() });
    return this.answer(request);
  };
}

interface Mocked {
  readonly mock: Mock;
  readonly receiver: Receiver;
  /** Creates a book, waits for callbacks, and returns the status. */
  readonly create: (body: object, headers?: Record<string, string>) => Promise<number>;
}

function mocked(
  callback: Partial<CallbackDescriptor> = {},
  options: CallbackOptions = {},
  others: CreateMockOptions = {},
): Mocked {
  const receiver = new Receiver();
  const callbacks = callbackPlan({ CreateBook: [{ ...onBook, ...callback }] });
  const mock = createMockEngine(
    { ...shop, callbacks },
    { callbacks: { fetch: receiver.fetch, ...options }, ...others },
  );
  const create: Mocked["create"] = async (body, headers = {}) => {
    const { status } = await mock.fetch("/books", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    await mock.settled();
    return status;
  };
  return { mock, receiver, create };
}

const emma = { title: "Emma", callbackUrl: hooks };

describe("a callback", () => {
  test("is sent after the answer, with the record that was created", async () => {
    const { mock, receiver } = mocked();
    const response = await mock.fetch("/books", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(emma),
    });
    expect([response.status, receiver.got]).toEqual([201, []]);
    const { book_id } = (await response.json()) as { book_id: string };
    await mock.settled();
    const [sent] = receiver.got;
    expect(sent?.request).toMatchObject({ method: "POST", url: hooks, redirect: "manual" });
    const body = { type: "book.added", book: { book_id, title: "Emma" } };
    expect(JSON.parse(sent?.body ?? "")).toEqual(body);
    const headers = { "content-type": "application/json", "x-mock-callback": "onBook" };
    expect(mock.callbacks).toEqual([
      {
        operationId: "CreateBook",
        callback: "onBook",
        method: "POST",
        url: hooks,
        headers: expect.objectContaining(headers) as object,
        body,
        status: 204,
      },
    ]);
  });

  test("is signed with a secret, as the description says", async () => {
    const { receiver, create } = mocked({}, { secret });
    await create(emma);
    const { request, body } = receiver.got[0] ?? { request: new Request(hooks), body: "" };
    const { headers } = request;
    await expect(
      verifyWebhook({ headers, body }, standardWebhooks, { secret }),
    ).resolves.toMatchObject({ id: expect.stringMatching(/^msg_/) as string });
  });

  test("is not signed where nothing says how", async () => {
    const { signature: _, ...unsigned } = bookAdded;
    const { receiver, create } = mocked({ operation: unsigned }, { secret });
    await create(emma);
    expect(receiver.got.map(({ request }) => request.headers.has("webhook-signature"))).toEqual([
      false,
    ]);
  });

  test("is not sent for a refusal, a repeated key, nor with callbacks: false", async () => {
    const { receiver, create } = mocked();
    expect(await create({ callbackUrl: hooks })).toBe(400);
    expect(receiver.got).toHaveLength(0);
    const key = { "idempotency-key": "k1" };
    expect([await create(emma, key), await create(emma, key)]).toEqual([201, 201]);
    expect(receiver.got).toHaveLength(1);
    const off = mocked({}, {}, { callbacks: false });
    expect([await off.create(emma), off.mock.callbacks, off.receiver.got]).toEqual([201, [], []]);
  });

  test("is sent for an override and for a chosen example too, if they are successes", async () => {
    const { mock, receiver, create } = mocked();
    const undo = mock.on("CreateBook", { status: 201, body: { book_id: "b9", title: "Mine" } });
    await create(emma);
    undo();
    await create(emma, { prefer: "code=201" });
    mock.on("CreateBook", { status: 422, body: {} });
    await create(emma);
    const titles = receiver.got.map(
      ({ body }) => (JSON.parse(body) as { book: { title: string } }).book.title,
    );
    expect(titles).toEqual(["Mine", "Dune"]);
  });

  test("announces none of its own, so that a mock that calls itself ends", async () => {
    const { mock, receiver, create } = mocked({ input: { body: emma } });
    receiver.answer = (request) => mock.fetch("/books", request);
    await create(emma);
    expect(mock.callbacks.map(({ status }) => status)).toEqual([201]);
    expect(mock.state.count("Book")).toBe(3);
  });
});

describe("the address of a callback", () => {
  const places: [expression: string, body: object, url: string | undefined][] = [
    ["$request.body#/callbackUrl", {}, hooks],
    ["{$request.body#/callbackUrl}/added", {}, `${hooks}/added`],
    ["{$request.query.to}/x", {}, "http://127.0.0.1/to/x"],
    ["{$request.header.X-Hook}", {}, "http://[::1]:1/header"],
    [
      "{$request.body#/callbackUrl}?id={$response.body#/title}&s={$statusCode}",
      {},
      `${hooks}?id=E%26mma&s=201`,
    ],
    ["http://localhost/{$method}", {}, "http://localhost/POST"],
    ["{$request.body#/other}", {}, undefined],
    ["{$request.body#other}", {}, undefined],
    ["{$request.body#/callbackUrl}", { callbackUrl: 1n.toString() }, "1"],
    ["{$request.body#/callbackUrl}", { callbackUrl: { a: 1 } }, undefined],
  ];
  test.each(places)("%s of %j is %s", async (expression, body, url) => {
    const { mock } = mocked({ expression });
    await mock.fetch("/books?to=http://127.0.0.1/to", {
      method: "POST",
      headers: { "content-type": "application/json", "x-hook": "http://[::1]:1/header" },
      body: JSON.stringify({ ...emma, title: "E&mma", ...body }),
    });
    await mock.settled();
    expect(mock.callbacks.map((one) => one.url)).toEqual([url]);
  });

  const refused: [url: string, reason: RegExp][] = [
    [
      "http://10.0.0.1/",
      /not of this machine: allow http:\/\/10\.0\.0\.1 by callbacks\.allowOrigins/,
    ],
    ["https://hooks.example/", /not of this machine/],
    ["http://169.254.169.254/latest", /not of this machine/],
    ["http://0.0.0.0/", /not of this machine/],
    ["http://127.0.0.1.evil.example/", /not of this machine/],
    ["http://localhost.evil.example/", /not of this machine/],
    ["http://localhost@evil.example/", /credentials/],
    ["http://user:secret@localhost/", /credentials/],
    ["file:///etc/passwd", /no http address/],
    ["data:text/plain,a", /no http address/],
    ["/hooks", /no http address/],
  ];
  test.each(refused)("%s is refused", async (callbackUrl, reason) => {
    const { mock, receiver, create } = mocked();
    expect(await create({ ...emma, callbackUrl })).toBe(201);
    expect(receiver.got).toEqual([]);
    expect(mock.callbacks).toHaveLength(1);
    expect(mock.callbacks[0]?.reason).toMatch(reason);
    expect(mock.callbacks[0]?.status).toBeUndefined();
  });

  test.each(["http://localhost:1/", "http://127.9.9.9/", "http://2130706433/", "https://[::1]/a"])(
    "%s is of this machine",
    async (callbackUrl) => {
      const { receiver, create } = mocked();
      await create({ ...emma, callbackUrl });
      expect(receiver.got).toHaveLength(1);
    },
  );

  test("may be of an allowed origin, with its scheme and port", async () => {
    const { mock, create } = mocked({}, { allowOrigins: ["https://hooks.example"] });
    for (const callbackUrl of [
      "https://hooks.example/a",
      "http://hooks.example/a",
      "https://hooks.example:444/",
    ])
      await create({ ...emma, callbackUrl });
    expect(mock.callbacks.map(({ status }) => status)).toEqual([204, undefined, undefined]);
    const any = mocked({}, { allowOrigins: ["*"] });
    await any.create({ ...emma, callbackUrl: "https://any.example" });
    expect(any.receiver.got).toHaveLength(1);
    expect(() => mocked({}, { allowOrigins: ["hooks.example"] })).toThrow(
      'the allowed origin of callbacks "hooks.example" is not an origin',
    );
  });
});

describe("sending a callback", () => {
  test("follows no redirect, and reads no answer", async () => {
    const { mock, receiver, create } = mocked();
    let isCancelled = false;
    const body = new ReadableStream({ cancel: () => void (isCancelled = true) });
    receiver.answer = () =>
      Promise.resolve(
        new Response(body, { status: 302, headers: { location: "http://10.0.0.1/" } }),
      );
    await create(emma);
    expect(receiver.got).toHaveLength(1);
    expect([mock.callbacks[0]?.status, isCancelled]).toEqual([302, true]);
  });

  test("ends without an answer in time, and says why it failed", async () => {
    const { mock, receiver, create } = mocked();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(AbortSignal.abort());
    receiver.answer = () => new Promise(() => {});
    await create(emma);
    expect(timeout).toHaveBeenCalledWith(callbackLimits.milliseconds);
    receiver.answer = () =>
      Promise.reject(
        new TypeError("fetch failed", {
          cause: Object.assign(new Error(), { code: "ECONNREFUSED" }),
        }),
      );
    await create(emma);
    expect(mock.callbacks.map(({ reason }) => reason)).toEqual([
      "nobody answers within 10 seconds",
      "fetch failed (ECONNREFUSED)",
    ]);
  });

  test("is given up by a reset, which forgets what was sent", async () => {
    const { mock, receiver, create } = mocked();
    await create(emma);
    receiver.answer = () => new Promise(() => {});
    const waiting = create(emma);
    await expect.poll(() => receiver.got).toHaveLength(2);
    mock.reset();
    await waiting;
    expect(mock.callbacks).toEqual([]);
  });

  test("has bounds of how many are under way, and of what is remembered", async () => {
    const { mock, receiver } = mocked();
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    receiver.answer = async () => {
      await gate;
      return new Response(null, { status: 204 });
    };
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(emma) };
    for (let count = 0; count < callbackLimits.pending + 2; count += 1)
      await mock.fetch("/books", init);
    open();
    await mock.settled();
    expect(receiver.got).toHaveLength(callbackLimits.pending);
    expect(mock.callbacks).toHaveLength(callbackLimits.deliveries);
    const full = mock.callbacks.filter(({ reason }) => reason !== undefined);
    expect(full.map(({ reason }) => reason)).toEqual([
      "100 others are on their way",
      "100 others are on their way",
    ]);
  });

  test("refuses a body of more than a mebibyte", async () => {
    const note = "x".repeat(callbackLimits.bytes);
    const { mock, create } = mocked({ input: { body: { note } } });
    await create(emma);
    expect(mock.callbacks[0]?.reason).toBe("its body is larger than 1 MiB");
  });
});

describe("the body of a callback", () => {
  const bodies: [what: string, example: unknown, sent: unknown][] = [
    ["takes members of its own", { title: "a", at: 1 }, { title: "Emma", at: 1 }],
    ["keeps members of another kind", { title: 1 }, { title: 1 }],
    [
      "takes the path's name of the key",
      { book: "a", book_id: "b" },
      { book: "a", book_id: "new" },
    ],
    [
      "takes an object that is the record, and leaves an id beside it",
      { id: "e1", data: { book_id: "b", title: "a" } },
      { id: "e1", data: { book_id: "new", title: "Emma" } },
    ],
    [
      "leaves an object that has other members",
      { shop: { title: "a", town: "b" } },
      { shop: { title: "a", town: "b" } },
    ],
    [
      "takes an object with the name of the resource",
      { Book: { title: "a" } },
      { Book: { title: "Emma" } },
    ],
    ["stays if it is no object", ["title"], ["title"]],
  ];
  test.each(bodies)("%s", async (_, body, sent) => {
    const { mock } = mocked({ input: { body } });
    mock.on("CreateBook", { status: 201, body: { book_id: "new", title: "Emma" } });
    await mock.fetch("/books", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(emma),
    });
    await mock.settled();
    expect(mock.callbacks[0]?.body).toEqual(sent);
  });

  test("keeps the example's value where the record's is invalid", async () => {
    const validate = fixture.hasMember("title", "number");
    const { mock, create } = mocked({
      input: { body: { title: 1, callbackUrl: "http://localhost/b" } },
      validators: { body: { "application/json": validate } },
    });
    mock.on("CreateBook", { status: 201, body: { book_id: "new", title: 2 } });
    await create(emma);
    expect(mock.callbacks[0]?.body).toEqual({ title: 2, callbackUrl: hooks });
    const strict = mocked({
      input: { body: { title: "Only this", callbackUrl: "http://localhost/b" } },
      validators: {
        body: {
          "application/json": Object.assign(
            (value: unknown) => (value as { title: string }).title === "Only this",
            { errors: [] },
          ),
        },
      },
    });
    await strict.create(emma);
    expect(strict.mock.callbacks[0]?.body).toEqual({ title: "Only this", callbackUrl: hooks });
  });
});
