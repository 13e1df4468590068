import { standardWebhooks } from "@openapi-packages/runtime/webhooks";
import type { OperationDescriptor } from "../../../runtime/src/operation.ts";
import { callbackPlan, type CallbackDescriptor } from "../../src/callbacks/index.ts";
import { createMockEngine } from "../../src/create-mock.ts";
import type { CallbackOptions, CreateMockOptions, Mock } from "../../src/types.ts";
import { shop } from "../node/shop.ts";

export const bookAdded: OperationDescriptor = {
  operationId: "BookAdded",
  method: "POST",
  path: "/CreateBook/onBook",
  requestBody: { content: [{ mediaType: "application/json" }] },
  responses: { 204: {} },
  signature: standardWebhooks,
};

export const onBook: CallbackDescriptor = {
  name: "onBook",
  expression: "{$request.body#/callbackUrl}",
  operation: bookAdded,
  input: { body: { type: "book.added", book: { book_id: "b0", title: "An example" } } },
  validators: {},
};

export const hooks = "http://localhost:9/hooks";
export const secret = "whsec_c2VjcmV0";

/** A receiver that answers 204 and remembers what it got. */
export class Receiver {
  readonly got: { readonly request: Request; readonly body: string }[] = [];
  answer: (request: Request) => Promise<Response> = () =>
    Promise.resolve(new Response(null, { status: 204 }));

  readonly fetch = async (request: Request): Promise<Response> => {
    this.got.push({ request, body: await request.clone().text() });
    return this.answer(request);
  };
}

export interface Mocked {
  readonly mock: Mock;
  readonly receiver: Receiver;
  /** Creates a book, waits for callbacks, and returns the status. */
  readonly create: (body: object, headers?: Record<string, string>) => Promise<number>;
}

/** A mock whose creation of books has a callback, and its receiver. */
export function mocked(
  callback: Partial<CallbackDescriptor> = {},
  options: CallbackOptions = {},
  others: CreateMockOptions = {},
  table: Parameters<typeof callbackPlan>[0] = { CreateBook: [{ ...onBook, ...callback }] },
): Mocked {
  const receiver = new Receiver();
  const callbacks = callbackPlan(table);
  const mock = createMockEngine(
    { ...shop, callbacks },
    { callbacks: { fetch: receiver.fetch, ...options }, ...others },
  );
  const create: Mocked["create"] = async (body, headers = {}) => {
    const { status } = await mock.fetch("/books", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    await mock.settled();
    return status;
  };
  return { mock, receiver, create };
}

export const emma = { title: "Emma", callbackUrl: hooks };
