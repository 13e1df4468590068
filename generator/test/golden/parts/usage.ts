/** What must compile, and what must not: the parts of a multipart body are a list, each with the type of its place. */
import { createClient } from "@parts/client";
import { sendBatch } from "@parts/client/default";
import type { Manifest, SendBatchBody, Upload, UploadForm } from "@parts/contract";
import type { SendBatchHandler, WatchChangesHandler } from "@parts/server";

const api = createClient();
const file = new Blob();
const manifest = { title: "Batch" };

export const body: SendBatchBody = [manifest, "<p>", file, file];
export const answer: PromiseLike<readonly Manifest[] | undefined> = api.default.sendBatch({ body });
export const one = sendBatch;

export const upload: UploadForm = [manifest, file];
export const json: Upload = [manifest, "text"];
api.default.replaceUpload({ body: upload, contentType: "multipart/related" });
api.default.replaceUpload({ body: json });

// @ts-expect-error an image is not a text
export const text: SendBatchBody = [manifest, "<p>", "text"];

// @ts-expect-error the second part has to be there
export const short: SendBatchBody = [manifest];

// @ts-expect-error there is no third part
export const long: UploadForm = [manifest, file, file];

export const handler: SendBatchHandler = async ({ body: [{ title }, html, ...images] }) => ({
  status: 200,
  body: [{ title: `${title} ${html.length} ${images.map((image) => image.size).join()}` }],
});

export async function titles(): Promise<string[]> {
  const found: string[] = [];
  for await (const change of api.default.watchChanges())
    found.push(change instanceof Blob ? change.type : change.title);
  return found;
}

export const watch: WatchChangesHandler = async () => ({
  status: 200,
  body: (async function* changes() {
    yield manifest;
    yield file;
  })(),
});
