/** What must compile, and what must not: webhooks and callbacks are received as operations are served. */
import type { Event, SubscribeOnEventCallbackInput } from "@webhooks/contract";
import { subscribeOnEventCallbackValidators } from "@webhooks/contract/validators";
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
  { security: { signature } },
);

// @ts-expect-error a webhook names a scheme, which wants a verifier
createWebhookReceiver({ subscribeOnEventCallback: onEvent });

// @ts-expect-error that of the description's operations is another one
createServer({ default: { subscribe: () => ({ status: 204 }) } }, { security: { signature } });

// @ts-expect-error no such webhook
createWebhookReceiver({ subscribeOnBirthdayCallback: onEvent }, { security: "unchecked" });

// @ts-expect-error 200 is no answer of this callback
export const wrong: SubscribeOnEventCallbackHandler = () => ({ status: 200 });

export const isEvent = (input: SubscribeOnEventCallbackInput): boolean =>
  subscribeOnEventCallbackValidators.body?.["application/json"]?.(input.body) === true;
