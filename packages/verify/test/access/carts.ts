/** Carts of shoppers, with items and orders that refer to them; what is whose depends on the token. */
export const carts = `openapi: 3.0.3
info: { title: Carts, version: "1" }
security: [{ key: [] }]
paths:
  /carts:
    get:
      operationId: listCarts
      parameters:
        - { name: label, in: query, schema: { type: string } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0, default: 0 } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 3, default: 2 } }
      responses:
        "200":
          description: Mine.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Cart" } } } }
        "401": { description: Who are you. }
    post:
      operationId: createCart
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewCart" } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Cart" } } } }
        "400": { description: Wrong. }
        "401": { description: Who are you. }
        "409": { description: The key was used for another request. }
  /carts/{cartId}:
    parameters: [{ name: cartId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getCart
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Cart" } } } }
        "401": { description: Who are you. }
        "404": { description: None of yours. }
  /carts/{cartId}/clear:
    post:
      operationId: clearCart
      parameters: [{ name: cartId, in: path, required: true, schema: { type: string } }]
      responses:
        "204": { description: Cleared. }
        "401": { description: Who are you. }
        "404": { description: None of yours. }
  /carts/{cartId}/summary:
    get:
      operationId: summariseCart
      parameters: [{ name: cartId, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: It.
          content: { application/json: { schema: { type: object, properties: { text: { type: string } } } } }
        "401": { description: Who are you. }
        "404": { description: None of yours. }
  /orders:
    post:
      operationId: createOrder
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [cartId], properties: { cartId: { type: string } } } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        "400": { description: Wrong. }
        "401": { description: Who are you. }
  /orders/{orderId}:
    get:
      operationId: getOrder
      parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        "401": { description: Who are you. }
        "404": { description: None of yours. }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    NewCart:
      type: object
      required: [label]
      properties: { label: { type: string, minLength: 1, example: groceries }, note: { type: string, example: for the weekend } }
    Cart:
      type: object
      required: [id, label]
      properties: { id: { type: string }, label: { type: string }, note: { type: string } }
    Order:
      type: object
      required: [id, cartId]
      properties: { id: { type: string }, cartId: { type: string }, cart: { $ref: "#/components/schemas/Cart" } }
`;

interface Cart {
  readonly id: string;
  readonly label?: string;
  readonly note?: string;
}

interface Owned<Value> {
  readonly owner: string;
  readonly value: Value;
}

/** What a service of carts does wrong with those of others. */
export type Leak =
  | "filters the carts of all"
  | "clears carts of others"
  | "summarises carts of others"
  | "shows carts of others in orders"
  | "keeps answers of lists for all"
  | "knows the caller in a variable"
  | "keeps idempotency keys for all"
  | "refuses idempotency keys of others"
  | "refuses idempotency keys of others by 422"
  | "has all the carts of bob that he may have"
  | "answers 403 to nobody"
  | "answers 401 to others"
  | "shows labels in orders";

/** A service of carts, which is faultless unless something is wrong with it. */
export function cartService(...leaks: readonly Leak[]): (request: Request) => Promise<Response> {
  const has = (leak: Leak): boolean => leaks.includes(leak);
  // More than there are on a page.
  const former = ["f1", "f2", "f3", "f4"].map((id) => ({ id, label: "groceries" }));
  const all = new Map<string, Owned<Cart>>(
    former.map((value) => [value.id, { owner: "ada", value }]),
  );
  const orders = new Map<string, Owned<object>>();
  const byKey = new Map<string, Cart>();
  let listed: readonly Cart[] | undefined;
  let caller = "";
  let last = 0;
  const json = (status: number, value: unknown): Response => Response.json(value, { status });

  async function create(owner: string, request: Request): Promise<Response> {
    const { label, note } = (await request.json()) as Partial<Cart>;
    if (typeof label !== "string") return json(400, {});
    const key = `${has("keeps idempotency keys for all") ? "" : owner} ${request.headers.get("idempotency-key")}`;
    const known = byKey.get(key);
    if (known !== undefined && !key.endsWith(" null")) return json(201, known);
    const isOfOther = ["ada", "bob"].some((one) => byKey.has(key.replace(owner, one)));
    if (isOfOther && !key.endsWith(" null") && has("refuses idempotency keys of others"))
      return json(409, {});
    if (isOfOther && !key.endsWith(" null") && has("refuses idempotency keys of others by 422"))
      return json(422, {});
    if (owner === "bob" && has("has all the carts of bob that he may have")) return json(409, {});
    const value = { id: `c${(last += 1)}`, label, ...(note !== undefined && { note }) };
    all.set(value.id, { owner, value });
    byKey.set(key, value);
    listed = undefined;
    return json(201, value);
  }

  function list(owner: string, query: URLSearchParams): Response {
    const label = query.get("label");
    const offset = Number(query.get("offset") ?? 0);
    const limit = Number(query.get("limit") ?? 2);
    const page = (found: readonly Cart[]): readonly Cart[] => found.slice(offset, offset + limit);
    const mine = [...all.values()].filter(
      (one) => one.owner === owner || (label !== null && has("filters the carts of all")),
    );
    const shown = mine.map(({ value }) => value);
    if (label !== null) return json(200, page(shown.filter((one) => one.label === label)));
    if (has("keeps answers of lists for all")) listed ??= shown;
    return json(200, page(listed ?? shown));
  }

  async function order(owner: string, request: Request): Promise<Response> {
    const { cartId } = (await request.json()) as { readonly cartId?: string };
    const cart = all.get(cartId ?? "");
    if (cart === undefined) return json(400, {});
    const isMine = cart.owner === owner;
    const { value } = cart;
    const value2 = {
      id: `o${(last += 1)}`,
      cartId,
      ...((isMine || has("shows carts of others in orders")) && { cart: value }),
      ...(!isMine &&
        has("shows labels in orders") && { cart: { id: value.id, label: value.label } }),
    };
    orders.set(value2.id, { owner, value: value2 });
    return json(201, value2);
  }

  return async (request) => {
    const url = new URL(request.url);
    const [, kind, id = "", below] = url.pathname.split("/");
    const owner = { one: "ada", two: "bob" }[request.headers.get("x-key") ?? ""];
    if (owner === undefined) return json(has("answers 403 to nobody") ? 403 : 401, {});
    caller = owner;
    if (kind === "orders" && request.method === "POST") return order(owner, request);
    if (kind === "orders") {
      const own = orders.get(id);
      return own?.owner === owner ? json(200, own.value) : json(404, {});
    }
    if (id === "")
      return request.method === "POST" ? create(owner, request) : list(owner, url.searchParams);
    if (has("knows the caller in a variable"))
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    const cart = all.get(id);
    const isMine = cart?.owner === (has("knows the caller in a variable") ? caller : owner);
    const isOpen =
      (below === "clear" && has("clears carts of others")) ||
      (below === "summary" && has("summarises carts of others"));
    if (cart === undefined) return json(404, {});
    if (!isMine && !isOpen) return json(has("answers 401 to others") ? 401 : 404, {});
    if (below === "clear") return new Response(null, { status: 204 });
    return json(200, below === "summary" ? { text: `It is ${cart.value.label}.` } : cart.value);
  };
}
