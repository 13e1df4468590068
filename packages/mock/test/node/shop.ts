import type { MockDescription, StateDescriptor } from "../../src/description.ts";
import { streamOf } from "../../src/stream-of.ts";
import * as fixture from "../../../runtime/test/fixture.ts";

const state: StateDescriptor = {
  resources: {
    Book: {
      key: "book_id",
      keyParameter: "book_id",
      keyType: "text",
      isOpen: false,
      roles: {},
      seeds: [{ scope: {}, value: { book_id: "b1", title: "Dune" } }],
    },
  },
  operations: {
    ListBooks: { kind: "list", resource: "Book", path: [], at: "/books", filters: [] },
    CreateBook: { kind: "create", resource: "Book", path: [], at: "", given: ["title"] },
    GetBook: {
      kind: "read",
      resource: "Book",
      path: [{ parameter: "book_id", resource: "Book", member: "book_id" }],
      at: "",
    },
    DeleteBook: {
      kind: "delete",
      resource: "Book",
      path: [{ parameter: "book_id", resource: "Book", member: "book_id" }],
    },
  },
};

const dune = { book_id: "b1", title: "Dune" };

const answer = (status: number, body?: unknown) => [
  body === undefined ? { status } : { status, body },
];

/** A shop of books that a mock stands for. */
export const shop: MockDescription = {
  title: "Books <&>",
  api: { ...fixture.api, servers: [] },
  operations: [
    {
      operation: fixture.getBook,
      summary: "Get a <book>",
      tag: "Books",
      validators: {},
      answers: answer(200, dune),
    },
    { operation: fixture.listBooks, validators: {}, answers: answer(200, { books: [dune] }) },
    {
      operation: fixture.createBook,
      validators: fixture.createBookValidators,
      answers: answer(201, dune),
    },
    { operation: fixture.deleteBook, validators: {}, answers: answer(204) },
    {
      operation: fixture.watchBooks,
      validators: {},
      answers: answer(200, streamOf([{ book_id: "b1" }, { book_id: "b2" }])),
    },
  ],
  state,
};
