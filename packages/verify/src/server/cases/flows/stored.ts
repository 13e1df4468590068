import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Probe } from "../../../run/probe.ts";
import { headerOf } from "../../../wire/wire-request.ts";
import { mediaTypeEssence } from "@openapi-packages/runtime";
import { differences } from "./differences.ts";
import { differenceText, isDone, isSuccess } from "./flow.ts";

/** The operation that stores what another one gives: PUT of the same path (RFC 9110, section 9.3.4). */
export function storeOf(
  { operations }: VerifiedApi,
  { model }: VerifiedOperation,
): VerifiedOperation | undefined {
  if (model.method !== "GET" && model.method !== "HEAD") return undefined;
  return operations.find((one) => one.model.path === model.path && one.model.method === "PUT");
}

/** What was put at a path that is no record's is what is got there, to the byte where it is a file: 2 requests. */
export async function stored(
  probe: Probe,
  put: VerifiedOperation,
  get: VerifiedOperation,
): Promise<void> {
  const { input } = await probe.records.inputFor(put, true);
  if (input === undefined) return;
  const write = await probe.call(put, input);
  if (!isDone(write)) return;
  const { path } = input;
  const { input: own } = await probe.records.inputFor(get, false);
  const read = await probe.call(get, { ...own, ...(path && { path }) });
  probe.reportAll(write, read);
  if (!isSuccess(read) || read.response === undefined) return;
  const report = (text: string): void =>
    probe.report(
      {
        check: "shows-what-was-sent",
        message: `what ${put.id} stores is not what is shown: ${text}`,
        pointer: get.model.pointer,
      },
      get,
      [write, read],
    );
  const media = bodyMedia(put, input);
  const type = mediaTypeEssence(headerOf(read.response.headers, "content-type"));
  if (media?.kind === "binary") {
    const sent = write.request.body ?? new Uint8Array();
    const isSameType = type === mediaTypeEssence(headerOf(write.request.headers, "content-type"));
    if (isSameType && Buffer.compare(sent, read.response.body) !== 0)
      report(`${sent.length} bytes were sent, and ${read.response.body.length} others are shown`);
    return;
  }
  const answer = get.model.responses.find(({ status }) => status === String(read.response?.status));
  const lost = differences(input.body, read.value, {
    document: probe.api.description.model.document,
    written: media?.schema?.schema,
    shown: answer?.content.find(({ kind }) => kind === "json")?.schema?.schema,
    ignored: new Set(),
  });
  if (lost.length > 0) report(differenceText(lost));
}
