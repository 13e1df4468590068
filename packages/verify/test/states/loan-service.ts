/** What a service of loans can get wrong, or do in a way of its own. */
export type Slip =
  | "deletes granted loans"
  | "removes books of granted loans"
  | "adds books to requested loans"
  | "refuses declined loans"
  | "reopens granted loans"
  | "declines without a reason"
  | "hides the reason after a second request"
  | "ends before it begins"
  | "ends before it begins by a change of one end"
  // Legitimate ways.
  | "wants a new book after a decline"
  | "answers 200 to a request of a granted loan, and changes nothing"
  | "swaps the ends";

interface Loan {
  readonly id: string;
  reader: string;
  from: string;
  until: string;
  state: string;
  reason?: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** A service of loans, faultless but for the slips. */
class LoanService {
  readonly #slips: readonly Slip[];
  readonly #loans = new Map<string, Loan>();
  readonly #books = new Map<string, { id: string; loanId: string; title: string }>();
  /** How many books a loan had when it was last requested. */
  readonly #counts = new Map<string, number>();
  #made = 0;

  constructor(slips: readonly Slip[]) {
    this.#slips = slips;
  }

  async answer(asked: Request): Promise<Response> {
    const { method, headers } = asked;
    const { pathname } = new URL(asked.url);
    const [, kind, id, part] = /^\/(loans|books)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(pathname) ?? [];
    const isPatch = kind === "loans" && part === undefined && method === "PATCH";
    const type = isPatch ? "application/merge-patch+json" : "application/json";
    const whole = await asked.text();
    if (whole !== "" && headers.get("content-type")?.toLowerCase().split(";")[0] !== type)
      return refusal(415);
    const body = parsed(whole);
    if (kind === "books" && id !== undefined && part === undefined) return this.#onBook(method, id);
    if (kind !== "loans") return refusal(404);
    if ((method === "POST" || isPatch) && body === undefined && part !== "request")
      return refusal(422);
    if (id === undefined)
      return method === "POST" ? this.#create(body ?? {}) : refusal(405, "POST");
    const loan = this.#loans.get(id);
    if (loan === undefined) return refusal(404);
    if (part === undefined) return this.#onLoan(method, loan, body ?? {});
    if (method !== "POST") return refusal(405, "POST");
    if (part === "request") return this.#request(loan);
    if (part === "answer") return this.#decide(loan, body ?? {});
    return part === "books" ? this.#addBook(loan, body ?? {}) : refusal(404);
  }

  #does(slip: Slip): boolean {
    return this.#slips.includes(slip);
  }

  #nextId(kind: string): string {
    this.#made += 1;
    return `${kind}-${this.#made}`;
  }

  #booksOf({ id }: Loan) {
    return [...this.#books.values()].filter(({ loanId }) => loanId === id);
  }

  #create(body: Fields): Response {
    const own = periodOf(body);
    if (own === undefined || !isText(body["reader"]) || hasOthers(body)) return refusal(422);
    const [from, until] = ordered(own, this.#does("swaps the ends"));
    if (until < from && !this.#does("ends before it begins")) return refusal(422);
    const id = this.#nextId("loan");
    const loan = { id, reader: String(body["reader"]), from, until, state: "draft", reason: null };
    this.#loans.set(id, loan);
    return Response.json(loan, { status: 201 });
  }

  #change(loan: Loan, body: Fields): Response {
    const { reader = loan.reader, from = loan.from, until = loan.until } = body;
    const own = periodOf({ from, until });
    if (own === undefined || !isText(reader) || hasOthers(body)) return refusal(422);
    const [first, last] = ordered(own, this.#does("swaps the ends"));
    const isOne = (body["from"] === undefined) !== (body["until"] === undefined);
    const isLax = isOne && this.#does("ends before it begins by a change of one end");
    if (last < first && !isLax) return refusal(422);
    Object.assign(loan, { reader, from: first, until: last });
    return Response.json(loan);
  }

  #request(loan: Loan): Response {
    const isPatient = this.#does("answers 200 to a request of a granted loan, and changes nothing");
    if (loan.state === "granted" && isPatient) return Response.json(loan);
    const isAgain = loan.state === "declined";
    const count = this.#booksOf(loan).length;
    const isStale =
      this.#does("wants a new book after a decline") && count <= (this.#counts.get(loan.id) ?? 0);
    const isRefused = isAgain && (this.#does("refuses declined loans") || isStale);
    if (!isOpen(loan) || count === 0 || isRefused) return refusal(409);
    this.#counts.set(loan.id, count);
    loan.state = "requested";
    loan.reason = null;
    if (isAgain && this.#does("hides the reason after a second request")) delete loan.reason;
    return Response.json(loan);
  }

  #decide(loan: Loan, { answer, reason, ...others }: Fields): Response {
    const isKnown = answer === "granted" || answer === "declined";
    if (!isKnown || Object.keys(others).length > 0) return refusal(422);
    if (reason !== undefined && !isText(reason)) return refusal(422);
    const isBare = answer === "declined" && reason === undefined;
    if (isBare && !this.#does("declines without a reason")) return refusal(422);
    const isReopened = loan.state === "granted" && this.#does("reopens granted loans");
    if (loan.state !== "requested" && !isReopened) return refusal(409);
    Object.assign(loan, { state: answer, reason: reason ?? null });
    return Response.json(loan);
  }

  #addBook(loan: Loan, { title }: Fields): Response {
    if (!isText(title)) return refusal(422);
    const isLax = loan.state === "requested" && this.#does("adds books to requested loans");
    if (!isOpen(loan) && !isLax) return refusal(409);
    const book = { id: this.#nextId("book"), loanId: loan.id, title: String(title) };
    this.#books.set(book.id, book);
    return Response.json(book, { status: 201 });
  }

  #onBook(method: string, id: string): Response {
    const book = this.#books.get(id);
    if (book === undefined) return refusal(404);
    if (method === "GET") return Response.json(book);
    if (method !== "DELETE") return refusal(405, "GET, DELETE");
    const isGranted = this.#loans.get(book.loanId)?.state === "granted";
    if (isGranted && !this.#does("removes books of granted loans")) return refusal(409);
    this.#books.delete(id);
    return new Response(null, { status: 204 });
  }

  #onLoan(method: string, loan: Loan, body: Fields): Response {
    if (method === "GET") return Response.json(loan);
    if (method === "PATCH") return this.#change(loan, body);
    if (method !== "DELETE") return refusal(405, "GET, PATCH, DELETE");
    const isLax = loan.state === "granted" && this.#does("deletes granted loans");
    if (!isOpen(loan) && !isLax) return refusal(409);
    for (const { id } of this.#booksOf(loan)) this.#books.delete(id);
    this.#loans.delete(loan.id);
    return new Response(null, { status: 204 });
  }
}

/** Returns a service of loans, faultless but for the slips. */
export function loanService(...slips: readonly Slip[]): (request: Request) => Promise<Response> {
  const service = new LoanService(slips);
  return (request) => service.answer(request);
}

const isOpen = ({ state }: Loan): boolean => state === "draft" || state === "declined";

const refusal = (status: number, allow?: string): Response =>
  new Response(null, { status, headers: allow === undefined ? {} : { allow } });

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

const hasOthers = (body: Fields): boolean =>
  Object.keys(body).some((name) => !["reader", "from", "until"].includes(name));

/** Returns the ends of a body; `undefined` if one of them is no day. */
function periodOf({ from, until }: Fields): [string, string] | undefined {
  const isDay = (value: unknown): value is string =>
    typeof value === "string" &&
    /^\d{4}-\d\d-\d\d$/.test(value) &&
    new Date(Date.parse(value)).toJSON()?.startsWith(value) === true;
  return isDay(from) && isDay(until) ? [from, until] : undefined;
}

const ordered = ([from, until]: [string, string], isSwapping: boolean): [string, string] =>
  isSwapping && until < from ? [until, from] : [from, until];

function parsed(whole: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(whole);
    const isFields = typeof value === "object" && value !== null && !Array.isArray(value);
    return isFields ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}
