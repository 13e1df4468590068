import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
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

/** The token of the consoles of tests. */
export const consoleToken = "token-of-tests";

/** The header that a console wants of those who are no browser. */
export const withToken = { authorization: `Bearer ${consoleToken}` };

/** Reads of a console, as one who knows the token. */
export const readConsole = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers: { ...withToken, ...headers } });

/** Starts a mock of the shop on a free port; it is closed after the test. */
export async function start(
  options: ServeOptions = {},
): Promise<MockService & { readonly output: Output }> {
  const output = new Output();
  const service = await serveMock(shop, { port: 0, output, consoleToken, ...options });
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

/** Sends JSON, with the console's token; `undefined` sends no body. */
export const sendJson = (method: string, url: string, value?: unknown): Promise<Response> =>
  fetch(url, {
    method,
    headers: { ...withToken, "content-type": "application/json" },
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

/** Sends bytes as they are, and gives all that comes back until the connection is closed. */
export function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding("latin1").on("data", (chunk: string) => (received += chunk));
    socket.once("close", () => resolve(received)).once("error", reject);
  });
}

/** The status of an answer as it came. */
export const rawStatus = (received: string): number =>
  Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1]);
