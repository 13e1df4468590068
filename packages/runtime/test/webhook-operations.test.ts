import { describe, expect, test } from "vitest";
import type { OperationDescriptor, OperationValidators, Validator } from "../src/operation.ts";
import {
  receiveFrom,
  signatureHeaders,
  signOperation,
  standardWebhooks,
  type WebhookSignature,
} from "../src/webhooks/index.ts";
import { failure } from "./client-harness.ts";

const github: WebhookSignature = {
  algorithm: "sha256",
  encoding: "hex",
  header: "X-Hub-Signature-256",
  prefix: "sha256=",
  content: "{body}",
};

const accepts =
  (isValid: (value: never) => boolean): Validator =>
  (value) =>
    isValid(value as never);

const typed = (type: string) => accepts((value: { readonly type?: string }) => value.type === type);

const required = { required: true, content: [{ mediaType: "application/json" }] } as const;

function webhook(id: string, more: Partial<OperationDescriptor> = {}): OperationDescriptor {
  return {
    operationId: id,
    method: "POST",
    path: `/${id}`,
    responses: {},
    ...(more.signature === undefined ? { signature: standardWebhooks } : {}),
    ...(id === "Ping" ? {} : { requestBody: required }),
    ...more,
  };
}

const json = (validator: Validator): OperationValidators => ({
  body: { "application/json": validator },
});

describe("a webhook of a description", () => {
  const secret = "whsec_c2VjcmV0";
  const table = {
    created: { operation: webhook("Created"), validators: json(typed("created")) },
    deleted: { operation: webhook("Deleted"), validators: json(typed("deleted")) },
    ping: {
      operation: webhook("Ping", { signature: github }),
      validators: {},
    },
    counted: {
      operation: webhook("Counted", {
        parameters: [{ name: "X-Count", in: "header", required: true, shape: "number" }],
      }),
      validators: {
        ...json(accepts(() => true)),
        header: accepts((value: Record<string, unknown>) => typeof value["X-Count"] === "number"),
      },
    },
  };
  const sent = (name: keyof typeof table, input: { body?: unknown; header?: object }) =>
    signOperation(table[name].operation, input, { secret });

  test("is the one whose description it meets", async () => {
    const body = { type: "deleted", id: 7 };
    const received = await receiveFrom(table, await sent("deleted", { body }), { secret });
    expect(received).toMatchObject({ name: "deleted", body, header: undefined });
    expect(received.id).toMatch(/^msg_/);
    expect(received.timestamp).toBeInstanceOf(Date);
    const counted = await sent("counted", { body: {}, header: { "X-Count": 3 } });
    expect(await receiveFrom(table, counted, { secret })).toMatchObject({
      name: "counted",
      header: { "X-Count": 3 },
    });
  });

  test("is verified by the scheme of its own", async () => {
    const ping = await sent("ping", {});
    expect(await receiveFrom(table, ping, { secret })).toMatchObject({
      name: "ping",
      body: undefined,
    });
  });

  test("is one of those that are expected", async () => {
    const request = await sent("deleted", { body: { type: "deleted" } });
    const error = await failure(receiveFrom(table, request, { secret, only: ["created"] }));
    expect(error).toMatchObject({ name: "WebhookError", code: "body-invalid", status: 400 });
    expect(await receiveFrom(table, request, { secret, only: ["deleted"] })).toBeTruthy();
  });

  test("is verified before it is read", async () => {
    const request = { ...(await sent("deleted", { body: {} })), body: "no JSON" };
    expect(await failure(receiveFrom(table, request, { secret }))).toMatchObject({
      code: "signature-invalid",
      status: 401,
      issues: [],
    });
  });

  test.each(["", "no JSON", "\ufffe", "{", '"text'])(
    "is refused with the body %j",
    async (body) => {
      const headers = await signatureHeaders(body, standardWebhooks, { secret });
      const only = ["created"] as const;
      expect(await failure(receiveFrom(table, { headers, body }, { secret, only }))).toMatchObject({
        code: "body-invalid",
      });
    },
  );

  test("is not read where it is not known how it is signed", async () => {
    const { signature: _, ...operation } = webhook("Created");
    const unsigned = { created: { operation, validators: {} } };
    const request = { headers: {}, body: "{}" };
    expect(await failure(receiveFrom(unsigned, request, { secret }))).toBeInstanceOf(TypeError);
    expect(await receiveFrom(unsigned, request, { signature: "unchecked" })).toMatchObject({
      name: "created",
      body: {},
      id: undefined,
    });
    const signed = await signOperation(
      unsigned.created.operation,
      { body: {} },
      {
        secret,
        signature: github,
      },
    );
    expect(await receiveFrom(unsigned, signed, { secret, signature: github })).toBeTruthy();
  });
});
