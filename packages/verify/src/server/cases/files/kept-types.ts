import { isObject } from "@openapi-packages/description";
import { mediaTypeEssence } from "@openapi-packages/runtime";
import { plainName } from "@openapi-packages/compiler/mock/state/words";
import { headerOf } from "../../../wire/wire-request.ts";
import { hasBytesOf, type FileSender, type Sent } from "./file-sender.ts";
import { answersType, keepsType } from "./said-types.ts";

/** The names of members with the media type of a file. */
const typeMembers = ["content_type", "media_type", "mime_type"];

/**
 * Reports a file that comes back with the bytes, and not with the media type, with which it was sent: where the answer to
 * the upload shows that type and the download names it, or a sentence says that it is kept. A service that detects types
 * shows another one. No request.
 */
export async function judgeType(
  { probe, transfer }: FileSender,
  { upload, download }: Sent,
  file: File,
): Promise<void> {
  const { download: operation, parts } = transfer;
  const { response } = download ?? {};
  const shown = mediaTypeEssence(headerOf(response?.headers ?? [], "content-type"));
  const isFile =
    response?.status === 200 && shown !== undefined && (await hasBytesOf(download, file));
  if (download === undefined || !isFile) return;
  const named = headerOf(upload.request.headers, "content-type");
  const sent = mediaTypeEssence(parts === undefined ? named : file.type);
  const recorded = recordedType(upload.value);
  const isKnown = recorded === sent || (recorded === undefined && keepsType(operation));
  // For the generic type a service may find a better one.
  if (sent === undefined || sent === "application/octet-stream" || shown === sent) return;
  if (!isKnown || !answersType(operation, sent)) return;
  const message = `a file of the type ${sent} comes back with the same bytes as ${shown}`;
  const problem = { check: "content-type", message, pointer: operation.model.pointer } as const;
  probe.report(problem, operation, [upload, download]);
}

/** Returns the media type that a record of a file shows; `undefined` if it shows none. */
function recordedType(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const name = Object.keys(value).find((one) => typeMembers.includes(plainName(one)));
  const shown = name === undefined ? undefined : value[name];
  return typeof shown === "string" ? mediaTypeEssence(shown) : undefined;
}
