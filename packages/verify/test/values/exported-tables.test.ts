import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { readCsv } from "../../src/server/cases/values/csv.ts";
import { describe as read } from "../support.ts";

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;
const parameter = (name: string): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]`;

/** Trips with stops and remarks; a table has the stops of a trip. */
const description = await read(`openapi: 3.1.0
info: { title: Trips, version: 1.0.0 }
paths:
  /trips:
    post:
      operationId: addTrip
      requestBody: { required: true, ${json("NewTrip")} }
      responses: { "201": { description: It., ${json("Trip")} } }
  /trips/{tripId}:
    ${parameter("tripId")}
    get:
      operationId: getTrip
      responses: { "200": { description: It., ${json("Trip")} }, "404": { description: None. } }
  /trips/{tripId}/remarks:
    ${parameter("tripId")}
    post:
      operationId: addRemark
      requestBody: { required: true, ${json("NewRemark")} }
      responses: { "201": { description: It., ${json("Remark")} }, "404": { description: None. } }
  /remarks/{remarkId}:
    ${parameter("remarkId")}
    get:
      operationId: getRemark
      responses: { "200": { description: It., ${json("Remark")} }, "404": { description: None. } }
  /trips/{tripId}/stops:
    ${parameter("tripId")}
    post:
      operationId: addStop
      requestBody: { required: true, ${json("NewStop")} }
      responses:
        "201": { description: It., ${json("Stop")} }
        "404": { description: None. }
        "422": { description: No such kind. }
  /stops/{stopId}:
    ${parameter("stopId")}
    get:
      operationId: getStop
      responses: { "200": { description: It., ${json("Stop")} }, "404": { description: None. } }
  /trips/{tripId}/table:
    ${parameter("tripId")}
    get:
      operationId: exportTrip
      responses:
        "200":
          description: Its stops.
          content: { text/csv: { schema: { type: string }, example: "id,kind,place,nights\\r\\ns-1,hotel,Rome,2\\r\\n" } }
        "404": { description: None. }
components:
  schemas:
    NewTrip: { type: object, required: [title], properties: { title: { type: string } } }
    Trip: { type: object, required: [id], properties: { id: { type: string }, title: { type: string } } }
    NewRemark: { type: object, required: [text], properties: { text: { type: string } } }
    Remark: { type: object, required: [id], properties: { id: { type: string }, text: { type: string } } }
    NewStop:
      type: object
      required: [kind, place]
      properties:
        kind: { type: string, example: hotel }
        place: { type: string, maxLength: 60 }
        nights: { type: integer }
    Stop:
      type: object
      required: [id, kind, place]
      properties:
        id: { type: string }
        kind: { type: string }
        place: { type: string }
        nights: { type: integer }
`);

type Row = Readonly<Record<string, unknown>>;

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** How a table is written. */
interface Writing {
  readonly columns?: readonly string[];
  readonly cell?: (text: string) => string;
  readonly separator?: string;
  readonly end?: string;
  readonly first?: string;
  readonly last?: string;
  readonly type?: string;
  /** Makes the bytes of the whole text. */
  readonly encode?: (text: string) => Uint8Array;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A service of trips, whose tables are written as it is told to. */
function tripService({
  columns = ["id", "kind", "place", "nights"],
  cell = quoted,
  separator = ",",
  end = "\r\n",
  first = "",
  last = "",
  type = "text/csv; charset=utf-8",
  encode = utf8,
}: Writing): (request: Request) => Promise<Response> {
  const all = new Map<string, Row>();
  const table = (rows: readonly Row[]): string => {
    const lines = rows.map((row) => columns.map((name) => cell(String(row[name] ?? ""))));
    const texts = [columns, ...lines].map((line) => `${line.join(separator)}${end}`);
    return first + texts.join("") + last;
  };
  return async (request) => {
    const [, kind = "", id = "", below = kind] = new URL(request.url).pathname.split("/");
    if (id !== "" && !all.has(id)) return new Response(null, { status: 404 });
    if (request.method === "POST") {
      const given = (await request.json()) as Row;
      if (below === "stops" && given["kind"] !== "hotel")
        return new Response(null, { status: 422 });
      const made = { ...given, above: `${below} ${id}`, id: `${below}-${all.size + 1}` };
      all.set(made.id, made);
      return Response.json({ ...made, above: undefined }, { status: 201 });
    }
    if (below !== "table") return Response.json({ ...all.get(id), above: undefined });
    const rows = [...all.values()].filter(({ above }) => above === `stops ${id}`);
    const headers = { "Content-Type": type };
    return new Response(new Uint8Array(encode(table(rows))), { headers });
  };
}

async function messagesOf(writing: Writing): Promise<string[]> {
  const server = { fetch: tripService(writing) };
  const replay = ["exportTrip/values/export-of-Stop"];
  const report = await verifyServer({ description, server, replay });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  const { statuses } =
    report.coverage.find(({ operationId }) => operationId === "exportTrip") ?? {};
  expect(statuses?.["200"]).toBeGreaterThan(1);
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test("an export has those of the records below its path whose members are its columns", async () => {
  const server = { fetch: tripService({}) };
  const other = verifyServer({
    description,
    server,
    replay: ["exportTrip/values/export-of-Remark"],
  });
  await expect(other).rejects.toThrow(/export-of-Remark/);
});

const cutAtCharacters = (text: string): Uint8Array => utf8(text).subarray(0, text.length);

test.each<[string, Writing, string]>([
  [
    "counts characters",
    { encode: cutAtCharacters },
    "ends within the line of stops-3, after 3 of 4 values",
  ],
  [
    "quotes nothing",
    { cell: (text) => text, columns: ["id", "place"] },
    "has 3 values in the line of stops-3, which was written with characters beyond ASCII, a comma and quotes, and 2 in the first one (RFC 4180, section 2)",
  ],
  [
    "leaves quotes as they are, and says that it has a header",
    { cell: (text) => `"${text}"`, type: 'text/csv; header=present; charset="UTF-8"' },
    "has 3 values in the line of stops-3, which was written with",
  ],
  [
    "leaves quotes as they are",
    { cell: (text) => (/[",\r\n]/.test(text) ? `"${text}"` : text) },
    "has 3 values in the line of stops-3, which was written with",
  ],
  [
    "has no quotes",
    { cell: (text) => quoted(text.replaceAll('"', "")) },
    String.raw`has "Grüße 中文, b\r\nc" as place of stops-3, which was written as "Grüße 中文, \"b\"\r\nc"`,
  ],
  [
    "is in ASCII",
    { encode: (text) => utf8(text.replaceAll(/[^ -~\r\n]/gu, "?")) },
    'has "Gr??e ??" in place of "Grüße 中文", which was written just before',
  ],
  [
    "is cut off after its records",
    { last: "The end.\r\n", encode: cutAtCharacters },
    "without the line end that it had before",
  ],
])("finds an export that %s", async (_, writing, message) => {
  expect(await messagesOf(writing)).toEqual([
    expect.stringMatching(/^shows-what-was-sent exportTrip: /),
  ]);
  expect((await messagesOf(writing))[0]).toContain(message);
});

test.each<[string, Writing]>([
  ["is as RFC 4180 says", {}],
  ["quotes all", { cell: (text) => `"${text.replaceAll('"', '""')}"` }],
  ["ends lines with LF", { end: "\n" }],
  ["keeps records on a line", { cell: (text) => quoted(text.replaceAll(/\s+/g, " ")) }],
  ["separates by semicolons", { separator: ";" }],
  ["has a title and a sum", { first: "Trip\r\n", last: "Sum\r\n" }],
  ["shows the kinds alone", { columns: ["id", "kind"] }],
  ["shortens texts", { cell: (text) => quoted(text.slice(0, 8)) }],
  ["shows no keys", { columns: ["place", "nights"] }],
  ["begins with a byte order mark", { first: "\ufeff" }],
])("an export that %s has no failure", async (_, writing) => {
  expect(await messagesOf(writing)).toEqual([]);
});

test.each<[string, readonly (readonly string[])[], boolean]>([
  [
    'a,b\r\n1,"x, ""y""\r\nz"\r\n',
    [
      ["a", "b"],
      ["1", 'x, "y"\r\nz'],
    ],
    true,
  ],
  [
    "a,b\n1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
    false,
  ],
  [
    "a,b\r\n1,\r\n",
    [
      ["a", "b"],
      ["1", ""],
    ],
    true,
  ],
  [
    'a,b\n1,x "q"',
    [
      ["a", "b"],
      ["1", 'x "q"'],
    ],
    false,
  ],
  ['a,"b\r\n', [["a", "b\r\n"]], false],
  ["", [], false],
])("reads %j as CSV", (text, rows, isEnded) => {
  expect(readCsv(text)).toEqual({ rows, isEnded });
});
