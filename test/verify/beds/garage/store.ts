// The records in memory. Every workshop has its own.
export type OrderStatus = "open" | "in_progress" | "done" | "invoiced" | "cancelled";
export const STATUSES = ["open", "in_progress", "done", "invoiced", "cancelled"] as const;
export const CATEGORIES = ["brakes", "engine", "electrics", "body", "fluids", "tyres"] as const;
export const WEEKDAYS = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;

export interface Customer {
  id: string;
  name: string;
  kind: "private" | "company";
  email: string | null;
  phone: string | null;
  note: string;
  tags: string[];
  createdAt: string;
  updatedAt: string;
}

export interface Vehicle {
  id: string;
  customerId: string;
  plate: string;
  make: string;
  model: string;
  year: number | null;
  vin: string | null;
  odometerKm: number;
  createdAt: string;
}

export interface Part {
  partNumber: string;
  name: string;
  category: string;
  unitPriceCents: number;
  stock: number;
  minStock: number;
}

export interface Line {
  partNumber: string;
  name: string;
  quantity: number;
  unitPriceCents: number;
  discountPercent: number;
}

export interface Appointment {
  bay: number;
  startsAt: string;
  endsAt: string;
  titleWhenBooked: string;
}

export interface Invoice {
  bytes: Buffer;
  uploadedAt: string;
}

export interface Order {
  id: string;
  number: number;
  vehicleId: string;
  title: string;
  note: string;
  odometerKm: number;
  labourMinutes: number;
  hourlyRateCents: number;
  vatPercent: number;
  status: OrderStatus;
  lines: Line[];
  appointment: Appointment | null;
  invoice: Invoice | null;
  createdAt: string;
  finishedAt: string | null;
  invoicedAt: string | null;
}

export interface Settings {
  workshopName: string;
  vatPercent: number;
  hourlyRateCents: number;
  bays: number;
  closedWeekdays: string[];
  invoiceFooter: string;
  sendReminders: boolean;
}

export interface Workshop {
  token: string;
  settings: Settings;
  nextNumber: number;
  customers: Map<string, Customer>;
  vehicles: Map<string, Vehicle>;
  parts: Map<string, Part>;
  orders: Map<string, Order>;
}

export const workshops: Workshop[] = [];

let counter = 1000;
export function newId(prefix: string): string {
  counter++;
  return `${prefix}_${counter}`;
}

export function now(): string {
  return new Date().toISOString();
}

const codePoint = (character: string): number => character.codePointAt(0) ?? 0;

/** Compares texts by code points. */
export function compareText(a: string, b: string): number {
  const left = Array.from(a, codePoint);
  const right = Array.from(b, codePoint);
  for (let i = 0; i < left.length && i < right.length; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Rounds a fraction of whole numbers half up. */
export function divideHalfUp(dividend: number, divisor: number): number {
  return Number((BigInt(dividend) * 2n + BigInt(divisor)) / (BigInt(divisor) * 2n));
}
