/** What must compile, and what must not: webhooks and callbacks are received as operations are served. */
import type { Event, SubscribeOnEventCallbackInput } from "@webhooks/contract";
import { subscribeOnEventCallbackValidators } from "@webhooks/contract/validators";
import { receiveWebhook, signWebhook, WebhookError } from "@webhooks/client/webhooks/receiver";
import { sendWebhook } from "@webhooks/mocks";
import {
  createServer,
  createWebhookReceiver,
  type SubscribeOnEventCallbackHandler,
} from "@webhooks/server";

export const events: Event[] = [];

const onEvent: SubscribeOnEventCallbackHandler = ({ header, body }) => {
  if (header["X-Signature"] !== "") events.push(body);
  return { status: 204 };
};

const signature = ({ value }: { readonly value: string }): boolean => value === "secret";

export const receiver = createWebhookReceiver(
  { subscribeOnEventCallback: onEvent },
  { security: { signature }, secret: ["whsec_bmV3", "whsec_b2xk"] },
);

// @ts-expect-error the description says that webhooks are signed, which wants a secret
createWebhookReceiver({ subscribeOnEventCallback: onEvent }, { security: { signature } });

const unchecked = { security: "unchecked", signature: "unchecked" } as const;
createWebhookReceiver({ subscribeOnEventCallback: onEvent }, unchecked);

// @ts-expect-error a webhook names a scheme, which wants a verifier
createWebhookReceiver({ subscribeOnEventCallback: onEvent }, { secret: "whsec_bmV3" });

// @ts-expect-error that of the description's operations is another one
createServer({ default: { subscribe: () => ({ status: 204 }) } }, { security: { signature } });

// @ts-expect-error no such webhook
createWebhookReceiver({ subscribeOnBirthdayCallback: onEvent }, unchecked);

// @ts-expect-error 200 is not an answer of this callback
export const wrong: SubscribeOnEventCallbackHandler = () => ({ status: 200 });

export const isEvent = (input: SubscribeOnEventCallbackInput): boolean =>
  subscribeOnEventCallbackValidators.body?.["application/json"]?.(input.body) === true;

export async function receive(request: Request): Promise<Event | string | undefined> {
  const event = await receiveWebhook(request, { secret: "whsec_c2VjcmV0" });
  switch (event.name) {
    case "new pet":
      return event.body;
    case "SubscribeOnEventCallback":
      return event.header["X-Signature"];
    case "petGone":
      return event.body satisfies undefined;
    default:
      return event.id;
  }
}

/** Frameworks have headers and body apart. */
export const receiveOne = (
  headers: Record<string, string | string[] | undefined>,
  body: Uint8Array,
) =>
  receiveWebhook({ headers, body }, { secret: ["new", "old"], only: ["new pet"] })
    .then((event): "new pet" => event.name)
    .catch((error: unknown) => (error instanceof WebhookError ? error.status : 500));

export const sent = signWebhook(
  "new pet",
  { body: { id: "1" } },
  { secret: "whsec_c2VjcmV0" },
).then((webhook) => new Request("https://hooks.example", webhook));

// @ts-expect-error there is no secret
void receiveWebhook(new Request("https://hooks.example"), {});

// @ts-expect-error no such webhook
void receiveWebhook(new Request("https://hooks.example"), { secret: "a", only: ["new cat"] });

// @ts-expect-error the body is another one
void signWebhook("new pet", { body: { id: 1 } }, { secret: "a" });

void sendWebhook("petGone", {}, { url: "https://hooks.example", secret: "a" }).then(
  ({ status }: Response) => status,
);

// @ts-expect-error the body is another one
void sendWebhook("new pet", { body: { id: 1 } }, { url: "https://hooks.example" });

// @ts-expect-error nobody knows where to
void sendWebhook("new pet", { body: { id: "1" } }, { secret: "a" });
