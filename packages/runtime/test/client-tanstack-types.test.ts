import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
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
  queryOptions,
  type ErrorOf,
  type PageParameter,
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

describe("the types", () => {
  const client = new QueryClient();
  const { core } = clientOn(() => json({}));
  type BookError =
    | (ApiError<{ type: string }> & { readonly status: 404 })
    | (ApiError & { readonly status: 500 | 503 })
    | ConnectionError
    | DecodeError
    | TimeoutError;

  test("of errors are told apart by status", () => {
    expectTypeOf<ErrorOf<GetBookResult>>().toEqualTypeOf<BookError>();
    expectTypeOf<ErrorOf<{ status: 200 }>>().toEqualTypeOf<
      ConnectionError | DecodeError | TimeoutError
    >();
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
    type ListError = ConnectionError | DecodeError | PaginationError | TimeoutError;
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

  test("of mutations are those of the method", () => {
    const observer = new MutationObserver(client, mutationOptions(createBook(core)));
    expectTypeOf(observer.mutate).parameter(0).toEqualTypeOf<{ body: { title: string } }>();
    expectTypeOf(observer.mutate).returns.resolves.toEqualTypeOf<Book>();
    expectTypeOf(observer.getCurrentResult().error).toEqualTypeOf<BookError | null>();
  });
});
