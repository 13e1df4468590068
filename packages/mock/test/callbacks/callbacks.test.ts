import { describe, expect, test } from "vitest";
import { standardWebhooks, verifyWebhook } from "@openapi-packages/runtime/webhooks";
import { createMockEngine } from "../../src/create-mock.ts";
import { shop } from "../node/shop.ts";
import { bookAdded, emma, hooks, mocked, onBook, secret } from "./support.ts";

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

  test("is not signed where only others say how", async () => {
    const { signature: _, ...unsigned } = bookAdded;
    const table = { CreateBook: [{ ...onBook, operation: unsigned }], DeleteBook: [onBook] };
    const { receiver, create } = mocked({}, { secret }, {}, table);
    await create(emma);
    expect(receiver.got.map(({ request }) => request.headers.has("webhook-signature"))).toEqual([
      false,
    ]);
  });

  test("is signed as an option says where the description does not", async () => {
    const { signature: _, ...unsigned } = bookAdded;
    const { receiver, create } = mocked(
      { operation: unsigned },
      { secret, signature: standardWebhooks },
    );
    await create(emma);
    expect(receiver.got[0]?.request.headers.get("webhook-signature")).toMatch(/^v1,/);
  });

  test("refuses a secret where nothing says how any is signed, and reads none without a secret", () => {
    const { signature: _, ...unsigned } = bookAdded;
    expect(() => mocked({ operation: unsigned }, { secret })).toThrow(
      new TypeError(
        "callbacks.secret (mock.callbackSecret of the configuration) would sign no callback: declare x-webhook-signature in the description, pass callbacks.signature, or leave the secret out",
      ),
    );
    expect(() =>
      mocked({}, {}, {}, () => {
        throw new Error("the table was made");
      }),
    ).not.toThrow();
  });

  test("refuses a secret where the description has no callbacks", () => {
    expect(() => createMockEngine(shop, { callbacks: { secret } })).toThrow(
      new TypeError(
        "callbacks.secret (mock.callbackSecret of the configuration) would sign no callback: the description has none, leave the secret out",
      ),
    );
    expect(() => createMockEngine(shop, { callbacks: {} })).not.toThrow();
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
