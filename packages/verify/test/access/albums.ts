const body = (schema: string): string =>
  `{ required: true, content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }`;
const answer = (status: number, schema: string): string =>
  `"${status}": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }`;
const refusals = `"400": { description: Wrong. }, "401": { description: Who are you. }, "404": { description: None of yours. }`;
const albumId = "{ name: albumId, in: path, required: true, schema: { type: string } }";

/** Albums of their owners, with notes and pictures. */
export const albums = `openapi: 3.1.0
info: { title: Albums, version: 1.0.0 }
security: [{ key: [] }]
paths:
  /albums:
    post:
      operationId: createAlbum
      requestBody: ${body("NewAlbum")}
      responses: { ${answer(201, "Album")}, ${refusals} }
  /exports/albums:
    get:
      operationId: exportAlbums
      parameters: [{ name: title, in: query, schema: { type: array, items: { type: string } } }]
      responses: { "200": { description: Lines., content: { text/csv: { schema: { type: string } } } }, ${refusals} }
  /albums/{albumId}:
    parameters: [${albumId}]
    get: { operationId: getAlbum, responses: { ${answer(200, "Album")}, ${refusals} } }
    delete: { operationId: deleteAlbum, responses: { "204": { description: Gone. }, ${refusals} } }
  /albums/{albumId}/notes:
    parameters: [${albumId}]
    get: { operationId: listNotes, responses: { ${answer(200, "Notes")}, ${refusals} } }
    post:
      operationId: addNote
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody: ${body("NewNote")}
      responses: { ${answer(201, "Note")}, ${refusals} }
  /albums/{albumId}/pictures/{name}:
    parameters: [${albumId}, { name: name, in: path, required: true, schema: { type: string }, example: beach.png }]
    get: { operationId: getPicture, responses: { "200": { description: It., content: { image/png: {} } }, ${refusals} } }
    put:
      operationId: putPicture
      requestBody: { required: true, content: { image/png: {} } }
      responses: { "204": { description: Kept. }, ${refusals} }
    delete: { operationId: deletePicture, responses: { "204": { description: Gone. }, ${refusals} } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    NewAlbum: { type: object, required: [title], properties: { title: { type: string, minLength: 1 } } }
    Album:
      type: object
      required: [id, title]
      properties: { id: { type: string, readOnly: true }, title: { type: string } }
    NewNote: { type: object, required: [text], properties: { text: { type: string, minLength: 1 } } }
    Note: { type: object, required: [id, text], properties: { id: { type: string }, text: { type: string } } }
    Notes: { type: object, required: [notes], properties: { notes: { type: array, items: { $ref: "#/components/schemas/Note" } } } }
`;

/** What a service of albums does wrong. */
export type AlbumFault =
  | "lists the notes of others"
  | "shows pictures of others"
  | "takes pictures for others"
  | "deletes pictures of others"
  | "refuses keys of others"
  | "exports all albums"
  | "exports all albums of a title"
  | "keeps the pictures of a deleted album"
  | "keeps the notes of a deleted album";

/** What other services do. */
export type AlbumHabit =
  | "deletes what is not there"
  | "lists nothing for others"
  | "lists nothing where there is no album";

interface Album {
  readonly owner: string;
  readonly shown: { readonly id: string; readonly title: string };
  readonly notes: { readonly id: string; readonly text: string }[];
  readonly pictures: Map<string, ArrayBuffer>;
}

/** A service of albums, which is faultless but for what it is told to do wrong. */
export function albumService(
  ...ways: readonly (AlbumFault | AlbumHabit)[]
): (request: Request) => Promise<Response> {
  const does = (way: AlbumFault | AlbumHabit): boolean => ways.includes(way);
  const kept = new Map<string, Album>();
  const deleted = new Set<string>();
  const usersOfKeys = new Map<string, string>();
  const refuse = (status: number): Response => new Response(null, { status });

  const notes = async (request: Request, album: Album, isMine: boolean): Promise<Response> => {
    if (request.method === "GET") {
      const isShown = isMine || does("lists the notes of others");
      if (isShown) return Response.json({ notes: album.notes });
      return does("lists nothing for others") ? Response.json({ notes: [] }) : refuse(404);
    }
    if (!isMine) return refuse(404);
    const { text } = (await request.json()) as { readonly text?: unknown };
    if (typeof text !== "string" || text === "") return refuse(400);
    const key = request.headers.get("idempotency-key");
    const user = key === null ? album.owner : (usersOfKeys.get(key) ?? album.owner);
    if (user !== album.owner && does("refuses keys of others")) return refuse(400);
    if (key !== null) usersOfKeys.set(key, user);
    const note = { id: `${album.shown.id}-${album.notes.length + 1}`, text };
    album.notes.push(note);
    return Response.json(note, { status: 201 });
  };

  const picture = async (
    request: Request,
    album: Album,
    name: string,
    isMine: boolean,
  ): Promise<Response> => {
    const known = album.pictures.get(name);
    if (request.method === "GET") {
      if (known === undefined || !(isMine || does("shows pictures of others"))) return refuse(404);
      return new Response(known, { headers: { "content-type": "image/png" } });
    }
    if (request.method === "DELETE") {
      if (!isMine && !does("deletes pictures of others"))
        return refuse(does("deletes what is not there") ? 204 : 404);
      return refuse(album.pictures.delete(name) ? 204 : 404);
    }
    if (!isMine && !does("takes pictures for others")) return refuse(404);
    album.pictures.set(name, await request.arrayBuffer());
    return refuse(204);
  };

  const exported = (owner: string, titles: readonly string[]): Response => {
    const isOfAll =
      does("exports all albums") || (titles.length > 0 && does("exports all albums of a title"));
    const lines = [...kept.values()]
      .filter(
        (one) =>
          (isOfAll || one.owner === owner) &&
          (titles.length === 0 || titles.includes(one.shown.title)),
      )
      .map(({ shown: { id, title } }) => `${id},"${title}"\r\n`);
    return new Response(["id,title\r\n", ...lines].join(""), {
      headers: { "content-type": "text/csv" },
    });
  };

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, kind, id = "", below, name = ""] = pathname.split("/");
    const owner = request.headers.get("x-key");
    if (owner === null) return refuse(401);
    if (kind === "exports") return exported(owner, searchParams.getAll("title"));
    if (id === "") {
      const { title } = (await request.json()) as { readonly title?: unknown };
      if (typeof title !== "string" || title === "") return refuse(400);
      const shown = { id: `a-${kept.size + 100}`, title };
      kept.set(shown.id, { owner, shown, notes: [], pictures: new Map() });
      return Response.json(shown, { status: 201 });
    }
    const album = kept.get(id);
    const isMine = album?.owner === owner;
    const isKept =
      !deleted.has(id) ||
      (below === "pictures" && does("keeps the pictures of a deleted album")) ||
      (below === "notes" && does("keeps the notes of a deleted album"));
    if (album === undefined || !isKept) {
      const isEmpty = below === "notes" && does("lists nothing where there is no album");
      return isEmpty ? Response.json({ notes: [] }) : refuse(404);
    }
    if (below === "notes") return notes(request, album, isMine);
    if (below === "pictures") return picture(request, album, name, isMine);
    if (!isMine) return refuse(404);
    if (request.method === "GET") return Response.json(album.shown);
    deleted.add(id);
    return refuse(204);
  };
}
