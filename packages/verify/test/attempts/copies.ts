const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;
const id = (name: string): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]`;
const refusals = `"404": { description: None. }, "409": { description: Not as it is. }, "422": { description: Wrong. }`;

/**
 * Titles, copies of them that have neither a path nor a list, and loans of copies by their barcode, which are found in a list
 * alone.
 */
export const loans = `openapi: 3.1.0
info: { title: Loans, version: "1" }
paths:
  /titles:
    post:
      operationId: addTitle
      requestBody: { required: true, ${json("NewTitle")} }
      responses: { "201": { description: Added., ${json("Title")} }, "422": { description: Wrong. } }
  /titles/{titleId}:
    ${id("titleId")}
    get: { operationId: getTitle, responses: { "200": { description: It., ${json("Title")} }, "404": { description: None. } } }
  /titles/{titleId}/copies:
    ${id("titleId")}
    post:
      operationId: addCopy
      requestBody: { required: true, ${json("NewCopy")} }
      responses: { "201": { description: Added., ${json("Copy")} }, ${refusals} }
  /loans:
    get:
      operationId: listLoans
      responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Loan" } } } } } }
    post:
      operationId: lend
      requestBody: { required: true, ${json("NewLoan")} }
      responses: { "201": { description: Lent., ${json("Loan")} }, "409": { description: The copy is on loan. }, "422": { description: "Wrong, or there is no such copy." } }
  /loans/{loanId}/return:
    ${id("loanId")}
    post:
      operationId: giveBack
      responses: { "200": { description: It., ${json("Loan")} }, "404": { description: None. }, "409": { description: It was returned before. } }
components:
  schemas:
    Barcode: { type: string, pattern: "^[A-Z]{4,8}$", example: BOOK }
    NewTitle: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Title: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    NewCopy: { type: object, required: [barcode], properties: { barcode: { $ref: "#/components/schemas/Barcode" } } }
    Copy: { type: object, required: [barcode, number], properties: { barcode: { $ref: "#/components/schemas/Barcode" }, number: { type: integer } } }
    NewLoan: { type: object, required: [barcode], properties: { barcode: { $ref: "#/components/schemas/Barcode" } } }
    Loan:
      type: object
      required: [id, barcode, status]
      properties: { id: { type: string }, barcode: { type: string }, status: { type: string, enum: [open, returned] } }
`;

interface Loan {
  readonly id: string;
  readonly barcode: string;
  readonly status: "open" | "returned";
}

export type Habit = "takes back twice" | "looks at copies early";

const others = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** A library with a copy of its own, which is lent already. */
export function loanService(habit?: Habit): (request: Request) => Promise<Response> {
  const titles = new Map<string, object>();
  const copies = new Set(["BOOK"]);
  const lent = new Map<string, Loan>([["l-0", { id: "l-0", barcode: "BOOK", status: "open" }]]);
  const answer = (status: number): Response => new Response(null, { status });
  const keep = (loan: Loan, status: number): Response => {
    lent.set(loan.id, loan);
    return Response.json(loan, { status });
  };
  const isOnLoan = (barcode: string): boolean =>
    [...lent.values()].some((one) => one.barcode === barcode && one.status === "open");
  const lend = async (barcode: string): Promise<Response> => {
    if (!copies.has(barcode)) return answer(422);
    if (isOnLoan(barcode)) return answer(409);
    if (habit === "looks at copies early") await others();
    return keep({ id: `l-${lent.size}`, barcode, status: "open" }, 201);
  };
  const addCopy = (barcode: string): Response => {
    if (copies.has(barcode)) return answer(409);
    copies.add(barcode);
    return Response.json({ barcode, number: copies.size }, { status: 201 });
  };
  const giveBack = (key: string): Response => {
    const loan = lent.get(key);
    if (loan === undefined) return answer(404);
    if (loan.status === "returned" && habit !== "takes back twice") return answer(409);
    return keep({ ...loan, status: "returned" }, 200);
  };
  return async (request) => {
    const [, kind, key = "", below] = new URL(request.url).pathname.split("/");
    const isRead = request.method === "GET" && below === undefined;
    const allow = kind === "loans" && key === "" ? "GET, POST" : "POST";
    if (!isRead && request.method !== "POST")
      return new Response(null, { status: 405, headers: { allow } });
    const type = request.headers.get("content-type") ?? "application/json";
    if (!/^application\/json\b/i.test(type)) return answer(415);
    if (kind === "loans" && below === "return") return giveBack(key);
    if (isRead && kind === "loans") return Response.json([...lent.values()]);
    if (isRead) return titles.has(key) ? Response.json(titles.get(key)) : answer(404);
    const given: unknown = await request.json().catch(() => undefined);
    const { name, barcode } = Object(given) as {
      readonly name?: unknown;
      readonly barcode?: unknown;
    };
    if (kind === "titles" && key === "") {
      if (typeof name !== "string" || name === "") return answer(422);
      const title = { id: `t-${titles.size}`, name };
      titles.set(title.id, title);
      return Response.json(title, { status: 201 });
    }
    if (kind === "titles" && !titles.has(key)) return answer(404);
    if (typeof barcode !== "string" || !/^[A-Z]{4,8}$/.test(barcode)) return answer(422);
    return kind === "loans" ? lend(barcode) : addCopy(barcode);
  };
}
