import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const songs = (parameter: string, ofList = "Songs.", ofAll = "Music."): string => `openapi: 3.1.0
info: { title: Songs, version: "1", description: ${JSON.stringify(ofAll)} }
paths:
  /songs:
    get:
      operationId: listSongs
      description: ${JSON.stringify(ofList)}
      parameters: [${parameter}]
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Song" } } } }
        "400": { description: Malformed. }
  /songs/{id}:
    get:
      operationId: showSong
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Song" } } } }
        "404": { description: None. }
components:
  schemas:
    Song: { type: object, required: [id, title], properties: { id: { type: string }, title: { type: string } } }
`;

const query = (name: string, description: string): string =>
  `{ name: ${name}, in: query, description: ${JSON.stringify(description)}, schema: { type: string } }`;

type Search = (title: string, wanted: string) => boolean;

const escaped = (text: string): string => text.replaceAll(/[.*+?^$()[\]{}|\\]/g, String.raw`\$&`);
const matches = (pattern: string): Search => {
  const of = new Map([
    ["_", "."],
    ["%", ".*"],
  ]);
  return (title, wanted) => {
    const text = [...wanted].map((one) => (pattern.includes(one) ? of.get(one) : escaped(one)));
    return new RegExp(text.join(""), "i").test(title);
  };
};
const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^a-z0-9]+/);

const literal = matches("");
const asPattern = matches("_%");
const asRegularExpression: Search = (title, wanted) => new RegExp(wanted, "i").test(title);
const byBeginningsOfWords: Search = (title, wanted) =>
  wordsOf(wanted).every((word) => title.toLowerCase().includes(word));
/** Underscores belong to words, hyphens part them: one letter may be another. */
const byLikeness: Search = (title, wanted) =>
  wanted
    .toLowerCase()
    .split(/[^a-z0-9_]+/)
    .some((word) =>
      wordsOf(title).some(
        (own) =>
          own.length === word.length && [...own].filter((one, at) => one !== word[at]).length < 2,
      ),
    );

const titles = ["Evening in the woods", "Morning 100%", "Morning_song"];

async function messages(description: string, search: Search): Promise<string[]> {
  const all = titles.map((title, index) => ({ id: `song-${index}`, title }));
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const [, , id] = pathname.split("/");
    if (id !== undefined) {
      const one = all.find((song) => song.id === id);
      return one === undefined ? new Response(null, { status: 404 }) : Response.json(one);
    }
    const [wanted] = searchParams.values();
    return Response.json(all.filter(({ title }) => wanted === undefined || search(title, wanted)));
  };
  const report = await verifyServer({
    description: await read(description),
    server: { fetch },
    replay: ["listSongs/filters"],
  });
  expect(report.errors).toEqual([]);
  return report.failures.map(({ check, message }) => `${check}: ${message}`);
}

const found = (name: string, value: string, wildcard: string): string =>
  `filter: filter ${name}=${value} contains "Evening": it takes \`${wildcard}\` as any character`;

test.each([
  ["q", ""],
  ["search", "Searches in the title."],
  ["title", "Only songs whose title contains this text."],
  ["q", "Songs whose title has this text, literally (there are no wildcards)."],
  ["title_prefix", "Songs whose title begins with this."],
])("finds a search that leaves wildcards unescaped: %s %s", async (name, description) => {
  const described = songs(query(name, description));
  expect(await messages(described, literal)).toEqual([]);
  expect(await messages(described, matches("_"))).toEqual([found(name, "Ev_ning", "_")]);
  expect(await messages(described, matches("%"))).toEqual([found(name, "Ev%g", "%")]);
});

test("finds a text that is taken as a regular expression, where it is said to be contained", async () => {
  const contained = songs(query("q", "Songs whose title contains this."));
  expect(await messages(contained, asRegularExpression)).toEqual([found("q", "Ev.ning", ".")]);
  expect(await messages(songs(query("q", "")), asRegularExpression)).toEqual([]);
});

test.each<[string, Search]>([
  ["words are parted by any other character", byBeginningsOfWords],
  ["words that are nearly the same are found", byLikeness],
])("a search may find texts by likeness: %s", async (_, search) => {
  expect(await messages(songs(query("q", "Looks for this in titles.")), search)).toEqual([]);
});

test.each([
  [query("q", "A pattern that the title contains: `_` is any character."), "Songs."],
  [query("q", "Songs whose title contains this; `%` and `_` as in SQL's LIKE."), "Songs."],
  [query("q", "Songs whose title contains this."), "Wildcards are possible."],
  [query("q", "Songs whose title contains this."), "Songs.", "In searches `_` is any character."],
  [query("q", "Songs whose title contains this."), "Songs.", "Wildcards as usual."],
])("wildcards may be described: %s %s %s", async (parameter, ofList, ofAll = "Music.") => {
  expect(await messages(songs(parameter, ofList, ofAll), asPattern)).toEqual([]);
});

test("asks no parameter whose description names no member of the items", async () => {
  const ordered = "Sorted by `title`, ascending.";
  const ofText = query("lyrics", "Songs of which the text contains this.");
  expect(await messages(songs(ofText, ordered), asPattern)).toEqual([]);
  const ofTitle = query("words", "Songs of which the title contains this.");
  expect(await messages(songs(ofTitle, ordered), asPattern)).toEqual([
    found("words", "Ev_ning", "_"),
  ]);
});
