import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { fetchSubject, type FetchHandler } from "./fetch-subject.ts";
import type { ServerSubject } from "./subject.ts";
import { urlSubject } from "./url-subject.ts";

/**
 * A server to verify: its URL, a function from `Request` to `Response` or an object with one as `fetch` (Hono,
 * mocks, Deno), or a listener of `node:http` (an Express app, `toNodeListener(server)`), which is started for
 * the test.
 */
export type TestedServer =
  | string
  | URL
  | (InProcess & { readonly fetch: FetchHandler })
  | (InProcess & { readonly listener: RequestListener });

interface InProcess {
  /** The base path of all operations, such as `/v2`, if the server includes it. Default: `/`. */
  readonly basePath?: string;
}

/**
 * Opens a server for sending requests.
 *
 * @param isDisposable true if data at a URL may be changed and deleted
 * @throws {UsageError} when its URL is invalid
 */
export async function openSubject(
  server: TestedServer,
  isDisposable: boolean,
): Promise<ServerSubject> {
  if (typeof server === "string" || server instanceof URL)
    return urlSubject(String(server), isDisposable);
  const basePath = `/${server.basePath ?? ""}`.replace(/^\/+/, "/").replace(/\/+$/, "");
  if ("fetch" in server) return fetchSubject((request) => server.fetch(request), basePath);
  const listening = createServer(server.listener);
  await new Promise<void>((resolve, reject) => {
    listening.once("error", reject);
    listening.listen(0, "127.0.0.1", resolve);
  });
  const { port } = listening.address() as AddressInfo;
  const subject = urlSubject(`http://127.0.0.1:${port}${basePath}`, true);
  return {
    ...subject,
    isTemporary: true,
    async close() {
      listening.closeAllConnections();
      await new Promise((resolve) => void listening.close(resolve));
    },
  };
}
