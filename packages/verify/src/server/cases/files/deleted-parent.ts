import { wordsOf, stem } from "@openapi-packages/compiler/mock/state/words";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { effectOf, pathStateOf } from "../../../records/effects.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { sentencesOf } from "../../../description/said.ts";
import { inputBelow } from "../flows/below.ts";
import { Flow, isDone, isGone, isSuccess } from "../flows/flow.ts";
import { resourceFlows, type ResourceFlow } from "../flows/resources.ts";
import { hasBytesOf, type FileSender } from "./file-sender.ts";
import type { Transfer } from "./transfers.ts";

/** The deletion of the record to which files belong, and which takes them with it. */
interface Deletion {
  readonly resource: ResourceFlow;
  readonly read: FoundOperation;
  readonly remove: FoundOperation;
}

const deletes = /\b(delet|remov|eras|destroy|purg|discard)/i;
const isNoMore = /\b(gone|404|410|not found|no longer|cannot|deleted (too|as well)|not exist)/i;

/** Words of sentences about a condition, or about files that stay. */
const others =
  /\b(keep|kept|remain|retain|stay|surviv|preserv|unless|until|while|first|only|if|must|still|not (be )?(delet|remov))|\bcannot be (delet|remov)/i;

/**
 * Returns the deletion that takes the files of an upload with it, where a sentence of it or of the download says so.
 * Files at paths below their record, and those that the description has as records, are read after it anyway.
 */
function deletionOf(api: VerifiedApi, { upload, download }: Transfer): Deletion | undefined {
  const effect = effectOf(api, upload);
  if (effect?.kind === "create") return undefined;
  const { resource: name } = (effect ?? pathStateOf(api, upload))?.path.at(-1) ?? {};
  const resource = resourceFlows(api).find((one) => one.name === name);
  const { read, remove } = resource ?? {};
  if (resource === undefined || read === undefined || remove === undefined) return undefined;
  const isBelow = download.model.path.startsWith(`${remove.operation.model.path}/`);
  const says = (by: VerifiedOperation, ...all: readonly RegExp[]): boolean =>
    sentencesOf(by.model.summary, by.model.description).some(
      (one) => !others.test(one) && all.every((pattern) => pattern.test(one)),
    );
  const files = nounPattern(
    upload.model.path.split("/").findLast((one) => one !== "" && !one.startsWith("{")) ?? "",
  );
  const isSaid =
    says(remove.operation, files, deletes) ||
    says(download, files, nounPattern(resource.name), deletes, isNoMore);
  return isBelow || !isSaid ? undefined : { resource, read, remove };
}

/** Returns a pattern of a noun, in singular or plural: `receipts` of a path, `WorkOrder` of a schema. */
function nounPattern(name: string): RegExp {
  const words = wordsOf(name);
  const [last = "", ...before] = words.toReversed();
  const noun = [...before.toReversed(), stem(last)].join("[ _-]?");
  return new RegExp(`\\b${noun.replace(/y$/, "(y|ie)")}(e?s)?\\b`, "i");
}

/**
 * Uploads a file below a record of its own, and deletes the record: the file must not be read any more. 6 requests, and
 * those for the record.
 */
export async function verifyDeletion(sender: FileSender, file: File): Promise<void> {
  const { probe, transfer } = sender;
  const deletion = deletionOf(probe.api, transfer);
  if (deletion === undefined || !probe.mayCall(deletion.remove.operation)) return;
  const { resource, read, remove } = deletion;
  const flow = new Flow(probe, resource);
  const made = await flow.create();
  const input = made && (await sender.inputWith(file));
  if (made === undefined || input === undefined) return;
  const own = inputBelow(transfer.upload, input, read, made.record);
  const { upload, download } = await sender.sendInput(own);
  if (download === undefined || !(await hasBytesOf(download, file))) return;
  const removal = (await flow.on(remove, made.record))?.exchange;
  if (removal === undefined || !isDone(removal)) return;
  probe.records.forget(resource.name);
  // Some services keep the record and mark it.
  const gone = await flow.read(made.record);
  if (gone === undefined || !isGone(gone)) return;
  const after = await sender.read(own, upload);
  if (after === undefined || !isSuccess(after) || !(await hasBytesOf(after, file))) return;
  const message = `answers ${after.response?.status} with a file of a deleted ${resource.name}, whose files are deleted with it`;
  const problem = {
    check: "read-after-delete",
    message,
    pointer: transfer.download.model.pointer,
  } as const;
  probe.report(problem, transfer.download, [upload, download, removal, after]);
}
