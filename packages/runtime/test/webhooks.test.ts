import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  signatureHeaders,
  standardWebhooks,
  verifyWebhook,
  WebhookError,
  type WebhookSignature,
} from "../src/webhooks/index.ts";
import { unsignedOperation } from "../src/webhooks/sign.ts";
import { failure } from "./client-harness.ts";

/** The example of the specification Standard Webhooks. */
const example = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  body: '{"test": 2432232314}',
  headers: {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
};
const then = (): number => 1_614_265_330_000;

const github: WebhookSignature = {
  algorithm: "sha256",
  encoding: "hex",
  header: "X-Hub-Signature-256",
  prefix: "sha256=",
  content: "{body}",
};
const stripe: WebhookSignature = {
  algorithm: "sha256",
  encoding: "hex",
  header: "Stripe-Signature",
  prefix: "v1=",
  timestampHeader: "Stripe-Signature",
  timestampPrefix: "t=",
  content: "{timestamp}.{body}",
};
const slack: WebhookSignature = {
  algorithm: "sha256",
  encoding: "hex",
  header: "X-Slack-Signature",
  prefix: "v0=",
  timestampHeader: "X-Slack-Request-Timestamp",
  content: "v0:{timestamp}:{body}",
};
const shopify: WebhookSignature = {
  algorithm: "sha512",
  encoding: "base64",
  header: "X-Hmac",
  content: "{body}",
};

/** What verifying a webhook comes to: what it says, or the code of its refusal. */
async function verified(...given: Parameters<typeof verifyWebhook>): Promise<unknown> {
  try {
    return await verifyWebhook(...given);
  } catch (error) {
    return error instanceof WebhookError ? error.code : error;
  }
}

describe("the signature of a webhook", () => {
  const { secret, body, headers } = example;
  const known = { id: headers["webhook-id"], timestamp: new Date(then()) };

  test("is that of Standard Webhooks", async () => {
    expect(await verified({ headers, body }, standardWebhooks, { secret, now: then })).toEqual(
      known,
    );
    const bytes = new TextEncoder().encode(body);
    const request = new Request("https://hooks.example", { method: "POST", headers, body });
    expect(await verified(request, standardWebhooks, { secret, now: then })).toEqual(known);
    const plain = { "Webhook-ID": [headers["webhook-id"]], ...headers };
    expect(
      await verified({ headers: plain, body: bytes }, standardWebhooks, { secret, now: then }),
    ).toEqual(known);
  });

  test("is that of the sender's library", async () => {
    const signed = await signatureHeaders(body, standardWebhooks, {
      secret,
      id: known.id,
      timestamp: known.timestamp,
    });
    expect(signed).toEqual(headers);
  });

  test("is one of several, by one of several secrets", async () => {
    const list = `v1a,abc ${headers["webhook-signature"].replace("g0", "00")} ${headers["webhook-signature"]}`;
    const many = { ...headers, "webhook-signature": list };
    const secrets = ["whsec_b2xk", secret];
    expect(
      await verified({ headers: many, body }, standardWebhooks, { secret: secrets, now: then }),
    ).toEqual(known);
  });

  test.each([
    ["another body", { body: `${body} ` }, "signature-invalid"],
    ["another secret", { secret: "whsec_b3RoZXI=" }, "signature-invalid"],
    ["another id", { headers: { ...headers, "webhook-id": "msg_1" } }, "signature-invalid"],
    [
      "no signature",
      { headers: { ...headers, "webhook-signature": undefined } },
      "signature-missing",
    ],
    ["an empty one", { headers: { ...headers, "webhook-signature": "v1," } }, "signature-invalid"],
    ["no base64", { headers: { ...headers, "webhook-signature": "v1,?" } }, "signature-invalid"],
    ["no secret", { secret: [] }, "signature-invalid"],
    ["no time", { headers: { ...headers, "webhook-timestamp": "" } }, "timestamp-missing"],
    ["an old time", { now: () => then() + 300_001 }, "timestamp-outside-tolerance"],
    ["a time to come", { now: () => then() - 300_001 }, "timestamp-outside-tolerance"],
    ["a stricter limit", { now: () => then() + 6000, tolerance: 5 }, "timestamp-outside-tolerance"],
    ["a large body", { maxBodyBytes: 10 }, "body-too-large"],
  ])("is refused for %s", async (_, change, code) => {
    const given = { body, headers, secret, now: then, ...change };
    expect(await verified(given, standardWebhooks, given)).toBe(code);
  });

  test("is refused for a body that is not the bytes that were sent", async () => {
    const changed = { headers, body: JSON.stringify(JSON.parse(body)) };
    expect(await verified(changed, standardWebhooks, { secret, now: then })).toBe(
      "signature-invalid",
    );
  });

  test.each(["", "whsec_", "whsec_?"])("is refused for the secret %j", async (wrong) => {
    const outcome = await verified({ headers, body }, standardWebhooks, {
      secret: wrong,
      now: then,
    });
    expect(outcome).toBeInstanceOf(TypeError);
    expect(String(outcome)).not.toContain("whsec_");
  });

  test("does not read more of a body than is allowed", async () => {
    let chunks = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        chunks += 1;
        controller.enqueue(new Uint8Array(1024));
      },
    });
    const options = { secret, maxBodyBytes: 4096 };
    expect(await verified({ headers, body: stream }, standardWebhooks, options)).toBe(
      "body-too-large",
    );
    expect(chunks).toBeLessThan(8);
  });
});

describe("a scheme of a service's own", () => {
  const secret = "It's a secret to everybody";
  const body = '{"city":"Lisboa €"}';
  const time = "1614265330";
  const hmac = (algorithm: string, text: string) => createHmac(algorithm, secret).update(text);

  test.each([
    ["GitHub's", github, { "x-hub-signature-256": `sha256=${hmac("sha256", body).digest("hex")}` }],
    [
      "Stripe's",
      stripe,
      {
        "stripe-signature": `t=${time},v1=00,v1=${hmac("sha256", `${time}.${body}`).digest("hex")},v0=11`,
      },
    ],
    [
      "Slack's",
      slack,
      {
        "x-slack-request-timestamp": time,
        "x-slack-signature": `v0=${hmac("sha256", `v0:${time}:${body}`).digest("hex")}`,
      },
    ],
    ["one of SHA-512", shopify, { "x-hmac": hmac("sha512", body).digest("base64") }],
  ])("%s is verified, and signed alike", async (_, signature, headers) => {
    const options = { secret, now: then };
    const timestamp = signature.timestampHeader ? new Date(then()) : undefined;
    const known = { id: undefined, timestamp };
    expect(await verified({ headers, body }, signature, options)).toEqual(known);
    expect(await verified({ headers, body: `${body}.` }, signature, options)).toBe(
      "signature-invalid",
    );
    const signed = await signatureHeaders(body, signature, { secret, timestamp: new Date(then()) });
    expect(await verified({ headers: signed, body }, signature, options)).toEqual(known);
  });
});

describe("the parts of what is signed", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const now = (): number => 1_700_000_000_000;
  const at = (seconds: number): Date => new Date(seconds * 1000);

  test("cannot be shifted into each other by a dot in the id", async () => {
    const body = "1700000000.{}";
    const signed = await signatureHeaders(body, standardWebhooks, {
      secret,
      id: "msg_1",
      timestamp: at(1_699_999_999),
    });
    const shifted = {
      ...signed,
      "webhook-id": "msg_1.1699999999",
      "webhook-timestamp": "1700000000",
    };
    const options = { secret, now };
    expect(await verifyWebhook({ headers: signed, body }, standardWebhooks, options)).toBeDefined();
    const refused = await failure(
      verifyWebhook({ headers: shifted, body: "{}" }, standardWebhooks, options),
    );
    expect(refused).toMatchObject({ code: "signature-invalid" });
  });

  test("nor by one in the time", async () => {
    const body = '000Z.{"a":1}';
    const time = "2023-11-14T22:13:20";
    const key = Buffer.from(secret.slice(6), "base64");
    const signature = createHmac("sha256", key).update(`msg_1.${time}.${body}`).digest("base64");
    const headers = { "webhook-id": "msg_1", "webhook-signature": `v1,${signature}` };
    const shifted = { ...headers, "webhook-timestamp": `${time}.000Z` };
    const refused = await failure(
      verifyWebhook({ headers: shifted, body: '{"a":1}' }, standardWebhooks, { secret, now }),
    );
    expect(refused).toBeInstanceOf(WebhookError);
  });

  test("are signed only where they can be verified", async () => {
    const options = { secret, id: "msg.1", timestamp: at(1_700_000_000) };
    await expect(signatureHeaders("{}", standardWebhooks, options)).rejects.toThrow(
      'the id "msg.1" contains the delimiter that follows it in the signed text, "{id}.{timestamp}.{body}"',
    );
  });

  test.each(["1e9", "0x6553f100", "1700000000 2023", "soon", "2023-11", "-1"])(
    "the time %j is none",
    async (timestamp) => {
      const headers = {
        "webhook-id": "a",
        "webhook-signature": "v1,",
        "webhook-timestamp": timestamp,
      };
      const options = { secret, now, tolerance: 1e9 };
      expect(
        await failure(verifyWebhook({ headers, body: "" }, standardWebhooks, options)),
      ).toMatchObject({
        code: "timestamp-missing",
      });
    },
  );

  test("are not let through by a tolerance that is no number", async () => {
    const timestamp = at(1);
    const headers = await signatureHeaders("{}", standardWebhooks, { secret, timestamp });
    for (const tolerance of [NaN, "600" as never, -1])
      await expect(
        verifyWebhook({ headers, body: "{}" }, standardWebhooks, { secret, tolerance }),
      ).rejects.toThrow("tolerance must be a number from 0 to Infinity");
    const signature = { ...standardWebhooks, tolerance: NaN };
    await expect(verifyWebhook({ headers, body: "{}" }, signature, { secret })).rejects.toThrow(
      "tolerance must be a number from 0 to Infinity",
    );
  });
});

test("a webhook is sent as JSON, also where another media type stands first", () => {
  const content = [{ mediaType: "application/xml" }, { mediaType: "application/hal+json" }];
  const operation = { operationId: "A", method: "POST", path: "/a", responses: {} };
  const sent = (...media: typeof content) =>
    unsignedOperation({ ...operation, requestBody: { content: media } }, { body: { a: 1 } });
  expect(sent(...content)).toMatchObject({
    headers: { "content-type": "application/hal+json" },
    body: '{"a":1}',
  });
  expect(sent({ mediaType: "text/csv" }).headers).toEqual({ "content-type": "text/csv" });
});
