import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { settings } from "./settings.ts";

type Way =
  | "answers what was read last"
  | "answers what was written last"
  | "has one page length for both"
  | "keeps notes of both";

interface Values {
  readonly pageLength: number;
  readonly isDark: boolean;
}

/**
 * A service whose callers have settings and notes of their own.
 *
 * @param first what the settings are at first, by their owner
 */
function settingsService(first: Readonly<Record<string, Values>>, ...ways: readonly Way[]) {
  const does = (way: Way): boolean => ways.includes(way);
  const own = new Map(Object.entries(first));
  const notes = new Map<string, string>();
  const calls: string[] = [];
  let cached: unknown;
  const fetch = async (request: Request): Promise<Response> => {
    const owner = request.headers.get("x-key");
    if (owner === null) return Response.json({}, { status: 401 });
    const [, kind, id = ""] = new URL(request.url).pathname.split("/");
    calls.push(`${owner} ${request.method} ${kind}`);
    const sent = (request.method === "GET" ? {} : await request.json()) as Partial<Values>;
    if (kind === "notes") {
      const isShown = notes.get(id) === owner || does("keeps notes of both");
      if (request.method === "GET")
        return isShown ? Response.json({ id, text: "Milk" }) : Response.json({}, { status: 404 });
      const made = `n${notes.size}`;
      notes.set(made, owner);
      return Response.json({ id: made, ...sent }, { status: 201 });
    }
    if (request.method !== "GET") {
      const { pageLength = 0 } = sent;
      for (const [one, known] of own)
        if (one === owner) own.set(one, { ...known, ...sent });
        else if (does("has one page length for both")) own.set(one, { ...known, pageLength });
      cached = does("answers what was written last") ? own.get(owner) : undefined;
      return Response.json(own.get(owner));
    }
    const value = cached ?? own.get(owner);
    if (does("answers what was read last")) cached = value;
    return Response.json(value);
  };
  return { fetch, calls, own };
}

const alike = { one: { pageLength: 10, isDark: true }, two: { pageLength: 10, isDark: true } };
const different = { one: { pageLength: 10, isDark: true }, two: { pageLength: 30, isDark: true } };
const dark = { one: { pageLength: 10, isDark: true }, two: { pageLength: 10, isDark: false } };

const said = [
  "An account reads and changes only its own data.",
  "Settings of the account.",
] as const;

async function found(
  first: Readonly<Record<string, Values>>,
  ways: readonly Way[],
  about: readonly [string, string] = said,
) {
  const { fetch, calls, own } = settingsService(first, ...ways);
  const report = await verifyServer({
    description: await read(settings(...about)),
    server: { fetch },
    credentials: { key: "one" },
    otherCredentials: { key: "two" },
    replay: ["putSettings/own-value"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  expect(own.get("one")).toEqual(first["one"]);
  return { messages: report.failures.map(({ message }) => message), calls };
}

const leak = ["changes what showSettings shows another principal"];

test("finds settings that the other account is shown after their owner has read them", async () => {
  expect((await found(alike, ["answers what was read last"])).messages).toEqual([
    "shows what another principal has read",
  ]);
  expect((await found(alike, [])).messages).toEqual([]);
});

test("finds settings of the other account in place of different ones", async () => {
  expect((await found(different, ["answers what was written last"])).messages).toEqual(leak);
  expect((await found(different, [])).messages).toEqual([]);
});

test("what both have in common may be one, beside what is of each", async () => {
  expect((await found(dark, ["has one page length for both"])).messages).toEqual([]);
  const both: Way[] = ["has one page length for both", "keeps notes of both"];
  expect((await found(alike, both)).messages).toEqual([]);
});

test("nothing is written where the two differ in nothing that would be", async () => {
  const { calls } = await found({ ...alike, two: { ...alike.two, extra: 1 } as Values }, []);
  expect(calls.filter((one) => one.includes("PUT"))).toEqual([]);
});

test.each([
  ["An account reads and changes only its own data.", "The settings."],
  ["An account reads only its own notes.", "Settings of the account."],
])("settings that nobody says to be of the account are left alone: %s %s", async (...about) => {
  await expect(found(alike, [], about)).rejects.toThrow(/own-value/);
});
