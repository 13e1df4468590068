import type { CallInput } from "@openapi-packages/runtime/client";
import type { ExampleInput } from "@openapi-packages/compiler";
import { isObject, member, type JsonObject, type MediaType } from "@openapi-packages/description";
import { beginningOf, fileName, fileType } from "./file-type.ts";

/** Converts a JSON input for the client: files become blobs. */
export function callInput({ input, body: media, files }: ExampleInput): CallInput {
  const { body, ...parameters } = input as JsonObject & { readonly body?: unknown };
  if (body === undefined || media === undefined) return parameters as CallInput;
  const contentType = media.mediaType.includes("*") ? undefined : media.mediaType;
  if (media.kind === "binary") {
    const type = contentType ?? fileType(media.mediaType);
    const blob = new Blob(contentOf(body, type), { type });
    return { ...parameters, body: blob, ...(contentType && { contentType }) } as CallInput;
  }
  const withFiles =
    files.length > 0 && isObject(body)
      ? {
          ...body,
          ...Object.fromEntries(
            files.map((name) => [name, fileOf(body[name], partType(media, name))]),
          ),
        }
      : body;
  return { ...parameters, body: withFiles, ...(contentType && { contentType }) } as CallInput;
}

/** Returns the media type of a part that is a file (Encoding Object, `contentType`). */
export function partType({ encoding }: MediaType, name: string): string {
  const allowed = member(member(encoding, name), "contentType");
  return fileType(typeof allowed === "string" ? allowed : undefined);
}

function fileOf(value: unknown, type: string): unknown {
  if (Array.isArray(value)) return value.map((one) => fileOf(one, type));
  return new File(contentOf(value, type), fileName("example", type), { type });
}

/** Services recognise files by their first bytes. */
const contentOf = (text: unknown, type: string): [Uint8Array<ArrayBuffer>, string] => [
  new Uint8Array(beginningOf(type)),
  String(text),
];
