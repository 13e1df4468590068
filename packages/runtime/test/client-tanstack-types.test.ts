import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
  type DataTag,
  type FetchInfiniteQueryOptions,
  type InfiniteData,
} from "@tanstack/query-core";
import { describe, expectTypeOf, test } from "vitest";
import type {
  ApiError,
  ConnectionError,
  DecodeError,
  PageCall,
  PaginationError,
  TimeoutError,
} from "../src/client/index.ts";
import {
  infiniteQueryOptions,
  mutationOptions,
  queryKey,
  queryOptions,
  type ErrorOf,
  type PageParameter,
  type Unanswered,
} from "../src/client/tanstack-query.ts";
import { clientOn, json } from "./client-harness.ts";
import {
  createBook,
  getBook,
  listBooks,
  type Book,
  type GetBookResult,
  type Page,
} from "./tanstack-harness.ts";

/** What a project declares once. */
declare module "../src/client/tanstack-query.ts" {
  interface KeyTag<Data, Failure> extends DataTag<unknown, Data, Failure> {}
}

describe("the types", () => {
  const client = new QueryClient();
  const { core } = clientOn(() => json({}));
  type BookError =
    | (ApiError<{ type: string }> & { readonly status: 404 })
    | (ApiError & { readonly status: 500 | 503 })
    | (DecodeError & { readonly status: 200 })
    | Unanswered<ConnectionError>
    | Unanswered<TimeoutError>;

  test("of errors are told apart by status", () => {
    expectTypeOf<ErrorOf<GetBookResult>>().toEqualTypeOf<BookError>();
    expectTypeOf<ErrorOf<{ status: 200 }>>().toEqualTypeOf<
      | (DecodeError & { readonly status: 200 })
      | Unanswered<ConnectionError>
      | Unanswered<TimeoutError>
    >();
    const read = (error: BookError): string =>
      error.status === 404 ? error.body.type : (error.status ?? error.name).toString();
    expectTypeOf(read).returns.toBeString();
  });

  test("of queries are those of the call", () => {
    const observer = new QueryObserver(client, queryOptions(getBook(core)));
    const { data, error } = observer.getCurrentResult();
    expectTypeOf(data).toEqualTypeOf<Book | undefined>();
    expectTypeOf(error).toEqualTypeOf<BookError | null>();
    const selected = new QueryObserver(client, {
      ...queryOptions(getBook(core)),
      select: ({ book_id }) => book_id,
    });
    expectTypeOf(selected.getCurrentResult().data).toEqualTypeOf<string | undefined>();
  });

  test("of infinite queries are those of the pages", () => {
    const options = infiniteQueryOptions(listBooks(core));
    type ListError =
      | (DecodeError & { readonly status: 200 })
      | Unanswered<ConnectionError>
      | Unanswered<PaginationError>
      | Unanswered<TimeoutError>;
    expectTypeOf(options).toExtend<
      FetchInfiniteQueryOptions<Page, ListError, Page, typeof options.queryKey, PageParameter>
    >();
    const { data, error } = new InfiniteQueryObserver(client, options).getCurrentResult();
    expectTypeOf(data).toEqualTypeOf<InfiniteData<Page> | undefined>();
    expectTypeOf(error).toEqualTypeOf<ListError | null>();
    // @ts-expect-error a call without pages
    infiniteQueryOptions(getBook(core));
    expectTypeOf(listBooks(core)).toExtend<PageCall<number, Page, { status: 200; body: Page }>>();
  });

  test("of data and errors belong to the keys", () => {
    const one = queryOptions(getBook(core));
    expectTypeOf(client.getQueryData(one.queryKey)).toEqualTypeOf<Book | undefined>();
    expectTypeOf(client.getQueryData(queryKey(getBook(core)))).toEqualTypeOf<Book | undefined>();
    const state = client.getQueryState(one.queryKey);
    expectTypeOf(state?.error).toEqualTypeOf<BookError | null | undefined>();
    const pages = client.getQueryData(infiniteQueryOptions(listBooks(core)).queryKey)?.pages;
    expectTypeOf(pages).toEqualTypeOf<Page[] | undefined>();
    // @ts-expect-error the data of another query
    client.setQueryData(one.queryKey, { name: "no book" });
  });

  test("of mutations are those of the method", () => {
    const observer = new MutationObserver(client, mutationOptions(createBook(core)));
    expectTypeOf(observer.mutate).parameter(0).toEqualTypeOf<{ body: { title: string } }>();
    expectTypeOf(observer.mutate).returns.resolves.toEqualTypeOf<Book>();
    expectTypeOf(observer.getCurrentResult().error).toEqualTypeOf<BookError | null>();
  });
});
