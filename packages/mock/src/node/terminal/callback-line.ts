import type { CallbackDelivery } from "../../types.ts";
import type { Paint } from "./colors.ts";
import { printable } from "./printable.ts";

/**
 * Formats a callback as a line: status, method, address without its query, and what announced it. A callback for
 * which the request had no address has no line.
 */
export function callbackLine(delivery: CallbackDelivery, paint: Paint): string {
  const { status, method, url, operationId, callback, reason } = delivery;
  if (url === undefined) return "";
  const parts = [
    paint(status !== undefined && status < 300 ? "green" : "yellow", String(status ?? "---")),
    printable(method, 20).padEnd(6),
    printable(withoutQuery(url)),
    paint("cyan", `callback ${printable(callback)} of ${printable(operationId)}`),
    ...(reason === undefined ? [] : [paint("yellow", `not sent: ${printable(reason, 500)}`)]),
  ];
  return `          ${parts.join("  ")}\n`;
}

/** Returns an address without what may be secret: its query, and a user before its host. */
export const withoutQuery = (url: string): string =>
  url.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//");
