import { isObject } from "@openapi-packages/description";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { answerProblems, isServerError, reportUnrefused } from "../../judge/refusal.ts";
import { documentsValidation } from "../../places/coercions.ts";
import { isSuccess } from "../flows/flow.ts";
import { hardFiles, plainFiles } from "./contents.ts";
import { verifyDeletion } from "./deleted-parent.ts";
import { judgeDisposition } from "./disposition.ts";
import { judgeRecord } from "./file-record.ts";
import { FileSender, hasBytesOf, type Known, type Sent } from "./file-sender.ts";
import { replaceByEqualLength, verifyAtOnce, verifyTypes } from "./further-files.ts";
import { judgeType } from "./kept-types.ts";
import { verifyOtherParent } from "./other-parent.ts";
import { verifyRanges } from "./ranges.ts";
import { verifyStatedSize } from "./stated-sizes.ts";
import { transfersOf, type Transfer } from "./transfers.ts";

/**
 * Uploads files that services change, and reads them back byte for byte: 6 requests, and 1 with a type of file
 * that the description does not allow. Only files of which a plain one comes back unchanged are compared. At most 22
 * further requests read a file below another record, ask for ranges, upload other types and the largest file that a sentence allows, several files at once, and one of the same length; 6 delete the
 * record to which a file belongs, where the description says that this deletes the file.
 */
export function* fileCases({ api }: CaseContext): Generator<Case> {
  for (const transfer of transfersOf(api)) {
    const { upload, download } = transfer;
    yield {
      id: `${upload.id}/files/${download.id}`,
      operations: [upload, download],
      aims: ["2XX"],
      run: (probe) => new FileCase(probe, transfer).run(),
    };
  }
}

class FileCase {
  readonly #probe: Probe;
  readonly #transfer: Transfer;
  readonly #sender: FileSender;

  constructor(probe: Probe, transfer: Transfer) {
    this.#probe = probe;
    this.#transfer = transfer;
    this.#sender = new FileSender(probe, transfer);
  }

  async run(): Promise<void> {
    const { type, upload } = this.#transfer;
    const known = await this.#plain();
    if (known === undefined) {
      const what = "a plain file does not come back as it was sent";
      this.#probe.skip(upload, { what, how: `inputs.${upload.id}` });
      return;
    }
    await judgeType(this.#sender, known, known.plain);
    for (const { what, file } of hardFiles(type)) {
      const sent = await this.#sender.send(file);
      if (sent === undefined) continue;
      this.#judgeUpload(sent.upload, what);
      await this.#judgeDownload(sent, file, what);
      await judgeRecord(this.#sender, known, sent, file);
      judgeDisposition(this.#sender, known, sent, file);
    }
    await this.#otherType();
    await verifyRanges(this.#sender, known);
    await verifyTypes(this.#sender, known);
    await verifyStatedSize(this.#sender, known);
    await verifyAtOnce(this.#sender);
    await replaceByEqualLength(this.#sender, known);
    await verifyOtherParent(this.#sender, known);
    await verifyDeletion(this.#sender, known.plain);
  }

  /** Uploads a plain file; `undefined` if none comes back as it was. */
  async #plain(): Promise<Known | undefined> {
    for (const plain of plainFiles(this.#transfer.type)) {
      const sent = await this.#sender.send(plain);
      const { download } = sent ?? {};
      if (sent === undefined || download === undefined || !isSuccess(download)) continue;
      if (await hasBytesOf(download, plain)) return { ...sent, download, plain };
    }
    return undefined;
  }

  #judgeUpload(exchange: Exchange, what: string): void {
    const { upload } = this.#transfer;
    const { status = 0 } = exchange.response ?? {};
    if (isServerError(status)) {
      const message = `answers ${status} to a file with ${what}, and takes one of plain characters`;
      const { pointer } = upload.model;
      this.#probe.report({ check: "server-error", message, pointer }, upload, [exchange]);
      return;
    }
    for (const problem of answerProblems(upload, exchange))
      this.#probe.report(problem, upload, [exchange]);
  }

  async #judgeDownload({ upload, download }: Sent, file: File, what: string): Promise<void> {
    const body = download?.response?.body;
    if (download === undefined || body === undefined) return;
    if (!isSuccess(download)) return this.#judgeFailure(upload, download, file, what);
    if (await hasBytesOf(download, file)) return;
    const sent = new Uint8Array(await file.arrayBuffer());
    const at = sent.findIndex((byte, index) => byte !== body[index]);
    const place = at === -1 ? `is longer: ${body.length} bytes` : `differs from byte ${at} on`;
    const message = `a file of ${sent.length} bytes, with ${what}, ${place} (${body.length} bytes are shown)`;
    const { pointer } = this.#transfer.download.model;
    this.#probe.report(
      { check: "shows-what-was-sent", message, pointer },
      this.#transfer.download,
      [upload, download],
    );
  }

  #judgeFailure(upload: Exchange, download: Exchange, { name }: File, what: string): void {
    const { status = 0 } = download.response ?? {};
    if (!isServerError(status)) return;
    const { download: operation } = this.#transfer;
    const message = `answers ${status} for a file named ${JSON.stringify(name)} with ${what}, which was accepted`;
    const problem = { check: "server-error", message, pointer: operation.model.pointer } as const;
    this.#probe.report(problem, operation, [upload, download]);
  }

  /** Checks that a part of another type than its encoding names is refused. */
  async #otherType(): Promise<void> {
    const { upload, media, parts, type } = this.#transfer;
    const [name = ""] = parts ?? [];
    const encoding = media.encoding?.[name];
    const allowed = isObject(encoding) ? encoding["contentType"] : undefined;
    const isRefused =
      documentsValidation(upload) || upload.model.responses.some(({ status }) => status === "415");
    const isNamed = typeof allowed === "string" && !/\*|html|octet-stream/.test(allowed);
    if (!isNamed || !isRefused) return;
    const page = new File(["<p>No file of that type.</p>"], "page.html", { type: "text/html" });
    const input = await this.#sender.inputWith(page);
    if (input === undefined) return;
    const exchange = await this.#probe.call(upload, input);
    const pointer = `${upload.model.pointer}/requestBody`;
    const what = `the part ${name} as text/html, where its encoding allows ${allowed} (${type} was accepted)`;
    reportUnrefused(this.#probe, upload, exchange, { what, pointer });
  }
}
