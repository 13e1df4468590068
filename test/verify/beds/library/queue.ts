import type { Copy, Library, Reservation, Title } from "./data.ts";
import { on } from "./faults.ts";

export const isOpen = (r: Reservation): boolean => r.status !== "fulfilled";

export function waitingFor(lib: Library, titleId: string): Reservation[] {
  return lib.reservations.filter((r) => r.title_id === titleId && r.status === "waiting");
}

export function findCopy(lib: Library, barcode: string): { title: Title; copy: Copy } | undefined {
  const title = lib.titles.get(lib.barcodes.get(barcode) ?? "");
  const copy = title?.copies.find((c) => c.barcode === barcode);
  return title && copy ? { title, copy } : undefined;
}

/** A copy has become free: it is held for the first who waits, or available. */
export function giveToQueue(lib: Library, title: Title, copy: Copy): void {
  const waiting = waitingFor(lib, title.id);
  const next = on("return-queue-lifo") ? waiting.at(-1) : waiting[0];
  copy.status = next ? "held" : "available";
  if (next) {
    next.status = "ready";
    next.held_barcode = copy.barcode;
  }
}

/** The member has got a copy of the title: the reservation is fulfilled. */
export function fulfil(lib: Library, title: Title, cardNumber: string, barcode: string): void {
  const mine = lib.reservations.find(
    (r) => r.title_id === title.id && r.card_number === cardNumber && isOpen(r),
  );
  if (!mine) return;
  const held = mine.held_barcode;
  mine.status = "fulfilled";
  mine.held_barcode = null;
  const other = title.copies.find((c) => c.barcode === held);
  if (other && held !== barcode) giveToQueue(lib, title, other);
}
