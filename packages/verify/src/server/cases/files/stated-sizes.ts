import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { memberSchemas } from "../../../schema/members.ts";
import { reportUnrefused } from "../../judge/refusal.ts";
import { isDone } from "../flows/flow.ts";
import type { FileSender, Known } from "./file-sender.ts";
import type { Transfer } from "./transfers.ts";

/** The largest file that is sent. */
const mostBytes = 4 * 1024 * 1024;

const units: Readonly<Record<string, number>> = { byte: 1, octet: 1, kib: 1024, mib: 1024 * 1024 };

/** "at most 262,144 bytes", "1 to 100 KiB". What KB and MB are, nobody agrees on. */
const size =
  /\b(?:at most|up to|no more than|no larger than|not exceed|maximum (?:size )?(?:of|is)|\d+ (?:bytes? |octets? )?to) (?<digits>\d[\d,_]*) ?(?<unit>byte|octet|kib|mib)s?\b/i;

/** Words of sentences about more than a file, or about another one. */
const ofOthers =
  /\b(?:body|bodies|requests?|payload|uploads?|in total|together|all files|thumbnails?|previews?|generat\w+|scaled)\b/i;

/** Words of sentences about a file. */
const ofFile = /\b(?:files?|images?|photos?|pictures?|documents?|attachments?|scans?|content)\b/i;

/**
 * Returns what a description says of the file of an upload. A body of several parts has bytes beside those of the file, so
 * that a sentence has to be about the file, or that of its part.
 */
function saidOfFile(api: VerifiedApi, { upload, media, parts }: Transfer): readonly string[] {
  const { description, requestBody } = upload.model;
  const said = sentencesOf(description, requestBody?.description);
  const [part] = parts ?? [];
  if (part === undefined) return said;
  const own = memberSchemas(api.description.model.document, media.schema?.json, part);
  return [
    ...said.filter((one) => ofFile.test(one) && !ofOthers.test(one)),
    ...sentencesOf(...own.map((one) => String(one["description"] ?? ""))),
  ];
}

/** Returns the largest number of bytes that sentences allow; `undefined` if they say none. */
export function statedSize(sentences: readonly string[]): number | undefined {
  const sizes = sentences.flatMap((one) => {
    const { digits = "", unit = "" } = size.exec(one)?.groups ?? {};
    const bytes = Number(digits.replaceAll(/[,_]/g, "")) * (units[unit.toLowerCase()] ?? 0);
    return bytes > 0 ? [bytes] : [];
  });
  return new Set(sizes).size === 1 ? sizes[0] : undefined;
}

/**
 * Uploads a file of the largest size that a sentence allows, and one of a byte more where 413 is described: 2 requests.
 */
export async function verifyStatedSize(sender: FileSender, known: Known): Promise<void> {
  const { probe, transfer } = sender;
  const { upload, type } = transfer;
  const most = statedSize(saidOfFile(probe.api, transfer));
  const isRefused = upload.model.responses.some(({ status }) => status === "413");
  if (most === undefined || most > mostBytes || !isRefused) return;
  const { pointer } = upload.model;
  const plain = new Uint8Array(await known.plain.arrayBuffer());
  const send = async (length: number) => {
    const bytes = new Uint8Array(length).fill(0x20);
    bytes.set(plain.subarray(0, length));
    const file = new File([bytes], known.plain.name, { type });
    const isAgain = upload.model.method === "PUT";
    const call = async () => {
      const input = isAgain ? sender.withFile(known.input, file) : await sender.inputWith(file);
      return input && probe.call(upload, await probe.records.withCurrentTag(upload, input));
    };
    const exchange = await call();
    return exchange !== undefined && sender.renewParent(exchange) ? call() : exchange;
  };
  const full = await send(most);
  if (full?.response?.status === 413) {
    const message = `refuses a file of ${most} bytes with 413, which its description allows`;
    probe.report({ check: "accepts-valid", message, pointer }, upload, [known.upload, full]);
    return;
  }
  const larger = full !== undefined && isDone(full) ? await send(most + 1) : undefined;
  const what = `a file of ${most + 1} bytes, where its description allows ${most}`;
  if (larger !== undefined) reportUnrefused(probe, upload, larger, { what, pointer });
}
