import { expenseOf, requireEditable } from "./access.ts";
import { BASE, mediaType, param, requireType, sendJson } from "./calls.ts";
import type { Call } from "./calls.ts";
import { badRequest, conflict, invalid, tooLarge, unsupportedType } from "./errors.ts";
import { isFault } from "./faults.ts";
import { newId, now, receipts, receiptsOf } from "./store.ts";
import type { Receipt } from "./store.ts";
import { lengthOf } from "./validate.ts";
import { viewOfReceipt } from "./views.ts";

const FILE_LIMIT = 1024 * 1024;
const MAX_RECEIPTS = 10;
const TYPES = ["application/pdf", "image/png", "image/jpeg"];

/** The file and what multipart adds to it. */
export const MULTIPART_LIMIT = FILE_LIMIT + 64 * 1024;

type Upload = { file: File; note: string | null };

async function formOf(call: Call): Promise<FormData> {
  requireType(call, "multipart/form-data");
  const headers = { "Content-Type": call.req.get("Content-Type")! };
  try {
    return await new Response(new Uint8Array(call.raw), { headers }).formData();
  } catch {
    throw badRequest("The body is not what its Content-Type says.");
  }
}

const wrong = (path: string, message: string) => invalid([{ path, message }]);

function fileIn(form: FormData): File {
  const [file, ...others] = form.getAll("file");
  if (!(file instanceof File) || file.name === "" || others.length > 0)
    throw wrong("/file", "must be one file with a name");
  if (lengthOf(file.name) > 255) throw wrong("/file", "must have a name of at most 255 characters");
  if (!TYPES.includes(mediaType(file.type)))
    throw unsupportedType(`The file must be one of ${TYPES.join(", ")}.`);
  if (file.size > FILE_LIMIT) throw tooLarge("The file is larger than 1 MiB.");
  if (file.size === 0) throw wrong("/file", "must not be empty");
  return file;
}

function uploadIn(form: FormData): Upload {
  const unknown = [...form.keys()].find((name) => name !== "file" && name !== "note");
  if (unknown !== undefined) throw wrong(`/${unknown}`, "is not known here");
  const file = fileIn(form);
  const [note = null, ...others] = form.getAll("note");
  if (others.length > 0 || note instanceof File || lengthOf(note ?? "") > 200)
    throw wrong("/note", "must be one text of at most 200 characters");
  return { file, note };
}

function nameOf({ name }: File): string {
  return isFault("file-name-as-latin1") ? Buffer.from(name).toString("latin1") : name;
}

const storedBytes = (bytes: Buffer): Buffer =>
  isFault("receipt-bytes-as-text") ? Buffer.from(bytes.toString("utf8")) : bytes;

export async function uploadReceipt(call: Call): Promise<void> {
  expenseOf(call.user, param(call, "expenseId"));
  const { file, note } = uploadIn(await formOf(call));
  const bytes = Buffer.from(await file.arrayBuffer());
  // Things may have changed in the meantime.
  const { expense, report } = expenseOf(call.user, param(call, "expenseId"));
  requireEditable(report);
  if (receiptsOf(expense.id).length >= MAX_RECEIPTS)
    throw conflict(`An expense has at most ${MAX_RECEIPTS} receipts.`);
  const receipt: Receipt = {
    id: newId("rec", receipts),
    expenseId: expense.id,
    fileName: nameOf(file),
    contentType: mediaType(file.type),
    size: bytes.length,
    note,
    uploadedAt: now(),
    teamId: report.teamId,
    bytes: storedBytes(bytes),
  };
  receipts.set(receipt.id, receipt);
  report.updatedAt = receipt.uploadedAt;
  call.res.set("Location", `${BASE}/receipts/${receipt.id}/content`);
  sendJson(call, 201, viewOfReceipt(receipt));
}
