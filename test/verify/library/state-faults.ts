import { json, notFound, problem, type Answer, type Received } from "./answer.ts";
import { Library, type Book, type Reader } from "./library.ts";
import { fault, type ServerFault } from "./fault.ts";

const list = ["read-after-create", "lists-once", "differs-from-mock"];

/** Faults of what is remembered: each answer by itself is as described. */
export const stateFaults: readonly ServerFault[] = [
  fault(
    "does not store what is created",
    ["CreateBook", "GetBook"],
    ["read-after-create", "differs-from-mock"],
    class extends Library {
      override created(value: object): Answer {
        const answer = super.created(value);
        this.books.delete((answer.body as Book).id);
        return answer;
      }
    },
  ),
  fault(
    "stores another title than it was given",
    ["CreateBook", "GetBook"],
    ["read-after-create", "shows-what-was-sent", "differs-from-mock"],
    class extends Library {
      override store(book: Book): void {
        super.store({ ...book, title: "Untitled" });
      }
    },
  ),
  fault(
    "lists a new book twice",
    ["ListBooks"],
    [...list, "pages"],
    class extends Library {
      override page(found: readonly Book[], page: number, size: number): Answer {
        return super.page([...found, ...found.slice(-1)], page, size);
      }
    },
  ),
  fault(
    "leaves the newest out of the list",
    ["ListBooks"],
    list,
    class extends Library {
      override page(found: readonly Book[], page: number, size: number): Answer {
        return super.page(found.slice(0, -1), page, size);
      }
    },
  ),
  fault(
    "begins a page with the last item of the page before",
    ["ListBooks"],
    ["pages"],
    class extends Library {
      override page(found: readonly Book[], page: number, size: number): Answer {
        const from = Math.max(0, (page - 1) * size - (page > 1 ? 1 : 0));
        const books = found.slice(from, from + size);
        const body = { books, page, page_size: size, total: found.length };
        return json(200, body, { "x-total": String(found.length) });
      }
    },
  ),
  fault(
    "skips an item between two pages",
    ["ListBooks"],
    ["pages"],
    class extends Library {
      override page(found: readonly Book[], page: number, size: number): Answer {
        const from = (page - 1) * size + (page > 1 ? 1 : 0);
        const body = {
          books: found.slice(from, from + size),
          page,
          page_size: size,
          total: found.length,
        };
        return json(200, body, { "x-total": String(found.length) });
      }
    },
  ),
  fault(
    "gives all items whatever the page size",
    ["ListBooks"],
    ["pages"],
    class extends Library {
      override page(found: readonly Book[], page: number, size: number): Answer {
        const books = page === 1 ? found : [];
        const body = { books, page, page_size: size, total: found.length };
        return json(200, body, { "x-total": String(found.length) });
      }
    },
  ),
  fault(
    "counts one item too many",
    ["ListBooks"],
    ["pages"],
    class extends Library {
      override page(found: readonly Book[], page: number, size: number): Answer {
        const body = super.page(found, page, size).body as object;
        return json(
          200,
          { ...body, total: found.length + 1 },
          { "x-total": String(found.length + 1) },
        );
      }
    },
  ),
  fault(
    "gives the first page for every page",
    ["ListBooks"],
    ["pages"],
    class extends Library {
      override page(found: readonly Book[], page: number, size: number): Answer {
        const body = super.page(found, 1, size).body as object;
        return json(200, { ...body, page }, { "x-total": String(found.length) });
      }
    },
  ),
  fault(
    "deletes nothing",
    ["DeleteBook", "GetBook"],
    ["read-after-delete", "differs-from-mock"],
    class extends Library {
      override deleteBook(id: string, reader: Reader): Answer {
        const book = this.books.get(id);
        const answer = super.deleteBook(id, reader);
        if (book !== undefined) this.books.set(id, book);
        return answer;
      }
    },
  ),
  fault(
    "lists what was deleted",
    ["ListBooks", "DeleteBook"],
    ["read-after-delete", "lists-deleted", "differs-from-mock"],
    class extends Library {
      readonly gone: Book[] = [];
      override deleteBook(id: string, reader: Reader): Answer {
        const book = this.books.get(id);
        if (book !== undefined) this.gone.push(book);
        return super.deleteBook(id, reader);
      }
      override page(found: readonly Book[], page: number, size: number): Answer {
        return super.page([...found, ...this.gone], page, size);
      }
    },
  ),
  fault(
    "answers 500 to the reading of what was deleted",
    ["GetBook"],
    ["server-error"],
    class extends Library {
      readonly gone = new Set<string>();
      override deleteBook(id: string, reader: Reader): Answer {
        this.gone.add(id);
        return super.deleteBook(id, reader);
      }
      override readBook(id: string, received: Received): Answer {
        return this.gone.has(id) ? problem(500, "null") : super.readBook(id, received);
      }
    },
  ),
  fault(
    "answers 500 to a second deletion",
    ["DeleteBook"],
    ["server-error"],
    class extends Library {
      override deleteBook(id: string, reader: Reader): Answer {
        const answer = super.deleteBook(id, reader);
        return answer.status === 404 && id.startsWith("x") ? problem(500, "null") : answer;
      }
    },
  ),
  fault(
    "loses an update",
    ["UpdateBook", "GetBook"],
    ["read-after-update", "differs-from-mock"],
    class extends Library {
      override updated(book: Book, change: object): Answer {
        return json(200, { ...book, ...change });
      }
    },
  ),
  fault(
    "resets the members that a change leaves out",
    ["UpdateBook", "GetBook"],
    ["read-after-update", "differs-from-mock"],
    class extends Library {
      override updated({ id, title, genre, created_at }: Book, change: object): Answer {
        return super.updated({ id, title, genre, created_at }, change);
      }
    },
  ),
  fault(
    "changes all books instead of one",
    ["UpdateBook", "GetBook"],
    ["read-after-update", "changes-others", "differs-from-mock"],
    class extends Library {
      override updated(book: Book, change: object): Answer {
        for (const other of this.books.values()) this.store({ ...other, ...change });
        return super.updated(book, change);
      }
    },
  ),
  fault(
    "shows a book as it was before it was replaced",
    ["ReplaceBook", "GetBook"],
    ["read-after-update", "differs-from-mock"],
    class extends Library {
      readonly first = new Map<string, Book>();
      override readBook(id: string): Answer {
        const book = this.books.get(id);
        if (book === undefined) return notFound();
        const known = this.first.get(id) ?? book;
        this.first.set(id, known);
        return json(200, known, { etag: this.etag(known) });
      }
    },
  ),
  fault(
    "creates a second book when one is replaced twice",
    ["ReplaceBook", "ListBooks"],
    ["repeats", "lists-once", "differs-from-mock"],
    class extends Library {
      readonly replaced = new Set<string>();
      override replaceBook(id: string, received: Received): Answer {
        const answer = super.replaceBook(id, received);
        if (answer.status !== 200) return answer;
        if (this.replaced.has(id)) this.books.set(`${id} again`, answer.body as Book);
        this.replaced.add(id);
        return answer;
      }
    },
  ),
  fault(
    "keeps a book whose creation it refused",
    ["CreateBook", "ListBooks"],
    ["failed-create", "differs-from-mock", "body"],
    class extends Library {
      override bookRefusal(value: unknown, isWhole: boolean): string | undefined {
        const refusal = super.bookRefusal(value, isWhole);
        if (refusal !== undefined && isWhole)
          this.store({
            id: this.newId(),
            title: "Half",
            genre: "novel",
            created_at: "2026-01-01T00:00:00Z",
          });
        return refusal;
      }
    },
  ),
  fault(
    "finds a review below any book",
    ["GetReview"],
    ["wrong-parent"],
    class extends Library {
      override isBelow(): boolean {
        return true;
      }
    },
  ),
  fault(
    "gives two books the same identifier",
    ["CreateBook", "GetBook", "ListBooks"],
    ["read-after-create", "lists-once", "changes-others", "differs-from-mock"],
    class extends Library {
      #calls = 0;
      override newId(): string {
        const id = super.newId();
        this.#calls += 1;
        return this.#calls % 2 === 0 ? `x${Number(id.slice(1)) - 1}` : id;
      }
    },
  ),
  fault(
    "answers 304 whatever the tag",
    ["GetBook"],
    ["conditional"],
    class extends Library {
      override readBook(id: string, received: Received): Answer {
        const answer = super.readBook(id, received);
        const isAsked = received.headers.has("if-none-match") && answer.status === 200;
        return isAsked
          ? { status: 304, headers: { etag: answer.headers?.["etag"] ?? "" } }
          : answer;
      }
    },
  ),
  fault(
    "spoils the bytes of a cover",
    ["GetCover", "PutCover"],
    ["read-after-update", "shows-what-was-sent", "differs-from-mock"],
    class extends Library {
      override readCover(id: string): Answer {
        const answer = super.readCover(id);
        return answer.status === 200
          ? {
              ...answer,
              body: Buffer.from((answer.body as Buffer).toString("latin1").slice(0, -1), "latin1"),
            }
          : answer;
      }
    },
  ),
];
