import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "../../scripts/repository.ts";
import { listen } from "./listen.ts";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

/** The documentation, built and served. */
export interface RunningDocumentation extends AsyncDisposable {
  readonly origin: string;
  /** The folder of the site. */
  readonly folder: string;
}

/** Builds the documentation into a folder of its own, as `npm run docs` does, and serves it as any host of files would. */
export async function runDocumentation(): Promise<RunningDocumentation> {
  // Pages import Vue, so they stand below the repository's node_modules.
  const cache = join(repositoryRoot, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const out = mkdtempSync(join(cache, "docs-"));
  const program = join(repositoryRoot, "scripts/docs/build.ts");
  await promisify(execFile)(process.execPath, [program, "--out", out], { cwd: repositoryRoot });
  const folder = join(out, "site");
  const server = serveFolder(folder);
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    folder,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(out, { recursive: true, force: true });
    },
  };
}

function serveFolder(folder: string): Server {
  return createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const path = join(folder, decodeURIComponent(pathname.replace(/\/$/, "/index.html")));
    try {
      const body = readFileSync(path);
      response.writeHead(200, { "content-type": types[extname(path)] ?? "application/json" });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
}
