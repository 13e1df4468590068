import { hexadecimal, moment, pick, uuid } from "./seed.ts";

type Value = (seed: string, words: readonly string[]) => string | number;

const dateTime: Value = (seed) => moment(seed).toISOString().replace(".000Z", "Z");
const link: Value = (_seed, words) =>
  `https://www.example.com/${words.filter((word) => !/^(url|uri|href|link|html)$/.test(word)).join("-")}`;

/**
 * Texts by the last word, or the last two words, of a member's name. A description that needs another
 * text gives a format, a pattern or an example.
 */
const textsByWord: Readonly<Record<string, Value>> = {
  address: () => "1 Example Street",
  at: dateTime,
  avatar: link,
  bio: () => "Likes trains and libraries.",
  body: () => "A short text.",
  city: () => "Lisbon",
  code: (seed) => hexadecimal(seed, 6).toUpperCase(),
  color: () => "#3366cc",
  comment: () => "Looks good.",
  company: () => "Example Ltd",
  content: () => "A short text.",
  country: () => "PT",
  currency: () => "EUR",
  cursor: (seed) => hexadecimal(seed, 16),
  date: (seed) => moment(seed).toISOString().slice(0, 10),
  description: () => "A short description.",
  detail: () => "A short explanation.",
  domain: () => "example.com",
  email: () => "ada@example.com",
  etag: (seed) => hexadecimal(seed, 16),
  extension: () => "txt",
  filename: () => "notes.txt",
  firstname: () => "Ada",
  hash: (seed) => hexadecimal(seed, 40),
  host: () => "www.example.com",
  hostname: () => "www.example.com",
  href: link,
  icon: link,
  image: link,
  ip: () => "192.0.2.1",
  language: () => "en",
  lastname: () => "Lovelace",
  link,
  locale: () => "en-GB",
  login: () => "ada",
  message: () => "A short message.",
  mime: () => "text/plain",
  notes: () => "A short note.",
  path: () => "items/1",
  phone: () => "+351 21 000 0000",
  postcode: () => "1000-001",
  region: () => "eu-west-1",
  sha: (seed) => hexadecimal(seed, 40),
  slug: () => "first-example",
  street: () => "1 Example Street",
  summary: () => "A short summary.",
  text: () => "A short text.",
  timezone: () => "Europe/Lisbon",
  title: () => "A title",
  token: (seed) => hexadecimal(seed, 24),
  uri: link,
  url: link,
  username: () => "ada",
  uuid,
  version: () => "1.0.0",
  website: link,
  zip: () => "1000-001",
};

const names = ["Ada", "Grace", "Alan", "Edsger", "Barbara"];

/** Returns a text that suits a member's name: `email` → `ada@example.com`. */
export function textForName(name: string, seed: string): string {
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  const joined = words.slice(-2).join("");
  const known = Object.hasOwn(textsByWord, joined) ? joined : last;
  const value = Object.hasOwn(textsByWord, known) ? textsByWord[known] : undefined;
  if (value !== undefined) return String(value(seed, words));
  if (last === "id") return `${words.at(-2) ?? "id"}_${hexadecimal(seed, 8)}`;
  if (last === "name") {
    const thing = words.slice(0, -1).join(" ");
    return /^(|first|full|given|display|user|author|owner)$/.test(thing)
      ? (pick(names, seed) ?? "Ada")
      : `example ${thing}`;
  }
  return words.length === 0 ? "text" : words.join(" ");
}

const numbersByWord: Readonly<Record<string, number>> = {
  age: 36,
  amount: 1250,
  code: 200,
  count: 1,
  height: 480,
  latitude: 38.72,
  lat: 38.72,
  limit: 20,
  lng: -9.14,
  lon: -9.14,
  longitude: -9.14,
  month: 6,
  offset: 0,
  page: 1,
  percent: 50,
  percentage: 50,
  port: 443,
  price: 12.5,
  progress: 50,
  quantity: 2,
  rating: 4,
  score: 0.9,
  size: 20,
  status: 200,
  temperature: 0.7,
  timestamp: 1_750_000_000,
  at: 1_750_000_000,
  created: 1_750_000_000,
  total: 1,
  updated: 1_750_000_000,
  weight: 1.5,
  width: 640,
  year: 2025,
};

/** Returns a number that suits a member's name (`port` → 443); 1 for a name without a known word. */
export function numberForName(name: string): number {
  const last = wordsOf(name).at(-1) ?? "";
  return Object.hasOwn(numbersByWord, last) ? (numbersByWord[last] ?? 1) : 1;
}

/** `createdAt`, `created_at` and `created-at` have the same words. */
function wordsOf(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
