import type { CallInput } from "@openapi-packages/runtime/client";
import { member, type MediaType } from "@openapi-packages/description";
import { plainName } from "@openapi-packages/compiler/mock/state/words";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { partType } from "../../../records/call-input.ts";
import { effectOf, pathStateOf } from "../../../records/effects.ts";
import { memberNames } from "../../../schema/members.ts";
import { linksOf, type Link } from "../links.ts";
import { fileType } from "../../../records/file-type.ts";
import { answersType, impliedType } from "./said-types.ts";

/** An operation that takes a file, and one that returns it. */
export interface Transfer {
  readonly upload: VerifiedOperation;
  readonly media: MediaType;
  /** The members of a multipart body that are files; `undefined` if the body is the file. */
  readonly parts: readonly string[] | undefined;
  readonly type: string;
  /** The media types of files that both operations name, of which the first one is `type`; others are not tried. */
  readonly types: readonly string[];
  /** Another type, which no text names, of an upload that takes any; `undefined` if nothing is known of such. */
  readonly impliedType: string | undefined;
  readonly download: VerifiedOperation;
  /** The parameter of the download's path that has the key of the created record; `undefined` for the same path. */
  readonly keyParameter: string | undefined;
  /** The member of the upload's answer that has this key, where the paths do not share a beginning. */
  readonly keyMember: string | undefined;
  /** The links of the upload's answer to the download. */
  readonly links: readonly Link[];
  /** True if these links, or `Location`, alone tell where the file is. */
  readonly isElsewhere: boolean;
}

/** How the place of a download follows from an upload. */
type Way = Pick<Transfer, "keyParameter" | "keyMember" | "links" | "isElsewhere">;

/**
 * Returns the uploads whose file can be read back: by a GET to which a link of the answer or its `Location` leads, of
 * the same path, of the path of the record that the upload creates, or of a path whose one parameter has the name of a
 * member of the upload's answer.
 */
export function transfersOf(api: VerifiedApi): Transfer[] {
  return api.operations.flatMap((upload): Transfer[] => {
    const { method, requestBody } = upload.model;
    if (method !== "PUT" && method !== "POST") return [];
    const media = requestBody?.content.find(
      ({ kind }) => kind === "binary" || kind === "multipart",
    );
    if (media === undefined) return [];
    const parts = media.kind === "multipart" ? filesIn(api, upload, media) : undefined;
    if (parts?.length === 0) return [];
    const [part] = parts ?? [];
    const type = part === undefined ? fileType(media.mediaType) : partType(media, part);
    const links = linksOf(api, upload);
    return api.operations.flatMap((download): Transfer[] => {
      if (download.model.method !== "GET" || !returnsFile(download)) return [];
      const way = wayTo(api, upload, download, links);
      if (way === undefined) return [];
      const types = [type, ...typesOf(upload, media, part).filter((one) => one !== type)].filter(
        (one, index) => index === 0 || answersType(download, one),
      );
      const implied = impliedType(download, allowedTypes(media, part));
      return [{ upload, media, parts, type, types, impliedType: implied, download, ...way }];
    });
  });
}

function wayTo(
  api: VerifiedApi,
  upload: VerifiedOperation,
  download: VerifiedOperation,
  all: readonly Link[],
): Way | undefined {
  const { path } = upload.model;
  const own = download.model.path;
  const links = all.filter(({ target }) => target === download);
  const [, below] = /^\/\{([^}]+)\}[^{]*$/.exec(own.slice(path.length)) ?? [];
  const near = { keyMember: undefined, links, isElsewhere: false };
  if (own === path) return { ...near, keyParameter: undefined };
  if (own.startsWith(`${path}/`) && below !== undefined) return { ...near, keyParameter: below };
  const [keyParameter] = parametersIn(own);
  const keyMember = keyMemberOf(api, upload, download);
  const isElsewhere = keyMember === undefined;
  const isFound = !isElsewhere || links.length > 0 || isLocated(upload, download);
  return isFound ? { keyParameter, keyMember, links, isElsewhere } : undefined;
}

/** True if the `Location` of an upload may lead to a download: that has the upload's collection in its path. */
function isLocated({ model }: VerifiedOperation, download: VerifiedOperation): boolean {
  const collection = lastWord(model.path);
  return (
    collection !== undefined &&
    download.model.path.split("/").includes(collection) &&
    model.responses.some(
      ({ status, headers }) =>
        status === "201" && headers.some(({ name }) => name.toLowerCase() === "location"),
    )
  );
}

/** Returns the last segment of a path that is no parameter. */
const lastWord = (path: string): string | undefined =>
  path.split("/").findLast((one) => one !== "" && !one.startsWith("{"));

const parametersIn = (path: string): string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);

/** Returns the member of an upload's answer that has the name of the one parameter of a download's path. */
function keyMemberOf(
  api: VerifiedApi,
  upload: VerifiedOperation,
  download: VerifiedOperation,
): string | undefined {
  const [name, ...others] = parametersIn(download.model.path);
  const isNew = name !== undefined && !parametersIn(upload.model.path).includes(name);
  if (!isNew || others.length > 0) return undefined;
  const key = keyOfRecord(api, upload, download);
  if (key !== undefined || plainName(name) === "id") return key;
  const success = upload.model.responses.find(({ status }) => status.startsWith("2"));
  const schema = success?.content.find(({ kind }) => kind === "json")?.schema?.json;
  const { document } = api.description.model;
  const members = memberNames(document, schema);
  // `/receipts/{receiptId}/content` names what a POST to `/expenses/{expenseId}/receipts` has made.
  const isOfCollection = download.model.path.startsWith(
    `/${lastWord(upload.model.path) ?? ""}/{${name}}`,
  );
  return (
    members.find((one) => plainName(one) === plainName(name)) ??
    (isOfCollection && upload.model.method === "POST"
      ? members.find((one) => plainName(one) === "id")
      : undefined)
  );
}

/** Returns the key of the record that an upload creates and that the path of a download names; `undefined` if it names another. */
function keyOfRecord(
  api: VerifiedApi,
  upload: VerifiedOperation,
  download: VerifiedOperation,
): string | undefined {
  const created = effectOf(api, upload);
  const named = (effectOf(api, download) ?? pathStateOf(api, download))?.path.at(-1)?.resource;
  if (created?.kind !== "create" || created.at !== "" || created.resource !== named)
    return undefined;
  return api.description.mock.state?.resources[created.resource]?.key;
}

/** Returns the concrete media types that an upload names for its file. */
function typesOf(
  { model }: VerifiedOperation,
  media: MediaType,
  part: string | undefined,
): string[] {
  const named =
    part === undefined
      ? (model.requestBody?.content ?? []).map(({ mediaType }) => mediaType)
      : (allowedTypes(media, part) ?? "").split(",");
  return named.map((one) => one.trim()).filter((one) => /^[^*\s]+\/[^*\s]+$/.test(one));
}

/** Returns the media types of a body, or of a part as its encoding names them. */
function allowedTypes(
  { mediaType, encoding }: MediaType,
  part: string | undefined,
): string | undefined {
  if (part === undefined) return mediaType;
  const allowed = member(member(encoding, part), "contentType");
  return typeof allowed === "string" ? allowed : undefined;
}

function filesIn(
  { description }: VerifiedApi,
  { model }: VerifiedOperation,
  { mediaType }: MediaType,
): readonly string[] {
  return description.exampleInput(model, mediaType)?.files ?? [];
}

/** True if an operation takes a file: as its body, or as a part of it. */
export function takesFile(api: VerifiedApi, operation: VerifiedOperation): boolean {
  const { method, requestBody } = operation.model;
  const isUpload = method === "PUT" || method === "POST";
  return (
    isUpload &&
    requestBody?.content.some(
      (media) =>
        media.kind === "binary" ||
        (media.kind === "multipart" && filesIn(api, operation, media).length > 0),
    ) === true
  );
}

const returnsFile = ({ model }: VerifiedOperation): boolean =>
  model.responses.some(
    ({ status, content }) =>
      status.startsWith("2") && content.some(({ kind }) => kind === "binary"),
  );

/** Names of parameters that have the name of a file. */
const nameParameters = new Set(["file_name", "filename"]);

/** Returns an input with another file. */
export function withFile(
  { upload, parts }: Transfer,
  input: CallInput,
  file: File,
  { description }: VerifiedApi,
): CallInput {
  if (parts === undefined) {
    const named = upload.model.parameters.filter(
      ({ in: location, name, schema }) =>
        location === "query" &&
        nameParameters.has(plainName(name)) &&
        description.holds(schema.json, file.name),
    );
    const query = Object.fromEntries(named.map(({ name }) => [name, file.name]));
    const body = new Blob([file], { type: file.type });
    return { ...input, body, ...(named.length > 0 && { query: { ...input.query, ...query } }) };
  }
  const body = input.body as Readonly<Record<string, unknown>>;
  const [name = "", ...others] = parts;
  const own = Array.isArray(body[name]) ? [file] : file;
  const rest = Object.fromEntries(others.map((one) => [one, body[one]]));
  return { ...input, body: { ...body, ...rest, [name]: own } };
}
