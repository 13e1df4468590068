import type { Invoice, Status } from "./records.ts";
import {
  addresses,
  events,
  invoices,
  labels,
  parcels,
  pickups,
  senders,
  webhooks,
} from "./store.ts";

const accounts: ReadonlyMap<string, string> = new Map([
  ["nordwind-2f81c6", "nordwind"],
  ["suedlicht-7c40aa", "suedlicht"],
]);

export const accountOf = (token: string): string | undefined => accounts.get(token);

const opened = "2026-09-01T08:00:00.000Z";

function seedSender(account: string, id: string, code: string, name: string): void {
  senders.add(account, {
    id,
    code,
    name,
    contactEmail: `versand@${account}.example`,
    phone: "+49301234567",
    defaultService: "standard",
    notes: null,
    createdAt: opened,
    updatedAt: opened,
  });
}

function seedAddress(account: string, senderId: string, id: string, street: string): void {
  addresses.add(account, {
    id,
    senderId,
    street,
    city: "Berlin",
    postcode: "10115",
    country: "DE",
  });
}

const happened: readonly Status[] = ["created", "handed_over", "in_transit", "delivered"];

function seedParcel(account: string, senderId: string, index: number, status: Status): void {
  const id = `pcl_${account.slice(0, 2)}0000${String(index).padStart(2, "0")}`;
  const day = `2026-10-${String(index).padStart(2, "0")}`;
  const passed = happened.slice(0, happened.indexOf(status) + 1);
  const at = (hour: number): string => `${day}T${String(9 + hour).padStart(2, "0")}:30:00.000Z`;
  parcels.add(account, {
    id,
    senderId,
    clientReference: `order-${String(4000 + index)}`,
    status,
    service: index % 3 === 0 ? "express" : "standard",
    weightGrams: 350 * index,
    declaredValueCents: 1990 + 100 * index,
    recipient: {
      name: "Jörg Müller",
      street: "Gänsemarkt 3",
      city: "Hamburg",
      postcode: "20354",
      country: "DE",
      email: "joerg@post.example",
    },
    tags: index % 2 === 0 ? ["fragile"] : [],
    note: null,
    hasLabel: index === 1,
    createdAt: at(0),
    updatedAt: at(passed.length - 1),
  });
  passed.forEach((kind, hour) => {
    const eventId = `evt_${id.slice(4)}${String(hour)}`;
    events.add(account, { id: eventId, parcelId: id, kind, occurredAt: at(hour) });
  });
  if (index === 1)
    labels.set(id, {
      bytes: Buffer.from("%PDF-1.4\n%\u00e2\u00e3\n%%EOF\n", "latin1"),
      contentType: "application/pdf",
      uploadedAt: at(0),
      version: 1,
    });
}

function seedInvoice(account: string, month: number, status: Invoice["status"]): void {
  const of = `2026-${String(month).padStart(2, "0")}`;
  const parcelsCents = 4900 + month * 735;
  invoices.add(account, {
    id: `inv_${account.slice(0, 2)}2026${String(month).padStart(2, "0")}`,
    number: `${of}-${account.slice(0, 2).toUpperCase()}`,
    status,
    issuedOn: `${of}-01`,
    dueOn: `${of}-15`,
    paidOn: status === "paid" ? `${of}-12` : null,
    currency: "EUR",
    totalCents: parcelsCents + 1200,
    lines: [
      { text: "Parcels", amountCents: parcelsCents },
      { text: "Pickups", amountCents: 1200 },
    ],
  });
}

seedSender("nordwind", "snd_no000001", "NORDWIND", "Nordwind Outdoor GmbH");
seedSender("nordwind", "snd_no000002", "NWKIDS", "Nordwind Kids");
seedSender("suedlicht", "snd_su000001", "SUEDLICHT", "Südlicht Lampen");
seedAddress("nordwind", "snd_no000001", "adr_no000001", "Chausseestraße 12");
seedAddress("nordwind", "snd_no000001", "adr_no000002", "Ackerstraße 71");
seedAddress("nordwind", "snd_no000001", "adr_no000003", "Bergstraße 22");
seedAddress("suedlicht", "snd_su000001", "adr_su000001", "Invalidenstraße 4");

const course: readonly Status[] = [
  "created",
  "created",
  "handed_over",
  "in_transit",
  "in_transit",
  "delivered",
  "delivered",
];
course.forEach((status, index) => {
  seedParcel("nordwind", "snd_no000001", index + 1, status);
});
seedParcel("suedlicht", "snd_su000001", 1, "created");
seedParcel("suedlicht", "snd_su000001", 8, "delivered");

pickups.add("nordwind", {
  id: "pck_no000001",
  addressId: "adr_no000001",
  date: "2026-12-01",
  window: { from: "09:00", to: "11:00" },
  parcelCount: 12,
  instructions: null,
  createdAt: opened,
});
webhooks.add("nordwind", {
  id: "whk_no000001",
  url: "https://shop.nordwind.example/hooks/courier",
  events: ["parcel.status"],
  active: true,
  createdAt: opened,
});
for (const month of [4, 5, 6, 7, 8, 9]) seedInvoice("nordwind", month, "paid");
for (const month of [10, 11]) seedInvoice("nordwind", month, "open");
seedInvoice("suedlicht", 9, "paid");
