import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** A log of which only a part is shown at once, and which nobody but the service writes. */
const log = (next: string): string => `openapi: 3.1.0
info: { title: Log, version: "1" }
paths:
  /entries:
    get:
      operationId: listEntries
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }
        - { name: cursor, in: query, schema: { type: string } }
      responses:
        "200":
          description: Entries.
          content:
            application/json:
              schema:
                type: object
                required: [items]
                properties:
                  items: { type: array, items: { type: object, required: [id], properties: { id: { type: integer } } } }
                  nextCursor: { type: [string, "null"], description: ${JSON.stringify(next)} }
`;

interface Ways {
  /** True if a full page has a cursor, whatever follows. */
  readonly leadsOn?: boolean;
  /** True if each request finds an entry more. */
  readonly grows?: boolean;
}

/** Answers 67 entries, which no size divides: those that come meanwhile are there at the fourth page. */
function logService({ leadsOn = false, grows = false }: Ways): (request: Request) => Response {
  let count = grows ? 64 : 67;
  return (request) => {
    const { searchParams } = new URL(request.url);
    const [cursor, size] = [["cursor", 0] as const, ["limit", 20] as const].map(([name, own]) =>
      Number(searchParams.get(name) ?? own),
    ) as [number, number];
    const items = Array.from({ length: count }, (_, id) => ({ id })).slice(cursor, cursor + size);
    const end = cursor + items.length;
    const isLast = end === count && !(leadsOn && items.length === size);
    count += Number(grows);
    return Response.json({ items, nextCursor: isLast ? null : String(end) });
  };
}

async function said(next: string, ways: Ways): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(log(next)),
    server: { fetch: logService(ways) },
    replay: ["listEntries/pages"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

test.each([
  "The next cursor. It is null if and only if no older entries remain.",
  "Null on the last page.",
  "It is present only if more entries follow.",
])("a full last page has no cursor: %s", async (next) => {
  expect(await said(next, {})).toEqual([]);
  expect(await said(next, { leadsOn: true })).toEqual([
    "pages: has a cursor at /nextCursor on its last page if that is full, in pages of 7, where nothing follows",
  ]);
  expect(await said(next, { leadsOn: true, grows: true })).toEqual([]);
});

test.each(["The next cursor.", "Where the next entries are, older ones, if it is not null."])(
  "says nothing of a cursor on a full last page where nothing forbids that: %s",
  async (next) => {
    expect(await said(next, { leadsOn: true })).toEqual([]);
  },
);
