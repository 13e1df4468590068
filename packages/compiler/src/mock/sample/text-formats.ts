import { hash, hexadecimal, moment, uuid } from "./seed.ts";

const date = (seed: string): string => moment(seed).toISOString().slice(0, 10);
const dateTime = (seed: string): string => moment(seed).toISOString().replace(".000Z", "Z");
const address = (seed: string): string => `192.0.2.${1 + (hash(seed) % 254)}`;

/**
 * Makes a text for each format of JSON Schema 2020-12 (validation, section 7.3) and of OpenAPI's
 * registry.
 */
const texts: Readonly<Record<string, (seed: string) => string>> = {
  base64url: () => "SGVsbG8",
  byte: () => "SGVsbG8=",
  color: () => "#3366cc",
  date,
  "date-time": dateTime,
  datetime: dateTime,
  decimal: () => "12.5",
  duration: () => "PT30M",
  email: () => "ada@example.com",
  hostname: () => "www.example.com",
  "http-date": (seed) => moment(seed).toUTCString(),
  "idn-email": () => "ada@example.com",
  "idn-hostname": () => "www.example.com",
  ip: address,
  ipv4: address,
  ipv6: (seed) => `2001:db8::${hexadecimal(seed, 3).replace(/^0+(?=.)/, "")}`,
  iri: () => "https://www.example.com/",
  "iri-reference": () => "/items/1",
  "json-pointer": () => "/items/0",
  password: () => "correct-horse-battery",
  regex: () => "^[a-z]+$",
  "relative-json-pointer": () => "0",
  time: (seed) => moment(seed).toISOString().slice(11, 19) + "Z",
  uri: () => "https://www.example.com/",
  "uri-reference": () => "/items/1",
  "uri-template": () => "/items/{id}",
  url: () => "https://www.example.com/",
  uuid,
};

/** Returns a text of a format; `undefined` for an unknown format. */
export function textOfFormat(format: string, seed: string): string | undefined {
  return Object.hasOwn(texts, format) ? texts[format]?.(seed) : undefined;
}
