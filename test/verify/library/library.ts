import { createHash } from "node:crypto";
import { badRequest, json, notFound, problem, type Answer, type Received } from "./answer.ts";
import { HttpService } from "./http-service.ts";
import {
  areTags,
  bookRefusal,
  isGenre,
  isInteger,
  isObject,
  noteRefusal,
  reviewRefusal,
} from "./refusals.ts";

/** Somebody with a token. */
export interface Reader {
  readonly name: string;
  readonly scopes: readonly string[];
}

export type Book = { readonly id: string; readonly created_at: string } & Record<string, unknown>;
export type Review = { readonly id: string; readonly bookId: string } & Record<string, unknown>;
export type Note = { readonly id: string; readonly owner: string } & Record<string, unknown>;

/** The tokens that the library knows. */
export const tokens: Readonly<Record<string, Reader>> = {
  "token-of-ada": { name: "ada", scopes: ["books:delete"] },
  "token-of-ben": { name: "ben", scopes: ["books:delete"] },
  "token-without-scopes": { name: "cem", scopes: [] },
};

/**
 * A service as a stranger writes one, by hand and with nothing of ours. It does what openapi.yaml says; each planted
 * fault replaces one of its methods.
 */
export class Library extends HttpService {
  readonly books = new Map<string, Book>();
  readonly covers = new Map<string, Buffer>();
  readonly reviews = new Map<string, Review>();
  readonly notes = new Map<string, Note>();
  #count = 0;

  /** The answer to any request. */
  answer(received: Received): Answer {
    const operations = this.operations(received);
    if (operations === undefined) return notFound();
    const method = received.method === "HEAD" ? "GET" : received.method;
    const operation = operations[method];
    if (operation === undefined) return this.methodNotAllowed(Object.keys(operations));
    if (received.segments[0] === "status") return this.status();
    const reader = this.reader(received);
    return reader === undefined ? this.unauthorized() : operation(reader);
  }

  /** The operations of a path, by method; `undefined` where nothing has that path. */
  operations(received: Received): Readonly<Record<string, (reader: Reader) => Answer>> | undefined {
    const [first = "", id = "", second, other = "", ...rest] = received.segments;
    if (rest.length > 0) return undefined;
    const shape = [first, id && "{id}", second, other && "{id}"].filter((part) => part).join("/");
    switch (shape) {
      case "status":
        return { GET: () => this.status() };
      case "events":
        return { GET: () => this.events() };
      case "books":
        return { GET: () => this.listBooks(received), POST: () => this.createBook(received) };
      case "books/{id}":
        return {
          GET: () => this.readBook(id, received),
          PUT: () => this.replaceBook(id, received),
          PATCH: () => this.updateBook(id, received),
          DELETE: (reader) => this.deleteBook(id, reader),
        };
      case "books/{id}/cover":
        return { GET: () => this.readCover(id), PUT: () => this.putCover(id, received) };
      case "books/{id}/reviews":
        return { GET: () => this.listReviews(id), POST: () => this.createReview(id, received) };
      case "books/{id}/reviews/{id}":
        return { GET: () => this.readReview(id, other) };
      case "notes":
        return {
          GET: (reader) => this.listNotes(reader),
          POST: (reader) => this.createNote(reader, received),
        };
      case "notes/{id}":
        return {
          GET: (reader) => this.readNote(reader, id),
          DELETE: (reader) => this.deleteNote(reader, id),
        };
      default:
        return undefined;
    }
  }

  reader({ headers }: Received): Reader | undefined {
    const [, token = ""] = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "") ?? [];
    return Object.hasOwn(tokens, token) ? tokens[token] : undefined;
  }

  unauthorized(): Answer {
    return problem(401, "Who are you?", { "www-authenticate": "Bearer" });
  }

  newId(): string {
    this.#count += 1;
    return `x${this.#count}`;
  }

  bookRefusal(value: unknown, isWhole: boolean): string | undefined {
    return bookRefusal(value, isWhole);
  }

  listBooks({ query }: Received): Answer {
    const page = Number(query.get("page") ?? 1);
    const size = Number(query.get("page_size") ?? 20);
    const genre = query.get("genre");
    const tags = query.get("tags")?.split(",") ?? [];
    if (!isInteger(page, 1, Infinity) || !isInteger(size, 1, 50) || !areTags(tags))
      return badRequest("page, page_size and tags are wrong");
    if (genre !== null && !isGenre(genre)) return badRequest("there is no such genre");
    const found = [...this.books.values()].filter(
      (book) =>
        (genre === null || book["genre"] === genre) &&
        tags.every((tag) => (book["tags"] as readonly string[] | undefined)?.includes(tag)),
    );
    return this.page(found, page, size);
  }

  page(found: readonly Book[], page: number, size: number): Answer {
    const books = found.slice((page - 1) * size, page * size).map((book) => this.shown(book));
    const body = { books, page, page_size: size, total: found.length };
    return json(200, body, { "x-total": String(found.length) });
  }

  /** A book as answers show it. */
  shown(book: Book): unknown {
    return book;
  }

  createBook(received: Received): Answer {
    const given = this.value(received);
    if ("status" in given) return given;
    const refusal = this.bookRefusal(given.value, true);
    if (refusal !== undefined) return badRequest(refusal);
    return this.created(given.value as object);
  }

  created(value: object): Answer {
    const book = { id: this.newId(), ...value, created_at: "2026-01-01T00:00:00Z" };
    this.store(book);
    return json(201, this.shown(book), { location: `/books/${book.id}` });
  }

  store(book: Book): void {
    this.books.set(book.id, book);
  }

  etag(book: Book): string {
    return `"${createHash("sha256").update(JSON.stringify(book)).digest("base64url")}"`;
  }

  readBook(id: string, { headers }: Received): Answer {
    const book = this.books.get(id);
    if (book === undefined) return notFound();
    const etag = this.etag(book);
    const known = headers.get("if-none-match")?.split(/\s*,\s*/) ?? [];
    return known.includes(etag)
      ? { status: 304, headers: { etag } }
      : json(200, this.shown(book), { etag });
  }

  replaceBook(id: string, received: Received): Answer {
    const book = this.books.get(id);
    if (book === undefined) return notFound();
    const given = this.value(received);
    if ("status" in given) return given;
    const refusal = this.bookRefusal(given.value, true);
    if (refusal !== undefined) return badRequest(refusal);
    const next = { id, ...(given.value as object), created_at: book.created_at };
    this.store(next);
    return json(200, this.shown(next));
  }

  updateBook(id: string, received: Received): Answer {
    const book = this.books.get(id);
    if (book === undefined) return notFound();
    const given = this.value(received);
    if ("status" in given) return given;
    const refusal = this.bookRefusal(given.value, false);
    if (refusal !== undefined) return badRequest(refusal);
    return this.updated(book, given.value as object);
  }

  updated(book: Book, change: object): Answer {
    const next = { ...book, ...change };
    this.store(next);
    return json(200, this.shown(next));
  }

  deleteBook(id: string, { scopes }: Reader): Answer {
    if (!scopes.includes("books:delete")) return problem(403, "You may not delete books.");
    return this.books.delete(id) ? { status: 204 } : notFound();
  }

  readCover(id: string): Answer {
    const cover = this.covers.get(id);
    if (cover === undefined || !this.books.has(id)) return notFound();
    return { status: 200, headers: { "content-type": "image/png" }, body: cover };
  }

  putCover(id: string, { headers, body }: Received): Answer {
    if (!this.books.has(id)) return notFound();
    if (headers.get("content-type") !== "image/png") return problem(415, "A cover is a PNG image.");
    this.covers.set(id, body);
    return { status: 204 };
  }

  listReviews(bookId: string): Answer {
    if (!this.books.has(bookId)) return notFound();
    const own = [...this.reviews.values()].filter((review) => review.bookId === bookId);
    return json(200, { reviews: own.map((review) => this.shownReview(review)) });
  }

  createReview(bookId: string, received: Received): Answer {
    if (!this.books.has(bookId)) return notFound();
    const given = this.value(received);
    if ("status" in given) return given;
    const refusal = reviewRefusal(given.value);
    if (refusal !== undefined) return badRequest(refusal);
    const review = { ...(given.value as object), id: this.newId() };
    this.reviews.set(review.id, { ...review, bookId });
    return json(201, review);
  }

  readReview(bookId: string, reviewId: string): Answer {
    const review = this.reviews.get(reviewId);
    if (review === undefined || !this.isBelow(review, bookId)) return notFound();
    return json(200, this.shownReview(review));
  }

  /** A review as it is shown: what it is about says the path. */
  shownReview({ id, stars, text }: Review): unknown {
    return { id, stars, text };
  }

  isBelow(review: Review, bookId: string): boolean {
    return review.bookId === bookId && this.books.has(bookId);
  }

  /** A note as its reader sees it. */
  shownNote({ id, text }: Note): unknown {
    return { id, text };
  }

  listNotes({ name }: Reader): Answer {
    const own = [...this.notes.values()].filter(({ owner }) => owner === name);
    return json(200, { notes: own.map((note) => this.shownNote(note)) });
  }

  createNote({ name }: Reader, received: Received): Answer {
    const given = this.value(received);
    if ("status" in given) return given;
    const refusal = noteRefusal(given.value);
    if (refusal !== undefined) return badRequest(refusal);
    const note = { ...(isObject(given.value) ? given.value : {}), id: this.newId(), owner: name };
    this.notes.set(note.id, note);
    return json(201, this.shownNote(note));
  }

  ownNote({ name }: Reader, id: string): Note | undefined {
    const note = this.notes.get(id);
    return note?.owner === name ? note : undefined;
  }

  readNote(reader: Reader, id: string): Answer {
    const note = this.ownNote(reader, id);
    return note === undefined ? notFound() : json(200, this.shownNote(note));
  }

  deleteNote(reader: Reader, id: string): Answer {
    const note = this.ownNote(reader, id);
    if (note === undefined) return notFound();
    this.notes.delete(id);
    return { status: 204 };
  }

  events(): Answer {
    const events = [
      { kind: "created", book: "x1" },
      { kind: "deleted", book: "x1" },
    ];
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
    return {
      status: 200,
      headers: { "content-type": "text/event-stream" },
      body: `${text}data: [DONE]\n\n`,
    };
  }

  status(): Answer {
    return json(200, { open: true, since: "2026-01-01T08:00:00Z" });
  }
}
