// The export of job orders as CSV (RFC 4180).
import { fault } from "./faults.ts";
import type { Answer, Call } from "./http.ts";
import { amounts } from "./orders.ts";
import { Query } from "./query.ts";
import { STATUSES } from "./store.ts";

function csvField(value: string | number): string {
  const text = String(value);
  if (!/[",\r\n]/.test(text)) return text;
  return `"${fault("export-quotes") ? text : text.replaceAll('"', '""')}"`;
}

export function exportOrders(call: Call): Answer {
  const query = new Query(call);
  const statuses = query.choices("status", STATUSES);
  const createdFrom = query.day("createdFrom");
  const createdTo = query.day("createdTo");
  query.done();
  let orders = [...call.workshop.orders.values()].toSorted((a, b) => a.number - b.number);
  if (statuses.length > 0) orders = orders.filter((order) => statuses.includes(order.status));
  if (createdFrom !== undefined)
    orders = orders.filter((order) => order.createdAt.slice(0, 10) >= createdFrom);
  if (createdTo !== undefined) {
    orders = orders.filter((order) =>
      fault("export-to-exclusive")
        ? order.createdAt <= createdTo
        : order.createdAt.slice(0, 10) <= createdTo,
    );
  }
  const rows: (string | number)[][] = [
    ["number", "plate", "title", "status", "totalCents", "createdAt"],
  ];
  for (const order of orders) {
    const plate = call.workshop.vehicles.get(order.vehicleId)!.plate;
    const { totalCents } = amounts(call.workshop, order);
    rows.push([order.number, plate, order.title, order.status, totalCents, order.createdAt]);
  }
  const text = rows.map((row) => row.map(csvField).join(",") + "\r\n").join("");
  return {
    status: 200,
    headers: {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": 'attachment; filename="orders.csv"',
    },
    body: Buffer.from(text, "utf8"),
  };
}
