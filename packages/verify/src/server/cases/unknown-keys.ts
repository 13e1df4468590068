import type { Json } from "@openapi-packages/description";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { Probe } from "../../run/probe.ts";
import { isServerError } from "../judge/refusal.ts";

/** Identifiers of common kinds that were never issued. */
export const unknown: readonly Json[] = [
  "4f1d2c7a-9b3e-4c58-a6d0-71e2f8b5c394",
  "verify-no-such-record",
  "4f1d2c7a9b3ec58a6d071e2f",
  "zqxjkv",
  1_999_999_973,
  998_877,
];

/** Others for deletions: PUT may have created a record under one of those above. */
export const neverStored: readonly Json[] = [
  "d3b07384-d9a0-4c9b-8f27-5a1e6c40b9f2",
  "verify-was-never-stored",
  "d3b07384d9a04c9b8f275a1e",
  "wqvjxz",
  1_999_999_943,
  998_861,
];

/** Reports a server error for an identifier that nobody has. Returns false if there is none. */
export function reportServerError(
  probe: Probe,
  operation: VerifiedOperation,
  exchange: Exchange,
  name: string,
): boolean {
  const { status = 0 } = exchange.response ?? {};
  if (!isServerError(status)) return false;
  const message = `answers ${status} to a ${name} that nobody has, which is the client's error`;
  const pointer = `${operation.model.pointer}/responses`;
  probe.report({ check: "server-error", message, pointer }, operation, [exchange]);
  return true;
}
