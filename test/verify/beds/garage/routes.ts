// Which operation answers which method and path.
import { listAppointments, putAppointment } from "./appointments.ts";
import { createCustomer, getCustomer, updateCustomer } from "./customers.ts";
import { exportOrders } from "./export.ts";
import { BASE, type Answer, type Call, type Params } from "./http.ts";
import { getInvoice, putInvoice } from "./invoices.ts";
import { putLine, removeLine } from "./lines.ts";
import { createOrder, getOrder, updateOrder } from "./orders.ts";
import { listParts, putPart } from "./parts.ts";
import { getSettings, replaceSettings } from "./settings.ts";
import { getVehicle, registerVehicle } from "./vehicles.ts";

type Handler = (call: Call) => Answer | Promise<Answer>;

const PATHS: Record<string, Record<string, Handler>> = {
  "/customers": { POST: createCustomer },
  "/customers/{customerId}": { GET: getCustomer, PATCH: updateCustomer },
  "/vehicles": { POST: registerVehicle },
  "/vehicles/{vehicleId}": { GET: getVehicle },
  "/parts": { GET: listParts },
  "/parts/{partNumber}": { PUT: putPart },
  "/orders": { POST: createOrder },
  "/orders/{orderId}": { GET: getOrder, PATCH: updateOrder },
  "/orders/{orderId}/lines/{partNumber}": { PUT: putLine, DELETE: removeLine },
  "/orders/{orderId}/appointment": { PUT: putAppointment },
  "/orders/{orderId}/invoice": { PUT: putInvoice, GET: getInvoice },
  "/appointments": { GET: listAppointments },
  "/settings": { GET: getSettings, PUT: replaceSettings },
  "/order-export": { GET: exportOrders },
};

export interface Route {
  methods: Record<string, Handler>;
  params: Params;
}

/** A segment with broken percent-encoding stays as it is; it names nothing. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function route(path: string): Route | null {
  const given = path.split("/").map(decode);
  for (const [template, methods] of Object.entries(PATHS)) {
    const wanted = (BASE + template).split("/");
    if (wanted.length !== given.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((segment, index) => {
      const value = given[index];
      if (!segment.startsWith("{")) return value === segment;
      if (value === undefined || value === "") return false;
      params[segment.slice(1, -1)] = value;
      return true;
    });
    if (fits) return { methods, params: params as Params };
  }
  return null;
}

export function allowed(methods: Record<string, Handler>): string {
  const names = [...Object.keys(methods), "OPTIONS"];
  if (methods.GET) names.push("HEAD");
  return names.toSorted().join(", ");
}
