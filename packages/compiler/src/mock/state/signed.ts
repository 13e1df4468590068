import { nounSegment, pathParameters, type OperationView, type Segment } from "./operation-view.ts";
import type { ResourceDraft } from "./resource-draft.ts";
import { isRecord, type Shape, type Shapes } from "./shapes.ts";
import { plainName, wordList, wordsOf } from "./words.ts";

/** An operation that answers a signed URL. */
export interface Signed {
  readonly draft: ResourceDraft;
  /** The record's own path. */
  readonly item: readonly Segment[];
  readonly url: string;
  readonly method?: string;
  readonly size?: string;
  readonly contents?: string;
}

/** Names of members with a URL to upload to or to download from. */
const addresses = new Set(
  wordList("signed_url presigned_url upload_url download_url signed_uri upload_uri"),
);

const plainAddresses = new Set(["url", "uri", "href", "location"]);

/** Words of a path that say that a plain `url` in its answer is a signed one. */
const signing = new Set(
  wordList("url urls upload uploads download downloads sign signed presign presigned"),
);

const sizes = new Set(["size", "bytes", "byte_size", "size_bytes", "file_size", "content_length"]);

const contents = new Set(["contents", "content", "data", "body"]);

/** The most members that an answer about a signed URL has. */
const mostMembers = 8;

/**
 * Finds the resource that an operation signs URLs for: its answer has such a URL, and its path has the
 * parameters of a record's own path.
 */
export function signedBy(
  view: OperationView,
  drafts: readonly ResourceDraft[],
  shapes: Shapes,
): Signed | undefined {
  const { answer, operation, segments, request } = view;
  if (operation.method !== "POST" && operation.method !== "GET") return undefined;
  if (answer === undefined || !isRecord(answer) || answer.properties.size > mostMembers)
    return undefined;
  const isSigning = wordsOf(nounSegment(segments)).some((word) => signing.has(word));
  const url = memberIn(
    answer,
    shapes,
    "string",
    (name) => addresses.has(name) || (isSigning && plainAddresses.has(name)),
  );
  if (url === undefined) return undefined;
  const parameters = sortedParameters(segments);
  if (parameters === "") return undefined;
  for (const draft of drafts) {
    const item = [...draft.items.values()].find((path) => sortedParameters(path) === parameters);
    if (item !== undefined) return { draft, item, url, ...rolesOf(draft.shape, request, shapes) };
  }
  return undefined;
}

const sortedParameters = (segments: readonly Segment[]): string =>
  pathParameters(segments).toSorted().join("\n");

function rolesOf(
  record: Shape,
  request: Shape | undefined,
  shapes: Shapes,
): Pick<Signed, "method" | "size" | "contents"> {
  const method = [...(request?.properties ?? [])].find(([, schema]) =>
    shapes.of(schema).values?.some((value) => /^(get|put)$/i.test(String(value))),
  )?.[0];
  const size = memberIn(record, shapes, "number", (name) => sizes.has(name));
  const content = [...record.properties.keys()].find((name) => contents.has(plainName(name)));
  return {
    ...(method === undefined ? {} : { method }),
    ...(size === undefined ? {} : { size }),
    ...(content === undefined ? {} : { contents: content }),
  };
}

function memberIn(
  { properties }: Shape,
  shapes: Shapes,
  type: "string" | "number",
  isIt: (name: string) => boolean,
): string | undefined {
  return [...properties].find(([name, schema]) => {
    const { types } = shapes.of(schema);
    const isOfType = types.has(type) || (type === "number" && types.has("integer"));
    return isOfType && isIt(plainName(name));
  })?.[0];
}
