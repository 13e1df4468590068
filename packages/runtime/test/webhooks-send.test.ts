import { describe, expect, test } from "vitest";
import type { OperationDescriptor } from "../src/operation.ts";
import { sendOperation, standardWebhooks, verifyWebhook } from "../src/webhooks/index.ts";

const paid: OperationDescriptor = {
  operationId: "OrderPaid",
  method: "POST",
  path: "/orderPaid",
  parameters: [{ name: "X-Attempt", in: "header", shape: "number" }],
  requestBody: { content: [{ mediaType: "application/json" }] },
  responses: { "204": {} },
  signature: standardWebhooks,
};
const url = "https://hooks.example/paid";
const secret = "whsec_c2VjcmV0";
const input = { header: { "X-Attempt": 2 }, body: { order: "1" } };

/** Sends the webhook, and gives what arrives. */
async function sent(options: object, operation = paid): Promise<Request> {
  const arrived: Request[] = [];
  const receive = (request: Request): Promise<Response> => {
    arrived.push(request);
    return Promise.resolve(new Response(null, { status: 204 }));
  };
  const response = await sendOperation(operation, input, { url, fetch: receive, ...options });
  expect(response.status).toBe(204);
  return arrived[0] as Request;
}

describe("a webhook that is sent", () => {
  test("is signed, with its headers and its body", async () => {
    const request = await sent({ secret });
    expect([request.method, request.url]).toEqual(["POST", url]);
    expect(request.headers.get("x-attempt")).toBe("2");
    expect(request.headers.get("content-type")).toBe("application/json");
    expect(await request.clone().json()).toEqual(input.body);
    await expect(verifyWebhook(request, standardWebhooks, { secret })).resolves.toBeDefined();
  });

  test("has the id and the time that are given", async () => {
    const request = await sent({ secret, id: "msg_1", timestamp: new Date(5000) });
    expect(request.headers.get("webhook-id")).toBe("msg_1");
    expect(request.headers.get("webhook-timestamp")).toBe("5");
  });

  test("is not signed without a secret", async () => {
    const request = await sent({});
    expect(request.headers.has("webhook-signature")).toBe(false);
    expect(await request.json()).toEqual(input.body);
  });

  test("is refused where nobody knows how it is signed", async () => {
    const { signature: _, ...unsigned } = paid;
    await expect(sendOperation(unsigned, input, { url, secret })).rejects.toThrow(
      "OrderPaid: the description does not say how its webhooks are signed",
    );
  });
});
