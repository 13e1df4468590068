/** What a list does wrong. */
export type PagingFault =
  | "repeats an item"
  | "leaves one out"
  | "counts the page"
  | "counts one too many"
  | "takes no size"
  | "shortens pages"
  | "says the wrong page"
  | "says that more follow"
  | "says that none follow";

interface Item {
  readonly id: string;
  readonly title: string;
}

/** What a habit makes of a part of a list: its body, and its headers. */
interface Part {
  readonly items: readonly Item[];
  readonly from: number;
  readonly size: number;
  readonly total: number;
  readonly isMore: boolean;
  readonly query: URLSearchParams;
}

/** A usual way to give a list in pages, without `x-pagination`. */
export interface Habit {
  readonly parameters: string;
  /** The schema of the answer, beside which `Song` is described. */
  readonly schema: string;
  readonly headers?: string;
  readonly sizeName: string;
  /** Returns the index of the first item that a query asks for. */
  from(query: URLSearchParams, size: number): number;
  body(part: Part): unknown;
  link?(part: Part): string | undefined;
}

const ids = (name: string): string =>
  `{ type: array, items: { $ref: "#/components/schemas/${name}" } }`;
const songs = ids("Song");
const size = (name: string): string =>
  `{ name: ${name}, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }`;
const numberIn = (query: URLSearchParams, name: string, otherwise: number): number =>
  Number(query.get(name) ?? otherwise);

/** Cursors of a service are its own business. */
const cursorOf = (from: number): string => Buffer.from(`from ${from}`).toString("base64url");
const fromCursor = (cursor: string | null): number =>
  cursor === null ? 0 : Number(Buffer.from(cursor, "base64url").toString().slice(5));

const numbered = (first: number, described: string, isTold: boolean): Habit => ({
  parameters: `{ name: page, in: query, schema: { type: integer${described} } }, ${size("per_page")}`,
  schema: isTold
    ? `{ allOf: [{ type: object, required: [items], properties: { items: { type: array }, page: { type: integer }, totalPages: { type: integer }, total: { type: integer } } }, { type: object, properties: { items: ${songs} } }] }`
    : songs,
  sizeName: "per_page",
  from: (query, count) => (numberIn(query, "page", first) - first) * count,
  body: ({ items, total, size: count, query }) =>
    isTold
      ? { items, page: numberIn(query, "page", 1), totalPages: Math.ceil(total / count), total }
      : items,
});

export const habits = {
  "numbered pages of allOf": numbered(1, ", minimum: 1, default: 1", true),
  "pages from 0": numbered(0, ", minimum: 0", false),
  "pages from 1, which nothing tells": numbered(1, "", false),
  "pages from 0, which nothing tells": numbered(0, "", false),
  "an offset and meta": {
    parameters: `{ name: offset, in: query, schema: { type: integer, minimum: 0 } }, ${size("limit")}`,
    schema: `{ type: object, required: [data], properties: { data: ${songs}, meta: { type: object, properties: { total: { type: integer }, offset: { type: integer }, hasMore: { type: boolean } } } } }`,
    sizeName: "limit",
    from: (query) => numberIn(query, "offset", 0),
    body: ({ items, total, from, isMore }) => ({
      data: items,
      meta: { total, offset: from, hasMore: isMore },
    }),
  },
  "a cursor": {
    parameters: `{ name: cursor, in: query, schema: { type: string } }, ${size("limit")}`,
    schema: `{ type: object, required: [songs], properties: { songs: ${songs}, next_cursor: { type: [string, "null"] }, has_more: { type: boolean } } }`,
    sizeName: "limit",
    from: (query) => fromCursor(query.get("cursor")),
    body: ({ items, from, isMore }) => ({
      songs: items,
      next_cursor: isMore ? cursorOf(from + items.length) : null,
      has_more: isMore,
    }),
  },
  "a cursor that is said to be null at the end": {
    parameters: `{ name: cursor, in: query, schema: { type: string } }, ${size("limit")}`,
    schema: `{ type: object, required: [songs], properties: { songs: ${songs}, next: { type: [string, "null"], description: "The next cursor; null on the last page." }, totalLength: { type: integer } } }`,
    sizeName: "limit",
    from: (query) => fromCursor(query.get("cursor")),
    body: ({ items, from, isMore, total }) => ({
      songs: items,
      next: isMore ? cursorOf(from + items.length) : null,
      totalLength: total * 3,
    }),
  },
  "a link": {
    parameters: `{ name: page, in: query, schema: { type: integer, minimum: 1 } }, ${size("per_page")}`,
    schema: songs,
    headers: "{ Link: { schema: { type: string } } }",
    sizeName: "per_page",
    from: (query, count) => (numberIn(query, "page", 1) - 1) * count,
    body: ({ items }) => items,
    link: ({ isMore, query, size: count }) =>
      isMore
        ? `</songs?page=${numberIn(query, "page", 1) + 1}&per_page=${count}>; rel="next"`
        : undefined,
  },
  "a limit alone": {
    parameters: size("limit"),
    schema: `{ type: object, properties: { songs: ${songs}, total: { type: integer } } }`,
    sizeName: "limit",
    from: () => 0,
    body: ({ items, total }) => ({ songs: items, total }),
  },
} as const satisfies Readonly<Record<string, Habit>>;

/** The description of a service with a habit. */
export const described = ({ parameters, schema, headers = "{}" }: Habit): string => `openapi: 3.1.0
info: { title: Songs, version: 1.0.0 }
paths:
  /songs:
    get:
      operationId: listSongs
      parameters: [${parameters}]
      responses:
        "200":
          description: Songs.
          headers: ${headers}
          content: { application/json: { schema: ${schema} } }
    post:
      operationId: addSong
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [title], properties: { title: { type: string, minLength: 1 } } }
      responses:
        "201":
          description: Added.
          content: { application/json: { schema: { $ref: "#/components/schemas/Song" } } }
  /songs/{id}:
    get:
      operationId: getSong
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: The song.
          content: { application/json: { schema: { $ref: "#/components/schemas/Song" } } }
        "404": { description: There is none. }
components:
  schemas:
    Song:
      type: object
      required: [id, title]
      properties: { id: { type: string }, title: { type: string } }
`;

/** A service with a habit, which is faultless but for what it is told to do wrong. */
export function service(
  habit: Habit,
  fault?: PagingFault,
): (request: Request) => Promise<Response> {
  const all: Item[] = [];
  return async (request) => {
    const url = new URL(request.url);
    const [, , id] = url.pathname.split("/");
    if (request.method === "POST") {
      const title = await titleIn(request);
      if (title === undefined) return new Response(null, { status: 400 });
      all.push({ id: `song-${all.length + 1}`, title });
      return Response.json(all.at(-1), { status: 201 });
    }
    if (id !== undefined) {
      const song = all.find((one) => one.id === decodeURIComponent(id));
      return song === undefined ? new Response(null, { status: 404 }) : Response.json(song);
    }
    const part = partOf(habit, all, url.searchParams, fault);
    const link = habit.link?.(part);
    return Response.json(habit.body(part), link === undefined ? {} : { headers: { link } });
  };
}

async function titleIn(request: Request): Promise<string | undefined> {
  try {
    const { title } = (await request.json()) as { readonly title?: unknown };
    return typeof title === "string" && title !== "" ? title : undefined;
  } catch {
    return undefined;
  }
}

function partOf(
  habit: Habit,
  all: readonly Item[],
  query: URLSearchParams,
  fault: PagingFault | undefined,
): Part {
  const asked = numberIn(query, habit.sizeName, 20);
  const count = fault === "takes no size" ? 20 : asked;
  const from = habit.from(query, count);
  const shift =
    from === 0 ? 0 : ({ "repeats an item": -1, "leaves one out": 1 }[String(fault)] ?? 0);
  const room = fault === "shortens pages" && asked > 1 ? count - 1 : count;
  const items = all.slice(from + shift, from + shift + room);
  const isMore = from + count < all.length;
  const total =
    fault === "counts the page"
      ? items.length
      : all.length + (fault === "counts one too many" ? 1 : 0);
  return {
    items,
    from: fault === "says the wrong page" ? from + 1 : from,
    size: count,
    total,
    isMore: fault === "says that more follow" || (isMore && fault !== "says that none follow"),
    query: fault === "says the wrong page" ? new URLSearchParams({ page: "1" }) : query,
  };
}
