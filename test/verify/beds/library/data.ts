export type Copy = {
  barcode: string;
  number: number;
  condition: "new" | "good" | "worn";
  status: "available" | "on_loan" | "held";
};
export type Cover = {
  filename: string;
  media_type: string;
  size: number;
  alt: string;
  bytes: Buffer;
};
export type Title = {
  id: string;
  kind: "book" | "tool";
  name: string;
  author: string | null;
  description: string;
  tags: string[];
  year: number | null;
  value_cents: number;
  copies: Copy[];
  cover: Cover | null;
  created_at: string;
  updated_at: string;
};
export type Address = { street: string; postcode: string; city: string };
export type Member = {
  card_number: string;
  name: string;
  email: string;
  phone: string | null;
  address: Address | null;
  status: "active" | "suspended";
  notes: string;
  created_at: string;
};
export type Fine = { amount_cents: number; paid_cents: number };
export type Loan = {
  id: string;
  barcode: string;
  title_id: string | null;
  title_name: string;
  card_number: string;
  borrowed_on: string;
  due_on: string;
  returned_on: string | null;
  renewals: number;
  fine: Fine | null;
};
export type Reservation = {
  id: string;
  title_id: string;
  card_number: string;
  status: "waiting" | "ready" | "fulfilled";
  held_barcode: string | null;
  note: string;
  created_at: string;
  initial_position: number;
};
export type Settings = {
  loan_days: number;
  max_renewals: number;
  max_loans_per_member: number;
  late_fee_cents_per_day: number;
  max_fine_cents: number;
  block_above_cents: number;
  notice: string;
};
export type Library = {
  name: string;
  key: string;
  titles: Map<string, Title>;
  barcodes: Map<string, string>;
  members: Map<string, Member>;
  loans: Map<string, Loan>;
  reservations: Reservation[];
  settings: Settings;
  replays: Map<string, { request: string; loan: unknown }>;
};

export const defaultSettings: Settings = {
  loan_days: 21,
  max_renewals: 2,
  max_loans_per_member: 5,
  late_fee_cents_per_day: 20,
  max_fine_cents: 1500,
  block_above_cents: 1000,
  notice: "",
};

export function emptyLibrary(name: string, key: string): Library {
  return {
    name,
    key,
    titles: new Map(),
    barcodes: new Map(),
    members: new Map(),
    loans: new Map(),
    reservations: [],
    settings: { ...defaultSettings },
    replays: new Map(),
  };
}

let last = 1000;
export const nextId = (prefix: string): string => `${prefix}${++last}`;
