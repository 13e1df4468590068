import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;
const parameter = (name: string): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]`;

/** Boards with notes, which may be pinned. */
const description = await read(`openapi: 3.1.0
info: { title: Boards, version: "1" }
paths:
  /boards:
    post:
      operationId: addBoard
      requestBody: { required: true, ${json("NewBoard")} }
      responses: { "201": { description: Made., ${json("Board")} } }
  /boards/{boardId}:
    ${parameter("boardId")}
    get:
      operationId: getBoard
      responses: { "200": { description: It., ${json("Board")} }, "404": { description: None. } }
  /boards/{boardId}/notes:
    ${parameter("boardId")}
    post:
      operationId: addNote
      requestBody: { required: true, ${json("NewNote")} }
      responses: { "201": { description: Made., ${json("Note")} }, "404": { description: None. } }
  /notes/{noteId}:
    ${parameter("noteId")}
    patch:
      operationId: changeNote
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [hidden], properties: { hidden: { type: boolean } } }
            example: { hidden: true }
      responses: { "200": { description: It., ${json("Note")} }, "404": { description: None. } }
components:
  schemas:
    NewBoard: { type: object, required: [title], properties: { title: { type: string } } }
    Board:
      type: object
      required: [id, title, noteCount]
      properties: { id: { type: string }, title: { type: string }, noteCount: { type: integer, description: Visible notes. } }
    NewNote: { type: object, required: [text], properties: { text: { type: string } } }
    Note:
      type: object
      required: [id, text, hidden]
      properties: { id: { type: string }, text: { type: string }, hidden: { type: boolean } }
`);

interface Board {
  readonly id: string;
  noteCount: number;
}

interface Note {
  readonly boardId: string;
  readonly text: string;
  hidden: boolean;
}

/** @param step by how much a change of a note changes the number of notes of its board */
function boardService(step: (note: Note, hidden: boolean) => number) {
  const boards = new Map<string, Board>();
  const notes = new Map<string, Note>();
  return async (request: Request): Promise<Response> => {
    const [, kind, id = "", below] = new URL(request.url).pathname.split("/");
    const body = (request.method === "GET" ? {} : await request.json()) as Note;
    const board = boards.get(id);
    const note = notes.get(id);
    if (kind === "notes" && note !== undefined) {
      const own = boards.get(note.boardId);
      if (own !== undefined) own.noteCount += step(note, body.hidden);
      note.hidden = body.hidden;
      return Response.json({ id, ...note });
    }
    if (kind === "boards" && id === "") {
      const made = { ...body, id: `b-${boards.size}`, noteCount: 0 };
      boards.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    if (board === undefined) return new Response(null, { status: 404 });
    if (below === undefined) return Response.json(board);
    const made = { ...body, boardId: id, hidden: false };
    notes.set(`n-${notes.size}`, made);
    board.noteCount += 1;
    return Response.json({ ...made, id: `n-${notes.size - 1}` }, { status: 201 });
  };
}

const found = async (step: (note: Note, hidden: boolean) => number): Promise<string[]> => {
  const { failures, errors } = await verifyServer({
    description,
    server: { fetch: boardService(step) },
    replay: ["changeNote/counted-again"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
};

const signOf = (hidden: boolean): number => (hidden ? -1 : 1);

test("a number that the same change lowers twice is found", async () => {
  expect(await found((_, hidden) => signOf(hidden))).toEqual([
    "derived-value: changes `noteCount` of the Board from 2 to 1, and the same again to 0",
  ]);
});

test("a number may change once, or not at all", async () => {
  expect(await found((note, hidden) => (note.hidden === hidden ? 0 : signOf(hidden)))).toEqual([]);
  expect(await found(() => 0)).toEqual([]);
});
