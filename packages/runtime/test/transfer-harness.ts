import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createClientCore,
  describedBody,
  type ClientOperation,
  type ClientOptions,
} from "../src/client/index.ts";
import { jsonResponse } from "../src/index.ts";
import * as fixture from "./fixture.ts";
import { listen } from "./socket-server.ts";

export const size = 5 * 1024 * 1024;
export const bytes = new Uint8Array(size).map((_, index) => index % 251);

export const upload: ClientOperation = {
  operationId: "Upload",
  method: "PUT",
  path: "/file",
  requestBody: { content: [{ mediaType: "application/octet-stream" }] },
  responses: { 200: jsonResponse },
  writeBody: describedBody,
};

export const download: ClientOperation = {
  operationId: "Download",
  method: "GET",
  path: "/file",
  responses: { 200: { content: [{ mediaType: "application/octet-stream" }] } },
};

export interface Received {
  length: number;
  isSame: boolean;
  announced: string | null;
}

export async function receive(request: IncomingMessage): Promise<Received> {
  let length = 0;
  let isSame = true;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    isSame &&= Buffer.compare(chunk, bytes.subarray(length, length + chunk.length)) === 0;
    length += chunk.length;
  }
  return { length, isSame, announced: request.headers["content-length"] ?? null };
}

/** A server that says what it has received. */
export const uploadServer = () =>
  listen((request, response) => {
    const answer = (received: Received): unknown =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(received));
    receive(request).then(answer, () => response.destroy());
  });

export const coreOf = (baseUrl: string, options: ClientOptions = {}) =>
  createClientCore(fixture.api, { baseUrl, retries: 0, ...options });

export async function* pieces(
  state = { isLeft: false },
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (let at = 0; at < size; at += 65536) yield bytes.subarray(at, at + 65536);
  } finally {
    state.isLeft = true;
  }
}

/** A file with all the bytes, for the time of a test. */
export async function bigFile() {
  const folder = await mkdtemp(join(tmpdir(), "upload-"));
  const path = join(folder, "big.bin");
  await writeFile(path, bytes);
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
