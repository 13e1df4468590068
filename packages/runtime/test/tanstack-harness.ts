import type { Call, CallOptions, ClientCore } from "../src/client/index.ts";
import { call, callPages } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

export interface Book {
  book_id: string;
}

export type GetBookResult =
  { status: 200; body: Book } | { status: 404; body: { type: string } } | { status: 500 | 503 };

export interface Page {
  books: number[];
  next?: number;
}

export const getBook = (core: ClientCore, book_id = "a", options?: CallOptions) =>
  call<Book, GetBookResult>(core, fixture.getBook, { path: { book_id } }, options);

export const createBook =
  (core: ClientCore) =>
  (input: { body: { title: string } }, options?: CallOptions): Call<Book, GetBookResult> =>
    call(core, fixture.createBook, input, options);

export const listBooks = (core: ClientCore, query: object = {}, operation = fixture.listBooks) =>
  callPages<number, Page, { status: 200; body: Page }>(core, operation, { query });
