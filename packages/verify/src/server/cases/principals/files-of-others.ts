import type { FoundOperation } from "../../../records/made-record.ts";
import { effectOf, pathStateOf } from "../../../records/effects.ts";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { plainFiles } from "../files/contents.ts";
import { FileSender, hasBytesOf } from "../files/file-sender.ts";
import { transfersOf, type Transfer } from "../files/transfers.ts";
import { inputBelow } from "../flows/below.ts";
import { isDone, isSuccess } from "../flows/flow.ts";
import type { Access, ReportAccess } from "./reach.ts";

/** The most uploads that are tried. */
const mostUploads = 2;

/** Words by which a download says that others may have the file, unless a sentence denies it. */
const forOthers =
  /\b(any(?:one|body)|every(?:one|body)|whoever|public\w*|others?|(?:any|all|every) (?:user|customer|caller|account|member|client)s?|shared?)\b/i;
const denied = /\b(?:no|not|none|never|cannot|only|40[134])\b/i;

/**
 * Uploads a file below the record, and checks that the other principal does not get it from a path of its own, such as
 * `/files/{fileId}/content`, or below the record: 2 requests for each of at most 2 uploads.
 */
export async function filesReached(
  { own, other, made }: Access,
  read: FoundOperation,
  report: ReportAccess,
): Promise<void> {
  const { api } = own.probe;
  for (const transfer of transfersBelow(api, read).slice(0, mostUploads)) {
    const { upload, download, type } = transfer;
    if (![upload, download].every((one) => other.probe.mayCall(one))) continue;
    own.probe.records.share(made.record);
    const sender = new FileSender(own.probe, transfer);
    for (const file of plainFiles(type)) {
      const input = await sender.inputWith(file);
      const placed = input && inputBelow(upload, input, read, made.record);
      if (placed === undefined || (await own.probe.write(upload, placed)) === undefined) break;
      const sent = await own.probe.call(upload, placed);
      const asked = isDone(sent) ? await sender.inputToRead(placed, sent) : undefined;
      if (asked === undefined) continue;
      const seen = await other.probe.call(download, asked);
      const message = `gives a file of another principal's ${own.resource.name}`;
      if (isSuccess(seen) && (await hasBytesOf(seen, file)))
        report({ operation: download }, message, [sent, seen]);
      break;
    }
  }
}

/** True if a download says that others may have what it gives. */
export const isForOthers = ({ model: { summary, description } }: VerifiedOperation): boolean =>
  sentencesOf(summary, description).some((one) => forOthers.test(one) && !denied.test(one));

/** Returns the uploads below a record whose files are read from elsewhere. */
function transfersBelow(api: VerifiedApi, { operation, state }: FoundOperation): Transfer[] {
  const { path } = operation.model;
  return transfersOf(api).filter(({ upload, download }) => {
    const effect = effectOf(api, upload) ?? pathStateOf(api, upload);
    const isOfRecord = effect?.path.some(({ resource }) => resource === state.resource) === true;
    const isBelow = upload.model.path.startsWith(`${path}/`) && isOfRecord;
    // What is stored at one path is read there by the cases of what is below a record.
    const isElsewhere = download.model.path !== upload.model.path;
    return isBelow && isElsewhere && download.model.security.length > 0 && !isForOthers(download);
  });
}
