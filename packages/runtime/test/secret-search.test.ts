import * as fc from "fast-check";
import { expect, test } from "vitest";
import { basicSecrets, SecretSearch } from "../src/secrets/secret-search.ts";

const bytes = (text: string): Buffer => Buffer.from(text, "utf8");

/** Every character by a code of its own. */
const each = (text: string, encode: (code: number) => string): string =>
  text.replaceAll(/[^]/g, (one) => encode(one.charCodeAt(0)));

const hex = (code: number, length: number): string => code.toString(16).padStart(length, "0");

const ofBytes = (text: string, encode: (byte: number) => string): string =>
  Array.from(bytes(text), encode).join("");

/** What servers, headers, addresses and writers of JSON and HTML make of a text. */
const encodings: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "percent-encoded": encodeURIComponent,
  "percent-encoded in lower case": (text) =>
    encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
  "percent-encoded wholly": (text) => ofBytes(text, (byte) => `%${hex(byte, 2)}`),
  "as a form": (text) => new URLSearchParams([["", text]]).toString().slice(1),
  "as JSON": (text) => JSON.stringify(text).slice(1, -1),
  "as JSON with escaped slashes": (text) =>
    JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "as JSON of codes": (text) => each(text, (code) => `\\u${hex(code, 4)}`),
  "as JSON of codes in upper case": (text) =>
    each(text, (code) => `\\u${hex(code, 4).toUpperCase()}`),
  "in JSON's way that is safe for HTML": (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(/[<>&'+/=]/g, (one) => `\\u${hex(one.charCodeAt(0), 4)}`),
  "as HTML": (text) =>
    text.replaceAll(
      /[&<>"']/g,
      (one) =>
        ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[one] ?? one,
    ),
  "as HTML of codes": (text) =>
    Array.from(text, (one) => `&#x${hex(one.codePointAt(0) ?? 0, 2)};`).join(""),
  "in hexadecimal": (text) => bytes(text).toString("hex"),
  "in upper hexadecimal": (text) => bytes(text).toString("hex").toUpperCase(),
  "in base64": (text) => bytes(text).toString("base64"),
  "in base64 without padding": (text) => bytes(text).toString("base64").replaceAll("=", ""),
  "in base64url": (text) => bytes(text).toString("base64url"),
  "within base64, one byte after a group": (text) => bytes(`a${text}z`).toString("base64"),
  "within base64url, two bytes after a group": (text) => bytes(`ab${text}yz`).toString("base64url"),
  "in base64 in lines": (text) =>
    bytes(`user:${text}`).toString("base64").replaceAll(/.{10}/g, "$&\r\n"),
  "in quoted-printable": (text) => ofBytes(text, (byte) => `=${hex(byte, 2).toUpperCase()}`),
  "as UTF-8 read as ISO-8859-1": (text) => bytes(text).toString("latin1"),
};

/** Encodings in which another encoding's text stays as it is, or is escaped. */
const outer = [
  "percent-encoded",
  "as a form",
  "as JSON",
  "as JSON with escaped slashes",
  "as JSON of codes",
  "as HTML",
];

const secrets = [
  "s3cr3t/Token+with==signs&more",
  "p%41ss w\\u0041rd\"quoted'",
  "kätzchen-🔑-schlüssel",
  "9f8e7d6c5b4a",
  "12345",
  "a/b+",
  // In base64 with lines of 10 characters, one of them begins with a plus sign.
  "aaaaaaaaa>>>>>>>>>>>>>>>>>>>>",
];

/** The text around a secret has none of it. */
const around = (text: string): string => `{"echo": "${text}", "id": 7}`;

test.each(Object.entries(encodings))("a secret %s is found", (_, encode) => {
  for (const secret of secrets) {
    const text = around(encode(secret));
    const shown = new SecretSearch([secret]).replace(text, "REDACTED");
    expect(shown).toMatch(/^\{"echo": ".{0,12}REDACTED.{0,12}", "id": 7\}$/s);
  }
});

test.each(
  outer.flatMap((second) => Object.keys(encodings).map((first) => [first, second] as const)),
)("a secret %s, and that %s, is found", (first, second) => {
  for (const secret of secrets) {
    const encoded = encodings[second]?.(encodings[first]?.(secret) ?? "") ?? "";
    const shown = new SecretSearch([secret]).replace(around(encoded), "REDACTED");
    expect(shown).toContain("REDACTED");
    expect(shown.length).toBeLessThan(around("REDACTED").length + 60);
  }
});

test("random secrets are found among random texts, and the texts stay", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 20 });
  const secret = fc.string({ unit: "grapheme", minLength: 6, maxLength: 60 });
  fc.assert(
    fc.property(
      secret,
      text,
      text,
      fc.constantFrom(...Object.values(encodings)),
      (one, a, b, encode) => {
        fc.pre(one.trim().length >= 4 && one.isWellFormed());
        const shown = new SecretSearch([one]).replace(`${a}\n${encode(one)}\n${b}`, "\0");
        expect(shown).toContain("\0");
        expect(shown).not.toContain(encode(one));
      },
    ),
  );
});

test("a text without secrets stays as it is, whatever it has of escapes", () => {
  const search = new SecretSearch(["s3cr3t-token", "another/secret"]);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."%4\\u01&#xamp;=+\n aZ") }), (text) => {
      expect(search.replace(text, "REDACTED")).toBe(text);
    }),
  );
  const escaped = 'a%2Fb+c \\u0041\\/ &amp;&#x41; =41=\r\n "\\\\" %zz \\q &none; &#99999999;';
  expect(search.replace(escaped, "REDACTED")).toBe(escaped);
});

test("the beginning and the end of a secret are found where it was cut", () => {
  const secret = "sk_live_51H8x9KqPzWv3RtYmN7bLcDf";
  const search = new SecretSearch([secret]);
  expect(search.replace(`key ${secret.slice(0, 26)}… is wrong`, "-")).toBe("key -… is wrong");
  expect(search.replace(`key …${secret.slice(-26)} is wrong`, "-")).toBe("key …- is wrong");
  expect(search.replace("key sk_live_ is wrong", "-")).toBe("key sk_live_ is wrong");
});

test("a number that a number of JSON cannot have exactly is found", () => {
  const value = { key: JSON.parse("12345678901234567890") as unknown };
  const shown = new SecretSearch(["12345678901234567890"]).replaceIn(value, "REDACTED");
  expect(JSON.stringify(shown)).not.toContain("12345678901234567");
});

test.each(["", "1", "12", "abc", "  a  "])("%j is too short to be looked for", (secret) => {
  const text = "1 of 12 abc, and   a  ";
  expect(new SecretSearch([secret]).replace(text, "REDACTED")).toBe(text);
});

test("each secret has its own replacement, the longer one where one begins as another does", () => {
  const search = new SecretSearch(["token-1", "token-1-admin"]);
  const shown = search.replace("token-1 and token-1-admin", (index) => `$${index}`);
  expect(shown).toBe("$0 and $1");
});

test("plain data has no secret in texts, numbers and names, and stays data", () => {
  const search = new SecretSearch(["12345", "s3cr3t"]);
  const date = new Date(0);
  const value = { n: 12345, s3cr3t: ["x s3cr3t y", 7, null, true], date, inner: { n: 12 } };
  expect(search.replaceIn(value, "REDACTED")).toEqual({
    n: "REDACTED",
    REDACTED: ["x REDACTED y", 7, null, true],
    date,
    inner: { n: 12 },
  });
});

test("the pair of basic, and each half of it, is secret", () => {
  expect(basicSecrets("user:pass:word")).toEqual(["user:pass:word", "user", "pass:word"]);
  expect(basicSecrets("user")).toEqual(["user"]);
});
