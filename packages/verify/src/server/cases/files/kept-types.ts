import { isObject } from "@openapi-packages/description";
import { mediaTypeEssence } from "@openapi-packages/runtime";
import { plainName } from "@openapi-packages/compiler/mock/state/words";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { sentencesOf } from "../../../description/said.ts";
import { headerOf } from "../../../wire/wire-request.ts";
import { hasBytesOf, type FileSender, type Sent } from "./file-sender.ts";

const ofUpload =
  /\b(?:content|media|mime)[- ]?type\b.{0,40}?\b(?:(?:of|at|with|from|in) (?:the |its |an? )?(?:upload|uploaded (?:file|content)|original(?: file)?)\b|(?:was|were) (?:uploaded|sent)\b)|\boriginal (?:content|media|mime)[- ]?type\b/i;

/** Words of sentences about other types, or about a condition. */
const otherwise =
  /\b(?:no|not|never|without|unless|except|regardless|whatever|ignor\w*|always|may|might|can|could|must|if|where|when|detect\w*|deriv\w*|convert\w*|depend\w*|limit\w*|checked)\b/i;

/** True if a sentence of a download says that a file has the media type with which it was uploaded. */
export function keepsType({ model }: VerifiedOperation): boolean {
  const success = model.responses.find(({ status }) => status === "200");
  const header = success?.headers.find(({ name }) => name.toLowerCase() === "content-type");
  const texts = [model.summary, model.description, success?.description, header?.description];
  return sentencesOf(...texts).some((one) => ofUpload.test(one) && !otherwise.test(one));
}

/** True if a download may answer a media type: by its name, or, if a sentence says that types are kept, by a range such as `image/*`. */
export function answersType(operation: VerifiedOperation, type: string): boolean {
  const { responses } = operation.model;
  const ranges = [type, ...(keepsType(operation) ? [type.replace(/\/.*/, "/*"), "*/*"] : [])];
  return responses.some(
    ({ status, content }) =>
      status.startsWith("2") && content.some(({ mediaType }) => ranges.includes(mediaType)),
  );
}

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
