import { getMember } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import { recordIn } from "../../../records/record-keys.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { withOwnKey } from "../../../records/own-key.ts";
import { isDone } from "../flows/flow.ts";
import { withFile, type Transfer } from "./transfers.ts";

/** A file that was uploaded and asked for. */
export interface Sent {
  readonly input: CallInput;
  readonly upload: Exchange;
  /** `undefined` if it was not taken, or nothing tells where it is. */
  readonly download: Exchange | undefined;
}

/** Uploads files, and reads them back. */
export class FileSender {
  readonly probe: Probe;
  readonly transfer: Transfer;

  constructor(probe: Probe, transfer: Transfer) {
    this.probe = probe;
    this.transfer = transfer;
  }

  /** Uploads a file and reads it; `undefined` if the operation has no input. */
  async send(file: File): Promise<Sent | undefined> {
    const input = await this.inputWith(file);
    return input && this.sendInput(input);
  }

  async sendInput(input: CallInput): Promise<Sent> {
    const upload = await this.probe.call(this.transfer.upload, input);
    return { input, upload, download: await this.read(input, upload) };
  }

  /** Reads a file that was uploaded. */
  async read(input: CallInput, upload: Exchange): Promise<Exchange | undefined> {
    const asked = isDone(upload) ? await this.inputToRead(input, upload) : undefined;
    return asked && this.probe.call(this.transfer.download, asked);
  }

  /** Returns the input by which an uploaded file is read; `undefined` if nothing tells where it is. */
  async inputToRead(input: CallInput, upload: Exchange): Promise<CallInput | undefined> {
    const { download, keyParameter } = this.transfer;
    const key = this.#keyIn(input, upload);
    if (keyParameter !== undefined && key === undefined) return undefined;
    const { input: own } = await this.probe.records.inputFor(download, false);
    const path = { ...own?.path, ...input.path, ...(keyParameter && { [keyParameter]: key }) };
    const named = Object.entries(path).filter(([name]) =>
      download.model.path.includes(`{${name}}`),
    );
    return { ...own, path: Object.fromEntries(named) };
  }

  /** Returns the input of an upload of a file; `undefined` if there is none. */
  async inputWith(file: File): Promise<CallInput | undefined> {
    const { upload, media } = this.transfer;
    const { input } = await this.probe.records.inputFor(upload, upload.model.method === "PUT");
    const isMeant = input?.contentType === undefined || input.contentType === media.mediaType;
    if (input?.body === undefined || !isMeant) return undefined;
    return this.withFile(input, file);
  }

  /** Returns the same input with another file. */
  withFile(input: CallInput, file: File): CallInput {
    const { upload } = this.transfer;
    const own = withOwnKey(upload, input, `verify-${upload.id}-${file.name}`);
    return withFile(this.transfer, own, file, this.probe.api);
  }

  #keyIn(input: CallInput, upload: Exchange): unknown {
    const { keyMember } = this.transfer;
    if (keyMember === undefined)
      return recordIn(this.probe.api, this.transfer.upload, upload, input)?.key;
    return typeof upload.value === "object" && upload.value !== null
      ? getMember(upload.value, keyMember)
      : undefined;
  }
}

/** True if an answer has the bytes of a file. */
export async function hasBytesOf(exchange: Exchange | undefined, file: File): Promise<boolean> {
  const body = exchange?.response?.body;
  return body !== undefined && Buffer.compare(new Uint8Array(await file.arrayBuffer()), body) === 0;
}
