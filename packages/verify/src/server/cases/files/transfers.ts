import type { CallInput } from "@openapi-packages/runtime/client";
import type { MediaType } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { partType } from "../../../records/call-input.ts";
import { fileType } from "../../../records/file-type.ts";

/** An operation that takes a file, and one that returns it. */
export interface Transfer {
  readonly upload: VerifiedOperation;
  readonly media: MediaType;
  /** The members of a multipart body that are files; `undefined` if the body is the file. */
  readonly parts: readonly string[] | undefined;
  readonly type: string;
  readonly download: VerifiedOperation;
  /** The parameter of the download's path that has the key of the created record; `undefined` for the same path. */
  readonly keyParameter: string | undefined;
}

/**
 * Returns the uploads whose file can be read back: by a GET of the same path, or of the path of the record that
 * the upload creates.
 */
export function transfersOf(api: VerifiedApi): Transfer[] {
  return api.operations.flatMap((upload): Transfer[] => {
    const { method, path, requestBody } = upload.model;
    if (method !== "PUT" && method !== "POST") return [];
    const media = requestBody?.content.find(
      ({ kind }) => kind === "binary" || kind === "multipart",
    );
    if (media === undefined) return [];
    const parts = media.kind === "multipart" ? filesIn(api, upload, media) : undefined;
    if (parts?.length === 0) return [];
    const [part] = parts ?? [];
    const type = part === undefined ? fileType(media.mediaType) : partType(media, part);
    return api.operations.flatMap((download): Transfer[] => {
      if (download.model.method !== "GET" || !returnsFile(download)) return [];
      const own = download.model.path;
      const [, keyParameter] = /^\/\{([^}]+)\}[^{]*$/.exec(own.slice(path.length)) ?? [];
      const isBelow = own.startsWith(`${path}/`) && keyParameter !== undefined;
      if (own !== path && !isBelow) return [];
      return [{ upload, media, parts, type, download, keyParameter }];
    });
  });
}

function filesIn(
  { description }: VerifiedApi,
  { model }: VerifiedOperation,
  { mediaType }: MediaType,
): readonly string[] {
  return description.exampleInput(model, mediaType)?.files ?? [];
}

const returnsFile = ({ model }: VerifiedOperation): boolean =>
  model.responses.some(
    ({ status, content }) =>
      status.startsWith("2") && content.some(({ kind }) => kind === "binary"),
  );

/** Returns an input with another file. */
export function withFile({ parts }: Transfer, input: CallInput, file: File): CallInput {
  if (parts === undefined) return { ...input, body: new Blob([file], { type: file.type }) };
  const body = input.body as Readonly<Record<string, unknown>>;
  const [name = "", ...others] = parts;
  const own = Array.isArray(body[name]) ? [file] : file;
  const rest = Object.fromEntries(others.map((one) => [one, body[one]]));
  return { ...input, body: { ...body, ...rest, [name]: own } };
}
