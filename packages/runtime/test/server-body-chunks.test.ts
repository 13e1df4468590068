import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { serve as serveHono } from "@hono/node-server";
import fastify from "fastify";
import { expect, test } from "vitest";
import { toExpress } from "../src/server/express.ts";
import { toFastify } from "../src/server/fastify.ts";
import { toFetch } from "../src/server/index.ts";
import { toNodeListener } from "../src/server/node.ts";
import { express } from "./adapters.ts";
import * as fixture from "./fixture.ts";
import { echo, serve } from "./server-harness.ts";
import { dial } from "./upload-client.ts";

const run = promisify(execFile);

test("a body in chunks of one byte takes the memory of a body", async () => {
  const program = join(import.meta.dirname, "small-chunks.ts");
  const given = ["--max-old-space-size=48", "--max-semi-space-size=1", program];
  await expect(run(process.execPath, given)).resolves.toMatchObject({ stderr: "" });
});

test("a body that stops is answered 408 behind each adapter", async () => {
  const core = () => serve([echo(fixture.sendFile)], { bodyTimeout: 50 });
  const app = express();
  app.use("/", toExpress(core()));
  const plugged = fastify();
  plugged.register(toFastify(core()), { prefix: "/" });
  await plugged.ready();
  const answer = toFetch(core());
  const hono = serveHono({ fetch: (request) => answer(request), port: 0, hostname: "127.0.0.1" });
  const plain = createServer(toNodeListener(core()));
  for (const http of [plain, createServer(app), plugged.server, hono as typeof plain]) {
    if (http !== hono) http.listen(0, "127.0.0.1");
    if (!http.listening) await once(http, "listening");
    for (const type of ["application/json", "multipart/form-data; boundary=a", "text/plain"]) {
      const line = dial((http.address() as AddressInfo).port);
      line.socket.write(`PUT /file HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\n`);
      line.socket.write("content-length: 100\r\n\r\n--a");
      expect(await line.answer()).toMatch(/^HTTP\/1.1 408 /);
      line.socket.destroy();
    }
    http.closeAllConnections();
    http.close();
  }
});
