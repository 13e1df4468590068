import { filmInputOf } from "./film-input.ts";
import {
  films,
  halls,
  nextId,
  orders,
  posters,
  reviews,
  screenings,
  watchEntries,
} from "./store.ts";
import type { FilmStatus, Order } from "./store.ts";

type FilmSeed = [title: string, year: number, minutes: number, status: FilmStatus];

const ownFilms: FilmSeed[] = [
  ["The Salt Road", 2026, 104, "accepted"],
  ["Lanterns over Ghent", 2025, 88, "accepted"],
  ["A Quiet Orchard", 2026, 97, "submitted"],
  ["Café Lumière, Revisited", 2025, 121, "submitted"],
  ["Paper Boats", 2025, 14, "rejected"],
  ["What the Tide Left (Part 1)", 2026, 76, "withdrawn"],
  ["Seven Winters", 2024, 132, "accepted"],
];

const otherFilms: FilmSeed[] = [
  ["Northern Static", 2026, 92, "accepted"],
  ["The Glass Ferry", 2025, 110, "submitted"],
  ["Salt and Snow", 2024, 81, "rejected"],
];

const day = (number: number, hour: number): number => Date.UTC(2027, 8, number, hour);

function seedFilms(organisation: string, seeds: readonly FilmSeed[]): string[] {
  return seeds.map(([title, year, minutes, status], index) => {
    const id = nextId("film");
    const input = filmInputOf({
      title,
      year,
      minutes,
      genres: index % 2 === 0 ? ["drama"] : ["documentary", "short"],
      synopsis: `A film about ${title.toLowerCase()}.`,
      contact: { name: "Press Office", email: "press@example.org", phone: "+4930123456" },
      credits: [{ name: "Mara Lindqvist", role: "director" }],
    });
    const submittedAt = new Date(Date.UTC(2026, 9, 1 + index, 9)).toISOString();
    films.set(id, { id, organisation, input, status, submittedAt, version: 1 });
    return id;
  });
}

function seedScreening(filmId: string, hallId: string, start: number, seats: number): string {
  const { organisation, input } = films.get(filmId)!;
  const id = nextId("screening");
  const end = start + input.minutes * 60_000;
  const taken = { price: 1150, seats, seatsTaken: 0 };
  screenings.set(id, { id, organisation, filmId, hallId, start, end, ...taken });
  return id;
}

function seedOrder(screeningId: string, quantity: number, status: Order["status"]): void {
  const screening = screenings.get(screeningId)!;
  const amount = quantity * screening.price;
  const id = nextId("order");
  if (status === "booked") screening.seatsTaken += quantity;
  orders.set(id, {
    id,
    organisation: screening.organisation,
    screeningId,
    filmId: screening.filmId,
    status,
    lines: [{ category: "adult", quantity, unitPrice: screening.price, amount }],
    tickets: quantity,
    total: amount,
    note: undefined,
    createdAt: new Date(Date.UTC(2026, 9, 20, 12)).toISOString(),
  });
}

function seedReviews(filmId: string, ratings: readonly number[]): void {
  for (const [index, rating] of ratings.entries()) {
    const id = nextId("review");
    const juror = ["Amina Diallo", "Jonas Weber", "Li Na"][index]!;
    const createdAt = new Date(Date.UTC(2026, 9, 12 + index, 15)).toISOString();
    reviews.set(id, { id, filmId, juror, rating, text: "Seen in the small hall.", createdAt });
  }
}

function seedWatchEntry(user: string, filmId: string, priority: number): void {
  const addedAt = new Date(Date.UTC(2026, 9, 15, 8)).toISOString();
  watchEntries.set(`${user} ${filmId}`, { user, filmId, priority, note: undefined, addedAt });
}

const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Fills the store with the halls and the records of both organisations. */
export function seed(): void {
  halls.set("astra", { id: "astra", name: "Astra", seats: 240, wheelchairPlaces: 6 });
  halls.set("lido", { id: "lido", name: "Lido", seats: 120, wheelchairPlaces: 4 });
  halls.set("kino-9", { id: "kino-9", name: "Kino 9", seats: 40, wheelchairPlaces: 1 });
  const [salt, lanterns, orchard] = seedFilms("meridian", ownFilms) as [string, string, string];
  const [northern, ferry] = seedFilms("polaris", otherFilms) as [string, string];
  const evening = seedScreening(salt, "astra", day(17, 18), 240);
  const small = seedScreening(salt, "kino-9", day(18, 18), 40);
  seedScreening(lanterns, "lido", day(18, 20), 100);
  const other = seedScreening(northern, "lido", day(19, 20), 120);
  seedOrder(evening, 2, "booked");
  seedOrder(small, 3, "cancelled");
  seedOrder(other, 4, "booked");
  seedReviews(salt, [4, 4.5, 5]);
  seedReviews(northern, [3, 3.5]);
  seedWatchEntry("ines", salt, 5);
  seedWatchEntry("ines", orchard, 2);
  seedWatchEntry("tomas", ferry, 4);
  const poster = { type: "image/png", bytes: Buffer.from(onePixel, "base64") };
  posters.set(salt, poster);
  posters.set(northern, poster);
}
