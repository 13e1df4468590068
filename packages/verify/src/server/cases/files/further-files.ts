import { headerOf } from "../../../wire/wire-request.ts";
import { isDone } from "../flows/flow.ts";
import { begunFile, distinctFiles } from "./contents.ts";
import { judgeRecord } from "./file-record.ts";
import { hasBytesOf, type FileSender, type Known, type Sent } from "./file-sender.ts";
import { judgeType } from "./kept-types.ts";

/** Uploads distinct files at once: each keeps its own bytes. Six requests, and those for their records. */
export async function verifyAtOnce(sender: FileSender): Promise<void> {
  const { probe, transfer } = sender;
  const files = distinctFiles(transfer.type);
  const inputs = [];
  for (const file of files) {
    const input = await sender.inputWith(file);
    if (input === undefined) return;
    inputs.push({ file, input });
  }
  // One path for all has the file that came last.
  const isOnePath = transfer.keyParameter === undefined;
  const paths = new Set(inputs.map(({ input }) => JSON.stringify(input.path ?? {})));
  if (isOnePath && paths.size < inputs.length) return;
  const uploads = await Promise.all(
    inputs.map(async ({ file, input }) => ({
      file,
      input,
      upload: await probe.call(transfer.upload, input),
    })),
  );
  const full = uploads.find(({ upload }) => upload.response?.status === 409);
  if (full !== undefined && sender.renewParent(full.upload)) return verifyAtOnce(sender);
  for (const { file, input, upload } of uploads) {
    if (!isDone(upload)) continue;
    const download = await sender.read(input, upload);
    if (download?.response?.status !== 200 || (await hasBytesOf(download, file))) continue;
    const message = `a file that was uploaded together with ${files.length - 1} others has not the bytes that were sent`;
    const problem = {
      check: "concurrent-calls",
      message,
      pointer: transfer.upload.model.pointer,
    } as const;
    probe.report(problem, transfer.upload, [...uploads.map((one) => one.upload), download]);
    return;
  }
}

/** Replaces a file by one of the same length, whose entity tag has to be another one. Two requests. */
export async function replaceByEqualLength(sender: FileSender, { input }: Sent): Promise<void> {
  const { probe, transfer } = sender;
  if (transfer.upload.model.method !== "PUT") return;
  const [file] = distinctFiles(transfer.type);
  if (file === undefined) return;
  // The probe compares the tags of all answers to the same request.
  for (const own of [file, ...distinctFiles(transfer.type).slice(1, 2)]) {
    const current = await probe.records.withCurrentTag(
      transfer.upload,
      sender.withFile(input, own),
    );
    await sender.sendInput(current);
  }
}

/** True if bytes are those of a file but for the CR LF at the ends of its lines. */
async function hasOtherLineEnds(shown: Uint8Array, file: File): Promise<boolean> {
  const sent = Buffer.from(await file.arrayBuffer()).toString("latin1");
  const own = Buffer.from(shown).toString("latin1");
  return ["\n", "\r", "\r\r\n"].some((end) => own === sent.replaceAll("\r\n", end));
}

/** Uploads a file of each other type: it comes back as what it was sent. Two requests for a type, of at most two. */
export async function verifyTypes(sender: FileSender, known: Known): Promise<void> {
  const { probe, transfer } = sender;
  const { download, types, parts, impliedType = [] } = transfer;
  for (const type of types.slice(1, 3).concat(impliedType)) {
    const file = begunFile(type);
    const contentType = parts === undefined ? { contentType: type } : {};
    const sent = await sender.send(file, (input) => ({ ...input, ...contentType }));
    if (sent === undefined) return;
    const isNamed = types.includes(type);
    if (isDone(sent.upload) && isNamed) await judgeRecord(sender, known, sent, file);
    const { response } = sent.download ?? {};
    if (sent.download === undefined || response?.status !== 200) continue;
    const shown = headerOf(response.headers, "content-type")?.split(";")[0]?.trim().toLowerCase();
    // A service may convert files, or know none of their types.
    const isSame = await hasBytesOf(sent.download, file);
    if (!isSame && (await hasOtherLineEnds(response.body, file))) {
      const message = `a file of the type ${type} comes back with other line ends than it was sent with`;
      const { pointer } = download.model;
      const problem = { check: "shows-what-was-sent", message, pointer } as const;
      probe.report(problem, download, [sent.upload, sent.download]);
    }
    await judgeType(sender, sent, file);
    const isOther = shown !== undefined && shown !== type && types.includes(shown);
    if (!isSame || !isNamed || !isOther) continue;
    const message = `a file of the type ${type} comes back with the same bytes as ${shown}`;
    const problem = { check: "content-type", message, pointer: download.model.pointer } as const;
    probe.report(problem, download, [sent.upload, sent.download]);
  }
}
