import { getMember } from "@openapi-packages/runtime/internals";
import { effectOf, pathStateOf } from "../../../records/effects.ts";
import { isSuccess } from "../flows/flow.ts";
import { hasBytesOf, type FileSender, type Known } from "./file-sender.ts";

/**
 * Reads a file below another record than that to which it was uploaded, if the path of the download names both: it is not
 * there. 1 request, and those for the record.
 */
export async function verifyOtherParent(sender: FileSender, known: Known): Promise<void> {
  const { probe, transfer } = sender;
  const { upload, download, keyParameter } = transfer;
  const { resource, parameter } =
    (effectOf(probe.api, upload) ?? pathStateOf(probe.api, upload))?.path.at(-1) ?? {};
  const isBelow =
    parameter !== undefined &&
    download.model.path.includes(`{${parameter}}/`) &&
    keyParameter !== undefined &&
    keyParameter !== parameter;
  if (!isBelow || resource === undefined) return;
  const asked = await sender.inputToRead(known.input, known.upload);
  const own = getMember(asked?.path, parameter);
  const other = own === undefined ? undefined : await probe.records.make(resource, {}, 1);
  if (asked === undefined || other === undefined || other.key === String(own)) return;
  const path = { ...asked.path, ...other.path, [parameter]: other.key };
  const elsewhere = await probe.call(download, { ...asked, path });
  if (!isSuccess(elsewhere) || !(await hasBytesOf(elsewhere, known.plain))) return;
  const message = `answers ${elsewhere.response?.status} with a file of another ${resource}`;
  const problem = { check: "wrong-parent", message, pointer: download.model.pointer } as const;
  probe.report(problem, download, [known.upload, known.download, elsewhere]);
}
