import { listEvents, recordEvent } from "./events.ts";
import type { Handler } from "./http.ts";
import { listInvoices } from "./invoices.ts";
import { downloadLabel, uploadLabel } from "./labels.ts";
import { createParcel, getParcel, listParcels, updateParcel } from "./parcels.ts";
import { getPickup, schedulePickup } from "./pickups.ts";
import { createQuote } from "./quotes.ts";
import { addAddress, createSender, getSender, listAddresses, replaceSender } from "./senders.ts";
import { registerWebhook, removeWebhook } from "./webhooks.ts";

export interface Route {
  readonly path: string;
  readonly methods: Readonly<Record<string, Handler>>;
  /** Answers without credentials too. */
  readonly open?: boolean;
}

const routes: readonly Route[] = [
  { path: "/senders", methods: { POST: createSender } },
  { path: "/senders/{id}", methods: { GET: getSender, PUT: replaceSender } },
  { path: "/senders/{id}/addresses", methods: { GET: listAddresses, POST: addAddress } },
  { path: "/parcels", methods: { GET: listParcels, POST: createParcel } },
  { path: "/parcels/{id}", methods: { GET: getParcel, PATCH: updateParcel } },
  { path: "/parcels/{id}/label", methods: { GET: downloadLabel, PUT: uploadLabel } },
  { path: "/parcels/{id}/events", methods: { GET: listEvents, POST: recordEvent } },
  { path: "/pickups", methods: { POST: schedulePickup } },
  { path: "/pickups/{id}", methods: { GET: getPickup } },
  { path: "/quotes", methods: { POST: createQuote }, open: true },
  { path: "/webhooks", methods: { POST: registerWebhook } },
  { path: "/webhooks/{id}", methods: { DELETE: removeWebhook } },
  { path: "/invoices", methods: { GET: listInvoices } },
];

/** The route of a request's path, and the values of its parameters. */
export function routeOf(path: string): { route: Route; places: string[] } | undefined {
  const segments = path.split("/");
  for (const route of routes) {
    const pattern = route.path.split("/");
    const fits = (part: string, index: number): boolean =>
      part === "{id}" ? segments[index] !== "" : part === segments[index];
    if (pattern.length !== segments.length || !pattern.every(fits)) continue;
    const places = segments.filter((_, index) => pattern[index] === "{id}").map(decoded);
    return { route, places };
  }
  return undefined;
}

/** A text that no id is, where the percent signs encode nothing. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
