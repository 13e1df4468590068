// The invoice document of a job order.
import { createHash } from "node:crypto";
import { fault } from "./faults.ts";
import { conflict, json, notFound, requireContent, type Answer, type Call } from "./http.ts";
import { findOrder } from "./orders.ts";
import { now } from "./store.ts";
import { refuse } from "./validate.ts";

const served = new Map<string, Buffer>();

export function putInvoice(call: Call): Answer {
  const order = findOrder(call);
  const bytes = requireContent(call, "application/pdf");
  if (bytes.subarray(0, 5).toString("latin1") !== "%PDF-") {
    refuse([{ in: "body", field: "", message: "must begin with %PDF-" }]);
  }
  const early = fault("invoice-early") && order.status === "in_progress";
  if (order.status !== "done" && order.status !== "invoiced" && !early) {
    throw conflict(`A job order that is ${order.status} gets no invoice.`);
  }
  const status = order.invoice ? 200 : 201;
  order.invoice = { bytes, uploadedAt: now() };
  order.invoicedAt ??= order.invoice.uploadedAt;
  order.status = "invoiced";
  return json(status, {
    orderId: order.id,
    fileName: `invoice-${order.number}.pdf`,
    sizeBytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    uploadedAt: order.invoice.uploadedAt,
  });
}

export function getInvoice(call: Call): Answer {
  const order = findOrder(call);
  if (!order.invoice) throw notFound("invoice");
  let body = order.invoice.bytes;
  if (fault("invoice-stale-after-replace")) {
    body = served.get(order.id) ?? body;
    served.set(order.id, body);
  }
  const digest = createHash("sha256").update(body).digest("base64");
  if (fault("invoice-as-text")) body = Buffer.from(body.toString("utf8"), "utf8");
  return {
    status: 200,
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="invoice-${order.number}.pdf"`,
      "Content-Digest": `sha-256=:${digest}:`,
    },
    body,
  };
}
