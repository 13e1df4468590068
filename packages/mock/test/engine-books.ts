import { createMockEngine } from "../src/create-mock.ts";
import type { MockDescription } from "../src/description.ts";
import { streamOf } from "../src/stream-of.ts";
import type { CreateMockOptions, Mock, MockExchange } from "../src/types.ts";
import type { OperationDescriptor } from "../../runtime/src/operation.ts";
import * as fixture from "../../runtime/test/fixture.ts";
import { shop } from "./node/shop.ts";
import { nextTurn } from "./state/manual-clock.ts";

export const dune = { book_id: "b1", title: "Dune" };

const titled = { "application/json": fixture.hasMember("title", "string") };

/** One that demands a credential. */
const getSecret: OperationDescriptor = {
  operationId: "GetSecret",
  method: "GET",
  path: "/secret",
  security: [{ bearer: [] }],
  responses: { 200: { content: [{ mediaType: "application/json" }] } },
};

/** A shop of books: what the mock remembers, a stream, answers by name, and one behind a lock. */
export const books: MockDescription = {
  ...shop,
  operations: [
    ...shop.operations.map((mock) =>
      mock.operation === fixture.getBook
        ? {
            ...mock,
            validators: { responses: { 200: titled, 404: titled } },
            answers: [
              { name: "dune", status: 200, body: dune },
              {
                name: "emma",
                status: 200,
                body: { book_id: "b2", title: "Emma" },
              },
              {
                status: 404,
                body: { title: "No such book." },
              },
            ],
          }
        : mock,
    ),
    {
      operation: getSecret,
      validators: {},
      answers: [{ status: 200, body: { n: 1 } }],
    },
  ],
};

/** Three items of a stream. */
export const items = [{ n: 1 }, { n: 2 }, { n: 3 }];

/** The same with a stream of three items. */
export const watched: MockDescription = {
  ...books,
  operations: books.operations.map((mock) =>
    mock.operation === fixture.watchBooks
      ? {
          ...mock,
          answers: [{ status: 200, body: streamOf(items) }],
        }
      : mock,
  ),
};

/** What came of a request. */
export interface Seen {
  readonly status: number;
  readonly body: unknown;
}

export interface Mocked {
  readonly mock: Mock;
  readonly exchanges: MockExchange[];
  /** @param line the method and the URL, relative or absolute. */
  send(line: string, init?: RequestInit): Promise<Seen>;
}

/** A mock of the shop, and what it tells of requests. */
export function mocked(options: CreateMockOptions = {}): Mocked {
  const exchanges: MockExchange[] = [];
  const mock = createMockEngine(watched, {
    onExchange: (exchange) => exchanges.push(exchange),
    ...options,
  });
  const send: Mocked["send"] = async (line, init) => {
    const [method = "", url = ""] = line.split(" ");
    return seen(await mock.fetch(url, { method, ...init }));
  };
  return { mock, exchanges, send };
}

export async function seen(response: Response): Promise<Seen> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

/** A request with a body of JSON. */
export const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { "content-type": "application/json" },
});

export const prefer = (text: string): RequestInit => ({ headers: { prefer: text } });

/** Waits until something is so, for which nothing but turns of the event loop is needed. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nextTurn();
}
