import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What a registry knows of a version: the commit that it was published from, where npm recorded one. */
export interface PublishedVersion {
  readonly gitHead?: string;
}

/**
 * A registry with one package, on this machine, gone when the test has finished. Its last version is the latest.
 *
 * @param versions by their numbers
 * @returns its URL
 */
export async function npmRegistry(
  name: string,
  versions: Readonly<Record<string, PublishedVersion>>,
): Promise<string> {
  const published = Object.entries(versions).map(([version, more]) => [
    version,
    { name, version, dist: { tarball: "https://example.com/none.tgz" }, ...more },
  ]);
  const packument = {
    name,
    "dist-tags": { latest: Object.keys(versions).at(-1) },
    versions: Object.fromEntries(published) as object,
  };
  const server = createServer(({ url = "" }, response) => {
    const isKnown = decodeURIComponent(url) === `/${name}`;
    response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(isKnown ? packument : { error: "Not found" }));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
