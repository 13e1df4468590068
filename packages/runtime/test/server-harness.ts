import type { ApiDescriptor } from "../src/operation.ts";
import { createServerCore } from "../src/server/index.ts";
import type {
  HttpRequest,
  HttpResponse,
  Route,
  Server,
  ServerOptions,
} from "../src/server/index.ts";
import * as fixture from "./fixture.ts";

/** Text as the bytes of a body. */
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A route whose handler answers with its input. */
export const echo = (operation: Route["operation"], more: Partial<Route> = {}): Route => ({
  operation,
  validators: {},
  handler: (input) => ({ status: 200, body: input }),
  ...more,
});

/** A server of some routes; it keeps its request ids to itself, which no test could foretell. */
export const serve = (
  routes: Route[],
  options?: ServerOptions,
  api: ApiDescriptor = fixture.api,
): Server => createServerCore(api, routes, { requestIdHeader: false, ...options });

/** Sends a request straight to a server. */
export const send = (
  server: Server,
  method: string,
  url: string,
  more: Partial<HttpRequest> = {},
): Promise<HttpResponse> => server.handle({ method, url, headers: {}, ...more });

/** Sends a text as a JSON body. */
export const sendJson = (server: Server, method: string, url: string, text: string) =>
  send(server, method, url, {
    headers: { "content-type": "application/json" },
    body: bytes(text),
  });

/** The JSON of a response. */
export const bodyOf = (response: HttpResponse): unknown => JSON.parse(String(response.body));

/** A server that answers each operation of the fixture with its input. */
export const everything = serve([
  echo(fixture.getBook),
  echo(fixture.listBooks),
  echo(fixture.createBook, {
    validators: fixture.createBookValidators,
    errorBodies: fixture.createBookErrors,
  }),
  echo(fixture.deleteBook),
  echo(fixture.watchBooks),
  echo(fixture.exportBooks),
]);

/** Something to wait for, and what ends the waiting. */
export function gate() {
  let resolve = (): void => {};
  const passed = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { passed, open: () => resolve() };
}
