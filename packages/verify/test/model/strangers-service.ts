import { randomInt } from "node:crypto";
import express from "express";
import type { Express } from "express";

interface Note {
  id: number;
  title: string;
  body: string;
  tags: string[];
  email: string | null;
  archived: boolean;
  slug: string;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

/**
 * A service as somebody writes it who never saw our mock: titles are trimmed, tags sorted, e-mail addresses lower case,
 * slugs made of titles; deleting twice succeeds, deleted notes are shown as such, archived ones are not listed,
 * the newest come first, 20 on a page; some are there from the start, and titles are unique.
 */
export function strangersService(): Express {
  const notes: Note[] = [];
  const slugOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z\d]+/g, "-");
  const add = (given: Partial<Note>): Note => {
    const now = new Date().toISOString();
    const note = {
      id: randomInt(1, 2 ** 31),
      title: (given.title ?? "").trim(),
      body: given.body ?? "",
      tags: [...new Set(given.tags ?? [])].toSorted(),
      email: given.email?.toLowerCase() ?? null,
      archived: given.archived ?? false,
      slug: slugOf(given.title ?? ""),
      created_at: now,
      updated_at: now,
      deleted_at: null,
    };
    notes.unshift(note);
    return note;
  };
  for (let count = 0; count < 30; count += 1) add({ title: `Old note ${count}` });

  const app = express();
  app.use(express.json());
  app.get("/notes", (request, response) => {
    const page = Number(request.query["page"] ?? 1);
    const listed = notes.filter((note) => !note.archived && note.deleted_at === null);
    const items = listed.slice((page - 1) * 20, page * 20);
    response.json({ items, page, total: listed.length });
  });
  app.post("/notes", (request, response) => {
    const given = request.body as Partial<Note>;
    if (notes.some(({ title }) => title === given.title?.trim()))
      return void response.status(409).json({ error: "There is a note with this title." });
    return void response.status(201).json(add(given));
  });
  app
    .route("/notes/:id")
    .all((request, response, next) => {
      const note = notes.find(({ id }) => String(id) === request.params["id"]);
      if (note === undefined) return void response.status(404).json({ error: "No such note." });
      response.locals["note"] = note;
      return next();
    })
    .get((_, response) => void response.json(response.locals["note"]))
    .patch((request, response) => {
      const note = response.locals["note"] as Note;
      if (note.deleted_at !== null) return void response.status(410).json({ error: "Gone." });
      const change = request.body as Partial<Note>;
      Object.assign(note, change, { updated_at: new Date().toISOString() });
      note.slug = slugOf(note.title);
      note.tags = [...new Set(note.tags)].toSorted();
      note.email = note.email?.toLowerCase() ?? null;
      return void response.json(note);
    })
    .delete((_, response) => {
      const note = response.locals["note"] as Note;
      note.deleted_at ??= new Date().toISOString();
      response.status(204).end();
    });
  return app;
}

const note = `
      type: object
      properties:
        title: { type: string, minLength: 1, maxLength: 80 }
        body: { type: string }
        tags: { type: array, items: { type: string } }
        email: { type: [string, "null"], format: email }
        archived: { type: boolean }`;

/** The description that comes with it. */
export const strangersDescription = `openapi: 3.0.3
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    get:
      operationId: listNotes
      parameters: [{ name: page, in: query, schema: { type: integer, minimum: 1 } }]
      responses:
        "200":
          description: A page of notes.
          content:
            application/json:
              schema:
                type: object
                properties:
                  items: { type: array, items: { $ref: "#/components/schemas/Note" } }
                  page: { type: integer }
                  total: { type: integer }
    post:
      operationId: createNote
      requestBody:
        content: { application/json: { schema: { $ref: "#/components/schemas/NewNote" } } }
      responses:
        "201":
          description: The note.
          content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } }
        "409": { description: There is a note with this title already. }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getNote
      responses: &one
        "200":
          description: The note.
          content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } }
        "404": { description: There is none. }
        "410": { description: It was deleted. }
    patch:
      operationId: changeNote
      requestBody:
        content: { application/json: { schema: { $ref: "#/components/schemas/NewNote" } } }
      responses: *one
    delete:
      operationId: deleteNote
      responses:
        "204": { description: Deleted. }
        "404": { description: There is none. }
components:
  schemas:
    NewNote:${note.replace("type: object", 'type: object\n      required: [title]\n      example: { title: " My Note ", body: "Some text.", tags: [b, a, b], email: Ada@Example.com }')}
    Note:${note}
        id: { type: integer }
        slug: { type: string }
        created_at: { type: string, format: date-time }
        updated_at: { type: string, format: date-time }
        deleted_at: { type: string, format: date-time, nullable: true }
`.replaceAll('type: [string, "null"]', "type: string, nullable: true");
