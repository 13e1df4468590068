import type { CallInput } from "@openapi-packages/runtime/client";
import type { Exchange } from "../wire/exchange.ts";

/** A request of a creation, or of a change, with its answer. */
export interface Sent {
  readonly input: CallInput;
  readonly exchange: Exchange;
}

export const statusOf = ({ exchange }: Sent): number => exchange.response?.status ?? 0;

export const isTaken = (sent: Sent): boolean => statusOf(sent) >= 200 && statusOf(sent) < 300;

export const isInvalid = (status: number): boolean => status === 400 || status === 422;

/** True for a refusal that other values may avoid. */
export const isRefused = (sent: Sent): boolean =>
  isInvalid(statusOf(sent)) || statusOf(sent) === 409;
