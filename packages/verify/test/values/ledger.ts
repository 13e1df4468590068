/** Accounts with free texts and numbers of each format, created, read, listed and changed. */
export const ledger = `openapi: 3.0.3
info: { title: Ledger, version: "1" }
paths:
  /accounts:
    get:
      operationId: listAccounts
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Account" } } } }
    post:
      operationId: openAccount
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/AccountInput" } } }
      responses:
        "201": { description: Opened., content: { application/json: { schema: { $ref: "#/components/schemas/Account" } } } }
        "400": { description: Refused. }
  /accounts/{accountId}:
    parameters: [{ name: accountId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getAccount
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Account" } } } }
        "404": { description: Unknown. }
    put:
      operationId: putAccount
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/AccountInput" } } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Account" } } } }
        "400": { description: Refused. }
        "404": { description: Unknown. }
components:
  schemas:
    AccountInput:
      type: object
      required: [holder, visits]
      properties:
        holder: { type: string, minLength: 1 }
        code: { type: string, maxLength: 60 }
        visits: { type: integer, format: int64, minimum: 0 }
        points: { type: integer, format: int32 }
        steps: { type: integer }
        amount: { type: number }
        ratio: { type: number, format: double }
        address: { type: object, required: [street], properties: { street: { type: string } } }
    Account:
      allOf:
        - { $ref: "#/components/schemas/AccountInput" }
        - { type: object, required: [id], properties: { id: { type: string } } }
`;

type Member = string | number | bigint | { readonly [name: string]: Member };

/** What a ledger does with what it is sent, beside keeping it. */
export interface Habits {
  /** Changes what is stored. */
  readonly store?: (name: string, value: Member, method: string) => Member;
  /** Changes what the list shows. */
  readonly list?: (name: string, value: Member) => Member;
  /** The status of a refusal; `undefined` to accept. */
  readonly refuse?: ((name: string, value: Member) => number | undefined) | undefined;
}

interface Context {
  readonly source: string;
}

const parse = (text: string): Record<string, Member> =>
  JSON.parse(text, ((_: string, value: unknown, { source }: Context) =>
    typeof value === "number" && /^-?\d{16,}$/.test(source) && !Number.isSafeInteger(value)
      ? BigInt(source)
      : value) as never);

const write = (value: Member | readonly Member[]): string =>
  typeof value === "bigint"
    ? String(value)
    : Array.isArray(value)
      ? `[${value.map(write).join(",")}]`
      : typeof value === "object"
        ? `{${Object.entries(value)
            .map(([name, one]) => `${JSON.stringify(name)}:${write(one as Member)}`)
            .join(",")}}`
        : JSON.stringify(value);

/** A service of the ledger that keeps all digits, apart from its habits. */
export function ledgerService({ store, list, refuse }: Habits = {}): (
  request: Request,
) => Promise<Response> {
  const all = new Map<string, Record<string, Member>>();
  const answer = (status: number, value: Member | readonly Member[]): Response =>
    new Response(write(value), { status, headers: { "content-type": "application/json" } });
  const each = (
    record: Record<string, Member>,
    change: ((name: string, value: Member) => Member) | undefined,
  ): Record<string, Member> =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        typeof value === "object"
          ? each(value, change)
          : name === "id"
            ? value
            : (change?.(name, value) ?? value),
      ]),
    );
  return async (request) => {
    const [, , id = ""] = new URL(request.url).pathname.split("/");
    if (request.method === "GET" && id === "")
      return answer(
        200,
        [...all.values()].map((one) => each(one, list)),
      );
    const known = all.get(id);
    if (id !== "" && known === undefined) return new Response(null, { status: 404 });
    if (request.method === "GET" && known !== undefined) return answer(200, known);
    const given = parse(await request.text());
    const statuses: number[] = [];
    each(given, (name, value) => {
      const status = refuse?.(name, value);
      if (status !== undefined) statuses.push(status);
      return value;
    });
    if (statuses[0] !== undefined) return new Response(null, { status: statuses[0] });
    const key = id === "" ? String(all.size + 1) : id;
    const stored = each(given, (name, value) => store?.(name, value, request.method) ?? value);
    all.set(key, { ...stored, id: key });
    return answer(id === "" ? 201 : 200, { ...stored, id: key });
  };
}
