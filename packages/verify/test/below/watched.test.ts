import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const shown = `content: { application/json: { schema: { $ref: "#/components/schemas/Film" } } }`;
const byId = `parameters: [{ name: filmId, in: path, required: true, schema: { type: string } }]`;

const described = (deletion: string): ReturnType<typeof read> =>
  read(`openapi: 3.1.0
info: { title: Films, version: "1" }
security: [{ token: [] }]
paths:
  /films:
    post:
      operationId: addFilm
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewFilm" } } } }
      responses: { "201": { description: It., ${shown} }, "401": { description: Who? } }
  /films/{filmId}:
    ${byId}
    get:
      operationId: getFilm
      responses: { "200": { description: It., ${shown} }, "401": { description: Who? }, "404": { description: None. } }
    delete:
      operationId: deleteFilm
      description: ${JSON.stringify(deletion)}
      responses: { "204": { description: Gone. }, "401": { description: Who? }, "404": { description: None. } }
  /watch-list:
    get:
      operationId: listWatched
      responses:
        "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Entry" } } } } }
        "401": { description: Who? }
  /watch-list/{filmId}:
    ${byId}
    put:
      operationId: watchFilm
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { note: { type: string } } } } } }
      responses: { "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Entry" } } } }, "401": { description: Who? }, "404": { description: None. } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    NewFilm: { type: object, required: [title], properties: { title: { type: string, minLength: 1, example: Salt } } }
    Film: { allOf: [{ $ref: "#/components/schemas/NewFilm" }, { type: object, required: [id], properties: { id: { type: string } } }] }
    Entry: { type: object, required: [filmId], properties: { filmId: { type: string }, note: { type: string } } }
`);

type Habit = "keeps entries" | "watches films of others" | "watches anything";

/** Serves films of two users, who do not see each other's, and the list of what each watches. */
function service(habit?: Habit): (request: Request) => Promise<Response> {
  const films = new Map<string, { owner: string; title: string }>();
  const watched = new Map<string, Map<string, object>>();
  return async (request) => {
    const owner = request.headers.get("authorization");
    if (owner !== "Bearer one" && owner !== "Bearer two")
      return new Response(null, { status: 401 });
    const [, place, id = ""] = new URL(request.url).pathname.split("/");
    const own = watched.get(owner) ?? new Map<string, object>();
    watched.set(owner, own);
    const body = ["POST", "PUT"].includes(request.method)
      ? ((await request.json()) as { title: string; note?: string })
      : { title: "" };
    if (request.method === "POST") {
      const key = `film-${films.size + 1}`;
      films.set(key, { owner, title: body.title });
      return Response.json({ id: key, title: body.title }, { status: 201 });
    }
    if (place === "watch-list" && id === "") return Response.json([...own.values()]);
    const film = films.get(id);
    const isSeen = film?.owner === owner;
    if (place === "watch-list") {
      const isAny = habit === "watches films of others" && film !== undefined;
      if (!isSeen && !isAny && habit !== "watches anything")
        return new Response(null, { status: 404 });
      const { note } = body;
      own.set(id, { filmId: id, ...(note !== undefined && { note }) });
      return Response.json(own.get(id));
    }
    if (film === undefined || !isSeen) return new Response(null, { status: 404 });
    if (request.method === "GET") return Response.json({ id, title: film.title });
    films.delete(id);
    if (habit !== "keeps entries") for (const list of watched.values()) list.delete(id);
    return new Response(null, { status: 204 });
  };
}

const gone = "Deletes a film and its entries on watch lists. Its tickets stay.";

async function messages(habit?: Habit, deletion = gone): Promise<string[]> {
  const isNamed = deletion === gone;
  const { failures, errors } = await verifyServer({
    description: await described(deletion),
    server: { fetch: service(habit) },
    credentials: { token: "one" },
    otherCredentials: { token: "two" },
    replay: [
      ...(isNamed ? ["listWatched/flow/deleted-entries"] : ["deleteFilm/example"]),
      "watchFilm/foreign-references",
    ],
  });
  expect(errors).toEqual([]);
  return failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test.each<[string, Habit | undefined, string]>([
  ["removes entries with their films", undefined, gone],
  ["keeps entries of films that may be watched all the same", "keeps entries", "Deletes a film."],
  ["keeps entries, as the description says", "keeps entries", "Entries on watch lists are kept."],
  ["takes any key for a film", "watches anything", "Deletes a film."],
])("nothing is said of a service that %s", async (_, habit, deletion) => {
  expect(await messages(habit, deletion)).toEqual([]);
});

test.each<[Habit, string]>([
  [
    "keeps entries",
    "lists-deleted listWatched: lists an entry of a deleted Film, which deleteFilm says is gone with it",
  ],
  [
    "watches films of others",
    "other-principal watchFilm: takes the key of another principal's Film in its path, and refuses one of nothing; if others may, name Film in sharedResources",
  ],
])("finds a service that %s", async (habit, message) => {
  expect(await messages(habit)).toEqual([message]);
});
