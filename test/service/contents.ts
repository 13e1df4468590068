import type { HttpRequest, HttpResponse } from "@openapi-packages/runtime/server";
import type { Store } from "./handlers/store.ts";

/** The maximum size of an asset in bytes. */
const maxContents = 1024 * 1024;

/** Handles requests to signed URLs, which upload and download the contents of assets. */
export async function answerContents(store: Store, request: HttpRequest): Promise<HttpResponse> {
  const location = store.signedUrls.read(request.method, request.url);
  if (location === undefined) return errorResponse(403, "Forbidden");
  const asset = store.buckets.get(location.bucketId)?.get(location.name);
  if (asset === undefined) return errorResponse(404, "NotFound");
  if (request.method === "PUT") {
    const bytes = await readBytes(request.body);
    if (bytes === undefined) return errorResponse(413, "PayloadTooLarge");
    const updated_at = store.clock.now().toISOString();
    asset.record = { ...asset.record, size: bytes.length, updated_at };
    asset.bytes = bytes;
    return { status: 204, headers: {} };
  }
  if (asset.bytes === undefined) return errorResponse(404, "NotFound");
  const headers = { "content-type": "application/octet-stream" };
  return { status: 200, headers, body: asset.bytes };
}

async function readBytes(
  body: HttpRequest["body"] = new Uint8Array(),
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    length += chunk.length;
    if (length > maxContents) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function errorResponse(status: number, type: string): HttpResponse {
  const headers = { "content-type": "application/json" };
  return { status, headers, body: JSON.stringify({ type }) };
}
