import { describe, expect, test, vi } from "vitest";
import type { OperationDescriptor } from "../src/operation.ts";
import {
  createWebhookServer,
  type AnyHandler,
  type HttpRequest,
  type Server,
  type WebhookReceiverArguments,
} from "../src/server/index.ts";
import { signatureHeaders, standardWebhooks } from "../src/webhooks/index.ts";
import * as fixture from "./fixture.ts";
import { bodyOf, bytes } from "./server-harness.ts";

const secret = "whsec_c2VjcmV0";
const other = "whsec_b3RoZXI=";

const paid: OperationDescriptor = {
  operationId: "OrderPaid",
  method: "POST",
  path: "/orderPaid",
  requestBody: { required: true, content: [{ mediaType: "application/json" }] },
  responses: {
    "204": {},
    "401": { content: [{ mediaType: "application/json" }] },
  },
  signature: standardWebhooks,
};
const { signature: _, ...unsigned } = paid;
const filled = {
  mediaType: "application/json",
  template: { members: { reason: { from: "message" } } },
} as const;

type Options = NonNullable<WebhookReceiverArguments<unknown, never, boolean>[0]>;

function receiver(
  options: Options,
  handler: AnyHandler<unknown> | undefined = () => ({ status: 204 }),
  operation = paid,
): Server {
  const validators = {
    body: { "application/json": fixture.hasMember("order", "string") },
  };
  const route = { operation, validators, handler, errorBodies: { "401": filled } };
  const api = { ...fixture.api, security: [] };
  return createWebhookServer<unknown, never>(api, [route], options);
}

const call = (server: Server, headers: HttpRequest["headers"], body: HttpRequest["body"]) =>
  server.handle({
    method: "POST",
    url: "/orderPaid",
    headers: { "content-type": "application/json", ...headers },
    body,
  });

const order = '{ "order": "1" }';
const signed = (body = order, by = secret, timestamp = new Date()) =>
  signatureHeaders(body, standardWebhooks, { secret: by, timestamp });

describe("a receiver of webhooks", () => {
  test.each([
    ["a secret", secret],
    ["one of several secrets", [other, secret]],
  ])("takes what is signed with %s, byte for byte", async (_name, own) => {
    const handler = vi.fn<AnyHandler<unknown>>(() => ({ status: 204 }));
    const response = await call(receiver({ secret: own }, handler), await signed(), bytes(order));
    expect(response.status).toBe(204);
    expect(handler).toHaveBeenCalledWith(
      { body: { order: "1" } },
      expect.anything(),
      expect.anything(),
    );
  });

  test.each([
    ["has another body", async () => [await signed(), '{"order":"1"}']],
    ["is signed with another secret", async () => [await signed(order, other), order]],
    ["was sent long ago", async () => [await signed(order, secret, new Date(0)), order]],
    // Whether a body is valid is told to nobody who has not signed it.
    ["is signed otherwise, and invalid", async () => [await signed(order, other), "{}"]],
  ] as const)("refuses with the documented 401 what %s", async (_name, made) => {
    const handler = vi.fn<AnyHandler<unknown>>(() => ({ status: 204 }));
    const [headers, body] = (await made()) as [HttpRequest["headers"], string];
    const response = await call(receiver({ secret }, handler), headers, bytes(body));
    expect(response.status).toBe(401);
    expect(response.headers["www-authenticate"]).toBe("Signature");
    expect(bodyOf(response)).toEqual({ reason: expect.any(String) as unknown });
    expect(handler).not.toHaveBeenCalled();
  });

  test("does not read the body of what is not signed at all", async () => {
    const body = { [Symbol.asyncIterator]: vi.fn<() => AsyncIterator<Uint8Array>>() };
    const response = await call(receiver({ secret }), {}, body);
    expect(response.status).toBe(401);
    expect(body[Symbol.asyncIterator]).not.toHaveBeenCalled();
  });

  test("validates what is signed", async () => {
    const response = await call(receiver({ secret }), await signed("{}"), bytes("{}"));
    expect(response.status).toBe(400);
  });

  test("reads no more than the limit of bodies", async () => {
    const server = receiver({ secret, maxBodyBytes: 4 });
    expect((await call(server, await signed(), bytes(order))).status).toBe(413);
  });

  test("verifies by the signature that it is given", async () => {
    const server = receiver({ secret, signature: standardWebhooks }, undefined, unsigned);
    expect((await call(server, {}, bytes(order))).status).toBe(401);
  });

  test("verifies nothing where it is told so", async () => {
    const server = receiver({ signature: "unchecked" });
    expect((await call(server, {}, bytes(order))).status).toBe(204);
  });

  test.each<[string, Options, OperationDescriptor]>([
    ["OrderPaid is signed, and there is no `secret`", undefined as unknown as Options, paid],
    ["the description does not say how its webhooks are signed", { secret }, unsigned],
    ["the secret of the webhooks is empty", { secret: "" }, paid],
    ["there is no secret for the webhooks", { secret: [] }, paid],
    ["the secret of the webhooks is not base64", { secret: "whsec_!" }, paid],
  ])("does not start: %s", (message, options, operation) => {
    const start = () => receiver(options, () => ({ status: 204 }), operation);
    expect(start).toThrow(TypeError);
    expect(start).toThrow(message);
  });

  test("wants no secret for what nobody handles", () => {
    const routes = [{ operation: paid, validators: {}, handler: undefined }];
    const api = { ...fixture.api, security: [] };
    const options = undefined as unknown as Options;
    expect(() => createWebhookServer<unknown, never>(api, routes, options)).not.toThrow();
  });
});
