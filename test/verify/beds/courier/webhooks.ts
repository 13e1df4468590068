import { accepted } from "./checks.ts";
import { webhookBody } from "./bodies.ts";
import { faulty } from "./faults.ts";
import { jsonOf, Problem } from "./http.ts";
import type { Answer, Call } from "./http.ts";
import type { WebhookInput } from "./records.ts";
import { now, webhooks } from "./store.ts";

/** The URLs of removed registrations, by account. */
const removed = new Set<string>();

export function registerWebhook(call: Call): Answer {
  const { secret, active, ...body } = accepted<WebhookInput>(webhookBody, jsonOf(call));
  const taken = webhooks.of(call.account).some(({ value }) => value.url === body.url);
  if (taken || removed.has(`${call.account} ${body.url}`))
    throw new Problem(409, "The account has a webhook with this URL.");
  const { value } = webhooks.add(call.account, {
    ...body,
    id: webhooks.newId(),
    active: faulty("webhook-always-active") ? active || true : (active ?? true),
    createdAt: now(),
  });
  return { status: 201, json: faulty("webhook-secret-answered") ? { ...value, secret } : value };
}

export function removeWebhook(call: Call): Answer {
  const [id = ""] = call.places;
  const { account, value } = webhooks.get(call.account, id);
  webhooks.remove(id);
  if (faulty("webhook-url-stays-taken")) removed.add(`${account} ${value.url}`);
  return { status: 204 };
}
