import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** Describes notes, which a list finds by the days of their creation. */
const notes = (until: string, from: string, said: string): string => `openapi: 3.1.0
info: { title: Notes, version: "1", description: ${JSON.stringify(said)} }
paths:
  /notes:
    get:
      operationId: listNotes
      parameters:
        - { name: createdFrom, in: query, description: ${JSON.stringify(from)}, schema: { type: string, format: date } }
        - { name: createdTo, in: query, description: ${JSON.stringify(until)}, schema: { type: string, format: date } }
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Note" } } } }
    post:
      operationId: addNote
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string } } } } }
      responses:
        "201": { description: Added., content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getNote
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
        "404": { description: None. }
components:
  schemas:
    Note:
      type: object
      required: [id, text, createdAt]
      properties: { id: { type: string }, text: { type: string }, createdAt: { type: string, format: date-time } }
`;

interface Note {
  readonly id: string;
  readonly text: string;
  readonly createdAt: string;
}

interface Ways {
  /** The times of the notes before, and that of all others. */
  readonly times?: readonly string[];
  readonly now?: string;
  /** Hours by which the days of the service begin before those of UTC. */
  readonly zone?: number;
  readonly isFound?: (day: string, from: string, to: string) => boolean;
}

const within = (day: string, from: string, to: string): boolean => from <= day && day <= to;
const without = (day: string, from: string, to: string): boolean => from <= day && day < to;

function noteService({ times = [], now = "2026-03-05T22:30:00.250Z", ...ways }: Ways) {
  const { zone = 0, isFound = within } = ways;
  const all: Note[] = times.map((createdAt, index) => ({
    id: `n-${index}`,
    text: "Before",
    createdAt,
  }));
  const dayOf = ({ createdAt }: Note): string =>
    new Date(Date.parse(createdAt) + zone * 3_600_000).toISOString().slice(0, 10);
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const id = pathname.split("/")[2];
    if (request.method === "POST") {
      all.push({ ...((await request.json()) as Note), id: `n-${all.length}`, createdAt: now });
      return Response.json(all.at(-1), { status: 201 });
    }
    if (id !== undefined) {
      const own = all.find((one) => one.id === id);
      return own === undefined ? new Response(null, { status: 404 }) : Response.json(own);
    }
    const [from, to] = [
      searchParams.get("createdFrom") ?? "0",
      searchParams.get("createdTo") ?? "9",
    ];
    return Response.json(all.filter((one) => isFound(dayOf(one), from, to)));
  };
}

const last = "Last day (UTC) of creation, inclusive.";
const first = "First day (UTC) of creation, inclusive.";
const spread = ["2026-02-01T23:59:59.999Z", "2026-02-14T00:00:00.000Z", "2026-03-05T08:00:00Z"];

async function messagesOf(ways: Ways, until = last, from = first, said = ""): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(notes(until, from, said)),
    server: { fetch: noteService(ways) },
    replay: ["listNotes/filters"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const open = "Until which day they were created.";

test("finds a list without the records of the last day", async () => {
  expect(await messagesOf({ times: spread, isFound: without })).toEqual([
    'filter: filter createdTo=2026-02-14 leaves out n-1, which has "2026-02-14T00:00:00.000Z"',
  ]);
});

test("finds a list without the records of today, where there are no others", async () => {
  expect(await messagesOf({ isFound: without })).toEqual([
    expect.stringMatching(/^filter: filter createdTo=2026-03-05 leaves out n-\d, which has/),
  ]);
  const after: Ways["isFound"] = (day, from, to) => from < day && day <= to;
  expect(await messagesOf({ isFound: after })).toEqual([
    expect.stringMatching(/^filter: filter createdFrom=2026-03-05 leaves out n-\d, which has/),
  ]);
});

test("finds a list with the records of a day that is not within", async () => {
  const until = "Those that were created before this day (UTC), exclusive.";
  expect(await messagesOf({}, until)).toEqual([
    expect.stringMatching(/^filter: filter createdTo=2026-03-05 contains "2026-03-05T/),
  ]);
  expect(await messagesOf({ isFound: without }, until)).toEqual([]);
});

test("reads in the texts of the whole API that days are those of UTC", async () => {
  const until = "Last day of creation, inclusive.";
  const said = "All days are in UTC.";
  expect(await messagesOf({ times: spread, isFound: without }, until, until, said)).toEqual([
    expect.stringContaining("createdTo=2026-02-14 leaves out n-1"),
  ]);
});

test.each<[string, Ways, string?, string?, string?]>([
  ["that has the days of UTC", { times: spread }],
  ["of today alone", {}],
  [
    "whose days are those of another zone, since none is named",
    { times: ["2026-02-01T20:00:00Z", "2026-02-14T20:00:00Z"], zone: 9 },
    "Last day of creation, inclusive.",
    "First day of creation, inclusive.",
  ],
  [
    "without the last day, since nothing says that it is within",
    { times: spread, isFound: without },
    `${open} Days are in UTC.`,
  ],
  [
    "whose bounds are said to be of both kinds",
    { times: spread },
    last,
    "First day (UTC), inclusive, while the other one may be exclusive.",
  ],
  [
    "that compares instants, since nothing speaks of days",
    { times: spread, isFound: without },
    "UTC, inclusive.",
  ],
])("says nothing of a list %s", async (_, ways, until, from) => {
  expect(await messagesOf(ways, until, from)).toEqual([]);
});
