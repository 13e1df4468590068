// Switchable faults: FAULT names at most one of these.
export const FAULT_IDS = [
  "customer-text-trimmed",
  "text-length-utf16",
  "customer-location-no-base",
  "customer-foreign-read",
  "customer-etag-ignores-vehicles",
  "customer-if-none-match-list",
  "customer-patch-null-ignored",
  "customer-if-match-weak",
  "customer-patch-no-428",
  "customer-noop-touches",
  "vehicle-plate-per-customer",
  "vehicle-foreign-customer",
  "vehicle-plate-global",
  "vehicle-null-dropped",
  "vehicle-odometer-not-raised",
  "parts-total-of-page",
  "parts-desc-ties",
  "parts-low-false-ignored",
  "parts-category-first-only",
  "parts-per-page-clamped",
  "part-replace-201",
  "part-low-boundary",
  "order-odometer-lower-accepted",
  "order-vat-live",
  "order-tax-floor",
  "order-open-to-done",
  "order-cancel-keeps-stock",
  "order-half-applied",
  "line-change-takes-all",
  "line-stock-race",
  "line-price-refreshed",
  "line-remove-after-done",
  "appointment-touching-refused",
  "appointment-enclosing-missed",
  "appointment-cursor-same-start",
  "appointment-title-stale",
  "invoice-early",
  "invoice-stale-after-replace",
  "invoice-as-text",
  "settings-put-keeps-footer",
  "settings-cache-shared",
  "settings-bays-off-by-one",
  "export-quotes",
  "export-to-exclusive",
  "problem-first-error-only",
] as const;

export type FaultId = (typeof FAULT_IDS)[number];

const active = process.env.FAULT || "";
if (active !== "" && !(FAULT_IDS as readonly string[]).includes(active)) {
  process.stderr.write(`unknown fault: ${active}\n`);
  process.exit(2);
}

export function fault(id: FaultId): boolean {
  return active === id;
}
