import { json, notFound, problem, type Answer, type Received } from "./answer.ts";
import { fault, type ServerFault } from "./fault.ts";
import { Library, type Book, type Note, type Reader } from "./library.ts";

/** An answer with another body. */
const withBody = (answer: Answer, change: (body: never) => unknown): Answer =>
  answer.status < 300 ? { ...answer, body: change(answer.body as never) } : answer;

/** Faults of single answers: what the description says of them does not hold. */
export const answerFaults: readonly ServerFault[] = [
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
    "answers a header that is not a number",
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
