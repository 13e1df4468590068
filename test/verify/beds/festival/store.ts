import { setTimeout as wait } from "node:timers/promises";

export const genres = ["drama", "comedy", "documentary", "animation", "thriller", "short"] as const;
export const roles = ["director", "writer", "producer", "actor", "composer"] as const;
export const filmStatuses = ["submitted", "accepted", "rejected", "withdrawn"] as const;
export const categories = ["adult", "student", "child"] as const;

export type FilmStatus = (typeof filmStatuses)[number];
export type Category = (typeof categories)[number];

export interface FilmInput {
  title: string;
  year: number;
  minutes: number;
  genres: (typeof genres)[number][];
  subtitled: boolean;
  synopsis: string | undefined;
  budget: number | undefined;
  contact: { name: string; email: string | undefined; phone: string | undefined };
  credits: { name: string; role: (typeof roles)[number] }[];
}

export interface Film {
  id: string;
  organisation: string;
  input: FilmInput;
  status: FilmStatus;
  submittedAt: string;
  version: number;
}

export interface Poster {
  type: string;
  bytes: Buffer;
}

export interface Review {
  id: string;
  filmId: string;
  juror: string;
  rating: number;
  text: string | undefined;
  createdAt: string;
}

export interface Hall {
  id: string;
  name: string;
  seats: number;
  wheelchairPlaces: number;
}

export interface Screening {
  id: string;
  organisation: string;
  filmId: string;
  hallId: string;
  start: number;
  end: number;
  price: number;
  seats: number;
  seatsTaken: number;
}

export interface OrderLine {
  category: Category;
  quantity: number;
  unitPrice: number;
  amount: number;
}

export interface Order {
  id: string;
  organisation: string;
  screeningId: string;
  filmId: string;
  status: "booked" | "cancelled";
  lines: OrderLine[];
  tickets: number;
  total: number;
  note: string | undefined;
  createdAt: string;
}

export interface WatchEntry {
  user: string;
  filmId: string;
  priority: number;
  note: string | undefined;
  addedAt: string;
}

export const films = new Map<string, Film>();
export const posters = new Map<string, Poster>();
export const reviews = new Map<string, Review>();
export const halls = new Map<string, Hall>();
export const screenings = new Map<string, Screening>();
export const orders = new Map<string, Order>();
export const watchEntries = new Map<string, WatchEntry>();

const counters = new Map<string, number>();

/** The next identifier of a kind. Identifiers sort in the order in which they were given. */
export function nextId(kind: string): string {
  const count = (counters.get(kind) ?? 0) + 1;
  counters.set(kind, count);
  return `${kind}-${String(count).padStart(6, "0")}`;
}

/** Waits until the journal of the festival has written down a change. */
export const journalled = (): Promise<void> => wait(4);
