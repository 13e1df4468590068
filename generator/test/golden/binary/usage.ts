/** What must compile, and what must not: raw binary is a Blob, and encoded binary a text. */
import { createClient } from "@binary/client";
import type { CreateFormBody, Shared, SharedForm } from "@binary/contract";
import { withStreamedBody, type CreateFormHandler } from "@binary/server";

const api = createClient();
const file = new Blob();

export const body: CreateFormBody = {
  picture: file,
  untyped: file,
  scan: file,
  files: [file],
  perhaps: null,
  encoded: "AAEC",
  about: { title: "Bytes", inside: "text" },
};

export const form: SharedForm = { file, about: { inside: "text" } };

export const json: Shared = { file: "text" };

/** A form has files where JSON has texts. */
export const table: PromiseLike<Blob> = api.default.createForm({ body });
export const shared: PromiseLike<Shared> = api.default.replaceShared({ body: form });

// @ts-expect-error raw binary is not a text
api.default.createForm({ body: { picture: "text" } });

// @ts-expect-error encoded binary is not a file
api.default.createForm({ body: { picture: file, encoded: file } });

// @ts-expect-error a file cannot be in JSON
export const inJson: Shared = { file };

export const handler: CreateFormHandler = async ({ body: { picture } }) => ({
  status: 200,
  body: picture,
});

// @ts-expect-error a form has parts, and is not a stream of bytes
export const streamed: CreateFormHandler = withStreamedBody(async () => ({
  status: 200,
  body: file,
}));
