import { addDays, daysBetween, today } from "./dates.ts";
import { emptyLibrary, nextId, type Library, type Title } from "./data.ts";

type TitleSeed = Partial<Title> & { kind: "book" | "tool"; name: string };

function addTitle(lib: Library, seed: TitleSeed, barcodes: string[], at: string): Title {
  const title: Title = {
    id: nextId("T"),
    author: null,
    description: "",
    tags: [],
    year: null,
    value_cents: 0,
    copies: [],
    cover: null,
    created_at: at,
    updated_at: at,
    ...seed,
  };
  for (const barcode of barcodes) {
    title.copies.push({
      barcode,
      number: title.copies.length + 1,
      condition: "good",
      status: "available",
    });
    lib.barcodes.set(barcode, title.id);
  }
  lib.titles.set(title.id, title);
  return title;
}

function addMember(
  lib: Library,
  card: string,
  name: string,
  email: string,
  status: "active" | "suspended" = "active",
): void {
  lib.members.set(card, {
    card_number: card,
    name,
    email,
    phone: null,
    address: null,
    status,
    notes: "",
    created_at: "2025-02-01T09:00:00.000Z",
  });
}

function addLoan(
  lib: Library,
  title: Title,
  copy: number,
  card: string,
  daysAgo: number,
  returnedDaysAgo: number | null,
): void {
  const borrowed = addDays(today(), -daysAgo);
  const due = addDays(borrowed, lib.settings.loan_days);
  const id = nextId("L");
  const late = returnedDaysAgo === null ? 0 : daysBetween(due, addDays(today(), -returnedDaysAgo));
  lib.loans.set(id, {
    id,
    barcode: title.copies[copy]!.barcode,
    title_id: title.id,
    title_name: title.name,
    card_number: card,
    borrowed_on: borrowed,
    due_on: due,
    returned_on: returnedDaysAgo === null ? null : addDays(today(), -returnedDaysAgo),
    renewals: 0,
    fine:
      late > 0 ? { amount_cents: late * lib.settings.late_fee_cents_per_day, paid_cents: 0 } : null,
  });
  if (returnedDaysAgo === null) title.copies[copy]!.status = "on_loan";
}

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function seedNorth(): Library {
  const lib = emptyLibrary("North Street Library", "north-4f7c2a9d");
  const drill = addTitle(
    lib,
    {
      kind: "tool",
      name: "Cordless drill",
      description: "18 V, two batteries.",
      tags: ["power", "battery"],
      year: 2021,
      value_cents: 12900,
    },
    ["TOOL-0001", "TOOL-0002"],
    "2025-03-01T10:00:00.000Z",
  );
  const handbook = addTitle(
    lib,
    {
      kind: "book",
      name: "The Joiner's Handbook",
      author: "Ada Brandt",
      tags: ["wood", "beginner"],
      year: 1998,
      value_cents: 2400,
    },
    ["BOOK-0001"],
    "2025-03-02T10:00:00.000Z",
  );
  addTitle(
    lib,
    { kind: "tool", name: "Extension ladder", tags: ["garden"], value_cents: 9900 },
    ["TOOL-0003"],
    "2025-03-03T10:00:00.000Z",
  );
  const bread = addTitle(
    lib,
    {
      kind: "book",
      name: "Baking bread at home",
      author: "Émile Roux",
      tags: ["kitchen", "beginner"],
      year: 2010,
      value_cents: 1850,
    },
    ["BOOK-0002", "BOOK-0003"],
    "2025-03-04T10:00:00.000Z",
  );
  addTitle(
    lib,
    {
      kind: "tool",
      name: "Hedge trimmer",
      tags: ["garden", "power"],
      year: 2018,
      value_cents: 15900,
    },
    [],
    "2025-03-05T10:00:00.000Z",
  );
  bread.cover = {
    filename: "bread.png",
    media_type: "image/png",
    size: png.length,
    alt: "A loaf on a board",
    bytes: png,
  };
  addMember(lib, "N-0001", "Grace Okafor", "grace@example.org");
  addMember(lib, "N-0002", "Jonas Weiß", "jonas@example.org");
  addMember(lib, "N/0003+F", "Family Marín", "marin@example.org");
  addMember(lib, "N-0004", "Peter Lang", "peter@example.org", "suspended");
  addLoan(lib, bread, 0, "N-0001", 60, 35);
  addLoan(lib, drill, 0, "N-0001", 30, null);
  addLoan(lib, handbook, 0, "N-0002", 5, null);
  return lib;
}

function seedSouth(): Library {
  const lib = emptyLibrary("South Quarter Library", "south-91be03c6");
  lib.settings.loan_days = 14;
  const saw = addTitle(
    lib,
    { kind: "tool", name: "Circular saw", tags: ["power", "wood"], year: 2020, value_cents: 17900 },
    ["SAW-001"],
    "2025-04-01T10:00:00.000Z",
  );
  addTitle(
    lib,
    {
      kind: "book",
      name: "Bicycle repair",
      author: "Noor Haddad",
      tags: ["bicycle"],
      year: 2015,
      value_cents: 2100,
    },
    ["BIKE-001"],
    "2025-04-02T10:00:00.000Z",
  );
  addMember(lib, "S-0001", "Lucía Prado", "lucia@example.org");
  addLoan(lib, saw, 0, "S-0001", 3, null);
  return lib;
}

export const libraries: Library[] = [seedNorth(), seedSouth()];
