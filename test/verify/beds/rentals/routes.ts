// The table of addresses.
import type { Ctx, Reply } from "./lib.ts";
import * as properties from "./properties.ts";
import * as leases from "./leases.ts";
import { createPayment } from "./payments.ts";
import * as tickets from "./tickets.ts";
import * as photos from "./photos.ts";
import * as settings from "./settings.ts";
import { rentRoll } from "./report.ts";

export type Handler = (c: Ctx) => Promise<Reply>;
type Route = { path: string; words?: string[]; methods: Record<string, Handler> };

const ROUTES: Route[] = [
  { path: "properties", methods: { POST: properties.createProperty } },
  {
    path: "properties/{propertyId}",
    methods: {
      GET: properties.getProperty,
      PATCH: properties.updateProperty,
      DELETE: properties.deleteProperty,
    },
  },
  { path: "properties/{propertyId}/units", methods: { POST: properties.addUnit } },
  {
    path: "units/{unitId}/photo",
    methods: { GET: photos.downloadUnitPhoto, PUT: photos.uploadUnitPhoto },
  },
  { path: "units/{unitId}/tickets", methods: { POST: tickets.openTicket } },
  { path: "tenants", methods: { POST: leases.createTenant } },
  { path: "leases", methods: { GET: leases.listLeases, POST: leases.createLease } },
  { path: "leases/{leaseId}", methods: { GET: leases.getLease } },
  {
    path: "leases/{leaseId}/actions/{action}",
    words: ["activate", "end", "terminate"],
    methods: { POST: leases.moveLease },
  },
  { path: "leases/{leaseId}/payments", methods: { POST: createPayment } },
  { path: "tickets", methods: { GET: tickets.listTickets } },
  {
    path: "tickets/{ticketId}/actions/{action}",
    words: ["assign", "resolve", "close", "comment"],
    methods: { POST: tickets.moveTicket },
  },
  { path: "settings", methods: { GET: settings.getSettings, PUT: settings.replaceSettings } },
  { path: "reports/rent-roll", methods: { GET: rentRoll } },
];

export type Found = {
  methods: Record<string, Handler>;
  allow: string;
  params: Record<string, string>;
};

// segments: the decoded parts of the path after /v1/
export function find(segments: string[]): Found | null {
  next: for (const r of ROUTES) {
    const parts = r.path.split("/");
    if (parts.length !== segments.length) continue;
    const params: Record<string, string> = {};
    for (let i = 0; i < parts.length; i++) {
      if (parts[i]![0] === "{") {
        if (segments[i] === "") continue next;
        params[parts[i]!.slice(1, -1)] = segments[i]!;
      } else if (parts[i] !== segments[i]) continue next;
    }
    if (r.words && !r.words.includes(params.action!)) continue;
    const names = Object.keys(r.methods);
    if (names.includes("GET")) names.push("HEAD");
    names.push("OPTIONS");
    return { methods: r.methods, allow: names.toSorted().join(", "), params };
  }
  return null;
}
