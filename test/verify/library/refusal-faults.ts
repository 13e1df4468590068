import { json, problem, type Answer, type Received } from "./answer.ts";
import { fault, type ServerFault } from "./fault.ts";
import { Library, tokens, type Reader } from "./library.ts";
import { isObject } from "./refusals.ts";

/** Faults of what is taken and refused. */
export const refusalFaults: readonly ServerFault[] = [
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
