import { decodeText, parseMultipart, tooLarge, type Part } from "./bodies.ts";
import { attachmentView, candidateOf, forgetLists } from "./candidates.ts";
import { fault } from "./faults.ts";
import { attachments, attachmentsOf, newId, now } from "./store.ts";
import { BASE, conflict, notFound, type Attachment, type Context, type Route } from "./types.ts";
import { Checker } from "./validate.ts";

const FILE_LIMIT = 200 * 1024;
const TYPES = ["application/pdf", "text/plain", "image/png"];
const KINDS = ["resume", "cover_letter", "other"];

const upload = (ctx: Context) => {
  const candidate = candidateOf(ctx);
  const parts = parseMultipart(ctx.contentType, ctx.raw);
  const c = new Checker();
  const single = (name: string): Part | undefined => {
    const found = parts.filter((p) => p.name === name);
    if (found.length > 1) c.add(name, "must be given once");
    return found[0];
  };
  const field = (name: string): string | undefined => {
    const part = single(name);
    if (!part) return undefined;
    const text = decodeText(part.data, true);
    if (text === null) c.add(name, "is not UTF-8");
    return text ?? "";
  };
  const file = single("file");
  if (file && file.data.length > FILE_LIMIT) throw tooLarge("The file is larger than 200 KiB");
  if (!file) c.add("file", "is required");
  else if (file.fileName === null) c.add("file", "must have a file name");
  else {
    c.text(file.fileName, "file", 1, 255);
    c.oneOf(file.contentType, "file", TYPES);
    if (file.data.length === 0) c.add("file", "must not be empty");
  }
  const [kind, label] = [field("kind"), field("label")];
  if (kind !== undefined) c.oneOf(kind, "kind", KINDS);
  if (label !== undefined) c.text(label, "label", 1, 80);
  c.done();
  if (attachmentsOf(candidate.id).length >= 10)
    throw conflict("too_many_attachments", "A candidate has at most 10 attachments");
  const bytes = fault("upload-bytes-as-text")
    ? Buffer.from(file!.data.toString("utf8"))
    : Buffer.from(file!.data);
  const attachment: Attachment = {
    id: newId("att"),
    candidateId: candidate.id,
    fileName: file!.fileName!,
    contentType: file!.contentType,
    size: bytes.length,
    kind: kind ?? "resume",
    label: label ?? null,
    uploadedAt: now(),
    bytes,
  };
  attachments.set(attachment.id, attachment);
  forgetLists();
  const Location = `${BASE}/candidates/${candidate.id}/attachments/${attachment.id}`;
  return { status: 201, headers: { Location }, json: { data: attachmentView(attachment) } };
};

const disposition = (name: string): string => {
  const plain = Array.from(name, (c) =>
    /^[\x20-\x7e]$/.test(c) && !/["\\%]/.test(c) ? c : "_",
  ).join("");
  const coded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`;
};

const download = (ctx: Context) => {
  const open = fault("download-other-workspace");
  if (!open) candidateOf(ctx);
  const attachment = attachments.get(ctx.params[1]!);
  if (!attachment || attachment.candidateId !== ctx.params[0]) throw notFound("Attachment");
  return {
    status: 200,
    headers: {
      "Content-Type": attachment.contentType,
      "Content-Disposition": disposition(attachment.fileName),
    },
    bytes: attachment.bytes,
  };
};

const path = "/candidates/{candidateId}/attachments";
export const attachmentRoutes: Route[] = [
  { method: "POST", path, body: "multipart", find: candidateOf, run: upload },
  { method: "GET", path: `${path}/{attachmentId}`, run: download },
];
