/** What must compile, and what must not: webhooks and callbacks are received as operations are served. */
import type { Event, SubscribeOnEventCallbackInput } from "@webhooks/contract";
import { subscribeOnEventCallbackValidators } from "@webhooks/contract/validators";
import { createWebhookReceiver, type SubscribeOnEventCallbackHandler } from "@webhooks/server";

export const events: Event[] = [];

const onEvent: SubscribeOnEventCallbackHandler = ({ header, body }) => {
  if (header["X-Signature"] !== "") events.push(body);
  return { status: 204 };
};

export const receiver = createWebhookReceiver({ subscribeOnEventCallback: onEvent });

// @ts-expect-error no such webhook
createWebhookReceiver({ subscribeOnBirthdayCallback: onEvent });

// @ts-expect-error 200 is no answer of this callback
export const wrong: SubscribeOnEventCallbackHandler = () => ({ status: 200 });

export const isEvent = (input: SubscribeOnEventCallbackInput): boolean =>
  subscribeOnEventCallbackValidators.body?.["application/json"]?.(input.body) === true;
