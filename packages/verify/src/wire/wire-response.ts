import type { HttpResponse } from "@openapi-packages/runtime/server";
import type { HeaderField, WireResponse } from "./wire-request.ts";

/** Converts an answer of the runtime's server core. */
export async function wireResponse({ status, headers, body }: HttpResponse): Promise<WireResponse> {
  const fields = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): HeaderField => [name, value]),
  );
  return { status, headers: fields, body: await bytesOf(body), isWhole: true };
}

async function bytesOf(body: HttpResponse["body"]): Promise<Uint8Array> {
  if (body === undefined) return new Uint8Array();
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body)
    chunks.push(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
  return new Uint8Array(Buffer.concat(chunks));
}
