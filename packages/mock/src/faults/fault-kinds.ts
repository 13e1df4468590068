import type { FaultKind } from "../types.ts";

/** Everything that can go wrong with the transport of an answer. */
export const faultKinds = [
  "reset",
  "half-body",
  "malformed-json",
  "drip",
  "stream-error",
  "stream-truncated",
] as const satisfies readonly FaultKind[];

/** True if it is one of {@link faultKinds}. */
export const isFaultKind = (value: unknown): value is FaultKind =>
  faultKinds.some((kind) => kind === value);

/** True if a fault is one of streams alone. */
export const isStreamFault = (kind: FaultKind | undefined): boolean =>
  kind === "stream-error" || kind === "stream-truncated";
