import { describe, expect, test } from "vitest";
import { createMockEngine } from "../src/create-mock.ts";
import { mockDescription } from "../src/mock-description.ts";
import type { DescriptionParts } from "../src/mock-description.ts";
import * as fixture from "../../runtime/test/fixture.ts";

const dune = { book_id: "b1", title: "Dune" };
const path = [{ parameter: "book_id", resource: "Book", member: "book_id" }];

/** A shop of books as generated code has it. */
const parts: DescriptionParts = {
  title: "Books",
  api: { ...fixture.api, servers: [] },
  operations: { GetBook: fixture.getBook, ListBooks: fixture.listBooks },
  validators: {},
  serializers: {},
  groups: [
    {
      tag: "Books",
      operations: {
        ListBooks: {
          summary: "All books",
          answers: [
            { status: 200, body: { books: [] } },
            {
              status: 200,
              body: { books: [{}, dune] },
            },
          ],
          state: { kind: "list", resource: "Book", path: [], at: "/books", filters: [] },
        },
        GetBook: {
          components: ["responses/Gone 404"],
          state: { kind: "read", resource: "Book", path, at: "" },
        },
      },
    },
  ],
  components: {
    "responses/Gone 404": [{ status: 404, body: { type: "Gone" } }],
  },
  resources: {
    Book: {
      key: "book_id",
      keyParameter: "book_id",
      keyType: "text",
      isOpen: false,
      roles: {},
      seeds: [{ operationId: "ListBooks", answer: 1, at: "/books/1" }],
    },
  },
};

/** The same with other records from the start. */
function seeded(seed: object) {
  const { Book } = parts.resources;
  const seeds = [{ operationId: "ListBooks", answer: 1, at: "/books/1", ...seed }];
  return mockDescription({ ...parts, resources: { Book: { ...Book, seeds } as typeof Book & {} } });
}

describe("a description in parts", () => {
  test("has the operations of each tag, with their answers and those of components", () => {
    const { operations } = mockDescription(parts);
    expect(operations).toMatchObject([
      { operation: fixture.listBooks, tag: "Books", summary: "All books" },
      { operation: fixture.getBook, tag: "Books", answers: [{ status: 404 }] },
    ]);
  });

  test("has the records from the start that answers show", async () => {
    const mock = createMockEngine(mockDescription(parts));
    expect(mock.state.list("Book")).toStrictEqual([dune]);
    expect((await mock.fetch("/books/b1")).status).toBe(200);
    expect(await (await mock.fetch("/books/b2")).json()).toStrictEqual({ type: "Gone" });
  });

  test("has the key and the place of a record where its answer shows none", () => {
    const scope = { shelf_id: "s1" };
    const { state } = seeded({ at: "/books/0", key: "b7", scope });
    expect(state?.resources["Book"]?.seeds).toStrictEqual([{ scope, value: { book_id: "b7" } }]);
  });

  test("has no record where the answer has none", () => {
    expect(seeded({ at: "/books/7" }).state?.resources["Book"]?.seeds).toStrictEqual([]);
  });
});
