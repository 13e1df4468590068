import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** Describes songs, which a list finds by tags of which each song has several. */
const songs = (tag: string): string => `openapi: 3.1.0
info: { title: Songs, version: "1" }
paths:
  /songs:
    get:
      operationId: listSongs
      parameters:
        - { name: tag, in: query, description: ${JSON.stringify(tag)}, schema: { type: array, items: { type: string, minLength: 1 } } }
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Song" } } } }
    post:
      operationId: addSong
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewSong" } } }
      responses:
        "201": { description: Added., content: { application/json: { schema: { $ref: "#/components/schemas/Song" } } } }
  /songs/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getSong
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Song" } } } }
        "404": { description: None. }
components:
  schemas:
    NewSong:
      type: object
      required: [title]
      properties:
        title: { type: string, minLength: 1 }
        tags: { type: array, items: { type: string, minLength: 1 } }
    Song:
      type: object
      required: [id, title, tags]
      properties:
        id: { type: string }
        title: { type: string }
        tags: { type: array, items: { type: string } }
`;

interface Song {
  readonly id: string;
  readonly tags: readonly string[];
}

type Found = (own: readonly string[], asked: readonly string[]) => boolean;

function songService(isFound: Found): (request: Request) => Promise<Response> {
  const all: Song[] = [];
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const id = pathname.split("/")[2];
    if (request.method === "POST") {
      const given = (await request.json()) as Partial<Song>;
      all.push({ tags: [], ...given, id: `s-${all.length + 1}` });
      return Response.json(all.at(-1), { status: 201 });
    }
    if (id !== undefined) {
      const own = all.find((one) => one.id === id);
      return own === undefined ? new Response(null, { status: 404 }) : Response.json(own);
    }
    const asked = searchParams.getAll("tag");
    return Response.json(all.filter(({ tags }) => asked.length === 0 || isFound(tags, asked)));
  };
}

const all: Found = (own, asked) => asked.every((one) => own.includes(one));
const any: Found = (own, asked) => asked.some((one) => own.includes(one));
const firstAlone: Found = ([first], asked) => asked.every((one) => one === first);

async function messagesOf(description: string, isFound: Found): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(songs(description)),
    server: { fetch: songService(isFound) },
    replay: ["listSongs/filters"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const both = "Repeat it to get songs that have all of these tags.";
const either = "Repeat it to get songs with any of these tags.";
const open = "Repeat it to get all the songs with these tags.";

test("finds a list with items that have one of several values where all are needed", async () => {
  expect(await messagesOf(both, all)).toEqual([]);
  expect(await messagesOf(both, any)).toEqual([
    expect.stringMatching(/^filter: filter tag=\w+,\w+ contains \["\w+"\]$/),
  ]);
});

test("finds a list without items that have one of several values where any will do", async () => {
  expect(await messagesOf(either, any)).toEqual([]);
  expect(await messagesOf(either, all)).toEqual([
    expect.stringMatching(/^filter: filter tag=\w+,\w+ leaves out s-\d, which has \["\w+"\]$/),
  ]);
});

test.each([open, ""])("leaves open how several values are meant: %s", async (description) => {
  expect(await messagesOf(description, all)).toEqual([]);
  expect(await messagesOf(description, any)).toEqual([]);
});

test("takes any of several values although all of them are named", async () => {
  expect(await messagesOf("Songs that have one of all of these tags.", any)).toEqual([]);
});

test("finds a list by the first value of each item alone", async () => {
  expect(await messagesOf(open, firstAlone)).not.toEqual([]);
});
