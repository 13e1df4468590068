import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const record = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;

const description = (type: string): string => `openapi: 3.1.0
info: { title: Readings, version: 1.0.0 }
paths:
  /readings:
    post:
      operationId: addReading
      requestBody: { required: true, ${record("NewReading")} }
      responses: { "201": { description: It., ${record("Reading")} } }
  /readings/{readingId}:
    parameters: [{ name: readingId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getReading
      responses: { "200": { description: It., ${record("Reading")} }, "404": { description: None. } }
  /readings/export:
    get:
      operationId: exportReadings
      responses:
        "200":
          description: Lines.
          content: { ${type}: {} }
components:
  schemas:
    NewReading: { type: object, required: [place], properties: { place: { type: string } } }
    Reading:
      type: object
      required: [id, place]
      properties: { id: { type: string }, place: { type: string } }
`;

interface Reading {
  readonly id: string;
  readonly place: string;
}

async function messagesOf(
  shown: (all: readonly Reading[]) => readonly Reading[],
  type = "application/jsonl",
): Promise<string[]> {
  const all: Reading[] = [];
  const line = (one: Reading): string =>
    type === "text/csv"
      ? `${one.id},"${one.place.replaceAll('"', '""')}"\r\n`
      : `${JSON.stringify(one)}\n`;
  const report = await verifyServer({
    description: await read(description(type)),
    server: {
      fetch: async (request) => {
        if (request.method === "GET")
          return new Response(shown(all).map(line).join(""), { headers: { "Content-Type": type } });
        all.push({ ...((await request.json()) as Reading), id: `r-${all.length + 1}` });
        return Response.json(all.at(-1), { status: 201 });
      },
    },
    replay: ["exportReadings/values/export-of-Reading"],
  });
  expect(report.errors).toEqual([]);
  return report.failures.map(({ check, message }) => `${check}: ${message}`);
}

const batches = (all: readonly Reading[]): readonly Reading[] =>
  all.length < 3 ? all : all.slice(0, all.length - (all.length % 3));

test.each<[string, (all: readonly Reading[]) => readonly Reading[]]>([
  ["all records", (all) => all],
  ["none of them", () => []],
  ["all but one from before", (all) => all.slice(1)],
])("an export may have %s", async (_, shown) => {
  expect(await messagesOf(shown)).toEqual([]);
});

test.each(["application/jsonl", "text/csv"])(
  "finds an export that leaves out records which are like those that it has: %s",
  async (type) => {
    expect(await messagesOf(batches, type)).toEqual([
      expect.stringMatching(/^lists-once: leaves out r-\d, and has \d of the \d records/),
    ]);
  },
);

test("finds an export that no longer has a record which it had", async () => {
  const latest = (all: readonly Reading[]): readonly Reading[] =>
    all.toReversed().slice(all.length % 2);
  expect(await messagesOf((all) => (all.length === 4 ? all.slice(0, 3) : latest(all)))).toEqual([
    expect.stringContaining("lists-once: leaves out"),
  ]);
});
