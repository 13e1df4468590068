import type { CallInput } from "@openapi-packages/runtime/client";
import type { ExampleInput } from "@openapi-packages/compiler";
import { isObject, type JsonObject } from "@openapi-packages/description";

/** Converts a JSON input for the client: files become blobs. */
export function callInput({ input, body: media, files }: ExampleInput): CallInput {
  const { body, ...parameters } = input as JsonObject & { readonly body?: unknown };
  if (body === undefined || media === undefined) return parameters as CallInput;
  const contentType = media.mediaType.includes("*") ? undefined : media.mediaType;
  if (media.kind === "binary") {
    const type = contentType ?? "application/octet-stream";
    const blob = new Blob([String(body)], { type });
    return { ...parameters, body: blob, ...(contentType && { contentType }) } as CallInput;
  }
  const withFiles =
    files.length > 0 && isObject(body)
      ? { ...body, ...Object.fromEntries(files.map((name) => [name, fileOf(body[name])])) }
      : body;
  return { ...parameters, body: withFiles, ...(contentType && { contentType }) } as CallInput;
}

function fileOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fileOf);
  return new File([String(value)], "example.txt", { type: "application/octet-stream" });
}
