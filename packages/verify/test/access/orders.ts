const shown = (schema: string): string =>
  `{ description: It., content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }`;
const refusals = `"400": { description: Wrong. }, "401": { description: Who are you. }, "404": { description: None of yours. }`;
const inPath = (name: string): string =>
  `{ name: ${name}, in: path, required: true, schema: { type: string } }`;

/** Orders with a number, papers that have a path of their own, and words under keys that the caller chooses. */
export const orders = `openapi: 3.1.0
info: { title: Orders, version: 1.0.0 }
security: [{ key: [] }]
paths:
  /orders:
    post:
      operationId: createOrder
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewOrder" } } } }
      responses:
        "201":
          description: It.
          content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }
          links: { byNumber: { operationId: findOrder, parameters: { number: "$request.body#/number" } } }
        "400": { description: Wrong. }
        "401": { description: Who are you. }
  /orders/{orderId}:
    get: { operationId: showOrder, parameters: [${inPath("orderId")}], responses: { "200": ${shown("Order")}, ${refusals} } }
  /order-numbers/{number}:
    get: { operationId: findOrder, parameters: [${inPath("number")}], responses: { "200": ${shown("Order")}, ${refusals} } }
  /orders/{orderId}/papers:
    post:
      operationId: addPaper
      parameters: [${inPath("orderId")}]
      requestBody: { required: true, content: { application/octet-stream: {} } }
      responses:
        "201":
          description: It.
          headers: { Location: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Paper" } } }
        "400": { description: Wrong. }
        "401": { description: Who are you. }
        "404": { description: None of yours. }
  /papers/{paperId}/content:
    get:
      operationId: showPaper
      description: The paper as it was sent.
      parameters: [${inPath("paperId")}]
      responses: { "200": { description: It., content: { application/octet-stream: {} } }, ${refusals} }
  /words:
    get:
      operationId: listWords
      parameters: [{ name: prefix, in: query, description: How the words begin., schema: { type: string } }]
      responses:
        "200":
          description: Words.
          headers: { X-Total-Count: { schema: { type: integer } } }
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Word" } } } }
        "401": { description: Who are you. }
  /words/{word}:
    put:
      operationId: putWord
      parameters: [{ name: word, in: path, required: true, schema: { type: string, pattern: "^[a-z-]+$" }, example: lantern }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Meaning" } } } }
      responses: { "201": ${shown("Word")}, "200": ${shown("Word")}, ${refusals} }
    delete:
      operationId: deleteWord
      parameters: [${inPath("word")}]
      responses: { "204": { description: Gone. }, ${refusals} }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    NewOrder:
      type: object
      required: [item]
      properties: { item: { type: string, minLength: 1 }, number: { type: string, example: A-2026-17 } }
    Order:
      type: object
      required: [id, item]
      properties: { id: { type: string }, item: { type: string }, number: { type: string } }
    Paper: { type: object, required: [id], properties: { id: { type: string } } }
    Meaning: { type: object, required: [meaning], properties: { meaning: { type: string, minLength: 1 } } }
    Word:
      type: object
      required: [word, meaning]
      properties: { word: { type: string }, meaning: { type: string } }
`;

/** What a service of orders does wrong. */
export type OrderFault =
  | "finds the orders of others by their number"
  | "gives papers of others"
  | "lists the words of all by prefix"
  | "counts the words of all by prefix"
  | "deletes the words of others";

/** What other services do. */
export type OrderHabit =
  "deletes what is not there" | "shows all words to all" | "shows all orders and papers to all";

interface Owned<Value> {
  readonly owner: string;
  readonly value: Value;
}

/** A service of orders, which is faultless but for what it is told to do wrong. */
export function orderService(
  ...ways: readonly (OrderFault | OrderHabit)[]
): (request: Request) => Promise<Response> {
  const does = (way: OrderFault | OrderHabit): boolean => ways.includes(way);
  const all: Owned<{ readonly id: string; readonly number?: string }>[] = [];
  const papers: Owned<ArrayBuffer>[] = [];
  let words: Owned<{ readonly word: string; readonly meaning: string }>[] = [];
  const refuse = (status: number): Response => new Response(null, { status });
  const isFor = (owner: string, one: Owned<unknown>, way: OrderFault | OrderHabit): boolean =>
    one.owner === owner || does(way) || does("shows all orders and papers to all");

  async function onOrders(request: Request, owner: string, id: string, below?: string) {
    if (id === "") {
      const body = (await request.json()) as { readonly item?: unknown };
      if (typeof body.item !== "string" || body.item === "") return refuse(400);
      const value = { id: `o${all.length + 1}`, ...body };
      all.push({ owner, value });
      return Response.json(value, { status: 201 });
    }
    const order = all.find(({ value }) => value.id === id);
    const isShown = order && (order.owner === owner || does("shows all orders and papers to all"));
    if (order === undefined || isShown !== true) return refuse(404);
    if (below === undefined) return Response.json(order.value);
    papers.push({ owner, value: await request.arrayBuffer() });
    const headers = { location: `/papers/${papers.length}/content` };
    return Response.json({ id: String(papers.length) }, { status: 201, headers });
  }

  function listWords(owner: string, prefix: string | null): Response {
    const fitting = words.filter(({ value }) => value.word.startsWith(prefix ?? ""));
    const isOfAll = prefix !== null && does("lists the words of all by prefix");
    const own = fitting.filter(
      (one) => one.owner === owner || isOfAll || does("shows all words to all"),
    );
    const counted = prefix !== null && does("counts the words of all by prefix") ? fitting : own;
    const headers = { "x-total-count": String(counted.length) };
    return Response.json(
      own.map(({ value }) => value),
      { headers },
    );
  }

  async function onWord(request: Request, owner: string, word: string): Promise<Response> {
    const others = words.filter((one) => one.owner !== owner || one.value.word !== word);
    const isThere = others.length < words.length;
    if (request.method === "DELETE") {
      const isOfAll = does("deletes the words of others");
      words = isOfAll ? words.filter(({ value }) => value.word !== word) : others;
      return refuse(isThere || isOfAll || does("deletes what is not there") ? 204 : 404);
    }
    const { meaning } = (await request.json()) as { readonly meaning?: unknown };
    if (typeof meaning !== "string" || meaning === "") return refuse(400);
    const value = { word, meaning };
    words = [...others, { owner, value }];
    return Response.json(value, { status: isThere ? 200 : 201 });
  }

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, kind, id = "", below] = pathname.split("/").map(decodeURIComponent);
    const owner = request.headers.get("x-key");
    if (owner === null) return refuse(401);
    if (kind === "orders") return onOrders(request, owner, id, below);
    if (kind === "words")
      return id === "" ? listWords(owner, searchParams.get("prefix")) : onWord(request, owner, id);
    if (kind === "papers") {
      const paper = papers[Number(id) - 1];
      const isGiven = paper !== undefined && isFor(owner, paper, "gives papers of others");
      return isGiven ? new Response(paper.value) : refuse(404);
    }
    const found = all.find(
      (one) =>
        one.value.number === id && isFor(owner, one, "finds the orders of others by their number"),
    );
    return found === undefined ? refuse(404) : Response.json(found.value);
  };
}
