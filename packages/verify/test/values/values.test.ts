import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { ledger, ledgerService, type Habits } from "./ledger.ts";

const description = await read(ledger);

const verified = (habits: Habits, seed = 0): Promise<VerifyReport> =>
  verifyServer({
    description,
    server: { fetch: ledgerService(habits) },
    seed,
    replay: ["openAccount/values", "putAccount/values"],
  });

/** Applies to texts alone. */
const texts =
  (change: (text: string) => string | number): NonNullable<Habits["list"]> =>
  (_, value) =>
    typeof value === "string" ? change(value) : value;

const refusing = (
  isRefused: (value: string | number | bigint) => boolean,
  status: number,
): Habits["refuse"] => {
  return (_, value) => (typeof value !== "object" && isRefused(value) ? status : undefined);
};

test.each<[string, Habits]>([
  ["keeps all that it takes", {}],
  ["refuses long texts", { refuse: refusing((one) => String(one).length > 200, 400) }],
  [
    "refuses NUL and large numbers",
    { refuse: refusing((one) => /\0|\d{12}/.test(String(one)), 400) },
  ],
  [
    "writes a code in capitals",
    { store: (name, value) => (name === "code" ? String(value).toUpperCase() : value) },
  ],
  ["trims texts", { store: texts((text) => text.trim()) }],
  [
    "keeps cents",
    { store: (name, value) => (name === "amount" ? Math.round(Number(value) * 100) / 100 : value) },
  ],
  ["shows shortened texts in its list", { list: texts((text) => text.slice(0, 10)) }],
])("a service that %s has no failure", async (_, habits) => {
  for (const seed of [0, 1, 2]) {
    const { failures, errors } = await verified(habits, seed);
    expect(failures.map(({ message }) => message)).toEqual([]);
    expect(errors).toEqual([]);
  }
});

test.each<[string, Habits, RegExp]>([
  [
    "takes zero for no value",
    { store: (_, value) => (value === 0 ? 1 : value) },
    /\/\w+ was written with zero and is 1/,
  ],
  [
    "cuts texts off",
    { store: texts((text) => text.slice(0, 255)) },
    /\/holder was written with 4,096 characters and is cut off after 255/,
  ],
  [
    "cuts texts off and refuses longer ones",
    {
      store: texts((text) => text.slice(0, 255)),
      refuse: refusing((one) => String(one).length > 1000, 400),
    },
    /256 characters and is cut off after 255/,
  ],
  [
    "stores Latin-1",
    { store: texts((text) => Buffer.from(text, "latin1").toString("latin1")) },
    /was written with/,
  ],
  [
    "replaces what it cannot store",
    { store: texts((text) => text.replaceAll(/[^\u0000-\u00ff]/gu, "?")) },
    /was written with/,
  ],
  [
    "knows no characters beyond U+FFFF",
    { store: texts((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "\ufffd")) },
    /beyond U\+FFFF and is another text/,
  ],
  [
    "normalizes texts",
    { store: texts((text) => text.normalize("NFC")) },
    /with accents and is another text/,
  ],
  [
    "escapes HTML",
    { store: texts((text) => text.replaceAll("&", "&amp;")) },
    /with quotes, backslashes and signs/,
  ],
  [
    "ends texts at NUL",
    { store: texts((text) => text.replace(/\0.*/, "")) },
    /NUL \(U\+0000\) and is cut off after 6/,
  ],
  [
    "fails on NUL",
    { refuse: refusing((one) => /\0/.test(String(one)), 500) },
    /answers 500 to \/holder with NUL/,
  ],
  [
    "fails on long codes",
    { refuse: (name, value) => (name === "code" && String(value).length > 50 ? 500 : undefined) },
    /answers 500 to \/code/,
  ],
  [
    "reads digits as numbers",
    { store: texts((text) => (/^\d+$/.test(text) ? String(Number(text)) : text)) },
    /leading zeros and is another text: "420"/,
  ],
  [
    "loses characters in a list",
    { list: texts((text) => text.replaceAll(/[^ -~]/gu, "?")) },
    /was written with/,
  ],
  [
    "loses characters with a PUT alone",
    {
      store: (_, value, method) =>
        method === "PUT" && typeof value === "string" ? value.replaceAll(/[^ -~]/gu, "?") : value,
    },
    /was written with/,
  ],
  [
    "rounds what no double holds",
    { store: (_, value) => (typeof value === "bigint" ? Number(value) : value) },
    /\/visits was written with 9,007,199,254,740,993 of int64 and is 9007199254740992/,
  ],
  [
    "fails on what no double holds",
    { refuse: refusing((one) => typeof one === "bigint", 500) },
    /answers 500 to \/visits with 9,007,199,254,740,993 of int64/,
  ],
  [
    "keeps 31 bits",
    { store: (name, value) => (name === "points" ? Number(value) & 0x3f_ff_ff_ff : value) },
    /\/points was written with 2,147,483,647 of int32/,
  ],
  [
    "keeps integers in 32 bits",
    { store: (name, value) => (name === "steps" ? Number(value) | 0 : value) },
    /\/steps was written with 9,007,199,254,740,991 of integers/,
  ],
  [
    "keeps floats",
    { store: (name, value) => (name === "amount" ? Math.fround(Number(value)) : value) },
    /\/amount was written with 123,456,789.25/,
  ],
  [
    "has no room for large numbers",
    { store: (name, value) => (name === "ratio" ? Math.min(Number(value), 1e30) : value) },
    /\/ratio was written with .* of double and is 1e\+30/,
  ],
  [
    "loses nested texts",
    { store: (name, value) => (name === "street" ? String(value).slice(0, 100) : value) },
    /\/address\/street was written with/,
  ],
])("finds a service that %s", async (_, habits, message) => {
  const { failures, errors } = await verified(habits);
  expect(errors).toEqual([]);
  expect(failures.map((one) => one.message)).toContainEqual(expect.stringMatching(message));
});

test("finds an integer that wraps below its own maximum", async () => {
  const bounded = await read(ledger.replace("minimum: 0 }", "minimum: 0, maximum: 9000000000 }"));
  const wrapping: Habits = {
    store: (name, value) => (name === "visits" ? Number(value) | 0 : value),
  };
  const messages = async (habits: Habits): Promise<string[]> => {
    const server = { fetch: ledgerService(habits) };
    const report = await verifyServer({
      description: bounded,
      server,
      replay: ["openAccount/values"],
    });
    return report.failures.map(({ message }) => message);
  };
  expect(await messages({})).toEqual([]);
  expect(await messages(wrapping)).toEqual([
    "/visits was written with 9,000,000,000 of int64 and is 410065408",
  ]);
});
