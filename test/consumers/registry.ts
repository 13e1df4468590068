import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import type { Tarball } from "./tarballs.ts";

/** A registry of npm packages on this machine. */
export interface Registry {
  readonly url: string;
  close(): void;
}

const upstream = "https://registry.npmjs.org";

/**
 * Serves tarballs as npm's registry serves what is published, so that projects install them by the commands that a README
 * has. Package managers are sent to npm's registry for all else.
 */
export async function serveRegistry(tarballs: readonly Tarball[]): Promise<Registry> {
  const server = createServer(({ url = "/" }, response) => {
    const path = decodeURIComponent(url);
    const file = tarballs.find((one) => path === `/-/tarballs/${basename(one.file)}`);
    const found = tarballs.find(({ name }) => path === `/${name}`);
    if (file !== undefined) response.end(readFileSync(file.file));
    else if (found !== undefined) sendPackument(response, found, origin());
    else response.writeHead(302, { location: `${upstream}${url}` }).end();
  }).listen(0, "127.0.0.1");
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: origin(),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What the registry knows of a package: https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md */
function sendPackument(response: ServerResponse, tarball: Tarball, origin: string): void {
  const { name, version, manifest, file } = tarball;
  const bytes = readFileSync(file);
  const digest = (algorithm: string, encoding: "base64" | "hex"): string =>
    createHash(algorithm).update(bytes).digest(encoding);
  const dist = {
    tarball: `${origin}/-/tarballs/${basename(file)}`,
    shasum: digest("sha1", "hex"),
    integrity: `sha512-${digest("sha512", "base64")}`,
  };
  const packument = {
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
    time: { [version]: "2026-01-01T00:00:00.000Z" },
  };
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(packument));
}
