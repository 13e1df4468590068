import { selectMediaType } from "@openapi-packages/runtime";
import { responseKey } from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../description/verified-api.ts";
import { headerOf, type WireResponse } from "../wire/wire-request.ts";

/** The response times of one operation, in milliseconds. */
export interface ResponseTimes {
  /** The median. */
  readonly p50: number;
  /** The 95th percentile. */
  readonly p95: number;
  readonly max: number;
}

/**
 * Returns the time of an answer in milliseconds: until its last byte, or of a stream, until its headers.
 *
 * @returns `undefined` if it was not measured
 */
export function responseTime(
  { mock }: VerifiedOperation,
  { status, headers, isWhole, times }: WireResponse,
): number | undefined {
  const { responses } = mock.operation;
  const content = responses[responseKey(responses, status) ?? ""]?.content ?? [];
  const type = headerOf(headers, "content-type");
  const media = type === undefined ? undefined : selectMediaType(content, type);
  return media?.stream === undefined && isWhole ? times?.whole : times?.head;
}

/** Summarizes the times of several answers; `undefined` for none. */
export function responseTimes(times: readonly number[]): ResponseTimes | undefined {
  const sorted = times.toSorted((one, other) => one - other);
  // The nearest rank: the smallest time that the share of all does not exceed.
  const at = (share: number): number =>
    rounded(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0);
  return sorted.length === 0 ? undefined : { p50: at(0.5), p95: at(0.95), max: at(1) };
}

/** Rounds to tenths of a millisecond. */
export const rounded = (time: number): number => Math.round(time * 10) / 10;
