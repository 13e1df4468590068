import { json, notFound, problem, type Answer, type Received } from "./answer.ts";
import { Library, tokens, type Book, type Note, type Reader } from "./library.ts";
import { isObject } from "./refusals.ts";

/** One planted fault: the library with one of its methods replaced. */
export interface ServerFault {
  /** What the library does wrong. */
  readonly name: string;
  /** The operations of which one is to be blamed. */
  readonly operations: readonly string[];
  /** The checks of which one is to find it. */
  readonly checks: readonly string[];
  readonly make: () => Library;
}

const fault = (
  name: string,
  operations: readonly string[],
  checks: readonly string[],
  Faulty: new () => Library,
): ServerFault => ({ name, operations, checks, make: () => new Faulty() });

/** An answer with another body. */
const withBody = (answer: Answer, change: (body: never) => unknown): Answer =>
  answer.status < 300 ? { ...answer, body: change(answer.body as never) } : answer;

/** Faults of single answers: what the description says of them does not hold. */
const answers: readonly ServerFault[] = [
  fault(
    "answers 200 to a creation that documents 201",
    ["CreateBook"],
    ["status"],
    class extends Library {
      override created(value: object): Answer {
        return { ...super.created(value), status: 200 };
      }
    },
  ),
  fault(
    "answers 202 to a deletion that documents 204",
    ["DeleteBook"],
    ["status"],
    class extends Library {
      override deleteBook(id: string, reader: Reader): Answer {
        const answer = super.deleteBook(id, reader);
        return answer.status === 204 ? { status: 202 } : answer;
      }
    },
  ),
  fault(
    "answers JSON as text/html",
    ["GetStatus"],
    ["content-type"],
    class extends Library {
      override status(): Answer {
        return { ...super.status(), headers: { "content-type": "text/html" } };
      }
    },
  ),
  fault(
    "answers JSON without a content type",
    ["GetStatus"],
    ["content-type"],
    class extends Library {
      override status(): Answer {
        return { ...super.status(), headers: {}, body: Buffer.from('{"open":true}') };
      }
    },
  ),
  fault(
    "leaves out a required member",
    ["GetStatus"],
    ["body"],
    class extends Library {
      override status(): Answer {
        return withBody(super.status(), ({ open }: { open: boolean }) => ({ open }));
      }
    },
  ),
  fault(
    "answers a number as a text",
    ["GetBook", "CreateBook", "ListBooks"],
    ["body"],
    class extends Library {
      override shown(book: Book): unknown {
        return book["pages"] === undefined ? book : { ...book, pages: String(book["pages"]) };
      }
    },
  ),
  fault(
    "answers an enum value in upper case",
    ["GetBook", "CreateBook", "ListBooks"],
    ["body"],
    class extends Library {
      override shown(book: Book): unknown {
        return { ...book, genre: String(book["genre"]).toUpperCase() };
      }
    },
  ),
  fault(
    "answers null where a member is left out",
    ["GetBook", "CreateBook", "ListBooks"],
    ["body"],
    class extends Library {
      override shown(book: Book): unknown {
        return { ...book, tags: book["tags"] ?? null };
      }
    },
  ),
  fault(
    "answers a date and time without a zone",
    ["GetStatus"],
    ["body"],
    class extends Library {
      override status(): Answer {
        return json(200, { open: true, since: "2026-01-01 08:00:00" });
      }
    },
  ),
  fault(
    "shows a member that is for writing only",
    ["CreateNote", "GetNote", "ListNotes"],
    ["body", "shows-write-only"],
    class extends Library {
      override shownNote({ id, text, passphrase }: Note): unknown {
        return { id, text, passphrase };
      }
    },
  ),
  fault(
    "shows a member that the closed schema has not",
    ["GetBook", "CreateBook", "ListBooks"],
    ["body"],
    class extends Library {
      override shown(book: Book): unknown {
        return { ...book, _rev: 1 };
      }
    },
  ),
  fault(
    "leaves out a required header",
    ["CreateBook"],
    ["header"],
    class extends Library {
      override created(value: object): Answer {
        return { ...super.created(value), headers: { "content-type": "application/json" } };
      }
    },
  ),
  fault(
    "answers a header that is no number",
    ["ListBooks"],
    ["header"],
    class extends Library {
      override page(found: readonly Book[], page: number, size: number): Answer {
        const answer = super.page(found, page, size);
        return { ...answer, headers: { ...answer.headers, "x-total": "many" } };
      }
    },
  ),
  fault(
    "answers 401 without WWW-Authenticate",
    ["ListBooks", "GetBook"],
    ["header", "challenge"],
    class extends Library {
      override unauthorized(): Answer {
        return problem(401, "Who are you?");
      }
    },
  ),
  fault(
    "answers an error of another shape",
    ["GetBook"],
    ["body", "content-type"],
    class extends Library {
      override readBook(id: string, received: Received): Answer {
        const answer = super.readBook(id, received);
        return answer.status === 404 ? json(404, { error: "no such book" }) : answer;
      }
    },
  ),
  fault(
    "answers 404 for an empty list",
    ["ListNotes"],
    ["status"],
    class extends Library {
      override listNotes(reader: Reader): Answer {
        const answer = super.listNotes(reader);
        return JSON.stringify(answer.body) === '{"notes":[]}' ? notFound() : answer;
      }
    },
  ),
  fault(
    "sends an item of a stream that is none",
    ["StreamEvents"],
    ["stream"],
    class extends Library {
      override events(): Answer {
        return { ...super.events(), body: 'data: {"kind":"lost"}\n\ndata: [DONE]\n\n' };
      }
    },
  ),
  fault(
    "ends a stream without its last event",
    ["StreamEvents"],
    ["stream"],
    class extends Library {
      override events(): Answer {
        return withBody(super.events(), (text: string) => text.replace("data: [DONE]\n\n", ""));
      }
    },
  ),
  fault(
    "splits the data of an event over lines without their field",
    ["StreamEvents"],
    ["stream"],
    class extends Library {
      override events(): Answer {
        return withBody(super.events(), (text: string) => text.replace(',"book"', ',\n"book"'));
      }
    },
  ),
];

/** Faults of what is taken and refused. */
const refusals: readonly ServerFault[] = [
  fault(
    "takes a title that is too long",
    ["CreateBook", "ReplaceBook", "UpdateBook"],
    ["takes-invalid", "body"],
    class extends Library {
      override bookRefusal(value: unknown, isWhole: boolean): string | undefined {
        const short =
          isObject(value) && typeof value["title"] === "string" && value["title"] !== ""
            ? { ...value, title: "t" }
            : value;
        return super.bookRefusal(short, isWhole);
      }
    },
  ),
  fault(
    "takes a number of pages below the minimum",
    ["CreateBook", "ReplaceBook", "UpdateBook"],
    ["takes-invalid", "body"],
    class extends Library {
      override bookRefusal(value: unknown, isWhole: boolean): string | undefined {
        const positive =
          isObject(value) && typeof value["pages"] === "number" && value["pages"] < 1
            ? { ...value, pages: 1 }
            : value;
        return super.bookRefusal(positive, isWhole);
      }
    },
  ),
  fault(
    "takes a book without its genre",
    ["CreateBook", "ReplaceBook"],
    ["takes-invalid", "body"],
    class extends Library {
      override bookRefusal(value: unknown, isWhole: boolean): string | undefined {
        return super.bookRefusal(
          isWhole && isObject(value) ? { genre: "novel", ...value } : value,
          isWhole,
        );
      }
    },
  ),
  fault(
    "takes a member that the closed schema has not",
    ["CreateBook", "ReplaceBook", "UpdateBook"],
    ["takes-invalid", "body"],
    class extends Library {
      override bookRefusal(value: unknown, isWhole: boolean): string | undefined {
        const known = ["title", "genre", "pages", "tags", "subtitle"];
        const own = isObject(value)
          ? Object.fromEntries(Object.entries(value).filter(([name]) => known.includes(name)))
          : value;
        return super.bookRefusal(own, isWhole);
      }
    },
  ),
  fault(
    "answers 500 to broken JSON",
    ["CreateBook", "ReplaceBook", "UpdateBook", "CreateReview", "CreateNote"],
    ["server-error"],
    class extends Library {
      override value(received: Received): { readonly value: unknown } | Answer {
        const given = super.value(received);
        return "status" in given && given.status === 400 ? problem(500, "SyntaxError") : given;
      }
    },
  ),
  fault(
    "takes JSON as any media type",
    ["CreateBook", "ReplaceBook", "UpdateBook", "CreateReview", "CreateNote"],
    ["takes-invalid", "takes-content-type"],
    class extends Library {
      override value(received: Received): { readonly value: unknown } | Answer {
        return super.value({
          ...received,
          headers: new Headers({ "content-type": "application/json" }),
        });
      }
    },
  ),
  fault(
    "takes a page size beyond the maximum",
    ["ListBooks"],
    ["takes-invalid"],
    class extends Library {
      override listBooks(received: Received): Answer {
        const query = new URLSearchParams(received.query);
        if (Number(query.get("page_size")) > 50) query.set("page_size", "50");
        return super.listBooks({ ...received, query });
      }
    },
  ),
  fault(
    "answers 500 to a number that is too large",
    ["CreateBook", "ReplaceBook", "UpdateBook"],
    ["server-error"],
    class extends Library {
      override answer(received: Received): Answer {
        const given = super.value(received);
        const pages = "value" in given && isObject(given.value) ? given.value["pages"] : 0;
        return Number(pages) > 10_000 ? problem(500, "overflow") : super.answer(received);
      }
    },
  ),
  fault(
    "refuses letters beyond ASCII",
    ["CreateBook", "CreateReview", "CreateNote"],
    ["accepts-valid", "body", "status"],
    class extends Library {
      override bookRefusal(value: unknown, isWhole: boolean): string | undefined {
        const title = isObject(value) ? String(value["title"]) : "";
        // oxlint-disable-next-line no-control-regex
        return /[^\x00-\x7f]/.test(title) ? "title is ASCII" : super.bookRefusal(value, isWhole);
      }
    },
  ),
  fault(
    "counts the length of a text in UTF-16 units",
    ["CreateBook", "ReplaceBook", "UpdateBook"],
    ["accepts-valid", "status"],
    class extends Library {
      override bookRefusal(value: unknown, isWhole: boolean): string | undefined {
        const title = isObject(value) ? String(value["title"] ?? "") : "";
        return title.length > 60 ? "title is too long" : super.bookRefusal(value, isWhole);
      }
    },
  ),
  fault(
    "lets everyone in",
    ["ListBooks", "GetBook", "CreateBook"],
    ["ignores-credentials"],
    class extends Library {
      override reader(received: Received): Reader | undefined {
        return super.reader(received) ?? tokens["token-of-ada"];
      }
    },
  ),
  fault(
    "lets in whoever has any token",
    ["ListBooks", "GetBook", "CreateBook"],
    ["ignores-credentials"],
    class extends Library {
      override reader(received: Received): Reader | undefined {
        const has = received.headers.get("authorization")?.startsWith("Bearer ") === true;
        return super.reader(received) ?? (has ? tokens["token-of-ada"] : undefined);
      }
    },
  ),
  fault(
    "lets those delete who lack the scope",
    ["DeleteBook"],
    ["ignores-credentials", "ignores-scopes"],
    class extends Library {
      override deleteBook(id: string, { name }: Reader): Answer {
        return super.deleteBook(id, { name, scopes: ["books:delete"] });
      }
    },
  ),
  fault(
    "does something on methods that are not there",
    ["ListBooks", "GetBook", "GetStatus", "ListNotes"],
    ["undocumented-method"],
    class extends Library {
      override methodNotAllowed(): Answer {
        return json(200, {});
      }
    },
  ),
  fault(
    "answers 500 to methods that are not there",
    ["ListBooks", "GetBook", "GetStatus", "ListNotes"],
    ["server-error"],
    class extends Library {
      override methodNotAllowed(): Answer {
        return problem(500, "no route");
      }
    },
  ),
  fault(
    "answers 405 without Allow",
    ["ListBooks", "GetBook", "GetStatus", "ListNotes"],
    ["allow"],
    class extends Library {
      override methodNotAllowed(): Answer {
        return problem(405, "That is not done here.");
      }
    },
  ),
];

export { answers, fault, refusals };
