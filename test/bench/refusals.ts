/**
 * Uploads 30 MB to routes that refuse them and prints how many of the refusals each client lost:
 * `npm run bench:refusals -- [uploads] [--write]`, 100 uploads by default. The server is a process of its own, so that the
 * clients do not share its event loop; a client that is not installed is skipped, with a line.
 */
import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { createServerCore } from "../../packages/runtime/src/server/index.ts";
import { toNodeListener } from "../../packages/runtime/src/server/node.ts";
import { writeFigures } from "../../scripts/figures/write-figures.ts";
import { formatTable } from "./table.ts";

const run = promisify(execFile);
const size = 30_000_000;

/** A refusal: the request that gets it. */
interface Refusal {
  readonly status: number;
  readonly path: string;
  readonly contentType: string;
}

const refusals: readonly Refusal[] = [
  { status: 404, path: "/nothing", contentType: "application/octet-stream" },
  { status: 413, path: "/files", contentType: "application/octet-stream" },
  { status: 415, path: "/files", contentType: "text/html" },
];

/** Uploads a file once and resolves to the status; rejects if there was no answer. */
type Upload = (url: string, contentType: string, file: string) => Promise<number>;

const python = `
import http.client, sys
host, path, kind = sys.argv[1], sys.argv[2], sys.argv[3]
connection = http.client.HTTPConnection(host)
connection.request("POST", path, body=b"x" * ${size}, headers={"Content-Type": kind})
print(connection.getresponse().status)
`;

const clients: { readonly [name: string]: { readonly command?: string; readonly upload: Upload } } =
  {
    "Python http.client": {
      command: "python3",
      upload: (url, contentType) => {
        const { host, pathname } = new URL(url);
        return statusOf("python3", ["-c", python, host, pathname, contentType]);
      },
    },
    "Node fetch": {
      async upload(url, contentType) {
        const body = Buffer.alloc(size, "x");
        const headers = { "content-type": contentType };
        const response = await fetch(url, { method: "POST", headers, body });
        await response.arrayBuffer();
        return response.status;
      },
    },
    curl: {
      command: "curl",
      upload: (url, contentType, file) =>
        statusOf("curl", [
          "-sS",
          "-w",
          "%{http_code}",
          "-o",
          devNull,
          "-T",
          file,
          "-H",
          `content-type: ${contentType}`,
          url,
        ]),
    },
  };

if (process.send === undefined) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { write: { type: "boolean", default: false } },
  });
  await measure(Number(positionals[0] ?? 100), values.write);
} else await serve();

async function serve(): Promise<void> {
  const operation = {
    operationId: "Upload",
    method: "POST",
    path: "/files",
    requestBody: { required: true as const, content: [{ mediaType: "application/octet-stream" }] },
    responses: { 204: {} },
  };
  const put = { ...operation, operationId: "UploadByPut", method: "PUT" };
  const routes = [operation, put].map((one) => ({
    operation: one,
    validators: {},
    handler: () => ({ status: 204 }),
  }));
  const server = createServerCore({ securitySchemes: {}, servers: [] }, routes);
  const http = createServer(toNodeListener(server)).listen(0, "127.0.0.1");
  await once(http, "listening");
  process.send?.((http.address() as AddressInfo).port);
  await once(process, "disconnect");
  http.closeAllConnections();
  http.close();
}

async function measure(uploads: number, write: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "refusals-"));
  const file = join(folder, "upload");
  await writeFile(file, Buffer.alloc(size, "x"));
  const server = fork(import.meta.filename);
  const [port] = (await once(server, "message")) as [number];
  const rows: string[][] = [];
  const skipped: string[] = [];
  for (const [name, { command, upload }] of Object.entries(clients)) {
    if (command !== undefined && !(await isInstalled(command))) {
      skipped.push(`${name}, since ${command} is not installed`);
      console.log(`SKIPPED ${name}: ${command} is not installed`);
      continue;
    }
    const lost: string[] = [];
    for (const { status, path, contentType } of refusals) {
      let count = 0;
      for (let index = 0; index < uploads; index += 1) {
        const url = `http://127.0.0.1:${port}${path}`;
        const answered = await upload(url, contentType, file).catch(() => undefined);
        if (answered !== status) count += 1;
      }
      lost.push(`${count} of ${uploads}`);
    }
    rows.push([name, ...lost]);
  }
  server.disconnect();
  await rm(folder, { recursive: true });
  const table = formatTable(["refusals lost", ...refusals.map((one) => `${one.status}`)], rows);
  console.log(table);
  if (!write) return;
  await writeFigures(
    "refusals",
    { "docs/figures.md": table },
    {
      reading: undefined,
      measured: `uploads of ${size / 1e6} MB over HTTP/1.1 whose refusal the client did not get`,
      runs: `${uploads} uploads of each kind`,
      peers: [],
      leftOut: skipped.length === 0 ? "nothing" : skipped.join(", "),
    },
  );
}

/** The status that a command prints; a command that fails has no answer. */
async function statusOf(command: string, args: readonly string[]): Promise<number> {
  return Number((await run(command, args)).stdout);
}

async function isInstalled(command: string): Promise<boolean> {
  return run(command, ["--version"]).then(
    () => true,
    () => false,
  );
}
