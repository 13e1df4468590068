import { expect, expectTypeOf, test } from "vitest";
import type {
  HttpRequest,
  RequestContext,
  Route,
  Server,
  ServerArguments,
} from "../src/server/index.ts";
import type { Handler } from "../src/server/index.ts";
import { createServerCore, partial } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";

interface GetBookInput {
  path: { book_id: string };
}

type GetBookResult =
  { status: 200; body: { book_id: string } } | { status: 404; body: { type: string } };

type GetBookHandler<Context = RequestContext> = Handler<GetBookInput, GetBookResult, Context>;
type ListBooksHandler<Context = RequestContext> = Handler<
  object,
  { status: 200; body: unknown },
  Context
>;

interface Handlers<Context = RequestContext> {
  books: { getBook: GetBookHandler<Context>; listBooks: ListBooksHandler<Context> };
}

/** A server's wiring as the generator writes it. */
function createServer<Context = RequestContext>(
  handlers: Handlers<Context>,
  ...options: ServerArguments<Context>
): Server {
  const routes: Route<Context>[] = [
    { operation: fixture.getBook, validators: {}, handler: handlers.books?.getBook },
    { operation: fixture.listBooks, validators: {}, handler: handlers.books?.listBooks },
  ];
  return createServerCore<Context>(fixture.api, routes, ...options);
}

const get = (url: string): HttpRequest => ({ method: "GET", url, headers: {} });

test("a generated server takes handlers as functions from input to result", async () => {
  const getBook: GetBookHandler = ({ path }) =>
    path.book_id === "a"
      ? { status: 200, body: path, headers: { "x-count": 1 } }
      : { status: 404, body: { type: "NotFound" } };
  const server = createServer(partial<Handlers>({ books: { getBook } }));
  expect((await server.handle(get("/books/a"))).status).toBe(200);
  expect((await server.handle(get("/books/b"))).status).toBe(404);
  expect((await server.handle(get("/books"))).status).toBe(501);
});

test("a generated server wants a context where its handlers do", async () => {
  interface Store {
    find(id: string): { book_id: string };
  }
  const handlers: Handlers<Store> = {
    books: {
      getBook: async ({ path }, store) => {
        expectTypeOf(store).toEqualTypeOf<Store>();
        return { status: 200, body: store.find(path.book_id) };
      },
      listBooks: () => ({ status: 200, body: [] }),
    },
  };
  const context = () => ({ find: (book_id: string) => ({ book_id }) });
  // @ts-expect-error the context is missing
  createServer(handlers);
  const response = await createServer(handlers, { context }).handle(get("/books/a"));
  expect(response.body).toBe('{"book_id":"a"}');
});

test("a handler's answer is checked against the documented results", () => {
  // @ts-expect-error the status is not documented
  const status: GetBookHandler = () => ({ status: 500, body: {} });
  // @ts-expect-error the body is that of another status
  const body: GetBookHandler = () => ({ status: 404, body: { book_id: "a" } });
  expect([status, body]).toHaveLength(2);
});
