import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { Probe } from "../../../run/probe.ts";
import { headerOf } from "../../../wire/wire-request.ts";
import { mediaTypeEssence } from "@openapi-packages/runtime";
import { isDone, isSuccess } from "./flow.ts";

/** Returns the operation that stores what another one returns: PUT of the same path (RFC 9110, section 9.3.4). */
export function storeOf(
  { operations }: VerifiedApi,
  { model }: VerifiedOperation,
): VerifiedOperation | undefined {
  if (model.method !== "GET" && model.method !== "HEAD") return undefined;
  return operations.find((one) => one.model.path === model.path && one.model.method === "PUT");
}

/**
 * Stores what a GET does not find, by the PUT of its path: 1 request.
 *
 * @returns false if there is no such operation
 * @throws {LeftAlone} when it must be left alone
 */
export async function storeFirst(
  probe: Probe,
  get: VerifiedOperation,
  input: CallInput,
): Promise<boolean> {
  const put = storeOf(probe.api, get);
  const own = put === undefined ? undefined : (await probe.records.inputFor(put, false)).input;
  if (put === undefined || own === undefined) return false;
  await probe.call(put, { ...own, ...(input.path && { path: input.path }) });
  return true;
}

/** Checks that a file at a path is returned byte for byte: 2 requests. */
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
  const { response } = read;
  if (!isSuccess(read) || response === undefined) return;
  const type = mediaTypeEssence(headerOf(response.headers, "content-type"));
  const isSameType = type === mediaTypeEssence(headerOf(write.request.headers, "content-type"));
  const sent = write.request.body ?? new Uint8Array();
  if (!isSameType || Buffer.compare(sent, response.body) === 0) return;
  const message = `${put.id} stored ${sent.length} bytes, and others are shown (${response.body.length})`;
  const { pointer } = get.model;
  probe.report({ check: "shows-what-was-sent", message, pointer }, get, [write, read]);
}
