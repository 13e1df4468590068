import { isObject } from "@openapi-packages/description";
import { getMember } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import { evaluated } from "../../../expressions/runtime-expression.ts";
import { effectOf, pathStateOf } from "../../../records/effects.ts";
import { recordIn, templateValues } from "../../../records/record-keys.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { headerOf } from "../../../wire/wire-request.ts";
import { withOwnKey } from "../../../records/own-key.ts";
import { isDone } from "../flows/flow.ts";
import { withParameters } from "../links.ts";
import { withFile, type Transfer } from "./transfers.ts";

/** How often files go below another record, because there may be no more of them. */
const mostRenewals = 2;

/** A file that was uploaded and asked for. */
export interface Sent {
  readonly input: CallInput;
  readonly upload: Exchange;
  /** `undefined` if it was not taken, or nothing tells where it is. */
  readonly download: Exchange | undefined;
}

/** A plain file that came back as it was sent. */
export interface Known extends Sent {
  readonly plain: File;
  readonly download: Exchange;
}

/** Uploads files, and reads them back. */
export class FileSender {
  readonly probe: Probe;
  readonly transfer: Transfer;
  #renewals = 0;

  constructor(probe: Probe, transfer: Transfer) {
    this.probe = probe;
    this.transfer = transfer;
  }

  /**
   * Uploads a file and reads it, below another record if the one before has as many files as it may have (409).
   *
   * @param change changes the input, for example to another media type
   * @returns `undefined` if the operation has no input
   */
  async send(
    file: File,
    change: (input: CallInput) => CallInput = (same) => same,
  ): Promise<Sent | undefined> {
    const input = await this.inputWith(file);
    const sent = input && (await this.sendInput(change(input)));
    if (sent === undefined || !this.renewParent(sent.upload)) return sent;
    const next = await this.inputWith(file);
    return next && this.sendInput(change(next));
  }

  /**
   * Makes the next upload one below another record, if an upload was refused for the state of its record.
   *
   * @returns false if it was not refused so, or there is no such record
   */
  renewParent({ response }: Exchange): boolean {
    const { upload } = this.transfer;
    const state = effectOf(this.probe.api, upload) ?? pathStateOf(this.probe.api, upload);
    const parent = state?.path.findLast(({ resource }) => resource !== undefined)?.resource;
    if (response?.status !== 409 || parent === undefined || this.#renewals >= mostRenewals)
      return false;
    this.#renewals += 1;
    this.probe.records.forget(parent);
    return true;
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
    const { download, keyParameter, isElsewhere } = this.transfer;
    const { input: own } = await this.probe.records.inputFor(download, false);
    const linked = this.#linked(own ?? {}, input, upload) ?? this.#located(own ?? {}, upload);
    if (linked !== undefined || isElsewhere) return linked;
    const key = this.#keyIn(input, upload);
    if (keyParameter !== undefined && key === undefined) return undefined;
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

  /** Returns the input to which a link of the upload's answer leads; `undefined` if there is none. */
  #linked(own: CallInput, input: CallInput, exchange: Exchange): CallInput | undefined {
    const { links, download } = this.transfer;
    const status = String(exchange.response?.status);
    const link = links.find((one) => one.status === status || one.status === "2XX")?.link;
    const values = link && evaluated(link["parameters"] ?? {}, { exchange, input });
    return isObject(values) ? withParameters(download, own, values) : undefined;
  }

  /** Returns the input to which the `Location` of the upload's answer leads; `undefined` if it leads elsewhere. */
  #located(own: CallInput, { request, response }: Exchange): CallInput | undefined {
    const { download, upload } = this.transfer;
    if (upload.model.path === download.model.path) return undefined;
    const location = headerOf(response?.headers ?? [], "location");
    const base = new URL(request.target, "http://localhost");
    const url = location === undefined ? null : URL.parse(location, base);
    // A template without a word in it matches the end of any path.
    if (url === null || !/\/[^/{]/.test(download.model.path)) return undefined;
    const path = templateValues(download, url.pathname);
    return path && { ...own, path };
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
