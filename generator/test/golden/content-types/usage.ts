/** What must compile, and what must not: the media type of a body tells its type. */
import { createClient } from "@content-types/client";
import type { CreateDocumentInput, PatchDocumentInput } from "@content-types/contract";
import {
  partial,
  withStreamedBody,
  type CreateDocumentHandler,
  type PatchDocumentHandler,
  type ReplaceDocumentHandler,
} from "@content-types/server";

const api = createClient();

api.default.createDocument({ body: { title: "Guide" } });
api.default.createDocument({ body: { title: "Guide" }, contentType: "application/json" });
api.default.createDocument({ body: new Blob(), contentType: "application/octet-stream" });
api.default.createDocument({ body: "text", contentType: "text/plain" });
api.default.createDocument({ body: { file: new Blob() }, contentType: "multipart/form-data" });

// @ts-expect-error a file is no document
api.default.createDocument({ body: new Blob() });

// @ts-expect-error a document is not a file
api.default.createDocument({ body: { title: "Guide" }, contentType: "application/octet-stream" });

// @ts-expect-error no such media type
api.default.createDocument({ body: "text", contentType: "text/markdown" });

/** A range takes any media type in it. */
api.default.replaceDocument({ body: new Blob(), contentType: "image/png" });

// @ts-expect-error a text is no image
api.default.replaceDocument({ body: new Blob(), contentType: "text/plain" });

/** Parameters stand beside the choice. */
export const patch: PatchDocumentInput = {
  query: { dry: true },
  body: { title: "Guide" },
  contentType: "application/merge-patch+json",
};

/** The answer's media type can be asked for, and tells the answer's type. */
export async function read(input: CreateDocumentInput): Promise<string | Blob> {
  const answer = await api.default.createDocument(input, { accept: "text/csv" }).result();
  // @ts-expect-error no such media type
  api.default.createDocument(input, { accept: "text/html" });
  if (answer.contentType === "text/csv") return answer.body;
  if (answer.contentType === "image/png") return answer.body;
  if (answer.status === 201) return answer.body.title;
  throw new Error(String(answer.body));
}

/** Calls ask for JSON, unless they say otherwise. */
export async function text(input: CreateDocumentInput): Promise<string> {
  const csv: string = await api.default.createDocument(input, { accept: "text/csv", timeout: 1 });
  const document = await api.default.createDocument(input, { timeout: 1 });
  // @ts-expect-error a document is not a text
  const wrong: string = await api.default.createDocument(input);
  return csv + document.title + wrong;
}

/** A handler tells bodies apart in the same way. */
export const create: CreateDocumentHandler = async (input) => {
  switch (input.contentType) {
    case "text/plain":
      return { status: 201, contentType: "text/csv", body: input.body.trim() };
    case "application/octet-stream":
      return { status: 201, contentType: "text/csv", body: await input.body.text() };
    case "multipart/form-data":
      return { status: 201, contentType: "image/png", body: input.body.file };
    default:
      return { status: 201, contentType: "application/vnd.document+json", body: input.body };
  }
};

// @ts-expect-error which of the media types it is has to be said
export const untold: CreateDocumentHandler = () => ({ status: 201, body: { title: "Guide" } });

export const patchHandler: PatchDocumentHandler = ({ query, body, contentType }) => {
  if (contentType === "application/json" && query?.dry) console.log(body);
  return { status: 204 };
};

/** A body of bytes can be taken as it arrives; the others stay as they are. */
export const createStreamed: CreateDocumentHandler = withStreamedBody(async (input) => {
  if (input.contentType === "text/plain")
    return { status: 201, contentType: "text/csv", body: input.body.trim() };
  let length = 0;
  if (input.contentType === "application/octet-stream")
    for await (const piece of input.body) length += piece.length;
  return { status: 201, contentType: "text/csv", body: String(length) };
});

export const replaceStreamed: ReplaceDocumentHandler = withStreamedBody(async ({ body }) => {
  // @ts-expect-error it is no Blob then
  await body?.text();
  return { status: 200, body: { title: "Guide" } };
});

// @ts-expect-error no such status
export const answered: ReplaceDocumentHandler = withStreamedBody(async () => ({ status: 201 }));

export const handlers = partial({ default: { createDocument: create } });
