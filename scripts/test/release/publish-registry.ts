import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An npm registry for tests that records published packages. */
export interface PublishRegistry {
  readonly url: string;
  /** The published packages as `name@version tag`, in order. */
  readonly published: readonly string[];
  /** The names of packages that the registry refuses. */
  readonly refused: Set<string>;
  close(): Promise<void>;
}

interface Packument {
  readonly name: string;
  readonly "dist-tags": Record<string, string>;
  readonly versions: Record<string, unknown>;
}

/** Starts a registry that serves the two requests of a release: `GET /:package`, and `PUT /:package` with a version. */
export async function publishRegistry(): Promise<PublishRegistry> {
  const packages = new Map<string, Packument>();
  const published: string[] = [];
  const refused = new Set<string>();
  const publish = ({ name, "dist-tags": tags, versions }: Packument): void => {
    const known = packages.get(name);
    packages.set(name, {
      name,
      "dist-tags": { ...known?.["dist-tags"], ...tags },
      versions: { ...known?.versions, ...versions },
    });
    const [tag] = Object.keys(tags);
    published.push(`${name}@${Object.keys(versions).join()} ${tag}`);
  };
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? "").slice(1));
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const found = packages.get(name);
      const answer = (status: number, body: unknown): void =>
        void response
          .writeHead(status, { "content-type": "application/json" })
          .end(JSON.stringify(body));
      if (request.method === "GET")
        return found === undefined ? answer(404, { error: "Not found" }) : answer(200, found);
      if (refused.has(name)) return answer(403, { error: `nobody may publish ${name}` });
      publish(JSON.parse(Buffer.concat(chunks).toString()) as Packument);
      return answer(201, { success: true });
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    published,
    refused,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
