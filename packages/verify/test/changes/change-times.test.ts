import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

interface Said {
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/** Notes with the times of their creation and of their last change. */
const notes = (members: string, said: Said): string => `openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /notes:
    get:
      operationId: listNotes
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Note" } } } }
    post:
      operationId: addNote
      requestBody: { required: true, ${json("NewNote")} }
      responses: { "201": { description: Made., ${json("Note")} } }
  /notes/{noteId}:
    parameters: [{ name: noteId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: showNote
      responses: { "200": { description: It., ${json("Note")} }, "404": { description: None. } }
    patch:
      operationId: changeNote
      requestBody: { required: true, ${json("NoteChange")} }
      responses: { "200": { description: It., ${json("Note")} }, "404": { description: None. } }
components:
  schemas:
    NewNote: { type: object, required: [], properties: { ${members} } }
    NoteChange: { type: object, minProperties: 1, properties: { ${members} } }
    Note:
      type: object
      required: [id]
      properties:
        id: { type: string }
        ${members.replaceAll("}, ", "}\n        ")}
        createdAt: { type: string, description: ${JSON.stringify(said.createdAt ?? "When it was made.")} }
        updatedAt: { type: string, description: ${JSON.stringify(said.updatedAt ?? "When it was changed last.")} }
`;

interface Note {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly [member: string]: unknown;
}

/** Returns what a change leaves; `now` is later each time. */
type Change = (note: Note, body: object, now: string) => Note;

const changed: Change = (note, body, now) => ({ ...note, ...body, updatedAt: now });

interface Habits {
  readonly change?: Change;
  /** Returns what reading shows of a note, which was changed or not. */
  readonly shown?: (note: Note, isChanged: boolean) => Note;
  readonly old?: Partial<Note>;
  /** The time of a clock that stands. Default: it goes. */
  readonly clock?: string;
}

const longAgo = "2020-01-02T03:04:05.678Z";

function noteService({ change = changed, shown = (note) => note, old, clock }: Habits) {
  const all = new Map<string, Note>();
  const changedOnes = new Set<string>();
  let later = Date.now();
  const first = { id: "n-0", title: "Old", weight: 3, createdAt: longAgo, updatedAt: longAgo };
  all.set(first.id, { ...first, ...old });
  return async (request: Request): Promise<Response> => {
    const [, , id = ""] = new URL(request.url).pathname.split("/");
    later += 7;
    const now = clock ?? new Date(later).toISOString();
    if (request.method === "GET" && id === "") return Response.json([...all.values()]);
    const note = all.get(id);
    if (request.method === "POST") {
      const body = (await request.json()) as object;
      const made = { ...body, id: `n-${all.size}`, createdAt: now, updatedAt: now };
      all.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    if (note === undefined) return Response.json({}, { status: 404 });
    if (request.method === "GET") return Response.json(shown(note, changedOnes.has(id)));
    const made = change(note, (await request.json()) as object, now);
    all.set(id, made);
    changedOnes.add(id);
    return Response.json(made);
  };
}

const title = "title: { type: string, minLength: 1, example: Ships }";

interface Test extends Habits {
  readonly members?: string;
  readonly said?: Said;
}

async function messagesOf(kind: string, { members = title, said = {}, ...habits }: Test) {
  const report = await verifyServer({
    description: await read(notes(members, said)),
    server: { fetch: noteService(habits) },
    replay: [`changeNote/flow/${kind}`],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

const renewed: Change = (note, body, now) => ({ ...note, ...body, createdAt: now, updatedAt: now });

const early: Change = (note, body) => ({ ...note, ...body, updatedAt: longAgo });

const inSeconds = (note: Note, isCut: boolean): Note => {
  const cut = (time: string): string => (isCut ? `${time.slice(0, 19)}Z` : time);
  return { ...note, createdAt: cut(note.createdAt), updatedAt: cut(note.updatedAt) };
};

test("finds a change that makes a note begin later, or changed last long ago", async () => {
  expect(await messagesOf("updated", { change: renewed })).toEqual([
    expect.stringMatching(/^read-after-update changeNote: changes `createdAt` from \S+Z to \S+Z$/),
  ]);
  expect(await messagesOf("updated", { change: early })).toEqual([
    expect.stringMatching(
      /^read-after-update changeNote: changes `updatedAt` from \S+Z to 2020-01-02T03:04:05\.678Z$/,
    ),
  ]);
});

const numbered: Change = (note, body, now) => ({ ...renewed(note, body, now), createdAt: "2" });

test.each<[string, Test]>([
  ["keeps the time of the creation", {}],
  [
    "tells when its version was made",
    { change: renewed, said: { createdAt: "When this version was made." } },
  ],
  ["reads times without milliseconds from its disk", { shown: inSeconds }],
  ["has a number of changes there", { change: numbered }],
  [
    "takes times from the client",
    {
      members: `${title}, createdAt: { type: string, format: date-time, example: "${longAgo}" }`,
    },
  ],
])("says nothing of a note that %s", async (_, habits) => {
  expect(await messagesOf("updated", habits)).toEqual([]);
});

const stuck: Change = (note, body) => ({ ...note, ...body });

const weight = "weight: { type: integer, minimum: 1, maximum: 9, example: 4 }";
const pinned = "pinned: { type: boolean, example: true }";

test.each([
  [title, "title"],
  [weight, "weight"],
])("finds a change that leaves the time of the last change: %s", async (members, name) => {
  expect(await messagesOf("time-of-change", { change: stuck, members })).toEqual([
    `read-after-update changeNote: changes \`${name}\` and leaves \`updatedAt\` at ${longAgo}`,
  ]);
});

test("says nothing of a service whose clock stands", async () => {
  expect(await messagesOf("time-of-change", { change: stuck, clock: longAgo })).toEqual([]);
});

test("finds that also where what is below the note does not count", async () => {
  const said = { updatedAt: "Last change of the note itself; its comments do not count." };
  expect(await messagesOf("time-of-change", { change: stuck, said })).toHaveLength(1);
});

const today = new Date().toISOString().slice(0, 10);

test.each<[string, Test]>([
  ["moves the time of its last change", {}],
  [
    "tells when its weight was changed",
    { change: stuck, said: { updatedAt: "When the weight was changed last." }, old: { weight: 3 } },
  ],
  [
    "tells when it was changed but for its title",
    { change: stuck, said: { updatedAt: "The last change, not of its title." } },
  ],
  [
    "tells when people wrote it",
    { change: stuck, said: { updatedAt: "The last write, except those of robots." } },
  ],
  [
    "tells when it was changed but for small edits",
    { change: stuck, said: { updatedAt: "When it was changed last. Small edits do not count." } },
  ],
  [
    "has a version of the client",
    { change: stuck, members: "version: { type: integer, minimum: 1, example: 4 }" },
  ],
  ["has days, of which one is today", { change: stuck, old: { updatedAt: today } }],
  ["is pinned by a user", { change: stuck, members: pinned }],
  ["ignores the change", { change: (note) => note }],
])("says nothing of a note that %s", async (_, habits) => {
  expect(await messagesOf("time-of-change", habits)).toEqual([]);
});

const both = `${pinned}, ${weight}`;

/** A change that forgets the weight unless it is sent. */
const forgets: Change = (note, body, now) => ({ ...changed(note, { weight: 1, ...body }, now) });

/** Notes that are pinned weigh 9, as a note for a whole day has no hours. */
const follows: Change = (note, body, now) => {
  const isTurned = "pinned" in body && body.pinned !== note["pinned"];
  return changed(note, { ...(isTurned && { weight: 9 }), ...body }, now);
};

const slugged: Change = (note, body, now) => {
  const slug = "title" in body && !("slug" in body) ? { slug: String(body.title) } : {};
  return changed(note, { ...slug, ...body }, now);
};

test("finds a change of a flag alone that resets a number", async () => {
  const [message, ...others] = await messagesOf("updated", { members: both, change: forgets });
  expect(others).toEqual([]);
  expect(message).toMatch(
    /^read-after-update changeNote: changes what it leaves out: `weight` was written as \d and is 1$/,
  );
});

test.each<[string, Test]>([
  ["keeps what is left out", { members: both }],
  ["weighs more when it is pinned", { members: both, change: follows }],
  [
    "makes its slug of its title",
    { members: `${title}, slug: { type: string, example: a-b }`, change: slugged },
  ],
])("says nothing of a note that %s", async (_, habits) => {
  expect(await messagesOf("updated", habits)).toEqual([]);
});
