import { request, type IncomingMessage } from "node:http";
import { serveMock, type MockService, type ServeOptions } from "../../src/node/index.ts";
import { atEnd } from "./ending.ts";
import { shop } from "./shop.ts";

/** What a mock has written for people. */
export class Output {
  text = "";

  write(text: string): void {
    this.text += text;
  }
}

/** Starts a mock of the shop on a free port; it is closed after the test. */
export async function start(
  options: ServeOptions = {},
): Promise<MockService & { readonly output: Output }> {
  const output = new Output();
  const service = await serveMock(shop, { port: 0, output, ...options });
  atEnd(() => service.close());
  return { ...service, output };
}

/** What starting a mock of the shop says instead of starting it. */
export async function refusal(options: ServeOptions): Promise<unknown> {
  try {
    const service = await serveMock(shop, { port: 0, output: new Output(), ...options });
    atEnd(() => service.close());
  } catch (error) {
    return error;
  }
  return undefined;
}

/** Sends JSON; `undefined` sends no body. */
export const sendJson = (method: string, url: string, value?: unknown): Promise<Response> =>
  fetch(url, {
    method,
    headers: { "content-type": "application/json" },
    ...(value === undefined ? {} : { body: JSON.stringify(value) }),
  });

/** Sends a request with headers that `fetch` does not let one set, such as `Host`. */
export async function statusOf(
  url: string,
  method: string,
  headers: { readonly [name: string]: string },
  body = "",
): Promise<number | undefined> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false });
    sent.once("response", resolve).once("error", reject).end(body);
  });
  response.resume();
  return response.statusCode;
}
