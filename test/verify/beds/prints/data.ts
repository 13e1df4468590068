// The records in memory and the seed.
import { createHash } from "node:crypto";
import { nextRev, now } from "./core.ts";

export type Paper = {
  sku: string;
  name: string;
  finish: string;
  grammage: number;
  recycled: boolean;
  priceCents: number;
  stockSheets: number;
  rev: number;
};
export type Address = {
  label: string;
  recipient: string;
  street: string;
  city: string;
  postalCode: string;
  country: string;
  instructions: string | null;
  isDefault: boolean;
  createdAt: string;
  updatedAt: string;
  rev: number;
};
export type Artwork = {
  id: string;
  owner: string;
  title: string;
  kind: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  createdAt: string;
  bytes: Buffer;
};
export type Item = {
  id: string;
  paperSku: string;
  sheets: number;
  artworkId: string | null;
  finishing: string[];
  unitCents: number;
  amountCents: number;
};
export type Order = {
  id: string;
  number: number;
  owner: string;
  title: string;
  status: "open" | "approved" | "cancelled";
  deliverTo: string | null;
  dueOn: string | null;
  rush: boolean;
  customFields: Record<string, string>;
  items: Item[];
  createdAt: string;
  updatedAt: string;
  cancelReason: string | null;
  rev: number;
};
export type PrintEvent = {
  number: number;
  owner: string;
  type: string;
  subject: string;
  at: string;
};
export type Settings = {
  companyName: string;
  language: string;
  defaultRush: boolean;
  approvalLimitCents: number | null;
  invoiceNote: string;
  updatedAt: string;
  rev: number;
};
export type Account = {
  id: string;
  key: string;
  addresses: Map<string, Address>;
  settings: Settings;
  replays: Map<
    string,
    { input: string; reply: { status: number; json: unknown; headers: Record<string, string> } }
  >;
};

const paper = (
  sku: string,
  name: string,
  finish: string,
  grammage: number,
  recycled: boolean,
  priceCents: number,
  stockSheets: number,
): Paper => ({ sku, name, finish, grammage, recycled, priceCents, stockSheets, rev: nextRev() });

export const papers = new Map<string, Paper>(
  [
    paper("MATT/90", "Matt letter", "matt", 90, false, 4, 250000),
    paper("MATT/170", "Matt flyer", "matt", 170, false, 7, 180000),
    paper("MATT/300", "Matt card", "matt", 300, false, 12, 90000),
    paper("GLOSS/115", "Gloss brochure", "gloss", 115, false, 6, 200000),
    paper("GLOSS/170", "Gloss flyer", "gloss", 170, false, 7, 150000),
    paper("GLOSS/250", "Gloss cover", "gloss", 250, false, 12, 80000),
    paper("SILK/130", "silk inside page", "silk", 130, false, 6, 120000),
    paper("SILK/200", "Silk poster", "silk", 200, false, 9, 60000),
    paper("ECO+80", "Eco letter", "uncoated", 80, true, 4, 300000),
    paper("ECO+120", "Eco booklet", "uncoated", 120, true, 6, 140000),
    paper("NEWS/45", "Newsprint reel", "uncoated", 45, true, 3, 5000000000),
    paper("KRAFT 300", "Kraft card (brown)", "uncoated", 300, true, 12, 40000),
    paper("ÖKO/100", "Ökopapier", "uncoated", 100, true, 5, 70000),
    paper("PEARL/280", "Pearl invitation", "silk", 280, false, 35, 5),
    paper("GOLD/350", "Gold leaf card", "gloss", 350, false, 120, 0),
  ].map((p) => [p.sku, p]),
);

export const artworks = new Map<string, Artwork>();
export const orders = new Map<string, Order>();
export const events: PrintEvent[] = [];
const counters = { order: 1000, item: 5000, artwork: 300, event: 0 };
export function nextNumber(kind: keyof typeof counters): number {
  counters[kind] += 1;
  return counters[kind];
}

export function logEvent(owner: string, type: string, subject: string, at = now()): void {
  events.push({ number: nextNumber("event"), owner, type, subject, at });
}

function account(id: string, key: string, companyName: string, limit: number | null): Account {
  const settings: Settings = {
    companyName,
    language: "en",
    defaultRush: false,
    approvalLimitCents: limit,
    invoiceNote: "",
    updatedAt: "2026-01-05T08:00:00.000Z",
    rev: nextRev(),
  };
  return { id, key, addresses: new Map(), settings, replays: new Map() };
}

export const accounts = [
  account("acc_1", "atelier-5f0c2b7e", "Atelier Nord", 500000),
  account("acc_2", "bureau-91d4a3c8", "Bureau Süd", null),
];

export function accountByKey(key: string | string[] | undefined): Account | undefined {
  return accounts.find((a) => a.key === key);
}

export function storeArtwork(
  owner: string,
  a: Pick<Artwork, "title" | "kind" | "fileName" | "contentType" | "bytes">,
  at = now(),
): Artwork {
  const sha256 = createHash("sha256").update(a.bytes).digest("hex");
  const artwork = {
    id: `art_${nextNumber("artwork")}`,
    owner,
    ...a,
    sizeBytes: a.bytes.length,
    sha256,
    createdAt: at,
  };
  artworks.set(artwork.id, artwork);
  logEvent(owner, "artwork.uploaded", artwork.id, at);
  return artwork;
}

function seedAddress(
  a: Account,
  label: string,
  city: string,
  postalCode: string,
  country: string,
  isDefault: boolean,
  day: string,
): void {
  const at = `${day}T09:00:00.000Z`;
  a.addresses.set(label, {
    label,
    recipient: a.settings.companyName,
    street: "Main Street 1",
    city,
    postalCode,
    country,
    instructions: isDefault ? null : "Ring twice",
    isDefault,
    createdAt: at,
    updatedAt: at,
    rev: nextRev(),
  });
  logEvent(a.id, "address.saved", label, at);
}

function seedOrder(
  a: Account,
  title: string,
  at: string,
  status: Order["status"],
  rush: boolean,
  deliverTo: string | null,
  lines: [string, number, string | null][],
): void {
  const number = nextNumber("order");
  const items = lines.map(([sku, sheets, artworkId]) => {
    const p = papers.get(sku)!;
    if (status !== "cancelled") p.stockSheets -= sheets;
    return {
      id: `item_${nextNumber("item")}`,
      paperSku: sku,
      sheets,
      artworkId,
      finishing: [],
      unitCents: p.priceCents,
      amountCents: p.priceCents * sheets,
    };
  });
  const order: Order = {
    id: `ord_${number}`,
    number,
    owner: a.id,
    title,
    status,
    deliverTo,
    dueOn: null,
    rush,
    customFields: { costCentre: "K-12" },
    items,
    createdAt: at,
    updatedAt: at,
    cancelReason: status === "cancelled" ? "Budget cut" : null,
    rev: nextRev(),
  };
  orders.set(order.id, order);
  logEvent(a.id, "order.created", order.id, at);
  if (status !== "open") logEvent(a.id, `order.${status}`, order.id, at);
}

const one = accounts[0]!;
const two = accounts[1]!;
seedAddress(one, "Headquarters", "Hamburg", "20095", "DE", true, "2026-02-01");
seedAddress(one, "warehouse", "Bremen", "28195", "DE", false, "2026-02-02");
seedAddress(one, "Atelier Wien", "Wien", "1010", "AT", false, "2026-02-03");
seedAddress(one, "Bureau Paris/Est", "Paris", "75010", "FR", false, "2026-02-04");
seedAddress(one, "Ölmühle", "Kiel", "24103", "DE", false, "2026-02-05");
seedAddress(two, "Headquarters", "München", "80331", "DE", true, "2026-02-01");
seedAddress(two, "Salzburg", "Salzburg", "5020", "AT", false, "2026-02-02");

const logo = storeArtwork(
  "acc_1",
  {
    title: "Logo, blue",
    kind: "logo",
    fileName: "logo.txt",
    contentType: "text/plain",
    bytes: Buffer.from("blue logo\n"),
  },
  "2026-02-10T10:00:00.000Z",
);
storeArtwork(
  "acc_1",
  {
    title: "Flyer spring",
    kind: "layout",
    fileName: "flyer.pdf",
    contentType: "application/pdf",
    bytes: Buffer.from("%PDF-1.4 flyer"),
  },
  "2026-02-11T10:00:00.000Z",
);
const mark = storeArtwork(
  "acc_2",
  {
    title: "Wortmarke",
    kind: "logo",
    fileName: "marke.txt",
    contentType: "text/plain",
    bytes: Buffer.from("Süd"),
  },
  "2026-02-12T10:00:00.000Z",
);

seedOrder(one, "Letterheads", "2026-03-01T08:00:00.000Z", "approved", false, "Headquarters", [
  ["MATT/90", 2000, logo.id],
]);
seedOrder(one, "Spring flyers", "2026-03-05T09:30:00.000Z", "open", true, "warehouse", [
  ["GLOSS/170", 1501, logo.id],
  ["MATT/170", 500, null],
]);
seedOrder(one, "Spring flyers", "2026-03-08T10:00:00.000Z", "cancelled", false, null, [
  ["GLOSS/170", 1000, null],
]);
seedOrder(two, "Visitenkarten", "2026-03-09T10:00:00.000Z", "open", false, "Salzburg", [
  ["MATT/300", 400, mark.id],
]);
seedOrder(one, "Posters", "2026-03-10T12:00:00.000Z", "open", false, null, [
  ["SILK/200", 300, null],
]);
seedOrder(one, "Menu cards", "2026-03-10T12:00:00.000Z", "open", false, "Headquarters", [
  ["KRAFT 300", 250, null],
]);
seedOrder(one, "Brochures", "2026-03-12T07:15:00.000Z", "approved", true, "warehouse", [
  ["GLOSS/115", 800, null],
  ["GLOSS/250", 200, null],
]);
seedOrder(two, "Katalog", "2026-03-13T07:15:00.000Z", "approved", false, "Headquarters", [
  ["SILK/130", 5000, null],
]);
seedOrder(one, "Booklets", "2026-03-15T16:45:00.000Z", "open", false, null, [
  ["ECO+120", 600, null],
]);
seedOrder(one, "Newspaper, trial", "2026-03-18T11:00:00.000Z", "cancelled", false, null, [
  ["NEWS/45", 100000, null],
]);
seedOrder(one, "Envelopes", "2026-03-20T11:00:00.000Z", "open", false, "Atelier Wien", [
  ["ECO+80", 900, null],
]);
seedOrder(two, "Plakate", "2026-03-21T11:00:00.000Z", "open", true, null, [
  ["SILK/200", 120, null],
]);
seedOrder(one, "Book covers", "2026-03-22T11:00:00.000Z", "open", false, null, [
  ["GLOSS/250", 225, null],
]);
seedOrder(one, "Annual report", "2026-03-25T11:00:00.000Z", "approved", false, "Headquarters", [
  ["MATT/170", 10000, null],
]);
seedOrder(two, "Broschüre", "2026-03-26T11:00:00.000Z", "cancelled", false, null, [
  ["GLOSS/115", 700, null],
]);
seedOrder(one, "Calendars", "2026-03-28T11:00:00.000Z", "open", false, null, [
  ["SILK/200", 300, null],
]);
